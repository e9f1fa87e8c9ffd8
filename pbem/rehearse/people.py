"""The people of a rehearsal: when they answer, who sits where, how field commanders report a battle."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.command.affairs import Affairs, Seat
from pbem.command.ordered import ordered
from pbem.command.seats import commanders, senior
from pbem.engine.ruleset import Ruleset
from pbem.orders.reading import read_orders
from pbem.orders.sheet import Vocabulary
from pbem.reports.document import Document
from pbem.rulesets.tocs.module import Module

ANSWERS = ((0.42, 0), (0.72, 1), (0.88, 2), (0.95, 3))
"""How many days a commander lets go by: shares counted up, same evening, next day, two days, three; else later."""
LATER = (4, 7)
EVENING, LATE, LONGEST = 18, 22, 4.0  # he sits down at six and writes for up to four hours; after ten it is tomorrow
FOUGHT = (("ATTACKER HOLDS", 0.45), ("DEFENDER HOLDS", 0.8), ("ENGAGED", 1.0))
"""How a field battle ends in a rehearsal: shares counted up."""


def answer_at(opened: datetime, zone: str, chance: random.Random) -> datetime:
    """When a commander answers a letter that came at `opened`: an evening of his own, drawn from the answering model."""
    drawn = chance.random()
    days = next((days for share, days in ANSWERS if drawn < share), chance.randint(*LATER))
    local = opened.astimezone(ZoneInfo(zone))
    if local.hour >= LATE:
        days += 1
    sits = datetime.combine(_day(local, days), time(EVENING), ZoneInfo(zone)).astimezone(UTC)
    begins = max(sits, opened)
    ends = max(sits + timedelta(hours=LONGEST), begins + timedelta(minutes=45))
    return begins + (ends - begins) * chance.random()


def _day(local: datetime, days: int) -> date:
    return local.date() + timedelta(days=days)


# ---------------------------------------------------------------- seats


def seats_of(module: Module, team: int, field: bool) -> Iterator[Seat]:
    """A commander for each side, in a team one for each of its largest formations, and a field commander if battles are fought."""
    for side in module.sides:
        yield Seat(side.id, side.id, "commander", f"{side.id}@rehearsal.invalid", side.letter_prefix)
        known = {c.formation for c in module.counters if c.side == side.id and c.formation}
        sizes = Counter(c.parent for c in module.counters if c.side == side.id)
        heads = {c.formation: c.id for c in module.counters if c.side == side.id and c.formation}
        largest = sorted(known, key=lambda name: (-sizes[heads[name]], name))[: team - 1]
        for number, name in enumerate(largest, 1):
            id_, prefix = f"{side.id}.{name.replace('/', '-').lower()}", f"{side.letter_prefix}{chr(65 + number)}"
            yield Seat(id_, side.id, "commander", f"{number}@{side.id}.invalid", prefix, formations=(name,))
        if field:
            yield Seat(f"{side.id}.field1", side.id, "field commander", f"f@{side.id}.invalid", f"{side.letter_prefix}Z")


def shared_out(
    ruleset: Ruleset, affairs: Affairs, desk: tuple[str, object, Vocabulary], text: str
) -> Mapping[str, list[str]]:
    """A side's orders by the seat that writes each line: the nearest that commands all it orders, else the side's commander.

    desk: the side, its picture, its words.
    """
    side, picture, words = desk
    first = senior(affairs, side)
    shares: dict[str, list[str]] = {}
    for line in read_orders(tuple(enumerate(text.splitlines(), 1)), words).lines:
        nearest = set()
        for call in ordered(line.command, words.formations):
            able = commanders(affairs, side, ruleset.control.chain(picture, call))
            nearest.add(able[0].id if able else "")
        whose = nearest.pop() if len(nearest) == 1 else first.id if first else side
        shares.setdefault(whose, []).append(line.text)
    return shares


# ---------------------------------------------------------------- field battles


def reports(briefs: Mapping[str, Document], chance: random.Random) -> dict[str, str]:
    """The reports of a battle, by seat, that agree: who holds the hex, and a step lost here and there."""
    drawn = chance.random()
    result = next(name for name, share in FOUGHT if drawn < share)
    ways = {seat: _ways_back(brief) for seat, brief in briefs.items()}
    if not all(ways.values()):
        result = "ENGAGED"
    return {seat: "\n".join(_filled(brief, result, ways[seat], chance)) for seat, brief in briefs.items()}


def _ways_back(brief: Document) -> list[str]:
    """The hexes to fall back to, as the brief names them."""
    said = next((line for b in brief.blocks for line in b.lines if line.startswith(" to fall back to: ")), "")
    return [word.strip(",") for word in said.removeprefix(" to fall back to: ").split() if word[:1].isdigit()]


def _filled(brief: Document, result: str, ways: list[str], chance: random.Random) -> Iterator[str]:
    """The form of the brief, filled in."""
    ours = "ATTACKER" if any(b.title.startswith("5. LENGTH") for b in brief.blocks) else "DEFENDER"
    part = "PART" if result == "ENGAGED" else "ALL" if result.startswith(ours) else "NONE"
    for line in next(b.lines for b in brief.blocks if b.kind == "form")[1:-1]:
        if line.startswith("RESULT"):
            yield f"RESULT {result}"
        elif line.startswith("PERIMETER"):
            yield f"PERIMETER {part} OF {line.split()[-1]}"
        elif line.startswith(("OWN UNITS", "  ")):
            yield _unit(line, ways[0] if part == "NONE" else "", chance)
        else:
            yield line


def _unit(line: str, back: str, chance: random.Random) -> str:
    """A unit's line: perhaps a step fewer, and where it went."""
    words = line.split()
    steps, place = len(words) - 3, len(words) - 1
    if int(words[steps]) > 1 and chance.random() < 0.5:
        words[steps] = str(int(words[steps]) - 1)
    words[place] = back or words[place]
    return " ".join(words) if words[0] == "OWN" else f"  {' '.join(words)}"
