"""FLAK: at which aircraft your guns fire, and how often (TOCS-W14.5-1, MASL-7.1-5)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction

CLASSES = (phrase("transports"), phrase("fighters"), phrase("bombers"), phrase("light planes"))
"""What a gunner is told of aircraft, as an order names it."""
KINDS = ("light", "heavy")


class FlakRule(Value):
    """One line: the gun it is for by call, the class of guns ("light", "heavy"), or "" for all; what they do: fire at these classes
    (None: at any) within so many hexes of one (None: anywhere), or hold."""

    guns: str = ""
    holds: bool = False
    at: tuple[str, ...] | None = None
    near: Hex | None = None
    reach: int = 0


class FlakPolicy(Value):
    """The lines in the order they were filed; shots: at most so many a gun an impulse, None for no limit."""

    lines: tuple[FlakRule, ...] = ()
    shots: int | None = None


class InSight(Value):
    """The words of the question: the gun by its call, its class, the hex entered, the class of aircraft, shots fired so far."""

    gun: str
    kind: str
    hex: Hex
    what: str
    shots: int


@rule("MASL-7.1-5", "TOCS-W14.5-1")
def answer(policy: FlakPolicy, target: InSight) -> bool:
    """Does the gun fire? The last line for the gun counts, else the last for its class, else the last for all; without one it
    fires."""
    if policy.shots is not None and target.shots >= policy.shots:
        return False
    line = _line(policy, target.gun) or _line(policy, target.kind) or _line(policy, "")
    if line is None:
        return True
    if line.holds or (line.at is not None and target.what not in line.at):
        return False
    return line.near is None or distance(line.near, target.hex) <= line.reach


def _line(policy: FlakPolicy, guns: str) -> FlakRule | None:
    return next((line for line in reversed(policy.lines) if line.guns == guns), None)


def policy(acts: tuple[Act, ...], default: FlakPolicy) -> FlakPolicy:
    """The policy of the FLAK lines on file."""
    counted = [act.number("N_SHOTS") for act in acts if act.says("shots")]
    lines = (_read(act) for act in acts if not act.says("shots"))
    return FlakPolicy((*default.lines, *lines), counted[-1] if counted else default.shots)


def _read(act: Act) -> FlakRule:
    classes = tuple(name for name in CLASSES if act.says(name))
    return FlakRule(_guns(act), act.says("hold"), classes or None, act.hex("HEX"), act.number("N") or 0)


def _guns(act: Act) -> str:
    return act.text("UNIT") or next((kind for kind in KINDS if act.words[:1] == (kind,)), "")


def _part(act: Act) -> str:
    return "flak shots" if act.says("shots") else f"flak {_guns(act)}".rstrip()


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    call, place = act.text("UNIT"), act.hex("HEX")
    unit = picture.forces.unit_called(call) if call else None
    if call and (unit is None or not picture.forces.counter(unit).aa):
        return illegal(say("{call} is not one of your flak units", call=call), "TOCS-W14.5-1")
    if place and place not in game.ground.terrain:
        return illegal(say("{hex} is not on the map", hex=place), "TOCS-W1.2-4")
    return None


def _warning(act: Act) -> str:
    """The price of firing at all that comes."""
    if not act.says("all") or act.says("shots"):
        return ""
    return say("each shot may cost the gun its rate of fire, and with it a state: a 20-mm fails one time in three")


REACTION = Reaction(
    verb=Verb("flak", (
        "flak [light|heavy] (all|hold)", "flak UNIT (all|hold)",
        "flak at [transports] [fighters] [bombers] [light planes]",
        "flak (light|heavy) at [transports] [fighters] [bombers] [light planes]",
        "flak UNIT at [transports] [fighters] [bombers] [light planes]",
        "flak [light|heavy] within N of HEX", "flak UNIT within N of HEX", "flak shots (N_SHOTS|no limit)",
    ), "standing", phrase("at which aircraft your guns fire")),
    help=phrase(
        """FLAK says at which aircraft your guns fire as they enter a hex in range (TOCS-W14.5, MASL-7.1-5): light guns at what
flies low, one hex away at most; heavy guns at bombers, two hexes. What counts is the hex entered and the class of the aircraft;
nobody knows how many there are or where they are bound. A gun fires while it is in good order and not engaged. After every
shot it may lose its rate of fire: then it drops one state and is silent until it is in good order again. A gun that holds is not
betrayed. The line for a gun (by its call) counts before one for its class, and that before the line for all.

    FLAK ALL                    # what counts without a line
    FLAK HEAVY HOLD
    FLAK LIGHT AT TRANSPORTS
    FLAK WITHIN 1 OF 13.11
    FLAK SHOTS 3                # at most, of each gun in an impulse
    FLAK SHOTS NO LIMIT"""
    ),
    defaults=(),
    part=_part,
    check=_check,
    warning=_warning,
)  # fmt: skip
