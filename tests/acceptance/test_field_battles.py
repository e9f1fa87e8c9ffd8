"""Battles handed to field commanders, by letter: briefs, reports, disputes, silence (MASL-2.1, MASL-3.1, MASL-4.1)."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.state import Seat, host_seat
from pbem.modules import library
from tests.acceptance.table import ADDRESS, Mail, Table, plain, the_clock
from tests.acceptance.test_host_by_mail import say
from tests.opened import as_board, as_picture, found

SEATS = (
    Seat("allied", "allied", "commander", ADDRESS["allied"], "A"),
    Seat("allied.field1", "allied", "field commander", "fred@allied.example", "AB"),
    Seat("allied.field2", "allied", "field commander", "finn@allied.example", "AC"),
    Seat("german", "german", "commander", ADDRESS["german"], "G"),
    Seat("german.field1", "german", "field commander", "franz@german.example", "GB"),
)
ATTACK = "A/504: recon 13.11; attack 13.11 deliberate\nend impulse\n"
Make = Callable[..., Table]


def module(folder: Path, how: str) -> Path:
    """The training module with field battles."""
    for name, text in library.module_files(library.module_folder("heumen-bridge")).items():
        if name == "module.toml":
            text = text.replace("[switches]", f'[switches]\nfield_battle = "{how}"') if "[switches]" in text else (  # noqa: PLW2901
                text + f'\n[switches]\nfield_battle = "{how}"\n')  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@contextmanager
def at_battle(folder: Path, how: str) -> Iterator[Table]:
    """A table whose first battle, for 13.11, is in the hands of field commanders."""
    table = Table(folder, module=str(module(folder / "module", how)), seats=SEATS)
    table.begin()
    table.write("german", "BATTLES FIELD")
    table.write("allied", "BATTLES FIELD")
    table.write("allied", ATTACK)
    yield table
    table.close()


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """A table whose first battle, for 13.11, has gone to field commanders."""
    tables: list[Table] = []

    def made(how: str = "engagement", seats: tuple[Seat, ...] = SEATS, then: str = "") -> Table:
        table = Table(tmp_path, module=str(module(tmp_path / "module", how)), seats=seats)
        tables.append(table)
        table.begin()
        table.write("german", "BATTLES FIELD")
        table.write("allied", "BATTLES FIELD\nINTENT 13.11\nI want Malden bridge before dark.\nEND INTENT")
        table.write("allied", f"{then}{ATTACK}")
        return table

    yield made
    for table in tables:
        table.close()


def test_help_lists_to_a_field_commander_what_they_may_write(make: Make) -> None:
    """Of 250 words that it listed they could use ten."""
    text = make().write("allied.field1", "HELP").text
    assert all(f" {word}," in text for word in ("AGAIN", "HAND BACK", "RESEND", "FIELD", "MESSAGE"))
    assert not any(f" {word}," in text for word in ("ATTACK", "ZONE", "RETREAT", "WHAT CAN"))


def brief(table: Table, seat: str) -> Mail:
    """The last mission brief of a seat."""
    return next(m for m in reversed(table.mail(seat)) if "mission brief" in m.subject)


def form(mail: Mail) -> str:
    """The report's form in a brief."""
    return mail.text[mail.text.index("\nAAR ") + 1 : mail.text.index("END AAR") + 7]


def report(table: Table, seat: str, **changes: str) -> Mail:
    """The form of the brief, with some items written afresh, sent back."""
    text = form(brief(table, seat))
    for name, words in changes.items():
        item = name.replace("_", " ").upper()
        text = re.sub(rf"^{item}\b.*?(?=^[A-Z])", f"{item} {words}\n", text, flags=re.MULTILINE | re.DOTALL)
    return table.write(seat, text, brief(table, seat))


def out(table: Table) -> list[int]:
    """The battles that are out."""
    return [n for n, _ in found(table.campaign.table.ruleset.field_battles).out(table.campaign.state.pictures["allied"])]


def test_each_field_commander_gets_a_brief_of_his_own(make: Make) -> None:
    """MASL-3.1-2, MASL-3.1-6, MASL-3.1-7, MASL-2.1-1: own force, intent word for word, the length for the attacker alone."""
    table = make()
    assert out(table) == [1]
    ours, theirs = brief(table, "allied.field1"), brief(table, "german.field1")
    assert "I want Malden bridge before dark." in ours.text and "Malden bridge before dark" not in theirs.text
    assert "7 game turns" in ours.text and "game turns" not in theirs.text
    assert "A/504" in ours.text and "A/504" not in theirs.text
    assert "REPORT BY" in ours.text and form(ours).startswith("AAR 1\n")
    assert not any("mission brief" in m.subject for seat in ("allied", "german", "allied.field2") for m in table.mail(seat))


def test_a_report_with_a_greeting_is_headed_as_taken(make: Make) -> None:
    table = make()
    text = f"Hi ref,\nhere is my report, we had a great evening!\n\n{form(brief(table, 'allied.field1'))}\nCheers,\nFred"
    answer = table.write("allied.field1", text, brief(table, "allied.field1"))
    assert "report of battle 1 received" in answer.subject
    assert "NOTHING DONE" not in answer.text and "“Hi ref,”" in answer.text
    faulty = table.write("german.field1", "AAR 1\nnonsense\nEND AAR", brief(table, "german.field1"))
    assert "received" not in faulty.subject


def test_a_field_commander_is_told_nothing_of_the_campaign(make: Make) -> None:
    """MASL-2.1-1, MASL-3.1-2: an invitation, a welcome without a brief, his battle, and no station letters."""
    table = make()
    subjects = [m.subject for m in table.mail("allied.field1")]
    assert len(subjects) == 3 and "You are invited" in subjects[0] and "mission brief" in subjects[2]
    assert [m.subject for m in table.mail("allied.field2")] == [s.replace("AB-", "AC-") for s in subjects[:2]]
    asked = "REPORT\nDIARY A/504\nWhat is A/504?\nA/504: move 12.09\nRETREAT HOLD 12.09"
    answer = table.write("allied.field1", asked, brief(table, "allied.field1"))
    assert "neither orders nor sees the campaign" in plain(answer) and "not answered: REPORT, DIARY" in plain(answer)
    assert "WHAT CAN A/504" not in answer.text and "no topic 'a/504'" in answer.text
    assert "OWN FORCES" not in answer.text and "has happened to" not in answer.text and "scouted" not in answer.text


def test_reports_that_agree_are_applied_at_the_next_engagements(make: Make) -> None:
    """MASL-4.1-1, MASL-4.1-4, MASL-2.2-1: and the commanders read their own man's words."""
    table = make()
    taken = report(table, "german.field1", narrative="They came over the bridge.")
    assert "AAR 1 received, read as below" in plain(taken) and "agree" not in taken.text
    assert "RESULT ENGAGED OWN UNITS 1/LS 2 fatigued 13.11 BRIDGE WHOLE PERIMETER PART OF 13.11" in plain(taken)
    assert "PRISONERS 0 TAKEN, 0 LOST" in taken.text
    report(table, "allied.field1", narrative="We are across.", recommend="send guns")
    assert "reports agree" in table.mail("allied.field1")[-1].subject
    assert "reports agree" in table.mail("german.field1")[-1].subject
    _next_turn(table)
    assert out(table) == []
    letters = " ".join(plain(m) for m in table.mail("allied"))
    assert "We are across." in letters and "send guns" in letters and "They came over the bridge" not in letters
    assert any("is over" in m.subject for m in table.mail("allied.field1"))
    story = plain(table.write("allied", "DIARY A/504", table.mail("allied")[-1]))
    assert "battle 1, 13.11 Malden bridge" in story and "> We are across." in story and "They came over" not in story


def _next_turn(table: Table) -> None:
    """Both sides close their impulses until the next turn has begun."""
    turn = as_board(table.campaign.state.situation.board).public.turn
    for _ in range(20):
        if as_board(table.campaign.state.situation.board).public.turn != turn:
            return
        table.write(table.phasing(), "end impulse")
    pytest.fail("the turn does not end")


def test_reports_that_differ_come_back_each_with_its_own_words(make: Make) -> None:
    """MASL-4.1-1: nobody reads what the other wrote; a fixed report settles it."""
    table = make()
    ours = brief(table, "allied.field1")
    unit = re.search(r"A/504 (\d)", form(ours))
    assert unit is not None
    report(table, "german.field1", narrative="Nothing moved.")
    report(table, "allied.field1", prisoners="1 TAKEN, 0 LOST", narrative="A prisoner!")
    for seat, own in (("allied.field1", "1 TAKEN, 0 LOST"), ("german.field1", "0 TAKEN, 0 LOST")):
        letter = table.mail(seat)[-1]
        assert "reports differ" in letter.subject and own in letter.text
        assert "Write MESSAGE enemy on a line of its own" in " ".join(letter.text.partition("TO TALK")[2].split())
        assert "A prisoner" not in letter.text and "Nothing moved" not in letter.text
    assert "1 TAKEN" not in table.mail("german.field1")[-1].text
    report(table, "allied.field1", narrative="No prisoner after all.")
    assert "reports agree" in table.mail("german.field1")[-1].subject


@pytest.mark.parametrize("lines, why", [
    ("AAR 7\nRESULT ENGAGED\nEND AAR", "no such battle is out"),
    ("AAR 1\nRESULT ENGAGED\nEND", "no word of A/504"),
    ("AAR 1\nRESULT ENGAGED\nOWN UNITS A/504 9 fatigued\nEND AAR", "it cannot have 9 steps left"),
    ("AAR\nRESULT ENGAGED\nEND AAR", "the report of which battle?"),
    ("AAR 1\nRESULT ENGAGED", "no END AAR below this line"),
])  # fmt: skip
def test_a_bad_report_gets_a_clear_answer(make: Make, lines: str, why: str) -> None:
    """MASL-4.1-1, MASL-4.1-2: nothing of it is half believed."""
    table = make()
    answer = table.write("allied.field1", lines, brief(table, "allied.field1"))
    assert why in plain(answer)
    assert as_picture(table.campaign.state.pictures["allied"]).forces.forces[0].report is None


def test_nobody_else_reports_a_battle(make: Make) -> None:
    """MASL-4.1-1: not the commander, not another field commander, not one of the other side."""
    table = make()
    lines = form(brief(table, "allied.field1"))
    for seat in ("allied", "allied.field2"):
        assert "it is allied.field1's to report" in plain(table.write(seat, lines))
    answer = table.write("german.field1", lines, brief(table, "german.field1"))
    assert "A/504 did not fight in this battle" in plain(answer)


def test_the_commander_cannot_touch_it(make: Make) -> None:
    """MASL-2.1-5: neither by orders nor by a late intent."""
    table = make()
    while table.phasing() != "allied":
        table.write("german", "end impulse")
    answer = table.write("allied", "CHECK\nA/504: withdraw 12.11")
    assert "in the hands of field commanders" in plain(answer)
    late = table.write("allied", "INTENT 13.11\nRun!\nEND INTENT")
    assert "its brief has gone" in plain(late)


def test_a_battle_is_handed_back_down_the_roster(make: Make) -> None:
    """MASL-2.1-1: to the next field commander, and in the end to the commander himself."""
    table = make()
    answer = table.write("allied.field1", "HAND BACK 1", brief(table, "allied.field1"))
    assert "passes to American field command" in plain(answer)
    assert "I want Malden bridge" in brief(table, "allied.field2").text
    table.write("allied.field2", "HAND BACK 1", brief(table, "allied.field2"))
    assert "mission brief" in table.mail("allied")[-1].subject
    assert "not in your hands" in plain(table.write("allied.field1", "HAND BACK 1"))


def test_who_resigns_in_mid_battle_is_replaced(make: Make) -> None:
    """MASL-2.1-1: the brief goes to the next at once."""
    table = make()
    table.means("allied.field1", "RESIGN ALLIED.FIELD1", brief(table, "allied.field1"))
    assert "I want Malden bridge" in brief(table, "allied.field2").text


def test_without_field_commanders_the_commanders_fight_themselves(make: Make) -> None:
    """MASL-2.1-1: one person may hold both."""
    table = make(seats=tuple(s for s in SEATS if s.role == "commander"))
    assert "mission brief" in table.mail("allied")[-1].subject
    report(table, "allied")
    report(table, "german")
    _next_turn(table)
    assert out(table) == []


def test_a_report_that_does_not_come_leaves_the_battle_to_the_crt(make: Make) -> None:
    """MASL-2.1-6: one reminder to who is late, and only to him."""
    table = make("wait")
    report(table, "allied.field1")
    before = {seat: len(table.mail(seat)) for seat in table.address}
    table.wait(days=8, minutes=5)
    assert "report is due" in table.mail("german.field1")[-1].subject
    assert len(table.mail("allied.field1")) == before["allied.field1"]
    table.wait(days=2)
    assert out(table) == [] and as_board(table.campaign.state.situation.board).public.battles == 2
    for seat in ("allied", "german"):
        assert any("the CRT decides it" in plain(m) for m in table.mail(seat))


def test_two_battles_run_out_at_one_moment_and_no_clock_of_an_impulse_with_them(make: Make) -> None:
    """MASL-2.1-6: each is reminded of and falls to the CRT; the impulse that runs keeps its own reminder and its own hour."""
    table = make(then="B/504, C/504: move 13.12; attack 14.12 hasty\n")
    assert out(table) == [1, 2]
    due = table.campaign.state.admin.fields[1].due
    for at, stage in ((due - timedelta(days=2), "out"), (due, "agreed")):
        table.at = at - timedelta(minutes=30)
        table.run()
        table.write(table.phasing(), "end impulse")
        side, impulse = table.phasing(), table.impulse
        table.wait(hours=1)
        assert {file.stage for file in table.campaign.state.admin.fields.values()} == {stage}
        assert table.impulse == impulse and "overdue" not in table.mail(side)[-1].subject
    assert sum("report is due" in m.subject for m in table.mail("german.field1")) == 2


def test_with_wait_play_stands_still_and_goes_on_with_the_reports(make: Make) -> None:
    """MASL-2.1-5: no clock of an impulse runs meanwhile."""
    table = make("wait")
    assert the_clock(table.campaign.state) is None
    assert "Field commanders fight battle 1" in plain(table.mail("allied")[-1])
    assert "play pauses" in plain(table.write("german", "end impulse"))
    table.wait(days=5)
    report(table, "allied.field1")
    report(table, "german.field1")
    assert the_clock(table.campaign.state) is not None and out(table) == []


def test_reports_in_time_that_never_agree_fall_to_the_crt_where_no_host_sits(make: Make) -> None:
    """MASL-2.1-6, MASL-4.1-1."""
    table = make("wait")
    report(table, "german.field1")
    report(table, "allied.field1", prisoners="1 TAKEN, 0 LOST")
    table.wait(days=3, minutes=5)
    assert out(table) == []
    assert "is decided" in table.mail("german.field1")[-1].subject or "is over" in table.mail("german.field1")[-1].subject


@pytest.mark.parametrize("seat", ["allied", "german"])
def test_the_enemy_reads_the_same_whether_a_report_is_in_or_not(make: Make, seat: str) -> None:
    """Lateness, losses and words of the other side's commander change no byte of this side's mail."""
    other = {"allied": "german.field1", "german": "allied.field1"}[seat]
    table = make()
    before = [m.raw for m in table.mail(seat)] + [m.raw for m in table.mail(f"{seat}.field1")]
    report(table, other, narrative="Half of them are gone.")
    assert [m.raw for m in table.mail(seat)] + [m.raw for m in table.mail(f"{seat}.field1")] == before


def test_the_host_rules_on_reports_that_never_agree(make: Make) -> None:
    """MASL-4.1-1: he reads both, and his word is confirmed by its code."""
    table = make("wait", seats=(*SEATS, host_seat("henk@host.example")))
    report(table, "german.field1", narrative="Nothing moved.")
    report(table, "allied.field1", prisoners="1 TAKEN, 0 LOST", narrative="A prisoner!")
    assert "not in dispute" in plain(table.write("host", "SETTLE 7 FOR allied"))
    table.wait(days=3, minutes=5)
    letter = next(m for m in reversed(table.mail("host")) if "waits for your ruling" in m.subject)
    assert "Nothing moved." in letter.text and "A prisoner!" in letter.text and "SETTLE 1 FOR" in letter.text
    assert "for whom? allied | german | crt" in plain(table.write("host", "SETTLE 1 FOR us"))
    say(table, "SETTLE 1 FOR german")
    assert out(table) == [] and as_board(table.campaign.state.situation.board).public.battles == 1


def test_a_battle_that_is_taken_back_wants_no_report(make: Make) -> None:
    """A rollback to before the battle: both field commanders hear of it, and nothing of it is out."""
    table = make(seats=(*SEATS, host_seat("henk@host.example")))
    say(table, "ROLLBACK T1.2 TO T1.1")
    assert out(table) == [] and table.campaign.state.admin.fields == {}
    assert "no report of it is wanted" in plain(table.mail("german.field1")[-1])


def test_a_battle_that_came_back_is_given_out_afresh_when_that_is_taken_back(make: Make) -> None:
    """A rollback to while it was fought: both get their briefs once more, with all the time they had."""
    table = make(seats=(*SEATS, host_seat("henk@host.example")))
    report(table, "german.field1")
    report(table, "allied.field1")
    _next_turn(table)
    assert out(table) == []
    say(table, f"ROLLBACK {table.impulse} TO T1.2")
    assert out(table) == [1]
    assert "mission brief" in table.mail("german.field1")[-1].subject
    report(table, "german.field1")
    report(table, "allied.field1")
    assert "reports agree" in table.mail("allied.field1")[-1].subject


def test_what_the_form_came_with_is_nobodys_words(make: Make) -> None:
    """A narrative that was not written, and items left at nothing, are not told as if the field commander had said them."""
    table = make()
    report(table, "allied.field1")
    report(table, "german.field1")
    table.write("allied", "INTSUM")
    said = plain(table.mail("allied")[-1])
    assert "your field commander reports an engagement" in said
    assert not any(words in said for words in ("(what happened)", "recommend: NOTHING", "NONE ASKED"))


def test_a_commander_reads_his_field_commanders_words_in_a_block_of_their_own(make: Make) -> None:
    """Not run together with the other events of his report; whoever said nothing has none."""
    table = make()
    report(table, "allied.field1", narrative="We have the eastern houses;\nthe ramp is theirs.", recommend="guns on 13.11")
    report(table, "german.field1")
    table.write("german", "END IMPULSE")
    said = next(mail.text for mail in reversed(table.mail("allied")) if "FIELD REPORT" in mail.text)
    block = said.split("FIELD REPORT, battle 1, ")[1].split("\n\n")[0]
    assert "narrative:\n" in block and "> We have the eastern houses; the ramp is theirs." in block and "> guns on 13.11" in block
    assert "battle 1: your field commander reports an engagement" in " ".join(said.split()) and "narrative:;" not in said
    assert not any("FIELD REPORT" in mail.text for mail in table.mail("german"))
