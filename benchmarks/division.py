"""(7) A corps front: 532 hexes, 250 counters, a letter of twenty activations, and every line of supply, communications and
zone of control computed afresh: `python -m benchmarks.division`.

The module is made here, the same in every run: two sides of five regiments on a front of nineteen hexes, with hills, woods,
streams and roads strewn over it by arithmetic.
"""

import statistics
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.bench import Row, scratch, told
from pbem.engine.opaque import OpaqueGame, OpaquePicture
from pbem.handlers.bot import Commander, Temper
from pbem.handlers.words import words_of
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.form import Ruleset
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import communications, supply, zoc
from pbem.rulesets.tocs.view import View
from tests.acceptance.table import Table

COLUMNS, ROWS, FRONT = range(6, 34), range(1, 20), 19
SIDES = {"allied": ("american", -1), "german": ("german", 1)}
GROUND = ("farmland", "farmland", "woods", "farmland", "open", "farmland", "village", "farmland", "forest", "open", "town")
RUNS = 15
ACTIVATIONS = 20
LINES = 21  # plans for reserves among them, which activate nobody


def measure() -> Iterable[Row]:
    """Medians, wall and processor."""
    runs = [took() for _ in range(RUNS)]
    lines = f"{len(COLUMNS) * len(ROWS)} hexes, {2 * len(list(units('allied')))} counters"
    wall, cpu = (statistics.median(r[i] for r in runs) for i in (0, 1))
    what = f"{lines}: letter of {ACTIVATIONS} activations ({runs[0][2]} orders) → receipt"
    yield Row("7a", what, wall, "ms", "checked, carried out, observed, receipted, folder in memory", 60.0)
    yield Row("7b", "the same, processor time alone", cpu, "ms", "", 60.0)
    yield from computed()


def took() -> tuple[float, float, int]:
    """(ms, ms of the processor, orders) from a letter's bytes to its receipt, in a fresh campaign."""
    with scratch(ram=True) as folder:
        table = Table(Path(folder), module=str(written(Path(folder) / "module")))
        table.begin()
        campaign: Any = table.campaign
        side = min(campaign.table.ruleset.sequence.awaited(campaign.state.pictures["allied"]).sides)
        text = orders(campaign.table.ruleset, campaign.table.game, campaign.state.pictures[side])
        raw = table.letter(side, text)
        begun, spent = perf_counter(), process_time()
        table.deliver(raw)
        table.referee.work(table.at)
        ended, used = perf_counter(), process_time()
        record = campaign.tail[-1]
        activated = [e for e in record.events if type(e).__name__ == "UnitActivated"]
        assert ACTIVATIONS <= len(activated) <= ACTIVATIONS + 2, f"{len(activated)} units were activated"
        table.close()
        return (ended - begun) * 1000, (used - spent) * 1000, text.count(";") + text.count(": ")


def orders(ruleset: Ruleset, game: OpaqueGame, picture: OpaquePicture) -> str:
    """Twenty activations that a commander would order."""
    import random

    mind = Commander(ruleset, words_of(ruleset), game, random.Random(7), Temper(noise=0.3))
    lines = mind.letter(picture, end=False).splitlines()
    return "\n".join(("carry out what you can", *lines[:LINES])) + "\n"


def computed() -> Iterator[Row]:
    """Everything that is traced over the map, of one side, with nothing kept from before."""
    module = load_module(texts())
    from pbem.rulesets.tocs import scenario

    game, _, pictures = scenario.opening(module, library.charts("tocs"))
    parts: dict[str, Callable[[View], object]] = {
        "LOC": lambda view: [communications.loc(view, unit) for unit in view.forces.on_map()],
        "LOS": supply.lines,
        "ZOC": lambda view: [h for h in view.game.ground.hexes if zoc.covers(view, h)],
    }
    spent = {name: [one(part, game, pictures["allied"]) for _ in range(RUNS)] for name, part in parts.items()}
    medians = {name: statistics.median(times) for name, times in spent.items()}
    said = ", ".join(f"{name} {ms:.1f}" for name, ms in medians.items())
    yield Row("7c", f"LOC, LOS and ZOC of all units of a side, nothing kept ({said})", sum(medians.values()), "ms", "", 15.0)


def one(part: Callable[[View], object], game: Any, picture: Picture) -> float:
    """Milliseconds of the processor for one arithmetic, on values nobody has asked about before."""
    camp = replace(picture.forces, units=dict(picture.forces.units), sources=dict(picture.forces.sources))
    fresh = replace(picture, camp=camp, public=replace(picture.public, owner=dict(picture.public.owner)))
    begun = process_time()
    part(fresh.view(game))
    return (process_time() - begun) * 1000


# ---------------------------------------------------------------- the module


def written(folder: Path) -> Path:
    """The module in a folder of its own."""
    folder.mkdir()
    for name, text in texts().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def texts() -> dict[str, str]:
    """Its files by name: the shipped training module with another map, other troops and more operation points."""
    own = dict(library.module_files(library.module_folder("heumen-bridge")))
    head = own["scenario-1.toml"].split("\n[[pool]]")[0]
    plain = own["module.toml"].replace('"heumen-bridge"', '"division"')
    charts = {name: text for name, text in own.items() if name.startswith("tables/")}
    oobs = {f"oob-{side}.toml": oob(side) for side in SIDES}
    return {"module.toml": plain, "scenario-1.toml": head + SCENARIO + ownership(), "map.toml": printed(), **oobs, **charts}


def printed() -> str:
    """The map."""
    lines = ['schema = "pbem-map/1"', "[grid]", f"columns = [{COLUMNS[0]}, {COLUMNS[-1]}]", f"rows = [{ROWS[0]}, {ROWS[-1]}]"]
    lines += ["hex_metres = 1200", "contour_metres = 20", "", "[hex]"]
    for c in COLUMNS:
        for r in ROWS:
            kind = "farmland" if road_at(c, r) else GROUND[(c * 7 + r * 13 + c * r) % len(GROUND)]
            level = (c * c + 3 * r) % 17 // 6
            lines.append(f'"{at(c, r)}" = {{ terrain = "{kind}", level = {level}, country = "NL" }}')
    sides = [[at(c, r), at(c, r + 1)] for c in COLUMNS for r in ROWS[:-1] if (c + r) % 9 == 0]
    lines += ["", "[streams]", f"sides = {quoted(sides)}"]
    for number, (kind, path) in enumerate(roads()):
        lines += ["", "[[road]]", f'id = "road{number}"', f'class = "{kind}"', f"path = {quoted(path)}"]
    return "\n".join(lines) + "\n"


def road_at(column: int, row: int) -> bool:
    """Does a road run here?"""
    return row % 6 == 4 or column % 6 == 2


def roads() -> Iterator[tuple[str, list[str]]]:
    """Paved roads across the front, dirt roads along it."""
    for r in (4, 10, 16):
        yield "paved", [at(c, r) for c in COLUMNS]
    for c in (8, 14, 20, 26, 32):
        yield "dirt_6_8", [at(c, r) for r in ROWS]


def oob(side: str) -> str:
    """The order of battle of a side."""
    rows = "\n".join(f"  {{ {', '.join(f'{k} = {toml(v)}' for k, v in unit.items())} }}," for unit in units(side))
    return f'schema = "pbem-oob/1"\nside = "{side}"\n\nunit = [\n{rows}\n]\n'


def units(side: str) -> Iterator[dict[str, Any]]:
    """125 counters: a division headquarters and its scouts, five regiments of three battalions, a battery and
    engineers each."""
    nation, back = SIDES[side]
    edge = FRONT if back < 0 else FRONT + 1
    p = nation[0]

    def unit(what: str, parent: str, place: tuple[int, int], **more: Any) -> dict[str, Any]:
        column, row = edge + back * place[0], min(max(place[1], ROWS[0]), ROWS[-1])
        common = {"id": f"{p}-{what}", "call": what.upper(), "name": f"{nation} {what}", "nation": nation, "parent": parent}
        numbers = {"mobility": "foot", "steps": 4, "strength": 4, "mp": 2, "ml": 7, "elr": 3, "setup": at(column, row)}
        return {**common, **numbers, **more}

    staff = {"kind": "hq", "steps": 2, "strength": 1}
    yield unit("hqd", "", (9, 10), **staff, level="division", mobility="motorized", mp=6, command=14, wireless=20)
    for n in range(4):
        scout = {"kind": "asset", "arm": "reconnaissance", "mobility": "motorized", "mp": 8, "recon": True, "steps": 1}
        yield unit(f"rcn{n}", f"{p}-hqd", (2, 3 + 5 * n), **scout)
    for k in range(5):
        top = 1 + 4 * k
        regiment = f"{p}-hq{k}"
        yield unit(f"hq{k}", f"{p}-hqd", (6, top + 1), **staff, level="regiment", command=8, wireless=12)
        yield unit(f"bty{k}", regiment, (5, top + 2), kind="battery", arm="artillery", artillery=6, range=9, steps=2, strength=1)
        yield unit(f"eng{k}", regiment, (4, top + 1), kind="company", arm="engineer", engineer=True)
        for b in range(3):
            depth, battalion = 2 * b, f"{p}-hq{k}{b}"
            rear = (depth + 1, top + b)
            yield unit(f"hq{k}{b}", regiment, rear, **(staff | {"steps": 1}), level="battalion", command=5, wireless=6)
            yield unit(f"mor{k}{b}", battalion, rear, kind="asset", arm="mortar", artillery=2, range=2, steps=1)
            for c in range(5):
                yield unit(f"{'abcde'[c]}{k}{b}", battalion, (depth, top + c % 4), kind="company", arm="infantry")


def ownership() -> str:
    """Who owns what: the front runs down the middle."""
    hexes = quoted([at(c, r) for c in COLUMNS if c <= FRONT for r in ROWS])
    return f'\n[ownership]\ndefault = "german"\n\n[ownership.hexes]\nallied = {hexes}\n'


def at(column: int, row: int) -> str:
    """The name of a hex."""
    return f"{column:02d}.{row:02d}"


def toml(value: Any) -> str:
    """A plain value as TOML writes it."""
    return str(value).lower() if isinstance(value, (bool, int)) else f'"{value}"'


def quoted(names: list[Any]) -> str:
    """A list of names, or of pairs of them."""
    return str(names).replace("'", '"')


SCENARIO = """
[[pool]]
id = "american"
side = "allied"
nation = "american"
minimum = 25
may_draw_from = "17-1200"

[[pool]]
id = "german"
side = "german"
nation = "german"
minimum = 25
may_draw_from = "17-1200"

[[supply]]
side = "allied"
id = "west"
kind = "base"
hex = "06.10"
points = 12

[[supply]]
side = "german"
id = "east"
kind = "base"
hex = "33.10"
points = 12

[[brief]]
side = "allied"
text = "Push east."

[[brief]]
side = "german"
text = "Push west."

[[victory]]
side = "allied"
id = "east"
points = 5
kind = "hexes"
what = "the eastern crossroads"
hexes = ["26.10"]

[[victory]]
side = "german"
id = "west"
points = 5
kind = "hexes"
what = "the western crossroads"
hexes = ["14.10"]
"""


if __name__ == "__main__":
    told(measure)
