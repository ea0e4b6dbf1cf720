"""`intryga play`: a whole game in the terminal, made of decisions and views alone."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from itertools import groupby
from pathlib import Path

from rich.table import Table
from rich.text import Text

from intryga.bots.bot import Perspective
from intryga.bots.hints import hints
from intryga.cli import lookup
from intryga.cli.choices import component_text
from intryga.cli.local_game import LocalGame
from intryga.cli.seating import Wishes, ask_for_game, new_session
from intryga.cli.terminal import Terminal
from intryga.kernel.actions import UnknownAction
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake
from intryga.kernel.view import Decision, View, decision, read, view
from intryga.tables.model.playthrough import UNDO
from intryga.tables.output.game_file import HUMAN, load
from intryga.texts.board import TextBoard, final_scores
from intryga.texts.language import choose
from intryga.texts.library import GameTexts, house
from intryga.texts.narrator import SEAT, Narrator

HINT_SECONDS = 3.0    # that somebody waits for a hint
INTERRUPTED = 130    # the status of a process that Ctrl-C ends


class Leave(Exception):
    """The person has had enough."""


def begin(game: str | None, wishes: Wishes, lang: str | None) -> None:
    """A new game; without its name the person is asked."""
    language = choose(lang, os.environ)
    terminal = Terminal()
    with goodbye(terminal, language):
        if game is None:
            game, wishes = ask_for_game(wishes, language, terminal)
        Play(new_session(game, wishes, language), terminal, language, None).run()


def resume(file: Path, components: Path | None, lang: str | None) -> None:
    language = choose(lang, os.environ)
    terminal = Terminal()
    with goodbye(terminal, language):
        own = component_text(components)
        Play(LocalGame(load(file, own), own), terminal, language, file).run()


@contextmanager
def goodbye(terminal: Terminal, language: str) -> Iterator[None]:
    """However the person leaves: at the end, by a word, by the end of input, by Ctrl-C."""
    last_word = house(language).say("play.goodbye")
    try:
        with suppress(EOFError, Leave):
            yield
        terminal.say(last_word)
    except KeyboardInterrupt:
        terminal.say(f"\n{last_word}")
        raise SystemExit(INTERRUPTED) from None


class Play:
    """One person against bots."""

    def __init__(self, session: LocalGame, terminal: Terminal, language: str, file: Path | None) -> None:
        people = [seat for seat, player in enumerate(session.record.players) if player.plays == HUMAN]
        if len(people) != 1:
            raise Mistake(f"'{file}' is a game of {len(people)} people; in the terminal one person plays against bots")
        self.session = session
        self.terminal = terminal
        self.seat = people[0]
        self.texts = GameTexts(session.game, language)
        self.narrator = Narrator(self.texts, session.record.names)
        mine = [made.events for made in session.playthrough.moves if made.seat == self.seat]
        self.told = mine[-1] if mine else 0    # events of the journal that the person has read
        self.file = file    # where this game is kept, if anywhere
        self.kept = len(session.record.moves) if file else 0    # moves that are kept there
        self.commands = {
            "hint": self.hint,
            "why": self.why,
            "rules": self.rules,
            "cards": self.cards,
            "log": self.log,
            "table": self.table,
            "undo": self.undo,
            "save": self.save,
            "help": self.help,
            "quit": self.quit,
        }

    def say(self, key: str, **arguments: object) -> None:
        self.terminal.say(self.texts.say(key, **arguments))

    def run(self) -> None:
        players = [
            player.name
            if player.plays == HUMAN
            else self.texts.say("play.bot", name=player.name, bot=self.texts.say(f"bots.{player.plays}"))
            for player in self.session.record.players
        ]
        self.say("play.start", title=self.texts.title, players=", ".join(players))
        self.say("play.hint", help=self.word("help"))
        self.let_bots_move()
        while not self.session.state.over():
            self.decide()
            self.let_bots_move()
        self.tell_news()
        self.terminal.say(final_scores(self.view(), self.narrator))
        self.offer_to_save()

    def let_bots_move(self) -> None:
        """Until only the person is waited for. In a common secret choice bots answer first: then a person who answers
        in several steps can still take one back."""
        session = self.session
        while bots := [seat for seat in session.to_answer() if session.is_bot(seat)]:
            session.act(bots[0], session.bot_action(bots[0]))

    # --- one decision ---

    def decide(self) -> None:
        """Ask until something is chosen."""
        self.tell_news()
        self.table("")
        moves = len(self.session.record.moves)
        while len(self.session.record.moves) == moves:
            self.obey(self.terminal.ask())

    def choice(self) -> Decision:
        found = decision(self.session.game, self.session.state, self.seat)
        assert found is not None, "the person is asked only when there is something to choose"
        return found

    def view(self) -> View:
        return view(self.session.game, self.session.state, self.seat)

    def tell_news(self) -> None:
        """What has happened, or at least what was chosen last if nothing came of it yet."""
        story = self.narrator.story(read(self.session.journal, self.seat, self.told))
        seat, text = self.session.record.moves[-1] if self.session.record.moves else (-1, UNDO)
        if not story and seat == self.seat and text != UNDO:
            chosen = self.narrator.option(self.session.game.space.parse(text))
            story = [self.texts.say("play.chosen", option=chosen)]
        self.terminal.say()
        if story:
            self.terminal.marked(("•", line) for line in story)
        self.told = len(self.session.journal.events)

    def obey(self, typed: str) -> None:
        """A number, a command or the text of an option."""
        word, _, rest = typed.partition(" ")
        if not typed:
            self.say("play.hint", help=self.word("help"))
            return
        if typed.isdecimal():
            self.choose(typed)
            return
        for name, command in self.commands.items():
            if self.means(name, word):
                command(rest.strip())
                return
        self.choose_by_text(typed)

    def choose(self, number: str) -> None:
        numbered = {str(i): option.action for i, option in enumerate(self.choice().options, 1)}
        if number in numbered:
            self.session.act(self.seat, numbered[number])
        else:
            self.say("play.no_number", n=len(numbered))

    def choose_by_text(self, typed: str) -> None:
        """By the words that are printed, or by those that games are kept in."""
        choice = self.choice()
        facts = self.view().facts
        printed = {lookup.simple(self.narrator.option(one.action, facts)): one.action for one in choice.options}
        said = lookup.simple(typed)
        try:
            action = printed[said] if said in printed else self.session.game.space.parse(typed)
        except UnknownAction:
            self.say("play.unknown", text=typed, example=choice.options[-1].text, help=self.word("help"))
            return
        rules = [refusal.rule for refusal in choice.refused if refusal.action == action]
        if rules:
            self.terminal.say(f"{self.texts.say('play.refused')} {self.narrator.refusal(rules[0])}")
        elif action not in [option.action for option in choice.options]:
            self.say("play.not_offered")
        else:
            self.session.act(self.seat, action)

    def word(self, command: str) -> str:
        return self.texts.say(f"commands.{command}.word")

    def means(self, command: str, typed: str) -> bool:
        return lookup.simple(typed) in (command, lookup.simple(self.word(command)))

    # --- commands: each gets what was typed after its word ---

    def table(self, _: str) -> None:
        """The table, the question and the options."""
        choice = self.choice()
        view = self.view()
        self.terminal.say(TextBoard(view, self.narrator).render(self.terminal.width))
        about = str(choice.about[0]) if choice.about else ""    # the place, where the words turn on it
        self.terminal.say(Text(self.narrator.prompt(choice.step, about), "bold"))
        arguments = self.session.game.space.arguments
        groups = groupby(choice.options, lambda option: arguments(option.action).get(SEAT))
        say = self.narrator.option
        self.terminal.number([[say(option.action, view.facts) for option in group] for _, group in groups])

    def hint(self, _: str) -> None:
        """What the person might do, from what they know."""
        session = self.session
        if len(self.choice().options) < 2:
            self.say("hint.nothing")
            return
        dice = quick(secrets.randbits(60))
        found = hints(Perspective(session.game, session.state, self.seat), dice, HINT_SECONDS)
        facts = self.view().facts
        lines = Table.grid(padding=(0, 2))
        for number, move in enumerate(found.moves, 1):
            chance = f"{move.chance:.0%} ({move.low:.0%}–{move.high:.0%})"
            why = self.narrator.reason(move.term, move.difference)
            lines.add_row(f"{number}.", self.narrator.option(move.action, facts), chance, why)
        self.say(f"web.hint.sure.{found.sure}")
        self.terminal.say(lines)

    def why(self, asked: str) -> None:
        if not asked:
            self.say("play.why_what", why=self.word("why"))
            return
        self.terminal.marked(lookup.why(asked.split(), self.choice(), self.narrator))

    def rules(self, wanted: str) -> None:
        self.terminal.say(lookup.rules(wanted, self.texts) or self.texts.say("play.no_rule", text=wanted))

    def cards(self, _: str) -> None:
        self.terminal.say(lookup.cards(self.texts))

    def log(self, _: str) -> None:
        story = self.narrator.story(read(self.session.journal, self.seat))
        self.terminal.marked(("•", line) for line in story or [self.texts.say("play.no_story")])

    def undo(self, _: str) -> None:
        if self.session.can_undo(self.seat):
            self.session.undo(self.seat)
            self.told = min(self.told, len(self.session.journal.events))
            self.say("play.undone")
        else:
            self.say("play.no_undo")

    def save(self, name: str) -> None:
        path = Path(name) if name else self.file or self.new_file()
        self.terminal.say(self.keep(path), whole=True)

    def keep(self, path: Path) -> str:
        """Gives a sentence on how it went."""
        try:
            if path.exists() and path != self.file:
                return self.texts.say("play.exists", path=path)
            self.session.save(path)
        except OSError as error:
            return self.texts.say("play.not_saved", path=path, reason=error.strerror)
        self.file = path
        self.kept = len(self.session.record.moves)
        return self.texts.say("play.saved", path=path)

    def new_file(self) -> Path:
        """A name that is free."""
        stem = f"{self.session.game.id}-{date.today().isoformat()}"
        names = (Path(f"{stem}{number}.intryga.json") for number in ("", *(f"-{n}" for n in range(2, 10_000))))
        return next(path for path in names if not path.exists())

    def help(self, _: str) -> None:
        example = self.choice().options[-1].text
        lines = Table.grid(padding=(0, 2))
        lines.add_row(self.texts.say("help.number"), self.texts.say("help.number_does", example=example))
        rule = self.session.game.rulebook["rule"][0]["id"]
        for name in self.commands:
            shape, does = (self.texts.say(f"commands.{name}.{part}", rule=rule) for part in ("shape", "help"))
            lines.add_row(shape, does)
        self.terminal.say(lines)
        players = ", ".join(f"{seat} – {name}" for seat, name in enumerate(self.session.record.names))
        self.say("help.seats", players=players)

    def quit(self, _: str) -> None:
        self.offer_to_save()
        raise Leave

    def offer_to_save(self) -> None:
        """Unless the file already has everything."""
        yes, no = self.texts.say("play.yes"), self.texts.say("play.no")
        while self.kept < len(self.session.record.moves):
            self.say("play.ask_save", yes=yes, no=no, save=self.word("save"))
            word, _, rest = self.terminal.ask().partition(" ")
            if word.lower() in ("", "n", no):
                return
            if self.means("save", word):
                self.save(rest.strip())
            elif word.lower() in ("y", yes):
                self.save("")
