"""Letters of the Nijmegen campaign, at its size: what a seat's report and its commander's may hold, and what opens the rest."""

from collections.abc import Iterator

import pytest

from pbem.campaign.state import Seat
from tests.acceptance.table import Mail, Table

SEATS = (
    ("allied", ()), ("allied.504", ("504",)), ("allied.guards", ("XXX", "GAD")),
    ("german", ()), ("german.henke", ("HENKE",)), ("german.406", ("406",)),
)  # fmt: skip
FORMATION_LINES, COMMANDER_LINES, PAGE = 120, 170, 200_000


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


@pytest.mark.parametrize("seat", ["allied.504", "german.henke", "german.406", "allied.guards"])
def test_a_formation_seats_report_is_its_own_and_short(table: Table, seat: str) -> None:
    """Its own units one by one, every other formation in a line; the form, where there is one, of its own units."""
    for when in ("your impulse by", "enemy impulse"):
        mail = report(table, seat, when)
        head = mail.text.partition("BEGIN ORDERS")[0].splitlines()
        assert len(head) <= FORMATION_LINES and len(mail.html.encode()) <= PAGE, (seat, when, len(head))


def test_the_commanders_report_is_short_and_its_form_is_of_who_has_no_seat(table: Table) -> None:
    """Formations where nothing changed are a line each; what seats hold is not in his form, though he may order all."""
    for seat in ("allied", "german"):
        for when in ("your impulse by", "enemy impulse"):
            mail = report(table, seat, when)
            assert len(lines(mail)) <= COMMANDER_LINES and len(mail.html.encode()) <= PAGE, (seat, when, len(lines(mail)))
    mail = report(table, "allied", "your impulse by")
    form = mail.text[mail.text.index("BEGIN ORDERS") :]
    assert "G,H,I/504" not in form and "505FO" in form
    theirs = report(table, "allied.504", "your impulse by").text
    assert "505FO" not in theirs[theirs.index("BEGIN ORDERS") :] and "REPORT 505" in theirs


def test_the_letter_of_the_drop_tells_each_flight_in_a_paragraph(table: Table) -> None:
    """MASL-7.1-3: of the seat's own flights to a seat."""
    whole, part = (report(table, seat, "DROP REPORT").text for seat in ("allied", "allied.504"))
    assert "J505-2:" in whole and "on their zone" in whole and "J505-2:" not in part and "J504-2:" in part
    assert len(part.partition("BEGIN ORDERS")[0].splitlines()) <= COMMANDER_LINES


def test_report_and_a_formation_opens_it(table: Table) -> None:
    """`REPORT 505` from the seat of the 504th."""
    before = len(table.mail("allied.504"))
    table.write("allied.504", "REPORT 505")
    new = table.mail("allied.504")[before:]
    assert any("HQ2/505" in mail.text and "505FO" in mail.text for mail in new)


def test_each_seat_is_welcomed_by_its_own_brief(table: Table) -> None:
    """MASL-2.1-1, MASL-3.1-7."""
    (welcome,) = (mail for mail in table.mail("german.henke") if "Welcome" in mail.subject)
    assert "Kampfgruppe Henke, Nijmegen and the bridges" in welcome.text
