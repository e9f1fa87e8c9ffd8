"""Worked examples as data, under the printed hex numbers of the sources. A file holds `rows`, ids of the ledger, and:

`[ground]`: what differs from farmland. `around`: a hex, the map being it and all beside it; or `columns` and `rows`, first
and last; neither: 8 columns of 8 from 01.01. The rest is written as in map.toml: `hex` (terrain, level, and by hexside
`met`, `climb`, `room`), `streams`, `water`, `road` (an `id` is not needed), `bridge`.
`[air]`: blue's `flight`, due as the impulse begins, with `aboard` (units by call, load, at); red's `patrol`: `call`, the hex it is
`over`, `aircraft` (1 understood; the others are called after it); blue's `crafts`, ready beyond the map: call, class, missions.
`[sea]`: in place of `ground` the coast of `seas.py`; `ships`: call, kind, side, box and what else differs; `planes`: call, base.
`[given]`: `blue` and `red` (call, hex, kind and what else differs), `road`, `points`, `minimum`, and what a Scene takes.
`[dice]`: the faces by the beginning of the occasion.
`[[orders]]`: unit, act, deficit; or unit and `line`, which activates nobody else; or `staff`, `close`. `[end]`: `fight`, `close`,
`then_close`. `[[after]]`: orders of the next impulse;
`[end] last_close`: how that one is closed.
`[[step]]`: `from`, `to`, `cost` in movement points, or "all AP", or "no way". `to` need not be adjacent: then past a hex
that has room. `unit`: "foot" (understood), "wheeled", "tracked", and `traits`, `state`, `skis`; `by`: "road", which is then
looked for in the way found, or "land", as if the map had no road; `there`: hex -> unit that stands there; `weather`.
`[then]`: what has come of it, by the keys of `found` below. `[learns]`: the observations of a side; `not_blue`, `not_red`:
what a side must not have been told.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.kernel.hexes import Hex, column_row, hex_at, neighbours
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import ON_STATION, Air, Aircraft, Sortie
from pbem.rulesets.tocs.flights import FlightPlan, Schedule, Stick
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.map_reading import parse_map
from pbem.rulesets.tocs.observations import what
from pbem.rulesets.tocs.rules.chain import answers_to
from pbem.rulesets.tocs.rules.command import in_touch
from pbem.rulesets.tocs.rules.communications import in_loc
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.movement import ALL_AP, step
from pbem.rulesets.tocs.rules.zoc import reach
from pbem.rulesets.tocs.ships import Sea
from pbem.rulesets.tocs.units import HALVES, STATES
from tests.rulesets.tocs.builder import COLUMNS, ROWS, Piece, Scene, ground, road
from tests.rulesets.tocs.seas import coast, plane, ship

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.toml"))
RULES = library.rules("tocs")

WORKED = (
    "TOCS-3.3-3", "TOCS-3.9-12", "TOCS-W1.2-4", "TOCS-W6.0-18", "TOCS-W7.0-3", "TOCS-W7.2-5", "TOCS-W9.1-7", "TOCS-W10.17-4",
    "TOCS-W10.19-7",
    "TOCS-W10.26-6", "TOCS-W10.26-7", "TOCS-W11.1-4", "TOCS-W11.6-2", "TOCS-W11.12-4", "TOCS-W11.13-2", "TOCS-W11.16-3",
    "TOCS-W11.18-2", "TOCS-W11.19-10", "TOCS-W11.22-4", "TOCS-W11.23-2", "TOCS-W11.24-2", "TOCS-W11.25-2", "TOCS-W13.5.5-6",
    "TOCS-W10.9-5", "TOCS-W10.15-5", "TOCS-W6.0-17", "TOCS-W6.0-20",
)  # fmt: skip
"""The worked examples of the sources in the areas of the ground war; those of other areas come with their area."""

AT_SEA = {"TOCS-W16.2-6", "TOCS-W16.2-7", "TOCS-W16.3-4", "TOCS-W16.3-5", "TOCS-W16.4-3"}

ALOFT = {
    "TOCS-W14.5-2", "TOCS-W14.5-3", "TOCS-W15.7-2", "TOCS-W15.11-2", "TOCS-W15.15-8", "TOCS-W15.15-9", "TOCS-W15.16-2",
    "MASL-7.1-6", "MASL-7.1-9",
}  # fmt: skip
"""The cases of the air whose hexes and dice are on paper: of the flights that jump at Grave, Heumen and Groesbeek."""

AREAS = (
    "loc los-supply weather visibility national turn-sequence op-points activation dice error-correction rules-precedence "
    "states units stacking hq-command perimeter fog-of-war zoc move roads rivers terrain map ambush straying infiltrate "
    "withdraw recon probe attack crt retreat-pursuit engagement reserve artillery mortars rally interrogation setup "
    "reinforcements victory assign half-company disband refit recovery improve-position extended-deployment obstacles"
)
"""The areas of the ground war, and those that give and replace troops."""

CLASSES: dict[str, dict[str, Any]] = {
    "foot": {}, "wheeled": {"mobility": "motorized", "mp": 6}, "tracked": {"kind": "vehicle_platoon"},
}  # fmt: skip


# ---------------------------------------------------------------- the ground


def written(value: Any) -> str:
    """A value as TOML writes it inside a line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {written(inner)}" for key, inner in value.items()) + " }"
    return "[" + ", ".join(map(written, value)) + "]" if isinstance(value, list) else json.dumps(value)


def frame(told: dict[str, Any]) -> tuple[list[int], list[int]]:
    """First and last column, first and last row."""
    if "around" in told:
        column, row = column_row(Hex(told["around"]))
        return [column - 1, column + 1], [row - 1, row + 1]
    return told.get("columns", [1, COLUMNS]), told.get("rows", [1, ROWS])


def land(told: dict[str, Any], roads: bool = True) -> Ground:
    """The ground an example describes; roads=False: the same without its roads."""
    (left, right), (top, bottom) = frame(told)
    grid = {"columns": [left, right], "rows": [top, bottom], "hex_metres": 1200, "contour_metres": 20}
    cells = {hex_at(c, r): {"terrain": "farmland"} for c in range(left, right + 1) for r in range(top, bottom + 1)}
    assert set(told.get("hex", {})) <= set(cells)
    whole = {"schema": "pbem-map/1", "grid": grid, "hex": cells | told.get("hex", {})}
    whole |= {key: told[key] for key in ("streams", "water", "bridge") if key in told}
    if roads:
        whole["road"] = [{"id": f"road {n}", **way} for n, way in enumerate(told.get("road", []))]
    return parse_map("map.toml", "\n".join(f"{key} = {written(value)}" for key, value in whole.items()))


def walked(told: dict[str, Any], ground_told: dict[str, Any]) -> int | float | str:
    """What a step costs, in the form the example writes it."""
    ground_there = land(ground_told, roads=told.get("by") != "land")
    unit = CLASSES[told.get("unit", "foot")] | {key: told[key] for key in ("state", "skis") if key in told}
    there = [Piece(f"X{n}", where, **CLASSES[kind]) for n, (where, kind) in enumerate(told.get("there", {}).items())]
    mover = Piece("A", told["from"], traits=tuple(told.get("traits", ())), **unit)
    own, weather = " ".join(ground_there.hexes), told.get("weather", {})
    s = Scene([mover, *there], own=own, land=ground_there, weather=weather)
    way = step(s.view(), s.forces().counters["a"], Position(Hex(told["from"]), 0), Hex(told["to"]))
    if way is None:
        return "no way"
    assert "by" not in told or bool(way.road) == (told["by"] == "road")
    return "all AP" if way.cost == ALL_AP else way.cost / HALVES


# ---------------------------------------------------------------- the battlefield


def scene(example: dict[str, Any]) -> Scene:
    """The battlefield an example describes."""
    given, dice = example.get("given", {}), example.get("dice", {})
    pieces = {side: [Piece(p.pop("call"), p.pop("hex"), **p) for p in given.pop(side, [])] for side in ("blue", "red")}
    where = ground("", road(given.pop("road"))) if "road" in given else land(example.get("ground", {}))
    if "sea" in example:
        where = coast()
    points, minimum = given.pop("points", {}), given.pop("minimum", {})
    faces = {k: tuple(v) for k, v in dice.items()}
    made = Scene(
        pieces["blue"],
        pieces["red"],
        land=where,
        dice=faces,
        sides=aloft(example.get("air", {})) | afloat(example.get("sea", {})),
        **given,
    )
    for side in {*points, *minimum}:
        pool = made.forces(side).pools["pool"]
        pool = replace(pool, bank=points.get(side, pool.bank), minimum=minimum.get(side, pool.minimum))
        made.play.happen([e.IncomeEarned(side, pool, made.play.dice.throw(f"given/{pool.id}/{len(made.dice.thrown)}", "1d10"), 0)])
    made.play.seen.clear()
    return made


def aloft(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Both sides' parts in the air."""
    camps: dict[str, dict[str, Any]] = {}
    if "flight" in told:
        sticks = tuple(
            Stick(tuple(map(str.lower, s["units"])), s["load"], Hex(s["at"])) for s in told["flight"].get("aboard", ())
        )  # fmt: skip
        plan = FlightPlan(turn=1, **{**told["flight"], "path": tuple(map(Hex, told["flight"]["path"])), "aboard": sticks})
        camps["blue"] = {"schedule": Schedule({plan.call: plan})}
    if "crafts" in told:
        ready = (Aircraft(c["call"], c["call"], "blue", "british", c["class"], tuple(c["missions"])) for c in told["crafts"])
        camps.setdefault("blue", {})["air"] = Air({craft.call: craft for craft in ready})
    if "patrol" in told:
        call, over = told["patrol"]["call"], Hex(told["patrol"]["over"])
        calls = (call, *(f"{call}-{n}" for n in range(2, told["patrol"].get("aircraft", 1) + 1)))
        crafts = {c: Aircraft(c, c, "red", "german", "fighter", ("patrol",), box=ON_STATION) for c in calls}
        camps["red"] = {"air": Air(crafts, (Sortie(call, "patrol", (over,), calls, status=ON_STATION),))}
    return camps


def afloat(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Both sides' ships, and blue's aircraft."""
    if not told:
        return {}
    ships = [ship(s.pop("call"), s.pop("kind"), s.pop("side", "blue"), **s) for s in told["ships"]]
    planes = [plane(p["call"], p["base"]) for p in told.get("planes", [])]
    fleets = {side: Sea({s.call: s for s in ships if s.side == side}) for side in ("blue", "red")}
    return {"blue": {"sea": fleets["blue"], "air": Air({p.call: p for p in planes})}, "red": {"sea": fleets["red"]}}


def box_of(s: Scene, call: str) -> int:
    """The box of a ship, or of aircraft over the water."""
    sea = next(forces.sea for forces in s.board.forces.values() if forces.sea.knows(call))
    return sea.ships[call].box if call in sea.ships else sea.planes[call].box


def carry_out(s: Scene, orders: list[dict[str, Any]]) -> None:
    for order in orders:
        if "staff" in order:
            assert s.staff(order["staff"]) == ()
            continue
        if "line" in order:
            assert s.does(order["unit"], order["line"]).failure is None
            continue
        if "close" in order:
            s.close(order["close"])
            continue
        s.activate(order["unit"], order.get("deficit", 0))
        s.does(order["unit"], order["act"])


def found(s: Scene, key: str, wanted: Any) -> Any:  # noqa: PLR0911, PLR0912, C901 - a flat table
    """What came of the example, in the form the example writes it."""
    fights = s.happened(e.BattleRolled)
    match key:
        case "pool":
            return {side: s.forces(side).pools["pool"].bank for side in wanted}
        case "hex":
            return {call: s.unit(call).hex for call in wanted}
        case "owner":
            return {h: s.owner(h) for h in wanted}
        case "count":
            return {why: sum(c.why == why for c in s.happened(e.UnitChanged)) for why in wanted}
        case "engaged":
            return sorted(s.public.engaged)
        case "claims":
            return list(s.public.claims["blue"])
        case "level":
            return fights[-1].fight.level
        case "attacker" | "defender":
            return getattr(fights[-1], key).total
        case "zone":  # the hexes over which a company could exert one
            return {call: sorted(reach(s.view(), s.unit(call))) for call in wanted}
        case "defences":
            return [fight.defender.total for fight in fights]
        case "column" | "basic_column":
            return getattr(fights[-1], key)
        case "ap_of":
            return {side: s.active(side).ap for side in wanted}
        case "ap":
            return s.active().ap
        case "turn":
            return s.public.turn
        case "state":
            return {call: STATES[s.unit(call).state] for call in wanted}
        case "linked":
            return {call: in_loc(s.view(), s.unit(call)) for call in wanted}
        case "gets_through":  # "HQ: unit": does an order get through?
            pairs = {pair: pair.split(": ") for pair in wanted}
            return {pair: in_touch(s.view(), s.unit(hq), s.unit(unit)) for pair, (hq, unit) in pairs.items()}
        case "obeys":  # "HQ: unit": does the unit take its orders?
            pairs = {pair: pair.split(": ") for pair in wanted}
            return {pair: answers_to(s.forces(), s.unit(unit), s.unit(hq)) for pair, (hq, unit) in pairs.items()}
        case "flown":  # what met the flights on their way
            return [f"{leg.hex} {leg.result}" for flown in s.happened(e.FlightFlown) for leg in flown.legs]
        case "turned":  # how hits turned the flights on their way
            return [f"{leg.hex} {leg.turned}" for flown in s.happened(e.FlightFlown) for leg in flown.legs]
        case "shots":  # of flak: gun, hex, result, and whether it keeps its rate of fire
            calls = {unit: s.forces("red").counters[unit].call for unit in s.forces("red").units}
            return [
                f"{calls[f.unit.id]} {f.hex} {f.result}{'' if f.keeps else ', rate lost'}" for f in s.happened(e.FlakFired)
            ]  # fmt: skip
        case "struck":  # the kind that an air strike found
            return [x.attacked or "nothing" for x in s.happened(e.AirStruck)]
        case "rounds":  # of fights in the air: attackers down or home, defenders
            return [
                f"{r.attacker_lost + r.attacker_home} {r.defender_lost + r.defender_home}"
                for fight in s.happened(e.AirFought) for r in fight.rounds
            ]  # fmt: skip
        case "boxes":
            return {
                call: next(f.air.aircraft[call].box for f in s.board.forces.values() if call in f.air.aircraft) for call in wanted
            }
        case "supplies":  # "side hex": points
            lie = [f"{side} {x.hex}" for side, f in s.board.forces.items() for x in f.sources.values() for _ in range(x.sp)]
            return {where: lie.count(where) for where in lie}
        case "box":  # of ships, and of aircraft over the water
            return {call: box_of(s, call) for call in wanted}
        case "over":  # the zone of aircraft over the water
            return {call: s.forces().sea.planes[call].zone for call in wanted}
        case "battles":  # who attacked at sea, and whether the other was surprised
            return [f"{b.attacker}{' by surprise' if b.surprise else ''}" for b in s.happened(e.SeaBattleBegan)]
        case "searched":
            return [", ".join(x.found) or "nothing" for x in s.happened(e.SeaSearched)]
        case "touches":
            return {h: sorted(neighbours(Hex(h))) for h in wanted}
    raise KeyError(key)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_an_example_comes_out_as_it_is_written(path: Path) -> None:
    example = tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(example) <= {"rows", "ground", "given", "air", "dice", "orders", "end", "after", "step", "then", "learns", "sea"}
    assert set(example["rows"]) <= set(RULES)
    steps = example.get("step", [])
    assert [told | {"cost": walked(told, example.get("ground", {}))} for told in steps] == steps
    assert steps or example["then"]
    s = scene(example)
    if "air" in example:
        s.settle()
    carry_out(s, example.get("orders", []))
    end = example.get("end", {})
    if end.get("fight"):
        s.fight()
    for how in (end[k] for k in ("close", "then_close") if k in end):
        s.close(how)
    carry_out(s, example.get("after", []))
    if "last_close" in end:
        s.close(end["last_close"])
    then = example.get("then", {})
    assert {key: found(s, key, wanted) for key, wanted in then.items()} == then
    for side, kinds in example.get("learns", {}).items():
        learnt = {type(what(seen)).__name__ for desk, seen in s.play.seen if desk == side.removeprefix("not_")}
        assert not learnt & set(kinds) if side.startswith("not_") else set(kinds) <= learnt, (side, learnt)


def test_every_worked_example_of_the_ground_war_is_a_file() -> None:
    """Those the ledger calls so, whatever this module lists."""
    held = {row for path in EXAMPLES for row in tomllib.loads(path.read_text(encoding="utf-8"))["rows"]}
    titled = {name for name, row in RULES.items() if "worked example" in row.title.lower() and row.area in AREAS.split()}
    assert titled and titled <= set(WORKED)
    assert set(WORKED) | {"TOCS-W15.0-4"} | AT_SEA | ALOFT <= held
    assert {RULES[name].area for name in WORKED} <= set(AREAS.split())
