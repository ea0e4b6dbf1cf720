"""Tables as HTML: whole for the first load, section by section for live updates.

A layout marks what changes together with `{% call section("id") %}`; one rendering gives both the whole and the parts.
What is not new is not drawn (see kept.py and decision 30).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple
from weakref import WeakSet

import msgspec
from markupsafe import Markup

from intryga import games
from intryga.kernel.game import AnyGame
from intryga.kernel.layout import EVERYBODY
from intryga.kernel.view import StoryLine, View
from intryga.tables.types import NO_SEAT, ReplayPage, SeatInfo, TablePage, ToldMove, ViewersStory, Wish
from intryga.texts.library import GameTexts
from intryga.texts.narrator import Narrator
from intryga.web import forms
from intryga.web.asked import ASKED, Asked
from intryga.web.jinja import SPOKEN, environment
from intryga.web.kept import Answers, Question, Told, forget
from intryga.web.lessons import lessons
from intryga.web.lines import DrawnLine
from intryga.web.look import Look, look
from intryga.web.result import result
from intryga.web.scene import Scene
from intryga.web.story import drawn_lines

STORY_LINES = 60
# How long moments last, as a multiple, by the seconds between two moves of bots.
TEMPOS = ((1.5, 1.5), (0.5, 1.0), (0.01, 0.5), (0.0, 0.0))
LEARNT = 3    # things brought to light that are told: the last ones
NAMED = 60    # letters: choices on the table that the bar calls by their names; longer ones are only counted


OF_A_TABLE = ("base.html", "table_page.html", "waiting.html", "frame.html", "hint_tool.html", "queue.html",
              "decide.html", "over.html", "replay.html", "replay_bar.html")  # fmt: skip
prepared = WeakSet[GameTexts]()

Draw = Callable[[], str]


class Drawn(NamedTuple):
    whole: Markup
    sections: dict[str, str]    # by the id of its element; the first thing in it is that element
    story: list[DrawnLine]    # not a section: only new lines are sent
    public: list[str]    # parts of the whole that say nothing but what all at the table may know


def draw(page: TablePage, language: str, **extra: Any) -> Drawn:
    """`extra` is what the reader has chosen for all pages (theme), and what led here (an invite)."""
    sections: dict[str, str] = {}
    squeezable: list[str] = []
    playing, of_update, counsel = page.status == "playing", extra.get("update"), extra.get("counsel")
    advised = f'name="action" value="{counsel.action}"' if counsel else ""

    def section(
        id: str, piece: str = "", public: bool = False, place: str = "", given: tuple[Any, ...] = (), caller: Draw = str
    ) -> str:
        """`{{ section("id", piece(…)) }}`, or whatever stands between `{% call section("id") %}` and its end."""
        if place and playing:    # other pages are seldom drawn
            html = made.sections.draw(place, given, answers, caller)
        else:
            html = str(piece or caller()).strip()
        sections[id] = html = html.replace(advised, f"{advised} data-advised") if advised else html
        if of_update:    # nobody looks at the whole of it
            return ""
        return public_part(Markup(html)) if public else Markup(html)

    def public_part(html: Markup) -> Markup:
        """What says nothing but what all at the table may know (see squeezed.py). What is advised is for its reader."""
        if not advised:
            squeezable.append(html)
        return html

    def chronicle(newest_first: list[DrawnLine]) -> Markup:
        """Oldest first. (It must not know the context, which knows it: else a circle, left to the collector.)"""
        parts = []
        for public, lines in groupby(reversed(newest_first), attrgetter("public")):
            html = Markup("".join(line.item for line in lines))
            parts.append(public_part(html) if public else html)
        return Markup("").join(parts)

    texts = game_texts(page.game, language, page.components, page.rules)
    made = environment(texts)
    ways = {"section": section, "public_part": public_part, "chronicle": chronicle}
    context = {**DEFAULTS, **table_context(page, texts), **extra, **ways}
    assert not playing or made.globals.keys().isdisjoint(context), "or a section is kept by too little"
    answers = _to_be_asked(context, page.story)
    layout = made.get_template(_layout(page, texts.game))
    table = layout.new_context(context)
    try:
        whole = made.concat(layout.root_render_func(table))
    except Exception:
        made.handle_exception()    # tells the line of the template
    finally:
        table.vars.clear()    # macros know it, and it them: else a circle with all answers, left to the collector
    return Drawn(Markup(whole), sections, context["lines"], squeezable)


def _to_be_asked(context: dict[str, Any], story: list[ToldMove]) -> Answers:
    """Templates ask the scene, the view and the page, which is noted. What the last drawing of this viewer's page has
    found out still holds as far as it follows from nothing that has changed; the next will begin with this one's."""
    asked = {name: context[name] for name in ASKED if context.get(name)}
    scene, kept = context.get("scene"), story.kept if isinstance(story, ViewersStory) else {}
    told: dict[Question, Told] = {}
    if scene:
        before, told = kept.get(scene.texts, (scene, told))
        changed = scene.changed_since(before)
        if changed is None:
            told = {}
        else:
            forget(told, changed)
        kept[scene.texts] = (scene, told)
    answers = Answers(told, **asked)
    context |= {name: Asked(name, of, answers) for name, of in asked.items()}
    return answers


def update(page: TablePage, language: str, **extra: Any) -> Drawn:
    """The same for a page that is already shown: its sections and its story, without what stands around them."""
    return draw(page, language, update=True, **extra)


def draw_view(replay: ReplayPage, seats: list[SeatInfo], language: str, **extra: Any) -> Drawn:
    """A table that nobody is asked anything at, for replays. Whoever made the move: what came of it is news."""
    view = msgspec.structs.replace(replay.view, decision=None)
    told = [*replay.before, *([replay.story] if replay.story else [])]
    page = TablePage(
        table=replay.table, game=view.game, name="", options={}, status="playing", version=0, seats=seats,
        viewer=view.viewer, view=view, story=[ToldMove(NO_SEAT, entries) for entries in told], can_undo=False, chat=[],
        commitment="", secret=None, invite=None, deadline=None, creator=False, hot_seat=False, news=bool(replay.story),
        components=replay.components, rules=replay.rules,
    )  # fmt: skip
    return draw(page, language, still=True, replay=replay, **extra)


DEFAULTS: dict[str, Any] = {"theme": "auto", "here": "/", "token": "", "person_name": "", "still": False,
                            "update": False, "lively": True, "frame": "frame.html", "still_bar": "replay_bar.html",
                            "counsel": None, "invitation": None, "public_table": False}  # fmt: skip


def _layout(page: TablePage, game: AnyGame) -> str:
    if page.status == "waiting":
        return "waiting.html"
    if page.status == "over" or page.view is None:
        return "over.html"
    return _in_play(game)


def _in_play(game: AnyGame) -> str:
    return f"games/{game.id}/table.html" if look(game).own_table else "generic.html"


def _mat(page: TablePage, texts: GameTexts) -> Markup:
    """How everything lay when the game was over, drawn as at the table, for a page that nothing changes any more."""
    seats = [msgspec.structs.replace(info, present=True, clock_seconds=None) for info in page.seats]
    bare = msgspec.structs.replace(page, viewer=NO_SEAT, status="playing", story=[], news=0, seats=seats)
    template = environment(texts).get_template(_in_play(texts.game))
    context = {**DEFAULTS, **table_context(bare, texts), "still": True, "frame": "mat.html"}
    _to_be_asked(context, bare.story)
    return Markup(template.render({**context, "section": lambda id, piece="", caller=str, **_: piece or caller()}))


# --- what the templates are given ---


@lru_cache(maxsize=SPOKEN)
def game_texts(game: str, language: str, components: str = "", rules: int = 0) -> GameTexts:
    """`components` is the fingerprint of a component file of somebody's own: their cards have their names. `rules`: the
    version, 0 for the newest."""
    return GameTexts(games.marked(game, components, rules), language)


def prepare(texts: GameTexts) -> None:
    """Have all templates of a game's tables at hand before they are needed."""
    made = environment(texts)
    for name in (*OF_A_TABLE, _in_play(texts.game)):
        made.get_template(name)
    prepared.add(texts)


def table_context(page: TablePage, texts: GameTexts) -> dict[str, Any]:
    appearance = look(texts.game)
    names = [info.name for info in page.seats]
    narrator = Narrator(texts, names)
    news = page.story[len(page.story) - page.news :]
    lines = drawn_lines(page.story, len(news), narrator, appearance, page.viewer)[:STORY_LINES]
    context = {
        "page": page,
        "view": page.view,
        "lines": lines,
        "latest": next((line for line in lines if not line.head), None),
        "here_table": f"/table/{page.table}",
        "seating": page.seats,
        "seated": any(info.mine for info in page.seats),
        "may_talk": any(info.mine for info in page.seats),
        "free": sum(1 for info in page.seats if info.kind == "open"),
        "chosen": _chosen_options(texts, page) if page.status == "waiting" else [],
        "taught": lessons(texts.game) is not None,
        "cards_page": f"/table/{page.table}/cards" if page.components else f"/cards/{page.game}",
        "tempo": next(tempo for least, tempo in TEMPOS if page.pace >= least),
        "tempos": forms.PACES,
        "tempo_name": min(forms.PACES, key=lambda name: abs(forms.PACES[name] - page.pace)),
    }
    if page.view is not None:
        happened = [entry for move in news for entry in move.entries]
        context |= _in_play_context(page, page.view, narrator, appearance, happened)
    return context


def _in_play_context(
    page: TablePage, view: View, narrator: Narrator, appearance: Look, news: list[StoryLine]
) -> dict[str, Any]:
    if calm := _only_waits(page, view):
        view = msgspec.structs.replace(view, decision=None)
    decision = view.decision
    seats = page.seats
    if page.hot_seat:    # of those who share a screen only who looks at it now is "you"
        seats = [msgspec.structs.replace(info, mine=info.seat == page.viewer) for info in seats]
    me = max(page.viewer, -1)
    space = narrator.texts.game.space
    scene = Scene(view, narrator, appearance, news)
    advice = narrator.hint(decision.step, scene.variant) if decision else ""
    context: dict[str, Any] = {
        "scene": scene,
        "view": view,
        "seating": seats,
        "calm": calm,
        "mine": seats[me] if me >= 0 else None,
        "others": [seats[(me + 1 + i) % len(seats)] for i in range(len(seats) - (me >= 0))],
        "my_decision": decision is not None,
        "prompt": narrator.prompt(decision.step, scene.variant) if decision else "",
        "advice": advice,
        "choices": _choices(scene) if decision and not advice else "",
        "cause": _cause(narrator, view.facts) if decision else "",
        "seal": appearance.seals.get(decision.step, appearance.mark) if decision else appearance.mark,
        "learnt": _learnt(page, scene) if decision else "",
        "reader": _reader(page),
        "sealed": ", ".join(narrator.option(space.parse(text)) for text in view.sealed),
        # whoever has answered in secret knows it; to all others they are asked like everybody
        "awaited": "" if decision else ", ".join(narrator.name(seat) for seat in view.awaited if seat != me),
        "orders": _orders(page, narrator.texts),
    }
    if page.status == "over" and view.scores:
        context |= result(page, view, view.scores, narrator) | {"mat": _mat(page, narrator.texts)}
    return context


def _learnt(page: TablePage, scene: Scene) -> str:
    """What the viewer's last choice has brought to light: cards that left a place which not everybody sees."""
    mine = [move for move in page.story[-1:] if page.has_shown and move.mover == page.viewer]
    shown = [
        entry
        for move in mine
        for entry in move.entries
        if (zone := scene.zones.get((entry.source, entry.source_seat))) and zone.cards()
        and zone.seen_by != EVERYBODY and not zone.held
    ]
    return " ".join(scene.narrator.story(shown)[-LEARNT:])


class Reader(NamedTuple):
    """What the bar has to know of whoever looks: the same for most, so that most get the same bar."""

    looks_on: bool
    resigned: bool
    away: bool
    passes: bool
    may_replace: list[tuple[int, str]]    # seats, with the names of who left them


def _reader(page: TablePage) -> Reader:
    own = page.seats[page.viewer] if page.viewer >= 0 else None
    return Reader(
        looks_on=own is None,
        resigned=own is not None and own.resigned,
        away=own is not None and own.away,
        passes=page.viewer in page.passing,
        may_replace=[(info.seat, info.name) for info in page.seats if info.replaceable],
    )


def _only_waits(page: TablePage, view: View) -> bool:
    """A window runs to its bell, and all its reader could do is to pass, which is the same as to wait."""
    return bool(page.window_ends and page.pass_on is not None and view.decision and len(view.decision.options) == 1)


class Order(NamedTuple):
    """A card of which its reader may say in advance when to be asked."""

    card: str
    name: str
    wish: Wish
    wishes: list[Wish]


def _orders(page: TablePage, texts: GameTexts) -> list[Order]:
    """Of the game's cards, whether one holds them or not: they hold also for cards that are drawn later."""
    reactions = texts.game.reactions
    if reactions is None or page.status != "playing" or page.viewer < 0 or page.seats[page.viewer].resigned:
        return []
    found = []
    for card, targets in reactions.cards.items():
        wishes: list[Wish] = ["ask", "target", "never"] if targets else ["ask", "never"]
        found.append(Order(card, texts.word(card), page.orders.get(card, "ask"), wishes))
    return found


def _choices(scene: Scene) -> str:
    """Under the question, where the game has no word of help: what glows; a few choices by their names."""
    say, golden = scene.texts.say, scene.glowing
    if golden:
        named = " · ".join(golden)
        return say("web.decide.gold", options=named) if len(named) <= NAMED else say("web.decide.glow", n=len(golden))
    return say("web.decide.only" if len(scene.buttons) == 1 else "web.decide.choose")


def _cause(narrator: Narrator, facts: Mapping[str, Any]) -> str:
    """Why somebody is asked, where the game knows: what did it (`cause`), and on whose turn if not on their own."""
    said = [narrator.fact("facts", name, facts[name]) for name in ("turn_of", "cause") if facts.get(name, -1) != -1]
    return ". ".join(part for part in said if part)


def _chosen_options(texts: GameTexts, page: TablePage) -> list[tuple[str, str]]:
    """What this table has chosen, by name."""
    known = texts.game.components.get("options", {})
    told = [(name, value) for name, value in page.options.items() if name in known]
    agreed = [(texts.translated(known[name]["name"]), texts.choice(name, value)) for name, value in told]
    agreed.append((texts.say("web.new.hints"), texts.say("web.new.with_hints" if page.hints else "web.new.no_hints")))
    if texts.game.chain_ends:
        seconds = f"{page.window:g} s" if page.window else texts.say("web.new.windows.none")
        agreed.append((texts.say("web.new.window"), seconds))
    return agreed
