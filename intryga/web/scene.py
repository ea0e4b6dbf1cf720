"""What lies on a table, as things to draw (`things.py`).

Built from a view alone. A thing is named after its place, and after its kind only where the viewer sees the kind: no
id, class or label says more than the view does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar

from msgspec.structs import replace

from intryga.kernel.layout import COUNTER, EVERYBODY, Layout, Zone
from intryga.kernel.seen import Cards
from intryga.kernel.view import StoryLine, View
from intryga.texts.library import GameTexts
from intryga.texts.narrator import SEAT, Narrator
from intryga.web.look import Face, Look
from intryga.web.things import Choices, Contender, Reason, ShownOption, ShownZone, Thing
from intryga.web.written import Written

MIDDLE = -1    # the seat of what belongs to nobody
T = TypeVar("T")

Key = tuple[str, int, str]
"""A place on the table: zone, seat, and a kind of card or the whole zone."""


class Scene:
    DERIVED = ("pointed", "numbered")    # methods that are given things, and ask for the rest (see asked.py)

    def __init__(self, view: View, narrator: Narrator, look: Look, news: Sequence[StoryLine]) -> None:
        self.view = view
        self.narrator = narrator
        self.texts: GameTexts = narrator.texts
        self.look = look
        self.space = self.texts.game.space
        self.zones = _places(self.texts.game.layout, view.seats + view.guests)
        self._came: dict[Key, tuple[int, str]] = {}    # how many cards have come to a place, and where from
        for entry in news:
            if entry.target:
                key = (entry.target, entry.target_seat, entry.card)
                before = self._came.get(key, (0, ""))[0]
                self._came[key] = (before + entry.number, self.zone_id(entry.source, entry.source_seat))
        self._offered: dict[Key, list[ShownOption]] = {}
        self._refused: dict[Key, list[Reason]] = {}
        self._drawn: dict[tuple[str, str], Choices] = {}    # by verb and argument: for the game's own table to place
        self.buttons: list[ShownOption] = []    # what points at nothing on the table
        self.twins: list[ShownOption] = []    # what is chosen on the table, but too small there for a thumb
        self.locked: list[Reason] = []
        self._second_verb = look.either.get(self.step, "")    # if the first of two things is asked for now
        self.chosen = self._chosen_before()
        self._sort_choices()
        special = [*self._offered, *self._refused, *([self.chosen] if self.chosen else [])]
        self._special = {(zone, seat) for zone, seat, _ in special}    # places with choices
        self._news: dict[tuple[str, int], tuple[Any, ...]] = {}    # by place, what has come there
        for (zone, seat, card), came in self._came.items():
            self._news[zone, seat] = (*self._news.get((zone, seat), ()), card, came)

    # --- choices ---

    def _sort_choices(self) -> None:
        decision = self.view.decision
        if decision is None:
            return
        for option in decision.options:
            text = self.narrator.option(option.action, self.view.facts)
            found = ShownOption(
                option.action, text, self._count(option.action), self._second_verb != "", self._second(option.action)
            )
            if self._by_itself(option.action):
                self._choices_of(option.action).options.append(found)
            elif key := self._target(option.action, decision.seat):
                self._offered.setdefault(key, []).append(found)
            else:
                self.buttons.append(found)
                continue
            if self.space.verb(option.action).name in self.look.twins:
                self.twins.append(found)
        for refusal in decision.refused:
            reason = Reason(self.narrator.option(refusal.action), refusal.rule, self.texts.rule(refusal.rule))
            verb = self.space.verb(refusal.action).name
            a_button = verb not in self.look.points and not self.space.arguments(refusal.action)
            if self._by_itself(refusal.action):
                self._choices_of(refusal.action).reasons.append(reason)
            elif key := self._target(refusal.action, decision.seat):
                self._refused.setdefault(key, []).append(reason)
            elif a_button or verb in self.look.locks:    # of all else: things that are not there need no lock
                self.locked.append(reason)

    def _chosen_before(self) -> Key | None:
        """The thing that the question is about, where a chain of choices began with it."""
        decision = self.view.decision
        zone = self.look.chosen.get(decision.step) if decision else None
        if decision is None or zone is None:
            return None
        seat, kind = decision.about
        return zone, seat, self.zones[zone, seat].kinds[kind]

    @property
    def variant(self) -> str:
        """On what the words of the question turn: the place it asks about, or whether a zone holds an even number."""
        decision = self.view.decision
        if decision is None:
            return ""
        if zone := self.look.questions.get(decision.step):
            return "odd" if self.count(zone) % 2 else "even"
        return str(decision.about[0]) if decision.about else ""

    def _target(self, action: int, decider: int) -> Key | None:
        """What on the table an action points at; nothing if there is no such thing, and it becomes a button."""
        point = self.look.points.get(self.space.verb(action).name)
        if point is None:
            return None
        arguments = self.space.arguments(action)
        if "|" in point.zone:
            return self._wherever(point.zone.split("|"), arguments.values())
        where = point.zone.format(**arguments)
        seat = int(arguments.get(SEAT, decider))
        if (where, seat) not in self.zones:
            seat = MIDDLE
        if (where, seat) not in self.zones:
            return None
        words = (word for name, word in arguments.items() if name != SEAT and f"{{{name}}}" not in point.zone)
        card = point.card or next((word for word in words if not word.isdigit()), "")
        content = self.view.zones.get(self.zones[where, seat].label())
        if card and (isinstance(content, int) or not content or card not in content):
            return None
        return where, seat, card

    def _wherever(self, names: Sequence[str], words: Iterable[str]) -> Key | None:
        """The place of a card whose action does not say where it lies."""
        for word in words:
            for (name, seat), zone in self.zones.items():
                content = self.view.zones.get(zone.label())
                if name in names and isinstance(content, dict | list) and word in content:
                    return name, seat, word
        return None

    def _by_itself(self, action: int) -> bool:
        return self.look.own_table and self.space.verb(action).name in self.look.drawn

    def _choices_of(self, action: int) -> Choices:
        word = next(iter(self.space.arguments(action).values()), "")
        return self._drawn.setdefault((self.space.verb(action).name, word), Choices([], []))

    def choices(self, verb: str, word: str = "") -> Choices:
        """Of a verb that the game's own table draws by itself (`drawn` in its look)."""
        return self._drawn.get((verb, word)) or Choices([], [])

    def later(self, word: str) -> ShownOption | None:
        """The choice that this card or seat will be once what is asked for now is known (`either` in the look)."""
        if not self._second_verb:
            return None
        action = self.space.parse(f"{self._second_verb} {word}")
        return ShownOption(action, self.narrator.option(action), 0)

    def _second(self, action: int) -> int:
        """The same words by the verb of the second choice, where both choose among the same things; or -1."""
        arguments = self.space.arguments(action) if self._second_verb else {}
        alike = [verb.name for verb in self.space.verbs if verb.parameters == list(arguments)]
        if not arguments or self._second_verb not in alike:
            return -1
        return self.space.parse(" ".join([self._second_verb, *arguments.values()]))

    @property
    def second(self) -> bool:
        """Is the second of two things asked for, the first being chosen?"""
        decision, verbs = self.view.decision, self.look.either.values()
        options = decision.options if decision and decision.step not in self.look.either else []
        return any(self.space.verb(option.action).name in verbs for option in options)

    def asked(self, verb: str) -> list[str]:
        """The arguments with which this verb is open now."""
        return [word for (name, word), found in self._drawn.items() if name == verb and found.options]

    def of(self, verb: str) -> dict[str, Choices]:
        """All that this verb may and may not do now, by its argument."""
        return {word: found for (name, word), found in self._drawn.items() if name == verb}

    def pointed(self, thing: Thing, verb: str, word: str, chosen: bool = False) -> Thing:
        """A thing with what such a verb may and may not do with it; perhaps chosen before."""
        options, reasons = self.choices(verb, word)
        return replace(thing, options=options, reasons=reasons, chosen=chosen)

    def numbered(self, things: list[Thing], verb: str, chosen: int) -> list[Thing]:
        """Things in a row, each with what such a verb may do with its place, counted from 1; perhaps one chosen."""
        return [self.pointed(thing, verb, str(n), n - 1 == chosen) for n, thing in enumerate(things, 1)]

    def _count(self, action: int) -> int:
        numbers = [word for name, word in self.space.arguments(action).items() if name != SEAT and word.isdigit()]
        return int(numbers[0]) if numbers else 0

    @property
    def glowing(self) -> list[str]:
        """The choices that are made by pointing at the table, in words."""
        drawn = [option for found in self._drawn.values() for option in found.options]
        return [option.text for option in [*drawn, *(one for options in self._offered.values() for one in options)]]

    @property
    def glows(self) -> bool:
        """Is there any?"""
        return bool(self.glowing)

    @property
    def cards_glow(self) -> bool:
        """Is a card among them? Where a tap plays it, reading it takes a longer one."""
        return any(found.options for found in self._drawn.values()) or any(card for _, _, card in self._offered)

    # --- things ---

    def count(self, zone: str, seat: int = MIDDLE) -> int:
        content = self.view.zones.get(_label(zone, seat), 0)
        if isinstance(content, int):
            return content
        return sum(content.values()) if isinstance(content, dict) else len(content)

    def contest(self, zone: str, fact: str) -> list[Contender]:
        """By seat, who leads what among the cards that lie open in this zone; the fact names the leaders."""
        courts = [self.view.zones[_label(zone, seat)] for seat in range(self.view.seats)]
        known = [court if isinstance(court, dict) else {} for court in courts]
        best = Counter[str]()
        for court in known:
            best |= Counter(court)
        tied = {kind: n for kind, n in best.items() if kind not in self.view.facts[fact]}
        return [
            Contender(court, self.held(fact, seat), [kind for kind, n in court.items() if n == tied.get(kind)])
            for seat, court in enumerate(known)
        ]

    def counter(self, name: str, seat: int = MIDDLE) -> int:
        return self.view.counters.get(_label(name, seat), 0)

    def content(self, names: Sequence[str], seat: int = MIDDLE) -> dict[str, Any]:
        """What lies in these zones and how these counters stand, by name: for pieces that are drawn from it alone."""
        zones, counters = self.view.zones, self.view.counters
        labels = ((name, _label(name, seat)) for name in names)
        return {name: zones[label] if label in zones else counters.get(label, 0) for name, label in labels}

    def things(self, zone: str, seat: int = MIDDLE) -> list[Thing]:
        """The cards of a zone, kind by kind or in their order; a closed zone is one pile."""
        content = self.view.zones.get(_label(zone, seat), 0)
        if isinstance(content, int):
            return [self.pile(zone, seat)] if content else []
        if (zone, seat) in self._special:
            return self._things(zone, seat, content)
        lying = tuple(content.items()) if isinstance(content, dict) else tuple(content)
        key = (self.texts, zone, seat, lying, self._news.get((zone, seat)))
        found: list[Thing] | None = _still.get(key)
        return _remember(key, Written(self._things(zone, seat, content))) if found is None else found

    def _things(self, zone: str, seat: int, content: dict[str, int] | list[str]) -> list[Thing]:
        if isinstance(content, dict):
            places = self.look.places
            ordered = sorted(content, key=lambda card: places.get(card, len(places)))
            return [self._thing(zone, seat, card, content[card], card) for card in ordered]
        return self._row(zone, seat, content)

    def _row(self, zone: str, seat: int, cards: list[str]) -> list[Thing]:
        """Of equal cards in a row the last ones are the news."""
        later = Counter(cards)
        found = []
        for place, card in enumerate(cards):
            later[card] -= 1
            thing = self._thing(zone, seat, card, 1, str(place))
            found.append(thing if later[card] < thing.came else replace(thing, fresh=0, came=0, origin=""))
        return found

    def pile(self, zone: str, seat: int = MIDDLE, locks: bool = True) -> Thing:
        """A zone as one thing, whatever lies in it; without `locks` where none are shown."""
        count = self.count(zone, seat)
        if (zone, seat) in self._special:
            thing = self._thing(zone, seat, "", count, "")
            return thing if locks else replace(thing, reasons=[])
        key = (self.texts, zone, seat, count, self._came.get((zone, seat, "")))
        found: Thing | None = _still.get(key)
        return _remember(key, self._thing(zone, seat, "", count, "")) if found is None else found

    def _thing(self, zone: str, seat: int, card: str, count: int, place: str) -> Thing:
        key = (zone, seat, card)
        name, face, short = _looks(self.texts, self.look, zone, card)
        here = self.zones.get((zone, seat))
        marked = here is not None and here.seen_by == EVERYBODY    # a new hand is new as a whole: no marks there
        came, origin = self._came.get(key, (0, ""))
        return Thing(
            id="-".join(part for part in (self.zone_id(zone, seat), place) if part),
            card=card,
            count=count,
            name=name,
            face=face,
            short=short,
            options=self._offered.get(key, []),
            reasons=self._refused.get(key, []),
            chosen=key == self.chosen,
            fresh=min(came, count) if marked else 0,
            came=came,
            origin=origin,
        )

    def zone_id(self, zone: str, seat: int) -> str:
        return f"z-{zone}" if seat < 0 else f"z-{zone}-{seat}"

    # --- for tables without a layout of their own ---

    def places(self, seat: int = MIDDLE) -> list[ShownZone]:
        """Every zone here that has a title and something in it."""
        found = []
        for zone in self.zones.values():
            if zone.seat != seat or zone.shape == COUNTER:
                continue
            title = self.texts.say(f"zones.{zone.name}")
            things = self.things(zone.name, seat)
            if title and things:
                found.append(ShownZone(self.zone_id(zone.name, seat), title, things, self.count(zone.name, seat)))
        return found

    def notes(self, seat: int = MIDDLE) -> list[str]:
        """Counters and facts in words."""
        said = []
        for zone in self.zones.values():
            if zone.shape == COUNTER and zone.seat == seat and zone.label() in self.view.counters:
                said.append(self.narrator.fact("counters", zone.name, self.view.counters[zone.label()]))
        for name, value in self.view.facts.items():
            if seat < 0:
                said.append(self.narrator.fact("facts", name, value))
            elif self.narrator.by_seat(name):
                told = self.narrator.fact_of(seat, name, value)
                said.append(f"{self.texts.say(f'facts.{name}.title')}: {told}" if told else "")
        return [line for line in said if line]

    def held(self, fact: str, seat: int) -> list[str]:
        """What of a fact that names a seat for each thing is this seat's."""
        return [name for name, holder in self.view.facts[fact].items() if holder == seat]

    def fact(self, name: str, of: Any = None) -> Any:
        """A fact as a whole, or of it what is so of one seat or thing."""
        return self.view.facts.get(name) if of is None else self.view.facts[name][of]

    def naming(self, fact: str, seat: int) -> list[tuple[str, int]]:
        """Of a fact that lists seats for each thing: the things that name this seat, and how often."""
        return [(thing, seats.count(seat)) for thing, seats in self.view.facts[fact].items() if seat in seats]

    def listing(self, fact: str, number: int) -> str:
        """Of a fact that lists numbers for each thing: the thing that lists this one, if any does."""
        return next((thing for thing, numbers in self.view.facts[fact].items() if number in numbers), "")

    def zone(self, name: str, seat: int = MIDDLE) -> Cards:
        """What lies there, as the view says it."""
        return self.view.zones[_label(name, seat)]

    def name(self, seat: int) -> str:
        return self.narrator.names[seat]

    def scores(self, seat: int) -> dict[str, int]:
        """By source."""
        return self.view.scores[seat] if self.view.scores is not None else {}

    def total(self, seat: int) -> int:
        return sum(self.scores(seat).values())

    @property
    def decider(self) -> int:
        return self.view.decision.seat if self.view.decision else MIDDLE

    @property
    def step(self) -> str:
        """What the viewer is asked; empty: nothing."""
        return self.view.decision.step if self.view.decision else ""


# Things in places where nothing may be done look the same to everybody who sees them and what has come there.
_still: dict[tuple[Any, ...], Any] = {}
STILL = 40_000


def _remember(key: tuple[Any, ...], still: T) -> T:
    if len(_still) >= STILL:
        _still.clear()
    _still[key] = still
    return still


@cache    # as many as the games have zones
def _label(zone: str, seat: int) -> str:
    return zone if seat < 0 else f"{zone} {seat}"


@lru_cache(maxsize=STILL)
def _looks(texts: GameTexts, look: Look, zone: str, card: str) -> tuple[str, Face | None, str]:
    """Its name, its face and what it does in short; of a pile the name of its zone."""
    face = look.faces.get(card)
    name = texts.word(card) if card else texts.say(f"zones.{zone}")
    return name, face, texts.short(card, face.short) if face else ""


@lru_cache
def _places(layout: Layout, chairs: int) -> dict[tuple[str, int], Zone]:
    return {(zone.name, int(zone.seat)): zone for zone in layout.zones_for(chairs)}
