"""The digest: what a seat was to be told since its last, in one letter. Nothing is in it that was not written then."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from pbem.campaign.records import DigestLetter
from pbem.documents.document import WITHIN, Block, Document, Letterhead
from pbem.documents.staff_form import plain_title
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import counted, phrase, phrases, say
from pbem.kernel.values import replace
from pbem.letters.desk import Desk, Out

_DIE = re.compile(r"\d+d\d+ .*\[")
COUNTS = {
    "sitrep": phrases("{number} report", "{number} reports"),
    "intsum": phrases("{number} summary", "{number} summaries"),
    "message": phrases("{number} message", "{number} messages"),
    "notice": phrases("{number} notice", "{number} notices"),
}
"""What a digest holds, by the kinds of its letters."""
SMALL = phrase("DIGEST OFF sends each letter by itself again. DIGEST 18:00 changes the hour.")


def digest(desk: Desk, held: Sequence[DigestLetter], stands: bool) -> Out:
    """One letter of all that was held, in the order it was written; and how things stand by the last report in it, if asked
    (stands): as they stood then, with its map."""
    latest = next((letter for letter in reversed(held) if letter.kind == "sitrep"), None)
    last = latest if stands else None
    blocks = [block for letter in held for block in _told(desk, letter)]
    state = tuple(_parted(desk, last).stood) if last else ()
    blocks += [Block(say("AS IT STOOD {when}", when=_when(desk, last.at)), (), WITHIN), *state] if last and state else []
    news = latest.document.wanted[:1] if latest else ()
    wanted = (*news, say("{count}. NO REPLY NEEDED.", count=_count(held)))
    subject, small = say("digest · {count}", count=_count(held)), (say(SMALL),)
    subject = f"{latest.document.subject.partition(' · ')[0]} · {subject}" if latest else subject
    facts = {**dict(desk.ruleset.reports.letterhead(desk.game, desk.picture)), "report": say("DIGEST"), "letter": desk.number}
    document = Document(
        subject, _head(desk, facts), wanted, tuple(blocks), small, map=last.document.map if last else None,
        letterhead=Letterhead("digest", tuple(facts.items())),
    )  # fmt: skip
    return Out(desk.seat.id, "digest", document, False)


def _head(desk: Desk, facts: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What it is headed with where the staff has no form."""
    what = " · ".join(facts[name] for name in ("report", "moment", "weather") if name in facts)
    return (facts.get("staff", desk.title).upper(), facts.get("dtg", "")), (what, desk.number)


def _count(held: Sequence[DigestLetter]) -> str:
    """`2 reports, 1 message`."""
    kinds = [letter.kind if letter.kind in COUNTS else "notice" for letter in held]
    return ", ".join(counted(kinds.count(kind), *COUNTS[kind]) for kind in dict.fromkeys(kinds))


def _told(desk: Desk, letter: DigestLetter) -> Iterator[Block]:
    """A letter that was held, under the hour and the subject it had; of a report what had changed."""
    under = tuple(left for left, _ in letter.document.head[1:]) if letter.kind == "message" else ()
    blocks = _parted(desk, letter).changed if letter.kind == "sitrep" else list(letter.document.blocks)
    yield Block(_when(desk, letter.at), (letter.document.subject, *under), WITHIN)
    yield from blocks


class _Parted(NamedTuple):
    """The blocks of a report: what had changed, and how things stood."""

    changed: list[Block]
    stood: list[Block]


def _parted(desk: Desk, letter: DigestLetter) -> _Parted:
    """A report taken apart. The dice of how things stood come with what changed, in a block without a title: `pbem verify` reads
    them."""
    sections, parts = desk.ruleset.reports.SECTIONS["sitrep"], _Parted([], [])
    for block in letter.document.blocks:
        if sections.get(plain_title(block.title)) != "state":
            parts.changed.append(block)
            continue
        dice = tuple(line for line in block.lines if _DIE.search(line))
        parts.changed.extend([Block("", dice)] if dice else [])
        parts.stood.append(replace(block, lines=tuple(line for line in block.lines if line not in dice)))
    return parts


def _when(desk: Desk, at: datetime) -> str:
    return clock(at, desk.zone)
