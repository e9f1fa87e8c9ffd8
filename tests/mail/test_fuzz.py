"""Mutated and made-up letters through reading, sender and orders: no exception out, none slow or fat, none acts without token."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.handlers.unit_of_work import words
from pbem.mail.letter import REFUSALS, Letter, Machine, Unreadable
from pbem.mail.reading import examine
from pbem.mail.sender import BLOT, Enrolment, Known, identify, without_tokens
from pbem.orders.parser import read_orders
from pbem.orders.printer import normalised
from pbem.orders.tree import Vocabulary
from tests.acceptance.looking import world
from tests.acceptance.table import ADDRESS, Table, begun
from tests.conftest import TALLY
from tests.mail.fuzzing import KEY, SEAT, TOKEN, Forge
from tests.mail.test_reading import PIECES

FOLDER = Path(__file__).with_name("letters")
SLOWEST = 2.0  # seconds of processor
FATTEST = 256 << 10  # kB that this process may grow by
MEMORY = Path("/proc/self/status")
OTHER = Enrolment("nijmegen", "german", "gustav@example.org", 1)

Tell = Callable[[str, object], None]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with begun(tmp_path_factory.mktemp("fuzz")) as found:
        yield found


@pytest.fixture(scope="module")
def vocabulary(table: Table) -> Vocabulary:
    return words(table.campaign.table, table.campaign.state, "allied")


def looked_at(raw: bytes, vocabulary: Vocabulary) -> tuple[str, bool]:
    """(what became of a letter, whether it was taken for its seat's own); a fault raises."""
    begun = time.process_time()
    mail = examine(raw)
    who = identify(mail, (SEAT, OTHER), KEY)
    if isinstance(mail, Letter):
        lines = without_tokens(mail.lines, (TOKEN,))
        assert not [text for _, text in lines if TOKEN in text.lower().replace(BLOT, "")]
        normalised(read_orders(lines, vocabulary))
    elif isinstance(mail, Unreadable):
        assert mail.reason in REFUSALS
    else:
        assert isinstance(mail, Machine) and mail.reason
    assert time.process_time() - begun < SLOWEST
    if isinstance(who, Known):
        assert (mail.token, mail.sender) == (TOKEN, SEAT.address)
    return type(mail).__name__, isinstance(who, Known)


def memory(kind: str) -> int:
    """Memory of this process in kB: `VmRSS` now, `VmHWM` the most since the peak was forgotten."""
    return next(int(line.split()[1]) for line in MEMORY.read_text().splitlines() if line.startswith(kind))


def looked_through(letters: Iterator[bytes], vocabulary: Vocabulary, tell: Tell) -> Counter[str]:
    """Every letter looked at; the fault of one names its bytes."""
    tally: Counter[str] = Counter()
    MEMORY.with_name("clear_refs").write_text("5")  # forgets the peak: what other tests of this worker took is not ours
    before = memory("VmRSS")
    for raw in letters:
        try:
            kind, known = looked_at(raw, vocabulary)
        except Exception as fault:
            raise AssertionError(f"{fault!r} over {raw!r}") from fault
        tally[f"{kind.lower()}s"] += 1
        tally["of them proven"] += known
    assert memory("VmHWM") - before < FATTEST
    tell(TALLY, {"fuzzed letters": sum(tally.values()) - tally["of them proven"], **tally})
    return tally


def brought(table: Table, letters: Iterator[bytes]) -> None:
    """Letters go all the way through a campaign; none meets a bug there."""
    for raw in letters:
        table.deliver(raw)
        table.run()
    assert table.referee.spool.entries("shunt") == []


def own(raw: bytes, table: Table, proof: str) -> bytes:
    """A letter as the Allied commander's of this table."""
    for old, new in ((b"nijmegen", "test"), (b"alice@example.org", ADDRESS["allied"]), (b"a" * 16, proof)):
        raw = raw.replace(old, new.encode())
    return raw


def test_some_letters_without_a_valid_token(table: Table, vocabulary: Vocabulary, record_property: Tell) -> None:
    tally = looked_through(Forge(FOLDER, 1).letters(1_500), vocabulary, record_property)
    assert tally["of them proven"] == 0
    assert min(tally["letters"], tally["machines"], tally["unreadables"]) > 50
    before = world(table)
    brought(table, (own(raw, table, "a" * 16) for raw in Forge(FOLDER, 2).letters(100)))
    assert world(table) == before


def test_some_letters_with_the_token(table: Table, vocabulary: Vocabulary, record_property: Tell) -> None:
    tally = looked_through(Forge(FOLDER, 3, TOKEN).letters(1_500), vocabulary, record_property)
    assert tally["of them proven"] > 100


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_letters_without_a_valid_token(table: Table, vocabulary: Vocabulary, record_property: Tell, seed: int) -> None:
    tally = looked_through(Forge(FOLDER, seed).letters(5_000), vocabulary, record_property)
    assert tally["of them proven"] == 0
    before = world(table)
    brought(table, (own(raw, table, "a" * 16) for raw in Forge(FOLDER, 1000 + seed).letters(100)))
    assert world(table) == before


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200, 220))
def test_many_letters_with_the_token(tmp_path: Path, vocabulary: Vocabulary, record_property: Tell, seed: int) -> None:
    looked_through(Forge(FOLDER, seed, TOKEN).letters(5_000), vocabulary, record_property)
    table = Table(tmp_path)
    table.begin()
    brought(table, (own(raw, table, table.token("allied")) for raw in Forge(FOLDER, 1000 + seed).letters(100)))
    table.close()


PARTS = st.lists(st.one_of(PIECES, st.binary(max_size=8)), max_size=80).map(b"".join)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_letters_of_hypothesis(vocabulary: Vocabulary, record_property: Tell, part: int) -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=10_000, database=None)
    @given(PARTS, st.sampled_from([b"", b"From: alice@example.org\nTo: r+nijmegen-%s@x.org\n" % (b"a" * 16)]))
    def look(body: bytes, head: bytes) -> None:
        seen["fuzzed letters"] += 1
        assert not looked_at(head + body, vocabulary)[1]

    look()
    record_property(TALLY, dict(seen))
