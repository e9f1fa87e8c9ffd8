"""`pbem verify`: a player checks letters and dice from a folder of his own letters, without the referee.

Each letter names the link of the one before it: none can be changed or left out. The invitation binds the host to the seed by
its hash; the last letter opens seed and nonces; every die a letter shows names its occasion. All of them are thrown again and
compared, in the order of the letters.
"""

import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

from pbem.kernel.dice import Throw, check_throw, commitment, dice_key
from pbem.kernel.i18n import counted, phrase, say
from pbem.mail.chain import START, link
from pbem.service.letter_folder import Page, pages

_HASH = re.compile(r"\b[0-9a-f]{64}\b")
_SEED = re.compile(r"^\s*seed\s+([0-9a-f]{64})\s*$", re.MULTILINE)
_NONCE = re.compile(r"(\S+)\s*\n\s+([0-9a-f]{64})\s*$", re.MULTILINE)  # a line that ends in the seat, in any language
_SHOWN = re.compile(r"(\d+d\d+)\s+(\d+(?:\+\d+)*)(?:\s+=\s+\d+)?\s+\[([^\]]+)\]")


class Proof(NamedTuple):
    """What was found, in words, and whether everything fits."""

    words: str
    fits: bool


class Misfit(NamedTuple):
    """The number of the first letter that does not fit, and why, in words."""

    n: int
    words: str


def verify(folder: Path) -> Proof:
    """What was found, in words, and whether everything fits; else the first letter that does not, of letters and of dice."""
    found = {name: list(letters) for name, letters in groupby(pages(folder), key=lambda page: page.campaign)}
    if not found:
        return Proof(say("no letter of a referee's lies there: no invitation, nothing to check against") + "\n", False)
    judged = {name: _campaign(letters) for name, letters in found.items()}
    lines = [f"{name}: {proof.words}" if len(found) > 1 else proof.words for name, proofs in judged.items() for proof in proofs]
    return Proof("".join(f"{line}\n" for line in lines), all(proof.fits for proofs in judged.values() for proof in proofs))


def _campaign(letters: list[Page]) -> list[Proof]:
    """Of its dice, and of the letters of each seat."""
    return [_dice(letters), *(_chain(list(own)) for _, own in groupby(letters, key=lambda page: page.seat))]


# ---------------------------------------------------------------- the letters


def _chain(letters: list[Page]) -> Proof:
    """Whether each of a seat's letters is as it was sent, and follows the one before it; what came twice is judged twice."""
    fault = next(filter(None, map(_changed, letters)), None)
    gap = next(filter(None, (_apart(one, two) for one, two in pairwise(letters))), None)
    first, last = letters[0], letters[-1]
    if fault and not (gap and gap.n < fault.n):
        return Proof(fault.words, False)
    if gap:
        return Proof(gap.words, False)
    span = say("{seat}: letters {first} to {last}", seat=first.seat, first=first.number, last=last.number)
    if not last.own:
        return Proof(say("{span}; they are of before letters were chained", span=span), True)
    whole = {page.own for page in letters if not page.again}
    again = next((page for page in letters if page.again and page.own not in whole), None)
    if again:
        words = phrase("{span}: none is missing; {number} was made again when letters had another look: its text proves nothing")
        return Proof(say(words, span=span, number=again.number), False)
    return Proof(say("{span}: none is changed, none is missing", span=span), True)


def _changed(page: Page) -> Misfit | None:
    """Which letter (by count) is not what it says of itself, in words; None when it is."""
    own = link(page.before, page.number, page.text) if page.own and not page.again else page.own
    if own == page.own and (page.n > 1 or page.before in ("", START)):
        return None
    return Misfit(page.n, say("{letter}: letter {number} is not as it was sent", letter=page.name, number=page.number))


def _apart(one: Page, two: Page) -> Misfit | None:
    """Which letter does not follow the one before it, or is not there, in words; None when all is well."""
    if two.n > one.n + 1:
        number = f"{one.number.rpartition('-')[0]}-{one.n + 1}"
        gone = phrase("{letter}: letter {number}, which comes before it, is missing; RESEND {number} brings it")
        return Misfit(two.n, say(gone, letter=two.name, number=number))
    if (two.before if two.n > one.n else two.own) == one.own or (not one.own and two.before == START):
        return None
    words = phrase("{letter}: letter {number} does not follow letter {last} as that lies here")
    again = phrase("; two letters of one number come of a campaign that was restored from a backup and numbered its letters afresh:"
                   " ask your host, and if it was not, one of the two is not the referee's")  # fmt: skip
    twice = say(again) if two.n == one.n else ""
    return Misfit(two.n, say(words, letter=two.name, number=two.number, last=one.number) + twice)


# ---------------------------------------------------------------- the dice


def _dice(letters: list[Page]) -> Proof:
    """Whether every die fits the seed that the invitation is bound to; else the first letter whose dice do not."""
    read = counted(len({(page.seat, page.n) for page in letters}), "{number} letter", "{number} letters")
    opened = next((page.text for page in letters if _SEED.search(page.text)), "")
    bound = next((hit[0] for page in letters if not _SEED.search(page.text) and (hit := _HASH.search(page.text))), "")
    if not bound:
        return Proof(say("{letters} read; no invitation among them: nothing to check the rolls against", letters=read), False)
    if not opened:
        return Proof(say("{letters} read; the last letter, which opens the seed, is not among them yet", letters=read), False)
    key = _key(opened, bound)
    if key is None:
        return Proof(say("the seed in the last letter is not the one the invitation is bound to"), False)
    shown = [(page, throw) for page in letters for throw in _shown(page.text)]
    for page, throw in shown:
        if not check_throw(key, throw):
            faces = "+".join(map(str, throw.faces))
            words = phrase("{letter}: the roll of [{occasion}] does not fit: {faces}")
            return Proof(say(words, letter=page.name, occasion=throw.occasion, faces=faces), False)
    rolls = counted(len(shown), "{number} roll", "{number} rolls")
    occasions = counted(len({throw.occasion for _, throw in shown}), "{number} occasion", "{number} occasions")
    every = say("{letters}, {rolls} shown, {occasions}: every roll fits", letters=read, rolls=rolls, occasions=occasions)
    return Proof(every, True)


def _key(opened: str, bound: str) -> bytes | None:
    """The key of the dice by the last letter; None when its seed is not the one bound."""
    hit = _SEED.search(opened)
    seed = bytes.fromhex(hit[1]) if hit else b""
    nonces = {seat: nonce for seat, nonce in _NONCE.findall(opened) if seat != "seed"}
    return dice_key(seed, [bytes.fromhex(nonces[seat]) for seat in sorted(nonces)]) if commitment(seed) == bound else None


def _shown(text: str) -> Iterator[Throw]:
    """The dice in a letter, each with its occasion."""
    for spec, faces, occasion in _SHOWN.findall(re.sub(r"\s+", " ", text)):
        yield Throw(occasion, spec, tuple(int(face) for face in faces.split("+")))
