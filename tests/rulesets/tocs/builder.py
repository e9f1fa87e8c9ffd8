"""Small hand-made battlefields: a few hexes, a few counters, dice that fall as told, and orders in plain words."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from pbem.engine.moments import StandingFile
from pbem.engine.situation import PhaseEntered, Situation
from pbem.kernel.calendar import Light, Turn
from pbem.kernel.charts.tables import Grid
from pbem.kernel.decisions import Refusal
from pbem.kernel.dice import Dice, Throw, number_and_sides
from pbem.kernel.hexes import Hex, hex_at
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.parser import read_line, read_orders
from pbem.orders.tree import Act, LetterWord, StandingLine, Step, UnitLine, Vocabulary
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS, closing, control
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game, Staff
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.map_reading import parse_map
from pbem.rulesets.tocs.moment import Outcome
from pbem.rulesets.tocs.observations import what
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.setup import known_before_play
from pbem.rulesets.tocs.switches import settings
from pbem.rulesets.tocs.units import Activation, Attack, Obstacle, ReplacementPool, SupplySource, Unit
from pbem.rulesets.tocs.view import Public, View, Weather
from tests.opened import played
from tests.rulesets.tocs.laws import check_invariants

SIDES = (
    Staff("blue", "Blue", "Blue", "american", "HQ BLUE", "G-3 SITREP", "B"),
    Staff("red", "Red", "Red", "german", "STAB ROT", "LAGEMELDUNG", "R"),
)
COLUMNS, ROWS = 8, 8


class Loaded(Dice):
    """Dice that fall as told: the faces by the beginning of an occasion, and the middle of the die for the rest."""

    def __init__(self, faces: Mapping[str, tuple[int, ...]]) -> None:
        super().__init__(b"loaded")
        self.faces = faces

    def throw(self, occasion: str, spec: str) -> Throw:
        if occasion in {throw.occasion for throw in self.thrown}:
            raise ValueError(f"thrown twice: {occasion}")  # as the referee's dice do: a letter would fall by it
        count, sides = number_and_sides(spec)
        told = next((faces for start, faces in self.faces.items() if occasion.startswith(start)), None)
        throw = Throw(occasion, spec, told or (sides // 2 + 1,) * count)
        self.thrown.append(throw)
        return throw


@cache
def ground(changes: str = "", extra: str = "", detail: str = "") -> Ground:
    """Farmland, 8 columns of 8, but for changes such as "03.03 woods, 03.04 open 2" (level); extra: more of map.toml;
    detail: what a hex prints for a hexside, such as "03.04 met S woods+bocage, 03.04 climb S 1, 03.04 room N open"."""
    cells = {hex_at(c, r): ("farmland", 0) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)}
    for change in filter(None, (text.strip() for text in changes.split(","))):
        where, terrain, *level = change.split()
        cells[Hex(where)] = (terrain, int(level[0]) if level else 0)
    fine = _by_hexside(detail)
    lines = (
        f'"{h}" = {{ terrain = "{terrain}", level = {level}{fine.get(h, "")} }}' for h, (terrain, level) in sorted(cells.items())
    )
    head = f'schema = "pbem-map/1"\n[grid]\ncolumns = [1, {COLUMNS}]\nrows = [1, {ROWS}]\nhex_metres = 1200\ncontour_metres = 20\n'
    return parse_map("map.toml", head + "[hex]\n" + "\n".join(lines) + "\n" + extra)


def _by_hexside(detail: str) -> dict[str, str]:
    """The keys `met`, `climb` and `room` of the hexes that `detail` names."""
    said: dict[str, dict[str, list[str]]] = {}
    for text in filter(None, (part.strip() for part in detail.split(","))):
        where, key, side, value = text.split()
        kinds = ", ".join(f'"{kind}"' for kind in value.split("+"))
        wrote = {"met": f"[{kinds}]", "climb": value, "room": f'"{value}"'}[key]
        said.setdefault(where, {}).setdefault(key, []).append(f"{side} = {wrote}")
    return {where: "".join(f", {key} = {{ {', '.join(sides)} }}" for key, sides in keys.items()) for where, keys in said.items()}


def road(path: str, kind: str = "paved") -> str:
    """A road for `extra`, along hexes divided by blanks."""
    hexes = ", ".join(f'"{h}"' for h in path.split())
    return f'[[road]]\nid = "{kind} {path}"\nclass = "{kind}"\npath = [{hexes}]\n'


def river(path: str, enters: str = "", leaves: str = "") -> str:
    """A river for `extra`, along hexes divided by blanks."""
    hexes = ", ".join(f'"{h}"' for h in path.split())
    return (
        f'[[water]]\nid = "river"\nname = "River"\nkind = "medium_river"\n'
        f'enters = "{enters}"\nleaves = "{leaves}"\npath = [{hexes}]\n'
    )


def bridge(where: str, carries: str = "paved") -> str:
    """A bridge for `extra`."""
    return (
        f'[[bridge]]\nid = "bridge"\nname = "Bridge"\nhex = "{where}"\nwater = "river"\nkind = "stone"\n'
        f'carries = ["{carries}"]\ndamage_points = 6\n'
    )


KINDS: Mapping[str, dict[str, Any]] = {
    "company": {"steps": 4, "strength": 4},
    "half_company": {"steps": 2, "strength": 2},
    "hq_company": {"steps": 4, "strength": 3, "level": "battalion"},
    "hq": {"steps": 1, "strength": 1, "level": "battalion"},
    "vehicle_platoon": {"steps": 2, "strength": 5, "mobility": "armored", "mp": 5},
    "battery": {"steps": 2, "strength": 1, "mobility": "motorized", "mp": 6, "artillery": 4},
    "asset": {"steps": 1, "strength": 1},
}


def counter(call: str, kind: str = "company", **changes: Any) -> Counter:
    """A printed counter: an average one of its kind, but for the changes."""
    made: dict[str, Any] = {
        "id": call.lower(), "call": call, "name": call, "side": "blue", "nation": "", "parent": "", "kind": kind,
        "level": "", "arm": "infantry", "mobility": "foot", "steps": 1, "strength": 1, "defence_only": False,
        "artillery": 0, "range": 0, "mp": 2, "ml": 7, "elr": 3, "command": 0, "wireless": 0, "recon": False,
        "engineer": False, "aliases": (), "setup": None, "bank": "", **KINDS[kind], **changes,
    }  # fmt: skip
    return Counter(**made)


STATE = (
    "lost", "state", "status", "bank_index", "overstacked", "assigned", "reserve", "cut", "entered", "came", "extended",
)  # fmt: skip
"""What may be said of a piece besides what its counter prints."""


class Piece:
    """A counter and where it stands."""

    def __init__(self, call: str, where: str, kind: str = "company", **changes: Any) -> None:
        state: dict[str, Any] = {name: changes.pop(name) for name in STATE if name in changes}
        if "bank_index" in state:
            state["bank"] = state.pop("bank_index")
        if "came" in state:
            state["landed"] = state.pop("came")
        self.counter = counter(call, kind, **changes)
        self.unit = Unit(self.counter.id, Hex(where), **state)


def forces(side: str, pieces: Iterable[Piece], points: int = 10, **changes: Any) -> Forces:
    """A side: its pieces and one pool with OPs in it."""
    nation = next(s.nation for s in SIDES if s.id == side)
    counters = {p.counter.id: replace(p.counter, side=side, nation=p.counter.nation or nation) for p in pieces}
    units = {p.unit.id: p.unit for p in pieces}
    pool = ReplacementPool("pool", nation, 2, bank=points, earned=points)
    return Forces(side, counters, units, {"pool": pool}, **changes)


def source(where: str, sp: int = 10, kind: str = "dump", **more: Any) -> SupplySource:
    """A source of supply, named by its kind and hex."""
    return SupplySource(f"{kind} {where}", kind, Hex(where), sp, room=sp, **more)


def game(land: Ground, light: Light = "day", turns: int = 2, hours: bool = False, **switches: Any) -> Game:
    """A game over some ground; `turns` of them, all in the same light. hours: of three hours each, from midnight on."""
    times = [f"{(n - 1) % 8 * 3:02d}00" if hours else f"{n:02d}00" for n in range(1, turns + 1)]
    track = [Turn(n, f"17-{n:02d}00", f"turn {n}", 17, time, light, "", "postal_day") for n, time in enumerate(times, 1)]
    owners = dict.fromkeys(land.hexes, "red")
    return Game("test", "Test", tuple(track), SIDES, "blue", owners, land, library.charts("tocs"), settings(switches),
                "SEP", 1944, "A")  # fmt: skip


def standing_acts(words: Vocabulary, lines: Iterable[str]) -> tuple[Act, ...]:
    """The acts of standing-order lines."""
    sheet = read_orders(list(numbered(lines, 1)), words)
    assert not sheet.errors, sheet.errors
    return tuple(line.command.act for line in sheet.lines if isinstance(line.command, StandingLine))


def always(cell: str | Mapping[str, str]) -> Grid:
    """A CRT with one result in every cell, or in every cell of a level's block."""
    crt = library.charts("tocs")["crt"]
    assert isinstance(crt, Grid)
    only = [cell if isinstance(cell, str) else cell[b.key["attack"]] for b in crt.blocks]
    cells = [{n: (one,) * len(row) for n, row in b.cells.items()} for b, one in zip(crt.blocks, only, strict=True)]
    return replace(crt, blocks=tuple(replace(b, cells=filled) for b, filled in zip(crt.blocks, cells, strict=True)))


class Scene:
    """A game at the activation of one side's impulse; every act is carried out as the referee does it."""

    def __init__(self, blue: Iterable[Piece] = (), red: Iterable[Piece] = (), own: str = "", land: Ground | None = None,
                 **more: Any) -> None:  # fmt: skip
        """own: hexes of blue's besides those it stands in. more: works, engaged (hex -> owner), claims (hexes against
        blue), victory, points, interdicted (hex -> sides), missions (by side), light, turns, hours, switches, dice,
        weather, standing (lines by side), phasing, turn, impulse, phase, cell (the CRT's only result, or one a
        level), supply (sources by side; without it supply is ample), sides (more of a camp, by side), obstacles
        (hex -> "minefield red, roadblock red")."""
        blue, red = tuple(blue), tuple(red)
        land = land or ground()
        supply = more.pop("supply", None)
        switches = {"supply": "traced" if supply else "ample", **more.pop("switches", {})}
        self.game = game(land, more.pop("light", "day"), more.pop("turns", 2), more.pop("hours", False), **switches)
        if "cell" in more:
            self.game = replace(self.game, charts={**self.game.charts, "crt": always(more.pop("cell"))})
        engaged = more.pop("engaged", {})
        owner = dict.fromkeys(land.hexes, "red")
        owner |= {Hex(h): "blue" for h in own.split()} | {p.unit.hex: "blue" for p in blue} | engaged
        claims = {"blue": tuple(sorted(more.pop("claims", ()))), "red": ()}
        clock = more.pop("turn", 1), more.pop("impulse", 1), more.pop("phasing", "blue")
        sky = Weather(**{"ground": "firm", **more.pop("weather", {})})
        public = Public(*clock, "blue", owner=owner, engaged=engaged, claims=claims,
                        interdicted={Hex(h): sides for h, sides in more.pop("interdicted", {}).items()},
                        weather=sky)  # fmt: skip
        points, victory, missions = more.pop("points", 10), more.pop("victory", {}), more.pop("missions", {})
        own_ways = more.pop("sides", {})
        stocks = {s: {x.id: x for x in (supply or {}).get(s, ())} for s in ("blue", "red")}
        forces_of = {s: forces(s, pieces, points, objectives=victory.get(s, ()), sources=stocks[s],
                         missions=missions.get(s, ()), **own_ways.get(s, {}))
                 for s, pieces in (("blue", blue), ("red", red))}  # fmt: skip
        works = {Hex(h): (level, holder) for h, (level, holder) in more.pop("works", {}).items()}
        known = {s: known_before_play(public, s, forces_of) for s in forces_of}
        pictures = {s: Picture(known[s], c, {h: w for h, w in works.items() if w[1] == s}, {}) for s, c in forces_of.items()}
        laid = {Hex(h): tuple(Obstacle(*x.split()) for x in told.split(", ")) for h, told in more.pop("obstacles", {}).items()}
        mine = {s: {h: mine for h, some in laid.items() if (mine := tuple(x for x in some if x.side == s))} for s in pictures}
        pictures = {s: replace(p, obstacles=mine[s]) for s, p in pictures.items()}
        situation = Situation(more.pop("phase", "activation"), Board(public, forces_of, works, obstacles=laid))
        self.refusals: list[Refusal] = []
        lines = more.pop("standing", {})
        standing = {s: self.policy(s, pictures[s], lines.get(s, ())) for s in ("blue", "red")}
        self.dice = Loaded(more.pop("dice", {}))
        assert not more, f"not known: {more}"
        self.play = played(self.game, (situation, pictures), standing, self.dice)

    def policy(self, side: str, picture: Picture, lines: Iterable[str]) -> StandingFile:
        """The standing orders that some lines make."""
        return standing_acts(vocabulary(self.game, picture), lines)

    # ------------------------------------------------------------ what is so

    @property
    def board(self) -> Board:
        return self.play.situation.board

    @property
    def public(self) -> Public:
        return self.board.public

    def forces(self, side: str = "blue") -> Forces:
        return self.board.forces[side]

    def view(self, side: str = "blue") -> View:
        return self.board.view(self.game, side)

    def picture(self, side: str = "blue") -> Picture:
        return self.play.pictures[side]

    def unit(self, call: str) -> Unit:
        for side in self.board.forces.values():
            found = side.unit_called(call)
            if found:
                return found
        raise KeyError(call)

    def active(self, side: str = "blue") -> Activation:
        active = self.forces(side).active
        assert active is not None
        return active

    def owner(self, where: str) -> str:
        return self.public.owner[Hex(where)]

    def happened(self, kind: type) -> list[Any]:
        """The events of a class, in order."""
        return [event for event in self.play.events if isinstance(event, kind)]

    def learnt(self, side: str, kind: type) -> list[Any]:
        """What a side learnt of a class of events or observations, in order."""
        told = (what(seen) for desk, seen in self.play.seen if desk == side)
        return [seen for seen in told if isinstance(seen, kind)]

    # ------------------------------------------------------------ what is done

    def activate(self, call: str, deficit: int = 0, pays: bool = True) -> Outcome:
        """Take a unit in hand; pays=False: for an act that pays its OP itself."""
        take = control.activate if pays else control.take_up
        outcome = take(self.play.moment, self.public.phasing, call, deficit)
        self.play.happen(outcome.events)
        return outcome

    def check(self, call: str, text: str) -> tuple[Refusal, ...]:
        """What a dry run says of one act, with the unit activated on paper."""
        side = self.public.phasing
        act = self._acts(text)[0]
        take = control.check_activate if ACTIONS[act.verb].pays else control.check_take_up
        refusals, picture = take(self.game, self.picture(side), call, 0)
        if refusals:
            return refusals
        order = ACTIONS[act.verb].order(act, picture)
        return (order,) if isinstance(order, Refusal) else ACTIONS[act.verb].check(self.game, picture, order)

    def does(self, call: str, text: str) -> Outcome:
        """Take the unit in hand and carry out its acts; the outcome of the last one that was tried."""
        acts = self._acts(text)
        outcome = self.activate(call, pays=ACTIONS[acts[0].verb].pays)
        for act in acts:
            if outcome.failure:
                break
            outcome = self._act(act)
        if outcome.failure:
            self.refusals.append(outcome.failure)
        return outcome

    def comes_off(self, call: str, text: str) -> Outcome:
        """Take the unit in hand and carry out one act, of which comes what a dry run expects."""
        side, act = self.public.phasing, self._acts(text)[0]
        self.activate(call, pays=ACTIONS[act.verb].pays)
        action, picture = ACTIONS[act.verb], self.picture(side)
        order = action.order(act, picture)
        assert action.check(self.game, picture, order) == ()
        expected, outcome = action.expect(self.game, picture, order), action.execute(self.play.moment, picture, order)
        self.play.happen(outcome.events)
        self.play.settle_act()
        check_invariants(self.play)
        now = self.picture(side)
        assert (expected.forces, expected.public.owner) == (now.forces, now.public.owner)
        return outcome

    def staff(self, text: str) -> tuple[Refusal, ...]:
        """Carry out a line of the side's own staff; why not, if it is refused."""
        side = self.public.phasing
        sheet = read_line(text, vocabulary(self.game, self.picture(side)))
        assert isinstance(sheet.command, LetterWord), [r.text for r in sheet.remarks]
        action, act = DEEDS[sheet.command.act.verb], sheet.command.act
        order = action.order(act, self.picture(side))
        refused = (order,) if isinstance(order, Refusal) else action.check(self.game, self.picture(side), order)
        if refused:
            return refused
        expected = action.expect(self.game, self.picture(side), order)
        self.play.happen(action.execute(self.play.moment, self.play.pictures[side], order).events)
        assert expected.forces == self.picture(side).forces, "what was expected came off"
        self.play.settle_act()
        check_invariants(self.play)
        return ()

    def _act(self, act: Act) -> Outcome:
        side = self.public.phasing
        action = ACTIONS[act.verb]
        order = action.order(act, self.picture(side))
        if isinstance(order, Refusal):
            return Outcome((), order)
        refused = action.check(self.game, self.picture(side), order)
        outcome = Outcome((), refused[0]) if refused else action.execute(self.play.moment, self.play.pictures[side], order)
        self.play.happen(outcome.events)
        self.play.settle_act()
        check_invariants(self.play)
        return outcome

    def steps(self, text: str) -> tuple[Step, ...]:
        """The acts and branches that a line comes to."""
        sheet = read_line(text, vocabulary(self.game, self.picture(self.public.phasing)))
        assert isinstance(sheet.command, UnitLine), [r.text for r in sheet.remarks]
        return sheet.command.steps

    def _acts(self, text: str) -> tuple[Act, ...]:
        return tuple(step for step in self.steps(text) if isinstance(step, Act))

    def close(self, how: str = "end") -> None:
        """Close the impulse and let the referee go on to the next pause."""
        self.play.happen(closing.close(self.play.moment, self.public.phasing, how))
        self.settle()

    def settle(self) -> None:
        self.play.settle()
        check_invariants(self.play)

    def fight(self) -> None:
        """Close the impulse and fight its battles, but stop before the end of the impulse is rolled for."""
        self.play.happen(closing.close(self.play.moment, self.public.phasing, "end"))
        while self.play.situation.phase != "end of impulse":
            assert self.play._step()
        check_invariants(self.play)

    def enter(self, phase: str) -> None:
        """Put control into a phase and take it as far as it goes by itself."""
        self.play.happen((PhaseEntered(phase),))
        self.settle()


def attack(unit: str, target: str, origin: str, ap: int, **more: Any) -> Attack:
    """An attack already launched."""
    return Attack(unit, Hex(target), Hex(origin), 0, ap, **more)
