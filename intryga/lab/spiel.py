"""The games for OpenSpiel. After importing this: `pyspiel.load_game("intryga_GAME(players=3)")`.

One chance node at the root draws the deal: a number below `deals`, the seed of the game. What follows is determined by
it and by the players, so a history replays the game and OpenSpiel's own serialisation works. Dice that fall later are
not chance nodes: this is for search, learning and simulation, not for CFR or exact exploitability, which need every
outcome of chance. Observations, not information states: nothing is said of what was seen earlier.

Algorithms that look into the true state (plain MCTS) would know the deck. Use IS-MCTS with
`use_observation_string=True`: it asks `resample_from_infostate`, which knows what the player knows.
"""

from __future__ import annotations

from typing import Any

from intryga import games
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from intryga.kernel.observation import describe
from intryga.kernel.observe import new_observation
from intryga.kernel.snapshot import fingerprint
from intryga.kernel.state import AnyState
from intryga.lab.extras import how_to_get
from intryga.lab.rewards import worth
from intryga.lab.windows import window

try:
    import numpy as np
    import pyspiel
except ImportError as missing:
    raise ImportError(f"games for OpenSpiel need {how_to_get('openspiel')}") from missing

LONGEST = 20_000    # answers; OpenSpiel wants a bound
DEALS = 1024
OWN = {"players": 0, "deals": DEALS, "codes": False}    # parameters beside the game's options
BEFORE = "before the deal"


class SharedTable:
    """What all states of a game share. OpenSpiel copies and pickles games: this is made again from the parameters."""

    def __init__(self, name: str, parameters: dict[str, Any]) -> None:
        self.name = name
        self.parameters = parameters
        self.game = games.find(name)
        self.seats = int(parameters.get("players") or _players(self.game)[0])
        self.deals = int(parameters.get("deals", DEALS))
        options = {option: value for option, value in parameters.items() if option not in OWN}
        self.rules = self.game.chosen_rules(options)
        empty = self.game.table(self.rules, self.seats, self.game.quick_dice(0))
        self.form = describe(self.game, self.seats, empty.guests, "codes" if parameters.get("codes") else "onehot")
        self.buffer = new_observation(self.form.length)
        self.seen = window(self.buffer, "int16")

    def __reduce__(self) -> tuple[type[SharedTable], tuple[str, dict[str, Any]]]:
        return SharedTable, (self.name, self.parameters)

    def __deepcopy__(self, memo: object) -> SharedTable:
        return self

    def look(self, s: AnyState, player: int) -> None:
        """What this player may know, into `seen`."""
        self.form.observer.write(s, player, self.buffer, 0)


class Holder:
    """OpenSpiel copies the attributes of a state by `deepcopy`: for ours that is a clone."""

    def __init__(self, s: AnyState | None = None) -> None:
        self.s = s

    def __deepcopy__(self, memo: object) -> Holder:
        return Holder(None if self.s is None else self.s.clone())


class IntrygaGame(pyspiel.Game):
    """One title at one table."""

    name = ""
    type: Any = None

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        self.table = SharedTable(self.name, parameters or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.form.actions,
            max_chance_outcomes=self.table.deals,
            num_players=self.table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.type, info, parameters or {})

    def new_initial_state(self) -> IntrygaState:
        return IntrygaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> IntrygaObserver:
        if params:
            raise ValueError(f"there are no parameters of observations, such as {params}")
        return IntrygaObserver(self.table)


class IntrygaState(pyspiel.State):
    """Actions are numbered as the player counts seats, as everywhere in the lab."""

    def __init__(self, game: IntrygaGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.held = Holder()    # nothing before the deal: OpenSpiel makes a new state whenever it copies one

    def current_player(self) -> int:
        s = self.held.s
        if s is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if s.over() else s.seat)

    def _legal_actions(self, player: int) -> list[int]:
        s = self.held.s
        if s is None or player != s.seat:
            return []
        counted = self.table.form.observer.from_viewer[player]
        return sorted(counted[action] for action in s.options)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.table.deals) for deal in range(self.table.deals)]

    def _apply_action(self, action: int) -> None:
        s, table = self.held.s, self.table
        if s is None:
            self.held.s = table.game.new_game(table.rules, table.seats, table.game.quick_dice(int(action)))
        else:
            s.answer_for(s.seat, table.form.observer.to_engine[s.seat][action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"deal {action}"
        return self.table.game.space.text(self.table.form.observer.to_engine[player][action])

    def is_terminal(self) -> bool:
        return self.held.s is not None and self.held.s.over()

    def returns(self) -> list[float]:
        s = self.held.s
        return worth(s, "win") if s is not None and s.over() else [0.0] * self.table.seats

    def resample_from_infostate(self, player: int, sampler: Any) -> IntrygaState:
        """A state this player cannot tell from the true one, with a future of its own."""
        assert self.held.s is not None, "there is nothing to know before the deal"
        other: IntrygaState = self.clone()
        other.held = Holder(self.held.s.resample(player, quick(int(sampler() * 2**53))))
        return other

    def __str__(self) -> str:
        return BEFORE if self.held.s is None else fingerprint(self.held.s).hex()


class IntrygaObserver:
    """A flat tensor, and the same by name."""

    def __init__(self, table: SharedTable) -> None:
        self.table = table
        self.tensor = np.zeros(table.form.length, np.float32)
        self.dict = {
            f"{one.name}_{one.seat}_{one.at}": self.tensor[one.at : one.at + one.length] for one in table.form.features
        }

    def set_from(self, state: IntrygaState, player: int) -> None:
        if state.held.s is None:
            self.tensor.fill(0)
        else:
            self.table.look(state.held.s, player)
            self.tensor[:] = self.table.seen

    def string_from(self, state: IntrygaState, player: int) -> str:
        """A key: equal where this player knows the same."""
        s = state.held.s
        return BEFORE if s is None else f"{self.table.form.observer.key(s, player):016x}"


def _players(game: AnyGame) -> range:
    """Alone one plays against the rules, which is not zero-sum."""
    return range(max(game.seats[0], 2), game.seats[-1] + 1)


def _type(game: AnyGame) -> Any:
    options = {name: found["choices"][0] for name, found in game.components.get("options", {}).items()}
    return pyspiel.GameType(
        short_name=f"intryga_{game.id}",
        long_name=f"Intryga: {game.components['game']['title']['en']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_players(game)[-1],
        min_num_players=_players(game)[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**OWN, "players": _players(game)[0], **options},
    )


for _name in games.names():
    _made = _type(games.find(_name))
    _class = type(f"Intryga_{_name}", (IntrygaGame,), {"name": _name, "type": _made})
    globals()[_class.__name__] = _class    # pickling finds the class by its name
    pyspiel.register_game(_made, _class)
