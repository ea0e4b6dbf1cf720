"""The rules of Konspiracja, in the rulebook's order and under its headings. Abilities of lords are in abilities.py,
taking control of locations in takeover.py."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.konspiracja.abilities import activate
from intryga.games.konspiracja.cards import (
    COLOUR_COUNT,
    DRAW,
    LORD_KINDS,
    MOST_DRAWN,
    MOST_SEATS,
    PILE,
    PLACE,
    RANKS,
    RECRUIT,
    SLOTS,
)
from intryga.games.konspiracja.state import Senate
from intryga.games.konspiracja.takeover import take_over
from intryga.games.konspiracja.told import GAME_OVER, LAST_TURNS, TURN_BEGINS
from intryga.games.konspiracja.zones import (
    AVAILABLE,
    CHAMBER,
    DECK,
    DISCARDS,
    DRAWN,
    FIRST,
    FORCED,
    FORCED_BY,
    LOCATION_DECK,
    RECRUITS,
    TURNED_UP,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import SETUP, Dice
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers, each_seat

# --- PRZYGOTOWANIE DO GRY: setup ---


class Setup(Automatic[Senate]):
    """One location is turned up (KON-012) and a first player drawn (KON-015); the decks are ready (KON-010)."""

    def run(self, s: Senate) -> None:
        s.dice.begin(SETUP)
        s.draw(1, s.size(LOCATION_DECK), LOCATION_DECK, AVAILABLE)
        s.set_to(FIRST, s.dice.below(s.seats))
        s.push(TURNS[s.cells[FIRST]])


# --- OPIS GRY: the turn ---


class Turn(Automatic[Senate]):
    """Tura: recruit, then extend the chamber, both mandatory (KON-021, KON-022)."""

    def run(self, s: Senate) -> None:
        if s.cells[FORCED_BY] == self.seat:    # KON-121
            s.force(-1, 0)
        s.tell(TURN_BEGINS, self.seat)
        s.then_row(TURN_STEPS[self.seat])


class EndTurn(Automatic[Senate]):
    """The turn passes clockwise (KON-020). Who first fills a chamber takes no further turn (KON-095): when it would be
    theirs again, all others have had their last one (KON-090 to 092). So a full chamber met ends the game."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat)
        self.chamber: i64 = CHAMBER.of(seat)

    def run(self, s: Senate) -> None:
        if not s.rules.drawn_at_once:
            s.move_all(TURNED_UP, AVAILABLE)    # KON-066, KON-R23
        if s.rules.leftovers_wait:
            s.move_all(RECRUITS.of(self.seat), DISCARDS)    # KON-R02
        if s.cells[self.chamber] == SLOTS and not self.others_full(s):
            s.tell(LAST_TURNS, self.seat)
        following = (self.seat + 1) % s.seats
        if s.free(following):
            s.push(TURNS[following])
        else:
            s.tell(GAME_OVER)

    def others_full(self, s: Senate) -> bool:
        return any(seat != self.seat and s.free(seat) == 0 for seat in range(s.seats))


# --- 1: REKRUTACJA LORDÓW ---


class Recruit(Choice[Senate]):
    """Either 1 to 3 lords off the deck, of which one stays, or all of one pile (KON-030, KON-031, KON-035)."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat)
        self.drawn: i64 = DRAWN.of(seat)
        self.recruits: i64 = RECRUITS.of(seat)

    def offers(self, s: Senate, o: Offers) -> None:
        left = s.size(DECK)
        must = min(s.cells[FORCED], left, s.rules.most_drawn)    # 0 with an empty deck: the piles are free (KON-123)
        for count in range(1, s.rules.most_drawn + 1):
            o.offer(DRAW.of(count - 1), "KON-037" if count > left else self.force_refuses(must, count))
        for colour in range(COLOUR_COUNT):
            o.offer(PILE.of(colour), self.force_refuses(must, 0) if s.pile_size(colour) else "KON-036")

    def options(self, s: Senate) -> list[i64]:
        """By hand for who is free to choose, because it is asked in every turn."""
        if s.cells[FORCED]:
            return super().options(s)
        options = DRAWS[s.size_up_to(DECK, s.rules.most_drawn)][:]
        discarded = s.present(DISCARDS)
        for colour in range(COLOUR_COUNT):
            if discarded >> colour * RANKS & ONE_PILE:
                options.append(PILE.of(colour))
        return options

    def any_option(self, s: Senate, dice: Dice) -> i64:
        if s.cells[FORCED]:
            return super().any_option(s, dice)
        options: i64 = (1 << s.size_up_to(DECK, s.rules.most_drawn)) - 1
        discarded = s.present(DISCARDS)
        for colour in range(COLOUR_COUNT):
            if discarded >> colour * RANKS & ONE_PILE:
                options |= 1 << MOST_DRAWN + colour
        chosen = s.any_bit(options, dice)
        return DRAW.of(chosen) if chosen < MOST_DRAWN else PILE.of(chosen - MOST_DRAWN)

    def force_refuses(self, must: i64, drawn: i64) -> str:
        """A forced player draws just so many and has no other way to recruit (KON-118 to 120)."""
        return "KON-120" if must and drawn != must else ALLOWED

    def take(self, s: Senate, action: i64) -> None:
        if DRAW.has(action):
            s.draw_cards(DRAW.target(action) + 1, DECK, self.drawn)
            s.push(CHOOSE_LORD[self.seat])
            return
        colour = PILE.target(action)
        if s.pile_size(colour) > s.free(self.seat) and not s.rules.leftovers_wait:
            s.push(CHOOSE_SOME[self.seat * COLOUR_COUNT + colour])
            return
        for kind in range(colour * RANKS, (colour + 1) * RANKS):
            if s.cells[DISCARDS + kind]:
                s.move(kind, s.cells[DISCARDS + kind], DISCARDS, self.recruits)


def refuse_recruiting(s: Senate, o: Offers, no_more_draws: str) -> None:
    """Who has recruited, or seen the lords drawn, goes on with these."""
    if o.explain:
        for count in range(s.rules.most_drawn):
            o.offer(DRAW.of(count), no_more_draws)
        for colour in range(COLOUR_COUNT):
            o.offer(PILE.of(colour), "KON-030")


class ChooseLord(Choice[Senate]):
    """Exactly one of the lords drawn is recruited, the others go to the piles before it sits (KON-032, KON-033)."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat)
        self.drawn: i64 = DRAWN.of(seat)
        self.recruits: i64 = RECRUITS.of(seat)

    def continues(self) -> bool:
        return True

    def offers(self, s: Senate, o: Offers) -> None:
        for kind in s.kinds(self.drawn):
            o.allow(RECRUIT.of(kind))
        refuse_recruiting(s, o, "KON-031")

    def any_option(self, s: Senate, dice: Dice) -> i64:
        return RECRUIT.first + s.any_bit(s.present(self.drawn), dice)

    def take(self, s: Senate, action: i64) -> None:
        s.move(RECRUIT.target(action), 1, self.drawn, self.recruits)
        s.move_all(self.drawn, DISCARDS)


class ChooseSome(Choice[Senate]):
    """A pile larger than the free slots: the player keeps as many as fit, chosen one by one; the others stay where they
    are (KON-094), in any turn (KON-R03)."""

    about: ClassVar[dict[str, str]] = {"colour": "colour"}

    def __init__(self, seat: i64, colour: i64) -> None:
        super().__init__(seat)
        self.colour: i64 = colour

    def fields(self) -> list[i64]:
        return [self.seat, self.colour]

    def continues(self) -> bool:
        return True

    def offers(self, s: Senate, o: Offers) -> None:
        for kind in range(LORD_KINDS):
            if s.cells[DISCARDS + kind]:
                o.offer(RECRUIT.of(kind), ALLOWED if kind // RANKS == self.colour else "KON-030")

    def take(self, s: Senate, action: i64) -> None:
        s.move(RECRUIT.target(action), 1, DISCARDS, RECRUITS.of(self.seat))
        if s.size(RECRUITS.of(self.seat)) < s.free(self.seat):
            s.push(self)


# --- 2: ZWIĘKSZENIE IZBY ---


class Place(Choice[Senate]):
    """The recruits take the next free slots (KON-040), in an order chosen one by one (KON-041, KON-R05); each is
    resolved to the end before the next (KON-042)."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat)
        self.recruits: i64 = RECRUITS.of(seat)
        self.chamber: i64 = CHAMBER.of(seat)

    def continues(self) -> bool:
        return True

    def offers(self, s: Senate, o: Offers) -> None:
        for kind in s.kinds(self.recruits):
            o.allow(PLACE.of(kind))
        refuse_recruiting(s, o, "KON-030")

    def any_option(self, s: Senate, dice: Dice) -> i64:
        return PLACE.first + s.any_bit(s.present(self.recruits), dice)

    def take(self, s: Senate, action: i64) -> None:
        kind = PLACE.target(action)
        s.lay(kind, self.recruits, self.chamber)
        if s.cells[self.chamber] < SLOTS and s.size(self.recruits):
            s.push(self)
        s.lay_crest(self.seat, self.chamber, kind)
        activate(s, self.seat, kind)
        if s.has_key(kind) and s.keys_suffice(self.seat):    # KON-064
            take_over(s, self.seat)


# --- The steps are immutable and shared by all games. ---

ONE_PILE: Final = (1 << RANKS) - 1    # all kinds of a colour, as bits
DRAWS: Final[list[list[i64]]] = [    # by the most that can be drawn
    [DRAW.of(count) for count in range(most)] for most in range(MOST_DRAWN + 1)
]
SETUP_STEP: Final[AnyStep] = Setup()
TURNS: Final[vec[AnyStep]] = each_seat(Turn, MOST_SEATS)
PLACES_LORDS: Final[vec[AnyStep]] = each_seat(Place, MOST_SEATS)
END_TURN: Final[vec[AnyStep]] = each_seat(EndTurn, MOST_SEATS)
CHOOSE_LORD: Final[vec[AnyStep]] = each_seat(ChooseLord, MOST_SEATS)
CHOOSE_SOME: Final[list[AnyStep]] = [
    ChooseSome(seat, colour) for seat in range(MOST_SEATS) for colour in range(COLOUR_COUNT)
]
TURN_STEPS: Final = vec[vec[AnyStep]]([
    vec[AnyStep]([Recruit(seat), PLACES_LORDS[seat], END_TURN[seat]]) for seat in range(MOST_SEATS)
])


def opening(s: Senate) -> None:
    """Przygotowanie do gry is all that is pending (KON-010 to 016)."""
    s.push(SETUP_STEP)
