"""(5) Peak memory of the daemon process that plays a whole campaign by Maildirs: `python -m benchmarks.daemon`."""

import contextlib
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.bench import ROOT, Row, letter, rss_mb, scratch, told
from pbem.handlers.bot import Commander
from pbem.mail.compose import Mailbox, reply_address
from pbem.mail.outbox import Post
from pbem.mail.outbox.maildir import MaildirOutbox
from pbem.mail.sender import token
from pbem.service.open_campaign import Campaign
from pbem.service.opening import campaign_at
from pbem.store.folder.disk import Disk

REFEREE = "referee@club.example"
ADDRESS = {"allied": "ann@a.example", "german": "bob@b.example"}
CONFIGURATION = f"""
data = "data"
free_mb = 0
poll_seconds = 1
[mailbox]
address = "{REFEREE}"
[inbox]
folder = "mail/{REFEREE}"
[outbox]
folder = "mail"
"""
MOST_LETTERS = 200
PATIENCE = 30.0


def measure() -> Iterable[Row]:
    """Its highest resident memory, and what it had before the first letter."""
    with scratch(ram=True) as folder, serving(folder) as daemon:
        time.sleep(1)
        begun = rss_mb(daemon.pid)
        letters = play(folder)
        peak, reader = rss_mb(daemon.pid, "VmHWM"), sum(rss_mb(child, "VmHWM") for child in children(daemon.pid))
    beside = f"before it {begun:.0f} MB; its reader, a process of its own: {reader:.0f} MB"
    yield Row("5", f"peak memory of the daemon over a campaign of {letters} letters", peak, "MB", beside, 75.0)


def children(pid: int) -> list[str]:
    """The processes that a process has started."""
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A campaign is set up, the daemon runs."""
    (folder / "pbem.toml").write_text(CONFIGURATION)
    for name in (f"mail/{REFEREE}/new", f"mail/{REFEREE}/cur", f"mail/{REFEREE}/tmp", "data"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    pbem = [sys.executable, "-m", "pbem", "--config", str(folder / "pbem.toml")]
    seats = [part for side, address in ADDRESS.items() for part in ("--seat", f"{side}={address}")]
    made = subprocess.run([*pbem, "campaign", "new", "heumen-bridge", "spring", *seats], cwd=ROOT, capture_output=True, check=False)
    assert made.returncode == 0, made.stderr
    process = subprocess.Popen([*pbem, "serve"], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    finally:
        process.kill()
        process.wait(10)


def play(folder: Path) -> int:
    """Both commanders write until the campaign is over; how many letters that took."""
    home = folder / "data" / "campaigns" / "spring"
    campaign = campaign_at(home)
    minds = {s: Commander(campaign.table.ruleset, campaign.table.words, campaign.table.game, random.Random(s)) for s in ADDRESS}
    for side in ADDRESS:
        campaign = written(folder, campaign, (side, "ACCEPT\n"))
    tried = ""
    for number in range(2, MOST_LETTERS):
        running = next(iter(campaign.state.admin.clocks.values()), None)
        if running is None:
            return number
        text = minds[running.side].letter(campaign.state.pictures[running.side])
        again = tried == running.moment
        tried = running.moment
        campaign = written(folder, campaign, (running.side, f"cancel\nend impulse anyway\n# {number}\n" if again else text))
    raise RuntimeError("the campaign does not end")


def written(folder: Path, campaign: Campaign, said: tuple[str, str]) -> Campaign:
    """Write a letter, wait for its record; the campaign after it."""
    side, text = said
    secret = token((folder / "data" / "key").read_bytes(), "spring", side, ADDRESS[side], 1)
    known = len(campaign.state.causes)
    to = reply_address(Mailbox(REFEREE, "pbem referee", "club.example"), "spring", secret)
    raw = letter(ADDRESS[side], to, f"{known}.{side}", text)
    MaildirOutbox(Disk(), folder / "mail").post([Post("", REFEREE, raw)])
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        time.sleep(0.05)
        now = campaign_at(campaign.home)
        if len(now.state.causes) > known:
            return now
    raise TimeoutError("no answer")


if __name__ == "__main__":
    told(measure)
