"""`pbem verify`: a player checks every die from a folder of his own letters, without the referee.

The invitation binds the host to the seed by its hash; the last letter opens seed and nonces; every die a letter shows
names its occasion. All of them are thrown again and compared, in the order of the letters.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from pathlib import Path

from pbem.kernel.dice import Throw, check_throw, commitment, dice_key
from pbem.kernel.tongue import counted

_BOUND = re.compile(r"hash of their seed:\s*([0-9a-f]{64})")
_SEED = re.compile(r"^\s*seed\s+([0-9a-f]{64})\s*$", re.MULTILINE)
_NONCE = re.compile(r"^\s*nonce (\S+)\s+([0-9a-f]{64})\s*$", re.MULTILINE)
_SHOWN = re.compile(r"(\d+d\d+)\s+(\d+(?:\+\d+)*)(?:\s+=\s+\d+)?\s+\[([^\]\s]+)\]")


@dataclass
class Findings:
    """What a folder of letters holds."""

    letters: int = 0
    bound: str = ""
    seed: str = ""
    nonces: dict[str, str] = field(default_factory=dict)
    shown: list[tuple[str, Throw]] = field(default_factory=list)


def verify(folder: Path) -> tuple[str, bool]:
    """What was found, in words, and whether everything fits; else the first letter that does not."""
    found = Findings()
    for name, message in sorted(_letters(folder), key=_written):
        _read(name, message, found)
    letters = counted(found.letters, "{number} letter", "{number} letters")
    if not found.bound:
        return f"{letters} read; no invitation among them: nothing to check against\n", False
    if not found.seed:
        return f"{letters} read; the last letter, which opens the seed, is not among them yet\n", False
    if commitment(bytes.fromhex(found.seed)) != found.bound:
        return "the seed in the last letter is not the one the invitation is bound to\n", False
    key = dice_key(bytes.fromhex(found.seed), [bytes.fromhex(found.nonces[s]) for s in sorted(found.nonces)])
    for name, throw in found.shown:
        if not check_throw(key, throw):
            return f"{name}: the dice of [{throw.occasion}] do not fit: {throw.faces}\n", False
    different = len({throw.occasion for _, throw in found.shown})
    throws = counted(len(found.shown), "{number} throw", "{number} throws")
    occasions = counted(different, "{number} occasion", "{number} occasions")
    return f"{letters}, {throws} shown, {occasions}: every die fits\n", True


def _letters(folder: Path) -> Iterator[tuple[str, EmailMessage]]:
    """The letters of a folder; what is none is passed over."""
    for path in folder.rglob("*"):
        if path.is_file():
            message = BytesParser(policy=policy.default).parsebytes(path.read_bytes())
            if message["Message-ID"] is not None and message.get_body(("plain",)) is not None:
                yield path.name, message


def _written(letter: tuple[str, EmailMessage]) -> tuple[float, str]:
    """The order of letters: as they were sent, whatever a mail program called their files."""
    name, message = letter
    try:
        return parsedate_to_datetime(str(message["Date"])).timestamp(), name
    except ValueError:
        return 0.0, name


def _read(name: str, message: EmailMessage, found: Findings) -> None:
    """What one letter shows: the hash that binds, the seed, nonces, dice."""
    part = message.get_body(("plain",))
    lines = str(part.get_content()) if part else ""
    text = " ".join(lines.split("\n"))
    found.letters += 1
    bound, seed = _BOUND.search(text), _SEED.search(lines)
    found.bound = found.bound or (bound[1] if bound else "")
    found.seed = found.seed or (seed[1] if seed else "")
    found.nonces.update(dict(_NONCE.findall(lines)))
    for spec, faces, occasion in _SHOWN.findall(re.sub(r"\s+", " ", text)):
        found.shown.append((f"{name} ({message['Subject']})", Throw(occasion, spec, tuple(int(f) for f in faces.split("+")))))
