"""Positions of Strażnik Kluczy written by hand: what they leave unsaid, and what is pending in each phase.

Unsaid are: whatever follows (supply, covered slots), what always holds at first (segments A to E clockwise, markers on
1 and 7, round 1), and decks: what is not named lies in its deck, and tops and displays come from there. A pile with -1
cards below its top has none, and no top unless one is named.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    AI_CHESTS,
    FIRST_HERO,
    FIRST_NEUTRAL,
    FOLK_KINDS,
    MANUSCRIPTS,
    NOTHING,
    SCHEMES,
    SEGMENT_COUNT,
    SLOTS_OF_TYPE,
    TYPE_COUNT,
)
from intryga.games.straznik_kluczy.collision import COLLIDE
from intryga.games.straznik_kluczy.ring import Ride
from intryga.games.straznik_kluczy.sampler import impossible_board
from intryga.games.straznik_kluczy.scoring import built, workers
from intryga.games.straznik_kluczy.setup import Choosing, SetUp, starting_cards, used
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.turn import ACTING, DRAW_UP, END_TURN, PLAY_UP, RECRUIT, SLIDE, TURN
from intryga.games.straznik_kluczy.zones import (
    ACTIVE,
    AI_BOARD,
    AI_CHEST_BOX,
    AI_CHEST_UNDER,
    AI_CHESTS_DOWN,
    CHEST_BOX,
    CHEST_DECK,
    CHESTS_SHOWN,
    COVERED,
    DEBTS_LEFT,
    DEEDS_LEFT,
    DISCARDS,
    DRAW_PILE,
    FOLK_BOX,
    FUTURE_SCHEMES,
    HERO_DECK,
    HEROES_SHOWN,
    MANUSCRIPT,
    MANUSCRIPT_BOX,
    MANUSCRIPT_DECK,
    MANUSCRIPTS_LEFT,
    NEUTRAL_DECK,
    OFFERED_CARDS,
    OFFERED_HEROES,
    POVERTY,
    PROSPERITY,
    RING,
    ROUND,
    SCHEME_BOX,
    SCHEME_PILE,
    SETTING_UP,
    STARTER,
    SUPPLY,
    TOWNSFOLK,
    TOWNSFOLK_LEFT,
    VISCOUNT,
)
from intryga.kernel.components import Mistake
from intryga.kernel.dice import SETUP
from intryga.kernel.steps import AnyStep

Phase = Callable[[Kingdom, int], None]


def set_up(s: Kingdom, seat: int) -> None:
    s.push(SetUp())


def pairs(s: Kingdom, seat: int) -> None:
    """The table is set and pairs are chosen; `to_act` starts the game, and so chooses last."""
    s.set_to(SETTING_UP, 1)
    s.dice.begin(SETUP)
    _complete_ring(s)
    for owner in range(s.players):
        _complete_board(s, owner)
    for owner in range(s.seats):
        for kind in starting_cards(s):
            s.move(kind, 1, FOLK_BOX, DISCARDS.of(owner))
    _complete_piles(s)
    _complete_decks(s)
    if s.rules.options.expansion:
        _show(s, CHESTS_SHOWN, CHEST_DECK, s.rules.setup.chests_shown)
    if s.row_size(OFFERED_CARDS) != s.row_size(OFFERED_HEROES) or s.row_size(OFFERED_CARDS) <= s.seats:
        raise Mistake(f"phase 'pairs' needs {s.seats + 1} cards in 'offered_cards' and as many 'offered_heroes'")
    s.set_to(STARTER, max(seat, 0))
    s.push(Choosing())


def over(s: Kingdom, seat: int) -> None:
    _complete(s, 0)
    s.set_to(ACTIVE, -1)


def ride(s: Kingdom, seat: int) -> None:
    """The card in the first space was just played."""
    seat = _complete(s, seat)
    card = s.on_belt(seat, 0)
    if card == NOTHING:
        raise Mistake("phase 'ride' needs the card just played, in 'first'")
    s.then([Ride(seat, card), *_phases(seat)[2:]])


def ai(s: Kingdom, seat: int) -> None:
    """The AI's turn, then the person's."""
    if not s.guests:
        raise Mistake("phase 'ai' needs a game for one person")
    _complete(s, 0)
    s.push(TURN[s.seats])


def from_phase(number: int) -> Phase:
    """From this part of a turn on."""

    def begin(s: Kingdom, seat: int) -> None:
        s.then(_phases(_complete(s, seat))[number:])

    return begin


def _phases(seat: int) -> list[AnyStep]:
    rest = [ACTING[seat], RECRUIT[seat], COLLIDE[seat], DRAW_UP[seat], END_TURN[seat]]
    return [SLIDE[seat], PLAY_UP[seat], *rest]


PHASES_BY_NAME: dict[str, Phase] = {
    "setup": set_up,
    "pairs": pairs,
    "slide": from_phase(0),
    "play": from_phase(1),
    "ride": ride,
    "act": from_phase(2),
    "recruit": from_phase(3),
    "collide": from_phase(4),
    "draw": from_phase(5),
    "ai": ai,
    "over": over,
}


# --- what is left unsaid ---


def _complete(s: Kingdom, seat: int) -> int:
    """Gives the seat whose turn it is: the first, if none is named."""
    seat = max(seat, 0)
    s.dice.begin(SETUP)
    _complete_ring(s)
    for owner in range(s.players):
        _complete_board(s, owner)
    for owner in range(s.seats):
        _complete_deck(s, owner)
    _complete_piles(s)
    _complete_displays(s)
    if s.guests:
        _complete_ai(s)
    s.set_to(ACTIVE, seat)
    if s.cells[STARTER] < 0:
        s.set_to(STARTER, 0)
    s.set_to(ROUND, max(s.cells[ROUND], 1))
    counters = (DEBTS_LEFT, DEEDS_LEFT, POVERTY, PROSPERITY)
    if not any(s.cells[counter] for counter in counters):
        s.set_to(DEBTS_LEFT, s.rules.setup.debts[s.seats])
        s.set_to(DEEDS_LEFT, s.rules.setup.deeds[s.seats])
    return seat


def _complete_ring(s: Kingdom) -> None:
    for segment in range(SEGMENT_COUNT if s.row_size(RING) == 0 else 0):
        s.remember_next(segment, RING)


def _complete_board(s: Kingdom, seat: int) -> None:
    """Of a type without a covered slot named, the first are open, as many as stand on spots."""
    if s.row_size(VISCOUNT.of(seat)) == 0:
        s.move_viscount(seat, 0)
    for building in range(TYPE_COUNT):
        slots = range(building * SLOTS_OF_TYPE, building * SLOTS_OF_TYPE + SLOTS_OF_TYPE)
        if not any(s.cells[COVERED.at(seat, slot)] for slot in slots):
            for slot in slots[built(s, seat, building) :]:
                s.set_note(COVERED.of(seat), slot, 1)
    if s.cells[SUPPLY.of(seat)] == 0:
        s.set_to(SUPPLY.of(seat), s.rules.setup.workers - workers(s, seat))
    wrong = impossible_board(s, seat)
    if wrong:
        raise Mistake(f"this position cannot be: seat {seat}: {wrong}")


def _complete_deck(s: Kingdom, seat: int) -> None:
    """Of whom three cards or more are named owns just those; others have the rest of their starting cards to draw."""
    if s.cards_owned(seat) >= s.rules.setup.fewest_cards:
        return
    for kind in starting_cards(s):
        if not s.owns(seat, kind):
            s.move(kind, 1, FOLK_BOX, DRAW_PILE.of(seat))


def _complete_piles(s: Kingdom) -> None:
    folk = s.rules.folk
    neutral = [
        kind for kind in range(FIRST_NEUTRAL, FIRST_HERO) if s.cells[FOLK_BOX + kind] and used(s, folk.of_keys[kind])
    ]
    _deal_piles(s, neutral, FOLK_BOX, NEUTRAL_DECK, TOWNSFOLK, TOWNSFOLK_LEFT)
    tiles = s.rules.manuscripts
    left = [
        kind for kind in range(len(MANUSCRIPTS)) if s.cells[MANUSCRIPT_BOX + kind] and used(s, tiles.of_keys[kind])
    ]
    _deal_piles(s, left, MANUSCRIPT_BOX, MANUSCRIPT_DECK, MANUSCRIPT, MANUSCRIPTS_LEFT)


def _deal_piles(s: Kingdom, kinds: list[i64], box: i64, deck: i64, tops: list[i64], left: list[i64]) -> None:
    """What is not said shares what is left equally; the rest stays in the box."""
    said = {segment: max(s.cells[left[segment]], 0) for segment in range(SEGMENT_COUNT) if s.cells[left[segment]]}
    empty = [segment for segment in range(SEGMENT_COUNT) if s.cells[left[segment]] < 0]
    wanting = [
        segment for segment in range(SEGMENT_COUNT) if s.row_size(tops[segment]) == 0 and segment not in empty
    ]
    below = max(len(kinds) - len(wanting) - sum(said.values()), 0)
    others = [segment for segment in range(SEGMENT_COUNT) if segment not in said]
    for number, segment in enumerate(others):
        said[segment] = below // len(others) + (1 if number < below % len(others) else 0)
    for kind in kinds[: sum(said.values()) + len(wanting)]:
        s.move(kind, 1, box, deck)
    for segment in range(SEGMENT_COUNT):
        s.set_to(left[segment], said[segment] + (1 if segment in wanting else 0))
    for segment in wanting:
        size = sum(s.cells[one] for one in left)
        s.deal(deck, size, tops[segment])
        s.add(left[segment], -1)


def _complete_decks(s: Kingdom) -> None:
    """Heroes and chests that are not named."""
    if s.size(HERO_DECK) == 0:
        for kind in range(FIRST_HERO, FOLK_KINDS):
            if s.cells[FOLK_BOX + kind] and used(s, s.rules.folk.of_keys[kind]):
                s.move(kind, 1, FOLK_BOX, HERO_DECK)
    if s.rules.options.expansion and s.size(CHEST_DECK) == 0:
        s.move_all(CHEST_BOX, CHEST_DECK)


def _complete_displays(s: Kingdom) -> None:
    if s.rules.options.expansion:
        _complete_decks(s)
        _show(s, HEROES_SHOWN, HERO_DECK, s.rules.setup.heroes_shown)
        _show(s, CHESTS_SHOWN, CHEST_DECK, s.rules.setup.chests_shown)


def _show(s: Kingdom, display: i64, deck: i64, count: i64) -> None:
    for _ in range(count if s.row_size(display) == 0 else 0):
        s.deal(deck, s.size(deck), display)


def _complete_ai(s: Kingdom) -> None:
    """The Cleric AI, unless another board is named or chosen; schemes that are not named lie in its piles."""
    if s.cells[AI_BOARD] < 0:
        s.set_to(AI_BOARD, max(s.rules.options.ai_board, 0))
    solo = s.rules.solo
    if s.size(SCHEME_PILE) == 0 and s.size(FUTURE_SCHEMES) == 0:
        for kind in range(len(SCHEMES)):
            removed = solo.removed[s.cells[AI_BOARD] * len(SCHEMES) + kind]
            if s.cells[SCHEME_BOX + kind] and not removed and used(s, solo.of_keys[kind]):
                s.move(kind, 1, SCHEME_BOX, FUTURE_SCHEMES if solo.future[kind] else SCHEME_PILE)
    if s.rules.options.expansion and s.row_size(AI_CHESTS_DOWN) == 0:
        shown = sum(s.row_size(row) for row in AI_CHEST_UNDER)
        for kind in range(len(AI_CHESTS)):
            if s.cells[AI_CHEST_BOX + kind] and s.row_size(AI_CHESTS_DOWN) + shown < len(AI_CHESTS):
                s.lay(kind, AI_CHEST_BOX, AI_CHESTS_DOWN)
