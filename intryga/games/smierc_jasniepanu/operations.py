"""What cards and abilities can do: the operations of cards.toml, one class each, done as far as possible (SMI-093)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu import memory
from intryga.games.smierc_jasniepanu.cards import ROLES, TYPES
from intryga.games.smierc_jasniepanu.effects import CHOOSE_TAKER, DISCARDING, Join
from intryga.games.smierc_jasniepanu.elimination import eliminate
from intryga.games.smierc_jasniepanu.people import CHOSEN, NOBODY, CourtTeller, Person, person
from intryga.games.smierc_jasniepanu.state import Court
from intryga.games.smierc_jasniepanu.told import CANCELLED, EXECUTION_ENDS, SWAPPED, USURPED
from intryga.games.smierc_jasniepanu.zones import AIMED, ASKED, CENTRE, CHARACTER, DISCARDS, JOINER, PLAYED, PLAYED_BY
from intryga.kernel.cells import vec
from intryga.kernel.dice import CHANCE, DRAW
from intryga.kernel.effects import Effects, perform
from intryga.kernel.language import Amount, Book, Language, OneOfWords, Operation, Parameter, SubProgram, Teller
from intryga.kernel.places import Place
from intryga.kernel.steps import AnyStep

WHO: Final = Person("who", [], subject=True)
AMOUNT: Final = Amount("amount", 1, 50)


# --- the Order ---


class OrderTakenBy(Operation[Court]):
    """This player takes the Order: nobody gives it (SMI-016). Or the owner names who does."""

    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        who = person(s, e, code[at + 1])
        if code[at + 1] == CHOSEN:
            s.push(CHOOSE_TAKER[e.seat])
        elif who >= 0:
            s.hand_order(who, -1)

    def words(self, table: Mapping[str, Any], teller: Teller) -> str:
        return teller.say("taker_chosen", {}) if table["who"] == "chosen_other" else super().words(table, teller)


class EndExecution(Operation[Court]):
    """Nobody is eliminated; the Overlord chooses again (SMI-015, SMI-110)."""

    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        s.tell(EXECUTION_ENDS)
        s.lay_order_aside()


class Cancel(Operation[Court]):
    """What a Counter does: the card below it on the table falls without any effect, and both are discarded (SMI-077,
    078, 094). By the letter, a holder who has tried is not asked to wait for Confessions again (SMI-R27)."""

    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        top = s.row_size(PLAYED) - 1
        s.tell(CANCELLED, s.row_item(PLAYED_BY, top - 1), e.seat)
        for place in (top, top - 1):
            s.lift(PLAYED, place, DISCARDS)
            player = s.strike_out(PLAYED_BY, place)
        if top == 1:
            s.set_to(AIMED, -1)
            if player == s.holder() and not s.rules.options.confession_after_counter:
                s.set_to(ASKED, 1)


# --- gold ---


class GainGold(Operation[Court]):
    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        who = person(s, e, code[at + 1])
        if who >= 0:
            s.from_treasury(who, code[at + 2])


class TakeGold(Operation[Court]):
    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        who = person(s, e, code[at + 1])
        payer = person(s, e, code[at + 2])
        if who >= 0 and payer >= 0:
            s.pay(payer, who, code[at + 3])


class TakeGoldEach(Operation[Court]):
    """From every other active player (SMI-108), clockwise."""

    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        who = person(s, e, code[at + 1])
        for i in range(1, s.seats if who >= 0 else 0):
            payer = (who + i) % s.seats
            if s.active(payer):
                s.pay(payer, who, code[at + 3])


class PayGold(Operation[Court]):
    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        who = person(s, e, code[at + 1])
        to = person(s, e, code[at + 2])
        if who >= 0 and to >= 0:
            s.pay(who, to, code[at + 3])


# --- cards ---


class DiscardCards(Operation[Court]):
    """As many as there are (SMI-101): of the discarding player's choice, or at random."""

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        super().check(place, scope, language)
        if place.table["chooser"] not in ("nobody", place.table["who"]):
            sentence = "nobody chooses from a hand they cannot see: the discarding player or 'nobody'"
            raise place.wrong("chooser", sentence)

    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        who = person(s, e, code[at + 1])
        if who < 0 or not s.hand_size(who):
            return
        if code[at + 2] != NOBODY:
            s.push(DISCARDING[who])
            return
        s.dice.begin(CHANCE)
        rest = s.dice.below(s.hand_size(who))
        kind: i64 = 0
        while rest >= s.holds(who, kind):
            rest -= s.holds(who, kind)
            kind += 1
        memory.discard_card(s, who, kind)

    def words(self, table: Mapping[str, Any], teller: Teller) -> str:
        said: dict[str, Any] = {"n": table["amount"]}
        WHO.tell(table["who"], teller, said)
        return teller.say("discard_at_random" if table["chooser"] == "nobody" else "discard", said)


class DrawCards(Operation[Court]):
    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        who = person(s, e, code[at + 1])
        if who >= 0:
            s.dice.begin(DRAW)
            memory.draw_cards(s, who, code[at + 2])


class LookAtHand(Operation[Court]):
    """This player alone sees a hand, and remembers it."""

    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        who = person(s, e, code[at + 1])
        of = person(s, e, code[at + 2])
        if who >= 0 and of >= 0 and who != of:
            memory.look(s, who, of)


# --- characters and heads ---


class SwapCharacters(Operation[Court]):
    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        a = person(s, e, code[at + 1])
        b = person(s, e, code[at + 2])
        if a >= 0 and b >= 0 and a != b and s.active(a) and s.active(b):    # SMI-103, SMI-104
            s.swap(CHARACTER.of(a), 0, CHARACTER.of(b), 0)
            s.tell(SWAPPED, a, b)


class BecomeOverlord(Operation[Court]):
    """The Overlord card goes to the usurper, their own card to the centre (SMI-115)."""

    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        who = person(s, e, code[at + 1])
        for role in range(ROLES if who >= 0 else 0):
            if s.rules.is_overlord[role] and s.cells[CENTRE + role]:
                s.lift(CHARACTER.of(who), 0, CENTRE)
                s.lay(role, CENTRE, CHARACTER.of(who))
                s.tell(USURPED, who)
                return


class Eliminate(Operation[Court]):
    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        who = person(s, e, code[at + 1])
        if who >= 0:
            eliminate(s, who)


# --- Powstanie: who joins? ---


class CardType(Parameter):
    """What joining costs: one card of a type."""

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        cost = place.inside(self.name)
        cost.word("discard_type", TYPES)
        cost.whole("amount", 1, 1)

    def write(self, content: Any, book: Book) -> i64:
        return TYPES.index(content["discard_type"])

    def tell(self, content: Any, teller: Teller, said: dict[str, Any]) -> None:
        said[self.name] = teller.texts.word(f"type_{content['discard_type']}")


class Rally(Operation[Court]):
    """Third parties may each discard a card of this type; the first in order who does decides (SMI-105 to 107).
    Clockwise from the one who played it; the target only if this table allows it, and last (SMI-R17)."""

    def write(self, table: Mapping[str, Any], book: Book) -> list[i64]:
        """Two operations: who joins, and what comes of it once all have answered."""
        line = super().write(table, book)
        return [*line, RALLIED.number, line[3], line[4]]

    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        s.set_to(JOINER, -1)
        card_type = code[at + 1]
        somewhere = memory.unseen(s, card_type)
        asked: list[AnyStep] = []
        for i in range(1, s.seats):
            seat = (e.seat + i) % s.seats
            if seat != e.two and s.active(seat) and memory.may_hold(s, seat, card_type, somewhere):
                asked.append(Join(seat, card_type))
        target_may = s.rules.options.uprising_target_may_volunteer and s.active(e.two)
        if target_may and memory.may_hold(s, e.two, card_type, somewhere):
            asked.append(Join(e.two, card_type))
        s.then(asked)

    def words(self, table: Mapping[str, Any], teller: Teller) -> str:
        """Among so many people "that player" would not be clear any more."""
        assert isinstance(teller, CourtTeller)
        return super().words(table, teller.naming({"receiver": "target"}))


class Rallied(Operation[Court]):
    """Somebody has joined, or nobody; no file writes it."""

    def run(self, s: Court, e: Effects, code: vec[i64], at: i64) -> None:
        perform(s, code[at + 1] if s.cells[JOINER] >= 0 else code[at + 2], e.seat, e.one, e.two, e.three)


OUTCOMES: Final[list[Parameter]] = [SubProgram("on_join"), SubProgram("on_none")]
RALLIED: Final = Rallied("", OUTCOMES)
LANGUAGE: Final = Language(
    [
        OrderTakenBy("order_taken_by", [Person("who", ["chosen_other"], subject=True)]),
        EndExecution("end_execution", [OneOfWords("who", ["nobody"])]),
        Cancel("cancel", [OneOfWords("what", ["pending_plot_card"])]),
        GainGold("gain_gold", [WHO, AMOUNT]),
        TakeGold("take_gold", [WHO, Person("from", []), AMOUNT]),
        TakeGoldEach("take_gold_each", [WHO, OneOfWords("from", ["other_active"]), AMOUNT]),
        PayGold("pay_gold", [WHO, Person("to", []), AMOUNT]),
        DiscardCards("discard", [WHO, Person("chooser", ["nobody"]), AMOUNT], one_by_one=True),
        DrawCards("draw", [WHO, AMOUNT]),
        LookAtHand("look_at_hand", [WHO, Person("of", [])]),
        SwapCharacters("swap_characters", [Person("a", [], subject=True), Person("b", [])]),
        BecomeOverlord("become_overlord", [WHO]),
        Eliminate("eliminate", [WHO], joint="then"),
        Rally("rally", [CardType("cost"), OneOfWords("volunteers", ["third_parties"]), *OUTCOMES], joint="then"),
        RALLIED,
    ]
)
