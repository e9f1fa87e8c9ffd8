"""Worked examples as data: given, orders, dice, then, who learns what. Every row of an example stands in the ledger."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem import library
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from tests.rulesets.tocs.builder import Piece, Scene, ground, road

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.toml"))
RULES = library.rules("tocs")


def scene(given: dict[str, Any], dice: dict[str, list[int]]) -> Scene:
    """The battlefield an example describes."""
    pieces = {side: [Piece(p.pop("call"), p.pop("hex"), **p) for p in given.pop(side)] for side in ("blue", "red")}
    land = ground("", road(given.pop("road"))) if "road" in given else ground()
    points, minimum = given.pop("points", {}), given.pop("minimum", {})
    made = Scene(pieces["blue"], pieces["red"], land=land, dice={k: tuple(v) for k, v in dice.items()}, **given)
    for side in {*points, *minimum}:
        pool = made.camp(side).pools["pool"]
        pool = replace(pool, bank=points.get(side, pool.bank), minimum=minimum.get(side, pool.minimum))
        made.play.happen([e.IncomeEarned(side, pool, made.play.dice.throw("given", "1d10"), 0)])
    made.play.seen.clear()
    return made


def carry_out(s: Scene, orders: list[dict[str, Any]]) -> None:
    for order in orders:
        s.activate(order["unit"], order.get("deficit", 0))
        s.does(order["unit"], order["act"])


def found(s: Scene, key: str, wanted: Any) -> Any:  # noqa: PLR0911 - a flat table
    """What came of the example, in the form the example writes it."""
    fights = s.happened(e.BattleRolled)
    match key:
        case "pool":
            return {side: s.camp(side).pools["pool"].bank for side in wanted}
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
        case "column" | "basic_column":
            return getattr(fights[-1], key)
        case "ap_of":
            return {side: s.hand(side).ap for side in wanted}
        case "ap":
            return s.hand().ap
    raise KeyError(key)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_an_example_comes_out_as_it_is_written(path: Path) -> None:
    example = tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(example["rows"]) <= set(RULES)
    s = scene(example["given"], example.get("dice", {}))
    carry_out(s, example["orders"])
    end = example.get("end", {})
    if end.get("fight"):
        s.fight()
    for how in (end[k] for k in ("close", "then_close") if k in end):
        s.close(how)
    carry_out(s, example.get("after", []))
    assert {key: found(s, key, wanted) for key, wanted in example["then"].items()} == example["then"]
    for side, kinds in example["learns"].items():
        learnt = {type(seen).__name__ for desk, seen in s.play.seen if desk == side.removeprefix("not_")}
        assert not learnt & set(kinds) if side.startswith("not_") else set(kinds) <= learnt, (side, learnt)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6
