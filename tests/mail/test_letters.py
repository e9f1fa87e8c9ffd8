"""Real-looking mails in letters/*.eml, each with what must become of it in the .toml beside it."""

import tomllib
from pathlib import Path

import msgspec.structs
import pytest

from pbem.kernel.values import replace
from pbem.mail.letter import REFUSALS, LeftOut, Letter, Unreadable
from pbem.mail.reading import examine, read

FOLDER = Path(__file__).with_name("letters")
NAMES = sorted(path.stem for path in FOLDER.glob("*.eml"))


def plain(value: object) -> object:
    """Tuples as the lists that TOML has."""
    if isinstance(value, LeftOut):
        return list(msgspec.structs.astuple(value))
    return [plain(item) for item in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("name", NAMES)
def test_the_letter_becomes_what_its_table_says(name: str) -> None:
    expected = tomllib.loads((FOLDER / f"{name}.toml").read_text())
    found = examine((FOLDER / f"{name}.eml").read_bytes())
    seen = {key: plain(getattr(found, key, None)) for key in expected} | {"kind": type(found).__name__}
    assert seen == expected


def test_every_letter_has_its_table() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.toml")) == NAMES
    assert len(NAMES) > 40


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ends", [b"\n", b"\r", b"\r\n"])
def test_line_ends_change_nothing(name: str, ends: bytes) -> None:
    raw = (FOLDER / f"{name}.eml").read_bytes()
    even = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    first, second = examine(even), examine(even.replace(b"\n", ends))
    assert replace(first, sha256="", message_id="") == replace(second, sha256="", message_id="")


@pytest.mark.parametrize("name", NAMES)
def test_a_letter_cut_anywhere_is_still_read_or_refused_by_name(name: str) -> None:
    raw = (FOLDER / f"{name}.eml").read_bytes()
    for length in range(0, len(raw), 7 if len(raw) < 8_000 else len(raw) // 40):
        found = read(raw[:length])
        assert not isinstance(found, Unreadable) or found.reason in REFUSALS


def test_a_cut_never_shortens_fenced_orders() -> None:
    raw = (FOLDER / "fence_with_chatter.eml").read_bytes()
    whole = examine(raw)
    assert isinstance(whole, Letter)
    for length in range(len(raw)):
        found = examine(raw[:length])
        if isinstance(found, Letter) and found.fenced:
            assert found.lines == whole.lines
