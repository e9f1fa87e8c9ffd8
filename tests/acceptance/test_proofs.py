"""What a letter must show: token, provider's proof, addresses; and what turning the token does. From letter to letter."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.kernel.numbered_lines import NumberedLine
from pbem.mail.parser_process import ReadingRoom
from pbem.mail.reader import Bounds
from pbem.mail.trust import Trust
from pbem.modules import library
from pbem.service.open_campaign import Setup
from tests.acceptance.table import ADDRESS, PREFIX, Table, plain
from tests.mail.name_server import NameServer, name_server, silence
from tests.mail.signing import signed


def _works(table: Table, raw: bytes) -> str:
    """What the writer's side is sent for these bytes: the text of the newest letter, "" if none came."""
    before = len(table.mail("allied"))
    table.deliver(raw)
    table.referee.work(table.at)
    table.post()
    fresh = table.mail("allied")[before:]
    if fresh and "for your YES" in fresh[-1].subject:
        return _works(table, table.letter("allied", "YES"))
    return fresh[-1].text if fresh else ""


def test_a_turned_token_kills_the_old_letters(table: Table) -> None:
    old = table.mail("allied")[-1]
    said = _works(table, table.letter("allied", "NEW TOKEN"))
    assert "Your reply token is turned" in said
    assert "A LETTER IS HELD" in _works(table, table.letter("allied", "STATUS", answers=old))
    assert "A LETTER IS HELD" not in _works(table, table.letter("allied", "STATUS", answers=table.mail("allied")[-2]))


def test_a_turned_token_leaves_the_old_letters_as_they_were(table: Table) -> None:
    before = [mail.raw for mail in table.mail("allied")]
    _works(table, table.letter("allied", "NEW TOKEN"))
    for path in (table.campaign.home / "letters" / "out" / "allied").glob("*.eml"):
        path.unlink()
    table.referee.press.freeze_all(table.campaign)
    files = sorted((table.campaign.home / "letters" / "out" / "allied").glob("*.eml"), key=lambda p: int(p.stem[2:]))
    assert [f.read_bytes() for f in files][: len(before)] == before


def test_the_token_turns_while_the_campaign_is_paused(table: Table) -> None:
    from pbem.campaign.records import Cause

    table.referee.worker.handle(table.campaign, Cause("host", "p1", table.at, lines=(NumberedLine(1, "PAUSE T1.1"),)))
    table.post()
    said = _works(table, table.letter("allied", "NEW TOKEN"))
    assert "your reply token is turned" in said
    assert table.campaign.state.admin.seats["allied"].generation == 2


def test_a_second_address_is_let_in_by_the_first(table: Table) -> None:
    second = "al@phone.example"
    said = _works(table, table.letter("allied", "STATUS", sender=second))
    assert "came from al@phone.example, which is not one of your addresses" in " ".join(said.split())
    said = _works(table, table.letter("allied", f"ADD ADDRESS {second}"))
    assert "you may write from al@phone.example too" in " ".join(said.split())
    said = _works(table, table.letter("allied", "STATUS", sender=second))
    assert "A LETTER IS HELD" not in said
    assert said


@pytest.mark.parametrize("text", ["nobody", "a@b", "al@x.example, other@y.example <z>", "a@[192.0.2.1]"])
def test_what_is_no_address_is_not_added(table: Table, text: str) -> None:
    _works(table, table.letter("allied", f"ADD ADDRESS {text}"))
    also = table.campaign.state.admin.seats["allied"].also
    assert all(address == "al@x.example" for address in also)


@pytest.mark.parametrize("address, why", [
    ("PostMaster@x.example", "is a machine's"), ("no-reply@x.example", "is a machine's"), ("noreply+a@x.example", "is a machine's"),
    ("Referee@Club.example", "is the referee's own"), ("referee+tag@club.example", "is the referee's own"),
])  # fmt: skip
def test_where_nobody_sits_is_not_added_and_nothing_is_asked(table: Table, address: str, why: str) -> None:
    said = " ".join(_works(table, table.letter("allied", f"ADD ADDRESS {address}")).split())
    assert f"No address added: {address.lower()} {why}" in said
    assert table.campaign.state.admin.asked == {}
    assert table.campaign.state.admin.seats["allied"].also == ()


def test_the_enemys_address_is_answered_as_any_other(tmp_path: Path) -> None:
    """Whoever tries addresses finds the enemy's by no answer: neither asked back nor done is it another than a stranger's."""
    told = []
    for name, address in (("enemys", ADDRESS["german"]), ("strangers", ADDRESS["german"].replace("g", "h"))):
        table = Table(tmp_path / name)
        table.begin()
        asked = table.write("allied", f"ADD ADDRESS {address}")
        done = table.write("allied", "YES")
        assert table.campaign.state.admin.seats["allied"].also == (address,)
        told.append([plain(mail).replace(address, "THEIRS") for mail in (asked, done, *table.mail("german"))])
        table.close()
    assert told[0] == told[1]


def test_no_more_addresses_than_one_can_keep_track_of(table: Table) -> None:
    for n in range(6):
        said = _works(table, table.letter("allied", f"ADD ADDRESS al{n}@phone.example"))
    assert "you have 4 beside your first already" in " ".join(said.split())
    assert len(table.campaign.state.admin.seats["allied"].also) == 4


@pytest.fixture
def keys() -> Iterator[NameServer]:
    with name_server() as server:
        yield server


@pytest.fixture
def strict(tmp_path: Path, keys: NameServer) -> Iterator[Table]:
    """A table with a campaign that asks for the provider's proof beside, and a name server that holds everybody's key."""
    table = Table(tmp_path)
    table.referee.office.trust = Trust(dkim=True, name_server=keys.at)
    seats = tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german"))
    setup = Setup("strict", library.module_folder("heumen-bridge"), seats, Pace(), proof="token+dkim")
    table.referee.new_campaign(setup, table.at)
    table.post()
    yield table
    table.close()


def _accepting(table: Table) -> bytes:
    """An answer to the invitation of the strict campaign."""
    invitation = next(m for m in table.mail("allied") if "[strict]" in m.subject)
    return table.letter("allied", "ACCEPT", answers=invitation)


def _accepted(table: Table) -> bool:
    return table.referee.campaigns["strict"].state.admin.seats["allied"].accepted


def test_a_campaign_may_ask_for_the_providers_proof(strict: Table, keys: NameServer) -> None:
    said = _works(strict, _accepting(strict))
    assert "nothing in it proves that your provider sent it" in " ".join(said.split())
    assert not _accepted(strict)
    _works(strict, signed(_accepting(strict), "evil.example"))
    assert not _accepted(strict)
    _works(strict, signed(_accepting(strict), "allied.example"))
    assert _accepted(strict)
    assert keys.asked == [b"tests._domainkey.allied.example."], "nobody is asked about another domain's"


def test_a_stolen_token_meets_silence_when_its_owner_has_turned_it_too(table: Table) -> None:
    """Else the thief could tell that he has."""
    table.begin()
    stolen = table.mail("allied")[-1]
    turned = table.means("allied", "NEW TOKEN")
    before = {seat: len(table.mail(seat)) for seat in ADDRESS}
    table.deliver(table.letter("allied", "CONCEDE", stolen, sender=ADDRESS["german"]))
    table.run()
    assert {seat: len(table.mail(seat)) for seat in ADDRESS} == before
    table.deliver(table.letter("allied", "STATUS", stolen))
    table.run()
    (told,) = table.mail("allied")[before["allied"] :]
    assert "without your reply token" in plain(told), "he himself is told, at his own address"
    assert "in play" in plain(table.write("allied", "STATUS", turned)).lower()


def test_a_signature_that_takes_for_ever_to_check_is_the_readers_death_and_after_three_the_letter_is_put_aside(
    strict: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """dkimpy looks at a line of blanks once from every one of them: 200 kB take a minute, a megabyte half an hour."""
    raw = _accepting(strict)
    bomb = signed(raw, "allied.example").replace(b"c=relaxed/simple", b"c=relaxed/relaxed") + b" " * 200_000 + b"x\n"
    with closing(ReadingRoom(Bounds(cpu=1))) as room:
        monkeypatch.setattr(strict.referee.office, "reading", room)
        strict.deliver(bomb)
        strict.deliver(signed(raw, "allied.example"))
        for _ in range(3):
            strict.referee.work(strict.at)
    (entry,) = strict.referee.spool.entries("shunt")
    assert strict.referee.spool.raw(entry) == bomb
    assert entry.reason == "three attempts to read it did not end"
    assert strict.referee.spool.entries("new") == []
    assert _accepted(strict), "the letter behind it is handled"


def test_a_name_server_that_holds_the_reader_too_long_is_the_readers_death_too(
    strict: Table, keys: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = signed(_accepting(strict), "allied.example")
    with name_server(silence) as mute, closing(ReadingRoom(patience=1.0)) as room:
        monkeypatch.setattr(strict.referee.office, "reading", room)
        strict.referee.office.trust = Trust(dkim=True, name_server=mute.at)
        strict.deliver(raw)
        strict.referee.work(strict.at)
    (entry,) = strict.referee.spool.entries("shunt")
    monkeypatch.undo()
    strict.referee.office.trust = Trust(dkim=True, name_server=keys.at)
    assert strict.referee.unshunt(entry.name) == 1
    strict.referee.work(strict.at)
    assert _accepted(strict)


def test_a_reason_is_told_once_a_day(table: Table) -> None:
    encrypted = table.letter("allied", "-----BEGIN PGP MESSAGE-----\n\nhQ==\n-----END PGP MESSAGE-----")
    said = [_works(table, encrypted.replace(b"Date:", b"X-Copy: %d\nDate:" % n, 1)) for n in range(2)]
    assert "It is encrypted" in said[0]
    assert said[1] == "", "the same reason, the same day"
    assert "A LETTER IS HELD" in _works(table, table.letter("allied", "x", sender="al@allied.example", to="referee@club.example"))
    table.wait(hours=25)
    assert "It is encrypted" in _works(table, encrypted.replace(b"Date:", b"X-Copy: 9\nDate:", 1))


def test_a_loop_of_machines_ends_by_itself(table: Table) -> None:
    from pbem.handlers import MOST_AN_HOUR

    start = len(table.mail("allied"))
    at = table.at.replace(minute=0) + timedelta(hours=1)
    for n in range(MOST_AN_HOUR + 20):
        table.at = at  # all of them in one hour
        table.referee.take(table.letter("allied", f"STATUS\n# {n}\nThank you, {n}"), at + timedelta(seconds=n), f"loop:{n}")
    table.at = at + timedelta(minutes=30)
    table.run()
    fresh = table.mail("allied")[start:]
    assert MOST_AN_HOUR <= len(fresh) <= MOST_AN_HOUR + 2
    assert [mail.subject for mail in fresh if "wait" in mail.subject], "and the seat is told of it once"
    table.at = at + timedelta(minutes=59)
    assert "in play" in _works(table, table.letter("allied", "STATUS")).lower()


def test_who_writes_with_a_stolen_token_from_his_own_address_is_told_nothing_and_its_owner_is(table: Table) -> None:
    table.begin()
    before = {seat: len(table.mail(seat)) for seat in ADDRESS}
    stolen = table.mail("allied")[-1]
    table.deliver(table.letter("allied", "CONCEDE", stolen, sender=ADDRESS["german"]))
    table.run()
    assert len(table.mail("german")) == before["german"]
    (told,) = table.mail("allied")[before["allied"] :]
    assert "A letter with your reply token came from an address that is not yours here" in plain(told) and "NEW TOKEN" in told.text
    assert ADDRESS["german"] not in told.text, "he is not told the address of the enemy's commander"
