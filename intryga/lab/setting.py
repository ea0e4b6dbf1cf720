"""What learners name to get a game, checked before anything is made of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, get_args

from intryga import games
from intryga.kernel.game import AnyGame, Mistake, Value
from intryga.kernel.observation import Encoding, Observation, describe
from intryga.kernel.rules import RuleSet
from intryga.lab.rewards import Reward


class Setting(NamedTuple):
    game: AnyGame
    seats: int
    rules: RuleSet
    form: Observation


def setting(game: str, seats: int | None, options: Mapping[str, Value] | None, components: str, reward: Reward,
            encoding: Encoding) -> Setting:  # fmt: skip
    """Without a number of seats, the smallest table."""
    one_of("reward", reward, get_args(Reward))
    one_of("encoding", encoding, get_args(Encoding))
    found = games.find(game, components)
    chairs = found.check_seats(found.seats[0] if seats is None else seats)
    rules = found.chosen_rules(options)
    guests = found.table(rules, chairs, found.quick_dice(0)).guests
    return Setting(found, chairs, rules, describe(found, chairs, guests, encoding))


def one_of(name: str, value: str, values: Iterable[str]) -> None:
    if value not in values:
        raise Mistake(f"{name} is one of {', '.join(values)}, not '{value}'")


def at_least_one(name: str, number: int) -> int:
    if number < 1:
        raise Mistake(f"{name} is at least 1, not {number}")
    return number
