"""Who wrote a letter: the address rule that fails closed, the reply token, and the seat they prove together."""

import base64
import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value
from pbem.mail.letter import Cover

TOKEN_LENGTH = 16
BLOT = "(token)"

_LONGEST_FIELD = 1000
_LONGEST_LOCAL = 64
_LONGEST_DOMAIN = 253
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = rf"(?P<local>{_ATOM}(?:\.{_ATOM})*)@(?P<domain>{_LABEL}(?:\.{_LABEL})+)"
# A phrase is words, dots and quoted strings. No '@', comma, colon, bracket or comment outside quotes:
# that is where parsers part ways.
_PHRASE = r'(?:[^\x00-\x1f\x7f()<>@,;:\\".\[\]]|\.|"(?:[^\x00-\x1f\x7f"\\]|\\[^\x00-\x1f\x7f])*")*'
# Blanks are blanks and tabs: to some a no-break space is part of the address beside it.
_BARE = re.compile(rf"[ \t]*{_ADDRESS}[ \t]*(?:\([^()<>@\\\"\x00-\x1f\x7f]*\)[ \t]*)?")
_NAMED = re.compile(rf"{_PHRASE}<{_ADDRESS}>[ \t]*")
_FOLD = re.compile(r"\r?\n(?=[ \t])")


class Enrolment(Value):
    """A seat's right to write from one address; raising the generation turns the token.

    proof: "token" (address and token), or "token+dkim": somebody trusted must vouch for the address too; first: the seat's
    first address, which its token is bound to, when this is a further one; former: its holder of before, whose letters for it are
    nobody's; declined: its holder declined, and may still accept: a letter counts with both proofs, and is nobody's with one.
    """

    campaign: str
    seat: str
    address: str
    generation: int
    proof: str = "token"
    first: str = ""
    former: bool = False
    declined: bool = False


class Known(Value):
    """The sender holds this seat: enrolled address and its token."""

    campaign: str
    seat: str
    address: str


class ProofMissing(Value):
    """A proof is missing: the "token" (right address), the "address" (right token), or the "voucher" (both, but nobody
    trusted vouches for the address). Tell the enrolled address.
    """

    campaign: str
    seat: str
    lacking: str = "token"


class Nobody(Value):
    """No proof at all: silence."""


def canonical_address(field: str) -> str | None:
    """The one mailbox of a From field in lower case, or None when there is any doubt about which it is."""
    text = _FOLD.sub("", field)
    if len(text) > _LONGEST_FIELD:
        return None
    match = _BARE.fullmatch(text) or _NAMED.fullmatch(text)
    if match is None:
        return None
    local, domain = match["local"], match["domain"]
    if len(local) > _LONGEST_LOCAL or len(domain) > _LONGEST_DOMAIN or "=?" in local:
        return None
    return f"{local}@{domain}".lower()


def sealed(key: bytes, *parts: str) -> bytes:
    """HMAC-SHA256 over the parts, each with its length in front so that no two lists of parts look alike."""
    message = b"".join(len(data).to_bytes(4, "big") + data for data in (part.encode() for part in parts))
    return hmac.new(key, message, hashlib.sha256).digest()


@lru_cache(maxsize=8192)  # wanted for each letter of a seat
def token(key: bytes, campaign: str, seat: str, address: str, generation: int) -> str:
    """The reply token of a seat at an address: 16 lower-case base32 characters."""
    digest = sealed(key, "token", campaign, seat, address, str(generation))
    return base64.b32encode(digest[:10]).decode().lower()


def without_tokens(lines: tuple[NumberedLine, ...], tokens: Iterable[str]) -> tuple[NumberedLine, ...]:
    """The lines of a letter with its writer's tokens blotted out, so that none is ever relayed, printed back or logged."""
    found = re.compile("|".join(tokens), re.IGNORECASE)
    return tuple(NumberedLine(number, found.sub(BLOT, text)) for number, text in lines)


@lru_cache(maxsize=8192)
def return_mark(key: bytes, campaign: str, seat: str, address: str) -> str:
    """What the return address of a seat's letters to an address carries, to know a bounce by: it proves nothing else."""
    digest = sealed(key, "return", campaign, seat, address)
    return base64.b32encode(digest[:10]).decode().lower()


class _Judged(Value):
    """An enrolment, and how the letter's proofs fit it."""

    rank: int
    seat: Enrolment


def identify(
    letter: Cover, enrolments: Iterable[Enrolment], key: bytes, vouched: Callable[[], bool] = lambda: False
) -> Known | ProofMissing | Nobody:
    """The seat that address and token prove together, and a voucher where the campaign asks for one.

    Every enrolment given is compared, so time tells nothing. Those that fit in neither change nothing: `directory` leaves them out.
    """
    shown = letter.token.encode(errors="replace"), letter.sender.encode(errors="replace")
    judged = [_Judged(_ranked(enrolment, _judge(shown, proofs(key, enrolment))), enrolment) for enrolment in enrolments]
    if not judged:
        return Nobody()
    best = min(judged, key=lambda each: (each.rank, each.seat.campaign != letter.campaign, _further(each.seat)))
    rank, seat = best.rank, best.seat
    if rank == _NEITHER or (rank == _ADDRESS_ONLY and (_claimed(judged, seat) or _of_another(shown[0], judged, key))):
        return Nobody()
    if rank == _BOTH:
        return _once(judged, seat) if seat.former else _proved(seat, vouched)
    return ProofMissing(seat.campaign, seat.seat, "token" if rank == _ADDRESS_ONLY else "address")


def _once(judged: Sequence[_Judged], seat: Enrolment) -> ProofMissing | Nobody:
    """Who shows both proofs of a seat that he held before: he was told so when he lost it. His address may be that of another seat
    of the campaign; of another campaign his letter says nothing."""
    again = (other.seat for other in judged if other.rank == _ADDRESS_ONLY and other.seat.campaign == seat.campaign)
    return next((ProofMissing(other.campaign, other.seat) for other in again), Nobody())


def _proved(seat: Enrolment, vouched: Callable[[], bool]) -> Known | ProofMissing:
    """The seat whose address and token are both shown, and a voucher where the campaign asks for one."""
    if seat.proof == "token+dkim" and not vouched():
        return ProofMissing(seat.campaign, seat.seat, "voucher")
    return Known(seat.campaign, seat.seat, seat.address)


def _ranked(enrolment: Enrolment, rank: int) -> int:
    """Who held a seat before, or declined it, counts only with both proofs: who held it is then known and passed over."""
    return _NEITHER if (enrolment.former or enrolment.declined) and rank != _BOTH else rank


def _further(enrolment: Enrolment) -> bool:
    """Is it an address that its holder has added? Anybody may add any: a letter without a token is whose first address it is."""
    return enrolment.first not in ("", enrolment.address)


def _claimed(judged: Sequence[_Judged], seat: Enrolment) -> bool:
    """Have several seats of a campaign added the address of this letter, and is it the first of none? Then nothing tells
    whose it is, and neither side is told that the other wrote."""
    same = {other.seat.seat for other in judged if other.rank == _ADDRESS_ONLY and other.seat.campaign == seat.campaign}
    return _further(seat) and len(same) > 1


_BOTH, _TOKEN_ONLY, _ADDRESS_ONLY, _NEITHER = range(4)  # who shows a token is about that seat: its owner is to know


def _of_another(shown: bytes, judged: Sequence[_Judged], key: bytes) -> bool:
    """Does a letter show a token that a seat had once, and come from none of its addresses? Silence, as for one that still
    counts: else a thief would hear from the answer that the owner has turned his token, or is gone."""
    own = {(other.seat.campaign, other.seat.seat) for other in judged if other.rank == _ADDRESS_ONLY}
    seats = (other.seat for other in judged)
    dead = {(seat.campaign, seat.seat) for seat in seats for t in spent(key, seat) if hmac.compare_digest(t, shown)}
    return bool(dead - own) and not dead & own


def spent(key: bytes, enrolment: Enrolment) -> tuple[bytes, ...]:
    """The tokens of an enrolment that count no more: those before it was turned; the only one of who held the seat before."""
    first, now = enrolment.first or enrolment.address, enrolment.generation
    turns = (now,) if enrolment.former else range(1, now)
    return tuple(token(key, enrolment.campaign, enrolment.seat, first, turn).encode() for turn in turns)


def proofs(key: bytes, enrolment: Enrolment) -> tuple[bytes, bytes]:
    """The token and the address that a seat's letters show."""
    first = enrolment.first or enrolment.address
    wanted = token(key, enrolment.campaign, enrolment.seat, first, enrolment.generation)
    return wanted.encode(), enrolment.address.encode()


def _judge(shown: tuple[bytes, bytes], proofs: tuple[bytes, bytes]) -> int:
    """How a letter's token and address fit a seat's. Both are compared in any case."""
    token_fits, address_fits = hmac.compare_digest(proofs[0], shown[0]), hmac.compare_digest(proofs[1], shown[1])
    return _BOTH if token_fits and address_fits else _TOKEN_ONLY if token_fits else _ADDRESS_ONLY if address_fits else _NEITHER
