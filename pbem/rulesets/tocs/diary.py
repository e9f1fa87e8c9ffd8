"""The war diary: what befell each own unit, as its side learnt it. A fold of the side's observations, like all of its picture."""

from collections.abc import Iterator, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.values import Value
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.forces import Forces

MOST = 400  # notes of a unit that are kept; the oldest go first
PASSING = ("", "acted", "waiting", "recovered", "looked out", "stacking", "stood down")  # changes of a unit that are no story
PASSING_BY = (o.OwnHand, o.OwnActivation, o.EnemyLooked, o.OwnGroundScouted)  # the commonest observations that are no story
SAID = {"battle": phrase("after it"), "engaged": phrase("engaged there")}
OBSERVED = phrase("observed, empty"), phrase("observed, occupied")
PROBED = phrase("probed, empty"), phrase("probed, occupied")
SCOUTED = phrase("scouted, empty"), phrase("scouted, occupied")
LONG = phrase("as long as it can")
EFFORT = {1: phrase("hasty"), 2: phrase("deliberate"), 3: phrase("intensive")}


class Note(Value):
    """One thing that befell a unit. when: the impulse, "T1.2"; what: an English text, why and
    work: what stands in its braces; hex: where; lost, state: what it had lost then and
    how it was (-1: not told); battle: its number, 0 for none.
    """

    when: str
    what: str
    hex: Hex
    lost: int = -1
    state: int = -1
    battle: int = 0
    why: str = ""
    work: str = ""


Diary = Mapping[str, tuple[Note, ...]]


def noted(diary: Diary, camp: Forces, when: str, seen: o.Seen) -> Diary:
    """The diary after an observation. camp: the side's own forces, before it learnt this."""
    if isinstance(seen, PASSING_BY):
        return diary
    fresh = dict(_notes(camp, when, seen))
    return {**diary, **{unit: _with(diary.get(unit, ()), note) for unit, note in fresh.items()}} if fresh else diary


def _with(notes: tuple[Note, ...], note: Note) -> tuple[Note, ...]:
    """A step follows a step of the same impulse in one note; what is noted already is not noted again."""
    last = notes[-1] if notes else None
    if last == note:
        return notes
    goes_on = last is not None and note.what == "moved" and (last.what, last.when) == (note.what, note.when)
    return (*(notes[:-1] if goes_on else notes), note)[-MOST:]


def _notes(camp: Forces, when: str, seen: o.Seen) -> Iterator[tuple[str, Note]]:
    match seen:
        case o.OwnUnit(unit, why) if unit.status == "dead":
            yield unit.id, Note(when, phrase("destroyed ({why})") if why else phrase("destroyed"), unit.hex, why=why)
        case o.OwnUnit(unit, why) if why not in PASSING:
            yield unit.id, Note(when, SAID.get(why, why), unit.hex, unit.lost, unit.state)
        case o.HexAnswered() | o.HexSighted():
            how = OBSERVED if isinstance(seen, o.HexSighted) else PROBED if seen.probe else SCOUTED
            yield seen.unit, Note(when, how[seen.occupied], seen.hex)
        case o.OwnAttack(attack):
            what = phrase("to steal into") if attack.infiltrates else phrase("to attack, {why}")
            yield attack.unit, Note(when, what, attack.target, why="" if attack.infiltrates else EFFORT.get(attack.ap, LONG))
        case o.BattleSeen(number=number, hex=hex_):
            there = {*(a.unit for a in camp.attacks if a.target == hex_), *(u.id for u in camp.at(hex_))}
            if seen.level == "ambush" and seen.role == "attacker" and camp.hand:
                there.add(camp.hand.unit)
            yield from ((unit, Note(when, "battle", hex_, battle=number)) for unit in sorted(there))
        case o.OwnForce(force):
            yield from ((unit.id, Note(when, "battle", force.hex, battle=force.number)) for unit in force.units)
        case o.OwnTaskEnded(task, why):
            yield task.unit, Note(when, phrase("{work}: {why}"), task.hex, why=why, work=task.words)
