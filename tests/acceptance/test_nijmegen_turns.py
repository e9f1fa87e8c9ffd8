"""The first eight turns of Nijmegen by letters: scripted commanders of teams of three, each of whom sees nothing but what his desk
knows, and field commanders who fight the battles that are handed to them and report. Laws hold after every letter, each report fits
its page, either side's mail is written again by who knows only that side.

It is no test of the default suite: eight turns of 250 counters are some two hundred letters, two minutes of processor. The default
suite has the set-up, the drop and the first turns of such teams (`test_nijmegen_letters`), and a battle from its brief to its end
(`test_nijmegen_teams`).
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from pbem.campaign.records import Sent
from pbem.campaign.state import Seat
from pbem.documents.document import Document
from pbem.rulesets.tocs.parts import rehearsals
from pbem.simulate.people import reports
from tests.acceptance.test_nijmegen_teams import with_field_battles
from tests.acceptance.test_random_games import Watch, fits_its_page
from tests.fog.blind import rewritten
from tests.fog.stage import SIDES, Stage, game
from tests.opened import as_board, as_game

SEATS = (
    ("allied", ()), ("allied.504", ("504",)), ("allied.guards", ("XXX", "GAD")),
    ("german", ()), ("german.henke", ("HENKE",)), ("german.406", ("406",)),
)  # fmt: skip
PREFIX = {"allied": "A", "german": "G"}
TURNS = 8
FIELD = "BATTLES FIELD IF 6 OWN STEPS OR A NAMED OBJECTIVE"


def seats() -> Iterator[Seat]:
    """A commander and two formations a side, and a field commander."""
    for name, formations in SEATS:
        side = name.partition(".")[0]
        prefix = PREFIX[side] + name.partition(".")[2][:3].upper()
        yield Seat(name, side, "commander", f"{name.replace('.', '-')}@x.example", prefix, formations=formations)
    for side, letter in PREFIX.items():
        yield Seat(f"{side}.field1", side, "field commander", f"{side}-field@x.example", f"{letter}Z")


class Field:
    """The field commanders of both sides: they report each battle that they were briefed on, so that their reports agree."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage, self.chance = stage, random.Random(seed)
        self.read = 0
        self.briefs: dict[str, dict[str, Document]] = {}
        self.fought = 0

    def report(self) -> None:
        """The battles briefed since it was last asked, once both have their brief."""
        new, self.read = self.stage.handled[self.read :], len(self.stage.handled)
        for sent in (letter for record in new for letter in record.letters if isinstance(letter, Sent) and letter.kind == "brief"):
            self.briefs.setdefault(sent.document.subject, {})[sent.seat] = sent.document
        fought = partial(rehearsals.fought, as_game(self.stage.campaign.table.game))
        for subject in [subject for subject, briefs in self.briefs.items() if len(briefs) == len(SIDES)]:
            for seat, text in reports(self.briefs.pop(subject), fought, self.chance).items():
                self.stage.say(seat, text)
            self.fought += 1


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", [1, 2])
def test_eight_turns_by_letters_hold_to_the_laws_and_tell_nothing(seed: int, tmp_path: Path) -> None:
    """MASL-1.1-2, MASL-2.1-4, MASL-3.1-1, MASL-4.1-1."""
    stage = Stage(tmp_path, seed, str(with_field_battles(tmp_path / "module")), tuple(seats()))
    watch, field = Watch(stage), Field(stage, seed)
    stage.begin()
    for side in SIDES:
        stage.say(side, FIELD)
    for letter in game(stage, seed):
        before = stage.phasing()
        stage.say(letter.seat, letter.lines)
        watch.look(before)
        field.report()
        if as_board(stage.campaign.state.situation.board).public.turn > TURNS:
            break
    mails = [mail for name, _ in SEATS for mail in stage.mail(name)]
    for mail in (mail for mail in mails if " impulse" in mail.subject):
        fits_its_page(replace(mail, text=mail.text.replace("wave 1 arrives", "the first wave arrives")))  # a name, no number
    assert field.fought > 0 and any("FIELD" in mail.text for mail in stage.mail("allied.field1"))
    assert len(mails) > 100 and [fault for side in SIDES for fault in rewritten(stage, side)] == []
    stage.close()
