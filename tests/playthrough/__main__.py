import sys

from intryga import games
from tests.playthrough import path_of, playthrough

for name in sys.argv[1:] or games.names():
    game = games.find(name)
    for seats in game.seats:
        path_of(game, seats).write_text(playthrough(game, seats), "utf-8")
        print(path_of(game, seats))
