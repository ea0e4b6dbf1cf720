import sys

from intryga import games
from tests.golden import make

for name in sys.argv[1:] or games.names():
    for path in make(games.find(name)):
        print(path)
