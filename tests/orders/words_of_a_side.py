"""A vocabulary as a ruleset and a module would give it: enough verbs to stand for every form of the language."""

from pbem.kernel.hexes import Hex
from pbem.orders.lexer import fold_name
from pbem.orders.tree import Verb, Vocabulary

_UNIT = {
    "move": ("move [PATH] [by road] [quiet]",),
    "recon": ("recon CHAIN", "recon (around|toward BEARING)"),
    "probe": ("probe [HEX]",),
    "attack": (
        "attack [HEX] (hasty|deliberate|intensive) [pursue N [toward BEARING]] [exploit toward AXIS]"
        " [breakthrough (none|empty|any)]",
    ),
    "follow": ("follow UNIT",),
    "order": ("order UNIT ACT",),
    "rally": ("rally HEX",),
    "wake": ("wake UNITS",),
    "infiltrate": ("infiltrate HEX by UNIT",),
    "strike": ("strike HEX with UNITS by UNIT [observed by UNIT_EYES [at guns]]",),
    "support": ("support HEX with UNITS",),
    "when": ("when PATH attacked SCRIPT [else SCRIPT_ELSE]",),
    "dig": ("dig",),
    "face": ("face DIRECTION",),
    "build": ("build footbridge HEX COMPASS",),
    "ferry": ("ferry UNITS to COMPASS bank",),
    "again": ("again",),
    "continue": ("continue",),
    "stop": ("stop [on contact]",),
}
_LETTER = {
    "end impulse": ("end impulse",),
    "yes": ("yes",),
    "spend": ("spend COUNT",),
    "keep": ("keep COUNT",),
    "deficit": ("deficit (COUNT|no)",),
    "again": ("again LINES", "again all [but LINES]"),
    "stop": ("stop on contact",),
    "carry out what you can": ("carry out what you can",),
    "take": (
        "take HEX with UNITS from HEX_FROM [hasty|deliberate|intensive] [scout UNIT_SCOUT] [support UNITS_GUNS]"
        " [pursue N [toward BEARING]] [if at least COUNT]",
    ),
    "march": (
        "march FORMATION to HEX [by road] [via HEX_VIA] [safe|scout|bold] [lead UNIT_LEAD] [leave UNIT_LEAVE] [max COUNT op]",
    ),
    "h-hour": ("h-hour CLOCK",),
    "say": ("say TEXT",),
}
_STANDING = {
    "ezoc": ("ezoc (always|never|only HEX...|within N of HEX)",),
    "retreat": ("retreat toward own hq [by road]", "retreat hold PATH"),
    "ops": ("ops keep COUNT", "ops deficit (COUNT|no)"),
}
_QUESTION = {
    "status": ("status",),
    "report": ("report [TURN]",),
    "resend": ("resend LETTER",),
    "map": ("map [HEX [N]]",),
    "why": ("why LINE", "why out of supply UNIT"),
    "cost": ("cost UNIT to HEX",),
    "what can": ("what can UNIT",),
    "help": ("help [TOPIC]",),
}
_CONDITION = {name: (name,) for name in ("empty", "occupied", "ezoc", "unknown")}
_BLOCK = {
    "after battles": ("after battles",),
    "plan for next": ("plan for next",),
}


def _verbs() -> tuple[Verb, ...]:
    groups = (
        ("unit", _UNIT),
        ("letter", _LETTER),
        ("standing", _STANDING),
        ("question", _QUESTION),
        ("block", _BLOCK),
        ("condition", _CONDITION),
    )
    return tuple(
        Verb(name, syntax, place, f"what {name} does", ("closes",) if name == "end impulse" else ())  # type: ignore[arg-type]
        for place, verbs in groups
        for name, syntax in verbs.items()
    )


_COMPANIES = [f"{letter}/{regiment}" for regiment in (504, 505, 508) for letter in "ABCDEFGHI"]
CALLS = [*_COMPANIES, "HQ504", "HQHENKE", "82rcn", "376A", "376B", "376", "C/307", "504fo", "1A/2GG", "HG2", "HQ504-1"]

VOCABULARY = Vocabulary(
    verbs=_verbs(),
    calls={fold_name(call): call for call in CALLS} | {"easy company": "E/504"},
    places={
        "grave bridge": Hex("08.12"),
        "grave": Hex("08.11"),
        "heumen": Hex("14.12"),
        "s-hertogenbosch": Hex("01.20"),
        "konigshohe": Hex("21.08"),
    },
    formations={"2/504": ("D/504", "E/504", "F/504"), "3/504": ("G/504", "H/504", "I/504")},
)
