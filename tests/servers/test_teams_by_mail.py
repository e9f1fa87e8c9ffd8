"""Two teams of three over a real Dovecot and a real Postfix: orders on file, a battle handed to field commanders, its reports."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.service.opening import campaign_at
from tests.acceptance.table import Mail, plain
from tests.acceptance.test_field_battles import form, module
from tests.opened import as_board

from .correspondence import SIDES, Commander, Office
from .running import DOMAIN, Dovecot, Postfix, wait_until

OPTIONS = (
    "--seat", f"allied.504=bert@{DOMAIN}", "--seat", f"german.ls=hans@{DOMAIN}",
    "--field", f"allied=fred@{DOMAIN}", "--field", f"german=franz@{DOMAIN}",
)  # fmt: skip
MOST_IMPULSES = 20


@pytest.fixture
def office(dovecot: Dovecot, postfix: Postfix, tmp_path: Path) -> Office:
    office = Office(tmp_path, dovecot, postfix, "teams")
    office.open(str(module(tmp_path / "module", "engagement")), *OPTIONS)
    return office


def says(words: str) -> Callable[[Mail], bool]:
    return lambda mail: words in f"{mail.subject} {plain(mail)}"


def told(commander: Commander, text: str, words: str) -> Mail:
    """Write, and wait for a letter that says these words and was not there before."""
    before = len(commander.letters())
    commander.reply(text)
    return commander.waits_for(lambda mail: mail in commander.letters()[before:] and says(words)(mail))


def reported(commander: Commander, narrative: str) -> None:
    """The form of his mission brief, with a story of his own, sent back."""
    lines = form(commander.waits_for(says("· mission brief")))
    told(commander, lines.replace("(what happened)", narrative), "AAR 1 received")


def running(office: Office) -> tuple[int, str]:
    """The turn, and whose impulse it is."""
    public = as_board(campaign_at(office.folder / "data" / "campaigns" / office.campaign).state.situation.board).public
    return public.turn, public.phasing


@pytest.mark.timeout(120)
def test_two_teams_hand_a_battle_to_their_field_commanders(office: Office) -> None:
    people = {user: Commander(user, office) for user in ("alice", "bert", "fred", "bob", "hans", "franz")}
    alice, bert, fred, bob, hans, franz = people.values()
    with office.serving():
        for one in people.values():
            one.waits_for(says("You are invited"))
            one.reply("ACCEPT")
        for one in (alice, bert, bob, hans):
            one.waits_for(says("T1.1"))
        told(bob, "BATTLES FIELD", "Standing orders are now")
        told(alice, "BATTLES FIELD\nINTENT 13.11\nBefore dark, please.\nEND INTENT", "is filed")
        told(bert, "A/504: recon 13.11; attack 13.11 deliberate\nDONE", "on file")
        told(alice, "EXECUTE\nEND IMPULSE", "executed")
        assert "Before dark, please." in fred.waits_for(says("· mission brief")).text
        assert "Before dark" not in franz.waits_for(says("· mission brief")).text
        reported(franz, "They came over the bridge.")
        reported(fred, "We are across.")
        for one in (fred, franz):
            one.waits_for(says("the reports agree"))
        agreed, _ = running(office)  # the dice may have ended the first turn with its first impulse
        for _ in range(MOST_IMPULSES):
            turn, side = running(office)
            if turn > agreed:
                break
            told(people[SIDES[side]], "END IMPULSE", "impulse closed")
        for one in (fred, franz):
            one.waits_for(says("battle 1 is over"))
        assert "They came over" not in plain(alice.waits_for(says("We are across.")))
        bert.waits_for(says("INTSUM"))
        assert not any("We are across" in mail.text for one in (bob, hans, franz) for mail in one.letters())
        wait_until(lambda: not Commander("referee", office).raw())
    assert not [line for line in office.log() if line["level"] != "info"]
    assert office.pbem("audit").returncode == 0
