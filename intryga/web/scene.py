"""What lies on a table, as things to draw (`things.py`).

Built from a view alone. A thing is named after its place, and after its kind only where the viewer sees the kind: no
id, class or label says more than the view does.

Whatever is asked of it notes what it reads (`reads`): an answer is the same as long as nothing of that has changed, and
most answers are the same after a move (see kept.py). So nothing but the readers below looks into the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar

from msgspec.structs import replace

from intryga.kernel.layout import COUNTER, EVERYBODY, Layout, Zone
from intryga.kernel.seen import Cards
from intryga.kernel.view import Decision, StoryLine, View
from intryga.texts.library import GameTexts
from intryga.texts.narrator import Narrator
from intryga.web.look import Face, Look
from intryga.web.offers import MIDDLE, Key, PlacedOffers
from intryga.web.things import Choices, Contender, ShownOption, ShownZone, Thing
from intryga.web.written import Written

T = TypeVar("T")

DECISION = "decision"    # among what is read, beside labels of zones and counters
NAMES = "names"


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
        self._offers = PlacedOffers(view, narrator, look, self.zones)
        self.buttons = self._offers.buttons
        self.twins = self._offers.twins
        self.locked = self._offers.locked
        self.reads: set[Hashable] = set()
        self._news: dict[tuple[str, int], tuple[Any, ...]] = {}    # by place, what has come there
        for (zone, seat, card), came in self._came.items():
            self._news[zone, seat] = (*self._news.get((zone, seat), ()), card, came)

    # --- what is read of the view ---

    def changed_since(self, before: Scene) -> set[Hashable] | None:
        """What of all that can be read is not as it was; None: perhaps everything."""
        old, new = before.view, self.view
        alike = old.seats == new.seats and old.guests == new.guests and before.narrator.names == self.narrator.names
        if before.texts is not self.texts or not alike or (old.scores is None) != (new.scores is None):
            return None
        if any(a.keys() != b.keys() for a, b in ((old.zones, new.zones), (old.counters, new.counters))):
            return None
        if old.facts.keys() != new.facts.keys():
            return None
        found: set[Hashable] = {label for label, cards in new.zones.items() if old.zones[label] != cards}
        found.update(label for label, number in new.counters.items() if old.counters[label] != number)
        found.update(("fact", name) for name, fact in new.facts.items() if not _same(old.facts[name], fact))
        found.update(("scores", n) for n, scores in enumerate(new.scores or []) if (old.scores or [])[n] != scores)
        found.update(before._offers.places | self._offers.places)
        came, comes = before._news, self._news
        found.update(place for place in {**came, **comes} if came.get(place) != comes.get(place))
        if old.decision is not None or new.decision is not None:
            found.add(DECISION)
        return found

    def _cards(self, zone: str, seat: int) -> Cards:
        label = _label(zone, seat)
        self.reads.add(label)
        return self.view.zones.get(label, 0)

    def _facts(self, name: str) -> Any:
        self.reads.add(("fact", name))
        return self.view.facts.get(name)

    def _place(self, zone: str, seat: int) -> tuple[str, int]:
        """What can be done there, and what has come."""
        self.reads.add((zone, seat))
        return zone, seat

    @property
    def _decision(self) -> Decision | None:
        self.reads.add(DECISION)
        return self.view.decision

    @property
    def _sorted(self) -> PlacedOffers:
        self.reads.add(DECISION)
        return self._offers

    # --- choices ---

    @property
    def variant(self) -> str:
        """On what the words of the question turn: the place it asks about, or whether a zone holds an even number."""
        decision = self._decision
        if decision is None:
            return ""
        if zone := self.look.questions.get(decision.step):
            return "odd" if self.count(zone) % 2 else "even"
        return str(decision.about[0]) if decision.about else ""

    def choices(self, verb: str, word: str = "") -> Choices:
        """Of a verb that the game's own table draws by itself (`drawn` in its look)."""
        return self._sorted.drawn.get((verb, word)) or Choices([], [])

    def later(self, word: str) -> ShownOption | None:
        """The choice that this card or seat will be once what is asked for now is known (`either` in the look)."""
        verb = self._sorted.second_verb
        if not verb:
            return None
        action = self.space.parse(f"{verb} {word}")
        return ShownOption(action, self.narrator.option(action), 0)

    @property
    def second(self) -> bool:
        """Is the second of two things asked for, the first being chosen?"""
        decision, verbs = self._decision, self.look.either.values()
        options = decision.options if decision and decision.step not in self.look.either else []
        return any(self.space.verb(option.action).name in verbs for option in options)

    def asked(self, verb: str) -> list[str]:
        """The arguments with which this verb is open now."""
        return [word for (name, word), found in self._sorted.drawn.items() if name == verb and found.options]

    def of(self, verb: str) -> dict[str, Choices]:
        """All that this verb may and may not do now, by its argument."""
        return {word: found for (name, word), found in self._sorted.drawn.items() if name == verb}

    def pointed(self, thing: Thing, verb: str, word: str, chosen: bool = False) -> Thing:
        """A thing with what such a verb may and may not do with it; perhaps chosen before."""
        options, reasons = self.choices(verb, word)
        return replace(thing, options=options, reasons=reasons, chosen=chosen)

    def numbered(self, things: list[Thing], verb: str, chosen: int) -> list[Thing]:
        """Things in a row, each with what such a verb may do with its place, counted from 1; perhaps one chosen."""
        return [self.pointed(thing, verb, str(n), n - 1 == chosen) for n, thing in enumerate(things, 1)]

    @property
    def glowing(self) -> list[str]:
        """The choices that are made by pointing at the table, in words."""
        drawn = [option for found in self._sorted.drawn.values() for option in found.options]
        offered = [option for options in self._sorted.offered.values() for option in options]
        return [option.text for option in [*drawn, *offered]]

    @property
    def glows(self) -> bool:
        """Is there any?"""
        return bool(self.glowing)

    @property
    def cards_glow(self) -> bool:
        """Is a card among them? Where a tap plays it, reading it takes a longer one."""
        offers = self._sorted
        return any(found.options for found in offers.drawn.values()) or any(card for _, _, card in offers.offered)

    # --- things ---

    def count(self, zone: str, seat: int = MIDDLE) -> int:
        content = self._cards(zone, seat)
        if isinstance(content, int):
            return content
        return sum(content.values()) if isinstance(content, dict) else len(content)

    def contest(self, zone: str, fact: str) -> list[Contender]:
        """By seat, who leads what among the cards that lie open in this zone; the fact names the leaders."""
        courts = [self._cards(zone, seat) for seat in range(self.view.seats)]
        known = [court if isinstance(court, dict) else {} for court in courts]
        best: dict[str, int] = {}
        for court in known:
            for kind, n in court.items():
                best[kind] = max(n, best.get(kind, 0))
        led = self._facts(fact)
        tied = {kind: n for kind, n in best.items() if kind not in led}
        return [
            Contender(court, self.held(fact, seat), [kind for kind, n in court.items() if n == tied.get(kind)])
            for seat, court in enumerate(known)
        ]

    def counter(self, name: str, seat: int = MIDDLE) -> int:
        label = _label(name, seat)
        self.reads.add(label)
        return self.view.counters.get(label, 0)

    def content(self, names: Sequence[str], seat: int = MIDDLE) -> dict[str, Any]:
        """What lies in these zones and how these counters stand, by name: for pieces that are drawn from it alone."""
        zones = self.view.zones
        return {
            name: self._cards(name, seat) if _label(name, seat) in zones else self.counter(name, seat) for name in names
        }

    def things(self, zone: str, seat: int = MIDDLE) -> list[Thing]:
        """The cards of a zone, kind by kind or in their order; a closed zone is one pile."""
        content = self._cards(zone, seat)
        if isinstance(content, int):
            return [self.pile(zone, seat)] if content else []
        place = self._place(zone, seat)
        if place in self._offers.places:
            return self._things(zone, seat, content)
        lying = tuple(content.items()) if isinstance(content, dict) else tuple(content)
        key = (self.texts, zone, seat, lying, self._news.get(place))
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

    def alike(self) -> list[tuple[str, Thing]]:
        """Equal cards of the viewer's to which the same may be done one by one, and what doing it to all is called."""
        return [
            (called, thing)
            for zone, called in self.look.alike.items()
            for thing in self.things(zone, self.view.viewer)
            if thing.options and thing.count > 1
        ]

    def pile(self, zone: str, seat: int = MIDDLE, locks: bool = True) -> Thing:
        """A zone as one thing, whatever lies in it; without `locks` where none are shown."""
        count = self.count(zone, seat)
        if self._place(zone, seat) in self._offers.places:
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
            options=self._offers.offered.get(key, []),
            reasons=self._offers.refused.get(key, []),
            chosen=key == self._offers.chosen,
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
                said.append(self.narrator.fact("counters", zone.name, self.counter(zone.name, seat)))
        for name in self.view.facts:
            value = self._facts(name)
            if seat < 0:
                said.append(self.narrator.fact("facts", name, value))
            elif self.narrator.by_seat(name):
                told = self.narrator.fact_of(seat, name, value)
                said.append(f"{self.texts.say(f'facts.{name}.title')}: {told}" if told else "")
        return [line for line in said if line]

    def held(self, fact: str, seat: int) -> list[str]:
        """What of a fact that names a seat for each thing is this seat's."""
        return [name for name, holder in self._facts(fact).items() if holder == seat]

    def fact(self, name: str, of: Any = None) -> Any:
        """A fact as a whole, or of it what is so of one seat or thing."""
        fact = self._facts(name)
        return fact if of is None else fact[of]

    def naming(self, fact: str, seat: int) -> list[tuple[str, int]]:
        """Of a fact that lists seats for each thing: the things that name this seat, and how often."""
        return [(thing, seats.count(seat)) for thing, seats in self._facts(fact).items() if seat in seats]

    def listing(self, fact: str, number: int) -> str:
        """Of a fact that lists numbers for each thing: the thing that lists this one, if any does."""
        return next((thing for thing, numbers in self._facts(fact).items() if number in numbers), "")

    def zone(self, name: str, seat: int = MIDDLE) -> Cards:
        """What lies there, as the view says it."""
        return self._cards(name, seat)

    def name(self, seat: int) -> str:
        self.reads.add(NAMES)
        return self.narrator.names[seat]

    def scores(self, seat: int) -> dict[str, int]:
        """By source."""
        self.reads.add(("scores", seat))
        return self.view.scores[seat] if self.view.scores is not None else {}

    def total(self, seat: int) -> int:
        return sum(self.scores(seat).values())

    @property
    def decider(self) -> int:
        decision = self._decision
        return decision.seat if decision else MIDDLE

    @property
    def step(self) -> str:
        """What the viewer is asked; empty: nothing."""
        decision = self._decision
        return decision.step if decision else ""


# Things in places where nothing may be done look the same to everybody who sees them and what has come there. Who sees
# them is shown them one after another, so few need to be kept, at some 4 kB each.
_still: dict[tuple[Any, ...], Any] = {}
STILL = 1_000
LOOKS = 40_000    # more than all games have of cards in zones


def _remember(key: tuple[Any, ...], still: T) -> T:
    if len(_still) >= STILL:
        _still.clear()
    _still[key] = still
    return still


def _same(old: Any, new: Any) -> bool:
    """Facts may list what they tell of in an order of their own, which is drawn."""
    return bool(old == new) and (not isinstance(new, dict) or list(old) == list(new))


@cache    # as many as the games have zones
def _label(zone: str, seat: int) -> str:
    return zone if seat < 0 else f"{zone} {seat}"


@lru_cache(maxsize=LOOKS)
def _looks(texts: GameTexts, look: Look, zone: str, card: str) -> tuple[str, Face | None, str]:
    """Its name, its face and what it does in short; of a pile the name of its zone."""
    face = look.faces.get(card)
    name = texts.word(card) if card else texts.say(f"zones.{zone}")
    return name, face, texts.short(card, face.short) if face else ""


@lru_cache
def _places(layout: Layout, chairs: int) -> dict[tuple[str, int], Zone]:
    return {(zone.name, int(zone.seat)): zone for zone in layout.zones_for(chairs)}
