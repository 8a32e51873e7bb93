"""Questions about a position: moves, why, apply, score, solve, perft."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from os.path import exists, isfile
from typing import Any

import click

from cassino_dsl.faces.cli.limits import in_time
from cassino_dsl.faces.cli.loading import check_seats, document_of_bytes, load_game, read_play_word, read_position_file
from cassino_dsl.faces.cli.printing import Answer, StepLine, answer, heading, plural, print_table, remark
from cassino_dsl.faces.cli.terminal import escape_of

Found = dict[str, Any]


def moves(o: Any) -> int | Answer:
    return _question(o, lambda game: game.moves, _print_moves)


def score(o: Any) -> int | Answer:
    return _question(o, lambda game: game.score, _print_score)


def _question(o: Any, method: Callable[[Any], Any], text: Callable[[Found, Any], None]) -> int | Answer:
    """Ask a game about one position, or about every line of `--batch`."""
    batch = getattr(o, "batch", None)
    if batch is not None and (o.position is not None or _in_place_of_file(o)):
        raise click.UsageError("give either a position or --batch FILE")
    document = _document(o) if batch is None else None
    game = load_game(o.variant, o.with_rules, o.settings, o.engine)
    ask = method(game)
    if batch is not None:
        from cassino_dsl.faces.cli.batch import run_batch

        return run_batch(batch, ask)
    with in_time():
        position = game.position(document)
        found = ask(position)
    return answer(found, lambda: text(found, partial(_prices, game, position)))


def _prices(game: Any, position: Any) -> list[str]:
    """What each legal play costs."""
    from cassino_dsl.book.why.why import price_of

    return [price_of(position, play) for play in game.plays(position)]


def _print_moves(found: Found, prices: Callable[[], list[str]]) -> None:
    plays = found["plays"]
    heading(f"seat {found['turn']} to move: {plural(len(plays), 'legal play') if plays else 'no legal play'}")
    if plays:
        sums = [p["groups"] if len(p["groups"]) < len(p["take"]) else [] for p in plays]  # else each is alone
        groups = [" + ".join(map(" ".join, own)) if len(own) > 1 else "" for own in sums]
        rows = [(i, p["text"], p["action"], own) for i, (p, own) in enumerate(zip(plays, groups, strict=True), 1)]
        print_table(("", "play", "action", "groups"), rows, right=(0,))
        for play, price in zip(plays, prices(), strict=True):
            if price:
                click.echo(f"{play['text']}: {price}")
    _print_remark(found)


def _print_remark(found: Found) -> None:
    if "remark" in found:
        remark(found["remark"])


def _print_score(found: Found, _: object) -> None:
    sides = found["sides"]
    rows = [(name, *(s["awards"][name] for s in sides)) for name in sides[0]["awards"]]
    rows += [("this round", *(s["total"] for s in sides)), ("score", *(s["score"] for s in sides))]
    print_table(("", *(f"side {s['side']}" for s in sides)), rows, right=range(1, len(sides) + 1))
    winner = found["winner"]
    click.echo(f"side {winner} wins: {found['reason']}" if winner else found["reason"] or "the match goes on")


def _play(o: Any) -> Any:
    """PLAY, beside POSITION: where there is one word only, it is the play."""
    if o.play is None:
        o.play, o.position = o.position, None
    if o.play is None:
        raise click.UsageError("the play is missing, as in '9s takes Ac 3d'")
    if o.position is not None and isfile(o.play) and not exists(o.position):
        raise click.UsageError(f"POSITION comes before PLAY: {o.play!r} {o.position!r}")
    return read_play_word(o.play)


def why(o: Any) -> Answer:
    from cassino_dsl.book.why import why as reasons

    play, game = _play(o), load_game(o.variant, o.with_rules, o.settings)
    with in_time():
        position = game.position(_document(o))
        # where a clause stands is for authors
        found = reasons.why(position, game.written_play(play, position), places=o.all or o.format == "json")
    return answer(found, lambda: _print_why(found, o.all), 0 if found["legal"] else 1)


_MARKS = {"allowed": "+", "refused": "x", "not reached": "."}


def _print_why(found: Found, whole: bool) -> None:
    from cassino_dsl.engine.position.position import flow
    from cassino_dsl.language.diagnostics.text import painted, safe

    paint = partial(painted, escape_of(sys.stdout))
    click.echo(safe(found["reason"]))
    if found["nearest"]:
        click.echo(f"What can be played: {'; '.join(map(safe, found['nearest']))}.")
    for condition in found["conditions"] if whole else ():
        verdict = condition["verdict"]
        click.echo(f"{paint(f'{_MARKS[verdict]} {verdict:<11}', verdict)} {safe(condition['clause'])}")
        if condition["text"]:
            place = f"   ({condition['place']})" if condition["place"] else ""
            click.echo(f"    {safe(condition['text'])}" + paint(safe(place), "dim"))
        if verdict != "not reached":
            for name, value in condition["values"].items():
                click.echo(f"      {safe(str(name))} = {safe(flow(value)).replace(chr(34), '')}")


def apply(o: Any) -> Answer:
    play, game = _play(o), load_game(o.variant, o.with_rules, o.settings)
    with in_time():
        found = game.apply(_document(o), play, o.seed)
    return answer(found, lambda: _print_position(found))


def _print_position(found: Found) -> None:
    from cassino_dsl.engine.position.position import position_text

    click.echo(position_text(found["position"]))
    if found["events"]:
        click.echo(f"# events: {', '.join(found['events'])}")
    if "seed" in found:
        click.echo(f"# chance by seed {found['seed']}")
    _print_remark(found)


def solve(o: Any) -> int | Answer:
    return _question(o, lambda game: game.solve, _print_solved)


def _print_solved(found: Found, _: object) -> None:
    lead = found["value"]
    standing = f"ahead by {lead}" if lead > 0 else f"behind by {-lead}" if lead < 0 else "level"
    points = " : ".join(str(n) for n in found["points"].values())
    heading(f"seat {found['turn']} to move: side {found['side']} ends this round {standing} ({points})")
    for seat, cards in found["hands"].items():
        click.echo(f"seat {seat} holds {cards or 'no card'}")
    plays = [(i, p["text"], p["value"]) for i, p in enumerate(found["plays"], 1)]
    print_table(("", "play", "ahead"), plays, right=(0, 2))
    heading("best line")
    print_table(("seat", "play"), [(step["seat"], step["text"]) for step in found["line"]], right=(0,))


def perft(o: Any) -> Answer:
    if o.position is None and o.seed is None:
        raise click.UsageError("give POSITION or --seed S")
    if o.position is not None and o.seats is not None:
        raise click.UsageError("--seats belongs to a deal; a position says its seats itself")
    game = load_game(o.variant, o.with_rules, o.settings, o.engine)
    start = _placed(game, o.position, 1 if o.seed is None else o.seed) if o.position else _dealt(game, o.seed, o.seats)
    progress = StepLine()
    try:
        with in_time():
            nodes = game.perft(start, o.depth, progress)
    finally:
        progress.clear()
    return answer({"nodes": nodes}, lambda: print_table(("depth", "sequences"), list(enumerate(nodes)), right=(0, 1)))


def _placed(game: Any, file: str, seed: int) -> Any:
    """A position in which every card has its place: sequences go on through later deals."""
    from cassino_dsl.language.diagnostics.cassino_error import CassinoError
    from cassino_dsl.language.diagnostics.codes import Code
    from cassino_dsl.language.diagnostics.diagnostic import Report

    document = read_position_file(file)
    position = game.position(document, seed)
    if not position.complete:
        report = Report()
        report.add(
            Code.BAD_POSITION,
            document.span(),
            "to count sequences of plays, the position must name every hand and the stock",
            help='name all `hands`, and the `stock` card by card (`stock: ""` where it is empty)',
        )
        raise CassinoError(report.diagnostics)
    return position


def _dealt(game: Any, seed: int, seats: int | None) -> Any:
    """The first deal of the first match of a seed."""
    from cassino_dsl.engine.position.position import Position
    from cassino_dsl.engine.reference.rng import match_key

    check_seats(seats, game.ruleset.seats, f"`{game.ruleset.name}`")
    engine = game.engine(seats)
    state = engine.new_match(match_key(seed, 0))
    return Position(engine, state, frozenset(range(engine.plan.seats)), "listed")


# ---- a position on the command line: a file, or its parts as options in place of one

_BUILD = re.compile(r"\s*(?P<value>\S+?)\s*:(?P<groups>[^()]*)(?:\((?P<memory>[^()]*)\)\s*)?\Z")


def _in_place_of_file(o: Any) -> dict[str, Any]:
    """What is said of a position by option."""
    said = {"hand": o.hand, "table": o.table, "build": o.build, "pile": o.pile, "also": o.also}
    return {key: value for key, value in said.items() if value not in (None, ())}


def _document(o: Any) -> Any:
    """The position of a command as a document; a usage error where it is given twice or not at all, ``CassinoError``
    where it is no position."""
    said = _in_place_of_file(o)
    if o.position is not None and said:
        twice = f"by --{next(iter(said))} and as {o.position!r}"
        raise click.UsageError(f"the position is given twice, {twice}: leave one of them out")
    if o.position is not None:
        return read_position_file(o.position)
    if not said:
        either = "name a file (- is standard input), or give cards, as in --hand 9s --table 'Ac 3d'"
        raise click.UsageError(f"the position is missing: {either}")
    from cassino_dsl.engine.position.document import Document

    data: dict[str, Any] = {}
    whole = Document(data)
    for key in ("hand", "table"):
        if key in said:
            data[key] = whole.noted(f"--{key}", said[key], key)
    if piles := said.get("pile"):
        data["piles"] = {str(n): whole.noted("--pile", text, "piles", str(n)) for n, text in enumerate(piles, 1)}
    if builds := said.get("build"):
        data["builds"] = [_build(whole, str(n), text) for n, text in enumerate(builds)]
    for text in said.get("also", ()):
        more = document_of_bytes("--also", text.encode())
        for key in data.keys() & more.data.keys():
            raise click.UsageError(f"`{key}` is given twice: once by --also")
        data |= more.data
        whole.spans.update(more.spans)
        whole.keys.update(more.keys)
    return whole


def _build(whole: Any, number: str, text: str) -> dict[str, Any]:
    found = _BUILD.match(text)
    if found is None:
        raise click.UsageError(f"--build takes VALUE: CARDS, as in --build '8: 5c 3d', not {text!r}")
    noted = partial(whole.noted, "--build")
    groups = enumerate(found["groups"].split("+"))
    words = [word.strip().partition(" ") for word in (found["memory"] or "").split(",") if word.strip()]
    return {
        "value": noted(found["value"], "builds", number, "value"),
        "groups": [noted(group.strip(), "builds", number, "groups", str(n)) for n, group in groups],
        **{name: noted(value.strip(), "builds", number, name) for name, _, value in words},
    }
