"""Half-companies: a company deployed into two, and made whole again (TOCS-W10.18)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.field_battle import locked
from pbem.rulesets.tocs.rules.stacking import MOST_ASSETS
from pbem.rulesets.tocs.units import STATES, SupplySource, Unit
from pbem.rulesets.tocs.view import View

WHICH = ("first", "second")


class Halves(Value):
    """The counters of two halves, all units that change with them, and the trucks that go with one of them."""

    counters: tuple[Counter, ...]
    units: tuple[Unit, ...]
    trucks: tuple[SupplySource, ...]

    def made_in(self, forces: Forces) -> Forces:
        """The forces afterwards."""
        forces = forces.deployed(self.counters, self.units)
        for trucks in self.trucks:
            forces = forces.with_source(trucks)
        return forces


@rule("TOCS-W10.18-1")
def cannot_split(view: View, unit: Unit) -> Refusal | None:
    """Why a company cannot be deployed: the module, its kind, its state, too few steps, or what it is about."""
    counter = view.forces.counter(unit)
    if not view.game.switches["half_companies"]:
        return illegal(say("companies are not divided in this game"), "TOCS-W10.18-1")
    if counter.kind != "company":
        return illegal(say("{counter} is no company that can be divided", counter=counter.call), "TOCS-W10.18-1")
    if unit.state:
        return illegal(
            say(
                "{counter} is {state}: only a company in good order is divided",
                counter=counter.call,
                state=say(STATES[unit.state]),
            ),
            "TOCS-W10.18-1",
        )
    if counter.steps - unit.lost < len(WHICH):
        return illegal(say("{counter} has not steps enough left for two halves", counter=counter.call), "TOCS-W10.18-2")
    if any(view.forces.unit_called(half_call(counter.call, n)) and not of(view.forces, unit) for n in range(len(WHICH))):
        return illegal(say("other units bear the names that the halves of {counter} would", counter=counter.call), "TOCS-W10.18-1")
    return _busy(view.forces, unit)


def _busy(forces: Forces, unit: Unit) -> Refusal | None:
    """Is the unit about something that it must do as it is?"""
    call = forces.counter(unit).call
    if forces.active and forces.active.unit == unit.id:
        return illegal(say("{call} is active: halve it before it acts, or when it is done", call=call), "TOCS-3.6-3")
    if forces.attack_of(unit.id):
        return illegal(say("{call} is committed to an attack", call=call), "TOCS-W10.0-5")
    if unit.id in forces.tasks:
        return illegal(
            say("{call} is at work: {work}; CEASE takes that off file", call=call, work=forces.tasks[unit.id].words),
            "TOCS-W10.22-4",
        )
    return illegal(say("{call} is in reserve", call=call), "TOCS-W10.21-4") if unit.reserve else None


@rule("TOCS-W10.18-1", "TOCS-W10.18-2")
def split(forces: Forces, unit: Unit) -> Halves:
    """The company in two: half its steps, losses and strength each, the odd one to the first, which keeps its assets.

    A half is a unit of its own kind (unit-steps: half_company) and does all that a company does.
    """
    whole = forces.counter(unit)
    made = tuple(_half(whole, n) for n in range(len(WHICH)))
    losses = (unit.lost - unit.lost // 2, unit.lost // 2)
    units = tuple(replace(unit, id=c.id, lost=lost, extended="") for c, lost in zip(made, losses, strict=True))
    assets = tuple(replace(u, assigned=made[0].id) for u in forces.on_map() if u.assigned == unit.id)
    return Halves(made, (replace(unit, status="split"), *units, *assets), _trucks(forces, (unit.id,), units[0]))


def _trucks(forces: Forces, of_: tuple[str, ...], to: Unit) -> tuple[SupplySource, ...]:
    return tuple(replace(s, join=to.id, noted=to.lost) for s in forces.sources.values() if s.join in of_)


def _half(whole: Counter, number: int) -> Counter:
    steps, odd = divmod(whole.steps, 2)
    strength, more = divmod(whole.strength, 2)
    return replace(
        whole, id=half_id(whole.id, number), call=half_call(whole.call, number),
            name=say("{whole}, {which} half", whole=whole.name, which=WHICH[number]),
        kind="half_company", steps=steps + odd * (not number), strength=strength + more * (not number), aliases=(), setup=None,
        bank="",
    )  # fmt: skip


def half_id(unit: str, number: int) -> str:
    """The id of a half: 0 is the first."""
    return f"{unit}-half-{number + 1}"


def half_call(call: str, number: int) -> str:
    """`A-1/504` and `A-2/504` for A/504, `ALARM-1` for ALARM."""
    name, slash, rest = call.partition("/")
    return f"{name}-{number + 1}{slash}{rest}"


def of(forces: Forces, unit: Unit) -> tuple[Unit, ...]:
    """The company a unit is, or is half of, and its halves; () where it never was deployed."""
    ids = (unit.id, unit.id.removesuffix("-half-1").removesuffix("-half-2"))
    whole = next((i for i in ids if half_id(i, 0) in forces.units), "")
    return (forces.units[whole], *(forces.units[half_id(whole, n)] for n in range(len(WHICH)))) if whole else ()


@rule("TOCS-W10.18-3")
def cannot_join(view: View, unit: Unit) -> Refusal | None:
    """Why a company cannot be made whole: its halves must stand together and be about nothing else."""
    forces, call = view.forces, view.forces.counter(unit).call
    family = of(forces, unit)
    if not family or family[0].status != "split":
        return illegal(say("{call} is not divided", call=call), "TOCS-W10.18-3")
    one, other = family[1:]
    if "dead" in (one.status, other.status):
        return illegal(
            say("half of {call} is lost: the other stays what it is", call=forces.counter(family[0]).call), "TOCS-W10.18-3"
        )
    if (one.hex, one.bank) != (other.hex, other.bank):
        return illegal(say("the halves of {call} do not stand together", call=forces.counter(family[0]).call), "TOCS-W10.18-3")
    return locked(view, one) or _busy(forces, one) or _busy(forces, other)


@rule("TOCS-W10.18-3")
def joined(forces: Forces, unit: Unit) -> Halves:
    """The company whole again, with what is left of both halves, in the worse of their states; of their assets it keeps the
    first four."""
    whole, one, other = of(forces, unit)
    worse = max(one, other, key=lambda u: u.state)
    made = replace(
        one, id=whole.id, lost=one.lost + other.lost, state=worse.state, cut=one.cut or other.cut,
        tested=max(one.tested, other.tested), extended=one.extended if one.extended == other.extended else "",
    )  # fmt: skip
    owned = [u for u in forces.on_map() if u.assigned in (one.id, other.id)]
    assets = (replace(u, assigned=whole.id if n < MOST_ASSETS else "") for n, u in enumerate(owned))
    gone = (replace(u, status="joined") for u in (one, other))
    return Halves((), (made, *gone, *assets), _trucks(forces, (one.id, other.id), made))
