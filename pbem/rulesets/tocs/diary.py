"""The war diary: what happened to each own unit, as its side learnt it. A fold of what it learnt, like all of its picture."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.values import Value
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.view import Public

MOST = 400  # notes of a unit that are kept; the oldest go first
PASSING = ("", "acted", "waiting", "recovered", "looked out", "stacking", "stood down")  # changes of a unit that are no story
SAID = {"battle": phrase("after it"), "engaged": phrase("engaged there")}
OBSERVED = phrase("observed, empty"), phrase("observed, occupied")
PROBED = phrase("probed, empty"), phrase("probed, occupied")
SCOUTED = phrase("scouted, empty"), phrase("scouted, occupied")
LONG = phrase("as long as it can")
EFFORT = {1: phrase("hasty"), 2: phrase("deliberate"), 3: phrase("intensive")}


class Note(Value):
    """One thing that happened to a unit. when: the impulse, "T1.2"; what: an English text, why and
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


def noted(diary: Diary, forces: Forces, public: Public, what: o.What) -> Diary:
    """The diary after something was learnt (`observations.what`). forces, public: the side's own, before it learnt this."""
    notes = NOTES.get(type(what))
    if notes is None:
        return diary
    fresh = dict(notes(forces, public.impulse_name, what))
    return {**diary, **{unit: _with(diary.get(unit, ()), note) for unit, note in fresh.items()}} if fresh else diary


def _with(notes: tuple[Note, ...], note: Note) -> tuple[Note, ...]:
    """A step follows a step of the same impulse in one note; what is noted already is not noted again."""
    last = notes[-1] if notes else None
    if last == note:
        return notes
    goes_on = last is not None and note.what == "moved" and (last.what, last.when) == (note.what, note.when)
    return (*(notes[:-1] if goes_on else notes), note)[-MOST:]


Notes = Iterable[tuple[str, Note]]


def _unit(_: Forces, when: str, event: t.UnitChanged) -> Notes:
    unit, why = event.unit, event.why
    if unit.status == "dead":
        return ((unit.id, Note(when, phrase("destroyed ({why})") if why else phrase("destroyed"), unit.hex, why=why)),)
    return () if why in PASSING else ((unit.id, Note(when, SAID.get(why, why), unit.hex, unit.lost, unit.state)),)


def _sighted(_: Forces, when: str, event: t.HexObserved) -> Notes:
    return ((event.unit, Note(when, OBSERVED[event.occupied], event.hex)),)


def _scouted(_: Forces, when: str, event: t.HexScouted) -> Notes:
    how = PROBED if event.probe else SCOUTED
    return ((event.unit, Note(when, how[event.occupied], event.hex)),)


def _attack(_: Forces, when: str, event: t.AttackOrdered) -> Notes:
    attack = event.attack
    what = phrase("to steal into") if attack.infiltrates else phrase("to attack, {why}")
    effort = "" if attack.infiltrates else EFFORT.get(attack.ap, LONG)
    return ((attack.unit, Note(when, what, attack.target, why=effort)),)


def _battle(forces: Forces, when: str, seen: o.BattleSeen) -> Notes:
    there = {*(a.unit for a in forces.attacks if a.target == seen.hex), *(u.id for u in forces.at(seen.hex))}
    if seen.level == "ambush" and seen.role == "attacker" and forces.active:
        there.add(forces.active.unit)
    return [(unit, Note(when, "battle", seen.hex, battle=seen.number)) for unit in sorted(there)]


def _field(_: Forces, when: str, seen: o.OwnForce) -> Notes:
    force = seen.force
    return [(unit.id, Note(when, "battle", force.hex, battle=force.number)) for unit in force.units]


def _task(_: Forces, when: str, event: t.TaskEnded) -> Notes:
    task = event.task
    return ((task.unit, Note(when, phrase("{work}: {why}"), task.hex, why=event.why, work=task.words)),)


NOTES: Mapping[type[Value], Callable[[Forces, str, Any], Notes]] = {
    t.UnitChanged: _unit, t.HexObserved: _sighted, t.HexScouted: _scouted, t.AttackOrdered: _attack, o.BattleSeen: _battle,
    o.OwnForce: _field, t.TaskEnded: _task,
}  # fmt: skip
"""What of that which is learnt is a story of a unit's."""
