"""A letter in two stock mail programs of the terminal: the text part is shown, and what is attached is listed by name."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from pathlib import Path

import pytest

from tests.acceptance.table import Table

from .conftest import needed

pytestmark = pytest.mark.browser
PATIENCE = 60.0
MUTTRC = """\
set folder="{home}" spoolfile="{box}" record="" postponed="" header_cache="" message_cachedir="" certificate_file=""
set sort=date-received quit=yes mark_old=no pipe_decode=yes wait_key=no pipe_sep="" charset="utf-8" mailcap_path="/dev/null"
push "<last-entry><pipe-message>cat > {out}<enter><view-attachments>"
"""


@pytest.fixture(scope="module")
def letter(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The first report of a commander, with its map and picture.json."""
    table = Table(tmp_path_factory.mktemp("terminal"), pictures=True)
    try:
        table.begin()
        raw = table.postman.bags[table.address["allied"]][-1]
        assert b"map.png" in raw and b"turn_1_begins" in raw
        return raw
    finally:
        table.close()


def shows_the_text(shown: str) -> None:
    """The text part, complete, once, and nothing of the page's markup."""
    lines = shown.splitlines()
    assert any(line.startswith("T1.1 is your impulse") for line in lines)
    assert any(line.startswith("BEGIN ORDERS test T1.1 A-") for line in lines)
    assert sum(line == "END ORDERS" for line in lines) == 1
    assert not any(mark in shown for mark in ("<div", "<table", "<p ", "&nbsp;", "=3D"))


def lists_what_is_attached(shown: str) -> None:
    """By name, with its type."""
    for name, kind in (("map.png", "image/png"), ("picture.json", "application/json")):
        assert name in shown, shown
        assert kind.partition("/")[2] in shown, shown


def test_mutt_shows_the_text_and_lists_what_is_attached(request: pytest.FixtureRequest, tmp_path: Path, letter: bytes) -> None:
    mutt, box, out = needed(request, "mutt"), tmp_path / "box", tmp_path / "out"
    for folder in ("new", "cur", "tmp"):
        (box / folder).mkdir(parents=True)
    (box / "new" / "1.letter.club").write_bytes(letter.replace(b"\r\n", b"\n"))
    (tmp_path / "muttrc").write_text(MUTTRC.format(home=tmp_path, box=box, out=out))
    screen = on_a_screen([mutt, "-n", "-F", str(tmp_path / "muttrc"), "-R", "-f", str(box)], tmp_path, "picture.json")
    shows_the_text(out.read_text(encoding="utf-8"))
    lists_what_is_attached(screen)


def on_a_screen(command: list[str], home: Path, awaited: str) -> str:
    """Run a program that wants a screen until this is drawn on it, then leave it (q, q); what was drawn."""
    environment = {"HOME": str(home), "TERM": "vt100", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
    above, below = pty.openpty()
    fcntl.ioctl(below, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    drawn, deadline = b"", time.monotonic() + PATIENCE
    with subprocess.Popen(command, stdin=below, stdout=below, stderr=below, env=environment, start_new_session=True) as running:
        os.close(below)
        while running.poll() is None and time.monotonic() < deadline:
            if select.select([above], [], [], 0.2)[0]:
                try:
                    drawn += os.read(above, 65536)
                except OSError:  # the program has let its terminal go
                    break
            elif awaited.encode() in drawn:
                os.write(above, b"q")
        running.kill()
    os.close(above)
    return drawn.decode(errors="replace")


def test_mblaze_shows_the_text_and_lists_what_is_attached(request: pytest.FixtureRequest, tmp_path: Path, letter: bytes) -> None:
    mshow = needed(request, "mshow")
    (tmp_path / "letter").write_bytes(letter)
    environment = {"HOME": str(tmp_path), "LANG": "C.UTF-8", "PATH": os.environ["PATH"], "MBLAZE_PAGER": "cat"}

    def run(*options: str) -> str:
        told = subprocess.run(
            [mshow, *options, str(tmp_path / "letter")], env=environment, capture_output=True, timeout=PATIENCE, check=True
        )
        return told.stdout.decode()

    shows_the_text(run())
    lists_what_is_attached(run("-t"))
