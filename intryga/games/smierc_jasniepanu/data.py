"""The components and options of Śmierć Jaśniepanu! in the form its steps read."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from mypy_extensions import i64

from intryga.kernel.cells import vec
from intryga.kernel.effects import Ability, Programmed, Triggers
from intryga.kernel.language import Program
from intryga.kernel.state import AnyState

S = TypeVar("S", bound=AnyState)


class Give(Generic[S]):
    """To whom the Order may be given."""

    def targets(self, s: S, giver: i64) -> i64:
        """One bit for each seat; the giver's own is struck out by who asks (SMI-073)."""
        raise NotImplementedError


AnyGive = Give[Any]


class PlotCard:
    """A kind of plot card."""

    def __init__(self, *, card_type: i64, give: AnyGive | None, then: i64, counterable: bool,
                 needs_giver: bool) -> None:  # fmt: skip
        self.card_type: i64 = card_type
        self.give = give
        self.then: i64 = then    # where its program begins
        self.counterable = counterable
        self.needs_giver = needs_giver    # there must be a last giver


class CharacterAbility(Ability[S]):
    """What a character does on one occasion; one on `holding` gives the Order, at a price."""

    def __init__(self, *, role: i64, start: i64, optional: bool, once: bool, to_higher_rank: bool, give: AnyGive | None,
                 cost: i64, discards: i64) -> None:  # fmt: skip
        super().__init__(role, start, optional, once)
        self.to_higher_rank = to_higher_rank    # only if the receiver's rank is higher than the giver's
        self.give = give
        self.cost: i64 = cost
        self.discards: i64 = discards    # how many cards of one's own it begins with discarding


AnyCharacterAbility = CharacterAbility[Any]


class Setup:
    """The numbers of set-up and round, and which characters are used."""

    def __init__(self, *, start_gold: i64, start_hand: i64, draw_most: i64, coronation: i64, no_income: list[i64],
                 most_rounds: i64, coins: i64, sets: dict[int, list[i64]], pool: list[i64]) -> None:  # fmt: skip
        self.start_gold: i64 = start_gold
        self.start_hand: i64 = start_hand
        self.draw_most: i64 = draw_most
        self.coronation: i64 = coronation
        self.no_income = no_income    # the rounds without
        self.most_rounds: i64 = most_rounds
        self.coins: i64 = coins
        self.sets = sets    # by seats: the characters that are used,
        self.pool = pool    # or else those among which chance draws


class Options:
    """What this table has chosen, by the names of the options in cards.toml."""

    def __init__(self, *, allow_duplicate_ranks: bool, treasury_limited: bool, midround_reshuffle: bool,
                 forced_shield_play: bool, confession_at_execution_start: bool, confession_after_counter: bool,
                 uprising_target_may_volunteer: bool, overlord_takes_token: bool) -> None:  # fmt: skip
        self.allow_duplicate_ranks = allow_duplicate_ranks    # SMI-R14
        self.treasury_limited = treasury_limited    # SMI-R08
        self.midround_reshuffle = midround_reshuffle    # SMI-R07
        self.forced_shield_play = forced_shield_play    # SMI-R05
        self.confession_at_execution_start = confession_at_execution_start    # SMI-R12
        self.confession_after_counter = confession_after_counter    # SMI-R27
        self.uprising_target_may_volunteer = uprising_target_may_volunteer    # SMI-R17
        self.overlord_takes_token = overlord_takes_token    # SMI-R04


class Rules(Programmed):
    """What is printed on the components, and what this table has chosen; made in compile.py."""

    def __init__(self, *, program: Program, plots: list[PlotCard], copies: list[i64], rank: list[i64], place: list[i64],
                 income: list[i64], limit: list[i64], is_overlord: list[i64], triggers: Triggers, looks: bool,
                 setup: Setup, options: Options) -> None:  # fmt: skip
        super().__init__(program)
        self.plots = plots
        self.triggers = triggers
        self.looks = looks    # does anything in this game look at a hand?
        self.setup = setup
        self.options = options
        # By kind of plot card, then by character.
        self.copies = vec[i64](copies)
        self.card_type = vec[i64]([card.card_type for card in plots])
        self.rank = vec[i64](rank)
        self.place = vec[i64](place)    # tells equal ranks apart (SMI-R14)
        self.income = vec[i64](income)
        self.limit = vec[i64](limit)    # of the hand
        self.is_overlord = vec[i64](is_overlord)

    def ability(self, number: i64) -> AnyCharacterAbility | None:
        """What stands at a place of the trigger table."""
        found = self.triggers.table[number]
        assert found is None or isinstance(found, CharacterAbility)
        return found

    def ability_of(self, role: i64, occasion: i64) -> AnyCharacterAbility | None:
        return self.ability(occasion * self.triggers.kinds + role)
