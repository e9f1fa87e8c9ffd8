"""A campaign whose host commands a side: the others are told so, and what they write to him they mean to (HELP PRIVACY)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.records import Cause
from pbem.campaign.state import Seat, host_seat
from pbem.kernel.numbered_lines import NumberedLine
from tests.acceptance.table import ADDRESS, PREFIX, Table, plain

SIDES = tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german"))
AIDE = Seat("german.ls", "german", "commander", "ludwig@german.example", "GC", formations=("LS",))
READS = "The host of this campaign also commands the other side."


class Hosted(Table):
    """The host commands the German side; a friend of his leads its Landesschützen."""

    def mail_of_host(self) -> list[str]:
        """What came to him, whatever seat it was for."""
        return [mail.text for mail in self.mail("german")]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Hosted]:
    table = Hosted(tmp_path, seats=(*SIDES, AIDE, host_seat(ADDRESS["german"])))
    for seat in ("allied", "german", "german.ls"):
        table.write(seat, "ACCEPT", next(m for m in table.mail(seat) if "INVITATION" in m.text))
    yield table
    table.close()


def letter_of(table: Table, seat: str, word: str) -> str:
    return plain(next(mail for mail in table.mail(seat) if word in mail.text.partition("\n")[0]))


def test_invitation_and_welcome_say_that_the_host_plays_and_on_whose_side(table: Hosted) -> None:
    for kind in ("INVITATION", "WELCOME"):
        told = letter_of(table, "allied", kind)
        assert READS in told and "MESSAGE host reaches the enemy's commander" in told
        assert "The host of this campaign plays on your own side." in letter_of(table, "german.ls", kind)
        assert "plays on your own side" not in letter_of(table, "german", kind) and READS not in letter_of(table, "german", kind)


def test_where_the_host_plays_on_no_side_nothing_is_said_of_it(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(*SIDES, host_seat("host@club.example")))
    table.address.pop("host", None)
    assert not any("host of this campaign" in plain(mail) for seat in ("allied", "german") for mail in table.mail(seat))
    table.write("allied", "ACCEPT")
    assert "Message sent to the host" in plain(table.write("allied", "MESSAGE host\nHello.\nEND MESSAGE"))
    table.close()


def test_a_message_to_a_host_who_commands_the_enemy_goes_out_by_a_yes_to_the_letter_that_asks(table: Hosted) -> None:
    before = len(table.mail_of_host())
    asked = table.write("allied", "STATUS\nMESSAGE host\nOur bridge is weak. CONCEDE YES\nMay I rest?\nEND MESSAGE")
    assert "MESSAGE host waits for your YES" in asked.subject
    assert "the enemy's commander reads what you write" in plain(asked) and "May I rest?" in asked.text
    assert len(table.mail_of_host()) == before
    assert "MESSAGE host" in plain(table.write("allied", "YES", table.mail("allied")[1])), "another letter is answered"
    assert len(table.mail_of_host()) == before
    assert "Message sent to the host" in plain(table.write("allied", "YES", asked))
    sent = table.mail_of_host()[before:]
    assert len(sent) == 1 and "Our bridge is weak. CONCEDE YES" in sent[0] and "May I rest?" in sent[0]
    assert table.campaign.state.admin.stage == "playing"


def test_cancel_drops_it_and_a_message_of_his_own_side_needs_no_yes(table: Hosted) -> None:
    before = len(table.mail_of_host())
    asked = table.write("allied", "MESSAGE host\nA secret.\nEND MESSAGE")
    assert "MESSAGE host is discarded" in plain(table.write("allied", "CANCEL", asked))
    assert "A secret" not in "".join(table.mail_of_host()[before:])
    assert "Message sent to the host" in plain(table.write("german.ls", "MESSAGE host\nMay I?\nEND MESSAGE"))


def test_no_appeal_is_sent_on_to_him_by_way_of_a_message(table: Hosted) -> None:
    said = plain(table.write("allied", "APPEAL May a half company claim EZOC?"))
    assert "No appeal made" in said and "MESSAGE host would reach the enemy's commander" in said
    assert "MESSAGE host writes" not in said
    assert "MESSAGE host writes to the host, who plays on your own side" in plain(table.write("german.ls", "APPEAL May it?"))


def say(table: Table, words: str) -> None:
    table.wait(minutes=1)
    table.campaign.handle(Cause("host", f"host/{table.at.isoformat()}", table.at, lines=(NumberedLine(1, words),)))
    table.run()


def test_who_takes_a_seat_as_host_makes_it_known_to_all_and_reads_no_older_appeal(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(*SIDES, host_seat("host@club.example")))
    for seat in ("allied", "german"):
        table.write(seat, "ACCEPT")
    table.write("german", "APPEAL Is our bridge mined?")
    assert "bridge mined" in table.write("host", "APPEALS").text
    say(table, "REPLACE allied BY host@club.example")
    assert READS in plain(table.mail("german")[-1]) and "the host plays" in table.mail("german")[-1].subject
    hosts = table.mail("host")[0]
    appeals = table.write("host", "APPEALS", hosts)
    assert "nothing waits" in appeals.text and "mined" not in appeals.text
    assert "there is no appeal 1" in table.write("host", "ANSWER APPEAL 1 no", hosts).text
    table.close()
