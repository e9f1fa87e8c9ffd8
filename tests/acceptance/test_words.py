"""A word is added by one file: here it stands in the test, and is read, explained, refused, carried out and journalled."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.admin_events import AdminEvent
from pbem.campaign.state import AdminState, Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import Word, unless_for_the_side
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import WordTable
from pbem.letters.short_letters import notice
from pbem.orders.tree import Act, Verb
from pbem.service import open_campaign
from pbem.service.opening import campaign_at
from tests.acceptance.table import TEAMS, Table, recorded
from tests.letter_words import WORDS


class Curtsied(AdminEvent):
    """A side has curtsied to the other, on this date."""

    side: str
    date: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, told={**admin.told, f"{self.side}/curtsey": self.date})


def _refuse(work: UnitOfWork, seat: Seat, act: Act) -> str:
    again = work.state.admin.told.get(f"{seat.side}/curtsey") == work.cause.at.date().isoformat()
    return unless_for_the_side(work, seat, act) or (say("not curtsied: once a day is enough") if again else "")


def _curtsey(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    work.put(Curtsied(seat.side, work.cause.at.date().isoformat()))
    for other in work.seats:
        if other.side != seat.side:
            work.send(notice(work.desk(other), say("CURTSEY"), say("a curtsey"), (say("The other side curtsies to you."),)))
    return [say("the other side is curtsied to")]


CURTSEY = Word(
    Verb("curtsey", ("curtsey",), "letter", phrase("curtsey to the other side"), ("does", "files")),
    phrase("CURTSEY curtsies to the other side, once a day. It is for your commander to say.\n\n    CURTSEY"),
    acts={"messages": _curtsey},
    refuse=_refuse,
    events=(Curtsied,),
)
OTTO = Seat("allied.observer1", "allied", "observer", "otto@allied.example", "AD")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A campaign of teams that knows one word more."""
    known = WordTable((*WORDS.words, CURTSEY), WORDS.host)
    monkeypatch.setattr(open_campaign, "words_of", lambda ruleset: known)
    table = Table(tmp_path, seats=(*TEAMS, OTTO))
    for seat in (*TEAMS, OTTO):
        table.write(seat.id, "ACCEPT")
    yield table
    table.close()


def _curtsied(table: Table) -> dict[str, str]:
    return {key: date for key, date in table.campaign.state.admin.told.items() if key.endswith("/curtsey")}


def test_it_is_carried_out_and_the_other_side_hears_of_it(table: Table) -> None:
    answer = table.write("allied", "CURTSEY\nSTATUS")
    assert "the other side is curtsied to" in answer.text and "STATUS" in answer.text
    assert "The other side curtsies to you." in table.mail("german")[-1].text
    assert _curtsied(table) == {"allied/curtsey": "2026-11-23"}
    assert not [seat for seat in ("allied.504", "allied.505") if "curtsey" in table.mail(seat)[-1].subject]


def test_it_is_refused_for_whoever_may_not_say_it(table: Table) -> None:
    assert "CURTSEY is for American command to say, who speaks for your side (MASL-2.1-3)" in " ".join(
        table.write("allied.504", "CURTSEY").text.split()
    )
    assert "curtsied" not in table.write(OTTO.id, "CURTSEY").text.lower()
    assert _curtsied(table) == {}
    table.write("allied", "CURTSEY")
    before = len(table.mail("german"))
    assert "not curtsied: once a day is enough" in table.write("allied", "CURTSEY\nSTATUS").text
    assert len(table.mail("german")) == before


def test_a_check_says_that_it_was_not_done(table: Table) -> None:
    assert "CHECK is a dry run: nothing was sent, filed or answered" in " ".join(
        table.write("allied", "CHECK\nCURTSEY").text.split()
    )
    assert _curtsied(table) == {}


def test_help_explains_it_and_a_slip_of_it_is_hinted_at(table: Table) -> None:
    assert "CURTSEY curtsies to the other side, once a day." in " ".join(table.write("allied", "HELP CURTSEY").text.split())
    assert "CURTSEY" in table.write("allied", "HELP").text
    assert "did you mean CURTSEY" in " ".join(table.write("allied", "HELP CURTSE").text.split())


def test_its_event_is_read_from_the_journal_again(table: Table, tmp_path: Path) -> None:
    table.write("allied", "CURTSEY")
    assert Curtsied("allied", "2026-11-23") in recorded(table)[-1].papers
    again = campaign_at(tmp_path / "data" / "campaigns" / "test")
    assert again.state.admin.told == table.campaign.state.admin.told


def test_without_its_file_it_is_no_word(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for seat in ("allied", "german"):
        table.write(seat, "ACCEPT")
    assert "curtsied" not in table.write("allied", "CURTSEY\nSTATUS").text.lower()
    assert "no topic 'curtsey'" in " ".join(table.write("allied", "HELP CURTSEY").text.casefold().split())
    table.close()
