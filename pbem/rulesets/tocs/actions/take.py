"""TAKE: several units move up, one of them scouts, and together they attack a hex, or nobody does (TOCS-W10.6, W10.4)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Said, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import attack, move
from pbem.rulesets.tocs.actions.control import check_activate
from pbem.rulesets.tocs.actions.form import Halt, Maneuver, ManeuverTurn, Went
from pbem.rulesets.tocs.actions.ground_rules import named, off_map
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.activation import DEFICIT_MOST, degraded
from pbem.rulesets.tocs.rules.battle import EFFORTS
from pbem.rulesets.tocs.units import Unit


class Take(Value):
    """The hex, who attacks it (calls), where from, with what effort; who scouts it, which guns support the attack; fewest:
    attackers without whom nobody attacks."""

    hex: Hex
    units: tuple[str, ...]
    origin: Hex
    effort: str = "deliberate"
    scout: str = ""
    guns: tuple[str, ...] = ()
    pursue: int = 0
    bearing: Hex | None = None
    fewest: int = 1
    field: bool = False


def order(act: Act, picture: Picture) -> Take | Refusal:
    """The order from its words."""
    target, origin = act.hex(), act.hex("HEX_FROM")
    if target is None or origin is None:
        return illegal(say("take which hex, and from where?"), "TOCS-W10.6-1", "take 14.12 with B/504 from 13.12")
    effort = next((word for word in EFFORTS if word in act.words), "deliberate")
    return Take(
        target, act.texts(), origin, effort, act.text("UNIT_SCOUT") or "", act.texts("UNITS_GUNS"), act.number("N") or 0,
        act.hex("BEARING"), act.number("COUNT") or 1, "field" in act.words,
    )  # fmt: skip


def check(game: Game, picture: Picture, order: Take) -> tuple[Refusal, ...]:
    """The ground hangs together, and as many as must can come and attack, as far as this side knows."""
    off = off_map(game, tuple(h for h in (order.hex, order.origin, order.bearing) if h))
    if off:
        return (off,)
    if order.origin not in game.ground.neighbours[order.hex]:
        return (illegal(say("{origin} is not next to {named}", origin=order.origin, named=named(game, order.hex)), "TOCS-3.7-1"),)
    if order.fewest > len(order.units):
        return (
            illegal(
                say("{fewest} cannot come: only {number} are named", fewest=order.fewest, number=len(order.units)), "TOCS-W10.6-2"
            ),
        )
    blocked = [why for call in order.units if (why := _blocked(game, picture, order, call))]
    return (blocked[0],) if len(order.units) - len(blocked) < order.fewest else ()


def _blocked(game: Game, picture: Picture, order: Take, call: str) -> Refusal | None:
    """Why this unit cannot take part, as far as its side knows; None if it can, or does so already."""
    if _launched(picture, order, call):
        return None
    refusals, ready = check_activate(game, picture, call, DEFICIT_MOST)
    if refusals:
        return refusals[0]
    if _unit(ready, call).hex != order.origin:
        up = _go(order.origin)
        made = move.order(up, ready)
        refusals = (made,) if isinstance(made, Refusal) else move.check(game, ready, made)
        if refusals or isinstance(made, Refusal):
            return refusals[0]
        ready = move.expect(game, ready, made)
    return next(iter(attack.check(game, ready, _attack(order))), None)


def _attack(order: Take) -> attack.AttackOrder:
    return attack.AttackOrder(order.hex, order.effort, order.pursue, order.bearing, field=order.field)


def _unit(picture: Picture, call: str) -> Unit:
    unit = picture.forces.unit_called(call)
    if unit is None:
        raise ValueError(f"{call} is not of this side")
    return unit


def _launched(picture: Picture, order: Take, call: str) -> bool:
    made = picture.forces.attack_of(_unit(picture, call).id)
    return made is not None and made.target == order.hex


def _go(to: Hex) -> Act:
    return Act("move", (), (("PATH", (str(to),)),))


def turn(game: Game, picture: Picture, order: Take, past: tuple[Went, ...]) -> ManeuverTurn | Halt:
    """The scout first; if he finds nobody one unit walks in, else all come up and attack."""
    if order.scout and not _has_looked(order, past):
        return _look(game, picture, order)
    if order.scout and _empty(picture, order.hex):
        return _walk_in(game, picture, order, past)
    return _next_attacker(picture, order, past) or _next_gun(picture, order, past) or _outcome(game, picture, order)


def _has_looked(order: Take, past: tuple[Went, ...]) -> bool:
    """Has the scout looked at the hex, or tried in vain to come to it?"""
    return any(went.act.verb == "recon" or not went.ok for went in past if went.call == order.scout)


def _next_attacker(picture: Picture, order: Take, past: tuple[Went, ...]) -> ManeuverTurn | None:
    """The next unit that has not attacked yet and did not fail to come, the scout first: it attacks, or comes up."""
    stuck = {went.call for went in past if not went.ok}
    first = [order.scout] if order.scout in order.units else []
    for call in dict.fromkeys((*first, *order.units)):
        if not _launched(picture, order, call) and call not in stuck:
            return ManeuverTurn(call, _assault(order) if _unit(picture, call).hex == order.origin else _go(order.origin))
    return None


def _next_gun(picture: Picture, order: Take, past: tuple[Went, ...]) -> ManeuverTurn | None:
    """The next battery that has not fired, once as many attack as were wanted."""
    if sum(_launched(picture, order, call) for call in order.units) < order.fewest:
        return None
    fired = {went.call for went in past}
    gun = next((gun for gun in order.guns if gun not in fired), "")
    return ManeuverTurn(gun, Act("support", (), (("HEX", str(order.hex)),))) if gun else None


def _empty(picture: Picture, hex_: Hex) -> bool:
    """Was it found empty this impulse? If nobody claimed a zone there it is this side's own by now."""
    look = picture.looks.get(hex_)
    seen = look is not None and look.answer == "empty" and look.when == picture.public.impulse_name
    return seen or picture.public.owner[hex_] == picture.side


def _look(game: Game, picture: Picture, order: Take) -> ManeuverTurn:
    near = _unit(picture, order.scout).hex in game.ground.neighbours[order.hex]
    if not near:
        return ManeuverTurn(order.scout, _go(order.origin))
    return ManeuverTurn(order.scout, Act("recon", (), (("CHAIN", (str(order.hex),)),)), "occupied")


def _walk_in(game: Game, picture: Picture, order: Take, past: tuple[Went, ...]) -> ManeuverTurn | Halt:
    """Nobody was found: the scout, if he is one of the attackers, or the first of them moves in."""
    there = next((call for call in order.units if _unit(picture, call).hex == order.hex), "")
    if there:
        return Halt(say("{named} was empty: {there} is in it", named=named(game, order.hex), there=there))
    stuck = {went.call for went in past if not went.ok}
    first = [order.scout] if order.scout in order.units else []
    for call in dict.fromkeys((*first, *order.units)):
        if call not in stuck and _unit(picture, call).status == "map":
            return ManeuverTurn(call, _go(order.hex))
    return Halt(say("{named} was empty, but nobody came into it", named=named(game, order.hex)))


def _assault(order: Take) -> Act:
    slots: list[tuple[str, Said]] = [("HEX", str(order.hex))]
    words = [order.effort]
    if order.pursue:
        words.append("pursue")
        slots.append(("N", order.pursue))
    if order.pursue and order.bearing:
        words.append("toward")
        slots.append(("BEARING", str(order.bearing)))
    if order.field:
        words.append("field")
    return Act("attack", tuple(words), tuple(slots))


def _outcome(game: Game, picture: Picture, order: Take) -> Halt:
    come = [call for call in order.units if _launched(picture, order, call)]
    where = named(game, order.hex)
    if len(come) < order.fewest:
        return Halt(
            say(
                "the attack on {where} is called off: {number} came, {fewest} were wanted",
                where=where,
                number=len(come),
                fewest=order.fewest,
            ),
            off=True,
        )
    return Halt(say("{come} will attack {where}", come=", ".join(come), where=where))


def undo(moment: Moment, side: str, order: Take, past: tuple[Went, ...]) -> tuple[e.Event, ...]:
    """Nobody attacks: who had made ready stands down, and has been activated all the same (TOCS-W10.0-4)."""
    forces = moment.board.forces[side]
    ready = [unit for call in order.units if (unit := forces.unit_called(call))]
    down = tuple(u for u in ready if (made := forces.attack_of(u.id)) and made.target == order.hex)
    if not down:
        return ()
    cleared = e.AttacksCleared(side, order.hex, tuple(u.id for u in down))
    return (cleared, *(e.UnitChanged(side, degraded(u), phrase("stood down")) for u in down))


MANEUVER = Maneuver(
    verb=Verb(
        "take",
        (
            "take HEX with UNITS from HEX_FROM [hasty|deliberate|intensive] [scout UNIT_SCOUT] [support UNITS_GUNS] "
            "[pursue N [toward BEARING]] [if at least COUNT] [field]",
        ),
        "letter", phrase("several units move up, scout and attack a hex together"),
    ),
    help=phrase(
        """TAKE is a battle order: the units move to the hex named after FROM and attack from it together (deliberate, unless you
say otherwise), an OP for each. SCOUT looks first; if the hex is empty one unit walks in and nobody attacks. With IF
AT LEAST n the whole attack is called off when fewer come up: the units that made ready stand down. SUPPORT names guns
that lay their fire on the battle once enough have come (HELP SUPPORT). FIELD offers it to field commanders (HELP
BATTLES). Before END IMPULSE the enemy learns nothing of it but what a scout asks.

    take 14.12 with A,B,C/504 from 13.12 scout A if at least 2
    take 13.11 with A,C/504 from 12.11 hasty support 1MOR"""
    ),
    order=order, check=check, turn=turn, undo=undo, rule="TOCS-W10.6-2",
)  # fmt: skip
