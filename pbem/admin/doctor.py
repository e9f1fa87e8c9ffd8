"""`pbem doctor`: everything a host depends on, a line each: ok, or FAIL and what to do about it.

The letter to oneself goes the whole way, out by the outbox and back by the inbox, to a plus-address, as answers do. A
daemon that runs meanwhile may take it first; then it is found among the letters it ignored.
"""

import contextlib
import secrets
import time
from collections.abc import Callable, Container, Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from stat import S_IMODE
from typing import NamedTuple

from pbem.admin.looking import damaged, half_made, look_at, read_book
from pbem.admin.running import Now
from pbem.admin.trial_pad import trial_pad
from pbem.kernel.values import Value
from pbem.mail.addresses import nobodys
from pbem.mail.inbox import NO_SPAM, FetchedMail, Inbox, InboxError
from pbem.mail.mime import even_line_ends, header_fields, split_header, values
from pbem.mail.outbox import Post
from pbem.mail.sender import canonical_address
from pbem.mail.trust import UNNAMED
from pbem.service import transports as roads
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config, ConfigError, Server
from pbem.store.folder.disk import Disk
from pbem.store.folder.lock import held, holder
from pbem.store.folder.spool import FolderSpool
from pbem.store.folder.version import check as check_data
from pbem.store.folder.version import present
from pbem.store.ports import DataRefused, SpoolDamaged

OTHERS = 0o077
OFF_BY = timedelta(minutes=2)  # how far two clocks may be apart before deadlines mislead
LOOK_EVERY = 0.5


class Finding(Value):
    """What was looked at, whether it is well, and what was found (or what to do)."""

    what: str
    ok: bool
    words: str

    def __str__(self) -> str:
        """The line as it is printed."""
        return f"{'ok  ' if self.ok else 'FAIL'}  {self.what:<12} {' '.join(self.words.split())}\n"


def doctor(file: Path, now: Now, patience: float = 60.0, pad: bool = False) -> tuple[str, bool]:
    """All findings, and whether everything is well. patience: seconds to wait for the letter to oneself; pad: the host is mailed an
    order pad."""
    try:
        config = configuration.load(file)
    except ConfigError as trouble:
        return str(Finding("settings", False, str(trouble))), False
    about = Finding("settings", True, str(file)), _host(config)
    findings = [*about, *_house(config), *_secrets(config), *_mail(config, now, patience)]
    if pad:
        findings.append(_pad(config, now))
    return "".join(map(str, findings)), all(f.ok for f in findings)


def _pad(config: Config, now: Now) -> Finding:
    """Is an order pad on its way to the host?"""
    own, to = config.settings.mailbox.address, config.settings.host.address
    if not to:
        return Finding("order pad", False, "no address is set that it could be mailed to: see [host]")
    with contextlib.closing(roads.outbox(config)) as outbox:
        verdict = outbox.post([Post("pad", to, trial_pad(own, to, now()))])[0]
    if verdict.state != "posted":
        return Finding("order pad", False, f"{verdict.text}: see [outbox]")
    return Finding("order pad", True, f"one was mailed to {to}: open it there, its letter says what to see")


# ---------------------------------------------------------------- the house


def _host(config: Config) -> Finding:
    """Who is told by mail of what goes wrong, and may host by mail: nobody, until an address is set. Both are well."""
    address, own = config.settings.host.address, config.settings.mailbox.address
    if address and (why := nobodys(canonical_address(address) or "", own)):
        return Finding("host", False, f"{why}: see [host]")
    nobody = "no address is set: nobody hosts by mail, and nobody is mailed of trouble; campaigns made later have one: see [host]"
    return Finding("host", True, f"{address} hosts by mail and is told of trouble" if address else nobody)


def _house(config: Config) -> Iterator[Finding]:
    data = config.data
    try:
        present(data)
    except DataRefused as lacking:
        yield Finding("data", False, str(lacking))
        return
    yield _data(config)
    shared = S_IMODE(data.stat().st_mode) & OTHERS
    yield Finding("permissions", not shared, f"{data} is open to others: chmod 700 {data}" if shared else "yours alone")
    enough, floor = roads.room(config), config.settings.free_mb
    yield Finding("disk", enough, f"more than {floor} MB free" if enough else f"less than {floor} MB free: no mail is taken")
    busy = held(data / "lock")
    yield Finding("lock", True, f"held by process {holder(data / 'lock')}" if busy else "free: no daemon runs")


def _data(config: Config) -> Finding:
    try:
        check_data(config.data)
        read_book(config)
        sound = [campaign.id for campaign in look_at(config)]
        hurt = [*(f"{name} is set aside: {fault}" for name, fault in damaged(config, sound)), *half_made(config)]
    except DataRefused as refusal:
        return Finding("data", False, str(refusal))
    except Exception as trouble:  # whatever is wrong with it, a doctor names it and goes on
        return Finding("data", False, f"{type(trouble).__name__}: {trouble}")
    return Finding("data", not hurt, "; ".join(hurt) or f"{config.data}; campaigns: {len(sound)}")


def _secrets(config: Config) -> Iterator[Finding]:
    """The key and the password files: there, and readable by the host alone."""
    if (config.data / "key").exists():
        yield _secret("key", config.data / "key")
    for name, server in _servers(config):
        if server.password_file:
            yield _secret(f"{name} login", config.path(server.password_file))
        elif server.user and not server.token_command:
            yield Finding(f"{name} login", False, f"user {server.user} has no password_file, no token_command: see [{name}]")
        elif not server.user and name == "inbox":
            yield Finding("inbox login", False, "no user is set, and nobody reads mail without a login: see [inbox]")


def _servers(config: Config) -> Iterator[tuple[str, Server]]:
    settings = config.settings
    if settings.inbox.kind == "imap":
        yield "inbox", settings.inbox
    if settings.outbox.kind == "smtp":
        yield "outbox", settings.outbox


def _secret(what: str, path: Path) -> Finding:
    try:
        content, mode = path.read_bytes(), path.stat().st_mode
    except OSError as trouble:
        return Finding(what, False, f"{path}: {trouble.strerror}")
    if S_IMODE(mode) & OTHERS:
        return Finding(what, False, f"{path} is open to others: chmod 600 {path}")
    return Finding(what, bool(content.strip()), f"{path} is yours alone" if content.strip() else f"{path} is empty")


# ---------------------------------------------------------------- the mail


def _mail(config: Config, now: Now, patience: float) -> Iterator[Finding]:
    inbox = roads.inbox(config)
    try:
        yield from _roads(config, inbox, _Wait(now, patience))
    finally:
        inbox.close()


class _Wait(NamedTuple):
    """How long a letter to oneself may be under way: by which clock, and how many seconds."""

    clock: Now
    seconds: float


def _roads(config: Config, inbox: Inbox, wait: _Wait) -> Iterator[Finding]:
    settings = config.settings
    try:
        seen = {mail.transport for mail in inbox.fetch(_known(config))}
    except InboxError as trouble:
        yield Finding("inbox", False, f"{trouble}: see [inbox]")
        return
    yield Finding("inbox", True, f"{settings.inbox.kind} answers; unread letters there: {len(seen)}")
    yield from _putting_away(inbox)
    yield from _spam(config, inbox)
    mark = secrets.token_hex(16)
    sent = wait.clock()
    with contextlib.closing(roads.outbox(config)) as outbox:
        verdict = outbox.post([Post("doctor", _plus_address(config, mark), _letter(config, mark, sent))])[0]
    if verdict.state != "posted":
        yield Finding("outbox", False, f"{verdict.text}: see [outbox]")
        return
    yield Finding("outbox", True, f"{settings.outbox.kind} took a letter to {settings.mailbox.address}")
    if settings.outbox.kind == "maildir":
        yield Finding("round trip", True, "not tried: outgoing letters are left in a folder, for another program to carry")
        return
    yield from _round_trip(config, inbox, mark, sent, wait)


def _putting_away(inbox: Inbox) -> Iterator[Finding]:
    """Is what was handled moved out of the inbox, and what follows if the server cannot do that."""
    from pbem.mail.inbox.imap import ImapInbox

    if not isinstance(inbox, ImapInbox):
        return
    try:
        moves = inbox.moves()
    except InboxError as trouble:
        yield Finding("putting away", False, f"{trouble}: see [inbox]")
        return
    stays = (
        "the server has neither MOVE nor UIDPLUS: what was handled stays in the inbox, marked as seen. Nothing is read twice, but"
        " each look lists all of it: take it away by hand now and then"
    )
    yield Finding("putting away", True, "what was handled is moved out of the inbox" if moves else stays)


def _spam(config: Config, inbox: Inbox) -> Iterator[Finding]:
    """Is the spam folder there that the settings name, and which is it?"""
    from pbem.mail.inbox.imap import ImapInbox

    wanted = config.settings.inbox.spam
    if not isinstance(inbox, ImapInbox) or wanted == NO_SPAM:
        return
    try:
        name = inbox.spam_folder()
    except InboxError as trouble:
        yield Finding("spam folder", False, f"{trouble}: see [inbox]")
        return
    lacking = f"there is no folder {wanted!r} for it: see spam in [inbox]"
    words = lacking if wanted else "none is found; `spam` in [inbox] would name it"
    yield Finding("spam folder", bool(name or not wanted), f"{name}: letters of commanders are read there" if name else words)


def _known(config: Config) -> Container[str]:
    try:
        return read_book(config).transports()
    except Exception:  # the book is judged in a line of its own
        return frozenset()


def _plus_address(config: Config, mark: str) -> str:
    local, _, domain = config.settings.mailbox.address.rpartition("@")
    return f"{local}+doctor-{mark[:16]}@{domain}"


def _letter(config: Config, mark: str, at: datetime) -> bytes:
    message = EmailMessage()
    message["From"] = config.settings.mailbox.address
    message["To"] = _plus_address(config, mark)
    message["Subject"] = f"pbem doctor {mark}"
    message["Date"] = format_datetime(at)
    message["Message-ID"] = f"<doctor.{mark}@{config.settings.mailbox.address.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"  # so that a daemon that reads it lays it aside
    name = config.settings.trust.authserv_id
    if name:  # a stranger could write this too: the server must take it out
        message["Authentication-Results"] = f"{'' if name == UNNAMED else f'{name}; '}dmarc=pass policy.forged={mark}"
    message.set_content("A letter of the referee to himself: `pbem doctor` looks whether it comes back. Nothing to do.\n")
    return message.as_bytes()


def _round_trip(config: Config, inbox: Inbox, mark: str, sent: datetime, wait: _Wait) -> Iterator[Finding]:
    try:
        came = _came_back(config, inbox, mark, wait.seconds)
    except InboxError as trouble:
        yield Finding("round trip", False, str(trouble))
        return
    if came is None:
        plus = _plus_address(config, "…")
        words = f"the letter did not come back within {wait.seconds:.0f} s: do plus-addresses ({plus}) arrive in this mailbox?"
        yield Finding("round trip", False, words)
        return
    arrival, raw = came
    yield Finding("round trip", True, "a letter to oneself came back, by its plus-address")
    yield from _verdicts(config, mark, raw)
    off = max(sent - arrival, arrival - wait.clock(), timedelta())
    words = f"{off.total_seconds():.0f} s off the mail server's: set it by NTP" if off > OFF_BY else "agrees with the mail server's"
    yield Finding("clock", off <= OFF_BY, words)


def _verdicts(config: Config, mark: str, raw: bytes) -> Iterator[Finding]:
    """Does the server strip verdicts that others wrote in its name? Else anybody vouches for himself."""
    if not config.settings.trust.authserv_id:
        return
    fields = header_fields(split_header(even_line_ends(raw))[0])
    forged = any(mark in value for value in values(fields, "authentication-results"))
    words = "trust.authserv_id: a forged verdict came through; the server must strip foreign Authentication-Results of its name"
    yield Finding("verdicts", not forged, words if forged else "a forged verdict was stripped by the server")


def _came_back(config: Config, inbox: Inbox, mark: str, patience: float) -> tuple[datetime, bytes] | None:
    """When the letter arrived, as the server says, and its bytes; None when it did not within `patience` seconds."""
    end = time.monotonic() + patience
    seen: set[str] = set()
    while True:
        for mail in inbox.fetch(_Either(_known(config), seen)):
            seen.add(mail.transport)
            if _is_ours(mail, mark):
                inbox.done([mail.transport])
                return mail.arrival, mail.raw or b""
        taken = _taken(config, mark)
        if taken or time.monotonic() >= end:
            return taken
        time.sleep(LOOK_EVERY)


def _is_ours(mail: FetchedMail, mark: str) -> bool:
    return mark.encode() in (mail.raw or b"")


def _taken(config: Config, mark: str) -> tuple[datetime, bytes] | None:
    """When the letter arrived that the daemon has taken meanwhile, and its bytes."""
    spool = FolderSpool(Disk(), config.data / "spool")
    try:
        recent = spool.entries("ignored")[-20:]
        return next(((e.arrival, raw) for e in recent if mark.encode() in (raw := spool.raw(e))), None)
    except (OSError, SpoolDamaged):  # it moves while we look
        return None


class _Either:
    """What one of two containers holds."""

    def __init__(self, one: Container[str], other: Container[str]) -> None:
        self._holds: Callable[[object], bool] = lambda item: item in one or item in other

    def __contains__(self, item: object) -> bool:
        return self._holds(item)
