"""What neither side may learn of the other's missions: patrols that fail or hold, aircraft on the ground, who stands where a crew
looked and saw the same."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign.records import State
from pbem.kernel.hexes import Hex, disc, hex_at
from pbem.kernel.values import replace
from pbem.rulesets.tocs.aircraft import IN_FLIGHT, ON_STATION, Air, Aircraft, Sortie
from pbem.rulesets.tocs.flights import FlightPlan, Wave
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.rules import air as rules
from pbem.rulesets.tocs.view import AirZone
from tests.fog.pairs import Change, Step, Worlds, at_once, played, told_apart
from tests.fog.stage import Stage
from tests.fog.test_air import CLOSE, FAR, HOLD, MISS, PLAY, drop
from tests.fog.worlds import printed, unit
from tests.opened import as_board, as_picture

GROESBEEK = Hex("20.11")
WAY = (Hex("16.13"), Hex("17.13"), Hex("18.12"), Hex("19.12"), GROESBEEK)
UNSEEN = {"intercept": (1, 1), **MISS}


def camp(side: str, change: Callable[[Forces], Forces]) -> Change:
    """Something of a side's, on the board and in its own picture."""

    def changed(state: State) -> State:
        board, picture = as_board(state.situation.board), as_picture(state.pictures[side])
        now = replace(board, forces={**board.forces, side: change(board.forces[side])})
        mine = replace(picture, forces=change(picture.forces))
        return replace(state, situation=replace(state.situation, board=now), pictures={**state.pictures, side: mine})

    return changed


def announced(side: str, kind: str, where: Hex) -> Change:
    """A mission that both know of."""

    def changed(state: State) -> State:
        zones = (AirZone(side, kind, where),)
        board = as_board(state.situation.board)
        known = {s: as_picture(p) for s, p in state.pictures.items()}
        pictures = {s: replace(p, public=replace(p.public, zones=zones)) for s, p in known.items()}
        now = replace(board, public=replace(board.public, zones=zones))
        return replace(state, situation=replace(state.situation, board=now), pictures=pictures)

    return changed


def flying(side: str, kind: str, hexes: tuple[Hex, ...], crafts: int = 1, status: str = IN_FLIGHT) -> Change:
    """A mission of so many aircraft."""
    calls = tuple(f"FLY{n}" for n in range(1, crafts + 1))
    nation = "german" if side == "german" else "british"
    known = {call: Aircraft(call, "Aircraft", side, nation, "fighter", (kind,), box=status) for call in calls}
    sortie = Sortie(calls[0], kind, hexes, calls, ordered="T0.1", status=status)
    return camp(side, lambda forces: replace(forces, air=Air({**forces.air.aircraft, **known}, (sortie,))))


def patrol(crafts: int, where: Hex = GROESBEEK) -> Change:
    """Germans on patrol, announced, before the wave comes."""
    return at_once(flying("german", "patrol", (where,), crafts, ON_STATION), announced("german", "patrol", where))


def recon(where: Hex = GROESBEEK) -> Change:
    """An Allied reconnaissance that comes on station in the first impulse."""

    around = (where, *sorted(h for h in disc(where, rules.SIGHT) if h != where))
    return flying("allied", "recon", around)


def files(side: str, line: str) -> Step:
    """A letter that one of the two worlds has."""

    def step(stage: Stage) -> None:
        stage.say(side, line)

    return step


def grounded(box: str) -> Change:
    """The Typhoons in another box."""

    def changed(forces: Forces) -> Forces:
        craft = replace(forces.air.aircraft["TYP1"], box=box)
        return replace(forces, air=replace(forces.air, aircraft={**forces.air.aircraft, "TYP1": craft}))

    return camp("allied", changed)


def swapped(one: str, other: str) -> Change:
    """Two German units in each other's place."""

    def changed(forces: Forces) -> Forces:
        a, b = forces.unit_called(one), forces.unit_called(other)
        assert a and b
        return forces.with_unit(replace(a, hex=b.hex)).with_unit(replace(b, hex=a.hex))

    return camp("german", changed)


def same(state: State) -> State:
    """As it is."""
    return state


MOVES = (*CLOSE, ("allied", "END IMPULSE"), ("german", "ALKRANEN: move 24.09\nEND IMPULSE ANYWAY"))


def many(one: int, other: int, where: Hex = GROESBEEK) -> Worlds:
    return Worlds(f"patrols of {one} or {other} that find nothing", "allied", (drop, drop), letters=PLAY, dice=UNSEEN,
                  differs=(patrol(one, where), patrol(other, where)))  # fmt: skip


def held(line: str, where: Hex = GROESBEEK) -> Worlds:
    return Worlds(f"{line}, or a patrol that finds nothing", "allied", (drop, drop), common=patrol(2, where), letters=PLAY,
                  dice=UNSEEN, acts=(lambda stage: None, files("german", line)))  # fmt: skip


def parked(box: str) -> Worlds:
    return Worlds(f"aircraft ready or {box}", "german", (drop, drop), differs=(same, grounded(box)), letters=PLAY, dice=UNSEEN)


def bombed(name: str, there: Change, faces: tuple[int, int] = (3, 4)) -> Worlds:
    """Three bombers over a hex in the first impulse: their crews see nothing of what they hit."""
    raid = FlightPlan("B1", 3, WAY, turn=1, bombs=(GROESBEEK,))
    plan = camp("allied", lambda forces: replace(forces, schedule=forces.schedule.with_flight(raid)))
    return Worlds(f"bombs: {name}", "allied", (drop, drop), common=plan, differs=(same, there), letters=PLAY, before=HOLD,
                  dice={"bombs/": faces, **UNSEEN})  # fmt: skip


def dropped(name: str, there: Change) -> Worlds:
    """Supplies ordered in play, past guns that hold."""

    def with_supplies(forces: Forces) -> Forces:
        known = {
            call: Aircraft(call, "Dakotas", "allied", "american", "transport", ("drop",), box=IN_FLIGHT) for call in ("D1", "D2")
        }
        sortie = Sortie("D1", "drop", (GROESBEEK,), ("D1", "D2"), ordered="T0.1", path=WAY, points=2)
        return replace(forces, air=Air({**forces.air.aircraft, **known}, (sortie,)))

    plan = camp("allied", with_supplies)
    return Worlds(f"supplies past guns: {name}", "allied", (drop, drop), common=plan, differs=(same, there), letters=PLAY,
                  before=HOLD, dice={"drop/D1": (3, 3), **UNSEEN})  # fmt: skip


def looked(name: str, there: Change, where: Hex = GROESBEEK) -> Worlds:
    return Worlds(f"a look at {where}: {name}", "allied", (drop, drop), common=recon(where), differs=(same, there), letters=PLAY,
                  before=HOLD, dice=UNSEEN)  # fmt: skip


def interdicted(one: int, other: int) -> Worlds:
    goal = (Hex("24.09"),)
    return Worlds(f"interdiction by {one} or {other} that tries and fails", "german", (drop, drop), letters=MOVES, dice=UNSEEN,
                  differs=(flying("allied", "interdict", goal, one), flying("allied", "interdict", goal, other)))  # fmt: skip


def watched(name: str, there: Change) -> Worlds:
    """An Allied observer on station through the German's impulse."""
    up = flying("allied", "observer", (QUIET_CORNER,), status=ON_STATION)
    over = at_once(up, announced("allied", "observer", QUIET_CORNER))
    return Worlds(f"an observer over {name}", "allied", (drop, drop), common=over, differs=(same, there), letters=MOVES,
                  before=HOLD, dice=UNSEEN)  # fmt: skip


def late() -> Worlds:
    """A wave that is thrown for and does not come, or none."""
    wave, flight = Wave(9, 1, (), "2d6", {"17": 12}), FlightPlan("J9", 4, WAY, wave=9, points=4)

    def expecting(forces: Forces) -> Forces:
        schedule = forces.schedule.with_flight(flight)
        return replace(forces, schedule=replace(schedule, waves={**schedule.waves, 9: wave}))

    return Worlds("a wave that does not come, or none", "german", (drop, drop), differs=(same, camp("allied", expecting)),
                  letters=PLAY, dice={"wave/": (1, 1), **UNSEEN})  # fmt: skip


def at_home() -> Worlds:
    """Supplies that come down on the Allies' own ground, where no German hears them, or nothing."""
    flight = FlightPlan("J9", 1, (Hex("23.14"), Hex("22.14")), turn=1, points=1)
    comes = camp("allied", lambda forces: replace(forces, schedule=forces.schedule.with_flight(flight)))
    return Worlds("supplies on own ground, or nothing", "german", (drop, drop), common=owned(Hex("22.14")), differs=(same, comes),
                  letters=CLOSE, dice={"drop/": (3, 3), **UNSEEN})  # fmt: skip


def owned(place: Hex) -> Change:
    """A hex is the Allies', as both sides know."""

    def changed(state: State) -> State:
        board = as_board(state.situation.board)
        known = {s: as_picture(p) for s, p in state.pictures.items()}
        pictures = {s: replace(p, public=replace(p.public, owner={**p.public.owner, place: "allied"})) for s, p in known.items()}
        now = replace(board, public=replace(board.public, owner={**board.public.owner, place: "allied"}))
        return replace(state, situation=replace(state.situation, board=now), pictures=pictures)

    return changed


QUIET_CORNER = Hex("23.13")

QUICK = (
    many(1, 3), held("PATROLS NEVER"), held("PATROLS AT BOMBERS"), parked("rearming"),
    looked("another company", swapped("ALARM", "1/NCO")), looked("a weaker one", printed("german", "ALARM", strength=1)),
    looked("guns that hold, one hex aside", unit("german", "FLMOOK", hex=Hex("18.13"))), interdicted(1, 3),
    bombed("another company", swapped("ALARM", "1/NCO")), bombed("a gun that is worn", unit("german", "FLGROES", state=2)),
    dropped("guns that hold, one hex aside", unit("german", "FLMOOK", hex=Hex("18.13"))),
    watched("empty ground, or guns that keep still", unit("german", "FLMOOK", hex=QUIET_CORNER)), late(),
    at_home(),
)  # fmt: skip


@pytest.mark.parametrize("pair", QUICK, ids=lambda pair: pair.name)
def test_missions_tell_nothing_that_a_side_cannot_know(tmp_path: Path, pair: Worlds) -> None:
    """TOCS-W15.7-2, TOCS-W15.2-3, TOCS-W15.9-3, TOCS-3.2-9, TOCS-1.2-4."""
    assert told_apart(tmp_path, pair) == []


def test_the_pairs_do_what_they_say(tmp_path: Path) -> None:
    """They are about something: the patrols try, the crew looks, the mover is seen."""

    def events(pair: Worlds) -> set[str]:
        with played(tmp_path / pair.name.replace(" ", "-")[:20], pair) as (here, _):
            thrown = {throw.occasion.split("/")[0] for record in here.handled for throw in record.throws}
            return thrown | {type(event).__name__ for record in here.handled for event in record.events}

    assert "intercept" in events(many(1, 3)) and "HexesFlownOver" in events(looked("x", same))
    assert {"MovementSeen", "intercept"} <= events(interdicted(1, 3))
    assert "BombsFell" in events(bombed("x", same)) and "StickLanded" in events(dropped("x", same))
    for pair, happens in ((late(), "WaveTried"), (at_home(), "StickLanded")):
        with played(tmp_path / happens, pair) as (_, there):
            assert happens in {type(event).__name__ for record in there.handled for event in record.events if "J9" in repr(event)}


def test_a_patrol_that_finds_the_wave_is_told(tmp_path: Path) -> None:
    """The test can fail."""
    caught = replace_dice(many(1, 3), {"intercept": (6, 6), "dogfight": (6, 6), **MISS})
    assert told_apart(tmp_path, caught)


def replace_dice(pair: Worlds, dice: dict[str, tuple[int, ...]]) -> Worlds:
    return Worlds(pair.name, pair.eye, pair.modules, differs=pair.differs, letters=pair.letters, dice=dice)


def drawn(chance: random.Random) -> Worlds:
    """A pair by chance."""
    where = hex_at(chance.randint(18, 23), chance.randint(9, 13))
    make: Callable[[], Worlds] = chance.choice((
        lambda: many(chance.randint(1, 2), chance.randint(3, 5), where),
        lambda: held(chance.choice(("PATROLS NEVER", "PATROLS AT BOMBERS", "PATROLS AT FIGHTERS")), where),
        lambda: parked(chance.choice(("rearming", "landed", "lost"))),
        lambda: looked("a weaker one", printed("german", chance.choice(("ALARM", "1/NCO")), strength=chance.randint(1, 9)), where),
        lambda: looked("guns that hold are worn", unit("german", "FLMOOK", state=chance.randint(1, 3)), where),
        lambda: looked("another company", swapped("ALARM", "1/NCO"), where),
        lambda: interdicted(chance.randint(1, 2), chance.randint(3, 5)),
        lambda: bombed("another company", swapped("ALARM", "1/NCO"), faces=(chance.randint(1, 4), chance.randint(1, 4))),
        lambda: bombed("a weaker one", printed("german", "ALARM", strength=chance.randint(1, 9))),
        lambda: dropped("guns that hold are worn", unit("german", "FLMOOK", state=chance.randint(1, 3))),
        lambda: dropped("guns that hold stand elsewhere", unit("german", "FLMOOK", hex=chance.choice(FAR))),
    ))  # fmt: skip
    return make()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(500))
def test_missions_drawn_by_chance(tmp_path: Path, seed: int) -> None:
    """TOCS-3.2-9, TOCS-1.2-4."""
    assert told_apart(tmp_path, drawn(random.Random(seed))) == []
