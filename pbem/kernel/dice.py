"""Dice that nobody can bend: each die is a function of a key, the occasion it is thrown for and its number.

The host commits himself to a seed before the game by its hash; the key mixes in the nonces the players sent. An
occasion names what is thrown for ("straying/us-504-1/T3.2"), so no throw depends on which others were made.
"""

import hmac
import re
from collections.abc import Sequence
from hashlib import sha256

from pbem.kernel.values import Value

EDITION = "#"  # what parts an occasion from the number of the rollback after which it was thrown
_SPEC = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,3})")


class Throw(Value):
    """Dice as they fell: what they were thrown for ("battle/3/crt", after the first rollback "battle/3/crt#1"), how many of what
    ("2d6"), and the faces in order."""

    occasion: str
    spec: str
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)


def commitment(seed: bytes) -> str:
    """The hex SHA-256 that binds the host to his seed before anyone sees a die."""
    return sha256(seed).hexdigest()


def dice_key(seed: bytes, nonces: Sequence[bytes]) -> bytes:
    """The key of a campaign's dice: the seed, stirred with the players' nonces in the order given."""
    return _hmac(seed, nonces)


def number_and_sides(spec: str) -> tuple[int, int]:
    """(2, 6) for "2d6"; ValueError for anything else than up to 99 dice of up to 9999 sides."""
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise ValueError(f"not dice: {spec!r}")
    return int(match[1]), int(match[2])


def face(key: bytes, occasion: str, number: int, edition: int, sides: int) -> int:
    """The face, 1..sides, of one die of an occasion; `number` counts its dice from 1, `edition` the rollbacks."""
    span = 2**256
    fair = span - span % sides  # draws from here on would favour the low faces and are thrown again
    attempt = 0
    while True:
        parts = (occasion.encode(), str(number).encode(), str(edition).encode(), str(attempt).encode())
        drawn = int.from_bytes(_hmac(key, parts), "big")
        if drawn < fair:
            return drawn % sides + 1
        attempt += 1


class Dice:
    """The dice of one stretch of play; remembers what was thrown, and refuses to throw an occasion twice."""

    def __init__(self, key: bytes, edition: int = 0) -> None:
        self._key = key
        self._edition = edition
        self._occasions: set[str] = set()
        self.thrown: list[Throw] = []

    def throw(self, occasion: str, spec: str) -> Throw:
        """Rolls dice such as "2d6" for an occasion; ValueError when the occasion was thrown before."""
        if occasion in self._occasions:
            raise ValueError(f"thrown twice: {occasion}")
        throw = Throw(_marked(occasion, self._edition), spec, _faces(self._key, self._edition, occasion, spec))
        self._occasions.add(occasion)
        self.thrown.append(throw)
        return throw


def check_throw(key: bytes, throw: Throw) -> bool:
    """Whether a throw is the one its key and its occasion call for; the occasion says in which edition it was thrown."""
    occasion, _, edition = throw.occasion.partition(EDITION)
    if _SPEC.fullmatch(throw.spec) is None or (edition and not edition.isdecimal()):
        return False
    return throw.faces == _faces(key, int(edition or 0), occasion, throw.spec)


def _marked(occasion: str, edition: int) -> str:
    """The occasion as it is told: "battle/3/crt", after the first rollback "battle/3/crt#1"."""
    return f"{occasion}{EDITION}{edition}" if edition else occasion


def _faces(key: bytes, edition: int, occasion: str, spec: str) -> tuple[int, ...]:
    count, sides = number_and_sides(spec)
    return tuple(face(key, occasion, number, edition, sides) for number in range(1, count + 1))


def _hmac(key: bytes, parts: Sequence[bytes]) -> bytes:
    """HMAC-SHA256 over parts, each led by its length so that no two lists of parts look alike."""
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hmac.digest(key, message, "sha256")
