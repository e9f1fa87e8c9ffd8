"""(3) The whole loop through Dovecot and Postfix beside the bare one, letters a second: `python -m benchmarks.servers` (root).

Bare: fetch by IMAP, durable spool, parse, send a letter of a receipt's size by SMTP, put away. Whole: the daemon's own pass.
The letters are the first orders of as many campaigns, so that each is carried out.

Both have the same roads and the same spool, which keeps what one fetch brought with one wait for the folder; the bare loop's
letters have the very size of the receipts that the whole one has just sent. Each begins when Postfix has nothing left to
deliver. What a run wrote stays until all are over: a file system that has just dropped thousands of files is slow to make one.
"""

import contextlib
import gc
import statistics
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.bench import Row, letter, orders_of, told
from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.mail.account import Account
from pbem.mail.compose import reply_address
from pbem.mail.inbox import handfuls
from pbem.mail.inbox.imap import ImapInbox
from pbem.mail.outbox import Post
from pbem.mail.outbox.smtp import SmtpOutbox
from pbem.mail.reading import read
from pbem.mail.sender import token
from pbem.modules import library
from pbem.service.config.settings import Config, InboxSettings, MailboxSettings, OutboxSettings, Settings
from pbem.service.daemon import tick
from pbem.service.directory import mailbox
from pbem.service.open_campaign import Setup
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk
from pbem.store.folder.spool import FolderSpool
from pbem.store.ports import ArrivedMail
from tests.servers.running import DOMAIN, PASSWORD, Dovecot, Postfix, dovecot_in, missing, postfix_in, wait_until, work_folder

CAMPAIGNS = 40
ORDERS = 6
RUNS = 5
AT = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Servers:
    """Both servers, and the ends of the roads to them."""

    dovecot: Dovecot
    postfix: Postfix

    def inbox(self) -> ImapInbox:
        """The referee's inbox."""
        return ImapInbox(Account("127.0.0.1", self.dovecot.port, "referee", lambda: PASSWORD, "none", timeout=30.0))

    def outbox(self) -> SmtpOutbox:
        """The road out."""
        return SmtpOutbox(Account("127.0.0.1", self.postfix.port, security="none", timeout=30.0), f"referee@{DOMAIN}")

    def deliver(self, letters: list[bytes]) -> None:
        """Letters come in."""
        for raw in letters:
            self.dovecot.deliver("referee", raw)

    def rest(self) -> None:
        """Postfix has delivered what it took."""
        queue = self.postfix.folder / "queue"
        wait_until(lambda: not any(path.is_file() for name in ("incoming", "active") for path in (queue / name).rglob("*")))


def measure() -> Iterable[Row]:
    """Letters a second of the bare loop and of the whole one, by turns."""
    if reason := missing():
        yield Row("3", f"the loop through Dovecot and Postfix: not measured ({reason})", 0.0, "")
        return
    with contextlib.ExitStack() as running:
        one, two = running.enter_context(work_folder()), running.enter_context(work_folder())
        dovecot = running.enter_context(dovecot_in(one))
        postfix = running.enter_context(postfix_in(two, one / "mail", dovecot.ca_file))
        servers, folder = Servers(dovecot, postfix), Path(running.enter_context(tempfile.TemporaryDirectory()))
        pairs = [run(servers, folder / str(number)) for number in range(RUNS)]
    bare, whole = (statistics.median(pair[i] for pair in pairs) for i in (0, 1))
    share = statistics.median(100 * pair[1] / pair[0] for pair in pairs)
    what = f"the whole loop through Dovecot and Postfix, {ORDERS} orders a letter"
    yield Row("3a", what, whole, "letters/s", f"bare loop: {bare:.0f} letters/s")
    yield Row("3b", "the same, of the bare loop", share, "%", "fetch, durable spool, parse, send", 60.0, more=True)


def run(servers: Servers, folder: Path) -> tuple[float, float]:
    """(bare, whole) letters a second."""
    with playing(folder) as (referee, letters):
        before = {path: path.stat().st_size for path in sent(referee)}
        gc.freeze()  # as the daemon does when its campaigns are open
        servers.rest()
        servers.deliver(letters)
        inbox, outbox = servers.inbox(), servers.outbox()
        whole = rate(lambda: until_done(referee, inbox, outbox))
        inbox.close()
        ran = [c.tail[-1] for c in referee.campaigns.values()]
        assert all(record.cause.kind == "letter" and record.events for record in ran), "not every letter was carried out"
        sizes = [path.stat().st_size for path in sent(referee) if path not in before]
        assert len(sizes) == CAMPAIGNS, "a receipt for each letter, and nothing else"
        servers.rest()
        servers.deliver(letters)
        bare = rate(lambda: bare_loop(servers, folder / "bare", round(statistics.mean(sizes))))
        gc.unfreeze()
        return bare, whole


def sent(referee: Referee) -> list[Path]:
    """Every letter that was frozen."""
    return list((referee.data / "campaigns").glob("*/letters/out/*/*.eml"))


def until_done(referee: Referee, inbox: ImapInbox, outbox: SmtpOutbox) -> None:
    """Passes until every letter is handled: Dovecot may show one of many that come at once only in the next second."""
    handled = 0
    while handled < CAMPAIGNS:
        handled += tick(referee, inbox, outbox, lambda: AT)


def rate(work: Callable[[], Any]) -> float:
    """Letters a second."""
    begun = perf_counter()
    work()
    return CAMPAIGNS / (perf_counter() - begun)


def bare_loop(servers: Servers, folder: Path, size: int) -> None:
    """What any referee by mail must do at least."""
    inbox, outbox, spool = servers.inbox(), servers.outbox(), FolderSpool(Disk(), folder)
    done = []
    for hand in handfuls(inbox.fetch(set())):
        spool.put_all([ArrivedMail(item.raw or b"", item.arrival, item.transport) for item in hand])
        done += [item.transport for item in hand]
    for entry in spool.entries("new"):
        read(spool.raw(entry))
    answer = letter(f"referee@{DOMAIN}", f"alice@{DOMAIN}", "answer", ("x" * 70 + "\n") * (size // 71))
    posts = [Post(str(n), f"alice@{DOMAIN}", answer) for n in range(len(done))]
    assert len(posts) == CAMPAIGNS
    assert all(verdict.state == "posted" for verdict in outbox.post(posts))
    outbox.close()
    inbox.done(done)
    inbox.close()


@contextlib.contextmanager
def playing(folder: Path) -> Iterator[tuple[Referee, list[bytes]]]:
    """Campaigns at their first impulse, all mail posted, and a letter of orders for each."""
    settings = Settings(
        data="data", free_mb=0, pictures=False, mailbox=MailboxSettings(address=f"referee@{DOMAIN}"),
        inbox=InboxSettings(), outbox=OutboxSettings(),
    )  # fmt: skip
    config = Config(settings, folder)
    with Referee(config) as referee:
        for number in range(CAMPAIGNS):
            seats = tuple(Seat(s, s, "commander", a, s[0].upper()) for s, a in ADDRESSES.items())
            setup = Setup(f"c{number}", library.module_folder("heumen-bridge"), seats, Pace(), seed=bytes([number]) * 32)
            referee.new_campaign(setup, AT)
            for side in ADDRESSES:
                referee.take(order_letter(referee, config, f"c{number}", (side, "ACCEPT\n")), AT, f"{number}/{side}")
        referee.work(AT)
        referee.post(Taken(), AT)
        campaign = referee.campaigns["c0"]
        orders = orders_of(ORDERS, campaign.table.ruleset, campaign.table.game, campaign.state.pictures["allied"])
        yield referee, [order_letter(referee, config, name, ("allied", orders)) for name in referee.campaigns]


ADDRESSES = {"allied": f"alice@{DOMAIN}", "german": f"bob@{DOMAIN}"}


class Taken:
    """An outbox that takes everything and keeps nothing."""

    def post(self, posts: Any) -> list[Any]:
        """Taken."""
        from pbem.mail.outbox import PostVerdict

        return [PostVerdict(post.ref, "posted", "") for post in posts]

    def close(self) -> None:
        """Nothing is held open."""


def order_letter(referee: Referee, config: Config, campaign: str, said: tuple[str, str]) -> bytes:
    """A commander's letter with his token."""
    side, text = said
    secret = token(referee.press.key, campaign, side, ADDRESSES[side], 1)
    return letter(ADDRESSES[side], reply_address(mailbox(config), campaign, secret), f"{campaign}.{side}.{len(text)}", text)


if __name__ == "__main__":
    told(measure)
