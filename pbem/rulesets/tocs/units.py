"""What stands on the map and lies on file, a small value each; of both sides, known to whoever may know it."""

from collections.abc import Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.values import Value, field, replace
from pbem.rulesets.tocs.air_patch import AirPatch
from pbem.rulesets.tocs.module import Victory
from pbem.rulesets.tocs.oob import Counter

STATES = (
    phrase("good"), phrase("fatigued"), phrase("disordered"), phrase("disrupted"), phrase("demoralized"), phrase("dispersed"),
)  # fmt: skip
"""The states of a unit, by rank: the words of charts, forms and events. A letter says them."""
DISBANDED = "disbanded"
OBSTACLES = (phrase("minefield"), phrase("roadblock"))
HALVES = 2  # movement points are counted in halves, so that every cost is a whole number


class Unit(Value):
    """A counter in play. lost: step losses; state: rank in STATES; status: "map" or "dead"; bank: index, 0 on dry ground.

    overstacked: a retreat put it over the limit, to be repaired by the end of its owner's next impulse (TOCS-W3.0-4);
    looked: the impulse in which it last looked out from a hill (TOCS-W11.19-8);
    origin: the hex it attacked from, while it is engaged; fell: the turn it was destroyed; cut: the impulse it was found
    out of supply, "" while it is not; entered: the edge hex it came on by; landed: the turn it came by air or sea; reserve:
    it waits in reserve until a Reserve Commitment or Exploitation Phase, its OP paid (TOCS-W10.21-1); assigned: the unit an
    asset goes with; tested: how many morale checks it has thrown; under: the HQ it was reassigned to, "" for the one its
    counter names (TOCS-W10.17-1); extended: the hexside a company in extended deployment faces, "" while it is not (TOCS-W10.15-1).
    A company that is deployed has the status "split", a half that went back into it "joined" (TOCS-W10.18-1), who went off the
    map "left".
    train: the train it rides on, which carries it along (TOCS-W12.3); gathers: own impulses that must begin before it has a zone
    and may call for guns, after it came down out of the air (TOCS-W15.15-10); flown: the impulse in which aircraft carried it
    from field to field (TOCS-W15.4-2); ship: the ship it is aboard, with the status
    "off", or the landing craft it stands in, in a water hex.
    """

    id: str
    hex: Hex
    bank: int = 0
    lost: int = 0
    state: int = 0
    status: str = "map"
    overstacked: bool = False
    origin: Hex | None = None
    fell: int = 0
    cut: str = ""
    entered: Hex | None = None
    landed: int = 0
    reserve: bool = False
    assigned: str = ""
    tested: int = 0
    looked: str = ""
    under: str = ""
    train: str = ""
    extended: str = ""
    gathers: int = 0
    flown: str = ""
    ship: str = ""


class Activation(Value):
    """The active unit: its action points and the run of moves or scouting it is in.

    mp: halves left of the points already paid for; road: every point of this AP went at road rate; bonus: a free road
    hex is still due for it; at: the end of the scouted chain; asked/answer: the hex last scouted or probed and what
    was said; scouted, probed: all of them. reserve: it acts out of reserve, in the "commitment" or the "exploitation"
    phase; took: how many acts of its script are done; ways: which way each branch of it went; plan: which of the orders
    for after the battles it follows. opened: the AP it was activated with; given: those that went into orders;
    rested: it did nothing that wears it down (a withdrawal); pending: its OP is not paid yet (-1: it is), else how many
    deficit points may pay it; dry: short of fuel, it
    has half its movement points; told: withdrawals an HQ has ordered this impulse, as "hex" and "hex/unit" tried since.
    """

    unit: str
    ap: int
    run: str = ""
    mp: int = 0
    road: bool = False
    bonus: bool = False
    column: bool = False
    at: tuple[Hex, int] | None = None
    asked: Hex | None = None
    answer: str = ""
    scouted: tuple[Hex, ...] = ()
    probed: tuple[Hex, ...] = ()
    reserve: str = ""
    took: int = 0
    ways: tuple[bool, ...] = ()
    plan: int = 0
    opened: int = 0
    given: int = 0
    rested: bool = False
    pending: int = -1
    told: tuple[str, ...] = ()
    dry: bool = False


class Attack(Value):
    """An attack that was launched and waits for the battle. ap: how long it lasts (1 hasty, 2 deliberate, 3 intensive);
    infiltrates: it is sealed until the battles begin (TOCS-W10.2-2); field: offered to field commanders (MASL-1.1-3)."""

    unit: str
    target: Hex
    origin: Hex
    bank: int
    ap: int
    scouted: bool = False
    probed: bool = False
    pursue: int = 0
    bearing: Hex | None = None
    exploit: Hex | None = None
    breakthrough: str = "none"
    infiltrates: bool = False
    field: bool = False


class Toll(Value):
    """What a battle took of a side, and why. steps: those lost, by call; loss, retreat: what the result said; paid: hexes of
    retreat that steps were paid for, `price` each; given: steps that were paid for in hexes; how: the standing order by which,
    "chosen" when the side was asked, "" when nothing was paid."""

    side: str
    steps: tuple[tuple[str, int], ...]
    loss: int
    retreat: int
    paid: int = 0
    given: int = 0
    price: int = 1
    how: str = ""


class Mission(Value):
    """A fire mission (TOCS-W10.24-1, W10.25-1, W10.26-1). kind: strike, harass, bombard, interdict, support.

    hq: who ordered it ("" for an observer on a hill, and out of reserve); observer: who sees the hex, "" for nobody;
    aim: the kind of target named, "" for any; barrage: support by a bombardment; tot: all rounds at one moment.
    """

    kind: str
    hex: Hex
    batteries: tuple[str, ...]
    hq: str = ""
    observer: str = ""
    aim: str = ""
    barrage: bool = False
    tot: bool = False


class ReservePlan(Value):
    """What reserves do after the battles: moment is "won", "lost" (of all these hexes) or "battles" (whatever came of
    them); orders: a line of the order language for `units`."""

    moment: str
    hexes: tuple[Hex, ...]
    units: tuple[str, ...]
    orders: str


class Train(Value):
    """A train of a side's (TOCS-W12.3). steps: the steps of troops it takes; points: the supply points, sp: those on it;
    due: the turn it comes on; status: "off" until then, "on", or "lost"; gone: points of movement used this impulse; barred: the
    hex whose block or broken bridge has immobilized it."""

    id: str
    call: str
    hex: Hex
    bank: int
    steps: int
    points: int
    sp: int = 0
    due: int = 0
    status: str = "off"
    gone: int = 0
    barred: Hex | None = None


class Obstacle(Value, order=True):
    """A secret marker laid in a hex: its kind, one of OBSTACLES, and the side that laid it."""

    kind: str
    side: str


class Task(Value):
    """A work of many turns: it stays on file, and its unit goes on with it unasked until it is done, or the unit is taken in
    activation for something else or leaves the hex.

    kind: the name of the work (end_of_turn_work.WORKS); words: what is done, for its owner; hex: where the unit stands at it;
    needs, done: turns it takes (0: nobody can tell) and turns that counted; began: the impulse; note: what this kind of
    work must remember of its object.
    """

    unit: str
    kind: str
    words: str
    hex: Hex
    needs: int = 0
    done: int = 0
    began: str = ""
    note: str = ""


class ReplacementPool(Value):
    """Operation points of one nation, which pay for those of `pays_for` as well: `bank` is all that can be spent now, `earned`
    what of it came this impulse; earns_from: the turn from which any come."""

    id: str
    nation: str
    minimum: int
    bank: int = 0
    earned: int = 0
    spent: int = 0
    deficit: int = 0
    reserve: int = 0
    draw_from: int = 1
    earns_from: int = 1
    pays_for: tuple[str, ...] = ()

    def printed(self, other: "ReplacementPool") -> "ReplacementPool":
        """The pool with its points, and all else as another has it."""
        return replace(other, bank=self.bank, earned=self.earned, spent=self.spent, deficit=self.deficit, reserve=self.reserve)


class SupplySource(Value):
    """Where supply comes from. kind: "base", "dump", "depot", "mobile" (trucks) or "edge" (the road home, off the map).

    sp: supply points in it, a source only while there are some; join: the unit trucks are with, and noted the steps it
    had lost then; bound, seeks: the hex trucks are going to, and the unit they are to join; room, dp, damage: what a
    facility holds when whole, and the damage points it bears and has; opens: the turn it is a source from; secret: a base that
    the enemy does not know of.
    """

    id: str
    kind: str
    hex: Hex
    sp: int
    bank: int = 0
    join: str = ""
    noted: int = 0
    bound: Hex | None = None
    seeks: str = ""
    room: int = 0
    dp: int = 0
    damage: int = 0
    opens: int = 0
    secret: bool = False


class Replacements(Value):
    """What a side has off the board to make its losses good (TOCS-W12.8-1).

    men: steps in the Replacement Pool; vehicles: steps in the Motor Pool, guns among them; repaired: those brought to field
    repair centres, by facility; returned: steps that facilities gave back this turn; wrecks: vehicle and gun steps that
    lie lost in a hex; searches: how many were made for them;
    since: turns since the last loss, by "men" and "vehicles" (neither, before the first).
    """

    men: int = 0
    vehicles: int = 0
    repaired: Mapping[str, int] = field(default_factory=dict)
    returned: Mapping[str, int] = field(default_factory=dict)
    wrecks: Mapping[Hex, int] = field(default_factory=dict)
    searches: int = 0
    since: Mapping[str, int] = field(default_factory=dict)

    def bereaved(self, counter: Counter, hex_: Hex, steps: int) -> "Replacements":
        """After so many steps of a unit were lost in a hex: vehicles and guns are left lying there."""
        found = replace(self, since={**self.since, counter.replaced_by: 0})
        if counter.replaced_by == "men":
            return found
        return replace(found, wrecks={**self.wrecks, hex_: self.wrecks.get(hex_, 0) + steps})


class Arrival(Value):
    """An entry of a side's schedule: these units by one of these hexes from a turn on (0: before the first).

    by: "edge" or "air"; trucks: supply points that come along on wheels; beyond: points in the road home behind the edge;
    most: the steps of units that come by these hexes in a turn at the most, 0 for any number; into: the store that its points
    go into while a way leads there from the edge `path_from`.
    """

    turn: int
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]
    by: str = "edge"
    trucks: int = 0
    beyond: int = 0
    most: int = 0
    into: str = ""
    path_from: str = ""


class Afresh(Value):
    """A facility, by id, that its side may set up afresh when it has been destroyed: in which ground, and to which edge of the map
    a line of supply must run from there."""

    facility: str
    ground: tuple[str, ...]
    edge: str


class Draw(Value):
    """Who draws supply of a side as the turn of an hour begins: these headquarters, so many points each."""

    hour: str
    units: tuple[str, ...]
    points: int = 1


class Freedom(Value):
    """What a side may set up otherwise than printed: these units (none named: all) in these hexes (none: its own ground),
    these stores and these facilities; and of these bridges, by id, it breaks so many in secret. bound: the hexes that one of
    these, by id, is bound to; one_a_hex: those of which no two go into a hex; follow: bridges of the list whose works go to one
    left standing."""

    units: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    stores: tuple[str, ...] = ()
    bridges: tuple[str, ...] = ()
    broken: int = 0
    facilities: tuple[str, ...] = ()
    bound: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    one_a_hex: tuple[str, ...] = ()
    follow: tuple[str, ...] = ()


class Charge(Value):
    """A bridge of the map that a side blows as it loses a battle for it: the number a die must not pass where charges are laid
    before play or engineers stood in the hex, and where not; trigger: "tank" where enemy tanks must be in the battle."""

    bridge: str
    trigger: str
    laid: bool
    prepared: int
    unprepared: int


class CommandPass(Value):
    """Command that passes as the headquarters `to` comes on: from `start` to it, over the units by id and those that stand in the
    hexes then, or are to come by the entries; either: headquarters that all of the side may trace supply to from then on."""

    to: str
    start: str
    units: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    entries: tuple[Hex, ...] = ()
    either: tuple[str, ...] = ()
    done: bool = False


class Leave(Value):
    """Units that leave the map by an edge, up to the end of a turn; who has not is taken off it then."""

    units: tuple[str, ...]
    edge: str
    by: int


class Boats(Value):
    """The steps that the boats of these engineers take over the water in an impulse from a turn on."""

    units: tuple[str, ...]
    turn: int
    steps: int


class ForcesPatch(Value):
    """What a patch of the module makes of a side from turn `turn` on: counters printed otherwise or new; the schedule from that
    turn, and the units that are no more to come; OP pools, of which only what is printed counts; objectives, brief, charges;
    the trains from that turn on (None: as they were), and who comes by them or by air; aircraft and flights (None: as they were).
    """

    turn: int
    counters: tuple[Counter, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    gone: tuple[str, ...] = ()
    pools: tuple[ReplacementPool, ...] = ()
    objectives: tuple[Victory, ...] = ()
    brief: str = ""
    charges: tuple[str, ...] = ()
    trains: tuple[Train, ...] | None = None
    riders: tuple[Unit, ...] = ()
    air: AirPatch | None = None
