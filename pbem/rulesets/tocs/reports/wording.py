"""Words for places, units, throws and states, the same in every letter."""

from collections.abc import Iterable, Iterator

from pbem.engine.contact import Contact
from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, phrases, say, text, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bank_point
from pbem.rulesets.tocs.observations import EnemyDestroyed
from pbem.rulesets.tocs.picture import Killed
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.terrain import in_points
from pbem.rulesets.tocs.units import STATES, Activation, ReplacementPool, Unit

ALIKE = 3  # names of which the same is said that have a line each


def place(game: Game, hex_: Hex) -> str:
    """`14.12 Heumen`, or the number alone."""
    name = game.ground.names.get(hex_)
    return f"{hex_} {name}" if name else str(hex_)


def spot(game: Game, unit: Unit) -> str:
    """Where an own unit stands: `14.12 Heumen, SW bank`, or as `place` where no water divides the hex."""
    return at_bank(game, Position(unit.hex, unit.bank))


def short_spot(game: Game, unit: Unit) -> str:
    """`14.12, SW bank`: as `spot`, without the name of the hex."""
    point = bank_point(game.ground, unit.hex, unit.bank)
    return say("{place}, {point} bank", place=unit.hex, point=point) if point else unit.hex


@rule("TOCS-W1.10-1")
def at_bank(game: Game, at: Position) -> str:
    """A place with its bank, as `spot` says it."""
    where, point = place(game, at.hex), bank_point(game.ground, *at)
    return say("{place}, {point} bank", place=where, point=point) if point else where


def places(game: Game, hexes: tuple[Hex, ...]) -> str:
    """Several places, sorted."""
    return ", ".join(place(game, h) for h in sorted(hexes))


def together(told: Iterable[tuple[str, str]], alone: int = ALIKE) -> Iterator[str]:
    """`C-1 13.11: troops`: names, each with what is said of it, a line each; more than `alone` that are alike share one."""
    alike: dict[str, list[str]] = {}
    for name, said in told:
        alike.setdefault(said, []).append(name)
    for said, names in alike.items():
        yield from (f"{one}: {said}" for one in ([", ".join(names)] if len(names) > alone else names))


def in_a_row(names: list[str]) -> str:
    """Names in a row; a name may hold a comma, and then semicolons keep them apart."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


def both(one: str, *other: str) -> str:
    """One, or two as a pair."""
    return say("{one} and {other}", one=one, other=other[0]) if other else one


def call(forces: Forces, unit: str) -> str:
    """The call of an own unit."""
    return forces.counters[unit].call


def calls_in_short(calls: Iterable[str]) -> str:
    """`A,B,C/504, HQ504`: calls as an order may name them, those of one formation together."""
    groups: dict[str, list[str]] = {}
    for name in calls:
        head, slash, formation = name.partition("/")
        groups.setdefault(f"{slash}{formation}" if slash else name, []).append(head)
    return ", ".join(f"{','.join(heads)}{key}" if key.startswith("/") else key for key, heads in groups.items())


ONCE, TWICE = phrase("once"), phrase("twice")


def times(count: int) -> str:
    """`once`, `twice`, `9 times`."""
    return say({1: ONCE, 2: TWICE}[count]) if count in (1, 2) else counted(count, "{number} time", "{number} times")


def fallen(game: Game, seen: EnemyDestroyed) -> str:
    """An enemy unit that was destroyed, and where, if that was seen."""
    where = say(" in {place}", place=place(game, seen.hex)) if seen.hex else ""
    return say("enemy {name} ({call}) destroyed{where}", name=enemy_named(seen), call=seen.call, where=where)


def enemy_named(seen: EnemyDestroyed | Killed) -> str:
    """What an enemy unit was; an HQ, whose counter has its formation's name, as such."""
    return say("headquarters of {name}", name=seen.name) if seen.kind.startswith("hq") else seen.name


def whose(forces: Forces, pool: ReplacementPool) -> str:
    """`American `, where a side has the points of several nations; "" where they are simply its own."""
    return f"{pool.nation.replace('_', ' ').title()} " if len(forces.pools) > 1 else ""


@rule("TOCS-1.5-3", "TOCS-3.5-1", "TOCS-3.5-2")
def spent(forces: Forces, pool: ReplacementPool) -> str:
    """What became of the OPs of an impulse that is closed: spent, left for later, overspent, of which the enemy hears too."""
    said = say("{whose}OP: {spent} spent, {left} left", whose=whose(forces, pool), spent=pool.spent, left=pool.bank)
    one, many = phrases("{number} of them overspent: the enemy gains it", "{number} of them overspent: the enemy gains them")
    given = counted(pool.deficit, one, many)
    return f"{said}; {given}" if pool.deficit else said


SPELT = {
    "landesschuetzen": phrase("Landesschützen"), "fallschirmjaeger": phrase("Fallschirmjäger"), "light_flak": phrase("light flak"),
}  # fmt: skip


def road_words(kind: str) -> str:
    """`dirt road, 6-8 m`, `highway`, `railway`: a class of road as a letter writes it."""
    name, *width = kind.split("_")
    if width:
        return say("{name} road, {width} m", name=text(name), width="-".join(width))
    return say("railway") if kind == "railroad" else worded(kind) if kind == "highway" else say("{name} road", name=text(name))


def arm_words(arm: str) -> str:
    """A unit's arm as a letter writes it, not as a module names it."""
    return say(SPELT[arm]) if arm in SPELT else worded(arm)


def condition(forces: Forces, unit: Unit) -> str:
    """`3/4 fatigued`."""
    return f"{strength(forces, unit)} {say(STATES[unit.state])}"


def strength(forces: Forces, unit: Unit) -> str:
    """`3/4`: steps left of those it began with."""
    return f"{forces.counter(unit).steps - unit.lost}/{forces.counter(unit).steps}"


def source_of(contact: Contact) -> str:
    """Where a desk has a contact from: `recon by E/504`, `battle 3`."""
    return say(SOURCES.get(contact.source, contact.source), who=contact.who)


SOURCES = {"prisoner, battle {who}": phrase("PW, battle {who}")}  # what journals hold, and what a letter says


def known_by(how: str) -> str:
    """How a bridge or facility came to be known: journals hold some words that a letter has otherwise."""
    return say("on your own ground") if how == "our own ground" else say(how)


def points_left(active: Activation) -> str:
    """`1 AP and 2 MP`: what an activated unit may still spend."""
    ap, mp = say("{ap} AP", ap=active.ap), say("{points} MP", points=in_points(active.mp))
    return (both(ap, mp) if active.ap else mp) if active.mp else ap


def dice(throw: Throw) -> str:
    """`2d6 4+3 = 7 [battle/3/crt]`: the form `pbem verify` reads back."""
    faces = "+".join(map(str, throw.faces))
    return f"{throw.spec} {faces} = {throw.total} [{throw.occasion}]"
