"""The people of a rehearsal: when they answer, who sits where, how field commanders report a battle."""

import random
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pbem.campaign.seats import commanders, senior
from pbem.campaign.state import AdminState, Seat
from pbem.campaign.units_ordered import ordered
from pbem.documents.document import Document
from pbem.engine.opaque import OpaquePicture
from pbem.kernel.numbered_lines import numbered
from pbem.modules.opened import OpenModule
from pbem.orders.parser import read_orders
from pbem.orders.tree import Vocabulary
from pbem.rulesets.form import FoughtOut, OpaqueRehearsals, Ruleset

ANSWERS = ((0.42, 0), (0.72, 1), (0.88, 2), (0.95, 3))
"""How many days a commander lets go by: shares counted up, same evening, next day, two days, three; else later."""
LATER = (4, 7)
EVENING, LATE, LONGEST = 18, 22, 4.0  # he sits down at six and writes for up to four hours; after ten it is tomorrow


RESULTS = {"attacker": "ATTACKER HOLDS", "defender": "DEFENDER HOLDS", "": "ENGAGED"}
Fight = Callable[[int, int, int], FoughtOut]
"""`Rehearsals.fought` in a game: from the steps of both sides and two dice to the end."""


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


def seats_of(rehearsals: OpaqueRehearsals, module: OpenModule, team: int, field: bool) -> Iterator[Seat]:
    """A commander for each side, in a team one for each of its largest formations, and a field commander if battles are fought."""
    for side in module.sides:
        yield Seat(side.id, side.id, "commander", f"{side.id}@rehearsal.invalid", side.letter_prefix)
        for number, name in enumerate(rehearsals.largest(module, side.id)[: team - 1], 1):
            id_, prefix = f"{side.id}.{name.replace('/', '-').lower()}", f"{side.letter_prefix}{chr(65 + number)}"
            yield Seat(id_, side.id, "commander", f"{number}@{side.id}.invalid", prefix, formations=(name,))
        if field:
            yield Seat(f"{side.id}.field1", side.id, "field commander", f"f@{side.id}.invalid", f"{side.letter_prefix}Z")


class OrderDesk(NamedTuple):
    """What the staff of a side writes its orders at: the side, its picture, its words."""

    side: str
    picture: OpaquePicture
    words: Vocabulary


def shared_out(ruleset: Ruleset, admin: AdminState, desk: OrderDesk, text: str) -> Mapping[str, list[str]]:
    """A side's orders by the seat that writes each line: the nearest that commands all it orders, else the side's commander."""
    side, picture, words = desk
    first = senior(admin, side)
    shares: dict[str, list[str]] = {}
    for line in read_orders(tuple(numbered(text.splitlines(), 1)), words).lines:
        nearest = set()
        for call in ordered(line.command, words.formations):
            able = commanders(admin, side, ruleset.command.chain(picture, call) if ruleset.command else ())
            nearest.add(able[0].id if able else "")
        whose = nearest.pop() if len(nearest) == 1 else first.id if first else side
        shares.setdefault(whose, []).append(line.text)
    return shares


# ---------------------------------------------------------------- field battles


def reports(briefs: Mapping[str, Document], fought: Fight, chance: random.Random) -> dict[str, str]:
    """The reports of a battle, by seat, that agree: who holds the hex and at what price, as the ruleset has it (`fought`) for the
    steps that both sides brought and two dice. The beaten fall back to every hex that is open to them, so that none is overrun
    with them."""
    roles = {_role(brief): seat for seat, brief in briefs.items()}
    brought = {role: [int(words[-3]) for words in _units(briefs[seat])] for role, seat in roles.items()}
    ways = {seat: _ways_back(brief) for seat, brief in briefs.items()}
    end = fought(sum(brought["ATTACKER"]), sum(brought["DEFENDER"]), chance.randint(1, 6) + chance.randint(1, 6))
    result, price = RESULTS[end.holds], {"ATTACKER": end.attacker, "DEFENDER": end.defender}
    if not all(ways.values()):
        result = "ENGAGED"
    written = {}
    for role, seat in roles.items():
        inside = result == "ENGAGED" or result.startswith(role)
        cost = min(price[role], sum(brought[role]) - inside)  # who is in the hex has somebody there to report it
        written[seat] = "\n".join(_filled(briefs[seat], result, _left(brought[role], cost), [] if inside else ways[seat]))
    return written


def _left(steps: list[int], lost: int) -> list[int]:
    """What is left of units that lose so many steps, the largest first."""
    left = list(steps)
    for _ in range(lost):
        left[left.index(max(left))] -= 1
    return left


def _role(brief: Document) -> str:
    return "ATTACKER" if any(b.title.startswith("5. LENGTH") for b in brief.blocks) else "DEFENDER"


def _form(brief: Document) -> tuple[str, ...]:
    """The lines of the form, without its fences."""
    return next(b.lines for b in brief.blocks if b.kind == "form")[1:-1]


def _units(brief: Document) -> Iterator[list[str]]:
    """The words of each unit in the form: what it is called, its steps, its state, where it is."""
    return (line.split() for line in _form(brief) if line.startswith(("OWN UNITS", "  ")))


def _ways_back(brief: Document) -> list[str]:
    """The hexes to fall back to, as the brief names them."""
    said = next((line for b in brief.blocks for line in b.lines if line.startswith(" withdrawal: ")), "")
    return [word.strip(",") for word in said.removeprefix(" withdrawal: ").split() if word[:1].isdigit()]


def _filled(brief: Document, result: str, left: list[int], ways: list[str]) -> Iterator[str]:
    """The form of the brief, filled in: the steps left of each unit, and where it fell back to if its side is beaten."""
    part = "PART" if result == "ENGAGED" else "ALL" if result.startswith(_role(brief)) else "NONE"
    units = enumerate(_units(brief))
    for line in _form(brief):
        if line.startswith("RESULT"):
            yield f"RESULT {result}"
        elif line.startswith("PERIMETER"):
            yield f"PERIMETER {part} OF {line.split()[-1]}"
        elif line.startswith(("OWN UNITS", "  ")):
            number, words = next(units)
            yield _unit(words, left[number], ways[number % len(ways)] if ways else "")
        else:
            yield line


def _unit(words: list[str], left: int, back: str) -> str:
    """A unit's line: the steps it has left, and where it went."""
    fate = ["destroyed"] if left == 0 else [str(left), words[-2], back or words[-1]]
    said = " ".join((*words[:-3], *fate))
    return said if words[0] == "OWN" else f"  {said}"
