"""The brake of sixty letters an hour delays and never swallows: what waits is read when the hour is over, in its order."""

import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.handlers import MOST_AN_HOUR
from pbem.kernel.values import replace
from pbem.service.open_campaign import Setup
from pbem.store.folder.disk import Disk
from tests.acceptance.table import Postman, QuickDisk, Table, plain, recorded
from tests.store.failing_disk import FailingDisk, Killed

HALF = "1/HG: move 15.09\nthis is no line of orders"


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A campaign whose German has written sixty letters since ten o'clock; its folder is free."""
    made = Table(tmp_path_factory.mktemp("flooded") / "club")
    made.begin()
    flood(made)
    made.close()
    return made


def copied(flooded: Table, folder: Path, disk: Disk | None = None, postman: Postman | None = None) -> Table:
    """The same campaign in a folder of its own."""
    if not folder.exists():
        shutil.copytree(flooded.config.base, folder)
    post = postman or Postman()
    post.bags = post.bags or {address: list(bag) for address, bag in flooded.postman.bags.items()}
    table = Table(folder, disk, postman=post)
    table.at, table.count = flooded.at, flooded.count
    return table


@pytest.fixture
def table(flooded: Table, tmp_path: Path) -> Iterator[Table]:
    """A copy of it, at work."""
    made = copied(flooded, tmp_path / "club")
    yield made
    made.close()


def flood(table: Table) -> None:
    table.at = table.at.replace(hour=10, minute=0)
    for n in range(MOST_AN_HOUR):
        arrive(table, f"STATUS\n# {n}")
    table.run()


def arrive(table: Table, lines: str, seconds: float = 5) -> None:
    table.at += timedelta(seconds=seconds)
    table.referee.take(table.letter("german", lines), table.at, f"test:{table.count}")


def written(table: Table) -> list[str]:
    """What was read of the German's letters, in order."""
    return [record.cause.lines[-1][1] for record in recorded(table) if record.cause.kind == "letter" and record.cause.lines]


def until(table: Table, hour: int) -> None:
    table.at = table.at.replace(hour=hour, minute=0, second=1)
    table.run()


def test_what_is_over_the_brake_is_read_when_the_hour_is_over_in_its_order(table: Table) -> None:
    for n in range(5):
        arrive(table, f"{HALF} {n}")
    table.run()
    assert [line for line in written(table) if "no line" in line] == []
    assert len(table.referee.spool.entries("later")) == 5 and not table.referee.spool.entries("held")
    told = [mail for mail in table.mail("german") if "your letters wait" in mail.subject]
    assert len(told) == 1 and "read in their order at 23 Nov 12:00" in plain(told[0]).replace("Mon ", ""), plain(told[0])
    assert table.referee.next_due(table.at) == table.at.replace(hour=11, minute=0, second=0, microsecond=0)
    table.at = table.at.replace(hour=10, minute=59, second=59)
    table.run()
    assert table.referee.spool.entries("later")
    until(table, 11)
    assert [line for line in written(table) if "no line" in line] == [f"this is no line of orders {n}" for n in range(5)]
    assert not table.referee.spool.entries("later") and not table.referee.spool.entries("new")
    assert {record.cause.at.hour for record in recorded(table)[-5:]} == {11}


def test_a_letter_whose_every_line_is_understood_never_waits(table: Table) -> None:
    arrive(table, HALF)
    arrive(table, "1/HG: move 15.09\nSTATUS")
    table.run()
    assert "STATUS" in written(table) and "this is no line of orders" not in written(table)


def test_a_restart_forgets_neither_moment_nor_order(table: Table) -> None:
    for n in range(3):
        arrive(table, f"{HALF} {n}")
    table.run()
    table.close()
    again = Table(table.config.base, postman=table.postman)
    try:
        again.at, again.count = table.at, table.count
        again.run()
        assert len(again.referee.spool.entries("later")) == 3
        arrive(again, f"{HALF} 3")
        again.run()
        until(again, 11)
        assert [line for line in written(again) if "no line" in line] == [f"this is no line of orders {n}" for n in range(4)]
        assert len([mail for mail in again.mail("german") if "your letters wait" in mail.subject]) == 1
    finally:
        again.close()


def test_more_than_two_hours_full_are_read_in_three(table: Table) -> None:
    """A flood of half-understood letters: sixty an hour, the rest waits on; each is read once."""
    for n in range(2 * MOST_AN_HOUR + 5):
        arrive(table, f"{HALF} {n}", seconds=1)
    table.run()
    counts = []
    for hour in (11, 12, 13, 14):
        until(table, hour)
        counts.append(len([line for line in written(table) if "no line" in line]))
    assert counts == [MOST_AN_HOUR, 2 * MOST_AN_HOUR, 2 * MOST_AN_HOUR + 5, 2 * MOST_AN_HOUR + 5]
    assert [line for line in written(table) if "no line" in line] == [f"this is no line of orders {n}" for n in range(125)]


def test_a_clock_that_ran_ahead_brakes_nothing(table: Table) -> None:
    table.at -= timedelta(hours=1)
    arrive(table, HALF)
    table.run()
    assert "this is no line of orders" in written(table)


@pytest.mark.parametrize("step", range(3, 48, 4))
def test_killed_at_any_step_the_letter_is_read_once_and_told_of_once(flooded: Table, tmp_path: Path, step: int) -> None:
    """It is put to wait, the seat told, the letter read after the hour: a death anywhere changes nothing of the end."""
    post, arrival, raw = Postman(), flooded.at + timedelta(seconds=5), flooded.letter("german", HALF)
    for disk in (FailingDisk(step, "kill"), QuickDisk()):
        struck = None
        try:
            struck = copied(flooded, tmp_path / "club", disk, post)
            struck.at = arrival
            struck.referee.take(raw, arrival, "test:half")
            struck.run()
            until(struck, 11)
            break
        except Killed:
            if struck:
                struck.close()
    assert struck is not None
    assert written(struck).count("this is no line of orders") == 1
    spool = struck.referee.spool
    assert [spool.entries("later"), spool.entries("shunt"), spool.entries("new"), spool.entries("held")] == [[], [], [], []]
    waits = {mail.message_id for mail in struck.mail("german") if "your letters wait" in mail.subject}
    assert len(waits) == 1
    struck.close()


def test_a_thousand_forged_letters_make_one_record_and_are_counted(flooded: Table, tmp_path: Path) -> None:
    """They were a record each. The book counts them to the seat, the spool keeps them for keep_days."""
    table = copied(flooded, tmp_path / "club")
    before, size, wrote = len(recorded(table)), journal(table), len(table.mail("german"))
    for n in range(1000):
        table.at += timedelta(seconds=1)
        raw = forged(n)
        table.referee.take(raw, table.at, f"forged:{n}")
    table.run()
    assert len(recorded(table)) - before == 1 == len(table.mail("german")) - wrote
    assert journal(table) - size < 5000
    assert table.referee.mailroom.held("test", "german") == 1000
    table.wait(days=1)
    table.referee.take(forged(1000), table.at, "forged:1000")
    table.run()
    assert len(recorded(table)) - before <= 3, "once a day"
    table.close()


def forged(n: int) -> bytes:
    """A letter in the German's name without his token."""
    head = f"From: gustav@german.example\nTo: referee@club.example\nMessage-ID: <{n}@evil.example>\nSubject: hello\n\n"
    return f"{head}END IMPULSE\n# {n}\n".encode()


def journal(table: Table) -> int:
    """The bytes of the campaign's journal."""
    return sum(path.stat().st_size for path in (table.campaign.home / "journal").glob("*.jsonl"))


def stolen(table: Table, n: int) -> bytes:
    """From somebody else, with the German's token."""
    return table.letter("german", f"END IMPULSE\n# {n}", sender="eve@evil.example")


def automatic(table: Table, n: int) -> bytes:
    """With his token, from his address, and a machine's by its header."""
    return b"Auto-Submitted: auto-replied\n" + table.letter("german", f"END IMPULSE\n# {n}")


def encrypted(table: Table, n: int) -> bytes:
    """In his name, without his token, and not to be read."""
    return forged(n).replace(b"\n\n", b"\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\n\n", 1)


def stranger(table: Table, n: int) -> bytes:
    """Of nobody here."""
    return forged(n).replace(b"gustav@german.example", b"eve@evil.example")


FORGED: dict[Callable[[Table, int], bytes], int] = {stolen: 1, automatic: 0, encrypted: 1, stranger: 0}


@pytest.mark.parametrize("made", FORGED)
def test_so_it_is_for_each_reason_by_itself(flooded: Table, tmp_path: Path, made: Callable[[Table, int], bytes]) -> None:
    table = copied(flooded, tmp_path / "club")
    try:
        before, size, wrote = len(recorded(table)), journal(table), len(table.mail("german"))
        for n in range(200):
            table.at += timedelta(seconds=1)
            table.referee.take(made(table, n), table.at, f"forged:{n}")
        table.run()
        assert len(recorded(table)) - before == len(table.mail("german")) - wrote == FORGED[made]
        assert journal(table) - size < 5000
        assert table.phasing() == "allied" and not table.referee.spool.entries("new")
    finally:
        table.close()


def test_without_a_providers_word_a_thousand_letters_make_one_record_too(tmp_path: Path) -> None:
    table = Proving(tmp_path)
    try:
        before = len(recorded(table))
        for n in range(200):
            table.at += timedelta(seconds=1)
            table.referee.take(table.letter("german", f"END IMPULSE\n# {n}"), table.at, f"forged:{n}")
        table.run()
        assert len(recorded(table)) - before == 1
        assert table.referee.mailroom.held("test", "german") == 200
    finally:
        table.close()


class Proving(Table):
    """A table whose letters need the word of their writer's provider."""

    def setup(self, *what: object) -> Setup:
        return replace(super().setup(*what), proof="token+dkim")  # type: ignore[arg-type]
