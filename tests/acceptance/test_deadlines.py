"""Deadlines as people live with them: absence, silence, an outage, a change of the clocks, letters taken back, an agreed end."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem import admin as care
from pbem.campaign.admin_events import ClockChanged, ClocksSet, Reminded
from pbem.campaign.deadlines import Pace, clock, decision_clock, put_off
from pbem.campaign.state import AdminState, Clock, Seat, host_seat
from pbem.campaign.zones import moment, zone_named
from pbem.handlers.timing import LATE, silent_at
from pbem.kernel.values import replace
from pbem.rulesets.tocs.parts import points
from tests.acceptance.table import ADDRESS, PREFIX, Mail, Table, begun, plain, the_clock, unsound
from tests.care.club import SETTINGS, Club
from tests.opened import as_board, as_picture, found

HOST = "henk@host.example"
SIDES = tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german"))
AIDE = Seat("allied.504", "allied", "commander", "aide@allied.example", "B", formations=("504",))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A campaign with a host, in its first impulse."""
    with begun(tmp_path, seats=(*SIDES, host_seat(HOST))) as table:
        yield table
    assert unsound(table) == []


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Table]:
    """The same, with an aide on the Allied side."""
    table = Table(tmp_path, seats=(*SIDES, AIDE, host_seat(HOST)))
    table.begin()
    table.write("allied.504", "ACCEPT")
    yield table
    table.close()
    assert unsound(table) == []


def running(table: Table) -> Clock:
    found = the_clock(table.campaign.state)
    assert found is not None
    return found


# ---------------------------------------------------------------- when an impulse ends


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("pace", "opened", "due_", "note"),
    [
        (Pace(), "2026-11-23 09:00", "2026-11-25 19:00", ""),
        (Pace(weekdays="sat sun"), "2026-11-23 09:00", "2026-11-28 19:00", ""),
        (Pace(evening=18, minute=30), "2026-11-23 09:00", "2026-11-25 17:30", ""),
        (Pace(evening=2, minute=30), "2027-03-26 00:00", "2027-03-28 01:30", "there is no 02:30 that day"),
        (Pace(evening=2, minute=30), "2026-10-22 23:00", "2026-10-25 00:30", "02:30 comes twice that day"),
    ],
)
def test_an_impulse_ends_on_its_hour_and_its_days(pace: Pace, opened: str, due_: str, note: str) -> None:
    found = clock(pace, "allied", "T1.1", utc(opened))
    assert found.due == utc(due_)
    assert found.note.startswith(note) and bool(found.note) == bool(note)


def test_a_deadline_that_is_put_off_is_reminded_of_afresh_only_if_it_lies_ahead() -> None:
    past = Clock("allied", "T1.1", utc("2026-11-25 19:00"), utc("2026-11-26 07:00"), True)
    assert not put_off(past, 24, utc("2026-11-25 20:00")).reminded
    assert put_off(past, 1, utc("2026-11-26 06:00")).reminded


def test_a_decision_that_is_put_off_stays_one_of_which_nobody_is_reminded() -> None:
    asked = decision_clock(Pace(), "allied", "the decision in T1.1", utc("2026-11-25 19:00"))
    later = put_off(asked, 24, utc("2026-11-25 20:00"))
    assert (later.kind, later.reminded, later.last) == ("decision", True, asked.last + timedelta(hours=24))


def test_each_side_has_a_clock_of_its_own() -> None:
    """What is done to the clock of one side leaves the other's as it was."""
    ours, theirs = (Clock(side, "T1.1", utc("2026-11-25 19:00"), utc("2026-11-26 07:00")) for side in ("allied", "german"))
    later = put_off(ours, 24, utc("2026-11-25 12:00"))
    for paper, changed in ((Reminded("allied"), replace(ours, reminded=True)), (ClockChanged(later), later)):
        admin = paper.apply(ClocksSet((ours, theirs)).apply(AdminState("test", "", {})))
        assert (admin.clock("allied"), admin.clock("german")) == (changed, theirs)
    assert ClocksSet((ours,)).apply(admin).clock("german") is None


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-12-01 20:00", "2026-12-01 19:00"),
        ("1 Dec", "2026-12-01 19:00"),
        ("1 Jan 08:00", "2027-01-01 07:00"),
        ("09:00", "2026-11-24 08:00"),
    ],
)
def test_moments_are_read_on_the_clocks_of_a_zone(text: str, at: str) -> None:
    found = moment(text, utc("2026-11-23 09:00"), "Europe/Amsterdam")
    assert found and found.at == utc(at)


@pytest.mark.parametrize("text", ["31 Feb", "9999-12-31 23:00", "9999-12-31", "0001-01-01 00:00"])
def test_there_is_no_thirty_first_of_february_and_no_day_at_the_end_of_time(text: str) -> None:
    for zone in ("America/New_York", "UTC", "Asia/Tokyo"):
        found = moment(text, utc("2026-11-23 09:00"), zone)
        assert found is None or found.at < utc("0002-01-01 00:00")  # long gone by, as who asks is told


def test_a_leap_day_is_the_next_there_is() -> None:
    found = moment("29 Feb 08:00", utc("2027-12-20 09:00"), "UTC")
    assert found and found.at == utc("2028-02-29 08:00")
    late = moment("29 Feb 08:00", utc("2096-03-01 09:00"), "UTC")
    assert late and late.at == utc("2104-02-29 08:00")


def test_a_day_that_no_calendar_has_puts_no_letter_aside(table: Table) -> None:
    table.write("german", "ZONE America/New_York")
    for words in ("LIVE 9999-12-31 23:00", "ABSENT 9999-12-30 to 9999-12-31"):
        assert "there is no such day" in plain(table.write("german", words))
    assert table.referee.spool.count("shunt") == 0


@pytest.mark.parametrize(
    ("text", "name", "hints"),
    [
        ("europe/london", "Europe/London", ()),
        ("Europe/Amsterdm", "", ("Europe/Amsterdam",)),
        ("New York", "", ("America/New_York",)),
        ("Lummerland", "", ()),
    ],
)
def test_a_zone_is_known_or_something_near_it_is_said(text: str, name: str, hints: tuple[str, ...]) -> None:
    assert zone_named(text) == (name, hints)


def test_the_clocks_change_while_an_impulse_runs(tmp_path: Path) -> None:
    """Over the night of 25 October the evening stays the evening, and a reading that comes twice is named."""
    table = Table(tmp_path, seats=SIDES)
    table.at = utc("2026-10-23 09:00")
    table.begin()
    assert "Sun 25 Oct 20:00 CET" in plain(table.write("allied", "STATUS"))
    assert running(table).due == utc("2026-10-25 19:00")
    table.close()


# ---------------------------------------------------------------- each reader's own clock


def test_every_hour_is_told_in_the_readers_own_zone(table: Table) -> None:
    assert "Wed 25 Nov 20:00 CET" in plain(table.write("allied", "STATUS"))
    assert "did you mean Europe/London?" in plain(table.write("allied", "ZONE Europe/Londn"))
    assert "Your clock is America/New_York's" in plain(table.write("allied", "ZONE America/New_York"))
    answer = plain(table.write("allied", "STATUS"))
    assert "Wed 25 Nov 14:00 EST (in 2 days" in answer
    assert running(table).due == utc("2026-11-25 19:00")
    table.wait(hours=60)
    assert "Wed 25 Nov 14:00 EST" in plain(table.mail("allied")[-1])


# ---------------------------------------------------------------- more time


def test_a_commander_takes_two_extensions_and_no_third(table: Table) -> None:
    before = running(table).due
    assert "24 hours more; 1 such extension left" in plain(table.write("allied", "EXTEND"))
    assert "0 such extensions left" in plain(table.write("allied", "EXTEND\nSTATUS"))
    assert "your 2 of this campaign are used" in plain(table.write("allied", "EXTEND\nREPORT"))
    assert running(table).due == before + timedelta(hours=48)
    assert "no clock runs for you" in plain(table.write("german", "EXTEND"))


def test_an_impulse_with_nothing_left_to_spend_ends_by_itself(table: Table) -> None:
    answer = table.mail("allied")[-1]
    for call in 10 * ("A/504", "B/504", "C/504", "I/504", "D/505", "E/505"):
        if points.left(as_picture(table.campaign.state.pictures["allied"])):
            answer = table.write("allied", f"AGAIN\nCARRY OUT WHAT YOU CAN\n{call}: recon around")
    assert "no OP is left: END IMPULSE closes T1.1 now, else it ends by itself" in plain(answer)
    table.wait(hours=11)
    assert table.phasing() == "allied"
    table.wait(hours=2)
    assert table.phasing() == "german"
    assert table.campaign.state.admin.hosting.silences == {}


# ---------------------------------------------------------------- absence


def test_an_impulse_does_not_end_while_its_commander_is_away(table: Table) -> None:
    german = len(table.mail("german"))
    answer = plain(table.write("allied", "ABSENT 2026-11-24 to 2026-12-01"))
    assert "You are away from Tue 24 Nov 00:00 CET to Tue 1 Dec 23:59 CET" in answer
    assert running(table).due == utc("2026-12-02 19:00")
    table.wait(days=7)
    assert table.phasing() == "allied" and not any("overdue" in m.subject for m in table.mail("allied"))
    assert len(table.mail("german")) == german
    assert "American command (allied) is away until" in plain(table.write("host", "STATUS"))
    assert "Your absence is off file" in plain(table.write("allied", "ABSENT NO"))


def test_an_aide_gives_nothing_up_for_his_side_unless_he_stands_in_for_its_commander(team: Table) -> None:
    for words in ("OFFER DRAW", "CONCEDE"):
        verb = words.split()[-1].replace("YES", "CONCEDE")
        assert f"{verb} is for American command to say, who speaks for your side" in plain(team.write("allied.504", words))
    assert team.campaign.state.admin.stage == "playing" and not team.campaign.state.admin.hosting.offers
    team.write("allied", "ABSENT 2026-11-24 to 2026-12-01 PROXY allied.504")
    team.wait(hours=30)
    assert "Your offer of a draw stands" in plain(team.means("allied.504", "OFFER DRAW"))


def test_an_absence_with_a_proxy_leaves_the_clock_running(team: Table) -> None:
    before = running(team).due
    assert "504 command stands in for you" in plain(team.write("allied", "ABSENT 2026-11-24 to 2026-12-01 PROXY allied.504"))
    assert running(team).due == before
    team.wait(hours=30)
    answer = team.write("allied.504", "D/505: recon around\nEND IMPULSE")
    assert "impulse closed" in answer.subject
    assert team.phasing() == "german"
    assert team.campaign.state.admin.hosting.silences == {}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("ABSENT 2026-12-09 to 2026-12-01", "it ends before it begins"),
        ("ABSENT 2026-11-01 to 2026-11-02", "gone by"),
        ("ABSENT 2026-12-01 to 2026-12-31", "it can last 14 days"),
        ("ABSENT 31 Feb to 1 Mar", "there is no such day"),
        ("ABSENT 1 Dec to 3 Dec PROXY german", "a proxy sits on your own side"),
        ("ABSENT NO", "You had no absence on file"),
    ],
)
def test_an_absence_that_cannot_be_is_refused(table: Table, words: str, why: str) -> None:
    assert why in plain(table.write("allied", words))
    assert table.campaign.state.admin.hosting.absences == {}


# ---------------------------------------------------------------- silence


def _silent(table: Table, times: int) -> None:
    """Impulse by impulse: the German closes his, the other lets his go by."""
    while times:
        if table.phasing() == "german":
            table.write("german", "END IMPULSE")
        else:
            table.wait(hours=60)
            table.wait(hours=24)
            times -= 1


def test_silence_climbs_from_idle_to_the_host_and_the_bench(table: Table) -> None:
    _silent(table, 1)
    assert not any("silent" in m.subject for m in table.mail("host"))
    _silent(table, 2)
    told = [plain(m) for m in table.mail("host") if "is silent" in m.subject]
    assert len(told) == 2 and "American command (allied), al@allied.example, has not written for 3 impulses in a row." in told[-1]
    assert "bench" not in told[-1]
    _silent(table, 1)
    assert "from the bench" in plain([m for m in table.mail("host") if "is silent" in m.subject][-1])
    table.write("allied", "STATUS")
    assert table.campaign.state.admin.hosting.silences["allied"] == 0


# ---------------------------------------------------------------- letters that wait


def test_a_letter_can_be_recalled_for_some_minutes(table: Table) -> None:
    assert "Your letters now wait 10 minutes" in plain(table.write("allied", "HOLD MY LETTERS 10"))
    before = table.campaign.state.situation
    waits = table.write("allied", "B/504: move 12.10")
    assert "your letter waits" in waits.subject and "RECALL withdraws them" in plain(waits)
    assert "1 letter withdrawn" in plain(table.write("allied", "RECALL"))
    table.wait(hours=1)
    assert table.campaign.state.situation == before
    assert "none of your letters waits" in plain(table.write("allied", "RECALL\nSTATUS"))


def test_a_letter_that_is_not_recalled_is_carried_out(table: Table) -> None:
    table.write("allied", "HOLD MY LETTERS 10")
    table.write("allied", "B/504: move 12.10")
    table.wait(minutes=9)
    assert not as_board(table.campaign.state.situation.board).public.turn_over
    assert "executed" not in table.mail("allied")[-1].subject
    table.wait(minutes=2)
    assert "executed" in table.mail("allied")[-1].subject
    assert str(found(as_board(table.campaign.state.situation.board).forces["allied"].unit_called("B/504")).hex) == "12.10"
    assert "60 minutes at the most" in plain(table.write("allied", "HOLD MY LETTERS 90"))


def test_no_deadline_runs_out_over_a_letter_that_waits(table: Table) -> None:
    table.write("allied", "HOLD MY LETTERS 60")
    table.at = running(table).last - timedelta(minutes=5)
    table.write("allied", "B/504: move 12.10\nEND IMPULSE")
    table.wait(minutes=10)
    assert table.phasing() == "german"
    assert str(found(as_board(table.campaign.state.situation.board).forces["allied"].unit_called("B/504")).hex) == "12.10"
    assert table.campaign.state.admin.hosting.silences == {}


def test_a_letter_that_waits_until_the_clock_runs_out_is_carried_out_and_then_the_clock_strikes(table: Table) -> None:
    """Both are handled, the letter first, and each once."""
    table.write("allied", "HOLD MY LETTERS 60")
    table.at = running(table).last - timedelta(minutes=5)
    table.write("allied", "B/504: move 12.10")
    table.at += timedelta(minutes=5) + LATE
    table.run()
    assert table.phasing() == "german"
    assert str(found(as_board(table.campaign.state.situation.board).forces["allied"].unit_called("B/504")).hex) == "12.10"


# ---------------------------------------------------------------- silence, and the second of it


def _to_the_grace(table: Table) -> tuple[datetime, datetime]:
    """The reminder has gone out: the last moment that was told, and the one at which silence closes the impulse."""
    table.at = running(table).due
    table.run()
    return running(table).last, silent_at(table.campaign.state, running(table))


def test_the_second_at_which_an_impulse_ends_does_not_say_that_nobody_wrote(table: Table) -> None:
    """TOCS-3.11-3: a drawn while after the last moment, in which he might have written still."""
    last, over = _to_the_grace(table)
    for at, phasing in ((last, "allied"), (over - timedelta(seconds=1), "allied"), (over, "german")):
        table.at = at
        table.run()
        assert table.phasing() == phasing
    assert table.campaign.state.admin.hosting.silences == {"allied": 1}
    state, clock = table.campaign.state, replace(running(table), last=last)
    after = [(silent_at(replace(state, seed=f"seed {n}"), clock) - last).total_seconds() for n in range(400)]
    assert 0 <= min(after) < 60 and 1740 < max(after) < 1800 and 800 < sum(after) / 400 < 1000


def test_a_letter_after_the_grace_and_before_that_second_still_counts(table: Table) -> None:
    last, over = _to_the_grace(table)
    table.at = over - timedelta(minutes=1, seconds=1)  # a letter takes a minute
    assert table.at > last
    table.write("allied", "END IMPULSE ANYWAY")
    assert table.phasing() == "german" and table.campaign.state.admin.hosting.silences == {}


# ---------------------------------------------------------------- an agreed end


def test_a_draw_is_offered_declined_offered_and_accepted(table: Table) -> None:
    table.means("allied", "OFFER DRAW")
    assert "The other side offers a draw" in plain(table.mail("german")[-1])
    assert "No draw is offered" in plain(table.means("allied", "ACCEPT DRAW"))
    table.write("german", "DECLINE DRAW")
    assert "declines the draw" in plain(table.mail("allied")[-1])
    table.means("german", "OFFER DRAW")
    table.means("allied", "ACCEPT DRAW")
    _over(table, "drawn by agreement", "a draw")


def test_a_concession_wants_its_yes_and_opens_everything(table: Table) -> None:
    assert "CONCEDE: It gives the campaign to the other side" in plain(table.write("allied", "CONCEDE YES"))
    assert table.campaign.state.admin.stage == "playing"
    answer = plain(table.means("allied", "CONCEDE"))
    assert "The campaign is over; the last letters follow." in answer
    assert "CLOCK:" not in answer and "NO ORDERS YET" not in answer and "OPs:" not in answer
    _over(table, "conceded by the", " victory")


def _over(table: Table, how: str, result: str) -> None:
    assert table.campaign.state.admin.stage == "over" and table.campaign.state.situation.closed
    for seat in ("allied", "german"):
        last: list[Mail] = table.mail(seat)
        everything = "".join(m.text for m in last[-3:])
        assert how in everything and result in everything
        assert "ORDER OF BATTLE" in everything and "THE ROLLS, OPENED" in everything
    assert table.campaign.due(table.at + timedelta(days=90)) is None


def test_a_commander_takes_no_more_messages(table: Table) -> None:
    table.write("german", "MUTE enemy")
    assert "Message sent to the German command" in plain(table.write("allied", "MESSAGE enemy\nFool.\nEND MESSAGE"))
    assert "Fool" not in "".join(m.text for m in table.mail("german"))
    table.write("german", "UNMUTE enemy")
    assert "Message sent to the German command" in plain(table.write("allied", "MESSAGE enemy\nSorry.\nEND MESSAGE"))


# ---------------------------------------------------------------- the referee was away


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = Club(tmp_path / "club").found()
    club.file.write_text(SETTINGS.replace("outage_hours = 0", "outage_hours = 24"))
    club.play(0, 2)
    return club


def test_after_three_days_outage_no_deadline_fires_until_the_host_says_resume(club: Club) -> None:
    club.drop("allied", "B/504: move 12.10")  # it came while the referee was away, and is answered
    club.tick(days=3)
    admin = club.campaign().state.admin
    assert admin.hosting.outage
    told = {seat: [m for m in club.letters(seat) if "the referee was away" in m.subject] for seat in ("allied", "german")}
    assert all(len(letters) == 1 for letters in told.values())
    assert any("B/504" in m.text for m in club.letters("allied"))
    club.tick(hours=20)
    club.tick(hours=20)
    assert not any(r["body"]["cause"]["kind"] == "deadline" for r in club.records())
    assert "no deadline counts until the host says so" in plain(club.write("allied", "STATUS"))
    shown = (care.list_campaigns(club.file), care.show(club.file, "spring"))
    assert all("no deadline counts until RESUME T1.1" in text and " until Wed" not in text for text in shown), shown
    assert care.host(club.file, "spring", "RESUME T1.1", club.now, True) == "spring: resumed; both sides are told\n"
    clock_ = the_clock(club.campaign().state)
    assert clock_ is not None and clock_.due - club.at >= timedelta(hours=48)
    assert care.audit(club.file) == ("spring: sound\n", True)


def test_a_day_without_a_look_is_no_outage_when_the_inbox_is_read_often(club: Club) -> None:
    for _ in range(8):
        club.tick(hours=12)
    assert not club.campaign().state.admin.hosting.outage
    assert any(r["body"]["cause"]["kind"] == "deadline" for r in club.records())
