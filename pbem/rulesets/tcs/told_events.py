"""Events that are told as they stand: to the side whose they are, or to both. Applying them computes nothing but what both know."""

from typing import Literal, NamedTuple

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.orders.tree import Condition
from pbem.rulesets.tcs.attacks import Closes, Closing, FireOrder
from pbem.rulesets.tcs.diggings import Digging
from pbem.rulesets.tcs.plots import AirRequest, BarrierKind, Minefield, Plot
from pbem.rulesets.tcs.rules.impulses import Share
from pbem.rulesets.tcs.rules.shifts import Shift
from pbem.rulesets.tcs.sheets import OpSheet, Rolls
from pbem.rulesets.tcs.units import Mode, TacticalUnit

Marker = Literal["suppressed", "paralyzed", "buttoned", "fired", "overwatch", "under_fire"]
SheetNews = Literal[
    "gained", "in force", "left", "finished", "failed", "rallied", "committed", "waits", "cancelled", "written", "amended",
    "joined", "alternate", "alternate waits", "stage",
]  # fmt: skip

Duty = Literal["rally", "position", "advance"]
RunOutcome = Literal["hit", "aborted", "not found", "strays"]
Fate = Literal["fired", "cancelled", "no observer", "not adjusted", "no tubes", "passed"]

# ---------------------------------------------------------------- told to the own side


class MoveBegan(Value):
    """Units that move together set out: the hexes before them. halts: what stops them; smoke_at: where they make smoke."""

    side: str
    units: tuple[str, ...]
    path: tuple[Hex, ...]
    halts: tuple[Condition, ...] = ()
    smoke_at: Hex | None = None


class UnitsEntered(Value):
    """They entered a hex, from `left`. spent: halves of MP that each has spent in this phase, in the order of the units."""

    side: str
    units: tuple[str, ...]
    left: Hex
    hex: Hex
    facing: str
    spent: tuple[int, ...]


class MoveEnded(Value):
    """Their move is over. why: "" at the end of the path, else an English text."""

    side: str
    units: tuple[str, ...]
    why: str = ""


class UnitsArrived(Value):
    """Units came onto the map at its edge, each in the hex it has now."""

    side: str
    units: tuple[TacticalUnit, ...]


class EntryBarred(Value):
    """Units that were to come onto the map met the enemy in a hex of its edge, which their side had perhaps not seen there: they
    come in at another hex, or wait."""

    side: str
    units: tuple[str, ...]
    hex: Hex


class UnitsLeft(Value):
    """A unit left the map for good from a hex, with whoever rode on it."""

    side: str
    units: tuple[str, ...]
    hex: Hex


class ModeChanged(Value):
    """A unit changed its mode. spent: halves of MP that it has spent in this phase; over: its action is."""

    side: str
    unit: str
    mode: Mode
    spent: int
    over: bool = False


class Marked(Value):
    """A marker was put on a unit, or taken off. spent: halves of MP that it has spent."""

    side: str
    unit: str
    marker: Marker
    on: bool
    spent: int


class UnitsButtoned(Value):
    """Armored vehicles neither with nor next to a leader as their action phase began shut their hatches."""

    side: str
    units: tuple[str, ...]


class MpAllotted(Value):
    """A segment of an action phase gives armor its share of MP. riders: who rides on armor, and may act with it."""

    side: str
    segment: str
    shares: tuple[Share, ...]
    riders: tuple[str, ...] = ()


class Mounted(Value):
    """A unit mounted a carrier, or (carrier "") came down from it. spent: halves of MP that each has spent."""

    side: str
    unit: str
    carrier: str
    spent: int
    carrier_spent: int
    off: bool = False


class SheetChanged(Value):
    """An op sheet as it is now, and what happened to it."""

    side: str
    sheet: OpSheet
    why: SheetNews
    gained: int = 0


class SheetClosed(Value):
    """An op sheet is gone: its units are unassigned."""

    side: str
    sheet: str
    why: SheetNews


class RollsSet(Value):
    """Whether a sheet is rolled for from now on. when: with rolls "when"."""

    side: str
    sheet: str
    rolls: Rolls
    when: Condition | None = None


class CommitSet(Value):
    """A reserve is to be committed to a lettered mission in this Command Phase, if its roll comes off."""

    side: str
    sheet: str
    letter: str


class AlternateSet(Value):
    """The alternate of a sheet is to be taken in this Command Phase, if its roll comes off."""

    side: str
    sheet: str


class FragAsked(Value):
    """Units are to act on a sheet before it is in force, if their rolls in this Command Phase come off."""

    side: str
    sheet: str
    units: tuple[str, ...]


class FragRolled(Value):
    """The roll for a FragOrd, of a unit or a tank platoon. total: of the die, modified; needed: that or more."""

    side: str
    sheet: str
    units: tuple[str, ...]
    faces: tuple[int, ...]
    total: int
    needed: int
    passed: bool


class DigNamed(Value):
    """Units are named to dig: now, or where their next move ends."""

    side: str
    units: tuple[str, ...]
    later: bool = False


class CompanyDug(Value):
    """A company's roll for its sheet. key: company and sheet."""

    side: str
    key: str
    faces: tuple[int, ...]


class DigStarted(Value):
    """A unit begins to dig."""

    side: str
    digging: Digging


class DigWentOn(Value):
    """A builder's record at the end of an Action Phase. levels: the level that it has marked, () for none."""

    side: str
    digging: Digging
    levels: tuple[int, ...] = ()


class DigEnded(Value):
    """A builder has left its hex, or is lost: what was accrued is gone."""

    side: str
    unit: str
    hex: Hex


class ReduceSet(Value):
    """Works are to be lowered at the end of the turn."""

    side: str
    hex: Hex
    levels: int


class PlatoonsCombined(Value):
    """Platoons became fewer: after, as they are now; the others of `units` have gone into them."""

    side: str
    units: tuple[str, ...]
    after: tuple[TacticalUnit, ...]


class PlatoonBroken(Value):
    """A platoon counter became several, the first of them with its name."""

    side: str
    unit: str
    after: tuple[TacticalUnit, ...]


class CountersPatched(Value):
    """What is printed on counters changed with the module: units with their values of now."""

    side: str
    units: tuple[TacticalUnit, ...]


class UnitCorrected(Value):
    """A host put right how a unit stands."""

    side: str
    unit: TacticalUnit


class HexCorrected(Value):
    """A host put right who holds a hex."""

    side: str
    hex: Hex


class StopAsked(Value):
    """A side wants play to stop behind a segment of this turn."""

    side: str
    segment: str


class UnitsHeld(Value):
    """Units hold where they are by order."""

    side: str
    units: tuple[str, ...]


class UnitsIdled(Value):
    """Units of an attack did nothing in their Action Phase that their sheet wants, so many turns in a row; 0: no longer."""

    side: str
    units: tuple[str, ...]
    turns: int


class UnitsObliged(Value):
    """A unit that no order moved sets out by itself, as a sheet obliges it. duty: "rally", of a sheet that has failed,
    "position", of a defense, or "advance", of an attack on which it was idle."""

    side: str
    unit: str
    sheet: str
    duty: Duty


class UnitsRecovered(Value):
    """Clean-Up: fresh are suppressed no longer, steadier are suppressed and paralyzed no longer."""

    side: str
    fresh: tuple[str, ...]
    steadier: tuple[str, ...]


class CommandRolled(Value):
    """A roll of the Command Phase. what: "implementation", "commit" or "alternate"; needed: the number or more."""

    side: str
    sheet: str
    what: str
    faces: tuple[int, ...]
    total: int
    needed: int
    passed: bool


# ---------------------------------------------------------------- fire: the side that fires


FireKind = Literal["area", "point", "smoke"]
FireManner = Literal["sfa", "overwatch", "return", "assault", "overrun"]
StruckBy = Literal["area", "point", "antitank", "mortar_line", "with_carrier", "mines"]
Fell = Literal["-", "S", "P", "R", "X"]


class FireWanted(Value):
    """Suppressive fire that was ordered: it is given at what is there by then."""

    side: str
    order: FireOrder


class CloseWanted(Value):
    """Units are to go into an enemy's hex: to assault it, or to overrun it."""

    side: str
    closing: Closing


class ClosedIn(Value):
    """They went in. spent: halves of MP that each has spent in this phase."""

    side: str
    units: tuple[str, ...]
    left: Hex
    hex: Hex
    facing: str
    spent: tuple[int, ...]
    what: Closes


class CloseRound(Value):
    """A round of an assault begins."""

    side: str
    hex: Hex
    round: int


class CloseOver(Value):
    """An assault or overrun is over: they hold the hex, or are back in the one that they came from."""

    side: str
    units: tuple[str, ...]
    hex: Hex
    left: Hex
    won: bool
    what: Closes


class CrowdedOut(Value):
    """Vehicles found no room where they were thrown back to: on to the first hex that has some, marked overwatch."""

    side: str
    units: tuple[str, ...]
    left: Hex
    hex: Hex


class FireHeld(Value):
    """Units that were to fire did not. why: an English text."""

    side: str
    units: tuple[str, ...]
    why: str


HoldReason = Literal["mortar", "adjacent", "range", "marked", "hold", "odds", "column", "targets", "cap"]


class HeldFire(Value):
    """Why a unit that may have answered a trigger did not: the key of its policy, or the cap on distant stacks. found: the chance
    in percent or the column that its fire would have had, least: what its policy asks for; both 0 where neither counted."""

    unit: str
    reason: HoldReason
    found: int = 0
    least: int = 0


class OverwatchHeld(Value):
    """Enemies entered a hex in sight of units that fired no overwatch at them."""

    side: str
    hex: Hex
    held: tuple[HeldFire, ...]


class MarkedThrown(Value):
    """A stack that is marked threw its die for overwatch. needed: that or more."""

    side: str
    hex: Hex
    needed: str
    rolled: int
    fires: bool


class AreaFired(Value):
    """Units fired at a hex. column: what their strength comes to; weak: why any of it was halved; marked: those that are marked."""

    side: str
    units: tuple[str, ...]
    hex: Hex
    manner: FireManner
    column: int
    weak: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()


class PointFired(Value):
    """A unit fired at one target. name: what the desk calls it; net: value less defense and modifiers; needed: the digits or more;
    rolled: three digits, 0 where it could not hit; counting: the modifiers of the firer's own and of the ground, which its desk
    knows."""

    side: str
    unit: str
    hex: Hex
    manner: FireManner
    name: str
    net: int
    needed: str
    rolled: int
    hit: bool
    marked: tuple[str, ...] = ()
    counting: tuple[Shift, ...] = ()


class AtThrown(Value):
    """Infantry attacked a vehicle or a gun close by. total: the modified dice; needed: that or more."""

    side: str
    unit: str
    hex: Hex
    manner: FireManner
    name: str
    needed: str
    faces: tuple[int, ...]
    total: int
    hit: bool
    marked: tuple[str, ...] = ()


# ---------------------------------------------------------------- fire: the side that is struck


class UnitStruck(Value):
    """A unit was fired at, and what came of it. losses: steps, left: those it has then; check: its morale is tried; column, faces,
    total: of area fire and mines, the dice modified; buttoned: it shut its hatches; instead_of: the leader whose hit it took;
    counting: those modifiers of the dice that its own ground, works and posture bring."""

    side: str
    unit: str
    how: StruckBy
    losses: int
    left: int
    check: bool = False
    column: int = 0
    faces: tuple[int, ...] = ()
    total: int = 0
    buttoned: bool = False
    instead_of: str = ""
    counting: tuple[Shift, ...] = ()


class MoraleTried(Value):
    """Morale was tried: of the first unit, and its result is that of all. effective: of printed morale, losses and formation."""

    side: str
    units: tuple[str, ...]
    effective: int
    faces: tuple[int, ...]
    total: int
    result: Fell


class ArmorTried(Value):
    """Morale of the armor in a hex was tried; units: all of its platoons, wherever they are. effective: of printed morale, the
    vehicles left in the hex and the battalion."""

    side: str
    hex: Hex
    units: tuple[str, ...]
    effective: int
    faces: tuple[int, ...]
    total: int
    result: Fell


class FellBack(Value):
    """A unit ran for it. path: the hexes of its way; losses: steps at the end of it; left: those it has then, 0 where it is gone;
    faces: of the die that said how far, () where it could not move; voluntary: it fell back in place of its fire."""

    side: str
    unit: str
    path: tuple[Hex, ...]
    hexes: int
    losses: int
    left: int
    faces: tuple[int, ...] = ()
    voluntary: bool = False


class FormationShaken(Value):
    """The running sum of a company or battalion has changed: by losses, or (by below 0) it recovers."""

    side: str
    formation: str
    by: int
    now: int


class Plotted(Value):
    """A mission was plotted, or an exchange passed over: its ammunition is set aside."""

    side: str
    plot: Plot


class MissionAdjusted(Value):
    """The adjustment point of a mission was placed: None off the map; off: hexes from its target; clear: the observer sees it;
    needed: the number or more, "" for rockets, which nothing adjusts; faces: of the dice, () for none; shift: what the
    observer's distance adds."""

    side: str
    plot: Plot
    point: Hex | None
    off: int
    clear: bool
    needed: str
    faces: tuple[int, ...]
    adjusted: bool
    shift: int = 0


class MissionOver(Value):
    """A mission is off the list: it was fired, or fire was checked and its ammunition is back."""

    side: str
    plot: Plot
    fate: Fate


class DirectFired(Value):
    """Guns of a battery fired at a hex in their sight; points: at vehicles and guns there, one after another."""

    side: str
    battery: str
    units: tuple[str, ...]
    hex: Hex
    points: bool


class MortarFired(Value):
    """A mortar fired smoke at a hex, so many markers, or (0) illumination, as its suppressive fire."""

    side: str
    unit: str
    hex: Hex
    markers: int


class SmokeMade(Value):
    """Tanks made smoke in a hex, a marker each: by fire, which is gone when the segment ends, or ("move") in the hex they are in.
    marked: those that are marked by it."""

    side: str
    units: tuple[str, ...]
    hex: Hex
    manner: Literal["sfa", "overwatch", "return", "move"]
    marked: tuple[str, ...] = ()


class SortieAsked(Value):
    """An aircraft is asked for in this turn."""

    side: str
    sortie: AirRequest


class SortieCame(Value):
    """Whether it comes. needed: the number or more, - where none flies in such air."""

    side: str
    sortie: AirRequest
    needed: str
    came: bool


class RunFlown(Value):
    """A run of an own aircraft. outcome: "hit" where it found its target, "strays" onto own units in `struck`."""

    side: str
    sortie: AirRequest
    run: int
    hex: Hex
    outcome: RunOutcome
    struck: Hex | None = None


class AaFired(Value):
    """Own anti-air weapons fired at a run over a hex."""

    side: str
    units: tuple[str, ...]
    hex: Hex
    needed: str
    faces: tuple[int, ...]
    aborted: bool


class MinesMet(Value):
    """Own units are in a minefield: they paid for it, it strikes them, and its side knows of it from now. spent: halves of MP."""

    side: str
    units: tuple[str, ...]
    hex: Hex
    field: Minefield
    spent: tuple[int, ...]


class BreachSet(Value):
    """A unit is to try a breach after all other movement of its Action Phase. what: the barrier that it clears, "" for mines."""

    side: str
    unit: str
    hex: Hex
    what: BarrierKind | Literal[""] = ""


class BreachTried(Value):
    """A try. needed: the number or more; faces: () where nothing was tried; field: what lies there then, as its side knows."""

    side: str
    unit: str
    hex: Hex
    needed: str
    faces: tuple[int, ...]
    worked: bool
    field: Minefield | None
    spent: int


class BarrierTried(Value):
    """Own units tried to clear wire or a roadblock, or rolled it flat. needed: the number or more; faces: () where nothing was
    rolled; spent: halves of MP of each."""

    side: str
    units: tuple[str, ...]
    hex: Hex
    kind: BarrierKind
    needed: str
    faces: tuple[int, ...]
    worked: bool
    spent: tuple[int, ...]


OwnTold = (
    DirectFired | MortarFired | SortieAsked | SortieCame | RunFlown | AaFired | MinesMet | BreachSet | BreachTried
    | BarrierTried
    | Plotted | MissionAdjusted | MissionOver | MoveBegan | UnitsEntered | MoveEnded | ModeChanged | Marked | Mounted
    | AreaFired | PointFired | AtThrown | UnitStruck | MoraleTried | FellBack | FormationShaken
    | FireWanted | FireHeld | OverwatchHeld | CloseWanted | ClosedIn | CloseRound | CloseOver | MarkedThrown
    | SheetChanged | SheetClosed | RollsSet | CommitSet | AlternateSet | CommandRolled | StopAsked | UnitsHeld | UnitsIdled
    | UnitsObliged | UnitsRecovered
    | CountersPatched | PlatoonsCombined | UnitCorrected | HexCorrected
    | DigNamed | CompanyDug | DigStarted | DigWentOn | DigEnded | ReduceSet | UnitsButtoned | MpAllotted | ArmorTried | CrowdedOut
    | SmokeMade | PlatoonBroken | UnitsArrived | EntryBarred | UnitsLeft | FragAsked | FragRolled
)  # fmt: skip

# ---------------------------------------------------------------- told to both


class TurnOpened(Value):
    """A turn began: its number, how far one sees in it. weather, light: rows of `visibility` ("" by day); box: where the marker of
    the fog stands; rolled: what was thrown for it, 0 for nothing."""

    turn: int
    reach: int
    weather: str = ""
    light: str = ""
    box: int = 0
    rolled: int = 0


class PauseOpened(Value):
    """Sides are awaited for a letter ("A", "B", after a stop "B2"; "C", where the second side's Action Phase has one of its
    own)."""

    letter: str
    waits: tuple[str, ...] = ()


class PauseClosed(Value):
    """What they had on file was carried out."""

    letter: str


class SideTotal(NamedTuple):
    """A side and a number: what it rolled, or its points."""

    side: str
    total: int


class OrderDecided(Value):
    """Who acts first in this turn. throws: of both sides until they differed, () where the module says so."""

    first: str
    throws: tuple[SideTotal, ...] = ()


class PlayStopped(Value):
    """Play stops for new orders: whose stops it costs, behind which segment ("normal")."""

    sides: tuple[str, ...]
    segment: str


class GunsOrdered(Value):
    """Who goes first in the Aircraft and Artillery Phase. throws: of both sides until they differed."""

    first: str
    throws: tuple[SideTotal, ...]


class LightLit(Value):
    """Illumination burns over a hex, for all to see."""

    hex: Hex


class ActionBegan(Value):
    """A side's action phase."""

    side: str


class SegmentBegan(Value):
    """A segment of a side's action phase, where the rules for armor are in use ("initial", "normal", "final")."""

    side: str
    segment: str


class ActionEnded(Value):
    """It is over."""

    side: str


class CleanUpDone(Value):
    """Clean-Up: markers come off."""

    turn: int


class BattleOver(Value):
    """The end. winner: a side, "" for a draw, NOBODY where it was broken off; points: of each side; how: an English text."""

    winner: str
    points: tuple[SideTotal, ...]
    how: str = ""


PublicTold = (
    TurnOpened | PauseOpened | PauseClosed | GunsOrdered | LightLit | OrderDecided | PlayStopped | ActionBegan | ActionEnded
    | SegmentBegan | CleanUpDone | BattleOver
)  # fmt: skip
