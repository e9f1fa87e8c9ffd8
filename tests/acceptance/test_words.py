"""A word is added by one file: here it stands in the test, and is read, explained, refused, carried out and journalled."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.admin_events import AdminEvent
from pbem.campaign.state import AdminState, Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word, unless_for_the_side
from pbem.handlers.words import WORDS
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import WordTable
from pbem.letters.short_letters import notice
from pbem.orders.tree import Act, Verb
from pbem.service import open_campaign
from pbem.service.opening import campaign_at
from tests.acceptance.table import TEAMS, Table, recorded


class Saluted(AdminEvent):
    """A side has saluted the other, on this date."""

    side: str
    date: str

    def apply(self, affairs: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(affairs, told={**affairs.told, f"{self.side}/salute": self.date})


def _refuse(work: UnitOfWork, seat: Seat, act: Act) -> str:
    again = work.state.affairs.told.get(f"{seat.side}/salute") == work.cause.at.date().isoformat()
    return unless_for_the_side(work, seat, act) or (say("not saluted: once a day is enough") if again else "")


def _salute(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    work.put(Saluted(seat.side, work.cause.at.date().isoformat()))
    for other in work.seats:
        if other.side != seat.side:
            work.send(notice(work.desk(other), say("SALUTE"), say("a salute"), (say("The other side salutes you."),)))
    return [say("the other side is saluted")]


SALUTE = Word(
    Verb("salute", ("salute",), "letter", phrase("salute the other side"), ("does", "files")),
    phrase("SALUTE salutes the other side, once a day. It is for your commander to say.\n\n    SALUTE"),
    acts={"messages": _salute},
    refuse=_refuse,
    events=(Saluted,),
)
OTTO = Seat("allied.observer1", "allied", "observer", "otto@allied.example", "AD")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A campaign of teams that knows one word more."""
    monkeypatch.setattr(open_campaign, "WORDS", WordTable((*WORDS.words, SALUTE)))
    table = Table(tmp_path, seats=(*TEAMS, OTTO))
    for seat in (*TEAMS, OTTO):
        table.write(seat.id, "ACCEPT")
    yield table
    table.close()


def _saluted(table: Table) -> dict[str, str]:
    return {key: date for key, date in table.campaign.state.affairs.told.items() if key.endswith("/salute")}


def test_it_is_carried_out_and_the_other_side_hears_of_it(table: Table) -> None:
    answer = table.write("allied", "SALUTE\nSTATUS")
    assert "the other side is saluted" in answer.text and "STATUS" in answer.text
    assert "The other side salutes you." in table.mail("german")[-1].text
    assert _saluted(table) == {"allied/salute": "2026-11-23"}
    assert not [seat for seat in ("allied.504", "allied.505") if "salute" in table.mail(seat)[-1].subject]


def test_it_is_refused_for_whoever_may_not_say_it(table: Table) -> None:
    assert "SALUTE is for allied to say, who speaks for your side (MASL-2.1-3)" in " ".join(
        table.write("allied.504", "SALUTE").text.split()
    )
    assert "saluted" not in table.write(OTTO.id, "SALUTE").text
    assert _saluted(table) == {}
    table.write("allied", "SALUTE")
    before = len(table.mail("german"))
    assert "not saluted: once a day is enough" in table.write("allied", "SALUTE\nSTATUS").text
    assert len(table.mail("german")) == before


def test_a_check_says_that_it_was_not_done(table: Table) -> None:
    assert "CHECK is a dry run: nothing was sent, filed or answered" in " ".join(
        table.write("allied", "CHECK\nSALUTE").text.split()
    )
    assert _saluted(table) == {}


def test_help_explains_it_and_a_slip_of_it_is_hinted_at(table: Table) -> None:
    assert "SALUTE salutes the other side, once a day." in " ".join(table.write("allied", "HELP SALUTE").text.split())
    assert "SALUTE" in table.write("allied", "HELP").text
    assert "did you mean SALUTE or" in " ".join(table.write("allied", "HELP SALUT").text.split())


def test_its_event_is_read_from_the_journal_again(table: Table, tmp_path: Path) -> None:
    table.write("allied", "SALUTE")
    assert Saluted("allied", "2026-11-23") in recorded(table)[-1].papers
    again = campaign_at(tmp_path / "data" / "campaigns" / "test")
    assert again.state.affairs.told == table.campaign.state.affairs.told


def test_without_its_file_it_is_no_word(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for seat in ("allied", "german"):
        table.write(seat, "ACCEPT")
    assert "saluted" not in table.write("allied", "SALUTE\nSTATUS").text
    assert "no topic 'salute'" in " ".join(table.write("allied", "HELP SALUTE").text.casefold().split())
    table.close()
