"""Seats change hands: declined, resigned, given to another, taken over late (TOCS-1.1-2, MASL-2.1-2)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.deadlines import Pace
from pbem.campaign.records import Cause
from pbem.campaign.state import Seat
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.mail.sender import token
from pbem.modules import library
from pbem.service.open_campaign import Setup
from tests.acceptance.table import ADDRESS, TEAMS, Mail, Table, begun, plain
from tests.opened import as_board

NEW = "nora@allied.example"
SENIOR, OFFICER = "allied", "allied.504"
STANDS_IN = " Until it is filled, the next in command orders its units."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two teams of three that have accepted; the first impulse is the Allied one."""
    with begun(tmp_path, seats=TEAMS) as table:
        yield table


def give(table: Table, seat: str, address: str) -> None:
    """The host gives a seat to somebody else."""
    table.wait(minutes=1)
    line = f"REPLACE {seat} BY {address}"
    table.campaign.handle(Cause("host", f"host/{table.at.isoformat()}", table.at, lines=(NumberedLine(1, line),)))
    table.run()


def bag(table: Table, address: str) -> int:
    """How many letters an address was posted."""
    return len(table.postman.bags.get(address, []))


def test_who_declines_is_written_to_no_more_and_his_superior_commands(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=TEAMS)
    answer = table.write("german.ls", "DECLINE")
    assert "Thank you for letting us know; you have declined" in plain(answer)
    assert f"(german.ls) is vacant: the invitation was declined.{STANDS_IN}" in plain(table.mail("german")[-1])
    for seat in ("allied", "allied.504", "allied.505", "german", "german.henke"):
        table.write(seat, "ACCEPT")
    assert table.campaign.state.admin.stage == "playing"
    assert len(table.mail("german.ls")) == 2
    table.write("allied", "end impulse")
    assert "MASL-2.1-1" not in table.write("german.henke", "CHECK\n1/LS: move 14.11").text
    table.close()


def test_play_does_not_begin_while_a_side_has_no_commander(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=TEAMS)
    table.write("german", "DECLINE")
    for seat in ("allied", "allied.504", "allied.505", "german.henke", "german.ls"):
        table.write(seat, "ACCEPT")
    assert table.campaign.state.admin.stage == "inviting"
    give(table, "german", "gerda@german.example")
    table.address["german"] = "gerda@german.example"
    assert "INVITATION" in table.mail("german")[0].text and len(table.mail("german")) == 1
    assert "WELCOME" in table.write("german", "ACCEPT").text
    assert table.campaign.state.admin.stage == "playing"
    table.close()


def test_a_seat_is_given_up_by_a_yes_alone_and_never_by_anothers_name(table: Table) -> None:
    assert "Nothing was given up: write RESIGN ALLIED.504" in plain(table.write(OFFICER, "RESIGN allied"))
    assert "RESIGN allied.504 waits for your YES" in table.write(OFFICER, "RESIGN").subject
    assert "You have accepted already. RESIGN ALLIED.504" in plain(table.write(OFFICER, "DECLINE"))
    assert table.campaign.state.admin.seats[OFFICER].in_office
    answer = table.means(OFFICER, "RESIGN allied.504")
    assert "You have resigned: American command, 504 (allied.504) is vacant" in plain(answer)
    assert f"American command, 504 (allied.504) is vacant: its holder has resigned.{STANDS_IN}" in plain(
        table.mail("allied.505")[-1]
    )
    assert "resigned" not in "".join(m.text for s in table.address if s.startswith("german") for m in table.mail(s))


def test_who_has_resigned_is_nobody_and_hears_nothing(table: Table) -> None:
    last = table.mail(OFFICER)[-1]
    table.means(OFFICER, "RESIGN allied.504")
    before, records = len(table.mail(OFFICER)), table.campaign.journal.number
    table.deliver(table.letter(OFFICER, "A/504: move 12.10", last))
    table.deliver(table.letter(OFFICER, "STATUS"))
    table.run()
    assert (len(table.mail(OFFICER)), table.campaign.journal.number) == (before, records)
    table.write(SENIOR, "A/504: move 12.10\nend impulse")
    assert len(table.mail(OFFICER)) == before


def test_the_commander_of_the_side_resigns_and_the_next_seat_ends_the_impulse(table: Table) -> None:
    table.means(SENIOR, "RESIGN allied")
    assert "504 command has the final say" in plain(table.write("allied.505", "SEATS"))
    table.write(OFFICER, "D/505: move 20.12\nend impulse")
    assert table.phasing() == "german"


def test_a_new_holder_is_told_everything_once_he_accepts_and_not_before(table: Table) -> None:
    table.write(OFFICER, "A/504: recon 13.11; if empty move, else attack deliberate")
    old = table.mail(OFFICER)
    give(table, OFFICER, NEW)
    table.address[OFFICER] = NEW
    invitation = table.mail(OFFICER)
    assert len(invitation) == 1 and "13.11" not in invitation[0].text and "command 504" in plain(invitation[0])
    table.write(SENIOR, "EZOC NEVER")
    assert bag(table, NEW) == 1
    answer = table.write(OFFICER, "ACCEPT")
    text = plain(answer)
    assert "HAND-OVER" in text and "Letters up to AB-5 went to your predecessor." in text
    for part in ("YOUR SIDE", "2. OWN FORCES", "3. ENEMY", "WHAT WAITS", "EZOC NEVER", "BEGIN ORDERS"):
        assert part in text, part
    assert "A/504" in text and "13.11" in text
    head = answer.text.partition("\n\n")[0].splitlines()
    assert text.count("2. OWN FORCES") == 1 and ">>" not in text
    assert [line.split()[-1].startswith("AB-") for line in head[:3]] == [True, False, False], "its number stands once"
    assert "(allied.504) is filled: the invitation was accepted" in plain(table.mail(SENIOR)[-1])
    assert bag(table, TEAMS[1].address) == len(old) + 1, "he is told in a last letter"
    assert "executed" in table.write(OFFICER, "B/504: move 12.10").text


def test_the_old_token_is_dead_at_once_and_its_letters_are_nobodys(table: Table) -> None:
    old = table.mail(OFFICER)[-1]
    give(table, OFFICER, NEW)
    records = table.campaign.journal.number
    table.deliver(table.letter(OFFICER, "A/504: move 12.10", old))
    table.run()
    assert table.campaign.journal.number == records
    assert "resigned" not in "".join(m.text for s in table.address for m in table.mail(s))
    secret = token(table.referee.press.key, "test", OFFICER, TEAMS[1].address, 2)  # the next of the old holder's would be
    to = old.reply_to.replace(table.token(OFFICER), secret)
    table.deliver(table.letter(OFFICER, "A/504: move 12.10", old, to=to))
    table.run()
    assert table.campaign.journal.number == records


def test_what_waited_for_the_old_holder_is_not_posted_to_the_new_one(table: Table) -> None:
    table.deliver(table.letter(OFFICER, "STATUS"))
    table.referee.work(table.at)  # the answer is written, but not posted
    give(table, OFFICER, NEW)
    assert bag(table, NEW) == 1
    table.address[OFFICER] = NEW
    table.write(OFFICER, "ACCEPT")
    answer = table.write(OFFICER, "RESEND AB-3\nREPORT 1")
    texts = [m.text for m in table.mail(OFFICER)]
    assert any("You have no letter AB-3." in text for text in texts)
    assert any("You were sent no report in turn 1." in text for text in texts) and answer.to == NEW


def test_letters_of_the_old_holder_are_made_again_as_they_were(table: Table) -> None:
    give(table, OFFICER, NEW)
    folder = table.campaign.home / "letters" / "out" / OFFICER
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for path in folder.iterdir():
        path.unlink()
    table.referee.press.freeze_all(table.campaign)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("seat", "address", "why"),
    (
        (OFFICER, ADDRESS["german"], "gustav@german.example holds or held German command (german), on the other side"),
        (OFFICER, TEAMS[1].address, "this address holds it already"),
        ("allied.506", NEW, "there is no such seat: allied, allied.504, allied.505, german, german.henke, german.ls"),
    ),
)
def test_who_cannot_be_given_a_seat_is_refused_and_the_host_told(tmp_path: Path, seat: str, address: str, why: str) -> None:
    host = Seat("host", "", "host", "host@club.example", "H", accepted=True)
    table = Table(tmp_path, seats=(*TEAMS, host))
    answer = table.write("host", f"REPLACE {seat} BY {address}")
    assert "REPLACE is refused" in answer.subject
    assert why in plain(answer)
    assert not any(s.earlier for s in table.campaign.state.admin.seats.values())
    table.close()


def test_who_once_held_a_seat_of_the_other_side_is_refused_too(table: Table) -> None:
    give(table, "german.ls", "nils@german.example")
    give(table, OFFICER, "ludwig@german.example")
    assert not table.campaign.state.admin.seats[OFFICER].earlier


def test_the_plan_of_who_is_gone_does_not_run(table: Table) -> None:
    table.write("german.henke", "FOR NEXT IMPULSE\n2/HG: move 15.10")
    table.write(SENIOR, "end impulse")
    give(table, "german.henke", "nils@german.example")
    table.wait(hours=3)
    assert bag(table, "nils@german.example") == 1
    assert not table.campaign.state.admin.plans


def late(until: str = "allied.504") -> tuple[Seat, ...]:
    """The 505 is taken over in the second turn."""
    return tuple(replace(s, joins="17-1500", until=until) if s.id == "allied.505" else s for s in TEAMS)


def test_a_seat_joins_late_and_another_stands_in_until_then(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=late())
    assert "command 505 for the American side from 17-1500 on" in plain(table.mail("allied.505")[0])
    for seat in ("allied", "allied.504", "german", "german.henke", "german.ls"):
        table.write(seat, "ACCEPT")
    assert table.campaign.state.admin.stage == "playing"
    answer = table.write("allied.505", "ACCEPT")
    assert "You take over 505 at 17-1500 of the game. NO REPLY NEEDED Until then 504 command commands there." in plain(answer)
    assert "MASL-2.1-1" not in table.write("allied.504", "CHECK\nD/505: move 20.12").text
    count = len(table.mail("allied.505"))
    for _ in range(20):
        if as_board(table.campaign.state.situation.board).public.turn > 1:
            break
        table.write(table.phasing(), "end impulse")
        assert as_board(table.campaign.state.situation.board).public.turn > 1 or len(table.mail("allied.505")) == count
    taken = [m for m in table.mail("allied.505")[count:] if "HAND-OVER" in m.text]
    assert len(taken) == 1 and "2. OWN FORCES" in taken[0].text
    if table.phasing() == "german":
        table.write("german", "end impulse")
    assert "505 command has it" in plain(table.write("allied.504", "CHECK\nD/505: move 20.12"))
    assert "MASL-2.1-1" not in table.write("allied.505", "CHECK\nD/505: move 20.12").text
    table.close()


def bench(tmp_path: Path) -> Table:
    """Teams of three, a host, and an officer who is asked to stand ready."""
    host = Seat("host", "", "host", "host@club.example", "H", accepted=True)
    return Table(tmp_path, seats=(*TEAMS, host, Seat("reserve1", "", "reserve", NEW, "RA")))


def said(mail: Mail) -> str:
    """A letter in a line."""
    return plain(mail)


def test_an_officer_stands_ready_is_called_and_takes_over(tmp_path: Path) -> None:
    table = bench(tmp_path)
    assert "VOLUNTEER" in said(table.mail("reserve1")[0]) and "allied.504" not in said(table.mail("reserve1")[0])
    assert "Reply VOLUNTEER or DECLINE" in said(table.write("reserve1", "A/504: move 12.10\nHELP"))
    assert "You are on the reserve list" in said(table.write("reserve1", "VOLUNTEER"))
    assert f"{NEW} is on the reserve list" in said(table.mail("host")[-1])
    for seat in TEAMS:
        table.write(seat.id, "ACCEPT")
    table.means(OFFICER, "RESIGN allied.504")
    assert f"REPLACE allied.504 BY <address> gives it to somebody else; on the reserve list: {NEW}." in said(table.mail("host")[-1])
    give(table, OFFICER, NEW)
    assert not table.campaign.state.admin.bench
    table.address[OFFICER] = NEW
    assert "HAND-OVER" in table.write(OFFICER, "ACCEPT", table.mail(OFFICER)[-1]).text
    table.close()


def test_an_officer_declines_and_is_off_the_list(tmp_path: Path) -> None:
    table = bench(tmp_path)
    assert "You are off the list" in said(table.write("reserve1", "DECLINE"))
    assert not table.campaign.state.admin.bench
    table.close()


# ---------------------------------------------------------------- by the host's word, in mid-game


def test_everybody_is_told_of_a_new_commander_what_he_may_know(table: Table) -> None:
    """The old one, the new one, his own side, and the enemy: that the command has changed hands, and no name."""
    for seat in ("allied", "german", "allied"):
        table.write(seat, "end impulse anyway")
    old, before = table.mail(SENIOR), {s: len(table.mail(s)) for s in table.address}
    give(table, SENIOR, NEW)
    farewell = plain(table.mail(SENIOR)[-1])
    assert (
        len(table.mail(SENIOR)) == len(old) + 1
        and "You are relieved: the host has given American command (allied) to somebody else." in farewell
    )
    assert "This is your last letter" in farewell and NEW not in farewell
    for seat in ("german", "german.henke", "german.ls"):
        (told,) = table.mail(seat)[before[seat] :]
        assert "The American command has a new holder" in plain(told)
        assert NEW not in told.text and ADDRESS["allied"] not in told.text
    (own,) = table.mail(OFFICER)[before[OFFICER] :]
    assert "to a new holder, who is invited" in plain(own) and "command has changed" not in own.subject
    table.address[SENIOR] = NEW
    (invitation,) = table.mail(SENIOR)
    text, turn = plain(invitation), table.impulse.partition(".")[0].removeprefix("T")
    assert f"You would take over in turn {turn} of 6, after 3 impulses. The hand-over comes with the answer to your ACCEPT" in text
    assert "Until then the next in command stands in, if there is one. The clock runs on." in text


def test_after_one_impulse_a_new_holder_reads_a_sentence(table: Table) -> None:
    table.write("allied", "END IMPULSE ANYWAY")
    give(table, SENIOR, NEW)
    table.address[SENIOR] = NEW
    assert "You would take over in turn 1 of 6, after 1 impulse." in plain(table.mail(SENIOR)[0])


def test_the_enemy_is_told_nothing_of_a_seat_below_the_commander(table: Table) -> None:
    """How a side has shared its command out is its own affair (HELP PRIVACY)."""
    before = {s: len(table.mail(s)) for s in table.address}
    give(table, OFFICER, NEW)
    assert [len(table.mail(s)) - before[s] for s in ("german", "german.henke", "german.ls")] == [0, 0, 0]
    assert len(table.mail(SENIOR)) == before[SENIOR] + 1


def test_a_letter_of_the_old_commander_is_met_with_silence_and_no_other_campaigns_notice(table: Table) -> None:
    seats = tuple(replace(seat, accepted=False) for seat in TEAMS)
    other = Setup("other", library.module_folder("heumen-bridge"), seats, Pace(), seed=bytes(32))
    table.referee.new_campaign(other, table.at)
    table.post()
    mine = next(mail for mail in reversed(table.mail(SENIOR)) if "[test]" in mail.subject)
    give(table, SENIOR, NEW)
    before = len(table.mail(SENIOR))
    records = [c.journal.number for c in table.referee.campaigns.values()]
    table.deliver(table.letter(SENIOR, "A/504: move 12.10", mine))
    table.run()
    assert len(table.mail(SENIOR)) == before and [c.journal.number for c in table.referee.campaigns.values()] == records
    invited = next(mail for mail in table.mail(SENIOR) if "[other]" in mail.subject)
    assert "WELCOME" in table.write(SENIOR, "ACCEPT", invited).text, "in the other campaign he is who he was"


def test_a_farewell_that_waits_is_posted_after_the_change_and_nothing_older_is(table: Table) -> None:
    before = bag(table, ADDRESS["allied"])
    table.deliver(table.letter(SENIOR, "STATUS"))
    table.referee.work(table.at)  # answered, and not posted
    line = f"REPLACE {SENIOR} BY {NEW}"
    table.campaign.handle(Cause("host", "host/now", table.at, lines=(NumberedLine(1, line),)))
    table.referee.post(table.postman, table.at)
    assert bag(table, ADDRESS["allied"]) == before + 1
    assert "relieved of your command" in table.mail(SENIOR)[-1].subject
