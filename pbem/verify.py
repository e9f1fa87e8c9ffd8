"""`pbem verify`: a player checks every die from a folder of his own letters, without the referee.

The invitation binds the host to the seed by its hash; the last letter opens seed and nonces; every die a letter shows
names its occasion. All of them are thrown again and compared, in the order of the letters.
"""

import re
from dataclasses import dataclass, field
from email import policy
from email.parser import BytesParser
from pathlib import Path

from pbem.kernel.dice import Throw, check_throw, commitment, dice_key

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
    """What was found, in words, and whether everything fits."""
    found = Findings()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            _read(path, found)
    if not found.bound:
        return f"{found.letters} letters read; no invitation among them: nothing to check against\n", False
    if not found.seed:
        return f"{found.letters} letters read; the last letter, which opens the seed, is not among them yet\n", False
    if commitment(bytes.fromhex(found.seed)) != found.bound:
        return "the seed in the last letter is not the one the invitation is bound to\n", False
    key = dice_key(bytes.fromhex(found.seed), [bytes.fromhex(found.nonces[s]) for s in sorted(found.nonces)])
    for name, throw in found.shown:
        if not check_throw(key, 0, throw):
            return f"{name}: the dice of [{throw.occasion}] do not fit: {throw.faces}\n", False
    different = len({throw.occasion for _, throw in found.shown})
    return f"{found.letters} letters, {len(found.shown)} throws shown, {different} occasions: every die fits\n", True


def _read(path: Path, found: Findings) -> None:
    """One file; what is no letter is passed over."""
    message = BytesParser(policy=policy.default).parsebytes(path.read_bytes())
    part = message.get_body(("plain",))
    if message["Message-ID"] is None or part is None:
        return
    text = " ".join(part.get_content().split("\n"))
    lines = part.get_content()
    found.letters += 1
    bound, seed = _BOUND.search(text), _SEED.search(lines)
    found.bound = found.bound or (bound[1] if bound else "")
    found.seed = found.seed or (seed[1] if seed else "")
    found.nonces.update(dict(_NONCE.findall(lines)))
    for spec, faces, occasion in _SHOWN.findall(re.sub(r"\s+", " ", text)):
        found.shown.append((path.name, Throw(occasion, spec, tuple(int(f) for f in faces.split("+")))))
