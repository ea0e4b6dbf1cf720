"""Where on the table the options of a decision belong, and what may not be done there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from intryga.kernel.layout import Zone
from intryga.kernel.view import View
from intryga.texts.narrator import SEAT, Narrator
from intryga.web.look import Look
from intryga.web.things import Choices, Reason, ShownOption

MIDDLE = -1    # the seat of what belongs to nobody

Key = tuple[str, int, str]
"""A place on the table: zone, seat, and a kind of card or the whole zone."""


class PlacedOffers:
    """The options and locks of what one viewer is asked, sorted; nothing of all this where nobody asks."""

    def __init__(self, view: View, narrator: Narrator, look: Look, zones: Mapping[tuple[str, int], Zone]) -> None:
        self.view = view
        self.narrator = narrator
        self.look = look
        self.space = narrator.texts.game.space
        self.zones = zones
        self.offered: dict[Key, list[ShownOption]] = {}
        self.refused: dict[Key, list[Reason]] = {}
        self.drawn: dict[tuple[str, str], Choices] = {}    # by verb and argument: for the game's own table to place
        self.buttons: list[ShownOption] = []    # what points at nothing on the table
        self.twins: list[ShownOption] = []    # what is chosen on the table, but too small there for a thumb
        self.locked: list[Reason] = []
        self.second_verb = ""    # if the first of two things is asked for now
        self.chosen: Key | None = None
        self.places: set[tuple[str, int]] = set()    # zones and seats where something may or may not be done
        if view.decision is not None:
            self.second_verb = look.either.get(view.decision.step, "")
            self.chosen = self._chosen_before()
            self._sort()
            special = [*self.offered, *self.refused, *([self.chosen] if self.chosen else [])]
            self.places = {(zone, seat) for zone, seat, _ in special}

    def _sort(self) -> None:
        decision = self.view.decision
        if decision is None:
            return
        for option in decision.options:
            text = self.narrator.option(option.action, self.view.facts)
            found = ShownOption(
                option.action, text, self._count(option.action), self.second_verb != "", self._second(option.action)
            )
            if self._by_itself(option.action):
                self._choices_of(option.action).options.append(found)
            elif key := self._target(option.action, decision.seat):
                self.offered.setdefault(key, []).append(found)
            else:
                self.buttons.append(found)
                continue
            if self.space.verb(option.action).name in self.look.twins:
                self.twins.append(found)
        for refusal in decision.refused:
            reason = Reason(self.narrator.option(refusal.action), refusal.rule, self.narrator.texts.rule(refusal.rule))
            verb = self.space.verb(refusal.action).name
            a_button = verb not in self.look.points and not self.space.arguments(refusal.action)
            if self._by_itself(refusal.action):
                self._choices_of(refusal.action).reasons.append(reason)
            elif key := self._target(refusal.action, decision.seat):
                self.refused.setdefault(key, []).append(reason)
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
        return self.drawn.setdefault((self.space.verb(action).name, word), Choices([], []))

    def _second(self, action: int) -> int:
        """The same words by the verb of the second choice, where both choose among the same things; or -1."""
        arguments = self.space.arguments(action) if self.second_verb else {}
        alike = [verb.name for verb in self.space.verbs if verb.parameters == list(arguments)]
        if not arguments or self.second_verb not in alike:
            return -1
        return self.space.parse(" ".join([self.second_verb, *arguments.values()]))

    def _count(self, action: int) -> int:
        numbers = [word for name, word in self.space.arguments(action).items() if name != SEAT and word.isdigit()]
        return int(numbers[0]) if numbers else 0
