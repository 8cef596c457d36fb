"""Bots of other people: a program that is asked for its moves in JSON lines (docs/lab.md).

The program runs in a process group of its own for one game. Each question has a deadline; what is too long, too late,
no answer or no action is a `Failure`, after which the program is ended.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from typing import Any

import msgspec

from stellwerk.actions import Action
from stellwerk.bots import Bot, Decision
from stellwerk.errors import BadInput, StellwerkError
from stellwerk.game import Game
from stellwerk.interop.files import read_json
from stellwerk.interop.protocol import describe_choice
from stellwerk.interop.text import read_action
from stellwerk.vocabulary import Vocabulary

PROTOCOL = 1
"""The version of the conversation."""
MOST_BYTES = 1_000_000
"""No answer is longer."""
START_SECONDS = 20.0
"""What a program may take to start and say yes, whatever its limit for a move is."""
PARTING_SECONDS = 0.5
"""What it may take to leave by itself."""
POLL_SECONDS = 0.005
LAST_WORDS = 300
"""How much of its standard error a report cites."""

CRASH, ILLEGAL, SILENCE, NONSENSE, FLOOD = "crash", "illegal", "silence", "nonsense", "flood"

running: set[int] = set()
"""The process groups of programs that run now."""


class Failure(StellwerkError):
    """A program did not do what a bot must do."""

    def __init__(self, kind: str, sentence: str):
        super().__init__(sentence)
        self.kind = kind


class Process:
    """A program, its pipes, and one question at a time."""

    def __init__(self, words: list[str]):
        pipe = subprocess.PIPE
        try:
            self.child = subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, bufsize=0
            )
        except (OSError, ValueError) as error:
            raise Failure(CRASH, f"{words[0]} does not start: {error}.") from None
        running.add(self.child.pid)
        assert self.child.stdin and self.child.stdout and self.child.stderr
        self.given, self.said, self.errors = (
            stream.fileno() for stream in (self.child.stdin, self.child.stdout, self.child.stderr)
        )
        for stream in (self.given, self.said, self.errors):
            os.set_blocking(stream, False)
        self.heard = b""
        self.last_words = b""

    def ask(self, question: bytes, seconds: float) -> bytes:
        """The line the program answers with."""
        if self.heard:
            raise Failure(NONSENSE, "It spoke without being asked.")
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self.given, selectors.EVENT_WRITE)
            ready.register(self.said, selectors.EVENT_READ)
            ready.register(self.errors, selectors.EVENT_READ)
            while b"\n" not in self.heard:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise Failure(SILENCE, f"It said nothing for {seconds:g} seconds.")
                for key, _ in ready.select(left):
                    question = self._serve(ready, key.fd, question)
        line, _, self.heard = self.heard.partition(b"\n")
        return line

    def _serve(self, ready: selectors.BaseSelector, stream: int, question: bytes) -> bytes:
        """One pipe is ready: write, or read what is said or complained of; returns what is still to be written."""
        if stream == self.given:
            question = self._write(question)
            if not question:
                ready.unregister(stream)
        elif stream == self.errors:
            if self._complaint() == b"":
                ready.unregister(stream)
        else:
            self._listen()
        return question

    def _write(self, question: bytes) -> bytes:
        try:
            return question[os.write(self.given, question) :]
        except BlockingIOError:
            return question
        except OSError:
            return b""  # it reads no more: what it says, or that it has ended, is heard on the other pipe

    def _listen(self) -> None:
        more = read_pipe(self.said)
        if more is None:
            return
        if not more:
            raise Failure(CRASH, f"It ended{self._how()}.")
        self.heard += more
        if len(self.heard) > MOST_BYTES:
            raise Failure(FLOOD, f"It said more than {MOST_BYTES:,} bytes at once.")

    def _complaint(self) -> bytes | None:
        more = read_pipe(self.errors)
        if more:
            self.last_words = (self.last_words + more)[-LAST_WORDS:]
        return more

    def _how(self) -> str:
        """How it ended, with its last words."""
        number = exit_code(self.child.pid, PARTING_SECONDS)
        while self._complaint():
            pass
        code = "" if number is None else f" with code {number}"
        words = self.last_words.decode(errors="replace").strip().splitlines()
        return f"{code}: {words[-1]}" if words else code

    def end(self) -> None:
        """Let it go; it and what it started end now at the latest."""
        for stream in (self.child.stdin, self.child.stdout, self.child.stderr):
            if stream is not None:
                stream.close()
        exit_code(self.child.pid, PARTING_SECONDS)
        kill_group(self.child.pid)
        self.child.wait()
        running.discard(self.child.pid)


def read_pipe(stream: int) -> bytes | None:
    """What a pipe holds: nothing at its end, None while it holds nothing yet."""
    try:
        return os.read(stream, 65_536)
    except BlockingIOError:
        return None


def exit_code(child: int, seconds: float) -> int | None:
    """How a child ended, if it does so in time; its number stays its own, so that no other is killed for it."""
    deadline = time.monotonic() + seconds
    while True:
        found = os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is not None:
            return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        if time.monotonic() >= deadline:
            return None
        time.sleep(POLL_SECONDS)


def kill_group(group: int) -> None:
    """End a process and all it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def kill_all() -> None:
    """End every program that runs now."""
    for group in tuple(running):
        kill_group(group)


class ExternalProgram(Bot):
    """A seat played by a program of other people."""

    def __init__(self, name: str, words: list[str], seed: int, limit: float):
        super().__init__(seed)
        self.name = name
        self.words = words
        self.limit = limit
        self.asked = 0
        self.process: Process | None = None

    def decide(self, game: Game) -> Decision:
        """Ask the program."""
        if self.process is None:
            self._sit(game)
        seat = game.turn
        reply = self._ask(
            {
                "command": "choose",
                "seat": seat,
                "actor": game.actor,
                "seconds": self.limit,
                "position": game.position.seen_by(seat),
                "choices": [describe_choice(choice) for choice in game.legal()],
            },
            self.limit,
        )
        return Decision(self._action(reply, game.rules.shapes.actions), str(reply.get("why", ""))[:500])

    def _sit(self, game: Game) -> None:
        """Start the program and tell it what is played."""
        self.process = Process(self.words)
        position = game.position
        own = game.rules.own
        told: dict[str, Any] = {"title": position.title, "variant": position.variant, "rules": position.rules}
        told["edition"] = game.rules.edition
        told |= {"own": own.as_json()} if own is not None else {}
        seat = {"seat": game.turn, "players": position.players, "seed": self.seed, "seconds": self.limit}
        self._ask({"command": "sit", "protocol": PROTOCOL, **told, **seat}, max(START_SECONDS, self.limit))

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """A reply, checked as far as every reply can be."""
        assert self.process is not None
        self.asked += 1
        line = self.process.ask(msgspec.json.encode({"id": self.asked, **question}) + b"\n", seconds)
        try:
            reply = read_json(line)
        except BadInput as error:
            raise Failure(NONSENSE, f"It said {shorten_line(line)}. {error}") from None
        if not isinstance(reply, dict) or reply.get("ok") is not True or reply.get("id", self.asked) != self.asked:
            raise Failure(NONSENSE, f'It said {shorten_line(line)}, not {{"ok": true, "id": {self.asked}, ...}}.')
        return reply

    def _action(self, reply: dict[str, Any], vocabulary: Vocabulary) -> Action:
        said = reply.get("action")
        try:
            return read_action(said, vocabulary)
        except StellwerkError as error:
            raise Failure(NONSENSE, str(error)) from None

    def leave(self) -> None:
        """The game is over for it: its input ends, and soon it does."""
        if self.process is not None:
            self.process.end()
            self.process = None


def shorten_line(line: bytes) -> str:
    """A line for a report."""
    text = line.decode(errors="replace")
    return ascii(text if len(text) <= 80 else text[:77] + "...")
