"""A word of the host's that is confirmed by mail, and the process dead at the n-th step of the disk: it is done once, and whole."""

import re
import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.admin.module_check import _audit_one as audit_one
from pbem.store.folder.disk import Disk
from tests.acceptance.table import Postman, Table
from tests.acceptance.test_host_by_mail import SEATS
from tests.store.failing_disk import FailingDisk, Killed

TRANSPORT = "test:confirm"


def _confirmed(folder: Path, words: str) -> tuple[bytes, datetime]:
    """A campaign that has been played a little; the letter that confirms a word of its host's."""
    table = Table(folder, seats=SEATS)
    table.begin()
    table.write("allied", "B/504: move 12.10\nEND IMPULSE")
    asked = table.write("host", words)
    found = re.search(r"CONFIRM (\S+)", asked.text)
    assert found
    raw, at = table.letter("host", f"CONFIRM {found[1]}"), table.at + timedelta(minutes=1)
    table.close()
    return raw, at


def _through(folder: Path, letter: tuple[bytes, datetime], disk: Disk) -> tuple[object, int]:
    """The letter arrives and is handled; after a death by a new process. What the campaign then is, and the edition."""
    raw, at = letter
    for now in (disk, Disk()):
        table = None
        try:
            table = Table(folder, now, seats=SEATS, postman=Postman())
            table.at = at
            table.referee.take(raw, at, TRANSPORT)
            table.run()
        except Killed:
            if table:
                table.close()
            continue
        break
    assert table is not None
    campaign = table.campaign
    out = {p.name: p.read_bytes() for p in sorted((campaign.home / "letters" / "out").rglob("*.eml"))}
    end = campaign.script.snapshot(campaign.state), out
    edition, faults = campaign.state.edition, audit_one(campaign.home)
    table.close()
    assert faults == []
    return end, edition


PATCH = 'PATCH T1.2 FROM T2\n["oob-allied.toml".unit."A/504"]\nmp = 3\nEND PATCH'


@pytest.mark.parametrize(("words", "edition"), [("ROLLBACK T1.2 TO T1.1", 1), (PATCH, 0)], ids=["rollback", "patch"])
@pytest.mark.parametrize("step", [3, 7, 11, 15, 19, 23, 29, 37])
def test_what_is_confirmed_is_done_once_and_whole(tmp_path: Path, step: int, words: str, edition: int) -> None:
    letter = _confirmed(tmp_path / "a", words)
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    quiet, first = _through(tmp_path / "a", letter, Disk())
    struck, again = _through(tmp_path / "b", letter, FailingDisk(step, "kill"))
    assert first == again == edition
    assert struck == quiet
