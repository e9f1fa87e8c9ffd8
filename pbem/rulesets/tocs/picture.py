"""The picture: what one side's desk knows. A fold of its observations, built up from nothing but its own forces."""

from collections.abc import Mapping
from typing import assert_never

from pbem.engine.contact import Contact, close, confirm
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.memo import kept
from pbem.kernel.values import Value, field, replace
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.diary import Note, noted
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import rebuilt
from pbem.rulesets.tocs.rules import interdiction
from pbem.rulesets.tocs.rules.artillery import called_off, fired, unsupported
from pbem.rulesets.tocs.rules.interrogation import Testimony
from pbem.rulesets.tocs.units import OBSTACLES, Attack, Obstacle, ReplacementPool, Unit
from pbem.rulesets.tocs.view import Public, View, bases_after, with_field, with_obstacle, without_field, without_obstacle


class Look(Value):
    """What was last said of a hex: "empty" or "occupied", whether EZOC was claimed there, and when."""

    answer: str
    ezoc: bool
    when: str


class Killed(Value):
    """An enemy unit known to be destroyed (TOCS-1.2-1)."""

    call: str
    name: str
    kind: str
    level: str
    when: str


class Picture(Value):
    """One desk's knowledge. works: hex -> (level, owner) as far as seen; looks: hex -> what was last said of it;
    stores: hex -> kind of the enemy's stores that were found; features: hex -> what is known to be fixed to it;
    obstacles: mines and blocks, its own and those of the enemy's that it has found. Of what happens to them unseen (the
    enemy lifts them, or lays more) it knows nothing;
    marks: how many battles there had been when the last turn began, and this one; ways: those its units went in its last
    impulse; launched: its attacks in it (impulse, origin, target);
    diary: by own unit, what befell it."""

    public: Public
    camp: Forces
    works: Mapping[Hex, tuple[str, str]]
    looks: Mapping[Hex, Look]
    contacts: tuple[Contact, ...] = ()
    learnt: int = 0
    killed: tuple[Killed, ...] = ()
    stores: Mapping[Hex, str] = field(default_factory=dict)
    features: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    marks: tuple[int, int] = (0, 0)
    obstacles: Mapping[Hex, tuple[Obstacle, ...]] = field(default_factory=dict)
    ways: tuple[tuple[Hex, ...], ...] = ()
    launched: tuple[tuple[str, Hex, Hex], ...] = ()
    diary: Mapping[str, tuple[Note, ...]] = field(default_factory=dict)

    @property
    def side(self) -> str:
        """Whose picture this is."""
        return self.camp.side

    def view(self, game: Game) -> View:
        """The view that rules take."""
        return _view(self, game)

    def fixed(self, hex_: Hex) -> tuple[str, ...]:
        """What it knows to be fixed to a hex beside works, bridges and facilities, in words."""
        return (*self.features.get(hex_, ()), *(laid.kind for laid in self.obstacles.get(hex_, ())))

    def held_by_enemy(self) -> frozenset[Hex]:
        """Hexes this side believes occupied by the enemy."""
        return _held(self.contacts)


@kept(4)
def _view(picture: Picture, game: Game) -> View:
    works = {h: level for h, (level, owner) in picture.works.items() if owner == picture.side}
    return View(game, picture.public, picture.camp, works, picture.obstacles)


@kept(4)
def _held(contacts: tuple[Contact, ...]) -> frozenset[Hex]:
    return frozenset(c.hex for c in contacts)


def learn(picture: Picture, seen: o.Seen) -> Picture:
    """The picture after an observation, and what it means for its units noted in their diary."""
    diary = noted(picture.diary, picture.camp, picture.public.impulse_name, seen)
    after = _learnt(picture, seen)
    return after if diary is picture.diary else replace(after, diary=diary)


def _learnt(picture: Picture, seen: o.Seen) -> Picture:  # noqa: C901, PLR0911, PLR0912, PLR0915 - a flat table
    public, camp = picture.public, picture.camp
    match seen:  # what is learnt most often comes first, as in board.apply
        case o.OwnUnit(unit, why):
            return replace(picture, camp=_own_unit(camp, unit, why))
        case o.OwnHand(hand):
            return replace(picture, camp=replace(camp, hand=hand))
        case o.OwnActivation(_, pool, hand):
            return replace(picture, camp=camp.with_pool(pool).in_hand(hand))
        case o.HexAnswered():
            return _answered(picture, seen)
        case o.EnemyLooked():
            return picture
        case o.OwnerSeen(hex_, owner, _):
            return _owner(picture, hex_, owner)
        case o.TurnSeen(turn):
            picture = replace(picture, camp=camp.new_turn(), marks=(picture.marks[1], public.battles))
            return _public(picture, turn=turn, impulse=0, phasing="", box=0, passes=0, resolved=(), fought=(), turn_over=False)
        case o.OwnMend(mend):
            return replace(picture, camp=camp.mended(mend))
        case o.InitiativeSeen(holder, _):
            return _public(picture, holder=holder)
        case o.ImpulseSeen(impulse, phasing):
            fresh = replace(picture, camp=camp.fresh())
            return _public(fresh, impulse=impulse, phasing=phasing, ended="", announced=())
        case o.OwnWay(_, start, meant, _):
            return replace(picture, camp=camp.tried(start, meant))
        case o.HexSighted(_, call, hex_, occupied):
            met = _met(picture, hex_, (phrase("seen from a hill by {who}"), call)) if occupied else None
            return _looked_into(picture, hex_, met, ezoc=False)  # nobody sees what is fixed to the ground
        case o.WeatherSeen(weather, _):
            return _public(picture, weather=weather)
        case o.EzocSeen(viewer, hex_, stands):
            kept = {h for h in public.claims[viewer] if h != hex_} | ({hex_} if stands else set())
            return _public(picture, claims={**public.claims, viewer: tuple(sorted(kept))})
        case o.BattlesSeen(_, hexes):
            return _public(picture, announced=tuple(sorted({*public.announced, *hexes})))
        case o.PrisonerHeard(answer=answer):
            return _heard(picture, answer, (phrase("prisoner, battle {who}"), str(seen.number)))
        case o.CiviliansHeard(answer=answer):
            return _heard(picture, answer, (phrase("civilians, battle {who}"), str(seen.number)))
        case o.OwnReserve(unit, pool):
            return replace(picture, camp=camp.with_unit(unit).with_pool(pool))
        case o.OwnCommitment(unit, hand):
            return replace(picture, camp=camp.out_of_reserve(unit, hand))
        case o.OwnPlans(plans):
            return replace(picture, camp=replace(camp, plans=plans))
        case o.OwnAttackLapsed(unit):
            return replace(picture, camp=replace(camp, attacks=tuple(a for a in camp.attacks if a.unit != unit)))
        case o.OwnStop(_, _, into, hand):
            met = _met(picture, into, (phrase("met in exploitation"), ""))
            return _contact(replace(picture, camp=replace(camp, hand=hand)), met)
        case o.OwnAttackEmpty(hex_, _):
            return _looked_into(picture, hex_, None, ezoc=hex_ in public.claims[picture.side])
        case o.OwnPursuitStopped(_, _, into, "the enemy is in it"):
            return _contact(picture, _met(picture, into, (phrase("met in pursuit"), "")))
        case o.EngagementSeen(hex_, defender):
            engaged = {h: s for h, s in public.engaged.items() if h != hex_}
            picture = replace(picture, camp=camp.closed_up(hex_)) if defender else picture
            return _public(picture, engaged={**engaged, hex_: defender} if defender else engaged)
        case o.EngagementFoughtSeen(hex_):
            return _public(picture, resolved=(*public.resolved, hex_))
        case o.FieldBattleSeen(battle):
            begun = replace(picture, public=with_field(public, battle))
            return _contact(begun, _met(picture, battle.hex, (phrase("battle {who}"), str(battle.number))))
        case o.OwnForce(force):
            return replace(picture, camp=replace(camp, forces=(*camp.forces, force)))
        case o.OwnFieldReport(number, report):
            return replace(picture, camp=camp.with_report(number, report))
        case o.FieldBattleEndedSeen():
            return _field_over(picture, seen)
        case o.BattleFoughtSeen():
            return _fought(picture, seen)
        case o.ImpulseClosedSeen(_, how):
            return _public(picture, ended=how)
        case o.TurnEndSeen(box=box, passes=passes, ended=ended):
            return _public(picture, box=box, passes=passes, turn_over=ended)
        case o.GameOverSeen():
            return _public(picture, over=True)
        case o.PauseSeen(side):
            return _public(picture, paused=side)
        case o.OwnChoice(decision, word):
            asked, count = (decision.number, camp.windows + 1) if decision else (camp.asked, camp.windows)
            return replace(picture, camp=replace(camp, asked=asked, windows=count, owes=decision, word=word or camp.word))
        case o.OwnIncome(pool, _, _):
            return replace(picture, camp=replace(camp.with_pool(pool), credit=0))
        case o.OwnStaff() | o.OwnAssetsWoken() | o.OwnMorale() | o.OwnLinks():
            return replace(picture, camp=_command(camp, seen))
        case o.OwnAttack(attack):
            return replace(picture, camp=camp.launched(attack), launched=_launched(picture, attack))
        case o.OwnAttacksCleared(hex_, units):
            return replace(picture, camp=camp.without_attacks(hex_, units))
        case o.OwnImpulseOver(pools, _):
            ways = tuple(dict.fromkeys(trail for _, trail in sorted(camp.trails.items())))
            return replace(picture, camp=_rested(camp, pools), ways=ways, launched=_launched(picture))
        case o.BattleSeen(number=number, hex=hex_):
            contact = _met(picture, hex_, (phrase("battle {who}"), str(number)))
            picture = replace(picture, camp=camp.closed_up(hex_))
            return _contact(_public(picture, battles=number, fought=(*public.fought, hex_)), contact)
        case o.EnemyDestroyed(call, name, kind, level, _):
            return replace(picture, killed=(*picture.killed, Killed(call, name, kind, level, public.impulse_name)))
        case o.EnemyCredit(points):
            return replace(picture, camp=replace(camp, credit=points))
        case o.CreditLapsed():
            return replace(picture, camp=replace(camp, credit=0))
        case o.InterdictionSeen(side, hex_):
            return _public(picture, interdicted=interdiction.laid(public, hex_, side))
        case o.InterdictionLiftedSeen(side):
            return _public(picture, interdicted=interdiction.lifted(public, side))
        case o.BattleCalledOffSeen(hex_):
            return _public(picture, announced=tuple(h for h in public.announced if h != hex_))
        case o.OwnBatteries(units, pool):
            return replace(picture, camp=fired(camp, units, pool))
        case o.FallOfShot():
            return _spotted(picture, seen)
        case o.OwnSupport(mission):
            return replace(picture, camp=replace(camp, missions=(*camp.missions, mission)))
        case o.OwnSupportSpent(hex_):
            return replace(picture, camp=unsupported(camp, hex_))
        case o.OwnAttackCalledOff(unit, _):
            return replace(picture, camp=called_off(camp, unit))
        case o.ShellsFell(hex_, _):
            return replace(picture, camp=camp.under_fire(hex_))
        case o.OwnMission(mission):
            return replace(picture, camp=camp.fired_at(mission))
        case o.OwnDeployment(_, counters, units):
            return replace(picture, camp=camp.deployed(counters, units))
        case o.OwnReplacements(left) | o.OwnSearch(left=left):
            return replace(picture, camp=replace(camp, replacements=left))
        case o.OwnWater() | o.OwnFerry():
            return replace(picture, camp=_watered(camp, seen))
        case o.FixedSeen(_, hex_, fixed):
            return _found(picture, hex_, fixed)
        case (
            o.OwnToll() | o.OwnBalance()
            | o.OwnRefit() | o.OwnHalt() | o.TurnEndedSeen() | o.InfiltrationSeen() | o.OwnScript() | o.EnemyStopped()
            | o.OwnWade()
        ):  # fmt: skip
            return picture
        case o.BankSeen(_, hex_, _, bank):
            return _public(picture, banks={**public.banks, hex_: bank})
        case o.FacilitySeen(facility, _):
            return replace(picture, camp=camp.knowing(facility))
        case o.OwnOutrage(points):
            return replace(picture, camp=replace(camp, outrage=points))
        case o.OwnTrain(train, units, _):
            return replace(picture, camp=camp.with_train(train, units))
        case o.TrainSeen() | o.OwnGroundScouted() | o.OwnPursuitStopped():
            return picture
        case o.OwnLate(late):
            return replace(picture, camp=replace(camp, late=late))
        case o.OwnGear(gear):
            return replace(picture, camp=replace(camp, gear=gear))
        case o.OwnEngineers():
            return picture
        case o.BridgeSeen(bridge, _):
            return replace(picture, camp=replace(camp, spans=rebuilt(camp.spans, bridge)))
        case o.SetupSeen(impulse, phasing):
            return _public(picture, impulse=impulse, phasing=phasing, ended="")
        case o.OwnWorks(hex_, level, labour):
            works = {**picture.works, hex_: (level, picture.side)}
            return replace(picture, works=works, camp=replace(camp, labour=labour))
        case o.OwnPool(pool):
            return replace(picture, camp=camp.with_pool(pool))
        case o.OwnSource(source, _):
            found = {h: kind for h, kind in picture.stores.items() if h != source.hex}
            return replace(picture, camp=camp.with_source(source), stores=found)
        case o.OwnSourceLost(source, _):
            return replace(picture, camp=camp.without_source(source.id))
        case o.OwnBaseSetUp(was, now):
            return _public(picture, bases={**bases_after(public, was, ""), now: picture.side})
        case o.BaseSeen(hex_, owner):
            return _public(picture, bases=bases_after(public, hex_, owner))
        case o.SourceSeen(hex_, kind):
            return replace(picture, stores={**picture.stores, hex_: kind})
        case o.SourceBurnt(hex_, _):
            return replace(picture, stores={h: kind for h, kind in picture.stores.items() if h != hex_})
        case o.OwnExtended(unit):
            return replace(picture, camp=camp.with_unit(unit))
        case o.OwnDug(hex_, level):
            dug = tuple(sorted({*camp.dug, hex_}))
            return replace(picture, works={**picture.works, hex_: (level, picture.side)}, camp=replace(camp, dug=dug))
        case o.OwnObstacle(hex_, kind, True):
            return replace(picture, obstacles=with_obstacle(picture.obstacles, hex_, Obstacle(kind, picture.side)))
        case o.OwnObstacle(hex_, kind, _):
            return replace(picture, obstacles=without_obstacle(picture.obstacles, hex_, kind))
        case o.ClearingBarredSeen(call, hex_):
            return _contact(picture, _met(picture, hex_, (phrase("met by {who}"), call)))
        case o.OwnTask(task, _):
            return replace(picture, camp=camp.with_task(task))
        case o.OwnTaskEnded(task, _):
            return replace(picture, camp=camp.without_task(task.unit))
    assert_never(seen)


def _launched(picture: Picture, *more: Attack) -> tuple[tuple[str, Hex, Hex], ...]:
    """The attacks of this impulse, and more of them; older ones are forgotten."""
    now = picture.public.impulse_name
    return (*(a for a in picture.launched if a[0] == now), *((now, a.origin, a.target) for a in more))


def _public(picture: Picture, **changes: object) -> Picture:
    return replace(picture, public=replace(picture.public, **changes))


def _rested(camp: Forces, pools: tuple[ReplacementPool, ...]) -> Forces:
    """The forces when the marks of their impulse have come off."""
    return replace(camp, activated=(), plans=(), shelled=(), trails={}, ferried={}, pools={p.id: p for p in pools})


def _watered(camp: Forces, seen: o.OwnWater | o.OwnFerry) -> Forces:
    """The forces after their side learnt of a water, or after a unit was taken over one."""
    if isinstance(seen, o.OwnWater):
        return replace(camp, fords=seen.fords, sounded=seen.sounded)
    return replace(camp.with_unit(seen.unit), hand=seen.hand, ferried=seen.ferried)


def _own_unit(camp: Forces, unit: Unit, why: str) -> Forces:
    if unit.status == "dead":
        return camp.buried(unit, why)
    return camp.walked(unit) if why in ("moved", "joined the engagement") else camp.with_changed(unit, why)


def _command(camp: Forces, seen: o.OwnStaff | o.OwnAssetsWoken | o.OwnMorale | o.OwnLinks) -> Forces:
    """The forces after what their headquarters did."""
    match seen:
        case o.OwnStaff(hand, "aside", _):
            return camp.laid_aside(hand)
        case o.OwnStaff(hand, _, None):
            return camp.with_staff(hand)
        case o.OwnStaff(hand, _, pool) if pool is not None:
            camp = camp.with_pool(pool).with_staff(hand)
            return replace(camp, activated=tuple(sorted({*camp.activated, hand.unit})))
        case o.OwnAssetsWoken(hand, units):
            return camp.with_woken(hand, units)
        case o.OwnMorale(unit=unit):
            return camp.with_unit(unit)
        case o.OwnLinks(silent):
            return replace(camp, silent=dict(silent))
    return camp


def _owner(picture: Picture, hex_: Hex, owner: str) -> Picture:
    """A hex changed hands: what was known of the enemy in a hex that is ours now is out of date, his stores too."""
    works = {h: w for h, w in picture.works.items() if h != hex_ or w[1] == owner}
    looks, contacts, stores = picture.looks, picture.contacts, picture.stores
    if owner == picture.side:
        stores = {h: kind for h, kind in stores.items() if h != hex_}
        looks = {h: look for h, look in looks.items() if h != hex_}
        contacts = close(contacts, hex_)
    changed = _public(picture, owner={**picture.public.owner, hex_: owner})
    return replace(changed, works=works, looks=looks, contacts=contacts, stores=stores)


def _answered(picture: Picture, seen: o.HexAnswered) -> Picture:
    """What a scout or a probe was told of a hex: who is there, the works, and all that is fixed to it."""
    if seen.works:
        picture = replace(picture, works={**picture.works, seen.hex: (seen.works, picture.public.owner[seen.hex])})
    picture = _found(picture, seen.hex, seen.fixed)
    stores = {h: kind for h, kind in picture.stores.items() if h != seen.hex}  # what still lies there is told after the answer
    source = phrase("probe by {who}") if seen.probe else phrase("recon by {who}")
    met = _met(picture, seen.hex, (source, seen.call), seen.kinds) if seen.occupied else None
    return _looked_into(replace(picture, stores=stores), seen.hex, met, ezoc=seen.ezoc)


def _looked_into(picture: Picture, hex_: Hex, met: Contact | None, *, ezoc: bool) -> Picture:
    """A hex was looked into: whom one met there, None for nobody; ezoc: it is claimed to lie in EZOC."""
    look = Look("occupied" if met else "empty", ezoc, picture.public.impulse_name)
    picture = replace(picture, looks={**picture.looks, hex_: look})
    return _contact(picture, met) if met else replace(picture, contacts=close(picture.contacts, hex_))


def _found(picture: Picture, hex_: Hex, fixed: tuple[str, ...]) -> Picture:
    """All that is fixed to a hex, as a scout or one who entered it is told; mines and blocks that this side did not lay are
    the enemy's."""
    mine = {o.kind for o in picture.obstacles.get(hex_, ()) if o.side == picture.side}
    laid = tuple(Obstacle(word, picture.side if word in mine else _foe(picture)) for word in fixed if word in OBSTACLES)
    other = tuple(word for word in fixed if word not in OBSTACLES)
    features = {h: some for h, some in picture.features.items() if h != hex_} | ({hex_: other} if other else {})
    obstacles = {h: some for h, some in picture.obstacles.items() if h != hex_} | ({hex_: laid} if laid else {})
    return replace(picture, features=features, obstacles=obstacles)


def _spotted(picture: Picture, seen: o.FallOfShot) -> Picture:
    """What an observer saw of a hex under fire: troops there, by kind, or nobody."""
    met = _met(picture, seen.hex, (phrase("artillery observer"), ""), seen.kinds) if seen.kinds else None
    return _looked_into(picture, seen.hex, met, ezoc=False)


def _heard(picture: Picture, answer: Testimony, source: tuple[str, str]) -> Picture:
    """What captives and civilians tell is put on the map; they speak of the enemy's hexes only."""
    public = picture.public
    for hex_ in answer.empty:
        if public.owner[hex_] != picture.side:
            picture = _looked_into(picture, hex_, None, ezoc=False)
    for hex_, kinds in answer.occupied:
        if public.owner[hex_] != picture.side or hex_ in public.engaged:
            picture = _contact(picture, _met(picture, hex_, source, kinds))
    seen = {hex_: (level, public.owner[hex_]) for hex_, level in answer.works}
    laid = picture.obstacles
    for hex_, kind in answer.laid:
        laid = with_obstacle(laid, hex_, Obstacle(kind, _foe(picture)))
    return replace(picture, works={**picture.works, **seen}, obstacles=laid)


def _met(picture: Picture, hex_: Hex, source: tuple[str, str], kinds: tuple[str, ...] = ()) -> Contact:
    """A contact with the next number: that it is there, and its kinds if they were told. source: the text, and who stands in it."""
    return Contact(picture.learnt + 1, hex_, kinds, source[0], picture.public.impulse_name, source[1])


def _foe(picture: Picture) -> str:
    return next(side for side in picture.public.claims if side != picture.side)


def _contact(picture: Picture, contact: Contact) -> Picture:
    """File a contact; a new one counts up the desk's own number (per desk, in the order of its own learning)."""
    contacts = confirm(picture.contacts, contact)
    learnt = max(picture.learnt, *(c.number for c in contacts))
    return replace(picture, contacts=contacts, learnt=learnt)


def _field_over(picture: Picture, seen: o.FieldBattleEndedSeen) -> Picture:
    """After a field battle, as after any: nothing is known of an enemy who has left the hex."""
    battle = seen.battle
    over = replace(picture, public=without_field(picture.public, battle), camp=picture.camp.without_force(battle.number))
    enemy = battle.attacker if picture.side == battle.defender else battle.defender
    gone = not seen.thrown and (enemy in seen.left or (seen.holder == picture.side and not seen.engaged))
    return replace(over, contacts=close(over.contacts, battle.hex)) if gone else over


def _fought(picture: Picture, seen: o.BattleFoughtSeen) -> Picture:
    """After a battle nothing is known of the enemy in the hex unless he is still engaged there or holds it."""
    enemy = seen.attacker if picture.side == seen.defender else seen.defender
    gone = enemy in seen.left or (seen.holder == picture.side and not seen.engaged)
    return replace(picture, contacts=close(picture.contacts, seen.hex)) if gone else picture
