"""The board: what is true. A fold of events; its views serve the rules."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.folding import FORCES, PARTS, combat, ground, ground_row, turn
from pbem.rulesets.tocs.folding.rows import Rows
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Facility, Game
from pbem.rulesets.tocs.ground import Bridge, rebuilt
from pbem.rulesets.tocs.told_events import OwnTold, PublicTold
from pbem.rulesets.tocs.units import Obstacle, Unit
from pbem.rulesets.tocs.view import Public, View, own_works, with_field, without_field


class Board(Value):
    """Everything that is so. works: hex -> (level, owner); fight: the battle being settled; objectives are the forces';
    features: hex -> what campaigns begun earlier fixed to it by name; obstacles: the mines and blocks laid;
    spans: the bridges that are not as printed; sites: the facilities by id;
    verdicts: field battles whose outcome is known and not applied yet, by number; seeks: how often both sides have thrown to come
    upon each other at sea; swept: mines that the enemy lifted in secret, by side and hex."""

    public: Public
    forces: Mapping[str, Forces]
    works: Mapping[Hex, tuple[str, str]]
    fight: e.Fight | None = None
    features: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    spans: tuple[Bridge, ...] = ()
    sites: Mapping[str, Facility] = field(default_factory=dict)
    verdicts: Mapping[int, e.FieldVerdict] = field(default_factory=dict)
    obstacles: Mapping[Hex, tuple[Obstacle, ...]] = field(default_factory=dict)
    seeks: int = 0
    swept: Mapping[str, int] = field(default_factory=dict)

    def view(self, game: Game, side: str) -> View:
        """What a side would see if it knew all that is its own, and of the enemy's works nothing."""
        return _view(self, game, side)

    def ground_view(self, game: Game, side: str) -> View:
        """The same on the true ground, with the bridges and blocks there are: for what comes of a step, never for what is told."""
        view = self.view(game, side)
        if view.forces.spans == self.spans and view.obstacles == self.obstacles:
            return view
        return replace(view, forces=replace(view.forces, spans=self.spans), obstacles=self.obstacles)

    def occupants(self, hex_: Hex, side: str) -> tuple[Unit, ...]:
        """The units of a side in a hex."""
        return self.forces[side].at(hex_)


@rule("TOCS-W10.4-5", "TOCS-W10.4-6", "TOCS-W10.5-3")
def fixed(board: Board, hex_: Hex) -> tuple[str, ...]:
    """What is fixed to a hex beside improved positions, bridges and facilities, all of which a scout is told: mines, blocks."""
    return (*board.features.get(hex_, ()), *sorted({o.kind for o in board.obstacles.get(hex_, ())}))


@rule("TOCS-W17.4-1")
def sea_mines(board: Board, side: str, hex_: Hex) -> int:
    """The factors of a side's mines that still lie in a water hex."""
    return max(0, board.forces[side].sea.mines.get(hex_, 0) - board.swept.get(f"{side} {hex_}", 0))


def laid_by(board: Board, hex_: Hex, kind: str, side: str) -> bool:
    """Has a side an obstacle of this kind in a hex?"""
    return Obstacle(kind, side) in board.obstacles.get(hex_, ())


@kept(4)
def _view(board: Board, game: Game, side: str) -> View:
    own = {h: kept for h, laid in board.obstacles.items() if (kept := tuple(o for o in laid if o.side == side))}
    return View(game, board.public, board.forces[side], own_works(board.works, side), own)


Apply = Callable[[Board, Any], Board]
BOARD: Rows[Board] = Rows()


@kept(64)
def apply(board: Board, event: e.Event) -> Board:
    """The board after an event. Kept, since an act looks ahead over the events that happen when it is done."""
    return APPLY[type(event)](board, event)


def _whole(kind: type[Value]) -> Apply:
    """How an event that is told whole is folded: its side's forces or every side's, and the ground."""
    fold, ground, public = FORCES.by.get(kind), ground_row(kind), kind in get_args(PublicTold)

    def of_its_side(board: Board, event: Any) -> Board:
        return replace(board, forces={**board.forces, event.side: fold(board.forces[event.side], event)}) if fold else board

    def of_each(board: Board, event: Any) -> Board:
        return replace(board, forces={s: fold(forces, event) for s, forces in board.forces.items()}) if fold else board

    folded = of_each if public else of_its_side
    if ground is None:
        return folded if fold else _unchanged
    return lambda board, event: replace(folded(board, event), **ground(board, event))


def _unchanged(board: Board, _: object) -> Board:
    return board


def _in_parts(kind: type[Value]) -> Apply:
    """How an event is folded that comes to smaller ones."""
    parts = PARTS[kind]

    def folded(board: Board, event: Any) -> Board:
        for part in parts(event):
            board = APPLY[type(part)](board, part)
        return board

    return folded


def _forces(board: Board, forces: Forces) -> Board:
    return replace(board, forces={**board.forces, forces.side: forces})


# What is not told whole: the board has it from the event, a picture what its side learnt of it.


@BOARD.of(e.ImpulseClosed)
def _closed(board: Board, event: e.ImpulseClosed) -> Board:
    return replace(board, public=turn.closed(board.public, event.how))


@BOARD.of(e.ChoiceAsked)
def _asked(board: Board, event: e.ChoiceAsked) -> Board:
    side = event.decision.side
    paused = replace(board, public=turn.paused(board.public, side))
    return _forces(paused, turn.asked(board.forces[side], event.decision))


@BOARD.of(e.ChoiceMade)
def _chosen(board: Board, event: e.ChoiceMade) -> Board:
    goes_on = replace(board, public=turn.paused(board.public, ""), fight=event.fight)
    return _forces(goes_on, turn.chosen(board.forces[event.side], event.word))


@BOARD.of(e.BattleRolled)
def _rolled(board: Board, event: e.BattleRolled) -> Board:
    fight = event.fight
    forces_of = {side: forces.closed_up(fight.hex) for side, forces in board.forces.items()}
    return replace(board, forces=forces_of, public=combat.rolled(board.public, fight.number, fight.hex), fight=fight)


@BOARD.of(e.FightWent)
def _went(board: Board, event: e.FightWent) -> Board:
    return replace(board, fight=event.fight)


@BOARD.of(e.BattleFought)
def _fought(board: Board, _: e.BattleFought) -> Board:
    return replace(board, fight=None)


@BOARD.of(e.ImpulseOver)
def _impulse_over(board: Board, event: e.ImpulseOver) -> Board:
    rested = _forces(board, turn.rested(board.forces[event.side], event.pools))
    return _forces(rested, turn.credited(board.forces[event.credit_to], event.credit))


@BOARD.of(e.GameOver)
def _over(board: Board, _: e.GameOver) -> Board:
    return replace(board, public=turn.over(board.public))


@BOARD.of(e.InterceptionTried)
def _sought(board: Board, event: e.InterceptionTried) -> Board:
    return replace(board, seeks=event.number)


@BOARD.of(e.MinesLifted)
def _lifted(board: Board, event: e.MinesLifted) -> Board:
    return replace(board, swept={**board.swept, f"{event.side} {event.hex}": event.factors})


@BOARD.of(e.ShipsShelled)
def _naval_guns(board: Board, event: e.ShipsShelled) -> Board:
    other = next(c for s, c in board.forces.items() if s != event.side)
    return _forces(board, other.under_fire(event.hex))


@BOARD.of(e.HexInterdicted)
def _interdicted(board: Board, event: e.HexInterdicted) -> Board:
    return replace(board, public=combat.interdicted(board.public, event.side, event.mission.hex))


@BOARD.of(e.MissionFired)
def _fired(board: Board, event: e.MissionFired) -> Board:
    mission = event.mission
    other = next(c for s, c in board.forces.items() if s != event.side)
    return _forces(_forces(board, other.under_fire(mission.hex)), board.forces[event.side].fired_at(mission))


@BOARD.of(e.FieldBattleBegan)
def _begun(board: Board, event: e.FieldBattleBegan) -> Board:
    battle, forces_of = event.battle, board.forces
    lent = _forces(board, combat.lent(forces_of[battle.attacker], event.attacker))
    return replace(_forces(lent, combat.lent(forces_of[battle.defender], event.defender)), public=with_field(board.public, battle))


@BOARD.of(e.FieldBattleDecided)
def _decided(board: Board, event: e.FieldBattleDecided) -> Board:
    return replace(board, verdicts={**board.verdicts, event.verdict.number: event.verdict})


@BOARD.of(e.FieldBattleEnded)
def _field_over(board: Board, event: e.FieldBattleEnded) -> Board:
    number = event.battle.number
    rest = {n: v for n, v in board.verdicts.items() if n != number}
    forces_of = {s: c.without_force(number) for s, c in board.forces.items()}
    return replace(board, verdicts=rest, forces=forces_of, public=without_field(board.public, event.battle))


@BOARD.of(e.BridgeChanged)
def _bridge(board: Board, event: e.BridgeChanged) -> Board:
    forces_of = {s: ground.spanned(c, event.bridge) if s in event.knows else c for s, c in board.forces.items()}
    return replace(board, spans=rebuilt(board.spans, event.bridge), forces=forces_of)


@BOARD.of(e.BridgeKnown)
def _bridge_known(board: Board, event: e.BridgeKnown) -> Board:
    return _forces(board, ground.spanned(board.forces[event.side], event.bridge))


@BOARD.of(e.FacilityChanged)
def _facility(board: Board, event: e.FacilityChanged) -> Board:
    site = event.facility
    forces_of = {s: c.knowing(site) if s in event.knows else c for s, c in board.forces.items()}
    forces_of |= {s: ground.outraged(forces_of[s], points) for s, points in event.outrage}
    return replace(board, sites={**board.sites, site.id: site}, forces=forces_of)


@BOARD.of(e.FacilityKnown)
def _facility_known(board: Board, event: e.FacilityKnown) -> Board:
    return _forces(board, board.forces[event.side].knowing(event.facility))


@BOARD.of(e.SourceLost)
def _source_lost(board: Board, event: e.SourceLost) -> Board:
    return _forces(board, board.forces[event.side].without_source(event.source.id))


NOTHING_TRUE: tuple[type[Value], ...] = (
    e.HexEntered, e.InfiltrationModified, e.PrisonerSpoke, e.CiviliansSpoke, e.TrainPassed, e.ClearingBarred,
    e.AirStruck, e.BombsFell, e.ShipsBombed, e.Torpedoed, e.CoastGunsFired,
)  # fmt: skip
"""What is not told whole and changes nothing on the board."""
APPLY: Mapping[type[Value], Apply] = {
    **{kind: _whole(kind) for kind in (*get_args(OwnTold), *get_args(PublicTold))},
    **{kind: _in_parts(kind) for kind in PARTS},
    **dict.fromkeys(NOTHING_TRUE, _unchanged),
    **BOARD.by,
}
"""How each class of events is folded."""
