"""A campaign as its people live it: `pbem serve` between a real Dovecot and a real Postfix, commanders with s-nail."""

import itertools
import signal
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.cli import BUSY
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


@pytest.fixture
def mallory(office: Office) -> Commander:
    return Commander("mallory", office)


def says(words: str) -> Callable[[Mail], bool]:
    return lambda mail: words in plain(mail)


def both_accept(allied: Commander, german: Commander) -> Mail:
    """Both answer their invitations; the first situation report, which opens the American impulse."""
    for commander in (allied, german):
        commander.waits_for(says("ACCEPT"))
        commander.reply("ACCEPT")
    return allied.waits_for(says("T1.1 is your impulse"))


def letter(commander: Commander, text: str, number: int, answers: Mail) -> bytes:
    """A reply as bytes, for roads on which no mail program stands."""
    message = EmailMessage()
    message["From"], message["To"] = commander.address, answers.reply_to
    message["Subject"], message["Message-ID"] = f"Re: {answers.subject}", own_id(commander, number)
    message["In-Reply-To"] = answers.message_id
    message.set_content(text)
    return message.as_bytes()


def own_id(commander: Commander, number: int) -> str:
    return f"<{number}.{commander.office.campaign}@{commander.user}.example.org>"


def answered(commander: Commander) -> list[str]:
    """The Message-IDs that answers in his box name, in order of their coming."""
    return [mail.fields["in-reply-to"] for mail in commander.letters() if "in-reply-to" in mail.fields]


def test_two_commanders_play_an_impulse_by_mail(office: Office, allied: Commander, german: Commander, referee: Commander) -> None:
    with office.serving():
        report = both_accept(allied, german)
        assert report.to == allied.address
        allied.reply("C/504: move 11.10\nSTATUS\nHELP move")
        receipt = allied.waits_for(says("DONE"))
        assert "C/504 moved to 11.10" in plain(receipt)
        assert receipt.fields["auto-submitted"] == "auto-replied"
        heard = len(german.letters())
        allied.reply("end impulse")
        allied.waits_for(says("impulse closed"))
        station = german.waits_for(says("enemy impulse over"))  # the dice may end the turn with it
        assert "C/504" not in station.text
        assert len(german.letters()) == heard + 1
        wait_until(lambda: len(referee.raw("Processed")) == 4 and not referee.raw())
    start, *accepted, move, end = office.causes()
    assert (start, sorted(accepted), move, end) == ("start", ["letter:allied", "letter:german"], "letter:allied", "letter:allied")
    assert not [line for line in office.log() if line["level"] != "info"]


def test_a_stranger_gets_no_answer_and_a_stolen_token_is_told_to_its_owner(
    office: Office, allied: Commander, german: Commander, mallory: Commander, referee: Commander
) -> None:
    with office.serving():
        report = both_accept(allied, german)
        before = len(allied.letters()), len(german.letters())
        mallory.write("referee@example.org", f"[{office.campaign}] orders", "end impulse")
        wait_until(lambda: len(referee.raw("Processed")) == 3)
        assert (len(allied.letters()), len(german.letters())) == before
        mallory.write(report.reply_to, f"Re: {report.subject}", "end impulse")
        told = allied.count(before[0] + 1)[-1]
        assert "end impulse" not in told.text
        wait_until(lambda: len(referee.raw("Processed")) == 4)
    assert not mallory.raw()
    assert len(german.letters()) == before[1]
    assert "T1.1" in office.pbem("campaign", "list").stdout


UNITS, HEXES = ("A/504", "B/504", "C/504", "82rcn"), ("11.11", "12.10", "11.12", "12.11", "11.10")
QUESTIONS = [f"COST {unit} to {there}" for unit in UNITS for there in HEXES]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_daemon_stopped_in_the_middle_of_its_work_loses_nothing_and_does_nothing_twice(
    office: Office, allied: Commander, german: Commander, number: signal.Signals
) -> None:
    with office.serving():
        report = both_accept(allied, german)
    before = len(allied.letters())
    for n, question in enumerate(QUESTIONS):
        office.dovecot.deliver("referee", letter(allied, question, n, report))
    written = office.folder / "data" / "campaigns" / office.campaign / "letters" / "out" / "allied"
    daemon = office.start()
    wait_until(lambda: len(list(written.glob("*.eml"))) >= before + 3)
    assert stop(daemon, number) == (0 if number == signal.SIGTERM else -number)
    done = office.causes().count("letter:allied") - 1
    assert 0 < done < len(QUESTIONS), "not in the middle"
    with office.serving():
        expected = {own_id(allied, n) for n in range(len(QUESTIONS))}
        wait_until(lambda: expected <= set(answered(allied)), 30)
    assert office.causes().count("letter:allied") == 1 + len(QUESTIONS)
    letters = {mail.message_id: mail for mail in allied.letters()}
    assert len(letters) == before + len(QUESTIONS)
    if number == signal.SIGTERM:
        assert len(allied.letters()) == len(letters)
    assert office.pbem("audit").returncode == 0


def test_a_second_daemon_says_who_is_in_its_way(office: Office) -> None:
    with office.serving() as first:
        second = office.pbem("serve")
        assert second.returncode == BUSY
        assert f"process {first.pid}" in second.stderr
        assert "Traceback" not in second.stderr
        assert first.poll() is None


def test_without_a_daemon_a_tick_does_one_pass(office: Office, allied: Commander, german: Commander, referee: Commander) -> None:
    assert office.pbem("tick").stdout == "0 handled\n"
    for commander in (allied, german):
        commander.waits_for(says("ACCEPT"))
        commander.reply("ACCEPT")
    wait_until(lambda: len(referee.raw()) == 2)
    assert office.pbem("tick").stdout == "2 handled\n"
    assert (len(referee.raw()), len(referee.raw("Processed"))) == (0, 2)
    allied.waits_for(says("T1.1 is your impulse"))
    assert office.pbem("tick").stdout == "0 handled\n"


def test_a_piped_letter_is_handled_by_the_daemon_or_at_once(office: Office, allied: Commander, german: Commander) -> None:
    with office.serving():
        report = both_accept(allied, german)
        piped = office.pbem("receive", "-", letter=letter(allied, "WHAT CAN A/504", 1, report))
        assert (piped.returncode, piped.stderr) == (0, "")
        wait_until(lambda: own_id(allied, 1) in answered(allied), 5)
    piped = office.pbem("receive", "-", letter=letter(allied, "WHAT CAN B/504", 2, report))
    assert piped.returncode == 0
    wait_until(lambda: own_id(allied, 2) in answered(allied), 5)
    assert office.causes().count("letter:allied") == 3


def test_the_servers_go_away_and_come_back(office: Office, allied: Commander, german: Commander) -> None:
    with office.serving():
        report = both_accept(allied, german)
        office.postfix.stop()
        office.dovecot.deliver("referee", letter(allied, "WHAT CAN A/504", 1, report))
        wait_until(lambda: office.causes().count("letter:allied") == 2, 60)
        office.dovecot.stop()
        wait_until(lambda: any("inbox" in line["message"] for line in office.log()), 60)
        office.postfix.start()
        office.dovecot.start()
        office.dovecot.deliver("referee", letter(allied, "WHAT CAN B/504", 2, report))
        wait_until(lambda: own_id(allied, 2) in answered(allied), 60)
    assert own_id(allied, 1) not in answered(allied)
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    assert office.pbem("--now", later, "outbox", "--post").stdout == "nothing waits\n"
    wait_until(lambda: own_id(allied, 1) in answered(allied))
    warnings = [line for line in office.log() if line["level"] != "info"]
    assert 0 < len(warnings) < 10
    assert "password" not in str(warnings)
