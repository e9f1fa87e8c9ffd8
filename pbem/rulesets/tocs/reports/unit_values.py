"""What is printed on an own unit's counter, in words: what it is, its strength, how fast it is, its guns, its staff."""

from collections.abc import Iterable

from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import arm_words, calls_in_short
from pbem.rulesets.tocs.rules.arrivals import entries

KINDS = {
    "company": phrase("company"), "half_company": phrase("half-company"), "hq_company": phrase("HQ company"),
    "hq": phrase("headquarters"), "vehicle_platoon": phrase("vehicle platoon"), "battery": phrase("battery"),
    "asset": phrase("asset"),
}  # fmt: skip
MOVES = {
    "foot": phrase("on foot"), "horse": phrase("horse-drawn"), "cavalry": phrase("mounted"), "motorized": phrase("motorized"),
    "mechanized": phrase("mechanized"), "armored": phrase("armored"),
}  # fmt: skip


@rule("TOCS-W1.3-1", "TOCS-W2.0-2", "TOCS-W2.4-5")
def values(counter: Counter) -> str:
    """`infantry company on foot; 4 steps, strength 4, 2 MP an AP, morale level 7`, and what else its counter has."""
    kind = " ".join(filter(None, (arm_words(counter.arm) if counter.arm else "", say(KINDS[counter.kind]))))
    strength = phrase("strength {strength} in defense alone") if counter.defence_only else phrase("strength {strength}")
    facts = [say("{steps} steps", steps=counter.steps) if counter.steps != 1 else say("1 step")]
    facts += [say(strength, strength=counter.strength), say("{mp} MP an AP", mp=counter.mp)]
    facts += [say("morale level {ml}", ml=counter.ml), *_armed(counter), *_staffed(counter)]
    return f"{kind}, {say(MOVES[counter.mobility])}; {', '.join(facts)}"


def _armed(counter: Counter) -> Iterable[str]:
    if counter.artillery:
        yield say("guns of strength {strength}, range {range} hexes", strength=counter.artillery, range=counter.range)
    if counter.aa:
        yield say("flak of strength {strength}, fires on after a 1d6 of {rof} or less", strength=counter.aa, rof=counter.rof)
    if counter.engineer:
        yield say("engineers")
    if counter.recon:
        yield say("trained for recon")


def _staffed(counter: Counter) -> Iterable[str]:
    if counter.command:
        yield say("commands within {number} hexes", number=counter.command)
    if counter.wireless:
        yield say("wireless reaches {number} hexes", number=counter.wireless)


def named(counter: Counter) -> str:
    """`2nd Company, Hermann Göring depot regiment; infantry company, on foot; …`: no line that could be taken for an order."""
    return f"{counter.name}; {values(counter)}"


def table(picture: Picture, calls: Iterable[str]) -> tuple[str, ...]:
    """The values of several units, those that are alike in a line."""
    alike: dict[str, list[str]] = {}
    for call in sorted(calls):
        unit = picture.forces.unit_called(call)
        if unit is not None and unit.status not in ("dead", "left", "joined"):
            alike.setdefault(values(picture.forces.counter(unit)), []).append(call)
    return tuple(f" {calls_in_short(some)}: {said}" for said, some in alike.items())


@rule("TOCS-2.3-1")
def how_to_enter(picture: Picture, call: str) -> tuple[str, ...]:
    """The lines that bring a unit on that waits off the board: its entries that are open, or all of them while none is."""
    unit, public = picture.forces.unit_called(call), picture.public
    ways = entries(picture.forces, unit) if unit is not None and unit.status == "waiting" else ()
    free = tuple(h for h in ways if public.owner[h] == picture.side and h not in public.engaged)
    if ways and not free:
        return (
            say("{call} waits to enter; none of its entries is inside your perimeter: {hexes}", call=call, hexes=", ".join(ways)),
        )
    return tuple(f"ENTER {call} AT {hex_}" for hex_ in free)
