"""A word of the host's is added by one file: here it stands in the test, and is read, explained, refused, asked about and done."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.campaign.admin_events import AdminEvent
from pbem.campaign.state import AdminState, Seat, host_seat
from pbem.handlers.host.word import HostWord, SaidWord, commander, unless_seat
from pbem.handlers.pausing import tell
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import WordTable
from pbem.letters.host_table import HostTable
from pbem.orders.tree import Verb
from pbem.service import open_campaign
from pbem.service.opening import campaign_at
from tests.acceptance.table import ADDRESS, PREFIX, Mail, Table, plain, recorded
from tests.letter_words import WORDS


class Saluted(AdminEvent):
    """The host has saluted a seat."""

    seat: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, told={**admin.told, f"{self.seat}/salute": "yes"})


def _refuse(work: UnitOfWork, asked: SaidWord) -> str:
    again = f"{asked.text('SEAT')}/salute" in work.state.admin.told
    return unless_seat(work, asked) or (say("once is enough") if again else "")


def _state(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    return (say("Below it stand {lines} lines.", lines=len(asked.body)),)


def _salute(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = commander(work, asked.text("SEAT"))
    assert isinstance(seat, Seat)
    work.put(Saluted(seat.id))
    tell(work, say("SALUTE"), say("a salute"), (say("The host salutes {seat}.", seat=seat.id),))
    return (say("{seat} is saluted", seat=seat.id),)


SALUTE = HostWord(
    Verb("salute", ("salute PART SEAT",), "letter", phrase("salute a commander")),
    phrase("SALUTE salutes a commander, once, with the lines below it.\n\n    SALUTE T1.1 allied\n    END SALUTE"),
    75,  # between CORRECT and PATCH
    refuse=_refuse,
    do=_salute,
    state=_state,
    blind=False,
    body=True,
    events=(Saluted,),
)
COMMANDERS = tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german"))
Begin = Callable[[str], Table]


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Begins a campaign, hosted from an address, in which the host knows one word more."""
    tables: list[Table] = []

    def begin(host: str) -> Table:
        known = WordTable(WORDS.words, HostTable((SALUTE, *WORDS.host.words)))
        monkeypatch.setattr(open_campaign, "words_of", lambda ruleset: known)
        tables.append(Table(tmp_path, seats=(*COMMANDERS, host_seat(host))))
        for seat in ("allied", "german"):
            tables[0].write(seat, "ACCEPT", next(mail for mail in tables[0].mail(seat) if "INVITATION" in mail.text))
        return tables[0]

    yield begin
    for table in tables:
        table.close()


@pytest.fixture
def table(begin: Begin) -> Table:
    """It is hosted by somebody who commands nobody."""
    return begin("henk@host.example")


def _code(mail: Mail) -> str:
    found = re.search(r"CONFIRM (\S+)", mail.text)
    assert found, mail.text
    return found[1]


def test_it_is_asked_about_then_done_by_its_code_and_both_sides_are_told(table: Table) -> None:
    asked = table.write("host", "SALUTE T1.1 allied\nA/504: move 12.10\nhurrah\nEND SALUTE")
    assert "You wrote: > SALUTE T1.1 allied Below it stand 2 lines. Nothing is done yet." in plain(asked)
    assert not [seat for seat in ADDRESS if "salutes" in table.mail(seat)[-1].text]
    assert "allied is saluted" in plain(table.write("host", f"CONFIRM {_code(asked)}"))
    assert all("The host salutes allied." in plain(table.mail(seat)[-1]) for seat in ("allied", "german"))
    assert "SALUTE: once is enough." in plain(table.write("host", "SALUTE T1.1 allied"))


def test_it_is_refused_in_another_impulse_and_for_nobodys_seat(table: Table) -> None:
    assert "it names T2.1, and T1.1 is being played" in plain(table.write("host", "SALUTE T2.1 allied"))
    assert "french is nobody here" in plain(table.write("host", "SALUTE T1.1 french"))


def test_it_is_closed_to_a_host_who_plays_and_letters_say_so(begin: Begin) -> None:
    table = begin(ADDRESS["allied"])
    welcome = next(mail for mail in table.mail("host") if "You host" in mail.text)
    assert "to its hosts this word is closed" in plain(table.write("host", "SALUTE T1.1 allied", welcome))
    closed = plain(table.write("host", "HELP", welcome)).partition("Closed, since a host of this campaign commands a side: ")[2]
    assert "CORRECT, SALUTE, PATCH" in closed


def test_help_explains_it_and_lists_it_in_its_place(table: Table) -> None:
    assert "SALUTE salutes a commander, once, with the lines below it." in plain(table.write("host", "HELP SALUTE"))
    heads = [line.split()[0] for line in table.write("host", "HELP").text.split("\n") if line.strip()]
    place = heads.index("SALUTE")
    assert heads[place - 1 : place + 2] == ["CORRECT", "SALUTE", "PATCH"]


def test_its_event_is_read_from_the_journal_again(table: Table, tmp_path: Path) -> None:
    table.write("host", f"CONFIRM {_code(table.write('host', 'SALUTE T1.1 german'))}")
    assert Saluted("german") in recorded(table)[-1].papers
    again = campaign_at(tmp_path / "data" / "campaigns" / "test")
    assert again.state.admin.told == table.campaign.state.admin.told and "german/salute" in again.state.admin.told


def test_without_its_file_it_is_no_word(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(*COMMANDERS, host_seat("henk@host.example")))
    table.begin()
    answer = plain(table.write("host", "SALUTE T1.1 allied"))
    assert "Nothing was done." in answer and "CONFIRM" not in answer.replace("CONFIRM, ", "")
    table.close()
