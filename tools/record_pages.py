"""Keep what pages, files and programs say today, so that a test can prove that nothing of it changed.

    python -m tools.record_pages        # writes tests/pages/kept.json.xz

Positions of `tests/stores/edition-2.sqlite.xz` and `tests/games` are chosen so that every title, variant, number of
players and kind of step is among them; of each the pages, their JSON twins and some picks are kept in a normal form
(tests/pages/normal.py). Differences that are wanted are listed in tests/pages/wanted.tsv; once they are many, record
anew.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import NamedTuple

from tests.pages.doors import LOCAL, VISITOR, Club, Statement, routes
from tests.pages.kept import GAMES, Answers, Kept, ask, cut

from stellwerk.game import Game
from stellwerk.interop.files import load_game
from stellwerk.position import Position
from stellwerk.table.db.records import OVER, PLAYING, WAITING, Actor, TableInfo

BOTS = Actor(bot=True)
FIRST_COPY = 101
MOST_PICKS = 5
QUICK = 0.8
"""Seconds of work in which a page and its picks must be ready to be kept."""
NEVER_ENDS = "/tables/{table:int}/events"
Feature = tuple[object, ...]


class Place(NamedTuple):
    """A position: a table of the store and the entry after which it stands."""

    table: TableInfo
    number: int
    position: Position
    features: frozenset[Feature]
    live: bool


def step_of(position: Position) -> Feature:
    """What kind of decision is due."""
    if not position.agenda:
        return (position.round.kind, "over")
    step = position.agenda[-1]
    return position.round.kind, type(step).__name__, getattr(step, "stage", None)


# Choosing


def places(club: Club, table: TableInfo) -> Iterator[Place]:
    """Every position of a table at which somebody decides, and the last one."""
    game = load_game(club.service.games.export(table.id, actor=BOTS))
    line = club.service.history.line(table.id, actor=BOTS)
    for entry, before in zip(game.log[1:], line, strict=False):
        if Game(game.rules, entry.before, draws=False).legal():
            wanted = frozenset({(table.title, tuple(game.rules.figures.player_counts()), *step_of(entry.before))})
            yield Place(table, before.number, entry.before, wanted, live=False)
    head = club.service.games.head(table.id, actor=BOTS).number
    yield Place(table, head, game.position, features_of(club, table, game), live=True)


def features_of(club: Club, table: TableInfo, game: Game) -> frozenset[Feature]:
    """What makes the page of a table worth keeping."""
    name = table.title
    turn = next((seat.kind for seat in table.seats if seat.name == game.turn), "")
    return frozenset({
        ("variant", name, table.variant, table.rules),
        ("players", name, len(table.seats)),
        ("step", name, *step_of(game.position)),
        ("state", name, table.state, turn, bool(table.own)),
        ("asked", name, club.service.undo.request(table.id, actor=BOTS) is not None),
    })  # fmt: skip


def choose(club: Club, found: Iterable[Place]) -> list[Place]:
    """So many quick places that everything is among them: always the one that adds most, the first of equals."""
    rest, chosen = list(found), list[Place]()
    missing = {feature for place in rest for feature in place.features}
    while missing and rest:
        best = max(rest, key=lambda place: len(place.features & missing))
        rest.remove(best)
        if best.features & missing and is_quick(club, best):
            chosen.append(best)
            missing -= best.features
    sys.stdout.write("".join(f"too slow: {feature}\n" for feature in sorted(missing, key=str)))
    return sorted(chosen, key=lambda place: (place.table.id, place.number))


def choose_steps(club: Club, found: Iterable[Place]) -> list[Place]:
    """Of each title and kind of step a quick place, some way into the games; variants for other players are apart."""
    by_step: dict[frozenset[Feature], list[Place]] = defaultdict(list)
    for place in found:
        by_step[place.features].append(place)
    chosen = [next(place for place in in_turn(alike) if is_quick(club, place)) for alike in by_step.values()]
    return sorted(chosen, key=lambda place: (place.table.title, place.table.id, place.number))


def in_turn(alike: list[Place]) -> list[Place]:
    """Places that will do, the likeliest first."""
    count = len(alike)
    return [alike[n] for n in dict.fromkeys((2 * count // 3, count // 2, count // 3, 0, *range(count)))]


def is_quick(club: Club, place: Place) -> bool:
    """Are the page and its picks ready at once, every run on them proven?"""
    who = Actor(account=1)
    copy = None if place.live else club.service.what_ifs.create_what_if(place.table.id, place.number, actor=who).id
    at = f"/tables/{place.table.id}" if copy is None else f"/what-ifs/{copy}"
    began = time.process_time()
    page = ask(club, f"page Ada en {at}")
    said = [page, *(ask(club, question) for question in picks_of(page, at, "Ada en"))]
    took = time.process_time() - began
    if copy is not None:
        club.service.what_ifs.drop_what_if(copy, actor=who)
    return took < QUICK and not re.search(r"\bat most \d", " ".join(said))


# The questions


def reader_of(table: TableInfo, turn: str) -> str:
    """Who decides, if it is a person with an account; else the owner."""
    names = {"Ada", "Bo", "Cy", "Dan", "Eva", "Finn"}
    people = {seat.name for seat in table.seats if seat.account is not None and seat.kind == "account"} & names
    return turn if turn in people else "Ada"


def questions_live(number: int, place: Place, turn: str) -> Iterator[str]:
    """Pages of a running or finished table; the heavy ones of every third."""
    at, table = f"/tables/{place.table.id}", place.table
    who = f"{reader_of(table, turn)} en"
    board = sorted(place.position.tiles) or ["E5"]
    yield from (f"page {who} {at}{end}" for end in ("", ".json", "/seats", "/seats.json", "/log", "/rounds.json"))
    yield from (f"page {who} {at}/hexes/{hex}" for hex in (board[0], board[-1] + ".json"))
    yield from (f"page {who} {at}{end}" for end in ("/chat.json", "/note.json", "/hint", "/hint.json", "/end"))
    yield f"part {who.replace(' en', ' de')} {at}/parts?only=header,panel,players,companies,log"
    if number % 3 == 0 or table.state == OVER:
        yield from (f"page {who} {at}{end}" for end in ("/log.json", "/end.json", "/end.csv", "/end/revenue.csv"))
        yield f"page {who} {at}/board.json"
        yield f"page {VISITOR} de {at}"
    if number % 6 == 0:
        yield from (f"page {who} {at}{end}" for end in ("/tiles", "/tiles.json", "/game.json", "/end/board.svg"))
        yield f"part {who} {at}/tiles"
        yield f"part {who} {at}/parts"
        old = f"{at}/at/{max(1, place.number // 2)}"
        yield from (f"page {who} {old}{end}" for end in ("", ".json", f"/hexes/{board[0]}", "/tiles.json", "/tiles"))
        yield f"part {who.replace(' en', ' de')} {old}/parts?only=header,panel,log"
    if table.state == OVER:
        yield f"page {who} {at}/end/game.json"


def questions_copy(number: int, place: Place, copy: int) -> Iterator[str]:
    """Pages of a private copy of a position, on which its owner decides for everybody."""
    at = f"/what-ifs/{copy}"
    yield from (f"page Ada en {at}{end}" for end in ("", ".json", "/hint.json"))
    yield f"part Ada de {at}/parts?only=header,panel,players,log"
    if number % 8 == 0:
        hex = next(iter(sorted(place.position.tiles)), "E5")
        ends = ("/tiles", "/tiles.json", f"/hexes/{hex}", "/export.json", "/hint")
        yield from (f"page Ada de {at}{end}" for end in ends)
        yield f"page {VISITOR} en {at}"


def picks_of(page: str, at: str, who: str) -> Iterator[str]:
    """What can be picked on a page: of each kind one, a tile with the board, a hex."""
    seen: set[str] = set()
    for query in re.findall(rf'{re.escape(at)}(?:/parts)?\?([^" ]*pick=[^" ]*)', page):
        fields = dict(part.partition("=")[::2] for part in unescape(query).split("&"))
        pick = f"pick={fields['pick']}" + (f"&tile={fields['tile']}" if fields.get("tile") else "")
        kind = re.split(r":|%3A", pick)[0]
        if kind in seen or len(seen) >= MOST_PICKS:
            continue
        seen.add(kind)
        only = "panel,board,shares" if kind in ("pick=tile", "pick=run") else "board" if kind == "pick=hex" else "panel"
        if kind != "pick=hex" or int(at.rpartition("/")[2]) % 4 == 0:
            yield f"part {who} {at}/parts?only={only}&{pick}"
        if kind == "pick=tile":
            yield f"page {who} {at}.json?{pick}"


WAITS = ("", ".json", "/seats", "/seats.json", "/chat.json", "/log", "/end", "/hint.json", "/tiles", "/hexes/E5")
TITLE_ENDS = (".json", "", "/colours.css", "/board.svg", "/tiles.svg", "/chart.svg", "/board.svg?theme=dark")


def questions_rest(club: Club, tables: list[TableInfo]) -> Iterator[tuple[str, list[str]]]:
    """Pages that belong to no position."""
    for title in ("18CZ", "18Rhl", "18BL"):
        variants = [t.variant.replace("+", "%2B") for t in tables if t.title == title and t.variant != "base"]
        some = [f"page {VISITOR} en /titles/{title}{end}" for end in TITLE_ENDS]
        some.append(f"page Ada de /titles/{title}")
        some += [f"page Ada de /titles/{title}?variant={name}" for name in dict.fromkeys(variants)]
        some += [f"page Ada en /boards.json?title={title}", f"page Ada en /boards/example.json?title={title}"]
        yield f"title {title}", some
        for state in (WAITING, "closed"):
            table = next(t for t in tables if t.title == title and t.state == state)
            readers = ("Ada", "Bo") if state == WAITING else ("Ada",)
            some = [f"page {who} en /tables/{table.id}{end}" for who in readers for end in WAITS]
            yield f"{state} {title}", [*some, f"page Ada de /tables/{table.id}/seats"]
    for who, languages in (("Ada", ("en", "de")), (VISITOR, ("en",)), (LOCAL, ("en", "de"))):
        yield f"lobby of {who}", [f"page {who} {language} {address}" for language in languages for address in HALL]
    yield "setting up", [f"page {who} {address}" for who in ("Ada en", "Ada de", "local en") for address in SET_UP]
    yield "doors", [f"page {address}" for address in DOORS]
    digests = [t.own for t in tables if t.own]
    tokens = [club.service.tables.table(t.id, actor=Actor(account=1)).invitation for t in tables if t.state == WAITING]
    some = [f"page Ada en /boards/kept/{digest}.json" for digest in dict.fromkeys(digests)]
    own = [f"page Ada en /tables/{t.id}/board.json" for t in tables if t.own][:1]
    yield "by token", [*some, *own, *(f"page Cy en /join/{token}" for token in tokens[:1])]


HALL = ("/", "/lobby?all=1", "/lobby.json")
SET_UP = (
    "/tables/new",
    "/tables/new.json",
    "/tables/new?title=18Rhl&players=5&variant=lower-capital",
    "/tables/new?title=18BL&players=9",
    "/tables/new.json?title=18CZ&players=2&variant=bohemia&rules=18xx-games&seed=7",
)
DOORS = (
    *(f"{VISITOR} {language} {at}" for language in ("en", "de") for at in ("/sign-in", "/sign-up", "/titles")),
    *(f"{VISITOR} en {at}" for at in ("/sign-in.json", "/sign-up.json", "/titles.json", "/account", "/boards")),
    *(f"Ada en {at}" for at in ("/account", "/account.json", "/settings", "/settings.json", "/sign-in")),
    *(f"Ada de {at}" for at in ("/settings", "/boards", "/boards.json", "/account", "/nowhere", "/titles/18XX")),
    *(f"{VISITOR} en {at}" for at in ("/alive.json", "/health.json", "/nowhere.json", "/tables/4", "/tables/99999")),
)


def damage(club: Club, tables: list[TableInfo], taken: set[int]) -> Iterator[tuple[TableInfo, Statement]]:
    """Of each title a game that is spoilt in another way, and one whose rules are not here."""
    ways = (
        ('UPDATE entries SET hash = ? WHERE "table" = ? AND number = ?', "0" * 16),
        ('UPDATE entries SET action = ? WHERE "table" = ? AND number = ?', '{"type": "dance", "player": "Ada"}'),
        ('UPDATE entries SET action = ? WHERE "table" = ? AND number = ?', '{"type": "pass", "who": "Nobody"}'),
    )
    for title, (statement, value) in zip(("18CZ", "18Rhl", "18BL"), ways, strict=True):
        free = [t for t in tables if t.title == title and t.state == PLAYING and t.id not in taken]
        table = max(free, key=lambda t: club.service.games.head(t.id, actor=BOTS).number)
        taken.add(table.id)
        moves = [step.number for step in club.service.history.line(table.id, actor=BOTS) if step.kind == "move"]
        yield table, (statement, [value, table.id, moves[-9]])
    table = next(t for t in tables if t.title == "18CZ" and t.state == PLAYING and t.id not in taken)
    yield table, ("UPDATE tables SET variant = ? WHERE id = ?", ["upside-down", table.id])


def questions_damaged(table: TableInfo) -> Iterator[str]:
    """Pages of a game that has stopped."""
    at = f"/tables/{table.id}"
    ends = ("", ".json", "/log", "/log.json", "/seats", "/end", "/game.json", "/at/3", "/at/900.json", "/hint.json")
    yield from (f"page Ada en {at}{end}" for end in ends)
    yield f"page Ada de {at}"


def questions_of_files() -> Iterator[tuple[str, list[str]]]:
    """What files and programs say."""
    helps = ("", "titles ", "show ", "replay ", "engine ", "play ", "serve ", "export ", "import ", "setup ", "lab ")
    yield "program", ["program titles", *(f"program {name}--help" for name in helps)]
    for path in sorted(GAMES.glob("*.json")):
        name = path.name
        yield f"replay {name}", [f"program replay --events {name}", f"program show {name}"]
        yield f"log {name}", [f"log en {name}", f"log de {name}"]
        if "edition" in name:
            pictures = [f"program show {name} {option} OUT" for option in ("--svg", "--tiles", "--chart")]
            yield f"file {name}", [*pictures, f"program export {name} -o OUT", f"blocks {name}"]
        yield (
            f"engine {name}",
            [
                question
                for moves, company in cuts(name)
                for question in (f"engine {name} {moves} {company}", f"encoding {name} {moves}")
            ],
        )


def cuts(name: str) -> Iterator[tuple[int, str]]:
    """Some places of a recorded game where somebody decides, each with a company that has trains, or none."""
    whole = load_game(json.loads((GAMES / name).read_text(encoding="utf-8")))
    count = len(whole.log)
    for wanted in (count // 16, count // 4, count // 2):
        moves = next(
            n for n in range(wanted, count) if step_of(whole.log[n].before) != step_of(whole.log[n - 1].before)
        )
        position = load_game(cut(name, str(moves))).position
        yield (
            moves,
            next((company for company, cards in position.trains.items() if cards and company in position.markers), "-"),
        )


# Recording


def main() -> None:
    """Write the file."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        statements, groups = plan(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        club = Club(Path(folder), statements)
        kept = Kept(statements, {name: answered(club, asked) for name, asked in groups.items()})
        check_routes(club, kept)
        club.close()
    asked = sum(map(len, kept.groups.values()))
    size = kept.write()
    sys.stdout.write(f"{len(groups)} groups, {asked} answers, {size:,} bytes, {time.monotonic() - began:.0f} s\n")


def plan(folder: Path) -> tuple[list[Statement], dict[str, list[str]]]:
    """How the store is changed, and what is asked."""
    club = Club(folder, [], clock=time.process_time)
    tables = [club.service.tables.table(number, actor=BOTS) for number in range(1, 129)]
    begun = [table for table in tables if table.state in (PLAYING, OVER)]
    found = [place for table in begun for place in places(club, table)]
    live = choose(club, (place for place in found if place.live))
    steps = choose_steps(club, (place for place in found if not place.live))
    sys.stdout.write(f"{len(live)} tables and {len(steps)} other positions are chosen\n")
    groups: dict[str, list[str]] = {}
    for number, place in enumerate(live):
        turn = club.service.games.game(place.table.id, actor=BOTS).turn
        groups[f"table {place.table.id} {described(place)}"] = list(questions_live(number, place, turn))
    statements: list[Statement] = []
    for number, place in enumerate(steps):
        copy = FIRST_COPY + number
        row = [copy, 1, place.table.id, place.number, "[]", 1_790_900_000.0]
        statements.append(("INSERT INTO what_ifs VALUES (?, ?, ?, ?, ?, ?)", row))
        groups[f"copy {copy} {described(place)}"] = list(questions_copy(number, place, copy))
    for table, statement in damage(club, tables, {place.table.id for place in (*live, *steps)}):
        statements.append(statement)
        groups[f"damaged {table.id} {table.title}"] = list(questions_damaged(table))
    groups |= dict(questions_rest(club, tables))
    groups |= dict(questions_of_files())
    club.close()
    return statements, groups


def described(place: Place) -> str:
    """A position in a few words, for the name of a test."""
    kind, step, *stage = step_of(place.position)
    about = f"{place.table.title} {place.table.variant} {place.table.rules} {len(place.table.seats)}p"
    return f"{about}, {kind} {step}{''.join(f' {part}' for part in stage if part is not None)}"


def answered(club: Club, asked: list[str]) -> Answers:
    """The answers to questions, and to those about picks that the pages among them offer."""
    answers: Answers = {}
    for question in asked:
        answers[question] = ask(club, question)
        found = re.fullmatch(r"page (\w+ \w+) (/(?:tables|what-ifs)/\d+)", question)
        if found and found[1] != f"{VISITOR} de":
            for picked in picks_of(answers[question], found[2], found[1]):
                answers[picked] = ask(club, picked)
    return answers


def check_routes(club: Club, kept: Kept) -> None:
    """Is every address that can be read among the questions?"""
    every = [question.split(" ") for answers in kept.groups.values() for question in answers]
    asked = [words[3].partition("?")[0] for words in every if words[0] in ("page", "part")]
    for path in routes(club):
        shape = re.sub(r"\\\{\w+(:int)?\\\}", lambda found: r"\d+" if found[1] else "[^/]+", re.escape(path))
        if path != NEVER_ENDS and not any(re.fullmatch(shape, address) for address in asked):
            sys.stdout.write(f"nothing of {path} is kept\n")


if __name__ == "__main__":
    main()
