"""Letters of the Nijmegen campaign, at its size: what a seat's report and its commander's may hold, and what opens the rest."""

import re
from collections.abc import Iterator

import pytest

from pbem.campaign.records import Sent
from pbem.campaign.state import Seat
from pbem.kernel.hexes import column_row
from tests.acceptance.table import Mail, Table, recorded, the_clock

SEATS = (
    ("allied", ()), ("allied.504", ("504",)), ("allied.guards", ("XXX", "GAD")),
    ("german", ()), ("german.henke", ("HENKE",)), ("german.406", ("406",)),
)  # fmt: skip
FORMATION_LINES, COMMANDER_LINES, PAGE = 120, 170, 200_000
MARGIN = 8  # lines that other rolls may take


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Teams of three, up to the first impulse of the first turn."""
    prefix = {"allied": "A", "german": "G"}
    seats = tuple(
        Seat(name, side, "commander", f"{name.replace('.', '-')}@x.example", prefix[side] + name.partition(".")[2][:3].upper(),
             formations=formations)
        for name, formations in SEATS for side in (name.partition(".")[0],)
    )  # fmt: skip
    played = Table(tmp_path_factory.mktemp("nijmegen"), module="omg-nijmegen", seats=seats)
    played.begin()
    played.write("german", "SETUP BROKEN HATERT BRIDGE, WEURT BRIDGE\nEND IMPULSE")
    for side in ("allied", "allied", "german", "german"):
        played.means(side, "END IMPULSE")
    yield played
    played.close()


def report(table: Table, seat: str, words: str) -> Mail:
    """The last report of a seat whose subject, or text, has these words."""
    sitreps = (mail for mail in reversed(table.mail(seat)) if "1. " in mail.text and " impulse" in mail.subject)
    return next(mail for mail in sitreps if words in mail.subject or words in mail.text)


def lines(mail: Mail) -> list[str]:
    return mail.text.splitlines()


def test_the_german_sets_up_first_and_chooses_his_two_bridges(table: Table) -> None:
    """MASL-6.2-1, MASL-16.8-1, MASL-16.8-3: the strongpoint of Hatert goes to Neerbosch; the other side reads nothing of it."""
    told = "\n".join(mail.text for mail in table.mail("german"))
    assert "13.09 Hatert bridge: the works go to another bridge" in told and "strongpoint" in told
    assert "the works go" not in "\n".join(mail.text for mail in table.mail("allied"))


def sitreps(table: Table, seat: str) -> list[Mail]:
    return [mail for mail in table.mail(seat) if "SITREP" in mail.text or "TAGESMELDUNG" in mail.text]


def of_forces(mail: Mail) -> str:
    """A report without its order form."""
    return mail.text.partition("BEGIN ORDERS")[0]


@pytest.mark.parametrize("seat", ["allied.504", "german.henke", "german.406", "allied.guards"])
def test_a_formation_seats_report_is_its_own_and_short(table: Table, seat: str) -> None:
    """From the set-up over the drop to the second turn: its own units one by one, every other formation in a line."""
    found = sitreps(table, seat)
    assert len(found) >= 6
    for mail in found:
        assert len(of_forces(mail).splitlines()) <= FORMATION_LINES - MARGIN, (mail.subject, len(of_forces(mail).splitlines()))
        assert len(mail.html.encode()) <= PAGE, (mail.subject, len(mail.html.encode()))


@pytest.mark.parametrize("seat", ["allied", "german"])
def test_the_commanders_report_is_short(table: Table, seat: str) -> None:
    """With its order form: formations where nothing changed are a line each."""
    found = sitreps(table, seat)
    assert len(found) >= 6
    for mail in found:
        assert len(lines(mail)) <= COMMANDER_LINES - MARGIN, (mail.subject, len(lines(mail)))
        assert len(mail.html.encode()) <= PAGE, (mail.subject, len(mail.html.encode()))


def test_the_commanders_form_is_of_who_has_no_seat(table: Table) -> None:
    """What seats hold is not in his form, though he may order all."""
    mail = report(table, "allied", "your impulse by")
    form = mail.text[mail.text.index("BEGIN ORDERS") :]
    assert "G,H,I/504" not in form and "505FO" in form
    theirs = report(table, "allied.504", "your impulse by").text
    assert "505FO" not in theirs[theirs.index("BEGIN ORDERS") :]
    assert " 505: 17 units, 45/45 steps, at " in theirs and "REPORT 307 opens a formation." in theirs


def test_the_letter_of_the_drop_tells_each_flight_in_a_paragraph(table: Table) -> None:
    """MASL-7.1-3: of the seat's own flights to a seat, who came down where and how; what fell as planned is one line."""
    whole, part = (" ".join(report(table, seat, "DROP REPORT").text.split()) for seat in ("allied", "allied.504"))
    assert "J505-2: 0 of 7 landed on their zone; HQ2/505, 505FO, D/505, E/505, F/505, HQ505 at 22.12; 2M/505 at 22.11" in whole
    assert "J505-2:" not in part and "J504-2: 1 of 4 landed on its zone; HQ2/504 at 10.09, disrupted (came down in woods)" in part
    assert "J504-1, J504-E, J505-3, J508-1, J508-2: all landed on their zones" in whole
    assert "J505-1: hit over 17.13 Mook, turned NW; hit over 17.13 Mook, turned NE; reached 22.11 De Horst" in whole


def test_the_flak_reads_what_each_gun_did_and_its_seat_nothing_of_others(table: Table) -> None:
    """TOCS-W14.5-1: many shots, a line a gun, and their rolls with the commander alone, whose folder proves them."""
    whole, own, other = (
        " ".join(report(table, seat, "enemy parachutes").text.split()) for seat in ("german", "german.henke", "german.406")
    )
    shots = "FLGRAVE fired at transports 9 times: hit over 07.12, 08.12 Grave bridge; it keeps firing"
    assert shots in whole and shots in own and "FLGRAVE" not in other
    assert "flak, FLGRAVE: 2d6 5+1 = 6 [flak/FLGRAVE/T0.2/07.13/1]" in whole and "[flak/" not in own + other
    assert "transports heard over 06.12, 06.13, 07.12-07.14," in whole


def test_plans_go_out_as_forms_and_on_one_map_a_wave(table: Table) -> None:
    """MASL-7.1-1, MASL-7.1-3: before the first turn all flights, ready to be sent back as they are; four maps of them."""
    mail = next(mail for mail in table.mail("allied") if "T0.2" in mail.subject and "BEGIN ORDERS" in mail.text)
    form = mail.text[mail.text.index("BEGIN ORDERS") :]
    assert form.count("\nflight ") == 22 and "flight J504-1: 06.13 .. 10.11 11.12 12.11" in form
    assert "J504-3, 8 aircraft, 1 pathfinder: 504FO, HQ3/504, G/504, H/504, I/504, 3M/504" in " ".join(mail.text.split())
    sent = (
        letter.document
        for record in recorded(table)
        for letter in record.letters
        if isinstance(letter, Sent) and letter.seat == "allied" and "T0.2" in letter.document.subject
    )
    (drawn,) = (document.map for document in sent if document.map)
    frames = {frame.name: len(frame.flights) for frame in drawn.frames if frame.flights}
    assert frames == {"flights-1": 11, "flights-2": 4, "flights-3": 4, "flights-0": 3}


def test_report_and_a_formation_opens_it(table: Table) -> None:
    """`REPORT 505` from the seat of the 504th."""
    before = len(table.mail("allied.504"))
    table.write("allied.504", "REPORT 505")
    new = table.mail("allied.504")[before:]
    (opened,) = (mail.text for mail in new if "2. OWN FORCES" in mail.text)
    assert "505FO" in opened and re.search(r"HQ2,(2M,)?D.*/505", opened) and " 504: 16 units" in opened, opened


@pytest.mark.parametrize(("seat", "formation"), [("allied.504", "504"), ("allied.504", "505"), ("german.henke", "HENKE")])
def test_the_map_that_a_phone_shows_first_is_of_the_readers_own_sector(table: Table, seat: str, formation: str) -> None:
    """Five by seven hexes round his units, or those he asks about; the whole theatre cannot be read there without zooming."""
    table.write(seat, f"REPORT {formation}")
    sent = [letter for letter in recorded(table)[-1].letters if isinstance(letter, Sent)]
    (drawn,) = (letter.document.map for letter in sent if letter.document.map)
    frame = next(frame for frame in drawn.frames if frame.near)
    (left, top), (right, below) = frame.first, frame.last
    there = [symbol for symbol in drawn.symbols if symbol.formation == formation]
    inside = [(c, r) for c, r in (column_row(symbol.hex) for symbol in there) if left <= c <= right and top <= r <= below]
    assert len(inside) > len(there) / 4, (frame, [(symbol.call, symbol.hex) for symbol in there])


def test_a_line_of_a_form_that_names_units_of_several_formations_is_an_order(table: Table) -> None:
    """`C/307, 504FO, HQ3,3M,G/504` of a large side's form, with an order behind the colon."""
    form = report(table, "allied", "your impulse by").text
    line = next(line for line in form.splitlines() if re.match(r"[^\[]*/[^\[]*, [^\[]* \[.*\]:$", line))
    before = len(table.mail("allied"))
    table.write("allied", f"CHECK\n{line} dig")
    answer = "\n".join(mail.text for mail in table.mail("allied")[before:])
    assert "unit" not in answer.partition("FIX")[2].lower() and line.partition(" [")[0].split(",")[0] in answer, answer


def test_each_seat_is_welcomed_by_its_own_brief(table: Table) -> None:
    """MASL-2.1-1, MASL-3.1-7."""
    (welcome,) = (mail for mail in table.mail("german.henke") if "Welcome" in mail.subject)
    assert "Kampfgruppe Henke, Nijmegen and the bridges" in welcome.text


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One commander a side, up to the enemy's first impulse of the second turn; the Americans have gone out in all directions."""
    played = Table(tmp_path_factory.mktemp("alone"), module="omg-nijmegen")
    played.begin()
    played.means("german", "END IMPULSE")
    for lines in ("END IMPULSE", "march 504 to 12.08 bold\nmarch 508 to 19.08 safe\nmarch 505 to 20.11 scout\nEND IMPULSE"):
        played.means("allied", f"CARRY OUT WHAT YOU CAN\n{lines}")
    for side in ("german", "allied", "german", "allied"):
        if the_clock(played.campaign.state) is not None:
            played.means(side, "END IMPULSE")
    yield played
    played.close()


def test_who_commands_a_large_side_alone_reads_a_page_too(alone: Table) -> None:
    """63 units on the map: the report of the drop with its order form; later ones, when most have moved, without it."""
    drop = report(alone, "allied", "DROP REPORT")
    assert "BEGIN ORDERS" in drop.text and len(lines(drop)) <= COMMANDER_LINES
    moved = sitreps(alone, "allied")[-1]
    assert "fatigued" in moved.text and len(lines(moved)) <= COMMANDER_LINES, moved.text
    assert re.search(
        r"Later: \d+ units, Sept 18 0600 to Sept 20 1200; REPORT and a formation, such as GAD, lists them",
        " ".join(drop.text.split()),
    )
