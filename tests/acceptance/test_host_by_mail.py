"""The host by mail: what changes something is done when the code comes back that was mailed to him, and not before."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.admin.verify import verify
from pbem.campaign.records import Cause, Earlier, State, stand_of
from pbem.campaign.state import Seat, host_seat
from pbem.handlers.host.words import rollback
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.values import replace
from tests.acceptance.table import ADDRESS, PREFIX, Mail, Table, begun, plain, the_clock, unsound
from tests.letter_words import WORDS
from tests.opened import as_board, as_picture, found

HOST = "henk@host.example"
SEATS = (*(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german")), host_seat(HOST))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A campaign with a host, in its first impulse."""
    with begun(tmp_path, seats=SEATS) as table:
        yield table
    assert unsound(table) == []


def code(mail: Mail) -> str:
    """The code that a letter to the host holds."""
    found = re.search(r"CONFIRM (\S+)", mail.text)
    assert found, mail.text
    return found[1]


def say(table: Table, words: str) -> Mail:
    """A word of the host's, asked about and confirmed."""
    return table.write("host", f"CONFIRM {code(table.write('host', words))}")


# ---------------------------------------------------------------- one table, one parser


def test_every_example_is_understood_as_its_word() -> None:
    assert len({v.name for v in WORDS.host.vocabulary.verbs}) == len(WORDS.host.words)
    for word in WORDS.host.words:
        lines = [line.strip() for line in word.help.format_map(WORDS.host.idiom.parts).split("\n") if line.startswith("    ")]
        said = WORDS.host.read(tuple(numbered(lines, 1)))
        assert {act.verb for act in said.acts} == {word.name} and not said.faults, word.name


def test_a_greeting_above_a_word_is_not_what_the_host_confirms(table: Table) -> None:
    answer = plain(table.write("host", "Hello, poor Jens has to leave us.\n\nREPLACE german BY uwe@deutsch.example"))
    assert "You wrote: > REPLACE german BY uwe@deutsch.example" in answer and "poor Jens" not in answer
    assert f"{ADDRESS['german']} holds German command (german), and is shut out at once." in answer and "No clock stops." in answer


def test_a_message_to_the_host_says_how_it_is_answered_and_a_plain_reply_is_quoted_back(table: Table) -> None:
    table.write("allied", "MESSAGE host\nMay I have a day more?\nEND MESSAGE")
    asked = table.mail("host")[-1]
    assert "May I have a day more?" in asked.text
    assert f"To answer American command (allied), write to them ({ADDRESS['allied']}) from your own mail program" in plain(asked)
    answer = plain(table.write("host", "Of course, take your time.", asked))
    assert "Your letter holds no word of the host's. > Of course, take your time." in answer


def test_a_word_that_is_not_whole_is_told_its_form(table: Table) -> None:
    answer = plain(table.write("host", "REPLACE german uwe@deutsch.example"))
    assert "line 1: it is written replace SEAT by TEXT" in answer and "It holds no word" not in answer


def test_the_host_is_welcomed_with_his_token_and_asks_without_a_code(table: Table) -> None:
    welcome = table.mail("host")[0]
    assert "BEGIN ORDERS test" in welcome.text and "ROLLBACK" in welcome.text
    answer = plain(table.write("host", "STATUS\nHELP ROLLBACK\nRULINGS\nAPPEALS"))
    assert "Waiting for the American command: T1.1, by" in answer
    assert "ROLLBACK sets play back" in answer
    assert "no rulings yet" in answer and "nothing waits" in answer


def test_what_is_not_understood_is_answered_with_line_column_and_hint(table: Table) -> None:
    answer = plain(table.write("host", "PAUZE T1.1"))
    assert "Nothing was done" in answer
    assert "line 1, column 1: `PAUZE`: not a word I know; did you mean pause?" in answer
    assert "expected an impulse such as T1.2" in plain(table.write("host", "PAUSE"))
    assert "One word a letter" in plain(table.write("host", "PAUSE T1.1\nPROCESS T1.1"))


@pytest.mark.parametrize("word", ["REPLACE allied BY", "CO-HOST"])
@pytest.mark.parametrize("address, why", [
    ("postmaster@x.example", "is a machine's"), ("No-Reply+1@x.example", "no-reply+1@x.example is a machine's"),
    ("Referee@Club.example", "referee@club.example is the referee's own"), ("referee+x@club.example", "is the referee's own"),
])  # fmt: skip
def test_nobody_is_given_a_seat_at_an_address_where_nobody_sits(table: Table, word: str, address: str, why: str) -> None:
    before = table.campaign.state.admin.seats
    answer = plain(table.write("host", f"{word} {address}"))
    assert "is refused" in answer or "Nothing was done" in answer
    assert why in answer
    assert table.campaign.state.admin.seats == before


# ---------------------------------------------------------------- the echoed code


def test_a_word_is_done_when_its_code_comes_back_and_not_before(table: Table) -> None:
    asked = table.write("host", "PAUSE T1.1 Christmas")
    assert "Nothing is done yet" in plain(asked)
    assert table.campaign.state.admin.paused == ""
    done = table.write("host", f"CONFIRM {code(asked)}")
    assert "PAUSE is done" in done.subject
    assert table.campaign.state.admin.paused == "host"
    assert "Reason: > Christmas" in plain(table.mail("german")[-1])


def test_a_pause_says_what_was_understood_of_it(table: Table) -> None:
    asked = plain(table.write("host", "PAUSE T1.1 till new year"))
    assert "No end is named: it lasts until you say RESUME." in asked and "as your reason: > till new year" in asked
    assert "Play resumes by itself at Mon 28 Dec" in plain(table.write("host", "PAUSE T1.1 UNTIL 2026-12-28 20:00"))


def test_a_code_counts_once(table: Table) -> None:
    asked = code(table.write("host", "EXTEND T1.1 BY 24 HOURS"))
    table.write("host", f"CONFIRM {asked}")
    due = the_clock(table.campaign.state)
    answer = table.write("host", f"please\nCONFIRM {asked}".removeprefix("please\n"))
    assert "no word waits for this code" in answer.subject
    assert the_clock(table.campaign.state) == due


def test_a_code_that_is_guessed_or_anothers_does_nothing(table: Table) -> None:
    asked = code(table.write("host", "PAUSE T1.1"))
    assert "no word waits" in table.write("host", "CONFIRM aaaa-bbbb").subject
    table.write("allied", f"CONFIRM {asked}")
    assert table.campaign.state.admin.paused == ""
    assert "PAUSE is done" in table.write("host", f"CONFIRM {asked}").subject  # a slip costs nothing


def test_a_code_older_than_a_day_is_too_late(table: Table) -> None:
    asked = code(table.write("host", "PAUSE T1.1"))
    table.wait(hours=25)
    assert "too late" in table.write("host", f"CONFIRM {asked}").subject
    assert table.campaign.state.admin.paused == ""


def test_a_code_is_no_use_once_play_has_moved_on(table: Table) -> None:
    asked = code(table.write("host", "EXTEND T1.1 BY 24 HOURS"))
    table.write("allied", "END IMPULSE")
    answer = table.write("host", f"CONFIRM {asked}")
    assert "it names T1.1, and T1.2 is being played" in plain(answer)


def test_who_only_knows_the_token_cannot_act(table: Table) -> None:
    """A forged letter from the host's address with the token of an old letter asks, and the code goes to the host alone."""
    raw = table.letter("host", "PROCESS T1.1", sender=HOST)
    answer = table.send("host", raw)
    assert answer.to == HOST
    running = the_clock(table.campaign.state)
    assert running is not None and running.moment == "T1.1"
    assert code(answer) not in "".join(m.text for seat in ("allied", "german") for m in table.mail(seat))


def test_a_stranger_gets_silence(table: Table) -> None:
    before = len(table.mail("host"))
    table.deliver(table.letter("host", "PAUSE T1.1", sender="eve@evil.example", to="referee@club.example"))
    table.run()
    assert "eve@evil.example" not in table.postman.bags
    assert len(table.mail("host")) == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("PAUSE T1.2", "it names T1.2, and T1.1 is being played"),
        ("RESUME T1.1", "the campaign is not paused"),
        ("PROCESS START", "it names start, and T1.1 is being played"),
        ("EXTEND T1.1 BY 9000 HOURS", "between 1 and 672 hours"),
        ("PAUSE T1.1 UNTIL 2026-02-30", "there is no such day"),
        ("PAUSE T1.1 UNTIL 2025-12-01", "is gone by"),
        ("RULE TOCS-9.9-9 nonsense", "no rule TOCS-9.9-9"),
        ("RULE TOCS-3.9-999 nonsense", "did you mean TOCS-3.9-1"),
        ("ANSWER APPEAL 4 no", "there is no appeal 4"),
        ("REMEDY 1 STAND", "there is no leak 1"),
        ("LEAKED A-99 TO german", "no letter A-99 was written"),
        ("LEAKED G-1 TO german", "that side's own letter"),
        ("LEAKED A-1 TO french", "french is nobody here"),
        ("ROLLBACK T1.1 TO T3.4", "T3.4 was never opened; there are T1.1"),
        ("ROLLBACK T1.1 BEFORE A-99", "no letter A-99 was written"),
        ("ROLLBACK T1.1 TO T1.1", "nothing has happened since"),
        ("CORRECT T1.1 allied A/504 at 99.99", "99.99 is no hex of this map"),
        ("CORRECT T1.1 allied A/504 steps 9", "steps can be left"),
        ("CORRECT T1.1 allied Z/9 steps 1", "no unit Z/9"),
        ("CORRECT T1.1 allied A/504 flies", "write UNIT at HEX"),
        ("AS allied T1.1", "no lines stand below AS"),
        ("CO-HOST nobody", "is not a mail address"),
        (f"CO-HOST {ADDRESS['allied']}", "holds a seat already"),
        ("MUTE nobody", "nobody is nobody here"),
    ],
)
def test_a_word_at_the_wrong_moment_is_refused_with_its_reason(table: Table, words: str, why: str) -> None:
    before = table.campaign.state.situation
    answer = table.write("host", words)
    assert why in plain(answer)
    assert "CONFIRM" not in answer.text
    assert table.campaign.state.situation == before


def test_what_is_for_play_is_refused_before_and_after(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=SEATS)
    assert "a word for in play, and this campaign is before play" in plain(table.write("host", "PROCESS START"))
    table.begin()
    table.means("german", "CONCEDE")
    assert "the campaign is over" in table.mail("host")[-1].subject and "everything is opened" in plain(table.mail("host")[-1])
    assert "this campaign is after the end" in plain(table.write("host", "PROCESS END"))
    table.close()


def test_after_the_end_no_word_of_play_waits_for_its_code(table: Table) -> None:
    table.write("allied", "STATUS")
    asked = table.write("host", "EXTEND T1.1 BY 24 HOURS")
    assert code(asked) and "A word of the host waits for its confirmation code" in plain(table.write("host", "STATUS"))
    table.means("german", "CONCEDE")
    assert "waits for its confirmation code" not in plain(table.write("host", "STATUS"))


def test_a_host_who_commands_a_side_is_blind(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(*SEATS[:2], host_seat(ADDRESS["german"])))
    table.address["host"] = ADDRESS["german"]
    table.write("allied", "ACCEPT")
    table.write("german", "ACCEPT", next(m for m in table.mail("german") if "You are invited" in m.subject))
    mine = next(m for m in table.mail("german") if "you host this campaign" in m.subject)
    for told in (mine, table.write("german", "HELP", mine), table.write("german", "Hello, german", mine)):
        mine_are, _, closed = plain(told).partition("Closed, since a host of this campaign commands a side:")
        assert "PREVIEW, CORRECT, PATCH, SETTLE, AS." in closed and not {"PREVIEW", "CORRECT"} & set(mine_are.split())
    before = len(table.mail("german"))
    for words in ("PREVIEW T1.1", "CORRECT T1.1 german 1/LS steps 1", "AS allied T1.1\nPASS", "PATCH T1.1 FROM T2\nx = 1"):
        table.write("german", words, mine)
    answers = [plain(m) for m in table.mail("german")[before:]]
    assert all("to its hosts this word is closed" in text for text in answers)
    table.close()


# ---------------------------------------------------------------- the clock


def test_a_pause_with_an_end_ends_by_itself(table: Table) -> None:
    say(table, "PAUSE T1.1 UNTIL 2026-12-01 20:00")
    told = plain(table.mail("german")[-1])
    assert "Play resumes by itself at Tue 1 Dec 20:00 CET" in told
    table.wait(days=7)
    assert table.campaign.state.admin.paused == "host"
    table.wait(days=2)
    assert table.campaign.state.admin.paused == ""
    assert "play resumes" in table.mail("german")[-1].subject
    clock = the_clock(table.campaign.state)
    assert clock is not None and clock.due.isoformat() == "2026-12-03T19:00:00+00:00"


def test_more_time_is_told_to_the_side_that_has_it_and_to_nobody_else(table: Table) -> None:
    german = len(table.mail("german"))
    before = the_clock(table.campaign.state)
    say(table, "EXTEND T1.1 BY 24 HOURS")
    after = the_clock(table.campaign.state)
    assert before and after and after.due - before.due == timedelta(hours=24)
    assert "24 hours more" in plain(table.mail("allied")[-1])
    assert len(table.mail("german")) == german


def test_a_deadline_that_moved_is_reminded_of_afresh(table: Table) -> None:
    table.wait(hours=60)
    assert sum("is overdue" in m.subject for m in table.mail("allied")) == 1
    say(table, "EXTEND T1.1 BY 48 HOURS")
    table.wait(hours=36)
    assert sum("is overdue" in m.subject for m in table.mail("allied")) == 1
    table.wait(hours=24)
    assert sum("is overdue" in m.subject for m in table.mail("allied")) == 2


def test_a_preview_tells_and_changes_nothing_and_process_closes(table: Table) -> None:
    before, thrown = table.campaign.state.situation, table.campaign.state.throws
    answer = plain(table.write("host", "PREVIEW T1.1"))
    assert "impulse 2" in answer
    assert table.campaign.state.situation == before and table.campaign.state.throws == thrown
    asked = table.write("host", "PROCESS T1.1")
    assert "T1.1 of the American command is closed as silence closes it" in plain(asked)
    table.write("host", f"CONFIRM {code(asked)}")
    assert table.phasing() == "german"
    assert "T1.2" in table.mail("german")[-1].subject


# ---------------------------------------------------------------- taken back


def test_a_rollback_says_what_depends_on_it_and_other_dice_fall(table: Table) -> None:
    table.write("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nEND IMPULSE")
    first = table.campaign.state
    asked = plain(table.write("host", "ROLLBACK T1.2 TO T1.1 a hex was mistyped"))
    assert "Play goes back to the opening of T1.1" in asked
    assert "Letters handled since: American command (allied) 1, German command (german) 0" in asked
    assert re.search(r"\(allied\) was sent A-\d+ to A-\d+", asked) and re.search(r"\(german\) was sent G-\d+", asked)
    assert "Both sides have learnt something since, so by the rule it stands (TOCS-1.14-1)." in asked
    assert "What the German command has learnt since:" in asked
    table.write("host", f"CONFIRM {code(table.mail('host')[-1])}")
    now = table.campaign.state
    assert as_board(now.situation.board).public.impulse_name == "T1.1" and now.edition == 1
    assert len(now.throws) == len(first.throws)  # nothing is erased
    for seat in ("allied", "german"):
        told = plain(table.mail(seat)[-2])
        assert "from T1.2 to the opening of T1.1" in told and "a hex was mistyped" in told and "#1" in told
        assert "T1.1" in table.mail(seat)[-1].subject
    table.write("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nEND IMPULSE")
    again = table.campaign.state.throws[len(first.throws) :]
    assert again and all(t.occasion.endswith("#1") for t in again)


def test_undone_orders_are_not_what_a_unit_was_last_told(table: Table) -> None:
    told = table.campaign.state.admin.last_told
    table.write("allied", "A/504: recon 13.11\nNEW TOKEN")
    assert table.campaign.state.admin.last_told["allied"] == {"A/504": "recon 13.11"} and table.campaign.state.admin.asked
    say(table, "ROLLBACK T1.1 TO T1.1")
    admin = table.campaign.state.admin
    assert (admin.last_told, admin.told_in, admin.asked) == (told, {}, {})


def test_a_letter_written_before_the_rollback_is_turned_away(table: Table) -> None:
    old = table.mail("allied")[-1]
    table.write("allied", "A/504: recon 13.11")
    say(table, "ROLLBACK T1.1 TO T1.1")
    before = table.campaign.state.situation
    assert "It answers a letter from before the rollback" in plain(table.write("allied", "B/504: move 12.10", old))
    assert table.campaign.state.situation == before
    assert "executed" in table.write("allied", "A/504: recon 13.11").subject


def test_a_rollback_to_before_a_letter_undoes_that_letter_alone(table: Table) -> None:
    table.write("allied", "B/504: move 12.10")
    kept = table.campaign.state.situation
    slip = table.write("allied", "C/504: move 11.11")
    number = slip.text.split()[-1] if slip.text.split()[-1].startswith("A-") else re.findall(r"A-\d+", slip.text)[0]
    asked = plain(table.write("host", f"ROLLBACK T1.1 BEFORE {number}"))
    assert "Only the side that wrote can have learnt anything since (TOCS-1.14-1)." in asked
    table.write("host", f"CONFIRM {code(table.mail('host')[-1])}")
    assert table.campaign.state.situation == kept
    assert "None of your letters tells" in plain(table.mail("german")[-2])


def test_a_statement_that_is_stale_is_made_afresh_with_a_new_code(table: Table) -> None:
    table.write("allied", "A/504: recon 13.11")
    first = table.write("host", "ROLLBACK T1.1 TO T1.1")
    table.write("allied", "B/504: move 12.10")
    second = table.write("host", f"CONFIRM {code(first)}")
    assert "read again; the code is new" in plain(second)
    assert code(second) != code(first) and table.campaign.state.edition == 0
    table.write("host", f"CONFIRM {code(second)}")
    assert table.campaign.state.edition == 1


def test_a_second_rollback_knows_what_the_first_made_void(table: Table) -> None:
    table.write("allied", "END IMPULSE")
    say(table, "ROLLBACK T1.2 TO T1.1")
    assert "T1.2 was never opened; there are T1.1" in plain(table.write("host", "ROLLBACK T1.1 TO T1.2"))
    assert "that lies before an earlier rollback" in plain(table.write("host", "ROLLBACK T1.1 TO T1.1"))
    table.write("allied", "B/504: move 12.10\nEND IMPULSE")
    table.write("german", "1/HG: move 15.09")
    say(table, "ROLLBACK T1.2 TO T1.2")
    assert table.campaign.state.edition == 2 and unsound(table) == []


def test_a_rollback_that_brought_back_something_else_is_found_by_the_audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, seats=SEATS)
    table.begin()
    table.write("allied", "B/504: move 12.10\nEND IMPULSE")

    def wrong(state: State) -> Earlier:
        stand = stand_of(state)
        board = stand.situation.board
        public = replace(as_board(board).public, passes=as_board(board).public.passes + 1)
        return replace(stand, situation=replace(stand.situation, board=replace(as_board(board), public=public)))

    monkeypatch.setattr(rollback, "stand_of", wrong)
    say(table, "ROLLBACK T1.2 TO T1.1")
    table.close()
    (fault,) = unsound(table)
    assert re.fullmatch(r"record \d+: a rollback to after record \d+ brought back what was not so then", fault)


def test_the_proof_holds_after_a_rollback_and_a_correction(table: Table, tmp_path: Path) -> None:
    table.write("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nEND IMPULSE")
    say(table, "ROLLBACK T1.2 TO T1.1")
    table.write("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nEND IMPULSE")
    say(table, "CORRECT T1.2 allied B/504 steps 2")
    assert unsound(table) == []
    table.means("german", "CONCEDE")
    for seat in ("allied", "german"):
        folder = tmp_path / f"of-{seat}"
        folder.mkdir()
        for number, mail in enumerate(table.mail(seat)):
            (folder / f"{number}.eml").write_bytes(mail.raw)
        text, clean = verify(folder)
        assert clean, text


def test_a_correction_is_told_to_both_and_what_it_was_to_its_side_alone(table: Table) -> None:
    say(table, "CORRECT T1.1 german 1/LS steps 1")
    german, allied = plain(table.mail("german")[-1]), plain(table.mail("allied")[-1])
    assert "a mistake of the referee on your side" in german and "1/LS" in german
    assert "on the other side" in allied and "1/LS" not in allied
    unit = as_board(table.campaign.state.situation.board).forces["german"].unit_called("1/LS")
    assert unit and as_picture(table.campaign.state.pictures["german"]).forces.unit_called("1/LS") == unit


def test_a_correction_to_a_river_hex_names_the_bank(table: Table) -> None:
    """TOCS-1.14-1, TOCS-W1.10-3: no unit is put on one side of a river by chance."""
    refused = plain(table.write("host", "CORRECT T1.1 german 1/LS at 16.13"))
    assert "water divides 16.13: name a hex on the side of its bank" in refused and "TOCS-W1.10-3" in refused
    for beside, bank in (("16.14", 0), ("16.12", 1)):
        say(table, f"CORRECT T1.1 german 1/LS at 16.13 toward {beside}")
        unit = as_board(table.campaign.state.situation.board).forces["german"].unit_called("1/LS")
        assert (found(unit).hex, found(unit).bank) == ("16.13", bank)


# ---------------------------------------------------------------- between people


def test_a_ruling_goes_to_both_and_binds_later_cases(table: Table) -> None:
    say(table, "RULE TOCS-3.9-1 both strongpoints count")
    assert "both strongpoints count" in plain(table.mail("allied")[-1])
    assert "both strongpoints count" in plain(table.mail("german")[-1])
    assert "TOCS-3.9-1 (T1.1): > both strongpoints count" in plain(table.write("german", "RULINGS"))
    say(table, "RULE TOCS-3.9-1 only one counts")
    answer = plain(table.write("german", "RULINGS"))
    assert "only one counts" in answer and "both strongpoints" not in answer


def test_an_appeal_goes_to_the_host_and_its_answer_to_its_writer_alone(table: Table) -> None:
    table.write("allied", "A/504: recon 13.11")
    german = len(table.mail("german"))
    assert "Your appeal is with the host" in plain(table.write("allied", "APPEAL LINE 1 it was empty"))
    told = plain(table.mail("host")[-1])
    assert "American command (allied) appeals in T1.1" in told and "recon 13.11" in told and "it was empty" in told
    assert "your last orders have 1 line" in plain(table.write("allied", "APPEAL LINE 7"))
    say(table, "ANSWER APPEAL 1 it stands")
    assert "The host answers: > it stands" in plain(table.mail("allied")[-1])
    assert len(table.mail("german")) == german
    assert "nothing waits" in plain(table.write("host", "APPEALS"))


def test_orders_that_came_by_telephone_are_written_in_a_seats_name(table: Table) -> None:
    say(table, "AS allied T1.1\nB/504: move 12.10\nEND AS")
    receipt = table.mail("allied")[-1]
    assert "B/504" in receipt.text and "executed" in receipt.subject
    assert str(found(as_board(table.campaign.state.situation.board).forces["allied"].unit_called("B/504")).hex) == "12.10"


def test_a_leak_names_exactly_what_got_out_and_turns_the_token(table: Table) -> None:
    table.write("allied", "B/504: move 12.10")
    number = re.findall(r"A-\d+", table.mail("allied")[-1].text)[0]
    generation = table.campaign.state.admin.seats["allied"].generation
    asked = plain(table.write("host", f"LEAKED {number} TO german"))
    assert "tell what no letter to the German command has told" in asked and "B/504" in asked
    done = plain(table.write("host", f"CONFIRM {code(table.mail('host')[-1])}"))
    assert all(remedy in done for remedy in ("REMEDY 1 STAND", "REMEDY 1 OPEN", "REMEDY 1 ROLLBACK"))
    owner, other = plain(table.mail("allied")[-1]), plain(table.mail("german")[-1])
    assert "B/504" in owner and "token is turned" in owner
    assert "B/504" not in other
    assert table.campaign.state.admin.seats["allied"].generation == generation + 1
    say(table, "REMEDY 1 OPEN")
    assert "THE OTHER SIDE'S LAST REPORT" in table.mail("allied")[-1].text
    assert "THE OTHER SIDE'S LAST REPORT" not in table.mail("german")[-1].text
    assert "leak 1 is closed: open" in plain(table.write("host", "REMEDY 1 STAND"))


def test_a_host_mutes_a_quarrel(table: Table) -> None:
    say(table, "MUTE allied")
    answer = plain(table.write("allied", "MESSAGE enemy\nFool.\nEND MESSAGE"))
    assert "No message sent: the host passes on none of your messages, except those to the host (MUTE)" in answer
    assert "Fool" not in "".join(m.text for m in table.mail("german"))


def test_a_co_host_says_the_same_words_and_hears_of_the_others(table: Table) -> None:
    say(table, "CO-HOST deputy@host.example")
    table.address["host2"] = "deputy@host.example"
    assert "you host this campaign" in table.mail("host2")[0].subject
    say_ = table.write("host2", "PAUSE T1.1")
    table.write("host2", f"CONFIRM {code(say_)}")
    assert table.campaign.state.admin.paused == "host"
    assert "PAUSE is done" in table.mail("host")[-1].subject


def test_a_nightly_digest_comes_to_the_host_alone(table: Table) -> None:
    counts = {seat: len(table.mail(seat)) for seat in ("allied", "german")}
    table.wait(hours=20)
    digest = table.mail("host")[-1]
    assert digest.subject == "[test] ALL QUIET · 1 campaign · Tue 24 Nov"
    assert "Waiting for the American command: T1.1, by Wed 25 Nov 20:00 CET." in plain(digest), "no hours to it"
    assert {seat: len(table.mail(seat)) for seat in counts} == counts
    table.wait(hours=20)
    assert sum("HOST DIGEST" in m.text for m in table.mail("host")) == 1


def test_a_host_who_is_silent_for_long_is_missed(table: Table) -> None:
    for _ in range(16):
        table.wait(days=1)
    notices = [m for m in table.mail("german") if "the host is silent" in m.subject]
    assert len(notices) == 1
    assert "not been heard of for 14 days" in plain(notices[0])


def test_after_an_outage_nobody_is_told_that_deadlines_count_and_the_host_has_no_enemy(table: Table) -> None:
    table.campaign.handle(Cause("outage", "outage/spring", table.at, words=((table.at - timedelta(days=3)).isoformat(),)))
    table.run()
    away = next(m for m in table.mail("host") if "the referee was away" in m.subject)
    assert "T1.1 of the American command is being played; the referee was away, and no deadline counts until RESUME T1.1" in plain(
        away
    )
    for _ in range(16):
        table.wait(days=1)
    (notice,) = [m for m in table.mail("german") if "the host is silent" in m.subject]
    assert "Letters are answered, but no deadline counts until RESUME." in plain(notice) and "deadlines count." not in plain(notice)


# ---------------------------------------------------------------- the end of a deserted campaign


def test_a_deserted_campaign_is_closed_by_the_hosts_word_and_everything_is_opened(table: Table, tmp_path: Path) -> None:
    table.write("allied", "A/504: recon 13.11\nEND IMPULSE")
    before = {seat: len(table.mail(seat)) for seat in ADDRESS}
    asked = table.write("host", f"CLOSE {table.impulse} both have left")
    assert "nobody wins, and no word takes it back" in plain(asked) and "as your reason: both have left" in plain(asked)
    assert {seat: len(table.mail(seat)) for seat in ADDRESS} == before
    assert table.campaign.state.admin.stage == "playing"
    done = table.write("host", f"CONFIRM {code(asked)}")
    assert "closed; both sides are told, and everything is opened to them" in plain(done)
    assert table.campaign.state.admin.stage == "over"
    for seat in ADDRESS:
        notice, report, opened = table.mail(seat)[before[seat] :]
        assert "the campaign is closed by the host" in notice.subject and "> both have left" in plain(notice)
        assert "closed by the host" in plain(report) and "nobody has won" in plain(report) and "winner" not in plain(report)
        assert "THE JOURNAL" in plain(opened)
    assert verify(_own_letters(table, tmp_path, "allied"))[1]


def test_a_closed_campaign_answers_as_any_that_is_over_and_no_clock_runs(table: Table) -> None:
    say(table, f"CLOSE {table.impulse}")
    assert "the campaign is over" in plain(table.write("allied", "A/504: recon 13.11"))
    assert "the campaign is over" in plain(table.write("german", "1/HG: move 15.09"))
    for words in ("RESUME end", "ROLLBACK T1.1 TO T1.1", "CLOSE end", "PAUSE end"):
        assert "Nothing was done" in plain(table.write("host", words))
    count = len(table.mail("german"))
    table.wait(days=60)
    assert len(table.mail("german")) == count
    assert the_clock(table.campaign.state) is None


def test_a_paused_campaign_can_be_closed(table: Table) -> None:
    say(table, f"PAUSE {table.impulse}")
    say(table, f"CLOSE {table.impulse}")
    assert (table.campaign.state.admin.stage, table.campaign.state.admin.paused) == ("over", "")
    assert "THE JOURNAL" in plain(table.mail("german")[-1])


def test_a_word_to_close_names_the_impulse_and_counts_for_no_other(table: Table) -> None:
    assert "it names T3.1" in plain(table.write("host", "CLOSE T3.1"))
    asked = code(table.write("host", f"CLOSE {table.impulse}"))
    table.write("allied", "END IMPULSE ANYWAY")
    assert table.impulse != "T1.1"
    assert "Nothing was done" in plain(table.write("host", f"CONFIRM {asked}"))
    assert table.campaign.state.admin.stage == "playing"


def test_a_campaign_that_never_began_is_closed_and_nobody_enters_it_any_more(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=SEATS)
    table.post()
    table.write("allied", "ACCEPT")
    done = say(table, "CLOSE START nobody answers")
    assert "closed before it began; everybody who was invited is told" in plain(done)
    for seat in ADDRESS:
        assert "closed the campaign before it began" in plain(table.mail(seat)[-1])
        assert "> nobody answers" in plain(table.mail(seat)[-1])
    answer = plain(table.write("german", "ACCEPT"))
    assert "The campaign is over: there is no seat to take" in answer
    assert "12.11" not in answer and "15.08" not in answer, "nothing of any set-up"
    assert not table.campaign.state.admin.seats["german"].accepted
    table.close()


def _own_letters(table: Table, folder: Path, seat: str) -> Path:
    box = folder / "own"
    box.mkdir()
    for path in (table.campaign.home / "letters" / "out" / seat).glob("*.eml"):
        (box / path.name).write_bytes(path.read_bytes())
    return box
