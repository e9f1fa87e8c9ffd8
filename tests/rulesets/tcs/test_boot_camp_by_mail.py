"""A boot camp of TCS by letters: each of its five lessons is passed by the examples that the letter gives."""

from pathlib import Path

import pytest

from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.kernel.values import replace
from pbem.service.open_campaign import Setup
from pbem.service.recruiting import boot_camp
from tests.acceptance.camp import LESSON, examples
from tests.acceptance.table import Mail, Table

ADDRESS = {"us": "sam@us.example", "ge": "gerd@ge.example"}
MOST_LETTERS = 30


class FordCamp(Table):
    """One pupil in the ford village, the referee leads the other side."""

    def __init__(self, folder: Path, pupil: str) -> None:
        self.pupil = pupil
        super().__init__(folder, module="tcs-training", seats=(Seat(pupil, pupil, "commander", ADDRESS[pupil], pupil[0].upper()),))

    def setup(self, module: Path, seats: tuple[Seat, ...], seed: bytes, tempo: str) -> Setup:
        return replace(boot_camp("test", module, (self.pupil, ADDRESS[self.pupil]), Pace()), seed=seed)

    @property
    def passed(self) -> tuple[str, ...]:
        found = self.campaign.state.admin.camp
        assert found
        return tuple(found.passed)

    def writes(self, lines: str) -> None:
        """The pupil writes, and what is due by then comes to pass."""
        self.deliver(self.letter(self.pupil, lines, self.newest()))
        self.run()
        due = self.campaign.state.admin.run_at
        if due is not None:
            self.at = due
            self.run()

    def newest(self) -> Mail:
        return self.mail(self.pupil)[-1]

    def lesson(self) -> Mail:
        """The newest letter that teaches a lesson; some can be passed in one of both letters of a turn alone."""
        return [mail for mail in self.mail(self.pupil) if LESSON.search(mail.text)][-1]


@pytest.mark.parametrize("pupil", ["us", "ge"])
def test_every_lesson_is_passed_by_its_own_examples(tmp_path: Path, pupil: str) -> None:
    camp = FordCamp(tmp_path, pupil)
    camp.writes("ACCEPT")
    heads = dict[str, str]()
    for _ in range(MOST_LETTERS):
        if len(camp.passed) == 5:
            break
        mail = camp.lesson()
        head = LESSON.search(mail.text)
        assert head and head[2] == "5"
        heads[head[1]] = head[3]
        done, given = camp.passed, examples(mail)
        for text in given:
            assert camp.passed == done, f"passed before {text}"
            camp.writes(text)
        assert not given or len(camp.passed) == len(done) + 1, camp.newest().text
        if not given:
            camp.writes("DONE")
    assert list(heads) == ["1", "2", "3", "4", "5"] and len(camp.passed) == 5
    camp.close()
