"""The board: what is true. A fold of events; its views serve the rules."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from pbem.engine.ruleset import Moment
from pbem.kernel.decisions import Decision
from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.field_units import Force
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Facility, Game
from pbem.rulesets.tocs.ground import Bridge, rebuilt
from pbem.rulesets.tocs.rules import interdiction
from pbem.rulesets.tocs.rules.artillery import called_off, fired, unsupported
from pbem.rulesets.tocs.units import Obstacle, ReplacementPool, Unit
from pbem.rulesets.tocs.view import Public, View, bases_after, with_field, with_obstacle, without_field, without_obstacle


class Board(Value):
    """Everything that is so. works: hex -> (level, owner); fight: the battle being settled; objectives are the forces';
    features: hex -> what campaigns begun earlier fixed to it by name; obstacles: the mines and blocks laid;
    spans: the bridges that are not as printed; sites: the facilities by id;
    verdicts: field battles whose outcome is known and not applied yet, by number."""

    public: Public
    camps: Mapping[str, Forces]
    works: Mapping[Hex, tuple[str, str]]
    fight: e.Fight | None = None
    features: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    spans: tuple[Bridge, ...] = ()
    sites: Mapping[str, Facility] = field(default_factory=dict)
    verdicts: Mapping[int, e.FieldVerdict] = field(default_factory=dict)
    obstacles: Mapping[Hex, tuple[Obstacle, ...]] = field(default_factory=dict)

    def view(self, game: Game, side: str) -> View:
        """What a side would see if it knew all that is its own, and of the enemy's works nothing."""
        return _view(self, game, side)

    def ground_view(self, game: Game, side: str) -> View:
        """The same on the true ground, with the bridges and blocks there are: for what comes of a step, never for what is told."""
        view = self.view(game, side)
        if view.camp.spans == self.spans and view.obstacles == self.obstacles:
            return view
        return replace(view, camp=replace(view.camp, spans=self.spans), obstacles=self.obstacles)

    def occupants(self, hex_: Hex, side: str) -> tuple[Unit, ...]:
        """The units of a side in a hex."""
        return self.camps[side].at(hex_)


@rule("TOCS-W10.4-5", "TOCS-W10.4-6", "TOCS-W10.5-3")
def fixed(board: Board, hex_: Hex) -> tuple[str, ...]:
    """What is fixed to a hex beside improved positions, bridges and facilities, all of which a scout is told: mines, blocks."""
    return (*board.features.get(hex_, ()), *sorted({o.kind for o in board.obstacles.get(hex_, ())}))


def laid_by(board: Board, hex_: Hex, kind: str, side: str) -> bool:
    """Has a side an obstacle of this kind in a hex?"""
    return Obstacle(kind, side) in board.obstacles.get(hex_, ())


@kept(4)
def _view(board: Board, game: Game, side: str) -> View:
    works = {h: level for h, (level, owner) in board.works.items() if owner == side}
    own = {h: kept for h, laid in board.obstacles.items() if (kept := tuple(o for o in laid if o.side == side))}
    return View(game, board.public, board.camps[side], works, own)


@kept(64)
def apply(board: Board, event: e.Event) -> Board:  # noqa: C901, PLR0911, PLR0912, PLR0915 - a flat table
    """The board after an event. Kept, since an act looks ahead over the events that happen when it is done."""
    match event:  # what happens most often comes first: each arm that does not fit takes its time
        case e.UnitChanged(side, unit, "moved" | "joined the engagement"):
            return _camp(board, board.camps[side].walked(unit))
        case e.UnitChanged(side, unit, why):
            return _camp(board, board.camps[side].with_changed(unit, why))
        case e.HandChanged(side, hand) | e.MoveHalted(side, _, _, hand, _) | e.MoveStopped(side, _, _, _, hand):
            return _camp(board, replace(board.camps[side], hand=hand))
        case e.UnitActivated(side, _, pool, hand):
            return _camp(board, board.camps[side].with_pool(pool).in_hand(hand))
        case e.HandClosed(side, unit):
            return _camp(board, replace(board.camps[side].with_unit(unit), hand=None))
        case e.HexScouted() | e.HexObserved() | e.FixedFound():
            return board
        case e.OwnerChanged(hex_, owner, _):
            works = {h: w for h, w in board.works.items() if h != hex_ or w[1] == owner}  # TOCS-W10.9-6
            return replace(_public(board, owner={**board.public.owner, hex_: owner}), works=works)
        case e.ModuleMended(side, mend):
            return _camp(board, board.camps[side].mended(mend))
        case e.TurnBegan(turn):
            fresh = {s: c.new_turn() for s, c in board.camps.items()}
            board = replace(board, camps=fresh)
            return _public(board, turn=turn, impulse=0, phasing="", box=0, passes=0, resolved=(), fought=(), turn_over=False)
        case e.InitiativeThrown(holder, _):
            return _public(board, holder=holder)
        case e.ImpulseBegan(impulse, phasing):
            rested = replace(board, camps={s: c.fresh() for s, c in board.camps.items()})
            return _public(rested, impulse=impulse, phasing=phasing, ended="", announced=())
        case e.WayTested(side, _, start, meant, _):
            return _camp(board, board.camps[side].tried(start, meant))
        case e.WeatherChanged(weather, _):
            return _public(board, weather=weather)
        case e.IncomeEarned(side, pool, _, _):
            return _camp(board, replace(board.camps[side].with_pool(pool), credit=0))
        case e.UnitDestroyed(side=side, unit=unit, why=why):
            return _camp(board, board.camps[side].buried(unit, why))
        case e.CompanyDeployed(side, _, counters, units):
            return _camp(board, board.camps[side].deployed(counters, units))
        case e.ReplacementsChanged(side, left, _):
            return _camp(board, replace(board.camps[side], replacements=left))
        case e.WrecksSought(side=side, left=left):
            return _camp(board, replace(board.camps[side], replacements=left))
        case e.StaffWoken(side, unit, pool, hand):
            camp = board.camps[side].with_pool(pool).with_staff(hand)
            return _camp(board, replace(camp, activated=tuple(sorted({*camp.activated, unit}))))
        case e.StaffChanged(side, hand, _):
            return _camp(board, board.camps[side].with_staff(hand))
        case e.StaffLaidAside(side, hand):
            return _camp(board, board.camps[side].laid_aside(hand))
        case e.AssetsWoken(side, hand, units):
            return _camp(board, board.camps[side].with_woken(hand, units))
        case e.MoraleChecked(side=side, unit=unit):
            return _camp(board, board.camps[side].with_unit(unit))
        case e.LinksReviewed(side, silent):
            return _camp(board, replace(board.camps[side], silent=dict(silent)))
        case e.EzocAnswered(viewer, hex_, stands):
            return _public(board, claims=claims_after(board.public, viewer, hex_, stands))
        case e.AttackOrdered(side, attack):
            return _camp(board, board.camps[side].launched(attack))
        case e.ImpulseClosed(_, how):
            return _public(board, ended=how)
        case e.BattlesAnnounced(_, hexes):
            return _public(board, announced=tuple(sorted({*board.public.announced, *hexes})))
        case e.ReserveOrdered(side, unit, pool):
            return _camp(board, board.camps[side].with_unit(unit).with_pool(pool))
        case e.ReserveCommitted(side, unit, hand):
            return _camp(board, board.camps[side].out_of_reserve(unit, hand))
        case e.PlansFiled(side, plans):
            return _camp(board, replace(board.camps[side], plans=plans))
        case e.AttackLapsed(side, unit):
            return _camp(board, lapsed(board.camps[side], unit))
        case e.ChoiceAsked(decision):
            camp = asked(board.camps[decision.side], decision)
            return _camp(_public(board, paused=decision.side), camp)
        case e.ChoiceMade(side, fight, word):
            camp = replace(board.camps[side], owes=None, word=word or board.camps[side].word)
            return replace(_camp(_public(board, paused=""), camp), fight=fight)
        case e.BattleRolled(fight=fight):
            board = _closed_up(board, fight.hex)
            return replace(_public(board, battles=fight.number, fought=(*board.public.fought, fight.hex)), fight=fight)
        case e.FightWent(fight):
            return replace(board, fight=fight)
        case e.BattleFought():
            return replace(board, fight=None)
        case e.AttacksCleared(side, hex_, units):
            return _camp(board, board.camps[side].without_attacks(hex_, units))
        case e.WaterKnown(side, _, _, fords, sounded):
            return _camp(board, replace(board.camps[side], fords=fords, sounded=sounded))
        case e.UnitFerried(side, unit, hand, _, ferried):
            return _camp(board, replace(board.camps[side].with_unit(unit), hand=hand, ferried=ferried))
        case e.BankTaken(_, hex_, _, bank):
            return _public(board, banks={**board.public.banks, hex_: bank})
        case e.WaterTried() | e.RefitTried():
            return board
        case e.EngagementMarked(hex_, defender):
            board = _closed_up(board, hex_)
            return _public(board, engaged={**board.public.engaged, hex_: defender})
        case e.EngagementLifted(hex_):
            return _public(board, engaged={h: s for h, s in board.public.engaged.items() if h != hex_})
        case e.EngagementResolved(hex_):
            return _public(board, resolved=(*board.public.resolved, hex_))
        case e.TurnEndThrown(passes=passes, box=box, ended=ended):
            return _public(board, box=box, passes=passes, turn_over=ended)
        case e.ImpulseOver(side, pools, credit_to, credit):
            return _impulse_over(board, side, pools, (credit_to, credit))
        case e.TurnEnded():
            return replace(board, camps={s: replace(c, credit=0) for s, c in board.camps.items()})
        case e.GameOver():
            return _public(board, over=True)
        case e.BatteriesSpent(side, units, pool):
            return _camp(board, fired(board.camps[side], units, pool))
        case e.HexInterdicted(side, mission):
            return _public(board, interdicted=interdiction.laid(board.public, mission.hex, side))
        case e.InterdictionLifted(side):
            return _public(board, interdicted=interdiction.lifted(board.public, side))
        case e.SupportOrdered(side, mission):
            camp = board.camps[side]
            return _camp(board, replace(camp, missions=(*camp.missions, mission)))
        case e.SupportSpent(side, hex_):
            return _camp(board, unsupported(board.camps[side], hex_))
        case e.AttackCalledOff(side, unit, _):
            return _camp(board, called_off(board.camps[side], unit))
        case e.BattleCalledOff(hex_):
            return _public(board, announced=tuple(h for h in board.public.announced if h != hex_))
        case e.MissionFired(side=side, mission=mission):
            other = next(c for s, c in board.camps.items() if s != side)
            return _camp(_camp(board, other.under_fire(mission.hex)), board.camps[side].fired_at(mission))
        case e.TrainChanged(side, train, units, _):
            return _camp(board, board.camps[side].with_train(train, units))
        case e.TrainPassed() | e.HomeScouted():
            return board
        case e.TrucksLate(side, late):
            return _camp(board, replace(board.camps[side], late=late))
        case e.GearChanged(side, gear):
            return _camp(board, replace(board.camps[side], gear=gear))
        case e.EngineersTried():
            return board
        case e.FieldBattleBegan(battle, attacker, defender):
            begun = replace(board, public=with_field(board.public, battle))
            return _with_forces(begun, ((battle.attacker, attacker), (battle.defender, defender)))
        case e.FieldReported(side, number, report):
            return _camp(board, board.camps[side].with_report(number, report))
        case e.FieldBattleDecided(verdict):
            return replace(board, verdicts={**board.verdicts, verdict.number: verdict})
        case e.FieldBattleEnded(battle):
            rest = {n: v for n, v in board.verdicts.items() if n != battle.number}
            camps = {s: c.without_force(battle.number) for s, c in board.camps.items()}
            over = replace(board, verdicts=rest, camps=camps)
            return replace(over, public=without_field(board.public, battle))
        case e.HexEntered() | e.AttackFoundEmpty() | e.PursuitStopped() | e.InfiltrationThrown() | e.ScriptBroke():
            return board
        case e.PrisonerSpoke() | e.CiviliansSpoke():
            return board
        case e.BridgeChanged(bridge, _, knows):
            camps = {s: replace(c, spans=rebuilt(c.spans, bridge)) if s in knows else c for s, c in board.camps.items()}
            return replace(board, spans=rebuilt(board.spans, bridge), camps=camps)
        case e.FacilityChanged(facility, _, knows, outrage):
            return _facility(board, facility, knows, dict(outrage))
        case e.FacilityKnown(side, facility, _):
            return _camp(board, board.camps[side].knowing(facility))
        case e.BridgeKnown(side, bridge, _):
            camp = board.camps[side]
            return _camp(board, replace(camp, spans=rebuilt(camp.spans, bridge)))
        case e.SetupBegan(impulse, phasing):
            return _public(board, impulse=impulse, phasing=phasing, ended="")
        case e.WorksSetUp(side, hex_, level, labour):
            built = replace(board, works={**board.works, hex_: (level, side)})
            return _camp(built, replace(board.camps[side], labour=labour))
        case e.PointSpent(side, pool):
            return _camp(board, board.camps[side].with_pool(pool))
        case e.SourceChanged(side, source, _):
            return _camp(board, board.camps[side].with_source(source))
        case e.SourceLost(side, source, _):
            return _camp(board, board.camps[side].without_source(source.id))
        case e.BaseSetUp(side, was, now):
            return _public(board, bases={**bases_after(board.public, was, ""), now: side})
        case e.BaseMarked(hex_, owner):
            return _public(board, bases=bases_after(board.public, hex_, owner))
        case e.DeploymentExtended(side, unit):
            return _camp(board, board.camps[side].with_unit(unit))
        case e.PositionImproved(side, hex_, level):
            built = replace(board, works={**board.works, hex_: (level, side)})
            return _camp(built, replace(board.camps[side], dug=tuple(sorted({*board.camps[side].dug, hex_}))))
        case e.ObstacleLaid(side, hex_, kind):
            return replace(board, obstacles=with_obstacle(board.obstacles, hex_, Obstacle(kind, side)))
        case e.ObstacleCleared(_, hex_, kind):
            return replace(board, obstacles=without_obstacle(board.obstacles, hex_, kind))
        case e.ClearingBarred():
            return board
        case e.TaskWent(side, task, _):
            return _camp(board, board.camps[side].with_task(task))
        case e.TaskEnded(side, task, _):
            return _camp(board, board.camps[side].without_task(task.unit))
    assert_never(event)


def claims_after(public: Public, viewer: str, hex_: Hex, stands: bool) -> dict[str, tuple[Hex, ...]]:
    """The claims after one was made or disproved."""
    kept = {h for h in public.claims[viewer] if h != hex_} | ({hex_} if stands else set())
    return {**public.claims, viewer: tuple(sorted(kept))}


def lapsed(camp: Forces, unit: str) -> Forces:
    """The forces without the attack of a unit."""
    return replace(camp, attacks=tuple(a for a in camp.attacks if a.unit != unit))


def asked(camp: Forces, decision: Decision) -> Forces:
    """The forces once they owe a decision."""
    return replace(camp, asked=decision.number, owes=decision, windows=camp.windows + 1)


def _closed_up(board: Board, hex_: Hex) -> Board:
    return replace(board, camps={side: camp.closed_up(hex_) for side, camp in board.camps.items()})


def _public(board: Board, **changes: object) -> Board:
    return replace(board, public=replace(board.public, **changes))


def _facility(board: Board, facility: Facility, knows: tuple[str, ...], outrage: Mapping[str, int]) -> Board:
    camps = {s: c.knowing(facility) if s in knows else c for s, c in board.camps.items()}
    camps = {s: replace(c, outrage=outrage.get(s, c.outrage)) for s, c in camps.items()}
    return replace(board, sites={**board.sites, facility.id: facility}, camps=camps)


def _camp(board: Board, camp: Forces) -> Board:
    return replace(board, camps={**board.camps, camp.side: camp})


def _with_forces(board: Board, forces: Iterable[tuple[str, Force]]) -> Board:
    for side, force in forces:
        camp = board.camps[side]
        board = _camp(board, replace(camp, forces=(*camp.forces, force)))
    return board


def _impulse_over(board: Board, side: str, pools: tuple[ReplacementPool, ...], credit: tuple[str, int]) -> Board:
    camp = replace(board.camps[side], activated=(), plans=(), shelled=(), trails={}, ferried={}, pools={p.id: p for p in pools})
    other = board.camps[credit[0]]
    return _camp(_camp(board, camp), replace(other, credit=credit[1]))


def after(moment: Moment, events: Iterable[e.Event]) -> Moment:
    """The moment as it stands after some events that have not been told to anybody yet."""
    board: Board = moment.board
    for event in events:
        board = apply(board, event)
    return replace(moment, board=board)
