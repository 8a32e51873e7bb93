"""The course of a match on the screen: who decides, what is chosen or typed, what is seen and told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, Markdown, OptionList, Static

from cassino_dsl.book.describe.english import sentence
from cassino_dsl.book.describe.rulebook import rulebook
from cassino_dsl.book.pages.cards import sign_of
from cassino_dsl.faces.terminal.board import Board
from cassino_dsl.faces.terminal.cards_on_screen import WITHOUT, Chip, Look
from cassino_dsl.faces.terminal.dialogs import Dialog, HandOver, points
from cassino_dsl.faces.terminal.lines import by_number
from cassino_dsl.match.typed_plays import which
from cassino_dsl.table.course import Decision
from cassino_dsl.table.guide import advice, welcome
from cassino_dsl.table.hint import Hint
from cassino_dsl.table.log_narration import Shown
from cassino_dsl.table.table import GameTable, NotPossible
from cassino_dsl.table.view import Choice, View

LINES = {"w": "w ", "colon": ""}  # keys that a line follows, and how it begins
PATIENCE = 5.0  # seconds that a hint is searched for, before one is given that looks a play ahead
SETTLED = 0.1  # seconds after which no key comes that was sent with the one before
COMMANDS = {"h": "hint", "u": "undo", "s": "scores", "l": "log", "r": "rules", "?": "help", "q": "app.quit"}
HELP = """\
Choose a card of your hand (click, or arrows and Enter), then what it does: the cards that it takes are lit up. Click
cards on the table to see only plays that take them.

Or type a play, as you would write it: `7 takes 6 A`, `7d=6c+Ah`, `7 6 A`, `take 6 and ace with 7`, `lay 4`, `done`,
`build 9 with 4 on 5`; of a list on the screen, its number. A digit or a letter that is no key below
begins to type, and so does `:`.
{suits}

| key | |
|---|---|
| h | a hint; once more: its reason |
| w | why not: then type the play |
| u | take back your last play |
| s | what counts so far, and the scores |
| l | all that was played |
| r | the rules of this table |
| q | stop; the match is kept |

Any key goes on where a play is shown.
"""


class TypedLine(Input):
    """Where a play is typed."""

    def on_key(self, event: events.Key) -> None:
        """Enter ends a line before the next key is read: what came with it begins another line."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            text, self.value = self.value, ""
            self.post_message(self.Submitted(self, text, None))


class TableScreen(Screen[None]):
    """One match at one screen. ``seat``: who looks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "hint"),
        Binding("w", "type('w ')", "why not"),
        Binding("u", "undo", "undo"),
        Binding("s", "scores", "scores"),
        Binding("l", "log", "log"),
        Binding("r", "rules", "rules"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "app.quit", "stop"),
        Binding("colon", "type('')", "type", key_display=":"),
        Binding("escape", "clear", "back", show=False),
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
    ]

    AUTO_FOCUS = None

    class Broken(Message):
        """Play cannot go on."""

        def __init__(self, fault: Exception) -> None:
            super().__init__()
            self.fault = fault

    def __init__(self, table: GameTable, guided: bool, rounds: int | None, four: bool, pause: float) -> None:
        super().__init__()
        self.table, self.guided, self.rounds, self.pause = table, guided, rounds, pause
        self.seat = table.persons[0]
        self.view = table.view(self.seat)
        self.card: str | None = None  # chosen from the hand
        self.picked: Counter[str] = Counter()  # cards on the table that plays have to take
        self.told = dict.fromkeys(table.persons, len(table.made))
        self.waiting = False  # for the person who looks, to decide
        self.hinted: Hint | None = None  # of this decision
        self.last = ""  # what was played last
        self.hurry = asyncio.Event()  # a key that goes on
        self.look = Look(table.game.ruleset.pack, four)
        self.board = Board(self.look, table.worths)

    def compose(self) -> ComposeResult:
        yield Static("", id="head", markup=False)
        yield self.board
        yield Static("", id="said", markup=False)
        yield TypedLine(id="typed", placeholder=": types a play, such as 7 takes 3 4", select_on_focus=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        if self.guided:
            self.app.push_screen(Dialog(Markdown(f"# Your first hand\n\n{welcome(self.table)}\n\n{self.help}")))
        self.go_on()

    async def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.height >= 32, "high")
        self.board.make_room(event.size.width, event.size.height)
        if self.waiting:
            await self.redraw()

    @property
    def help(self) -> str:
        """What one can do, and how suits are typed."""
        pack = self.table.game.ruleset.pack
        suits = ", ".join(f"{sign_of(pack, suit.letter)} {suit.name} `{suit.letter}`" for suit in pack.suits)
        return HELP.format(suits=f"Suits: {suits}." if suits else "")

    # ---- the course of the match

    @work(exclusive=True)
    async def go_on(self) -> None:
        """Let the program play until a person decides, or nothing more is played."""
        try:
            await self.play_on()
        except Exception as fault:  # the terminal is given back before it is told
            self.post_message(self.Broken(fault))

    async def play_on(self) -> None:
        table = self.table
        await self.catch_up()
        while not table.over_after(self.rounds) and not table.waits:
            self.say(f"Seat {table.decides} is thinking …")
            await asyncio.to_thread(table.answer)
            if len(table.persons) == 1:
                await self.catch_up()
        if table.waits and table.decides != self.seat and not table.over_after(self.rounds):
            await self.app.push_screen_wait(HandOver(table.decides or 0))
            self.seat = table.decides or self.seat
        await self.catch_up()
        if table.over_after(self.rounds):
            ending = table.teller(self.seat).ending(table.state) if table.over else "These rounds are played."
            await self.app.push_screen_wait(points(table.summary(self.seat), ending=ending))
            await self.app.action_quit()
        else:
            self.waiting = True
            self.say("\n".join(advice(table, self.view)) if self.guided else "")

    async def catch_up(self) -> None:
        """Show who looks what has been played since, and the table as it is then."""
        for moment in self.table.since(self.told[self.seat]):
            await self.follow(moment)
        await self.redraw()

    async def follow(self, moment: Decision) -> None:
        """Show a decision, and what it brought, until the points of a round have been read."""
        self.told[self.seat] += 1
        told, shown = self.table.told(self.seat, moment), self.table.teller(self.seat).shows(moment)
        scores = [line.scores for line in told if line.scores]
        until = takewhile(lambda line: line.kind != "round", told)  # what comes after belongs to the next deal
        happened = "\n".join(line.text for line in until if line.kind == "happened")
        self.last = told[0].text
        if self.pause:
            await self.flash(shown, self.last, happened if scores else "")
        if scores:
            closing = "Enter goes on" if self.table.over_after(self.rounds) else "Enter: the next deal"
            await self.app.push_screen_wait(points(*scores, ending=self.look.said(happened), closing=closing))

    async def flash(self, shown: Shown, text: str, last: str) -> None:
        """Let a play be seen: the card that is played, then what it takes; and at the end of a round what is left.
        Any key goes on."""
        self.hurry.clear()
        self.board.offer(())
        self.say(text)
        with self.app.batch_update():
            await self.board.flash(shown)
        await self.linger(1)
        if shown.take:
            self.board.light_up(card for card in (*shown.play, *shown.take) if card)
            await self.linger(1)
        if last:
            captured = Counter(shown.play + shown.take) if shown.kind == "capture" else Counter()
            await self.board.lay([*(Counter(self.board.loose.lying) - captured).elements()])
            self.say(f"{text}\n{last}")
            await self.linger(4)

    async def linger(self, pauses: int) -> None:
        """Wait, unless a key has come."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.hurry.wait(), pauses * self.pause)

    async def redraw(self) -> None:
        """Show the table as it is now."""
        self.view = self.table.view(self.seat)
        self.free = bool(self.view.choices) and not any(choice.play for choice in self.view.choices)
        self.card, self.picked, self.hinted = WITHOUT if self.free else None, Counter(), None
        with self.app.batch_update():
            self.query_one("#head", Static).update(Text(_head(self.view)))
            await self.board.show(self.view, self.table.log(self.seat))
        self.offer()
        if not self.typed.value:  # nor is one taken away that is being typed
            self.take_up_hand()

    def leave_line(self) -> None:
        """Go back to the hand once a line has been read, unless another is being typed."""
        if self.focused is self.typed and not self.typed.value:
            self.take_up_hand()

    def take_up_hand(self) -> None:
        """Let keys go to the hand again."""
        self.set_focus(self.board.plays if self.free else self.board.hand[0] if self.board.hand else None)

    def say(self, text: str) -> None:
        """Say something beneath the table; nothing: what is to be done."""
        choose = f"Choose {'what is done' if self.free else 'a card'}, or type a play; ? helps."
        todo = [*map(sentence, self.view.asks), choose] if self.waiting else []
        self.query_one("#said", Static).update(Text(self.look.said(text or "\n".join([self.last, *todo]).strip())))

    # ---- choosing

    def offer(self) -> None:
        """List what the chosen card can do, with what is picked on the table."""
        chosen = self.card is not None or bool(self.picked)
        self.board.offer([choice for choice in self.view.choices if self.may_be(choice)] if chosen else ())
        if self.picked:
            self.board.light_up(self.picked.elements())
        self.board.mark(self.card, (card for choice in self.view.choices for card in (choice.play or (WITHOUT,))))

    def may_be(self, choice: Choice) -> bool:
        if self.card is not None and self.card not in (choice.play or (WITHOUT,)):
            return False
        return not self.picked - Counter(choice.take)

    def on_chip_chosen(self, event: Chip.Chosen) -> None:
        if not self.waiting:
            return
        if event.chip.place == "table":
            self.pick(event.chip.cards)
        elif (self.card,) == event.chip.cards and len(self.board.choices) == 1:
            self.make(self.board.choices[0])
        else:
            (self.card,) = event.chip.cards
            self.offer()
            if self.board.choices:
                self.board.plays.focus()

    def pick(self, cards: Sequence[str]) -> None:
        """Pick cards on the table, or let go of them."""
        wanted = Counter(cards)
        self.picked = self.picked + wanted if wanted - self.picked else self.picked - wanted
        self.offer()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index < len(self.board.choices):
            self.board.light_up(self.board.choices[event.option_index].take)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self.board.choices):
            self.make(self.board.choices[event.option_index])

    def make(self, choice: Choice) -> None:
        if not self.waiting:
            return
        self.waiting = False
        try:
            self.table.make(choice)
        except Exception as fault:
            self.post_message(self.Broken(fault))
            return
        self.go_on()

    # ---- typing

    @property
    def typed(self) -> TypedLine:
        return self.query_one("#typed", TypedLine)

    def begins(self, event: events.Key) -> bool:
        """Whether a key begins a line: a digit, a letter that asks for nothing else, or what says that one follows."""
        self.hurry.set()
        begun = LINES.get(event.key)
        if begun is None and event.character and event.character.isalnum() and event.character not in COMMANDS:
            begun = event.character
        if begun is None or self.focused is self.typed:
            return False
        self.type(begun)
        return True

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted lands in the line, and is no play before Enter."""
        if self.focused is not self.typed and event.text.strip():
            self.type(event.text.strip().splitlines()[0])

    def type(self, text: str) -> None:
        self.typed.value = text
        self.set_focus(self.typed)
        self.typed.cursor_position = len(text)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        low = text.lower()
        self.set_timer(SETTLED, self.leave_line)
        if not text:
            self.action_clear()
        elif text in COMMANDS:  # `Q` is a queen
            await self.run_action(COMMANDS[text])
        elif low.split()[0] in ("w", "why"):
            asked = text.partition(" ")[2].strip()
            listed = by_number(asked, self.board.choices)
            self.say(sentence(self.table.why_not(self.seat, listed.text if listed else asked)))
        elif not self.waiting:
            self.say("It is not your turn.")
        else:
            self.play_typed(text)

    def play_typed(self, text: str) -> None:
        numbered = by_number(text, self.board.choices)
        if numbered is not None:
            self.make(numbered)
            return
        try:
            found = self.table.find(self.seat, text)
        except NotPossible as reason:
            self.say(sentence(str(reason)))
            return
        if len(found) == 1:
            self.make(found[0])
            return
        self.board.offer(found)
        self.board.plays.focus()
        self.say(sentence(which(found)))

    # ---- keys

    def action_type(self, text: str) -> None:
        self.type(text)

    def action_clear(self) -> None:
        self.card, self.picked = None, Counter()
        self.offer()
        self.take_up_hand()

    def action_move(self, by: int) -> None:
        """Go to another card of the hand."""
        hand = self.board.hand
        at = next((i for i, chip in enumerate(hand) if chip.has_focus), None)
        if hand:
            hand[(0 if at is None else at + by) % len(hand)].focus()

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        if not self.waiting:
            self.say("A hint is for your turn.")
        elif self.hinted is not None:
            self.say(sentence(self.hinted.reason))
        else:
            self.say("Looking …")
            number = len(self.table.made)
            try:
                hint = await asyncio.wait_for(asyncio.to_thread(self.table.hint, self.seat), PATIENCE)
            except TimeoutError:
                hint = await asyncio.to_thread(self.table.hint, self.seat, quick=True)
            if self.waiting and number == len(self.table.made):
                self.hinted = hint
                self.say(f"{sentence(hint.text)}  (h: why)" if hint else "")

    def action_undo(self) -> None:
        if not self.waiting:
            return
        if not self.table.undo():
            self.say("There is nothing to take back.")
            return
        self.told = {seat: min(number, len(self.table.made)) for seat, number in self.told.items()}
        self.waiting = False
        self.go_on()

    def action_scores(self) -> None:
        remembered = "\n".join(self.view.beside_counts)
        before = [self.table.summary(self.seat)] if self.table.rounds else []
        self.app.push_screen(points(self.view.so_far, *before, ending=remembered))

    def action_log(self) -> None:
        self.app.push_screen(
            Dialog(Static("\n".join(self.look.said(line.text) for line in self.table.log(self.seat)), markup=False))
        )

    def action_rules(self) -> None:
        self.app.push_screen(Dialog(Markdown(rulebook(self.table.game.ruleset))))

    def action_help(self) -> None:
        self.app.push_screen(Dialog(Markdown("\n\n".join([*map(sentence, self.view.asks), self.help]))))


def _head(view: View) -> str:
    """What is played, how far it is, and whose turn it is."""
    to = f" · to {view.target}" if view.target is not None else ""
    if view.decides is None:
        turn = "the match is over"
    else:
        own, other = ("your turn to decide", "decides") if view.asked else ("your turn", "plays")
        turn = own if view.turn_is_own else f"seat {view.decides} {other}"
    return f"{view.title} · round {view.round}{to} · {turn}"
