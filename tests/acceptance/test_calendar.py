"""CALENDAR: a deadline comes for the calendar, moves with it and is cancelled; it says nothing else, and each seat has its own."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import policy
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Alarm, Calendar, Event

from pbem.campaign.calendars import CalendarEntry, Deadline, changes
from pbem.campaign.records import Cause
from pbem.campaign.state import Seat, host_seat
from pbem.letters.calendar_part import enclosed_calendar
from pbem.mail.compose import Mailbox, Named
from tests.acceptance.table import ADDRESS, PREFIX, START, TEAMS, Mail, Table, begun, the_clock

SEATS = (*(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german")), host_seat("henk@host.example"))
PROPERTIES = {"UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE", "STATUS", "TRANSP", "ORGANIZER"}
DAY = timedelta(days=1)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two commanders and a host; the first impulse is the Allies'."""
    with begun(tmp_path, seats=SEATS) as table:
        yield table


def parts_of(raw: bytes) -> list[bytes]:
    """The calendars in a letter, each held to what every one must be."""
    message = BytesParser(policy=policy.default).parsebytes(raw)
    found = [part for part in message.walk() if part.get_content_type() == "text/calendar"]
    for part in found:
        assert part["Content-Type"].params["method"] == "PUBLISH" and part.get_filename() == "due.ics"
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        held_to_the_standard(data)
        stamps = {event.DTSTAMP for event in Calendar.from_ical(data).events}
        assert stamps == {parsedate_to_datetime(message["Date"])}, "the moment of the letter"
    return [data for part in found if isinstance(data := part.get_payload(decode=True), bytes)]


def held_to_the_standard(data: bytes) -> None:
    """RFC 5545: line ends, folds, what must be there once; RFC 5546, 3.2.1: what is published. And nothing else."""
    assert data.endswith(b"\r\n") and b"\n" not in data.replace(b"\r\n", b"") and b"\r" not in data.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    calendar = Calendar.from_ical(data)
    assert {k: str(v) for k, v in calendar.items()} == {"VERSION": "2.0", "PRODID": "-//pbem//pbem//EN", "METHOD": "PUBLISH"}
    uids = [str(event["UID"]) for event in calendar.events]
    assert uids and len(set(uids)) == len(uids) and not calendar.errors and len(calendar.subcomponents) == len(uids)
    for event in calendar.events:
        assert set(event) == PROPERTIES and not event.errors
        assert str(event["ORGANIZER"]) == "mailto:referee@club.example" and event["STATUS"] in ("CONFIRMED", "CANCELLED")
        assert event.DTSTART.tzinfo is not None and event.DTSTART.utcoffset() == timedelta()
        for alarm in event.subcomponents:
            assert (
                isinstance(alarm, Alarm) and set(alarm) == {"ACTION", "TRIGGER", "DESCRIPTION"} and event["STATUS"] == "CONFIRMED"
            )
            assert alarm["ACTION"] == "DISPLAY" and alarm.TRIGGER == -DAY


def told(mail: Mail) -> list[tuple[str, str, int]]:
    """Of each event in a letter: its name, what becomes of it, how often it moved."""
    return [(str(e["SUMMARY"]), str(e["STATUS"]), e.sequence) for e in events(mail)]


def events(mail: Mail) -> list[Event]:
    return [event for data in parts_of(mail.raw) for event in Calendar.from_ical(data).events]


def due(table: Table) -> datetime:
    running = the_clock(table.campaign.state)
    assert running is not None
    return running.due


FIRST = [("[test] T1.1 due", "CONFIRMED", 0)]


def test_it_is_off_at_first_and_comes_once_it_is_asked_for(table: Table) -> None:
    table.write("allied", "REPORT")
    assert not any(b"text/calendar" in raw for bag in table.postman.bags.values() for raw in bag)
    asked = table.write("allied", "CALENDAR ON")
    assert told(asked) == FIRST
    (event,) = events(asked)
    assert due(table) == event.DTSTART and len(event.subcomponents) == 1
    assert told(table.write("allied", "REPORT\nSTATUS")) == [], "nothing has changed"


def test_it_moves_with_the_deadline_and_is_cancelled_when_the_impulse_closes(table: Table) -> None:
    first = events(table.write("allied", "CALENDAR ON"))[0]
    before = due(table)
    later = table.write("allied", "EXTEND")
    assert told(later) == [("[test] T1.1 due", "CONFIRMED", 1)]
    assert due(table) > before and due(table) == events(later)[0].DTSTART
    closed = table.write("allied", "END IMPULSE")
    assert told(closed) == [("[test] T1.1 due", "CANCELLED", 2)]
    assert {str(event["UID"]) for mail in (later, closed) for event in events(mail)} == {str(first["UID"])}
    assert all(told(mail) == [] for mail in table.mail("allied") if "T1.2" in mail.subject), "the enemy's is not the reader's"
    table.write("german", "END IMPULSE")
    while table.phasing() != "allied":
        table.write(table.phasing(), "END IMPULSE")
    report = table.mail("allied")[-1]
    assert told(report) == [(f"[test] {table.impulse} due", "CONFIRMED", 0)]
    assert str(events(report)[0]["UID"]) != str(first["UID"])


def test_an_impulse_that_silence_closes_is_cancelled_in_the_next_report(table: Table) -> None:
    table.write("allied", "CALENDAR ON")
    for _ in range(60):
        table.wait(hours=6)
        if table.phasing() != "allied":
            break
    sent = [told(mail) for mail in table.mail("allied") if told(mail)]
    assert sent == [FIRST, [("[test] T1.1 due", "CANCELLED", 1)]]


def test_off_takes_it_out_of_the_calendar_and_nothing_comes_any_more(table: Table) -> None:
    bag = table.postman.bags[ADDRESS["allied"]]

    def said(words: str) -> list[bytes]:
        before = len(bag)
        table.deliver(table.letter("allied", words, table.mail_of("allied", 2)))
        table.run()
        return [part for raw in bag[before:] for part in parts_of(raw)]

    assert len(said("CALENDAR ON\nATTACHMENTS OFF\nFORMAT TEXT")) == 1, "it is asked for by itself, whatever else is not"
    (gone,) = said("CALENDAR OFF")
    assert [str(event["STATUS"]) for event in Calendar.from_ical(gone).events] == ["CANCELLED"]
    before = due(table)
    assert said("EXTEND") == [] and due(table) > before


def test_nothing_is_due_in_a_pause(table: Table) -> None:
    table.write("allied", "CALENDAR ON")

    def host(words: str) -> Mail:
        code = table.write("host", words).text.partition("CONFIRM ")[2].split()[0]
        table.write("host", f"CONFIRM {code}")
        return table.mail("allied")[-1]

    assert told(host("PAUSE T1.1 a storm")) == [("[test] T1.1 due", "CANCELLED", 1)]
    goes_on = host("RESUME T1.1")
    assert told(goes_on) == FIRST and due(table) == events(goes_on)[0].DTSTART


def test_who_leaves_keeps_no_deadline_and_who_follows_is_sent_none_unasked(table: Table) -> None:
    table.write("allied", "CALENDAR ON")
    code = table.write("host", "REPLACE allied BY anna@allied.example").text.partition("CONFIRM ")[2].split()[0]
    table.write("host", f"CONFIRM {code}")
    assert told(table.mail("allied")[-1]) == [("[test] T1.1 due", "CANCELLED", 1)]
    table.address["allied"] = "anna@allied.example"
    table.write("allied", "ACCEPT")
    assert not any(b"text/calendar" in raw for raw in table.postman.bags["anna@allied.example"])


def test_who_resigns_keeps_no_deadline(table: Table) -> None:
    table.write("allied", "CALENDAR ON")
    table.write("allied", "RESIGN")
    asked = table.mail("allied")[-1]
    table.write("allied", "YES", asked)
    assert [told(mail) for mail in table.mail("allied") if told(mail)] == [FIRST, [("[test] T1.1 due", "CANCELLED", 1)]]


def test_the_end_of_a_campaign_leaves_nothing_in_a_calendar(table: Table) -> None:
    table.write("allied", "CALENDAR ON")
    table.write("german", "CONCEDE")
    table.write("german", "YES", table.mail("german")[-1])
    assert table.campaign.state.admin.stage == "over"
    assert [told(mail) for mail in table.mail("allied") if told(mail)] == [FIRST, [("[test] T1.1 due", "CANCELLED", 1)]]


def test_while_the_referee_is_out_of_order_nothing_is_due(table: Table) -> None:
    table.write("allied", "CALENDAR ON")
    table.campaign.handle(Cause("outage", "outage/1", table.at, words=((table.at - 2 * DAY).isoformat(),)))
    table.run()
    assert told(table.mail("allied")[-1]) == [("[test] T1.1 due", "CANCELLED", 1)]
    code = table.write("host", "RESUME T1.1").text.partition("CONFIRM ")[2].split()[0]
    table.write("host", f"CONFIRM {code}")
    assert told(table.mail("allied")[-1]) == FIRST


def test_each_seat_of_a_team_has_its_own(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=TEAMS)
    table.begin()
    found = {seat: events(table.write(seat, "CALENDAR ON"))[0] for seat in ("allied", "allied.504")}
    assert len({str(event["UID"]) for event in found.values()}) == 2
    assert {str(event["SUMMARY"]) for event in found.values()} == {"[test] T1.1 due"}
    before = {seat: len(table.mail(seat)) for seat in found}
    table.write("allied", "END IMPULSE")
    assert not any(b"text/calendar" in raw for raw in table.postman.bags[table.address["allied.505"]])
    gone = [told(mail) for seat in found for mail in table.mail(seat)[before[seat] :] if told(mail)]
    assert gone == [[("[test] T1.1 due", "CANCELLED", 1)]] * 2
    table.close()


def test_a_letter_made_again_has_the_same_calendar(table: Table) -> None:
    table.write("allied", "CALENDAR ON")
    table.write("allied", "EXTEND")
    sent = table.postman.bags[ADDRESS["allied"]][-1]
    folder = table.campaign.shelf.home / "letters" / "out"
    (there,) = [path for path in folder.rglob("*") if path.is_file() and path.read_bytes() == sent]
    there.unlink()
    table.referee.press.freeze_all(table.campaign)
    assert there.read_bytes() == sent and parts_of(sent)


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=120)
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))
MAILBOX = Mailbox("referee@club.example", "The Referee", "club.example")


@given(NAMES, MOMENTS, MOMENTS, st.integers(0, 9), st.booleans())
def test_whatever_is_due_whenever_reads_back_as_it_was_written(
    name: str, at: datetime, due: datetime, moved: int, gone: bool
) -> None:
    named = Named("test", "allied", "A-7")
    entry = CalendarEntry(name, due, 7, at, moved, gone)
    (part,) = enclosed_calendar(bytes(32), MAILBOX, named, (entry,), at)
    held_to_the_standard(part.data)
    (event,) = Calendar.from_ical(part.data).events
    assert str(event["SUMMARY"]) == f"[test] {name} due" and due.replace(microsecond=0) == event.DTSTART
    assert bool(event.subcomponents) == (not gone and due - at > DAY)


@given(st.lists(st.sampled_from(("", "T1.1", "T1.2", "later")), max_size=12))
def test_what_stands_in_a_calendar_is_what_is_due(said: list[str]) -> None:
    entry, name, when = None, "", START
    calendar: dict[tuple[int, str], CalendarEntry] = {}
    for n, word in enumerate(said, 1):
        when += DAY if word == "later" else timedelta()
        name = name if word == "later" else word
        deadline = Deadline(name, when) if name else None
        for change in changes(entry, deadline, n, START):
            before = calendar.get((change.letter, change.name))
            assert change.moved == (before.moved + 1 if before else 0), "each change counts one, and a new one none"
            calendar[change.letter, change.name] = entry = change
        entry = None if entry and entry.gone else entry
        stands = [e for e in calendar.values() if not e.gone]
        assert [(e.name, e.due) for e in stands] == ([(name, when)] if name else [])
