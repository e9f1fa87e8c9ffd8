"""Figures for Prometheus, by its text format, on loopback only. Counts since the start; no campaign, no seat, no word."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOOPBACK = "127.0.0.1"
LETTERS = ("handled", "refused", "held", "ignored", "shunted")  # what became of a letter that came in
POST = ("posted", "deferred", "refused")  # what the carrier said of a letter of ours
BOUNDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 3600.0)  # seconds


class Tally:
    """What is counted. Written by the daemon, read by the thread that answers. role: in a league."""

    def __init__(self, clock: Callable[[], datetime], role: str = "") -> None:
        self._clock, self._role, self._painted = clock, role, 0
        self._lock = threading.Lock()
        self._letters = Counter(dict.fromkeys(LETTERS, 0))
        self._post = Counter(dict.fromkeys(POST, 0))
        self._slots = Counter(dict.fromkeys(BOUNDS, 0))
        self._seconds, self._recorded, self._polled = 0.0, 0, 0.0
        self.blind = False  # a host of the house commands a side: no count of letters is told, which would be the other side's too

    def letter(self, outcome: str, arrival: datetime) -> None:
        """A letter that arrived then has just become `outcome`, one of LETTERS; what is handled lies in a record now."""
        with self._lock:
            self._letters[outcome] += 1
            if outcome == "handled":
                seconds = max(0.0, (self._clock() - arrival).total_seconds())
                self._seconds, self._recorded = self._seconds + seconds, self._recorded + 1
                self._slots.update(bound for bound in BOUNDS if seconds <= bound)

    def posted(self, verdict: str) -> None:
        """The carrier's word on one letter, one of POST."""
        with self._lock:
            self._post[verdict] += 1

    def painted(self) -> None:
        """The maps of a campaign's letters are painted."""
        with self._lock:
            self._painted += 1

    def polled(self, at: datetime) -> None:
        """The inbox was read."""
        with self._lock:
            self._polled = at.timestamp()

    def text(self) -> str:
        """The exposition."""
        with self._lock:
            return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        if self._role:
            yield from _head("pbem_role", "gauge", "1: at work in a league in this role")
            yield f'pbem_role{{role="{self._role}"}} 1'
        if not self.blind:
            yield from self._counts()
        yield from _head("pbem_last_poll_timestamp_seconds", "gauge", "when the inbox was last read; 0: not yet")
        yield f"pbem_last_poll_timestamp_seconds {self._polled}"

    def _counts(self) -> Iterator[str]:
        yield from _head("pbem_letters_total", "counter", "letters that came in, by what became of them")
        yield from (f'pbem_letters_total{{outcome="{name}"}} {self._letters[name]}' for name in LETTERS)
        yield from _head("pbem_post_total", "counter", "attempts to post a letter, by the carrier's word")
        yield from (f'pbem_post_total{{verdict="{name}"}} {self._post[name]}' for name in POST)
        if self._role == "paint":
            yield from _head("pbem_painted_total", "counter", "times that the maps of a campaign's letters were painted")
            yield f"pbem_painted_total {self._painted}"
        name = "pbem_arrival_to_record_seconds"
        yield from _head(name, "histogram", "from a letter's arrival at the mail server to its durable record")
        yield from (f'{name}_bucket{{le="{bound}"}} {self._slots[bound]}' for bound in BOUNDS)
        yield from (f'{name}_bucket{{le="+Inf"}} {self._recorded}', f"{name}_sum {self._seconds}", f"{name}_count {self._recorded}")


def _head(name: str, kind: str, words: str) -> tuple[str, str]:
    return f"# HELP {name} {words}", f"# TYPE {name} {kind}"


class MetricsBoard:
    """The figures served at http://127.0.0.1:PORT/metrics, from a thread of its own. OSError when the port is taken."""

    def __init__(self, tally: Tally, port: int) -> None:
        self._server = _Server((LOOPBACK, port), _handler(tally))
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.1,), name="metrics", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take them in."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A reader that hangs up is no news."""


def _handler(tally: Tally) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = 10.0

        def do_GET(self) -> None:
            found = self.path == "/metrics"
            body = tally.text().encode() if found else b"look at /metrics\n"
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8" if found else "text/plain")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words: object) -> None:
            """Who looked is not written down."""

    return Handler
