"""From a module to the opening: the game both may know, the board, and each side's first picture."""

from collections.abc import Mapping

from pbem.engine.situation import Situation
from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.tables import Table
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.form import Opening
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import Award, Level, TacticalGame, TacticalStaff
from pbem.rulesets.tcs.ground import TacticalGround
from pbem.rulesets.tcs.module import TacticalModule
from pbem.rulesets.tcs.oob import BatteryEntry
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import Battery, Grant
from pbem.rulesets.tcs.rules.digging import DugPosition
from pbem.rulesets.tcs.rules.relief import relief
from pbem.rulesets.tcs.rules.sight import SightTable, farthest
from pbem.rulesets.tcs.sequence_of_play import PHASES
from pbem.rulesets.tcs.view import PublicKnowledge, TacticalForces


def game_of(module: TacticalModule, charts: Mapping[str, Table]) -> TacticalGame:
    """What both sides may know. charts: the ruleset's own, over which the module's are laid."""
    book = ChartBook({**charts, **module.charts})
    return TacticalGame(
        id=module.id,
        title=module.title,
        turns=module.turns,
        hour=module.hour,
        day=module.day,
        month=module.month,
        year=module.year,
        zone_letter=module.zone_letter,
        sides=tuple(
            TacticalStaff(s.id, s.name, s.adjective, s.staff, s.report, s.letter_prefix, s.sheets, s.nation) for s in module.sides
        ),
        ground=module.ground,
        book=book,
        sight=sight_of(module.ground, book),
        switches=dict(module.switches),
        visibility=module.visibility,
        first=module.first,
        awards=tuple(Award(p.side, p.each, p.what, tuple(map(Hex, p.hexes)), tuple(p.counters), p.all) for p in module.points),
        levels=tuple(Level(level.winner, level.lo, level.hi) for level in module.levels),
        reserve_drm=dict(module.reserve_drm),
        dig_ground=module.dig_ground,
        fog=module.fog,
        lights=module.lights,
        exits=module.exits,
    )


def sight_of(ground: TacticalGround, book: ChartBook) -> SightTable:
    """The table of what each hex sees; its rows are worked out as they are asked for."""
    return SightTable(relief(book, ground), farthest(book))


@rule("TCSB-28-1", "TCSB-28-5", "TCSB-28-6", "TCSB-28-2")
def opening(module: TacticalModule, charts: Mapping[str, Table]) -> Opening[TacticalGame, TacticalBoard, TacticalPicture]:
    """The game, the situation before the first turn, and each side's picture: its own forces, and who holds which places."""
    game = game_of(module, charts)
    forces = {staff.id: _forces(module, staff.id) for staff in game.sides}
    held = dict(module.held) | {unit.hex: unit.side for unit in module.units if unit.hex in module.held}
    public = PublicKnowledge(weather=game.visibility)
    none: dict[str, dict[str, str]] = {side: {} for side in forces}
    shown = {side: _own_works(module, side) for side in forces}
    board = TacticalBoard(
        public, forces, held, none, {side: {} for side in forces}, works=module.works, works_shown=shown, mines=dict(module.mines),
        barriers=dict(module.barriers),
    )  # fmt: skip
    pictures = {
        side: TacticalPicture(
            public,
            own,
            dict(module.held),
            works=_own_works(module, side),
            brief=module.briefs[side],
            seat_briefs=module.seat_briefs.get(side, {}),
            enemy=game.other(side),
            trp=module.trp.get(side, ()),
        )
        for side, own in forces.items()
    }
    return Opening(game, Situation(PHASES[0].name, board), pictures)


def _own_works(module: TacticalModule, side: str) -> dict[Hex, DugPosition]:
    """The works that a side has from the start."""
    return {place: position for place, position in module.works.items() if position.owner == side}


def _forces(module: TacticalModule, side: str) -> TacticalForces:
    units = {unit.id: unit for unit in module.units if unit.side == side}
    return TacticalForces(
        side,
        units,
        {sheet.id: sheet for sheet in module.sheets.get(side, ())},
        batteries={entry.id: _battery(entry) for entry in module.batteries if entry.side == side},
        grant=module.grants.get(side, Grant()),
        mines={hex_: laid for hex_, laid in module.mines.items() if laid.side == side},
        barriers={hex_: there for hex_, there in module.barriers.items() if there.side == side},
        due=tuple(group for group in module.arrivals if group.units[0].side == side),
    )


@rule("TCSB-18-1", "TCSB-26-7")
def _battery(entry: BatteryEntry) -> Battery:
    return Battery(
        entry.id, entry.caliber, entry.tubes, entry.he, entry.smoke, entry.illum, entry.delay, rockets=entry.rockets,
        place=Hex(entry.place) if entry.place else None, behind=entry.behind, range=entry.range, units=tuple(entry.units),
    )  # fmt: skip
