"""Every file and every record of a played campaign is taken away or cut, one at a time: each is healed with equal values, or the
campaign is refused with words. None is silent, and play never goes on from anything but where it stood.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem import admin as care
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config
from pbem.service.open_campaign import Campaign
from pbem.service.referee import Referee
from pbem.store.ports import DataRefused, LinesDamaged
from tests.acceptance.conftest import CONFIG
from tests.acceptance.table import Postman, Table
from tests.acceptance.turn import script
from tests.conftest import TALLY

HOME = Path("data") / "campaigns" / "test"
PASSING = {"lock", "polled", "watch.json"}  # notes that are recreated with each pass


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> "Played":
    """A game into its second turn, put away whole."""
    folder = tmp_path_factory.mktemp("game")
    table = Table(folder)
    for seat, lines in script(table):
        table.write(seat, lines)
    table.close()
    (folder / "pbem.toml").write_text(CONFIG, encoding="utf-8")
    return Played(folder, {path: path.read_bytes() for path in files(folder)}, len(table.postman.bags))


def files(folder: Path) -> Iterator[Path]:
    """What of the data folder is to last."""
    return (path for path in sorted((folder / "data").rglob("*")) if path.is_file() and path.name not in PASSING)


@dataclass
class Played:
    """The folder, and what every file of it held."""

    folder: Path
    whole: dict[Path, bytes]
    letters: int
    state: object = None

    def put_back(self) -> None:
        """Every file as it was, and no other."""
        for path in files(self.folder):
            if path not in self.whole:
                path.unlink()
        for path, content in self.whole.items():
            if not path.exists() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)

    def own(self, under: str = "") -> dict[Path, bytes]:
        """The files of the campaign as they were."""
        return {path: content for path, content in self.whole.items() if path.is_relative_to(self.folder / HOME / under)}

    @property
    def journal(self) -> list[Path]:
        return sorted(self.own("journal"))


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


Loss = tuple[str, Callable[[], None]]


def remove(path: Path) -> Loss:
    return f"{path.name} removed", path.unlink


def cut(path: Path, left: int) -> Loss:
    content = path.read_bytes()[:left]
    return f"{path.name} cut to {left} bytes", lambda: _write(path, content)


def without(path: Path, line: int) -> Loss:
    lines = path.read_bytes().splitlines(keepends=True)
    content = b"".join(lines[:line] + lines[line + 1 :])
    return f"{path.name} without line {line + 1} of {len(lines)}", lambda: _write(path, content)


def up_to(path: Path, line: int) -> Loss:
    content = b"".join(path.read_bytes().splitlines(keepends=True)[:line])
    return f"{path.name} up to line {line}", lambda: _write(path, content)


def losses(played: Played) -> Iterator[Loss]:
    """Every file removed, emptied, halved, a byte short; every record of the journal and the book taken out, and every tail."""
    for path, content in played.whole.items():
        yield remove(path)
        yield from (cut(path, left) for left in sorted({0, len(content) // 2, max(len(content) - 1, 0)}) if left < len(content))
    for path in (*played.journal, played.folder / "data" / "mailroom.jsonl"):
        count = played.whole[path].count(b"\n")
        yield from (without(path, line) for line in range(count))
        yield from (up_to(path, line) for line in range(1, count))


def happen_to(played: Played, loss: Loss) -> str:
    """What comes of a loss: "healed", "refused", "told"; what is silent, or goes on from elsewhere, fails."""
    name, lose = loss
    played.put_back()
    lose()
    said = _audit(played)
    postman = Postman()
    try:
        with Referee(_config(played)) as referee:
            if referee.damaged:
                words = referee.damaged["test"]
                assert "backup" in words, name
                assert not postman.bags
                assert words.split(";")[0] in said, f"{name}: the audit says something else: {said}"
                return "refused"
            assert _as_it_stood(played, referee.campaigns["test"]), f"{name}: play goes on from elsewhere"
    except (DataRefused, LinesDamaged) as refusal:
        assert "backup" in str(refusal) or "mailroom.jsonl" in str(refusal), name
        return "refused"
    changed = {path for path, content in played.whole.items() if not path.exists() or path.read_bytes() != content}
    changed = {path for path in changed if path.name != "version" or int(path.read_bytes()) != 1}
    if not changed:
        return "healed"
    book = {played.folder / "data" / "mailroom.jsonl"}
    if changed <= book:  # what it forgot is done again, and nothing but that: the same letters, under the same Message-IDs
        return "forgotten"
    assert all(path.name in said or path.stem in said for path in changed - book), f"{name}: silent: {changed}: {said}"
    return "told"


def _as_it_stood(played: Played, campaign: Campaign) -> bool:
    now = campaign.script.codec.dumps(campaign.script.snapshot(campaign.state))
    if played.state is None:
        played.state = now
    return now == played.state


def _config(played: Played) -> Config:
    return configuration.load(played.folder / "pbem.toml")


def _audit(played: Played) -> str:
    try:
        return care.audit(played.folder / "pbem.toml")[0]
    except (DataRefused, LinesDamaged) as refusal:  # of the folder as a whole, or the book: the command ends with these words
        return str(refusal)


@pytest.fixture
def fresh(played: Played) -> Iterator[Played]:
    """The game as it was put away, opened once, so that what opening it makes is there."""
    played.put_back()
    with Referee(_config(played)) as referee:
        assert not referee.damaged
        assert _as_it_stood(played, referee.campaigns["test"])
    played.whole = {path: path.read_bytes() for path in files(played.folder)}
    assert care.audit(played.folder / "pbem.toml") == ("test: sound\n", True)
    yield played
    played.put_back()


def sample(played: Played) -> Iterator[Loss]:
    """One of each kind that could be overlooked."""
    last, first = played.journal[-1], played.journal[0]
    content, count = played.whole[last], played.whole[last].count(b"\n")
    yield from (remove(first), remove(last), cut(last, len(content) - 1), cut(last, len(content) - 200))
    yield from (up_to(last, 1), up_to(last, count - 1), up_to(last, count - 2), without(first, 2), up_to(first, 3), cut(first, 100))
    yield from (remove(played.folder / HOME / name) for name in ("campaign.json", "index.json", "module/map.toml"))
    letters = sorted(played.own("letters/out"))
    yield from (remove(letters[0]), cut(letters[0], 900), cut(letters[-1], len(played.whole[letters[-1]]) - 3))
    came = sorted(played.own("letters/in"))
    yield from (remove(came[0]), cut(came[-1], 100), cut(played.folder / "data" / "mailroom.jsonl", 0))
    yield from (cut(played.folder / "data" / "key", 31), remove(played.folder / "data" / "version"))


def test_what_is_lost_is_healed_or_told(fresh: Played, record_property: Callable[[str, object], None]) -> None:
    _all(fresh, sample(fresh), record_property)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_whatever_is_lost_is_healed_or_told(fresh: Played, record_property: Callable[[str, object], None]) -> None:
    _all(fresh, losses(fresh), record_property)


def _all(played: Played, tried: Iterator[Loss], record_property: Callable[[str, object], None]) -> None:
    found: dict[str, int] = {}
    silent = []
    for loss in list(tried):
        try:
            end = happen_to(played, loss)
        except AssertionError as fault:
            silent.append(f"{loss[0]}: {fault}")
            continue
        found[end] = found.get(end, 0) + 1
    assert not silent, "\n".join(silent)
    record_property(TALLY, {f"losses {end}": count for end, count in found.items()})


def test_a_record_that_was_never_acknowledged_is_cut_off_and_made_again(fresh: Played) -> None:
    """What a killed writer leaves: half a line, of which nothing else knows."""
    last = fresh.journal[-1]
    more = fresh.whole[last] + fresh.whole[last][-400:-1]
    assert happen_to(fresh, ("half a line more", lambda: _write(last, more))) == "healed"


def test_a_campaign_of_which_the_whole_folder_is_gone_is_told(fresh: Played) -> None:
    shutil.rmtree(fresh.folder / HOME)
    assert "test: its folder is gone" in _audit(fresh)
