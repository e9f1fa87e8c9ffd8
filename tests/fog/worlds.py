"""Pairs of worlds that differ in one hidden fact, played side by side under the same letters of both sides.

Up to the first observation of the onlooker's that differs, his mail must be byte-identical; and that observation must
be one whose licence covers the kind of fact that differs (COVERS). Consequences that an onlooker sees at his own
troops (the points his scout has left, the state of his own company) carry no licence of their own: they follow in the
same breath as the answer, the roll or the announcement that is licensed, and that one is judged.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.campaign.records import Record, State
from pbem.engine.run_observations import LineBegan, LineEnded, MessageHeard, RunStopped
from pbem.handlers.bot import Temper
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge, rebuilt
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules import halves
from pbem.rulesets.tocs.units import OBSTACLES, Obstacle, Task, Train, Unit
from tests.fog.stage import Letter, Stage, game
from tests.opened import as_board, as_picture

BOLD = Temper(boldness=0.9)

# ---------------------------------------------------------------- facts


@dataclass(frozen=True)
class Fact:
    """One hidden fact of the enemy's: its kind, a name, and how the other world differs (a change of the state)."""

    kind: str
    name: str
    change: Callable[[State], State]


def _forces(state: State, side: str, change: Callable[[Forces], Forces]) -> State:
    """A change in a side's camp, on the board and in its own picture alike."""
    board, picture = state.situation.board, state.pictures[side]
    situation = replace(
        state.situation,
        board=replace(as_board(board), forces={**as_board(board).forces, side: change(as_board(board).forces[side])}),
    )
    return replace(
        state,
        situation=situation,
        pictures={**state.pictures, side: replace(as_picture(picture), forces=change(as_picture(picture).forces))},
    )


def unit(side: str, call: str, **changes: Any) -> Callable[[State], State]:
    """A unit's place, losses or state."""

    def change(forces: Forces) -> Forces:
        found = forces.unit_called(call)
        assert isinstance(found, Unit), call
        return forces.with_unit(replace(found, **changes))

    return lambda state: _forces(state, side, change)


def all_in_reserve(side: str) -> Callable[[State], State]:
    """Every unit of a side waits in reserve."""

    def change(forces: Forces) -> Forces:
        return replace(forces, units={i: replace(u, reserve=True) for i, u in forces.units.items()})

    return lambda state: _forces(state, side, change)


def printed(side: str, call: str, **changes: Any) -> Callable[[State], State]:
    """A value printed on a counter."""

    def change(forces: Forces) -> Forces:
        old = next(c for c in forces.counters.values() if c.call == call)
        return replace(forces, counters={**forces.counters, old.id: replace(old, **changes)})

    return lambda state: _forces(state, side, change)


def found_ford(side: str, hex_: str) -> Callable[[State], State]:
    """A ford that a side found and keeps to itself."""
    return lambda state: _forces(state, side, lambda forces: replace(forces, fords=(Hex(hex_),)))


def spanned(side: str, bridge: Bridge) -> Callable[[State], State]:
    """A bridge as it is now, known to one side."""

    def change(state: State) -> State:
        state = _forces(state, side, lambda forces: replace(forces, spans=rebuilt(forces.spans, bridge)))
        board = state.situation.board
        return replace(
            state, situation=replace(state.situation, board=replace(as_board(board), spans=rebuilt(as_board(board).spans, bridge)))
        )

    return change


def stands(side: str, site: Facility) -> Callable[[State], State]:
    """A facility, known to one side."""

    def change(state: State) -> State:
        state = _forces(state, side, lambda forces: forces.knowing(site))
        board = state.situation.board
        return replace(
            state,
            situation=replace(state.situation, board=replace(as_board(board), sites={**as_board(board).sites, site.id: site})),
        )

    return change


def on_rails(side: str, train: Train) -> Callable[[State], State]:
    """A train."""
    return lambda state: _forces(state, side, lambda forces: forces.with_train(train, ()))


def pool(side: str, **changes: int) -> Callable[[State], State]:
    """OPs in the bank, or what comes in."""

    def change(forces: Forces) -> Forces:
        return replace(forces, pools={i: replace(p, **changes) for i, p in forces.pools.items()})

    return lambda state: _forces(state, side, change)


def stored(side: str, name: str, **changes: Any) -> Callable[[State], State]:
    """A source of supply: its place, its points."""

    def change(forces: Forces) -> Forces:
        return forces.with_source(replace(forces.sources[name], **changes))

    return lambda state: _forces(state, side, change)


def replacements(side: str, **changes: Any) -> Callable[[State], State]:
    """What is in a side's pools."""

    def change(forces: Forces) -> Forces:
        return replace(forces, replacements=replace(forces.replacements, **changes))

    return lambda state: _forces(state, side, change)


def on_refit(side: str, call: str) -> Callable[[State], State]:
    """A unit is on refit."""

    def change(forces: Forces) -> Forces:
        found = forces.unit_called(call)
        assert isinstance(found, Unit), call
        return forces.with_task(Task(found.id, "refit", "refit", found.hex))

    return lambda state: _forces(state, side, change)


def divided(side: str, call: str) -> Callable[[State], State]:
    """A company is deployed into its halves."""

    def change(forces: Forces) -> Forces:
        found = forces.unit_called(call)
        assert isinstance(found, Unit), call
        return halves.split(forces, found).made_in(forces)

    return lambda state: _forces(state, side, change)


def works(side: str, hex_: str, level: str) -> Callable[[State], State]:
    """An improved position ("" = none)."""
    place = Hex(hex_)

    def changed(known: Any) -> Any:
        rest = {h: w for h, w in known.items() if h != place}
        return {**rest, place: (level, side)} if level else rest

    def change(state: State) -> State:
        board, picture = state.situation.board, state.pictures[side]
        situation = replace(state.situation, board=replace(as_board(board), works=changed(as_board(board).works)))
        known = replace(as_picture(picture), works=changed(as_picture(picture).works))
        return replace(state, situation=situation, pictures={**state.pictures, side: known})

    return change


def fixed(side: str, hex_: str, *features: str) -> Callable[[State], State]:
    """What is fixed to a hex and only scouts find."""

    def change(state: State) -> State:
        board, picture = state.situation.board, state.pictures[side]
        laid = tuple(Obstacle(name, side) for name in features if name in OBSTACLES)
        more = tuple(name for name in features if name not in OBSTACLES)
        there, obstacles = {**as_board(board).features, Hex(hex_): more}, {**as_board(board).obstacles, Hex(hex_): laid}
        situation = replace(state.situation, board=replace(as_board(board), features=there, obstacles=obstacles))
        known = replace(
            as_picture(picture),
            features={**as_picture(picture).features, Hex(hex_): more},
            obstacles={**as_picture(picture).obstacles, Hex(hex_): laid},
        )
        return replace(state, situation=situation, pictures={**state.pictures, side: known})

    return change


def filed(side: str, part: str, line: str) -> Callable[[State], State]:
    """A standing order."""

    def change(state: State) -> State:
        admin = state.admin
        lines = tuple((p, line if p == part else text) for p, text in admin.standing[side].lines)
        assert line in dict(lines).values()
        standing = {**admin.standing, side: replace(admin.standing[side], lines=lines)}
        return replace(state, admin=replace(admin, standing=standing))

    return change


def renamed(side: str) -> Callable[[State], State]:
    """All counters under other names and ids, in the opposite order of ids; calls stay, so that the same letters work."""

    def change(forces: Forces) -> Forces:
        ids = sorted(forces.counters)
        new = {old: f"x{len(ids) - n:03d}" for n, old in enumerate(ids)}
        counters = {new[i]: _under(c, new) for i, c in forces.counters.items()}
        ties = {i: {"assigned": new.get(u.assigned, ""), "under": new.get(u.under, "")} for i, u in forces.units.items()}
        units = {new[i]: replace(u, id=new[i], **ties[i]) for i, u in forces.units.items()}
        active = replace(forces.active, unit=new[forces.active.unit]) if forces.active else None
        return replace(forces, counters=counters, units=units, active=active)

    return lambda state: _forces(state, side, change)


def _under(counter: Counter, new: dict[str, str]) -> Counter:
    parent, assigned = new.get(counter.parent, ""), new.get(counter.assigned, "")
    return replace(counter, id=new[counter.id], name=f"renamed {counter.name}", aliases=(), parent=parent, assigned=assigned)


# ---------------------------------------------------------------- licences

ACTS = {
    "TOCS-W9.1-2",  # whose a hex is, is known to both: a unit that is elsewhere, or has other points, takes other hexes
    "TOCS-1.2-4",  # what it scouts or probes of ours is announced to us
    "TOCS-3.7-2",  # the hexes it attacks are announced
    "TOCS-3.9-1",  # both sides form the ratio: other attackers, or an ambush, another sum
    "TOCS-W6.0-9",  # it meets claims of ours, and confirms or disproves them as it moves
    "TOCS-1.2-6",  # a hex it stays in beside us is an engagement, and both know
    "TOCS-W10.24-1",  # shells fall on a hex it names
    "TOCS-W10.26-2",  # a hex under interdiction is announced
    "TOCS-W10.26-6",  # and may stop a battle that was announced
}
SPOTTED = "TOCS-W10.24-5"  # what an observer sees of a hex under fire: who is there, and how it takes it
BATTLE = {
    "TOCS-W1.10-3",  # before it the defender of a river hex says on which bank he stands, as most of the attack has it
    "TOCS-3.9-1",  # the sum is told: it holds strength, steps, state, works and experience
    "TOCS-W19.4-1",  # the result names the steps each side loses
    "TOCS-1.2-1",  # what is destroyed is told
    "TOCS-W9.1-2",  # who holds the ground afterwards
    "TOCS-1.2-6",  # or that it is contested
    "TOCS-W20.1-1",  # captives tell the truth, the more the worse their unit and its state
    "TOCS-W20.2-1",  # and so do the people of a place that its defender left
}
ZONE = {
    "TOCS-W6.0-9",  # asked, the owner must say whether the zone stands, and may only if a fit company is near (W6.0-10)
    "TOCS-W10.4-4",  # scouted, he says so too
    "TOCS-W6.0-11",  # and a mover is held by it
}
COVERS: dict[str, set[str]] = {
    # who stands where is learnt by looking, by meeting, and by what he does from there
    "place": {"TOCS-W10.4-4", "TOCS-W11.19-8", SPOTTED} | ZONE | ACTS | BATTLE,
    # steps, printed strength and experience are seen in battle, and steps where an observer sees them fall
    "steps": {SPOTTED} | BATTLE,
    "strength": set(BATTLE),
    "experience": set(BATTLE),
    # a worn unit has fewer action points, exerts no zone, fights worse; worn staffs weigh on initiative (2.7-1)
    "state": {"TOCS-2.7-1", SPOTTED} | ZONE | ACTS | BATTLE,
    # fixed works are disclosed to a scout (W10.4-5, answered under W10.4-4), and count in battle
    "works": {"TOCS-W10.4-4", SPOTTED} | BATTLE,
    # how a company is deployed is never told: it shows in where zones stand, and in the battle that ends it (W10.15-6)
    "deployment": ZONE | BATTLE,
    # a ford found in play is shown to him who scouts its hex; units that know of it come over it, and their zones too
    "ford": {"TOCS-W11.14-1"} | ZONE | ACTS | BATTLE,
    # so are mines, blocks and facilities, and to him who moves in; people next door know of them, and mines count in battle
    "features": {"TOCS-W10.4-4", "TOCS-1.9-3"} | BATTLE,
    # a bridge is found by who scouts its hex or comes there, and by who owns it; who knows of it goes over it, or does not
    "bridge": {"TOCS-W10.4-5"} | ZONE | ACTS | BATTLE,
    # facilities are found in the same way, and nothing else tells of them
    "facility": {"TOCS-W10.4-5"},
    # a train is seen where it goes by
    "train": {"TOCS-W12.3-5"},
    # the standing order speaks when the zone is asked for; a scouted hex that is not in a zone changes hands
    # and where no zone bars the way, a unit goes on into the enemy: the ambush is seen instead (W6.0-12, W10.1.2-1)
    "zone order": set(ZONE) | BATTLE,
    # who is given up where too many stand: what is destroyed is told, and nothing of who might have been
    "surplus order": {"TOCS-1.2-1"},
    # where beaten units fall back to, what they hold: after a battle, by its result, the ground and the dead
    "retreat order": BATTLE,
    # the bank a defender takes is told before the battle; then the throw, and where the units stand afterwards (W1.10-3)
    "bank order": set(BATTLE),
    # more points, more deeds; points overspent come over to us (1.5-2)
    "bank": {"TOCS-1.5-2", SPOTTED} | ZONE | ACTS | BATTLE,
    # how hard guns hit is felt by those they hit, and read in the sum of a battle they support
    "guns": set(BATTLE),
    # what an HQ reaches decides who has all his points and who takes orders; in battle, a shift and the guns (W7.0-4, W7.0-5)
    "staff": {SPOTTED} | ZONE | ACTS | BATTLE,
    # morale is thrown for in secret: it shows in who gets away and who is fit again, as their place and state do
    "morale": {SPOTTED} | ZONE | ACTS | BATTLE,
    # a reserve is nowhere announced: it shows by what it does when it is called, or by not being what it was (W10.21-4)
    "reserve": {"TOCS-1.5-2"} | ZONE | ACTS | BATTLE,
    "reserve order": ZONE | ACTS | BATTLE,
    # a store is found by looking into its hex or by taking it (W8.1-2, W8.1-4); what it feeds, or fails to feed, acts otherwise
    "store": {"TOCS-W8.1-2", "TOCS-W8.1-4"} | ZONE | ACTS | BATTLE,
    # what is in the pools, who refits and whom an asset goes with is nowhere announced: it shows in how many steps a unit
    # has in battle, by who is led there, and who is lost or looked at with whom
    "replacements": {SPOTTED} | ZONE | ACTS | BATTLE,
    "assigned": {"TOCS-W10.4-4", SPOTTED} | ZONE | ACTS | BATTLE,
    # halves are two units, each with its own points, zone and end; a probe tells kinds, not sizes
    "halves": {"TOCS-W10.4-4", SPOTTED} | ZONE | ACTS | BATTLE,
    # a name is told when its bearer is dead (1.2-1)
    "name": {"TOCS-1.2-1", "TOCS-W20.1-1"},
}
# What within an answer a kind may touch, where its licence covers more than one thing: W10.4-4 answers of presence and
# zone are no place for works (W10.4-5), nor is a roll told before there is one.
ANSWER_PARTS = {
    "place": {"occupied", "ezoc", "kinds", "works"},
    "state": {"occupied", "ezoc", "kinds", "works"},
    "zone order": {"ezoc"},
    "ford": {"occupied", "ezoc", "kinds", "works"},
    "bank": {"occupied", "ezoc", "kinds", "works"},
    "works": {"works"},
    "features": {"fixed"},
    "staff": {"occupied", "ezoc", "kinds", "works"},
    "replacements": {"occupied", "ezoc", "kinds", "works"},
    "assigned": {"occupied", "ezoc", "kinds", "works"},
    "halves": {"occupied", "ezoc", "kinds", "works"},
    "morale": {"occupied", "ezoc", "kinds", "works"},
}
OWN = (LineBegan, LineEnded, RunStopped, o.OwnHalt,
       e.ActivationChanged, e.UnitChanged, e.UnitActivated, e.AttackOrdered, e.AttacksCleared,
       e.CompanyDeployed, e.ReplacementsChanged, e.WrecksSought, e.RefitTried,
       e.StaffWoken, e.StaffChanged, e.StaffLaidAside, e.AssetsWoken, e.MoraleChecked, e.LinksReviewed,
       e.BatteriesSpent, o.OwnMission, e.SupportOrdered, e.SupportSpent, e.AttackCalledOff)  # fmt: skip
SEES_AT_HOME = {  # own troops alone may tell these: a pursuer stops before an occupied hex (3.9-11), nothing is said of it
    "place": {"pursued", "exploited", "broke through", "advanced"},
    "bank": {"pursued", "exploited", "broke through", "advanced"},
    "state": {"pursued", "exploited", "broke through", "advanced"},
    "staff": {"pursued", "exploited", "broke through", "advanced"},
    "morale": {"pursued", "exploited", "broke through", "advanced"},
    "guns": {"shelled"},
}


# ---------------------------------------------------------------- two worlds


@dataclass
class Found:
    """What came of a pair: faults, how many letters were the same, and the first difference, in words."""

    faults: list[str]
    same: int = 0
    first: str = ""


Writer = Callable[[Stage, int], Iterator[Letter]]


def _bold(stage: Stage, seed: int) -> Iterator[Letter]:
    return game(stage, seed, temper=BOLD)


def compared(
    folder: Path, fact: Fact, seed: int, eye: str = "allied", most: int = 40, late: int = 0, letters: Writer = _bold
) -> Found:
    """Play both worlds in step until the onlooker sees a difference, the game ends, or so many letters are written.

    late: how many letters are written before the worlds part; letters: who writes them.
    """
    here, there = Stage(folder / "here", seed), Stage(folder / "there", seed)
    try:
        for stage in (here, there):
            stage.begin()
        return _in_step((here, there), fact, letters(here, seed), (eye, most, late))
    finally:
        here.close()
        there.close()


def _in_step(worlds: tuple[Stage, Stage], fact: Fact, letters: Iterator[Letter], how: tuple[str, int, int]) -> Found:
    here, there = worlds
    eye, most, late = how
    found = Found([])
    for written, letter in zip(range(most), letters, strict=False):
        if written == late:
            there.campaign.state = fact.change(there.campaign.state)
        known = len(here.bag(eye))
        for stage in worlds:  # in each he answers the letter that he has there: the enemy's may be another, and another's name
            stage.hand_in(stage.letter(letter.seat, letter.lines, stage.last(letter.seat)))
        seen = [_seen(stage.handled[-1:], eye) for stage in worlds]
        found.first = first_difference(fact, seen[0], seen[1], found.faults)
        if found.first:
            return found
        if _mail(here, eye, known) != _mail(there, eye, known):
            found.faults.append(f"{fact.name}: after `{letter.lines[:40]}` the mail differs and no observation does")
            return found
        if as_picture(here.campaign.state.pictures[eye]).diary != as_picture(there.campaign.state.pictures[eye]).diary:
            found.faults.append(f"{fact.name}: after `{letter.lines[:40]}` the diary differs and no observation does")
            return found
        found.same += len(here.bag(eye)) - known
    return found


def _mail(stage: Stage, eye: str, known: int) -> list[bytes]:
    """What came since: but for the letter that opens everything when all is over."""
    opened = any(getattr(sent, "kind", "") == "reveal" for sent in stage.handled[-1].letters)
    return stage.bag(eye)[known : -1 if opened else None]


def _seen(records: list[Record], eye: str) -> list[Any]:
    return [item for record in records for desk, item in record.seen if desk == eye]


def _more(one: list[Any], other: list[Any]) -> list[Any]:
    """The first thing that each world tells alone before both go on alike; [] when they do not, or tell it elsewhere too."""
    meeting = min(((i, j) for i, x in enumerate(one) for j, y in enumerate(other) if x == y), key=sum, default=None)
    if meeting is None:
        return []
    alone, beside = one[: meeting[0]], other[: meeting[1]]
    if any(item in other for item in alone) or any(item in one for item in beside):
        return []  # the same things in another order
    return [*alone[:1], *beside[:1]]


def first_difference(fact: Fact, one: list[Any], other: list[Any], faults: list[str]) -> str:
    """The first difference between what was seen in two worlds, in words, "" when there is none; faults are added."""
    if one == other:
        return ""
    pairs = [[x for x in seen if not isinstance(o.what(x), (*OWN, MessageHeard))] for seen in (one, other)]
    at = next((n for n, (a, b) in enumerate(zip(*pairs, strict=False)) if a != b), min(map(len, pairs)))
    differing = _more(pairs[0][at:], pairs[1][at:]) or [seen[at] for seen in pairs if at < len(seen)]
    if not differing:
        return _at_home(fact, one, other, faults)
    for item in differing:
        if o.licence(item) not in COVERS[fact.kind]:
            faults.append(f"{fact.name}: {item} tells of a thing that {o.licence(item)} does not cover")
    faults += _parts(fact, differing)
    return " / ".join(type(o.what(item)).__name__ for item in differing)


def _parts(fact: Fact, differing: list[Any]) -> list[str]:
    """Two answers about the same hex may differ only in what their licence lets the kind of fact touch."""
    answers = [item for item in map(o.what, differing) if isinstance(item, e.HexScouted)]
    if len(answers) < len(differing) or len(differing) < 2:
        return []
    one, other = answers
    parts = {p for p in e.HexScouted.__struct_fields__ if getattr(one, p) != getattr(other, p)}
    more = parts - ANSWER_PARTS.get(fact.kind, set())
    told = [k for item in answers for k in item.kinds if k not in ("infantry", "vehicles", "guns") or not item.probe]
    levels = [w for w in (one.works, other.works) if w not in ("", "improved", "entrenched", "strongpoint", "fortified_area")]
    return [f"{fact.name}: an answer differs in {sorted(more)}"] * bool(more) + [f"{fact.name}: told {x}" for x in told + levels]


def _at_home(fact: Fact, one: list[Any], other: list[Any], faults: list[str]) -> str:
    """Nothing differs but the onlooker's own troops: allowed only where a rule shows a thing by them."""
    pairs = [[x for x in map(o.what, seen) if isinstance(x, e.UnitChanged)] for seen in (one, other)]
    at = next((n for n, (a, b) in enumerate(zip(*pairs, strict=False)) if a != b), min(map(len, pairs)))
    whys = {seen[at].why for seen in pairs if at < len(seen)}
    if not whys & SEES_AT_HOME.get(fact.kind, set()):
        faults.append(f"{fact.name}: own troops tell of it, and nothing announced does: {whys}")
    return f"own troops: {sorted(whys)}"
