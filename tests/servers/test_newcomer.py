"""A newcomer: nothing but the wheel, a fresh home and a mail server, from install to a finished training campaign."""

import random
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from pbem.handlers.bot import Commander as Mind
from pbem.service.open_campaign import Campaign
from pbem.service.opening import campaign_at
from tests.acceptance.table import the_clock
from tests.packaging.conftest import ROOT, Installed, install

from .correspondence import SIDES, Commander, Office
from .running import Dovecot, Postfix, wait_until

MOST_LETTERS = 120


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in a venv of its own, and a home that holds nothing."""
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"])
    return install(Path(built), tmp_path_factory.mktemp("newcomer"))


@pytest.fixture
def office(newcomer: Installed, dovecot: Dovecot, postfix: Postfix) -> Office:
    """His office: everything lies in his home, and every command is the installed one."""
    office = Office(
        newcomer.home, dovecot, postfix, "first", program=(str(newcomer.pbem),), place=newcomer.home,
        environment=newcomer.environment,
    )  # fmt: skip
    office.open()
    return office


def seen(office: Office) -> Campaign:
    """The campaign as a reader beside the daemon finds it."""
    return campaign_at(office.folder / "data" / "campaigns" / office.campaign)


def answered(commander: Commander, text: str) -> str:
    """Write, and wait for the answer: its text."""
    before = len(commander.letters())
    commander.reply(text)
    return commander.count(before + 1)[before].text


def play(office: Office, commanders: dict[str, Commander]) -> int:
    """Both scripted minds write real letters until the last turn is over; how many letters that took."""
    campaign = seen(office)
    minds = {s: Mind(campaign.table.ruleset, campaign.table.words, campaign.table.game, random.Random(s)) for s in SIDES}
    for number in range(MOST_LETTERS):
        state = seen(office).state
        if state.admin.stage == "over":
            return number
        running = the_clock(state)
        assert running is not None
        text = answered(commanders[running.side], minds[running.side].letter(state.pictures[running.side]))
        if "END IMPULSE waits for your YES" in text:
            answered(commanders[running.side], "YES")  # what stands over the limit, he can spare
        elif "executed" in text.lower() and the_clock(seen(office).state) == running:
            answered(commanders[running.side], "end anyway")  # what he wrote waits as a draft, END with it
    return MOST_LETTERS


@pytest.mark.timeout(600)
def test_a_newcomer_comes_from_the_wheel_to_the_end_of_the_training_campaign(office: Office) -> None:
    commanders = {side: Commander(user, office) for side, user in SIDES.items()}
    assert office.pbem("check").returncode == 0
    with office.serving():
        for commander in commanders.values():
            commander.waits_for(lambda mail: "You are invited" in mail.subject)
            answered(commander, "ACCEPT")
        wait_until(lambda: seen(office).state.admin.stage == "playing", 30)
        assert play(office, commanders) < MOST_LETTERS
        for side, commander in commanders.items():
            last = commander.waits_for(lambda mail: "THE ROLLS, OPENED" in mail.text)
            assert " victory" in last.text or "a draw" in last.text.lower(), side
    folder = office.folder / "letters"
    folder.mkdir()
    for number, mail in enumerate(commanders["allied"].letters()):
        (folder / f"{number:03d}.eml").write_bytes(mail.raw)
    verified = office.pbem("verify", str(folder))
    assert (verified.returncode, "every roll fits" in verified.stdout) == (0, True), verified.stdout
    audited = office.pbem("audit")
    assert (audited.returncode, audited.stdout) == (0, "first: sound\n")
