"""Every ruling where the sources are silent or contradict themselves, as one table of switches a module may set."""

from collections.abc import Mapping

from pbem.kernel.i18n import phrase
from pbem.kernel.values import Value, field

Setting = str | int | bool


class Switch(Value):
    """A ruling: its default, what else it may be, the rows it decides, and what each setting means. once: words that older
    modules, and campaigns that run, have for a setting.
    """

    default: Setting
    allowed: tuple[Setting, ...]
    rules: tuple[str, ...]
    meaning: str
    once: Mapping[Setting, Setting] = field(default_factory=dict)

    def read(self, chosen: Setting) -> Setting:
        """A setting as a module writes it, in the word of today."""
        return self.once.get(chosen, chosen) if type(chosen) is str else chosen


def settings(chosen: dict[str, Setting]) -> dict[str, Setting]:
    """All switches by name, those a module chose and the defaults of the rest."""
    return {name: switch.read(chosen.get(name, switch.default)) for name, switch in SWITCHES.items()}


SWITCHES: dict[str, Switch] = {
    # ------------------------------------------------------------------ the text says two things
    "pass_adds_to": Switch(
        "box", ("box", "die", "nothing"), ("TOCS-3.4-2", "TOCS-3.11-3"),
        phrase("where the one of a passed impulse goes: to the number in the box (the end is likelier) or to the roll"),
    ),
    "points_spent_first": Switch(
        "bank", ("bank", "deficit"), ("TOCS-1.5-4", "TOCS-3.5-1"),
        phrase("after the impulse's own points: the bank (deficit only when asked for), or the deficit before the bank"),
    ),
    "mixed_hex_costs": Switch(
        "dearest", ("dearest", "cheapest"), ("TOCS-W1.8-1", "TOCS-W11.0-3"),
        phrase("which terrain on the way through a mixed hex sets the cost"),
    ),
    "continued_engagement_degrades": Switch(
        "retreating", ("retreating", "all"), ("TOCS-1.11-3", "TOCS-W19.4-6"),
        phrase("who falls a state in an engagement that goes on: those that retreat, or everyone"),
    ),
    "headquarters_orders": Switch(
        "any_time", ("any_time", "in_turn"), ("TOCS-3.6-3", "TOCS-W2.1-6"),
        phrase("whether a headquarters may spread its orders over the impulse or must finish like any unit"),
    ),
    "pursuit_into_enemy": Switch(
        "engagement", ("engagement", "forbidden"), ("TOCS-3.9-9", "TOCS-W19.6-5"),
        phrase("whether a pursuit may enter an occupied hex, which opens an engagement"),
    ),
    "hill_observer_needs_order": Switch(
        False, (False, True), ("TOCS-W2.6.2-2", "TOCS-W11.19-6"),
        phrase("whether an observer on a hill needs an order of its headquarters to direct fire"),
    ),
    # ------------------------------------------------------------------ the text says nothing
    "orders_hop": Switch(
        "any", ("any", "wireless"), ("TOCS-W7.2-4",),
        phrase("how an order goes from one HQ to another on its way to a unit: by wireless or over land, or by wireless only"),
    ),
    "withdrawal_order_ap": Switch(
        1, (0, 1, 2), ("TOCS-W10.3-1",), phrase("AP a headquarters pays to order a withdrawal"),
    ),
    "withdrawing_units_need_ap": Switch(
        True, (True, False), ("TOCS-W10.3-3",),
        phrase("whether units that leave an engagement must be in a state that has AP"),
    ),
    "straying_direction": Switch(
        "clockwise_from_north", ("clockwise_from_north", "clockwise_from_heading"), ("TOCS-W10.1.3-4",),
        phrase("how the faces 1 to 6 name the hexsides for a unit that strays"),
    ),
    "recon_ambush": Switch(
        "seldom", ("seldom", "always"), ("TOCS-W2.6.3-1",),
        phrase("whether a reconnaissance unit that moves into the enemy may see them first (chart `ambush`), or is ambushed"
               " like any other"),
    ),
    "hilltop_look": Switch(
        "each_impulse", ("each_impulse", "each_turn", "never"), ("TOCS-W11.19-8",),
        phrase("how often a unit at rest on a hilltop may look into one hex"),
    ),
    "victory_tie": Switch(
        "draw", ("draw", "defender"), ("MASL-16.13-11",),
        phrase("equal points at the end: a draw, or a win for the side that does not move first"),
    ),
    "truck_mp": Switch(
        6, (4, 5, 6, 8), ("TOCS-W8.2-1",), phrase("movement points of trucks with supplies for each of their action points"),
    ),
    "supply": Switch(
        "traced", ("traced", "ample"), ("TOCS-W8.0-1",),
        phrase("whether lines of supply are traced; a scenario that lists no source of supply leaves them out"),
    ),
    "bypass_cost": Switch(
        "once", ("once", "each_side"), ("TOCS-W10.1.1-2",),
        phrase("what the way along two hexsides of a bypassed hex costs: its dearest terrain once, or each hexside for itself"),
    ),
    "half_companies": Switch(
        False, (False, True), ("TOCS-W10.18-1",), phrase("whether companies may be deployed into half-companies"),
    ),
    "refit_order_ap": Switch(
        1, (0, 1, 2), ("TOCS-W10.22-1",), phrase("AP a headquarters pays to order a refit"),
    ),
    "flight_hit": Switch(
        "zone", ("zone", "skew"), ("TOCS-W15.15-5", "MASL-7.1-6"),
        phrase("what a hit does to a flight: a hex of drift over its zone, or one at once, its course offset from there on"),
    ),
    "flak_over_zone": Switch(
        "degrade", ("degrade", "drift"), ("TOCS-W15.15-7", "MASL-7.1-8"),
        phrase("what hits over the zone do: troops aboard fall a state, or all that comes down drifts further"),
    ),
    "drop_on_enemy": Switch(
        "ambush", ("ambush", "engagement"), ("TOCS-W15.15-9", "MASL-7.1-10"),
        phrase("what comes of troops who land on the enemy: an ambush, or an engagement at once"),
    ),
    "drop_terrain": Switch(
        "623", ("623", "780"), ("TOCS-W15.15-8", "MASL-7.1-9"),
        phrase("ground that is hard on who lands in it: by the rules of the war, or by those of Nijmegen (woods and hills too)"),
    ),
    "flight_plans": Switch(
        "takeoff", ("takeoff", "before"), ("TOCS-W14.2-1", "MASL-7.1-1"),
        phrase("until when a flight's path may be filed: until it takes off, or before the first turn alone"),
    ),
    "drift_roll": Switch(
        "unit", ("unit", "flight"), ("TOCS-W15.15-6", "TOCS-W15.16-2"),
        phrase("whether each counter rolls for its descent, or all that leaves a flight over one hex rolls together"),
    ),
    "air_hq": Switch(
        "on_map", ("on_map", "off"), ("TOCS-W14.0-1",),
        phrase("whether an air mission that takes no AP still needs a headquarters on the map to ask for it"),
    ),
    "train_in_enemy_hex": Switch(
        "passes", ("passes", "ambush"), ("TOCS-W12.3-5", "MASL-16.9-5"),
        phrase("a train that comes into a hex the enemy holds: it passes, or is ambushed at once"),
    ),
    "train_in_engagement": Switch(
        "fights_on_foot", ("fights_on_foot", "passes"), ("TOCS-W12.3-6", "MASL-16.9-3"),
        phrase("a train that is stopped in an engagement, or whose hex the enemy takes: its men join the fight on foot and it may"
               " be lost, or nobody gets off and it goes back along the line"),
    ),
    "stopped_train": Switch(
        "waits", ("waits", "blocks"), ("TOCS-W12.3-4", "MASL-16.9-4"),
        phrase("a train that a roadblock or a broken bridge has stopped: it waits and may go back, or stands where it is and"
               " blocks the line until the way is clear"),
    ),
    "train_climbs": Switch(
        True, (True, False), ("TOCS-W12.3-3", "MASL-16.9-2"),
        phrase("whether a train pays one point more for each contour line that it climbs, or one a hex and no more"),
    ),
    # ------------------------------------------------------------------ rulings after a second reading
    "engaged_recover": Switch(
        2, (1, 2), ("TOCS-4.1-1",), phrase("states that units in an engagement recover at the end of a turn"),
    ),
    "retreat_window": Switch(
        "asked", ("asked", "never", "always"), ("TOCS-2.6-2", "TOCS-W19.5-3"),
        phrase("whether play pauses for the owner's word when a retreat could be paid for in steps: by the standing order WINDOWS"),
    ),
    "reserve_window": Switch(
        "asked", ("asked", "never", "always"), ("TOCS-3.8-1",),
        phrase("whether play pauses for the other side's word when battles are announced: by its standing order WINDOWS"),
    ),
    "field_battle": Switch(
        "crt", ("crt", "engagement", "wait", "tcs"), ("MASL-1.1-3", "MASL-2.1-5"),
        phrase("whether battles may go to field commanders: never; as an engagement while the war goes on; while play waits; or as"
               " an engagement that is a game of TCS by mail, whose report the referee writes"),
    ),
    "enemy_messages": Switch(
        "relayed", ("relayed", "barred"), ("TOCS-1.2-5",),
        phrase("whether the sides may write to each other: word for word, and the referee vouches for nothing in it"),
    ),
    "team_messages": Switch(
        "at_once", ("at_once", "by_signal"), ("TOCS-W7.1-1", "TOCS-W7.2-1"),
        phrase("how seats of a side hear from each other: at once; or, where no line of communication joins their staffs, by a"
               " runner, who brings it with a report"),
    ),
    "runner_hexes": Switch(
        6, (3, 6, 12, 24), ("TOCS-W7.0-2",), phrase("hexes that a runner goes in a turn, counted from staff to staff"),
    ),
    "odds": Switch(
        "column", ("column", "open", "hidden"), ("TOCS-3.9-1",),
        phrase("what a side is told of a battle besides its own sum, its own shifts, the roll and the result: the column that is"
               " read; or the enemy's total and shift too; or nothing"), {"told": "open"},
    ),
}  # fmt: skip
