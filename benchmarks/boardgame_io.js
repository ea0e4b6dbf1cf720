// boardgame.io as web.py measures it: boardgame_io.js serve PORT LOBBY | play PORT LOBBY TABLES RATE SECONDS
// The game: ten counters for each of four seats, anybody may move at any time, and it has no end.
const SEATS = 4;
const game = {
  name: 'counters',
  setup: () => ({ counters: Array.from({ length: SEATS }, () => Array(10).fill(0)) }),
  turn: { activePlayers: { all: 'any' } },
  moves: { count: ({ G, playerID }, which) => { G.counters[+playerID][which]++; } },
};

function serve(port, lobby) {
  const { Server } = require('boardgame.io/server');
  const callback = () => console.log('ready');
  Server({ games: [game], origins: [/.*/] }).run({ port, lobbyConfig: { apiPort: lobby }, callback });
}

async function play(port, lobby, tables, rate, seconds) {
  const { io } = require('socket.io-client');
  const base = `http://127.0.0.1:${lobby}/games/${game.name}`;
  const seats = [], took = [];

  const post = async (path, body) => (await fetch(base + path, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  })).json();

  async function makeTables() {
    for (let n = 0; n < tables; n++) {
      const { matchID } = await post('/create', { numPlayers: SEATS });
      for (let seat = 0; seat < SEATS; seat++) {
        const { playerCredentials } = await post(`/${matchID}/join`, { playerID: `${seat}`, playerName: `P${seat}` });
        seats.push({ matchID, seat: `${seat}`, credentials: playerCredentials, state: 0, began: 0 });
      }
    }
  }

  // Another's move is news, one's own is the answer.
  function hear(person, state, log) {
    person.state = state;
    const last = log?.at(-1);
    if (person.began && last?.action.payload.playerID === person.seat) {
      took.push((performance.now() - person.began) / 1000);
      person.began = 0;
    }
  }

  const connect = person => new Promise(connected => {
    const socket = io(`http://127.0.0.1:${port}/${game.name}`, { transports: ['websocket'], forceNew: true });
    person.socket = socket;
    socket.on('update', (_, state, log) => hear(person, state._stateID, log));
    socket.on('patch', (_, before, state, patch, log) => hear(person, state, log));
    socket.on('sync', (_, info) => { person.state = info.state._stateID; connected(); });
    socket.on('connect', () => socket.emit('sync', person.matchID, person.seat, person.credentials, SEATS));
  });

  async function makeMoves(first, last) {
    const start = performance.now() - 1000 * first / rate;
    for (let n = first; n < last; n++) {
      const wait = start + 1000 * n / rate - performance.now();
      if (wait > 0) await new Promise(later => setTimeout(later, wait));
      const person = seats[(SEATS * n + Math.floor(n / tables)) % seats.length];
      if (person.began) continue;
      person.began = performance.now();
      const payload = { type: 'count', args: [n % 10], playerID: person.seat, credentials: person.credentials };
      person.socket.emit('update', { type: 'MAKE_MOVE', payload }, person.state, person.matchID, person.seat);
    }
  }

  const moves = Math.floor(rate * seconds);
  const steps = [
    makeTables,
    async () => { for (const person of seats) await connect(person); },
    () => makeMoves(0, moves >> 1),
    async () => { await makeMoves(moves >> 1, moves); await new Promise(later => setTimeout(later, 1000)); },
  ];
  for await (const _ of require('readline').createInterface({ input: process.stdin })) {
    await steps.shift()();
    console.log('done');
    if (!steps.length) console.log(JSON.stringify(took));
  }
}

const [what, ...given] = process.argv.slice(2);
({ serve, play })[what](...given.map(Number));
