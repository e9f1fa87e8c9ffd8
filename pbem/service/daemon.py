"""The daemon: one loop that fetches, handles, posts and waits. One pass of it is `tick`."""

import gc
import logging
import signal
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pbem.kernel.i18n import phrase, speak, spoken
from pbem.mail.inbox import Inbox, InboxError, never
from pbem.mail.outbox import Outbox
from pbem.mail.outbox.courier import Courier
from pbem.mail.parser_process import ReaderAbsent
from pbem.service import health_checks as troubles
from pbem.service import transports as roads
from pbem.service.alerts import STORAGE, AlertBook, PulseFile
from pbem.service.commit_batch import Poster
from pbem.service.config.settings import ConfigError, load
from pbem.service.metrics import MetricsBoard, Tally
from pbem.service.open_campaign import Campaign
from pbem.service.opening import away_since, beat, last_beat
from pbem.service.referee import NO_POLL, Referee
from pbem.service.router import NO_ROOM
from pbem.service.systemd import notify
from pbem.service.telling import heed_inbox, heeding, tell_host

REST = (2.0, 5.0, 15.0, 60.0)  # seconds after the first, second … pass in a row that met trouble: no storm of log-ins
LOOK_UP_SECONDS = 0.5

Clock = Callable[[], datetime]


class Roads(NamedTuple):
    """The ways by which mail comes and goes."""

    inbox: Inbox
    outbox: Outbox


log = logging.getLogger("pbem.service.daemon")


def tick(referee: Referee, inbox: Inbox, outbox: Outbox, clock: Clock) -> int:
    """One pass: fetch, handle, post, put away. Returns how many causes were handled."""
    return Daemon(referee, Roads(inbox, outbox), clock).once()[0]


def post(referee: Referee, outbox: Outbox, clock: Clock) -> None:
    """Post what is due, unless the server has refused our login a moment ago."""
    watch = AlertBook(PulseFile(referee.disk, referee.data), clock())
    if not watch.barred("outbox"):
        with heeding(outbox, watch, Tally(clock)) as courier:
            referee.post_by(courier, clock())
        watch.keep()


def serve(referee: Referee, ways: Roads, clock: Clock, stop: "Stop", file: Path | None = None) -> None:
    """Tick until told to stop; between ticks wait for news in the inbox or in the spool; after trouble rest first.

    `file` is the configuration that a SIGHUP reads again.
    """
    Daemon(referee, ways, clock).run(stop, file)


class Stop:
    """What signals ask for. SIGTERM, SIGINT: the letter in hand is finished, then the loop ends. SIGHUP: reload."""

    def __init__(self) -> None:
        self.asked = False
        self.reload = False

    def listen(self) -> None:
        """Hear the signals from now on."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._heard)
        signal.signal(signal.SIGHUP, self._heard_again)

    def _heard(self, *_signal: object) -> None:
        self.asked = True

    def _heard_again(self, *_signal: object) -> None:
        self.reload = True


class Daemon:
    """A referee at work between two roads; it holds the roads and the figures open."""

    def __init__(self, referee: Referee, ways: Roads, clock: Clock) -> None:
        self.referee, self.clock = referee, clock
        self.tally, self.watch = Tally(clock), AlertBook(PulseFile(referee.disk, referee.data), clock())
        self.inbox, self.outbox = ways
        self._board: MetricsBoard | None = None
        referee.listen(self.tally.letter)

    # ------------------------------------------------------------ one pass

    def once(self, off: Callable[[], bool] = never) -> tuple[int, bool]:
        """(causes handled, whether disk and inbox were well). What is handled is posted before the inbox is tidied."""
        polled = self.clock()
        self.watch.looked(polled)
        done, well = self._work(polled, off) if self._room() else (0, False)
        self._tell_host()
        self.watch.keep()
        return done, well

    def passed(self, off: Callable[[], bool] = never) -> tuple[int, bool]:
        """The same. Trouble of this machine is told, also to the host, and ends nothing: letters stay where they are."""
        try:
            return self.once(off)
        except ReaderAbsent as trouble:
            self.watch.alarm("reader", phrase("{trouble}; letters stay where they are"), trouble=trouble)
        except OSError as trouble:
            words = phrase("disk full: {where} cannot be written; letters stay where they are and no other is taken: make room")
            if trouble.errno not in NO_ROOM:
                words = phrase("disk: {where}: {trouble}; letters stay where they are")
            self.watch.alarm(STORAGE, words, where=trouble.filename or self.referee.data, trouble=trouble.strerror or trouble)
        self._tell_host()
        self.watch.keep()
        return 0, False

    def _work(self, polled: datetime, off: Callable[[], bool]) -> tuple[int, bool]:
        fetched = not self.watch.barred("inbox") and self.ask(lambda: self.referee.fetch(self.inbox))
        self.watch.read(fetched, last_beat(self.referee.data))
        if fetched:
            self.watch.welcome("inbox")
            self.tally.polled(polled)
            away_since(self.referee.data, polled, self.referee.away)
            beat(self.referee.data, polled)
        loops = self.referee.loops
        # without a poll no deadline may fire: the letter may lie there
        until = polled if fetched else NO_POLL
        with heeding(self.outbox, self.watch, self.tally) as courier:
            done = self.referee.work(self.clock(), until, off, Poster(lambda c: self._give(c, courier), lambda: courier.idle))
            self.watch.over("reader")
            self.watch.over(STORAGE)
            if not self.watch.barred("outbox"):
                self.referee.post_by(courier, self.clock())
                self.watch.keep()
        self.referee.read_on(self.clock())
        self.tally.blind = bool(self.referee.blind())
        troubles.look(self.referee, self.watch, self.clock())
        self.watch.report("loop", self.referee.loops > loops, troubles.LOOP)
        self.watch.fetched(self.referee.mailroom.origins.validities, self.referee.mailroom.origins.rescued)
        return done, fetched and self.ask(lambda: self.referee.housekeep(self.inbox))

    def _give(self, campaign: Campaign, courier: Courier) -> None:
        if not self.watch.barred("outbox"):  # what a letter set going is on its way while the next one is handled
            self.referee.outgoing.give(campaign, courier, self.clock())

    def _room(self) -> bool:
        config = self.referee.config
        if roads.room(config):
            self.watch.over("disk")
            return True
        free, floor = roads.free(config) // 1_000_000, config.settings.free_mb
        words = phrase("disk nearly full: {free} MB are free, free_mb asks for {floor}; no mail is taken")
        self.watch.alarm("disk", words, free=free, floor=floor)
        return False

    def ask(self, question: Callable[[], object]) -> bool:
        """Did the inbox answer?"""
        try:
            question()
        except InboxError as trouble:
            heed_inbox(self.watch, trouble)
        else:
            return True
        return False

    def _tell_host(self) -> None:
        """A short notice, once a day a kind, to the host's address if he gave one."""
        tell_host(self.referee.config, self.watch, lambda: heeding(self.outbox, self.watch, self.tally))

    # ------------------------------------------------------------ the loop

    def run(self, stop: Stop, file: Path | None) -> None:
        """The loop. systemd hears of its beginning, its end, and that it goes round."""
        troubles = 0
        self._hang_out()
        self.watch.lift()
        gc.freeze()  # what was opened lives as long as we do: looking through it for garbage took up to a fifth of a second
        notify("READY=1")
        while not stop.asked:
            if stop.reload:
                self._reload(stop, file)
            well = self._goes_round(stop) and self.ask(lambda: self._wait(stop))
            troubles = 0 if well else troubles + 1
            if troubles:
                _rest(min(REST[min(troubles, len(REST)) - 1], self.referee.config.settings.poll_seconds), stop)
        notify("STOPPING=1")
        self.inbox.close()
        self._take_in()

    def _goes_round(self, stop: Stop) -> bool:
        """One pass of the loop; False when there was trouble outside."""
        self.referee.press.go_on()
        return self.passed(lambda: _alive(stop.asked))[1]

    def _wait(self, stop: Stop) -> None:
        """Until something is due, at most `poll_seconds`, in a live evening `live_poll_seconds`; a stop or a piped letter ends it
        within half a second."""
        rest = self.referee.rest(self.clock(), self.inbox.hears)
        self.inbox.wait(rest, lambda: _alive(stop.asked or stop.reload or self.referee.has_work()))

    # ------------------------------------------------------------ reloading

    def _reload(self, stop: Stop, file: Path | None) -> None:
        """Read the configuration again and open its roads; what cannot be used is logged, and the old one stays."""
        stop.reload, before = False, spoken()
        if file is None:
            return
        notify("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
        try:
            config = load(file)
            ways = Roads(roads.inbox(config), roads.outbox(config))
            self.referee.reconfigure(config)
        except (ConfigError, OSError) as fault:
            speak(*before)
            log.error("the configuration was not taken over, the old one stays: %s", fault)
        else:
            self.inbox.close()
            self.inbox, self.outbox = ways
            self._take_in()
            self._hang_out()
            log.info("the configuration was read again")
        self.watch.lift()
        notify("READY=1")

    def _hang_out(self) -> None:
        port = self.referee.config.settings.metrics.port
        if not port:
            return
        try:
            self._board = MetricsBoard(self.tally, port)
        except OSError as trouble:
            log.error("no metrics: port %d: %s", port, trouble.strerror)

    def _take_in(self) -> None:
        if self._board:
            self._board.close()
        self._board = None


def _alive(answer: bool) -> bool:
    """The answer, after a word to the watchdog."""
    notify("WATCHDOG=1")
    return answer


def _rest(seconds: float, stop: Stop) -> None:
    end = time.monotonic() + seconds
    while not _alive(stop.asked or stop.reload) and time.monotonic() < end:
        time.sleep(LOOK_UP_SECONDS)
