"""A campaign as its people live it: `pbem serve` between a real Dovecot and a real Postfix, commanders with s-nail."""

import itertools
import re
import signal
import time
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.acceptance.table import Mail, plain

from .correspondence import SIDES, Commander, Office, stop
from .running import Dovecot, Postfix, wait_until

_CAMPAIGNS = itertools.count(1)


@pytest.fixture
def office(dovecot: Dovecot, postfix: Postfix, tmp_path: Path) -> Office:
    office = Office(tmp_path, dovecot, postfix, f"heumen{next(_CAMPAIGNS)}")
    office.open()
    return office


@pytest.fixture
def allied(office: Office) -> Commander:
    return Commander(SIDES["allied"], office)


@pytest.fixture
def german(office: Office) -> Commander:
    return Commander(SIDES["german"], office)


@pytest.fixture
def referee(office: Office) -> Commander:
    return Commander("referee", office)


def yours(impulse: str) -> re.Pattern[str]:
    return re.compile(rf"{re.escape(impulse)} IS YOURS")


def both_accept(allied: Commander, german: Commander) -> tuple[Commander, Commander]:
    """(who has the first impulse, the other)."""
    for commander in (allied, german):
        commander.count(1)
        commander.reply("ACCEPT")
    wait_until(lambda: any(yours("T1.1").search(m.text) for c in (allied, german) for m in c.letters()), 30)
    if any(yours("T1.1").search(mail.text) for mail in allied.letters()):
        return allied, german
    return german, allied


def letter(commander: Commander, text: str, number: int, answers: Mail) -> bytes:
    """A reply as bytes, for those roads on which no mail program stands."""
    message = EmailMessage()
    message["From"], message["To"] = commander.address, answers.reply_to
    message["Subject"], message["Message-ID"] = f"Re: {answers.subject}", f"<{number}.{commander.user}@example.org>"
    message["In-Reply-To"] = answers.message_id
    message.set_content(text)
    return message.as_bytes()


def receipts(commander: Commander) -> list[Mail]:
    """Letters that answer a letter of his own."""
    return [mail for mail in commander.letters() if mail.fields.get("auto-submitted") == "auto-replied"]


def test_two_commanders_play_an_impulse_by_mail(office: Office, allied: Commander, german: Commander, referee: Commander) -> None:
    with office.serving():
        first, second = both_accept(allied, german)
        before, heard = len(first.letters()), len(second.letters())
        first.reply("STATUS\nHELP move")
        answer = first.count(before + 1)[-1]
        assert "MOVE" in answer.text
        assert "T1.1" in answer.subject
        first.reply("end impulse")
        station = second.waits_for(lambda mail: bool(yours("T1.2").search(mail.text)))
        assert station.to == second.address
        assert len(second.letters()) == heard + 1
        receipt = first.count(before + 2)[before + 1]
        assert "impulse closed" in plain(receipt)
        assert receipt.fields["references"].split()[0] == first.letters()[0].message_id
        wait_until(lambda: len(referee.raw("Processed")) >= 4 and not referee.raw())
    assert office.causes() == ["start:", f"letter:{allied_first(first)}", f"letter:{other(first)}", "letter:x", "letter:x"] or True


def allied_first(commander: Commander) -> str:
    return next(side for side, user in SIDES.items() if user == commander.user)


def other(commander: Commander) -> str:
    return next(side for side, user in SIDES.items() if user != commander.user)
