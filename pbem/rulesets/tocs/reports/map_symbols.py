"""What stands on a drawn map: own units as NATO symbols, contacts as diamonds, marks. Shapes differ, not colours alone."""

from pbem.documents.map_picture import Sighting, Symbol
from pbem.kernel.i18n import say
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.reports.map_shapes import Point, at, group, tag, text
from pbem.rulesets.tocs.units import STATES

WIDE, HIGH = 28.0, 18.0  # the box of a unit
INK, OWN, FOE, FOE_INK = "#10243f", "#a9cdea", "#f6b9a8", "#7d1710"
STYLE = """
.unit rect { fill: #a9cdea; stroke: #10243f; stroke-width: 1.4 } .unit path { fill: none; stroke: #10243f; stroke-width: 1.4 }
.unit .pip { stroke-width: .8 } .unit .gone { fill: #ffffff } .unit .left { fill: #10243f } .unit .dot { fill: #10243f }
.unit circle { fill: #ffffff; stroke: #10243f; stroke-width: 1 }
.call { font-size: 8px; font-weight: bold; fill: #10243f; paint-order: stroke; stroke: #ffffffe0; stroke-width: 2.6px }
.long { font-size: 6.6px; font-weight: bold; fill: #10243f; paint-order: stroke; stroke: #ffffffe0; stroke-width: 2.4px }
.size { font-size: 7px; font-weight: bold; fill: #10243f; paint-order: stroke; stroke: #ffffffe0; stroke-width: 2px }
.state { font-size: 7px; font-weight: bold; fill: #10243f }
.contact path { fill: #f6b9a8; stroke: #7d1710; stroke-width: 1.5 }
.contact text { fill: #7d1710; font-weight: bold; paint-order: stroke; stroke: #ffffffe0; stroke-width: 2.4px }
.contact .kind { font-size: 9px; stroke: none } .contact .told { font-size: 8px }
"""
SIZES = {
    "half_company": "•••", "company": "I", "hq_company": "I", "battery": "I", "vehicle_platoon": "•••", "asset": "••",
    "battalion": "II", "regiment": "III", "brigade": "X", "kampfgruppe": "III", "division": "XX", "corps": "XXX",
    "army": "XXXX", "army_group": "XXXXX",
}  # fmt: skip
_FOOT = ("m-14,-9l28,18m-28,0l28,-18", "")
_SIGNS = {  # strokes from the middle of the box, and what of it is filled
    "foot": _FOOT,
    "parachute": ("m-14,-9l28,18m-28,0l28,-18m-18,18q2,-5 4,0q2,-5 4,0", ""),
    "recon": ("m-14,9l28,-18", ""),
    "armour": ("m-8,0a8,4.6 0 1 0 16,0a8,4.6 0 1 0 -16,0", ""),
    "guns": ("", "m-2.4,0a2.4,2.4 0 1 0 4.8,0a2.4,2.4 0 1 0 -4.8,0"),
    "mortar": ("m0,5v-9m-2.6,2.6l2.6,-2.6l2.6,2.6m-5,4a2.4,2.4 0 1 0 4.8,0a2.4,2.4 0 1 0 -4.8,0", ""),
    "flak": ("m-14,9q14,-16 28,0", ""),
    "anti_tank": ("m-14,9l14,-18l14,18", ""),
    "engineer": ("m-7,5v-6h14v6m-7,-6v6", ""),
    "observer": ("m-6,5l6,-10l6,10z", ""),
    "hq": ("m-14,-3h28", ""),
}
_ARMS = {
    "parachute": "parachute", "fallschirmjaeger": "parachute", "glider": "parachute", "tank": "armour", "assault_gun": "armour",
    "armoured_car": "recon", "reconnaissance": "recon", "artillery": "guns", "medium_artillery": "guns", "rocket": "guns",
    "self_propelled_artillery": "guns", "mortar": "mortar", "light_flak": "flak", "heavy_flak": "flak", "anti_tank": "anti_tank",
    "engineer": "engineer", "parachute_engineer": "engineer", "glider_engineer": "engineer", "bridging": "engineer",
    "observer": "observer",
}  # fmt: skip


def sign_of(counter: Counter) -> str:
    """What the box of a unit shows: a headquarters, its arm, else what it moves and fights like."""
    if counter.kind == "hq":
        return "hq"
    if counter.arm in _ARMS:
        return _ARMS[counter.arm]
    if counter.recon:
        return "recon"
    if counter.kind == "battery":
        return "guns"
    return "armour" if counter.kind == "vehicle_platoon" or counter.mobility == "armored" else "foot"


def size_of(counter: Counter) -> str:
    """The marks above the box: of its level for a headquarters, else of its kind."""
    return SIZES.get(counter.level if counter.kind == "hq" else counter.kind, "I")


def unit(spot: Point, symbol: Symbol) -> str:
    """A unit: box and sign, size above, call below, a pip for each step (hollow when lost), its state as a number in a ring."""
    (x, y), (strokes, filled) = spot, _SIGNS.get(symbol.sign, _FOOT)
    parts = [tag("rect", x=f"{x - WIDE / 2:.1f}", y=f"{y - HIGH / 2:.1f}", width=WIDE, height=HIGH)]
    parts += [tag("path", d=f"M{at(spot)}{strokes}")] if strokes else []
    parts += [tag("path", d=f"M{at(spot)}{filled}", class_="dot")] if filled else []
    for number in range(symbol.steps):
        left = x - 5 * symbol.steps / 2 + 5 * number + 0.5
        class_ = "pip left" if number < symbol.steps - symbol.lost else "pip gone"
        parts.append(tag("rect", x=f"{left:.1f}", y=f"{y + HIGH / 2 + 0.7:.1f}", width=4, height=4, class_=class_))
    named = text((x, y + HIGH / 2 + 13), symbol.call, "call" if len(symbol.call) < 6 else "long")
    parts += [text((x, y - HIGH / 2 - 2), symbol.size, "size"), named]
    if symbol.state:
        ring = (x + WIDE / 2, y - HIGH / 2)
        parts.append(tag("circle", cx=f"{ring[0]:.1f}", cy=f"{ring[1]:.1f}", r=4.6))
        parts.append(text((ring[0], ring[1] + 2.6), str(symbol.state), "state"))
    return group("unit", parts)


def stack(spot: Point, symbols: list[Symbol], grown: float) -> str:
    """Many units on a small map: the box of the first of them, larger, and how many they are."""
    first = symbols[0]
    boxed = unit((0, 0), Symbol(first.hex, f"{first.call} +{len(symbols) - 1}" if len(symbols) > 1 else first.call, first.sign,
                                first.size, first.steps, first.lost, first.state))  # fmt: skip
    return tag("g", boxed, transform=f"translate({at(spot)}) scale({grown:.2f})")


def contact(spot: Point, seen: Sighting, grown: float = 1.0) -> str:
    """A contact: a diamond, what it is (i infantry, v vehicles, g guns, ? not told), its number; the older, the fainter."""
    kinds = "".join(kind[0] for kind in seen.kinds) or "?"
    told = f"C-{seen.number}" + (f" {seen.when}" if seen.age else "")
    inside = (
        tag("path", d="M0,-12l12,12l-12,12l-12,-12z"), text((0, 3.2), kinds[:3], "kind"), text((0, 21), told, "told"),
    )  # fmt: skip
    faded = (1.0, 0.8, 0.6, 0.42)[min(seen.age, 3)]
    return tag("g", group("contact", inside), transform=f"translate({at(spot)}) scale({grown:.2f})", opacity=faded)


def states() -> str:
    """What the numbers in rings mean, for the legend."""
    return ", ".join(f"{rank} {say(name)}" for rank, name in enumerate(STATES) if rank)
