"""A boot camp by letters: every lesson by its own example, by other ways, by a clumsy pupil; left, closed, killed in the middle."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.admin.verify import verify
from pbem.campaign.records import Cause
from pbem.engine.opaque import OpaquePicture
from pbem.handlers.bot import Commander
from pbem.handlers.lessons import NOTHING, lessons
from pbem.kernel.numbered_lines import NumberedLine
from pbem.modules import library
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs.lessons import EXAMPLES, PARTS
from tests.acceptance.camp import LESSON, NAMES, CampStage, CampTable, InCamp, examples
from tests.acceptance.conftest import CONFIG
from tests.acceptance.table import Postman, QuickDisk, Table, audited, plain, the_clock
from tests.acceptance.turn import Delivery, End, World, differences, ending
from tests.opened import as_picture
from tests.store.failing_disk import FailingDisk

MOST_LETTERS = 60
TOCS = RULESETS["tocs"]


@pytest.fixture
def camp(tmp_path: Path) -> Iterator[CampStage]:
    """A camp that has begun; when the test is done every proof is sound."""
    (tmp_path / "pbem.toml").write_text(CONFIG, encoding="utf-8")
    stage = CampStage(tmp_path)
    stage.writes("ACCEPT")
    yield stage
    stage.close()
    assert audited(stage, tmp_path / "pbem.toml") == ("test: sound\n", True)


def by_its_examples(camp: CampStage) -> None:
    """Every lesson, by the examples that the letters give."""
    for number, name in enumerate(NAMES, 1):
        assert camp.camp.lesson == name
        letter = camp.newest()
        found = LESSON.search(letter.text)
        assert found and (int(found[1]), int(found[2])) == (number, len(NAMES)), letter.text
        for text in examples(letter):
            assert camp.camp.lesson == name, f"passed before {text}"
            camp.writes(text)
        assert name in camp.camp.passed, plain(camp.newest())


# ---------------------------------------------------------------- the whole of it


@pytest.mark.parametrize("pupil", ["allied", "german"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_lesson_is_passed_by_its_own_examples(tmp_path: Path, pupil: str, seed: int) -> None:
    camp = CampStage(tmp_path, pupil, seed)
    camp.writes("ACCEPT")
    by_its_examples(camp)
    assert "EVERY LESSON DONE" in camp.newest().text and "CLOSE CAMP" in camp.newest().text
    letters = camp.writes("CLOSE CAMP")
    assert [m.subject.split("] ")[1] for m in letters[-2:]] == ["both sides revealed", "boot camp · certificate"]
    assert letters[-1].text.count("passed") == len(NAMES) and "not done" not in letters[-1].text
    assert camp.campaign.state.admin.stage == "over" and not the_clock(camp.campaign.state)
    folder = tmp_path / "mine"
    folder.mkdir()
    for number, mail in enumerate(camp.mail(pupil)):
        (folder / f"{number}.eml").write_bytes(mail.raw)
    assert verify(folder)[1]
    camp.close()


def test_the_first_letters_say_what_a_camp_is_and_the_first_report_brings_the_first_lesson(tmp_path: Path) -> None:
    stage = CampStage(tmp_path)
    assert "This is a boot camp" in plain(stage.newest())
    welcome, report = stage.writes("ACCEPT")
    assert "LESSON" not in welcome.text and "your impulse" in report.subject
    assert report.text.index("LESSON 1 OF 9") < report.text.index("2. OWN FORCES")
    stage.close()


def test_any_order_that_does_it_counts(camp: CampStage) -> None:
    ways = ("COST A/504 to 13.12", "B/504: recon around", "C/504: move 12.11", "CHECK\nA/504: recon 13.11",
            "A/504: recon 13.11; attack 13.11 deliberate", "RETREAT HOLD 12.11", "A/504: again", "LESSON", "SKIP",
            "PLAN FOR NEXT\nvoid if attacked\nC/504: move 12.11\nEND PLAN", "END ANYWAY", "ZONE Europe/London",
            "HELP")  # fmt: skip
    for text in ways:
        camp.writes(text)
    assert list(camp.camp.skipped) == ["supply"]
    assert camp.camp.passed == ("report", "recon", "move", "attack", "standing", "plans", "impulse")
    assert camp.camp.done == ("clock",)  # HELP alone is about no word
    camp.writes("HELP MARCH")
    assert camp.camp.lesson == "" and "clocks" in camp.camp.passed
    camp.writes("LESSON 6")
    assert camp.camp.lesson == "supply" and "LESSON 6 OF 9" in camp.newest().text
    camp.writes("HQ1/504: order A/504")
    camp.writes("WHY OUT OF COMMUNICATION A/504")
    assert camp.camp.lesson == "" and camp.camp.skipped == () and set(camp.camp.passed) == set(NAMES)


def test_what_is_done_before_its_lesson_does_not_count_for_it(camp: CampStage) -> None:
    camp.writes("B/504: recon around\nC/504: move 12.11")
    assert camp.camp.lesson == "report" and camp.camp.passed == ()
    camp.writes("STATUS\nMAP 12.11")
    assert camp.camp.lesson == "recon"


def test_a_letter_that_waited_to_be_recalled_counts_when_it_is_carried_out(camp: CampStage) -> None:
    camp.writes("MAP")
    camp.writes("HOLD MY LETTERS 10")
    camp.writes("A/504: recon 13.11")
    assert camp.camp.lesson == "recon"
    camp.wait(minutes=11)
    assert camp.camp.lesson == "move" and "LESSON 3 OF 9" in camp.newest().text


def test_a_plan_that_runs_by_itself_brings_the_lesson_with_it(camp: CampStage) -> None:
    camp.writes("LESSON 7")
    camp.writes("FOR NEXT IMPULSE\nA/504: recon 13.11")
    assert "plans" in camp.camp.passed
    camp.writes("END IMPULSE")
    camp.wait(hours=3)
    assert "your plan" in camp.newest().subject and "LESSON 9 OF 9" in camp.newest().text


def test_the_lesson_text_is_told_once_an_answer_then_in_short(camp: CampStage) -> None:
    assert "To pass:" in camp.newest().text
    camp.writes("HELP")
    assert "Still to do: ask one question" in plain(camp.newest()) and "To pass:" not in camp.newest().text
    camp.writes("LESSON")
    assert "To pass:" in camp.newest().text


# ---------------------------------------------------------------- a clumsy pupil


CLUMSY = (
    "hello, how does this work?", "WHAT CAN Z/999", "WHAT CAN A/504", "A/504 recon 13.11", "CANCEL", "A/504: reccon 13.11", "YES",
    "1/HG: move 12.10", "CANCEL", "A/504: move 99.99", "CANCEL", "LESSON 99", "LESSON 0", "B/504: move 13.11",
    "CHECK", "CHECK\nD/505: atack 20.12 hasty", "CHECK\nD/505: attack 20.12 hasty", "D/505: attack 20.12", "CANCEL",
    "SKIP", "SKIP", "EZOC SOMETIMES", "END IMPULSE", "END IMPULSE", "END IMPULSE", "PASS", "CANCEL", "OFFER DRAW", "SKIP LESSON",
    "MESSAGE enemy\nare you there?\nEND MESSAGE", "FOR NEXT IMPULSE\nA/504: fly 14.12", "SKIP", "SKIP", "SKIP", "SKIP", "SKIP",
    "LESSON 3", "LESSON 3",
)  # fmt: skip


def test_a_clumsy_pupil_is_refused_as_anybody_and_helped_on(camp: CampStage) -> None:
    for text in CLUMSY:
        assert camp.writes(text), f"no answer to {text!r}"
    assert {"report", "recon"} <= set(camp.camp.passed) and "attack" not in camp.camp.passed
    assert camp.camp.lesson == "move"
    texts = [plain(m) for m in camp.mail("allied")]
    assert any("The unit was activated but" in t and "TO FIX" in t and "Meant:" in t for t in texts)
    assert any("takes no draw" in t for t in texts)
    assert any("not a word I know" in t for t in texts) and any("There is no lesson 99" in t for t in texts)
    for _ in range(MOST_LETTERS):
        if not camp.playing:
            break
        camp.writes("END IMPULSE")
    assert "not done  Attack" in camp.newest().text and "passed    Read" in camp.newest().text
    assert "the camp is closed" in camp.newest().subject


def test_a_wrong_try_brings_the_refusal_and_the_hint_and_no_lesson_is_passed(camp: CampStage) -> None:
    camp.writes("SKIP")
    (answer,) = camp.writes("A/504: recon 11.11")
    hint = lessons(TOCS)["recon"].hint.split(".")[0]
    assert hint in plain(answer) and camp.camp.lesson == "recon" and not camp.camp.passed


def test_stopping_and_beginning_again(camp: CampStage) -> None:
    camp.writes("MAP")
    camp.writes("A/504: recon 13.11")
    camp.writes("LESSON 1")
    assert camp.camp.lesson == "report" and camp.camp.passed == ("recon",)
    camp.writes("MAP")
    assert camp.camp.lesson == "move"  # what is passed is not taught again unasked
    letters = camp.writes("CLOSE CAMP")
    assert "not done" in letters[-1].text
    assert [m.subject.split("] ")[1] for m in camp.writes("SKIP")] == ["T1.1 SKIP: the campaign is not being played now"]
    assert camp.camp.lesson == "move"


@pytest.mark.parametrize(("words", "told"), [("DECLINE", "you have declined"), ("ACCEPT\nRESIGN\nYES", "(allied) is vacant")])
def test_a_pupil_who_leaves_ends_his_camp(tmp_path: Path, words: str, told: str) -> None:
    stage = CampStage(tmp_path)
    for word in words.split("\n"):
        stage.writes(f"{word} allied" if word == "RESIGN" else word)
    assert stage.campaign.state.admin.stage == "over"
    assert "farewell" not in stage.newest().subject and told in stage.newest().text
    stage.close()


def test_a_camp_that_was_left_is_closed_after_four_weeks_and_a_reminder(camp: CampStage) -> None:
    camp.wait(days=27)
    assert camp.playing
    camp.wait(days=2)
    assert not camp.playing
    texts = [plain(m) for m in camp.mail("allied")]
    assert any("Then the boot camp is closed" in text for text in texts)
    assert "certificate" not in camp.newest().subject and "the camp is closed" in camp.newest().subject


def test_the_words_of_a_camp_mean_nothing_elsewhere(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.begin()
    answer = plain(table.write("allied", "LESSON\nSKIP\nCLOSE CAMP"))
    for word in ("LESSON", "SKIP", "CLOSE CAMP"):
        assert f"{word}: this campaign is no boot camp" in answer
    assert table.campaign.state.admin.stage == "playing"
    table.close()


# ---------------------------------------------------------------- the enemy


def until_the_enemy(camp: InCamp) -> None:
    """The pupil's impulses are over and the enemy's has begun; he has not written yet."""
    for _ in range(MOST_LETTERS):
        camp.deliver(camp.letter("allied", "END IMPULSE", camp.newest()))
        camp.referee.work(camp.at, off=iter((False, True)).__next__)  # the letter, and nothing after it
        camp.post()
        if camp.phasing() == "german":
            return
    raise AssertionError("the enemy has no impulse")


def test_the_enemy_is_given_his_own_picture_alone_and_writes_no_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sides: list[str] = []
    letter = Commander.letter

    def watched(self: Commander, picture: OpaquePicture, end: bool = True) -> str:
        sides.append(as_picture(picture).side)
        return letter(self, picture, end)

    monkeypatch.setattr(Commander, "letter", watched)
    camp = CampStage(tmp_path)
    camp.writes("ACCEPT")
    for _ in range(10):
        camp.writes("END IMPULSE")
    assert len(sides) >= 4 and set(sides) == {"german"}
    assert not (camp.campaign.home / "letters" / "out" / "german").exists()
    sheets = [r.sheet for r in camp.records() if r.cause.kind == "deadline"]
    assert any("move" in sheet or "recon" in sheet for sheet in sheets)  # his orders stand in the journal
    camp.close()


def test_nobody_can_write_in_the_enemys_name(camp: CampStage) -> None:
    before, records = len(camp.mail("allied")), len(camp.records())
    for sender in ("", "nobody@german.example", "german", "<>"):
        camp.deliver(camp.letter("allied", "END IMPULSE", camp.newest(), sender=sender, to="referee@club.example") if sender
                     else b"To: referee@club.example\nSubject: [test] x\n\nEND IMPULSE\n")  # fmt: skip
        camp.run()
    assert len(camp.records()) == records and len(camp.mail("allied")) == before


def test_there_is_no_evening_to_agree_on_with_the_referee(camp: CampStage) -> None:
    assert "in a boot camp the referee leads the other" in plain(camp.write("allied", "LIVE 20:00"))
    assert not camp.campaign.state.admin.evenings.offers


def test_the_host_can_pause_a_camp_over_the_enemys_impulse(camp: CampStage) -> None:
    until_the_enemy(camp)
    name = camp.impulse
    for number, word in enumerate(("PAUSE", "RESUME")):
        camp.at += timedelta(hours=1)
        camp.campaign.handle(Cause("host", f"host/{number}", camp.at, lines=(NumberedLine(1, f"{word} {name}"),)))
        camp.run()
        assert (camp.impulse == name) is (word == "PAUSE")


def test_windows_that_ask_the_pupil_are_waited_for(camp: CampStage) -> None:
    camp.writes("WINDOWS ASK ME 3")
    for _ in range(MOST_LETTERS):
        if not camp.playing:
            break
        owed = camp.campaign.state.situation.owed
        camp.writes(f"ANSWER {owed[0].number} {owed[0].options[0].upper()}" if owed else "A/504: recon around\nC/504: recon around")
        if not owed and not camp.campaign.state.situation.owed:
            camp.writes("CANCEL\nEND IMPULSE ANYWAY")
    assert not camp.playing


# ---------------------------------------------------------------- killed in the middle


SCRIPT = (
    "ACCEPT", "MAP", "A/504: recon 13.11", "C/504: move 12.11", "END IMPULSE", "B/504: attack 13.11 hasty\nEND IMPULSE", "LESSON",
)  # fmt: skip


class CampWorld(World):
    """The same trouble, at a camp."""

    def _open(self) -> Table:
        if self.table is None:
            self.table = CampTable(self.folder, self.now, self.postman)
        return self.table


def undisturbed(folder: Path) -> tuple[tuple[Delivery, ...], End, int]:
    """The script on a sound disk."""
    disk = QuickDisk()
    table, post = CampTable(folder, disk), []
    for lines in SCRIPT:
        raw = table.letter("allied", lines, table.newest())
        table.deliver(raw)
        post.append(Delivery(raw, table.at, f"test:{table.at.isoformat()}"))
        table.run()
    end = ending(table, table.postman)
    assert table.camp.passed == ("report", "recon", "move") and table.phasing() == "allied"
    table.close()
    return tuple(post), end, disk.operations


@pytest.mark.parametrize("trouble", ["kill", "power"])
def test_a_camp_that_is_struck_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda n: bytes(range(n)))
    post, end, steps = undisturbed(tmp_path / "quiet")
    for n in range(3 if trouble == "kill" else 20, steps, steps // 12):
        disk = FailingDisk(n, trouble)  # type: ignore[arg-type]
        found = CampWorld(tmp_path / f"{trouble}-{n}", disk).play(post)
        assert disk.failed and differences(end, found) == []


def test_the_enemys_impulse_is_made_up_for_after_a_death(tmp_path: Path) -> None:
    post = Postman()
    table = CampTable(tmp_path, QuickDisk(), post)
    table.writes("ACCEPT")
    until_the_enemy(table)
    at = table.at
    table.close()
    table = CampTable(tmp_path, QuickDisk(), post)
    table.at = at + timedelta(days=3)
    table.run()
    assert table.phasing() == "allied"
    table.close()


# ---------------------------------------------------------------- the texts


def test_every_lesson_has_its_parts_its_examples_and_its_three_texts() -> None:
    assert tuple(lessons(TOCS)) == NAMES
    for lesson in lessons(TOCS).values():
        assert lesson.parts and set(lesson.parts) <= set(PARTS)
        assert lesson.text and lesson.hint and lesson.praise and lesson.title
        assert "\n    " in lesson.text, "no example"
    assert {part for lesson in lessons(TOCS).values() for part in lesson.parts} == set(PARTS)
    for name in ("welcome", "offered", "last", "closed", "certificate", "read-on"):
        assert library.camp_text("tocs", name)


def test_an_example_that_cannot_be_is_not_given(camp: CampStage, monkeypatch: pytest.MonkeyPatch) -> None:
    camp.writes("MAP")
    monkeypatch.setitem(EXAMPLES, "recon", lambda known: "")
    camp.writes("LESSON")
    assert NOTHING.split(".")[0] in plain(camp.newest()) and examples(camp.newest()) == []
