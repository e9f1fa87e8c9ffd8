"""From a letter to its receipt, over real Dovecot and Postfix: `python -m benchmarks.arrival_to_receipt [LETTERS]` (as root).

One order letter after another; the next one is sent when the receipt of the last lies in the sender's mailbox.
"""

import statistics
import sys
import tempfile
import time
from email.message import EmailMessage
from pathlib import Path
from smtplib import SMTP

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from tests.acceptance.table import Mail  # noqa: E402
from tests.servers.correspondence import SIDES, Commander, Office  # noqa: E402
from tests.servers.running import Dovecot, Postfix, dovecot_in, missing, postfix_in, work_folder  # noqa: E402

BUDGET = 1.5  # seconds, of the median
LOOK = 0.002
UNITS = ("A/504", "B/504", "C/504", "I/504", "82rcn")
HEXES = ("11.11", "12.10", "11.12", "12.11", "11.10", "12.12", "10.11", "10.12", "11.13", "10.10", "12.09", "11.09")


def orders(number: int) -> str:
    """A different order letter each time: a dry run, a question and a standing order."""
    there = HEXES[number // len(UNITS) % len(HEXES)]
    return f"CHECK\n{UNITS[number % len(UNITS)]}: move {there}\nCOST {UNITS[number % len(UNITS)]} to {there}\n"


def reply(commander: Commander, number: int, answers: Mail) -> EmailMessage:
    """A commander's reply."""
    message = EmailMessage()
    message["From"], message["To"] = commander.address, answers.reply_to
    message["Subject"], message["Message-ID"] = f"Re: {answers.subject}", f"<{number}@{commander.user}.example.org>"
    message["In-Reply-To"] = answers.message_id
    message.set_content(orders(number))
    return message


class Stopwatch:
    """Sends a letter and looks into the Maildirs until its receipt is there."""

    def __init__(self, office: Office, commander: Commander) -> None:
        self.referee = office.dovecot.maildir("referee")
        self.own = office.dovecot.maildir(commander.user)
        self.port = office.postfix.port
        self.rows: list[tuple[float, float]] = []

    def take(self, message: EmailMessage) -> None:
        """(seconds from handing it to Postfix, seconds from its arrival) to the receipt."""
        before, there = _count(self.own), _count(self.referee, ".Processed")
        given = time.monotonic()
        with SMTP("127.0.0.1", self.port) as server:
            server.send_message(message)
        while _count(self.referee, ".Processed") == there and _count(self.own) == before:
            time.sleep(LOOK)
        arrived = time.monotonic()
        while _count(self.own) == before:
            time.sleep(LOOK)
        received = time.monotonic()
        self.rows.append((received - given, received - arrived))


def _count(maildir: Path, *more: str) -> int:
    """Mails in a Maildir, and in folders of it."""
    folders = [maildir, *(maildir / name for name in more)]
    return sum(1 for folder in folders for part in ("new", "cur") for _ in (folder / part).glob("*"))


def play(dovecot: Dovecot, postfix: Postfix, letters: int) -> list[tuple[float, float]]:
    """A campaign with a running daemon and so many letters of the side whose impulse it is."""
    with tempfile.TemporaryDirectory() as folder:
        office = Office(Path(folder), dovecot, postfix, "measured")
        office.open()
        allied, german = (Commander(SIDES[side], office) for side in ("allied", "german"))
        with office.serving():
            for commander in (allied, german):
                commander.count(1)
                commander.reply("ACCEPT")
            report = allied.waits_for(lambda mail: "T1.1 is your impulse" in mail.text)
            watch = Stopwatch(office, allied)
            for number in range(letters):
                watch.take(reply(allied, number, report))
        return watch.rows


def main() -> int:
    """Print the table; 1 when the median is over the budget."""
    if reason := missing():
        print(f"not measured: {reason}")
        return 0
    letters = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    with (
        work_folder() as one,
        work_folder() as two,
        dovecot_in(one) as dovecot,
        postfix_in(two, one / "mail", dovecot.ca_file) as postfix,
    ):
        rows = play(dovecot, postfix, letters)
    print(f"{letters} order letters, one after another, until the receipt lies in the sender's mailbox, seconds\n")
    print(f"{'from':<34} {'p50':>6} {'p95':>6} {'most':>6}")
    names = ("the letter given to Postfix", "its arrival in the referee's INBOX")
    for name, seconds in zip(names, zip(*rows, strict=True), strict=True):
        cuts = statistics.quantiles(seconds, n=20, method="inclusive")
        print(f"{name:<34} {cuts[9]:6.2f} {cuts[18]:6.2f} {max(seconds):6.2f}")
    return int(statistics.median(given for given, _ in rows) > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
