"""The day after the disk died, at real servers: the Processed folder is read again, and nobody notices."""

import itertools
import shutil
from pathlib import Path

import pytest

from pbem.mail.inbox.imap import ImapInbox

from .correspondence import SIDES, Commander, Office
from .running import Dovecot, Postfix, wait_until
from .test_campaign_by_mail import both_accept, says
from .test_dovecot import RAW, account

_CAMPAIGNS = itertools.count(1)


@pytest.fixture
def office(dovecot: Dovecot, postfix: Postfix, tmp_path: Path) -> Office:
    office = Office(tmp_path, dovecot, postfix, f"burnt{next(_CAMPAIGNS)}")
    office.open()
    return office


@pytest.mark.parametrize("name", ["dovecot", "plain_dovecot"])
def test_mail_that_was_put_away_is_read_again_in_the_order_of_arrival(name: str, request: pytest.FixtureRequest) -> None:
    server: Dovecot = request.getfixturevalue(name)
    inbox = ImapInbox(account(server))
    assert list(inbox.again()) == []
    server.deliver("referee", RAW)
    server.deliver("referee", RAW + b"second\r\n")
    first = list(inbox.fetch(set()))
    inbox.done([mail.transport for mail in first])
    again = list(inbox.again())
    assert [(mail.raw, mail.arrival) for mail in again] == [(mail.raw, mail.arrival) for mail in first]
    assert not {mail.transport for mail in again} & {mail.transport for mail in first}
    assert list(inbox.fetch(set())) == []
    inbox.close()


def test_a_restored_referee_plays_what_came_since_from_the_processed_folder(office: Office) -> None:
    allied, german, referee = Commander(SIDES["allied"], office), Commander(SIDES["german"], office), Commander("referee", office)
    archive = office.folder / "yesterday.tar.gz"
    with office.serving():
        both_accept(allied, german)
        assert office.pbem("backup", str(archive)).returncode == 0
        allied.reply("C/504: recon 11.10; move 11.10")
        allied.waits_for(says("DONE"))
        allied.reply("end impulse")
        allied.waits_for(says("impulse closed"))
        wait_until(lambda: len(referee.raw("Processed")) == 4)
    before = {mail.message_id: mail.raw for mail in (*allied.letters(), *german.letters())}
    causes, data = office.causes(), office.folder / "data"
    letters = {p.relative_to(data): p.read_bytes() for p in data.rglob("letters/out/*/*.eml")}
    shutil.rmtree(data)
    assert "restored" in office.pbem("restore", str(archive)).stdout
    assert office.causes() == causes[:3]
    assert office.pbem("tick").stdout == "2 handled\n"
    assert office.causes() == causes
    assert {p.relative_to(data): p.read_bytes() for p in data.rglob("letters/out/*/*.eml")} == letters
    assert office.pbem("audit").returncode == 0
    assert {mail.message_id for mail in (*allied.letters(), *german.letters())} == set(before)
    assert len(referee.raw("Processed")) == 4


def test_the_doctor_finds_everything_well(office: Office) -> None:
    found = office.pbem("doctor", "--patience", "20")
    assert found.returncode == 0, found.stdout
    assert "a letter to oneself came back" in found.stdout
    assert "spam folder  none is found" in found.stdout
    assert "putting away what was handled is moved out of the inbox" in found.stdout
    settings = (office.folder / "pbem.toml").read_text()
    for name in ("Nowhere", "Processed"):
        (office.folder / "pbem.toml").write_text(settings.replace("[inbox]\n", f'[inbox]\nspam = "{name}"\n'))
        found = office.pbem("doctor", "--patience", "20")
        assert found.returncode == 1
        assert f"FAIL  spam folder  there is no folder '{name}' for it" in found.stdout, found.stdout
    (office.folder / "pbem.toml").write_text(settings)
    with office.serving():
        found = office.pbem("doctor", "--patience", "20")
        assert found.returncode == 0, found.stdout
        assert "held by process" in found.stdout
