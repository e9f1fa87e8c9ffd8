"""What a picture makes of what its desk learns.

An event that is told whole is folded as the board folds it (`folding/`), and here into contacts, looks and found stores; of what is
told in part only that part comes in.
"""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from pbem.engine.contact import Contact, close, confirm
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.diary import noted
from pbem.rulesets.tocs.flights import GLIDER, PARACHUTE, SUPPLY
from pbem.rulesets.tocs.folding import FORCES, combat, ground, ground_row, turn
from pbem.rulesets.tocs.folding.rows import Rows
from pbem.rulesets.tocs.picture import Killed, Look, Picture
from pbem.rulesets.tocs.rules.interrogation import Testimony
from pbem.rulesets.tocs.rules.perimeter import KINDS
from pbem.rulesets.tocs.ships import sunk_kind
from pbem.rulesets.tocs.units import OBSTACLES, Attack, Obstacle
from pbem.rulesets.tocs.view import with_field, with_obstacle, without_field

DOWN_BY = {PARACHUTE: phrase("came down by parachute"), GLIDER: phrase("came down by glider")}
Learn = Callable[[Picture, Any], Picture]
MORE: Rows[Picture] = Rows()
"""What a picture makes of an event that is told whole, beside what the board makes of it: contacts, looks, stores."""
TOLD: Rows[Picture] = Rows()
"""What a picture makes of what is told in part."""


def learn(picture: Picture, seen: o.Seen) -> Picture:
    """The picture after an observation, and what it means for its units noted in their diary."""
    what = o.what(seen)
    diary = noted(picture.diary, picture.forces, picture.public, what)
    after = LEARN[type(what)](picture, what)
    return after if diary is picture.diary else replace(after, diary=diary)


def _whole(kind: type[Value]) -> Learn:
    """How an event that is told whole is learnt: as the board folds it, and by a row of the picture's own, if it has one."""
    fold, ground, more = FORCES.by.get(kind), ground_row(kind), MORE.by.get(kind)

    def folded(picture: Picture, event: Any) -> Picture:
        changes = ground(picture, event) if ground else {}
        forces = fold(picture.forces, event) if fold else picture.forces
        return replace(picture, forces=forces, **changes)

    def of_forces(picture: Picture, event: Any) -> Picture:
        return replace(picture, forces=fold(picture.forces, event)) if fold else picture

    shared = folded if ground else of_forces
    return (lambda picture, event: more(shared(picture, event), event)) if more else shared


# ---------------------------------------------------------------- events that are told whole: what a picture makes of them beside


@MORE.of(t.TurnBegan)
def _turn(picture: Picture, _: t.TurnBegan) -> Picture:
    return replace(picture, marks=(picture.marks[1], picture.public.battles))


@MORE.of(t.HexObserved)
def _sighted(picture: Picture, event: t.HexObserved) -> Picture:
    met = _met(picture, event.hex, (phrase("seen from a hill by {who}"), event.call)) if event.occupied else None
    return _looked_into(picture, event.hex, met, ezoc=False)  # nobody sees what is fixed to the ground


@MORE.of(t.HexesFlownOver)
@rule("TOCS-W15.2-3")
def _flown_over(picture: Picture, event: t.HexesFlownOver) -> Picture:
    """What a crew saw of each hex; of what lies under trees it saw nothing."""
    for look in event.looks:
        if look.answer == "hidden" or picture.public.owner[look.hex] == picture.side:
            continue
        met = _met(picture, look.hex, (phrase("seen from the air by {who}"), event.sortie), look.kinds) if look.kinds else None
        picture = _looked_into(picture, look.hex, met, ezoc=look.hex in picture.public.claims[picture.side])
    return picture


@MORE.of(t.MovementSeen)
@rule("TOCS-W15.3-4")
def _movement(picture: Picture, event: t.MovementSeen) -> Picture:
    return _contact(picture, _met(picture, event.hex, (phrase("seen from the air by {who}"), event.sortie), event.kinds))


@MORE.of(t.DescentSeen)
@rule("MASL-7.1-11")
def _came_down(picture: Picture, event: t.DescentSeen) -> Picture:
    """Troops that were seen to come down stand there, until something else is learnt; who and how many nobody saw."""
    if event.load == SUPPLY:
        return picture
    return _contact(picture, _met(picture, event.hex, (DOWN_BY[event.load], "")))


@MORE.of(t.ShipSunk)
@rule("TOCS-1.2-1")
def _sunk(picture: Picture, event: t.ShipSunk) -> Picture:
    """A ship of the enemy's that was sunk is told by name, and counts among what was destroyed."""
    if event.side == picture.side:
        return picture
    killed = Killed("", event.name, sunk_kind(event.ship), "", picture.public.impulse_name)
    return replace(picture, killed=(*picture.killed, killed))


@MORE.of(t.FixedFound)
def _came_upon(picture: Picture, event: t.FixedFound) -> Picture:
    return _found(picture, event.hex, event.fixed)


@MORE.of(t.MoveStopped)
def _stopped(picture: Picture, event: t.MoveStopped) -> Picture:
    return _contact(picture, _met(picture, event.into, (phrase("met in exploitation"), "")))


@MORE.of(t.AttackFoundEmpty)
def _met_nobody(picture: Picture, event: t.AttackFoundEmpty) -> Picture:
    return _looked_into(picture, event.hex, None, ezoc=event.hex in picture.public.claims[picture.side])


@MORE.of(t.PursuitStopped)
def _pursued(picture: Picture, event: t.PursuitStopped) -> Picture:
    if event.why != "the enemy is in it":
        return picture
    return _contact(picture, _met(picture, event.into, (phrase("met in pursuit"), "")))


@MORE.of(t.AttackOrdered)
def _attack(picture: Picture, event: t.AttackOrdered) -> Picture:
    return replace(picture, launched=_launched(picture, event.attack))


@MORE.of(t.SourceChanged)
def _source(picture: Picture, event: t.SourceChanged) -> Picture:
    return _emptied(picture, event.source.hex)


def _emptied(picture: Picture, hex_: Hex) -> Picture:
    """The picture without the enemy's stores in a hex."""
    if hex_ not in picture.stores:
        return picture
    return replace(picture, stores={h: kind for h, kind in picture.stores.items() if h != hex_})


def _launched(picture: Picture, *more: Attack) -> tuple[tuple[str, Hex, Hex], ...]:
    """The attacks of this impulse, and more of them; older ones are forgotten."""
    now = picture.public.impulse_name
    return (*(a for a in picture.launched if a[0] == now), *((now, a.origin, a.target) for a in more))


@MORE.of(t.OwnerChanged)
def _owner(picture: Picture, event: t.OwnerChanged) -> Picture:
    """A hex changed hands: what was known of the enemy in a hex that is ours now is out of date, his stores too."""
    if event.owner != picture.side:
        return picture
    looks = {h: look for h, look in picture.looks.items() if h != event.hex} if event.hex in picture.looks else picture.looks
    return replace(_emptied(picture, event.hex), looks=looks, contacts=close(picture.contacts, event.hex))


@MORE.of(t.HexScouted)
def _answered(picture: Picture, seen: t.HexScouted) -> Picture:
    """What a scout or a probe was told of a hex: who is there, the works, and all that is fixed to it."""
    if seen.works:
        picture = replace(picture, works={**picture.works, seen.hex: (seen.works, picture.public.owner[seen.hex])})
    picture = _found(picture, seen.hex, seen.fixed)
    source = phrase("probe by {who}") if seen.probe else phrase("recon by {who}")
    met = _met(picture, seen.hex, (source, seen.call), seen.kinds) if seen.occupied else None
    return _looked_into(_emptied(picture, seen.hex), seen.hex, met, ezoc=seen.ezoc)  # what still lies there is told after


def _looked_into(picture: Picture, hex_: Hex, met: Contact | None, *, ezoc: bool) -> Picture:
    """A hex was looked into: whom one met there, None for nobody; ezoc: it is claimed to lie in EZOC."""
    look = Look("occupied" if met else "empty", ezoc, picture.public.impulse_name)
    picture = replace(picture, looks={**picture.looks, hex_: look})
    return _contact(picture, met) if met else replace(picture, contacts=close(picture.contacts, hex_))


def _found(picture: Picture, hex_: Hex, fixed: tuple[str, ...]) -> Picture:
    """All that is fixed to a hex, as a scout or one who entered it is told: mostly nothing, as it was known before."""
    if not fixed and hex_ not in picture.features and hex_ not in picture.obstacles:
        return picture
    return _with_fixed(picture, hex_, fixed)


def _with_fixed(picture: Picture, hex_: Hex, fixed: tuple[str, ...]) -> Picture:
    """The picture with what is fixed to a hex; mines and blocks that this side did not lay are the enemy's."""
    mine = {o.kind for o in picture.obstacles.get(hex_, ()) if o.side == picture.side}
    laid = tuple(Obstacle(word, picture.side if word in mine else _enemy(picture)) for word in fixed if word in OBSTACLES)
    other = tuple(word for word in fixed if word not in OBSTACLES)
    features = {h: some for h, some in picture.features.items() if h != hex_} | ({hex_: other} if other else {})
    obstacles = {h: some for h, some in picture.obstacles.items() if h != hex_} | ({hex_: laid} if laid else {})
    return replace(picture, features=features, obstacles=obstacles)


@TOLD.of(o.AirStrikeFlown)
def _struck(picture: Picture, seen: o.AirStrikeFlown) -> Picture:
    """Where something was found to strike there is something; of bridges and stores nothing new is learnt."""
    kinds = seen.kinds or tuple(kind for kind in (seen.attacked,) if kind in KINDS)
    return (
        _contact(picture, _met(picture, seen.hex, (phrase("seen from the air by {who}"), seen.sortie), kinds)) if kinds else picture
    )


@TOLD.of(o.FallOfShot)
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
        laid = with_obstacle(laid, hex_, Obstacle(kind, _enemy(picture)))
    return replace(picture, works={**picture.works, **seen}, obstacles=laid)


def _met(picture: Picture, hex_: Hex, source: tuple[str, str], kinds: tuple[str, ...] = ()) -> Contact:
    """A contact with the next number: that it is there, and its kinds if they were told. source: the text, and who stands in it."""
    return Contact(picture.learnt + 1, hex_, kinds, source[0], picture.public.impulse_name, source[1])


def _enemy(picture: Picture) -> str:
    return next(side for side in picture.public.claims if side != picture.side)


def _contact(picture: Picture, contact: Contact) -> Picture:
    """File a contact; a new one counts up the desk's own number (per desk, in the order of its own learning)."""
    contacts = confirm(picture.contacts, contact)
    learnt = max(picture.learnt, *(c.number for c in contacts))
    return replace(picture, contacts=contacts, learnt=learnt)


@TOLD.of(o.FieldBattleEndedSeen)
def _field_over(picture: Picture, seen: o.FieldBattleEndedSeen) -> Picture:
    """After a field battle, as after any: nothing is known of an enemy who has left the hex."""
    battle = seen.battle
    over = replace(picture, public=without_field(picture.public, battle), forces=picture.forces.without_force(battle.number))
    enemy = battle.attacker if picture.side == battle.defender else battle.defender
    gone = not seen.thrown and (enemy in seen.left or (seen.holder == picture.side and not seen.engaged))
    return replace(over, contacts=close(over.contacts, battle.hex)) if gone else over


@TOLD.of(o.BattleFoughtSeen)
def _fought(picture: Picture, seen: o.BattleFoughtSeen) -> Picture:
    """After a battle nothing is known of the enemy in the hex unless he is still engaged there or holds it."""
    enemy = seen.attacker if picture.side == seen.defender else seen.defender
    gone = enemy in seen.left or (seen.holder == picture.side and not seen.engaged)
    return replace(picture, contacts=close(picture.contacts, seen.hex)) if gone else picture


# ---------------------------------------------------------------- what is told in part


@TOLD.of(o.PrisonerHeard)
def _prisoner(picture: Picture, seen: o.PrisonerHeard) -> Picture:
    return _heard(picture, seen.answer, (phrase("prisoner, battle {who}"), str(seen.number)))


@TOLD.of(o.CiviliansHeard)
def _civilians(picture: Picture, seen: o.CiviliansHeard) -> Picture:
    return _heard(picture, seen.answer, (phrase("civilians, battle {who}"), str(seen.number)))


@TOLD.of(o.FieldBattleSeen)
def _field_began(picture: Picture, seen: o.FieldBattleSeen) -> Picture:
    battle = seen.battle
    begun = replace(picture, public=with_field(picture.public, battle))
    return _contact(begun, _met(picture, battle.hex, (phrase("battle {who}"), str(battle.number))))


@TOLD.of(o.OwnForce)
def _force(picture: Picture, seen: o.OwnForce) -> Picture:
    return replace(picture, forces=combat.lent(picture.forces, seen.force))


@TOLD.of(o.ImpulseClosedSeen)
def _closed(picture: Picture, seen: o.ImpulseClosedSeen) -> Picture:
    return replace(picture, public=turn.closed(picture.public, seen.how))


@TOLD.of(o.GameOverSeen)
def _over(picture: Picture, _: o.GameOverSeen) -> Picture:
    return replace(picture, public=turn.over(picture.public))


@TOLD.of(o.PauseSeen)
def _paused(picture: Picture, seen: o.PauseSeen) -> Picture:
    return replace(picture, public=turn.paused(picture.public, seen.side))


@TOLD.of(o.OwnChoice)
def _choice(picture: Picture, seen: o.OwnChoice) -> Picture:
    forces, decision = picture.forces, seen.decision
    return replace(picture, forces=turn.asked(forces, decision) if decision else turn.chosen(forces, seen.word))


@TOLD.of(o.OwnImpulseOver)
def _impulse_over(picture: Picture, seen: o.OwnImpulseOver) -> Picture:
    forces = picture.forces
    ways = tuple(dict.fromkeys(trail for _, trail in sorted(forces.trails.items())))
    return replace(picture, forces=turn.rested(forces, seen.pools), ways=ways, launched=_launched(picture))


@TOLD.of(o.BattleSeen)
def _rolled(picture: Picture, seen: o.BattleSeen) -> Picture:
    contact = _met(picture, seen.hex, (phrase("battle {who}"), str(seen.number)))
    public = combat.rolled(picture.public, seen.number, seen.hex)
    return _contact(replace(picture, forces=picture.forces.closed_up(seen.hex), public=public), contact)


@TOLD.of(o.EnemyDestroyed)
def _killed(picture: Picture, seen: o.EnemyDestroyed) -> Picture:
    killed = Killed(seen.call, seen.name, seen.kind, seen.level, picture.public.impulse_name)
    return replace(picture, killed=(*picture.killed, killed))


@TOLD.of(o.EnemyCredit)
def _credit(picture: Picture, seen: o.EnemyCredit) -> Picture:
    return replace(picture, forces=turn.credited(picture.forces, seen.points))


@TOLD.of(o.InterdictionSeen)
def _interdicted(picture: Picture, seen: o.InterdictionSeen) -> Picture:
    return replace(picture, public=combat.interdicted(picture.public, seen.side, seen.hex))


@TOLD.of(o.ShellsFell)
def _shelled(picture: Picture, seen: o.ShellsFell) -> Picture:
    return replace(picture, forces=picture.forces.under_fire(seen.hex))


@TOLD.of(o.NavalShellsFell)
def _naval_guns(picture: Picture, seen: o.NavalShellsFell) -> Picture:
    return replace(picture, forces=picture.forces.under_fire(seen.hex))


@TOLD.of(o.OwnMission)
def _mission(picture: Picture, seen: o.OwnMission) -> Picture:
    return replace(picture, forces=picture.forces.fired_at(seen.mission))


@TOLD.of(o.FacilitySeen)
def _facility(picture: Picture, seen: o.FacilitySeen) -> Picture:
    return replace(picture, forces=picture.forces.knowing(seen.facility))


@TOLD.of(o.OwnOutrage)
def _outrage(picture: Picture, seen: o.OwnOutrage) -> Picture:
    return replace(picture, forces=ground.outraged(picture.forces, seen.points))


@TOLD.of(o.BridgeSeen)
def _bridge(picture: Picture, seen: o.BridgeSeen) -> Picture:
    return replace(picture, forces=ground.spanned(picture.forces, seen.bridge))


@TOLD.of(o.OwnSourceLost)
def _source_lost(picture: Picture, seen: o.OwnSourceLost) -> Picture:
    return replace(picture, forces=picture.forces.without_source(seen.source.id))


@TOLD.of(o.SourceSeen)
def _source_seen(picture: Picture, seen: o.SourceSeen) -> Picture:
    return replace(picture, stores={**picture.stores, seen.hex: seen.kind})


@TOLD.of(o.SourceBurnt)
def _burnt(picture: Picture, seen: o.SourceBurnt) -> Picture:
    return _emptied(picture, seen.hex)


@TOLD.of(o.ClearingBarredSeen)
def _barred(picture: Picture, seen: o.ClearingBarredSeen) -> Picture:
    return _contact(picture, _met(picture, seen.hex, (phrase("met by {who}"), seen.call)))


def _as_it_is(picture: Picture, _: object) -> Picture:
    return picture


SAYS_ONLY: tuple[type[Value], ...] = (
    o.OwnToll, o.OwnBalance, o.OwnHalt, o.AircraftStruck, o.BombsDropped, o.Bombed, o.EnemyFlewOver, o.SeenFromAir, o.LeafletsFell,
    o.EnemyStopped, o.EnemyLooked, o.TrainSeen, o.CreditLapsed,
    o.ZoneSearched, o.OwnBombing, o.ShipsAttacked, o.OwnTorpedoes, o.ShipTorpedoed, o.OwnShelling, o.OwnCoastGuns, o.CoastGunsSeen,
)  # fmt: skip
"""What is told in part and changes no picture; that deficit OPs lapse is what `TurnEnded` does."""
LEARN: Mapping[type[Value], Learn] = {
    **{kind: _whole(kind) for kind in (*get_args(t.OwnTold), *get_args(t.PublicTold))},
    **dict.fromkeys(SAYS_ONLY, _as_it_is),
    **TOLD.by,
}
"""How each thing is learnt, by the class of `observations.what`."""
