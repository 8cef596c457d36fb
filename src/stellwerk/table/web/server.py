"""Starting the table's server: on one's own machine, or for a club."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import FrameType

import msgspec
import uvicorn
from sqlalchemy.exc import DatabaseError
from starlette.applications import Starlette

from stellwerk.errors import BadInput
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service
from stellwerk.table.web import operator_log, pace
from stellwerk.table.web.app import make_app
from stellwerk.table.web.connections import RESERVED_FILES, ConnectionDoor, Doors, log_loop_error, raise_file_limit
from stellwerk.table.web.metrics import metrics_address
from stellwerk.table.web.notice import Notice, hold_file, running_at, secret_beside
from stellwerk.table.web.site import Settings

PORT = 8018
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
ANY = ("0.0.0.0", "::")
QUEUE = 1024
"""So many connections may wait to be accepted."""
AT_ONCE = 32
"""So many are accepted before those who are in have their turn again."""
GRACE_SECONDS = 2
"""So long open requests may go on once the server is told to stop."""


class ServerPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How to start: where, on which file, for whom."""

    file: Path
    settings: Settings
    host: str = "127.0.0.1"
    port: int | None = None
    """None: the usual one, or any that is free."""
    proxy: str = ""
    """The address of a proxy whose word about visitors' addresses is believed."""
    name: str = ""
    """The name people type, if it is not the host."""
    open: bool = False
    """Is the page to be opened in a browser?"""
    log_level: str = "warning"
    log_file: Path | None = None
    """Where the log goes; None: standard error."""
    metrics: str = ""
    """The address at which figures for Prometheus are served, as 9018; nowhere unless said."""


Tell = Callable[[str], None]


def own_file() -> Path:
    """Where the games of one's own machine lie."""
    home = Path.home()
    if sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "stellwerk" / "games.sqlite"


def play_alone(
    file: Path, port: int | None, tell: Tell, *, show: bool, bot_delay: float = 0.0, log_level: str = "warning"
) -> None:
    """The server on one's own machine; if one runs on this file already, only its page is opened."""
    running = running_at(file)
    if running:
        tell(f"Stellwerk runs already: {running}")
        open_page(running, show)
        return
    settings = Settings(local=True, hosts=LOOPBACK, bot_delay=bot_delay)
    start_server(ServerPlan(file=file, settings=settings, port=port, open=show, log_level=log_level), tell)


def host_names(host: str, url_name: str) -> tuple[str, ...]:
    """The names a club's server answers to: those said, and this machine's own; any, if it listens everywhere."""
    if url_name:
        return (url_name.lower(), *LOOPBACK)
    if host in ANY:
        return ("*",)
    return LOOPBACK if host in ("127.0.0.1", "localhost", "::1") else (f"[{host}]" if ":" in host else host, *LOOPBACK)


def start_server(plan: ServerPlan, tell: Tell) -> None:
    """Serve until told to stop."""
    plan.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with hold_file(plan.file) as notice, closing(bind_any(plan.host, plan.port)) as listening:
        service = Service(_open_store(plan.file))
        app = make_app(service, plan.settings, secret_beside(plan.file))
        if plan.metrics:
            app.state.site.figures.serve(*metrics_address(plan.metrics))
        operator_log.set_up(plan.log_level, plan.log_file)
        Server(plan, service, app, notice, tell).run_on(listening)
        service.store.close()


def _open_store(file: Path) -> Store:
    try:
        return Store(f"sqlite:///{file}")
    except DatabaseError as error:
        raise BadInput(f"{file} cannot be used as the file of the games: {error.orig}.") from None


def bind_any(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for; on the usual one or any that is free if none was."""
    if port is not None:
        return _bind_port(host, port)
    try:
        return _bind_port(host, PORT)
    except BadInput:
        return _bind_port(host, 0)


def _bind_port(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # only if it is called TCP, asyncio sets TCP_NODELAY
    if os.name == "posix":
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(QUEUE)  # otherwise two servers could hold the port until one listens
    except OSError as error:
        made.close()
        why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror or error}"
        raise BadInput(f"Port {port} of {host} {why}.") from None
    return made


class Server(uvicorn.Server):
    """A server that says its address, opens the page, and stops although browsers listen."""

    def __init__(self, plan: ServerPlan, service: Service, app: Starlette, notice: Notice, tell: Tell):
        doors: Doors = app.state.site.doors
        doors.proxy, doors.most = plan.proxy, max(raise_file_limit() - RESERVED_FILES, RESERVED_FILES)
        super().__init__(
            uvicorn.Config(
                app,
                http=partial(ConnectionDoor, doors),  # type: ignore[arg-type]
                backlog=AT_ONCE,
                log_config=None,
                access_log=False,
                server_header=False,
                ws="none",
                proxy_headers=bool(plan.proxy),
                forwarded_allow_ips=plan.proxy or None,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self.plan = plan
        self.service = service
        self.notice = notice
        self.tell = tell

    def run_on(self, listening: socket.socket) -> None:
        """Serve on a socket until a signal comes."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(
                number, _ignore_signal
            )  # uvicorn raises the signal again at the end: it has been obeyed by then
        self._listening = listening
        pace.settle_pace()
        self.run(sockets=[listening])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        await super().startup(sockets)
        self._listening.listen(QUEUE)  # asyncio has set it to as many as it accepts at once
        if self.started:
            self._announce()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: whoever listens to a table is let go first."""
        # in a thread of its own: a signal may come while this one holds the feed's lock
        threading.Thread(target=self.service.feed.close, daemon=True).start()
        super().handle_exit(sig, frame)

    def _announce(self) -> None:
        port = self._listening.getsockname()[1]
        self.notice.write_address(address_of(self.plan, port))
        shown = address_of(self.plan, port, public=True)
        self.tell(f"Stellwerk is ready: {shown} (Ctrl-C ends it)")
        open_page(shown, self.plan.open)
        threading.Thread(target=_warm_up, name="warm-up", daemon=True).start()


def address_of(plan: ServerPlan, port: int, public: bool = False) -> str:
    """The address of a server: as people reach it, or as this machine does."""
    if public and plan.name:
        return f"{'https' if plan.settings.secure else 'http'}://{plan.name}" + ("" if plan.proxy else f":{port}")
    host = "127.0.0.1" if plan.host in ANY else plan.host
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def open_page(address: str, wanted: bool) -> None:
    """Open a page in the browser, where there is a screen to open it on."""
    screen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if wanted and screen:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


SETTLING = 3.0
"""Seconds after which a server that is still there begins to compile: the first pages come first."""


def _warm_up() -> None:
    """Compile the route search in a process of its own, then load it here: compiling would hold up the pages."""
    from stellwerk.routes import warm_up

    time.sleep(SETTLING)
    command = [sys.executable, "-c", "from stellwerk.routes import warm_up; warm_up()"]
    done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if done.returncode == 0:
        warm_up()


def _ignore_signal(_signal: int, _frame: FrameType | None) -> None:
    """A signal that needs no more doing."""
