"""PLOT and WAIT: missions of artillery, checked on the own picture and set down for the Aircraft and Artillery Phase."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.absent import absent
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import Battery, Pattern, Plot, PlottedMission, Round
from pbem.rulesets.tcs.rules import missions
from pbem.rulesets.tcs.rules.scatter import axes
from pbem.rulesets.tcs.rules.spotting import may_see
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.told_events import OwnTold, Plotted
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.words import ORDER_VERBS

ROUNDS: dict[str, Round] = {"he": "HE", "smoke": "smoke", "illum": "illum"}
WORDS = {name: word for word, name in ROUNDS.items()}
PATTERNS: tuple[Pattern, ...] = ("converged", "open", "linear")
WIDTH: dict[Pattern, int] = {"converged": 1, "open": 2, "linear": 2}
"""How far from its target a sheaf of a pattern may come down."""
HALF_TURN = 3


def own_battery(picture: TacticalPicture, call: str) -> Battery | Refusal:
    """A battery by its name; else what the side has."""
    found = picture.forces.battery(call)
    known = ", ".join(sorted(picture.forces.batteries)) or say("none")
    return found or illegal(say("{call} is no battery; yours are {known}", call=call, known=known), "TCSB-18-1")


def planned(game: TacticalGame, picture: TacticalPicture, battery: Battery, act: Act) -> PlottedMission:
    """The mission that a line asks for; where it leaves the battery fires out, as many as there may be."""
    round_ = next(ROUNDS[word] for word in act.words if word in ROUNDS)
    said = act.number("N")
    fires = _all_fires(game, battery, round_) if said is None else said
    last = battery.before
    if act.says("continue"):
        went = last or PlottedMission(battery.place or Hex("00.00"), "", round_, fires, "converged")
        return replace(went, round=round_, fires=fires, goes_on=True, trp=None)
    pattern: Pattern = next((pattern for pattern in PATTERNS if pattern in act.words), "converged")
    axis = _axis(game, act.number("N_AXIS")) if pattern == "linear" else ""
    trp = act.hex("HEX_TRP")
    return PlottedMission(act.hex() or Hex("00.00"), act.text("UNIT") or "", round_, fires, pattern, axis, trp)


def _all_fires(game: TacticalGame, battery: Battery, round_: Round) -> int:
    if round_ == "illum":
        return missions.fires_for_light(game.book, battery.tubes)
    left = missions.rate_of_fire(game.book, battery) - battery.spent
    return max(0, min(left, battery.stock(round_)))


def _axis(game: TacticalGame, number: int | None) -> str:
    """The axis of a direction, 1 north and on clockwise: 2 and 5 both name that from 2 to 5."""
    first = ((number or 0) - 1) % HALF_TURN + 1
    return f"{first}-{first + HALF_TURN}" if number and number <= 2 * HALF_TURN else ""


def against(game: TacticalGame, picture: TacticalPicture, act: Act) -> Refusal | None:
    """Why a mission cannot be plotted."""
    battery = own_battery(picture, act.text("CALL") or "")
    if isinstance(battery, Refusal):
        return battery
    mission = planned(game, picture, battery, act)
    goes_on_nowhere = mission.goes_on and battery.before is None
    unfit = _eyes(picture, mission) or (None if goes_on_nowhere else _target(game, picture, battery, mission))
    if unfit:
        return unfit
    fault = missions.fault_of(game.book, battery, mission, _sees(game, picture, mission))
    return _said(game, picture, battery, mission, fault) if fault else None


@rule("TCSB-6-6", "TCS3-2.1-4", "TCSB-18-13")
def _eyes(picture: TacticalPicture, mission: PlottedMission) -> Refusal | None:
    """What is wrong with the observer: it must live, and be able to look."""
    if mission.blind or mission.goes_on:
        return None
    unit = picture.forces.units.get(mission.observer)
    if unit is None:
        if mission.observer in picture.forces.batteries:
            return illegal(say("{unit} is a battery and observes nothing: name a unit", unit=mission.observer), "TCS3-2.1-4")
        return absent(picture, mission.observer)
    if not missions.may_observe(unit):
        return illegal(say("{unit} is paralyzed and observes nothing", unit=unit.id), "TCSB-18-13")
    return None


@rule("TCSB-9-9", "TCSB-9-7", "TCS3-2.2-2")
def _target(game: TacticalGame, picture: TacticalPicture, battery: Battery, mission: PlottedMission) -> Refusal | None:
    """What is wrong with the target: off the map, out of range, own units in it; or with the TRP that it is named from."""
    target = mission.target
    if target not in game.ground.terrain:
        return illegal(say("{hex} is not on the map", hex=target), "TCSB-1-6")
    if not missions.reaches(battery, target):
        words = phrase("{hex} is out of range of {battery}: it reaches {range} hexes")
        return illegal(say(words, hex=target, battery=battery.id, range=battery.range), "TCSB-9-7")
    friends = [unit.id for unit in picture.forces.at(target)]
    if friends and mission.round == "HE":
        return illegal(say("{units} would be shelled: own units are in {hex}", units=", ".join(friends), hex=target), "TCSB-9-9")
    if mission.trp is not None and mission.trp not in picture.trp:
        return illegal(say("{hex} is none of your TRPs; yours are {known}", hex=mission.trp, known=_trps(picture)), "TCSB-18-3")
    if battery.rockets and mission.trp is not None:
        return illegal(say("a TRP does not help rockets"), "TCS3-2.8-1")
    if battery.rockets and mission.pattern != "converged":
        return illegal(say("rockets fall in their own zones: they have no pattern"), "TCS3-2.8-2")
    return None


def _trps(picture: TacticalPicture) -> str:
    return ", ".join(picture.trp) or say("none")


def _sees(game: TacticalGame, picture: TacticalPicture, mission: PlottedMission) -> bool:
    """Does the observer see the target now, as far as its desk knows?"""
    unit = picture.forces.units.get(mission.observer)
    return unit is not None and may_see(game.book, game.sight, air(game, picture), unit, mission.target)


def observers(game: TacticalGame, picture: TacticalPicture, target: Hex) -> Iterator[TacticalUnit]:
    """The own units that see a hex and could observe, those with a clear head and the nearest first."""
    over = air(game, picture)
    units = sorted(picture.forces.units.values(), key=lambda unit: (unit.suppressed, distance(unit.hex, target)))
    return (u for u in units if missions.may_observe(u) and may_see(game.book, game.sight, over, u, target))


def line_of(battery: str, mission: PlottedMission) -> str:
    """A mission as it is written."""
    fires = () if mission.round == "illum" else (str(mission.fires),)
    if mission.goes_on:
        return " ".join(("plot", battery, "continue", *fires, WORDS[mission.round]))
    eyes = ("blind",) if mission.blind else ("by", mission.observer)
    pattern = ("linear", mission.axis[:1]) if mission.pattern == "linear" else (mission.pattern,)
    laid = () if mission.round == "illum" else pattern
    trp = ("trp", mission.trp) if mission.trp else ()
    return " ".join(("plot", battery, "at", mission.target, *eyes, *fires, WORDS[mission.round], *laid, *trp))


def most_fires(game: TacticalGame, battery: Battery) -> int:
    """Battery fires of HE that a battery may fire in this turn."""
    if battery.direct or battery.tubes < 1:
        return 0
    return min(missions.rate_of_fire(game.book, battery) - battery.spent, battery.he)


def shoots(game: TacticalGame, picture: TacticalPicture, battery: Battery, fires: int) -> Iterator[str]:
    """Missions of HE that would run, as lines: what may go on, enemies that somebody sees, TRPs."""
    last = battery.before
    if last and last.round == "HE" and not battery.delay and not picture.forces.at(last.target):
        yield line_of(battery.id, replace(last, fires=fires, trp=None, goes_on=True))
    for hex_ in sorted(picture.known_enemies):
        eyes = next(observers(game, picture, hex_), None)
        if eyes and missions.reaches(battery, hex_) and not picture.forces.at(hex_):
            yield line_of(battery.id, PlottedMission(hex_, eyes.id, "HE", fires, "converged"))
    for hex_ in picture.trp if not battery.rockets else ():
        if not picture.forces.at(hex_) and missions.reaches(battery, hex_):
            yield line_of(battery.id, PlottedMission(hex_, "", "HE", fires, "converged", trp=hex_))


@rule("TCS3-2.1-5", "TCS3-2.1-6", "TCS3-2.2-1", "TCS3-2.5-1", "TCS3-2.10-1", "TCSB-18-21")
def _said(
    game: TacticalGame, picture: TacticalPicture, battery: Battery, mission: PlottedMission, fault: missions.Fault
) -> Refusal:
    """The reason in words, with its row and the line that would run."""
    if fault in _ONE_LINE:
        words, row = _ONE_LINE[fault]
        return illegal(say(words, battery=battery.id), row)
    if fault in ("none", "ammunition", "rate"):
        return _too_many(game, battery, mission, fault)
    if fault == "trp":
        return _not_blind(picture, battery.id, mission)
    if fault == "light":
        needed = missions.fires_for_light(game.book, battery.tubes)
        words = say("a mission of illumination is one light, {fires} battery fires of {battery}", fires=needed, battery=battery.id)
        return illegal(words, "TCS3-2.5-1", line_of(battery.id, mission))
    if fault == "axis":
        words = say("a linear mission needs an axis by its direction, 1 north and on clockwise")
        return illegal(words, "TCS3-2.13-1", line_of(battery.id, replace(mission, axis=axes(game.book)[0])))
    return _unseen(game, picture, battery.id, mission)


class _Reason(NamedTuple):
    words: str
    row: str


_ONE_LINE: Mapping[missions.Fault, _Reason] = {
    "direct": _Reason(phrase("{battery} fired direct in the last turn and has no missions in this one"), "TCS3-2.12-1"),
    "delay": _Reason(phrase("{battery} has a delay and cannot go on with a mission"), "TCS3-2.6-2"),
    "continuation": _Reason(phrase("{battery} fired no mission in the last turn that could go on"), "TCS3-2.6-1"),
}


def _too_many(game: TacticalGame, battery: Battery, mission: PlottedMission, fault: missions.Fault) -> Refusal:
    """No tubes, no ammunition, or more than the rate of fire has left."""
    of, stock, rate = WORDS[mission.round], battery.stock(mission.round), missions.rate_of_fire(game.book, battery)
    left = min(rate - battery.spent, stock)
    fewer = line_of(battery.id, replace(mission, fires=left)) if left > 0 else ""
    if battery.tubes < 1:
        return illegal(say("{battery} has no tubes left", battery=battery.id), "TCSB-26-7")
    if stock == 0:
        return illegal(say("{battery} has no {round} left", battery=battery.id, round=of), "TCSB-18-21")
    if mission.fires == 0 and left > 0:
        return illegal(say("a mission is one battery fire at least"), "TCSB-18-3", fewer)
    if fault == "ammunition":
        has = counted(stock, "{number} battery fire", "{number} battery fires")
        return illegal(say("{battery} has {has} of {round} left", battery=battery.id, has=has, round=of), "TCSB-18-21", fewer)
    words = phrase("{battery} has plotted {spent} of its {rate} battery fires of this turn")
    return illegal(say(words, battery=battery.id, spent=battery.spent, rate=rate), "TCS3-2.10-1", fewer)


def _not_blind(picture: TacticalPicture, battery: str, mission: PlottedMission) -> Refusal:
    words = say("a blind mission falls on a TRP and nowhere else; yours are {known}", known=_trps(picture))
    first = picture.trp[0] if picture.trp else None
    return illegal(words, "TCS3-2.1-6", line_of(battery, replace(mission, target=first, trp=first)) if first else "")


def _unseen(game: TacticalGame, picture: TacticalPicture, battery: str, mission: PlottedMission) -> Refusal:
    words = say("{unit} does not see {hex} now", unit=mission.observer, hex=mission.target)
    other = next(observers(game, picture, mission.target), None)
    if other:
        return illegal(words, "TCS3-2.1-5", line_of(battery, replace(mission, observer=other.id)))
    return illegal(say("{why}, and none of your units does", why=words), "TCS3-2.1-5")


# ---------------------------------------------------------------- what it would bring


def remarks(game: TacticalGame, picture: TacticalPicture, act: Act) -> tuple[str, ...]:
    """What a mission costs and may do, for the answer to a letter."""
    battery = own_battery(picture, act.text("CALL") or "")
    if act.verb != "plot" or isinstance(battery, Refusal):
        return ()
    mission = planned(game, picture, battery, act)
    return (*_costs(game, battery, mission), *_dangers(picture, battery, mission))


def _costs(game: TacticalGame, battery: Battery, mission: PlottedMission) -> Iterator[str]:
    left, of = battery.stock(mission.round) - mission.fires, WORDS[mission.round]
    words = phrase("{spent} of {battery} make {what}; that leaves it {left} {round}")
    if battery.rockets:
        words, what = (
            phrase("{what} of {battery}; that leaves it {left}"),
            counted(mission.fires, "{number} barrage", "{number} barrages"),
        )
    elif mission.round == "illum":
        what = say("one light")
    else:
        many = missions.sheafs(game.book, battery.tubes, mission.fires, mission.round)
        what = counted(many, "{number} sheaf", "{number} sheafs")
    spent = counted(mission.fires, "{number} battery fire", "{number} battery fires")
    yield say(words, spent=spent, battery=battery.id, what=what, left=left, round="HE" if mission.round == "HE" else of)
    if battery.delay:
        yield counted(battery.delay, "{battery} fires it {number} turn from now", "{battery} fires it {number} turns from now",
                      battery=battery.id)  # fmt: skip
    if mission.blind and not mission.goes_on:
        yield say("a blind mission can be neither checked nor cancelled (TCS3-2.7-1)")


@rule("TCSB-18-19")
def _dangers(picture: TacticalPicture, battery: Battery, mission: PlottedMission) -> Iterator[str]:
    """Own units that the pattern may strike, once it is adjusted."""
    if mission.round != "HE":
        return
    width = 0 if battery.rockets else WIDTH[mission.pattern]
    near = [unit.id for unit in picture.forces.units.values() if distance(unit.hex, mission.target) <= width]
    if near:
        yield say("danger close: the pattern reaches {units}, and shells fall on friends as on enemies", units=", ".join(near))
    eyes = picture.forces.units.get(mission.observer)
    if eyes and eyes.suppressed and not mission.goes_on:
        yield say("{unit} is suppressed: it counts as having no clear line (TCSB-18-13)", unit=eyes.id)


def chance(needed: str) -> Fraction:
    """How likely two dice make a number or more."""
    ways = sum(first + second >= int(needed) for first in range(1, 7) for second in range(1, 7))
    return Fraction(ways, 36)


@rule("TCSB-18-3", "TCSB-18-6", "TCSB-18-8")
def _plotted(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    battery = own_battery(picture, act.text("CALL") or "")
    if isinstance(battery, Refusal):
        raise ValueError(battery.words)
    turn = picture.public.turn
    mission = planned(game, picture, battery, act)
    plot = Plot(_number(picture), battery.id, mission, turn, missions.due(turn, battery), act.condition())
    return (Plotted(picture.side, plot),)


def _waits(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    turn = picture.public.turn
    return (Plotted(picture.side, Plot(_number(picture), "", None, turn, turn)),)


def _number(picture: TacticalPicture) -> int:
    """The next number of this turn: every plot of a turn is set down before the first is fired."""
    return 1 + max((plot.number for plot in picture.forces.plots if plot.turn == picture.public.turn), default=0)


PLOT = TacticalAction(
    replace(ORDER_VERBS["plot"], traits=("runs",)),
    phrase(
        "PLOT sets down a fire mission for this turn's Aircraft and Artillery Phase: the battery, the target, who\n"
        "observes, how many battery fires of which round, the pattern. The observer must see the target as you\n"
        "write (TCS3-2.1-5). Any of your units observes for any battery (TCS3-2.1-4). Without an observer a mission\n"
        "is BLIND, falls on one of your TRPs and nowhere else, and cannot be called back (TCS3-2.1-6, TCS3-2.7-1).\n\n"
        "    PLOT BTY at 05.04 by A-MG 4 he converged CANCEL IF friends within 1\n"
        "    PLOT BTY at 05.05 blind 4 he open trp 05.05\n"
        "    PLOT BTY at 05.04 by A-MG 2 he linear 2\n"
        "    PLOT BTY CONTINUE 4 he\n\n"
        "HE shells, smoke hides, illum lights a hex by night: HELP ARTILLERY, HELP SMOKE. CONTINUE goes on with what\n"
        "the battery fired in the last turn, without adjustment (TCS3-2.6-1). The answer says what a mission takes;\n"
        "WHAT CAN BTY lists missions that would run."
    ),
    "A",
    lambda game, picture, calls, act: tuple(("", why) for why in (against(game, picture, act),) if why),
    _plotted,
    _plotted,
)
WAIT = TacticalAction(
    replace(ORDER_VERBS["wait"], traits=("runs",)),
    phrase(
        "WAIT in the list of plots passes over one exchange. Missions are fired by turns, one of each side, from the\n"
        "top of its list (TCSB-2-8). A WAIT before a plot lets the enemy fire once more before it;\n"
        "with no plot below it it is refused.\n\n    WAIT\n    PLOT BTY at 05.04 by A-MG 4 he converged"
    ),
    "A",
    lambda game, picture, calls, act: (),
    _waits,
    _waits,
)
