"""What the box of a unit shows on a map: its sign and its size."""

from pbem.rulesets.tocs.oob import Counter

SIZES = {
    "half_company": "•••", "company": "I", "hq_company": "I", "battery": "I", "vehicle_platoon": "•••", "asset": "••",
    "battalion": "II", "regiment": "III", "brigade": "X", "kampfgruppe": "III", "division": "XX", "corps": "XXX",
    "army": "XXXX", "army_group": "XXXXX",
}  # fmt: skip
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
