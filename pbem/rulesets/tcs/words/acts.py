"""What a unit may be ordered to do in the action phases. `initial` and `final` are for the acts behind them on the line."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.tcs.words.classes import CLASS

ACTS = (
    Verb("initial", ("initial",), "unit", phrase("what follows is for the initial impulse")),
    Verb("final", ("final",), "unit", phrase("what follows is for the final impulse")),
    Verb("halt", ("halt if CONDITION",), "unit", phrase("what follows stops when this is so")),
    Verb("move", ("move PATH [smoke at HEX_SMOKE]",), "unit", phrase("move there, or along these hexes")),
    Verb("move mode", ("move mode",), "unit", phrase("change to move mode")),
    Verb("fire mode", ("fire mode",), "unit", phrase("change to fire mode")),
    Verb("fire", ("fire HEX (area|smoke|illum|bunker)", f"fire HEX point [first {CLASS}]", "fire TARGET [area|point]"), "unit",
        phrase("fire at a hex, or at an enemy you have a name for")),
    Verb("direct", ("direct HEX (area|point)",), "unit", phrase("direct fire of a battery, which is silent in the next turn")),
    Verb("overrun", ("overrun HEX",), "unit", phrase("drive over what is there")),
    Verb("assault", ("assault HEX",), "unit", phrase("assault a hex beside it")),
    Verb("antitank", (f"antitank HEX [{CLASS}] [and HEX_SECOND [{CLASS}]]",), "unit", phrase("infantry against armour")),
    Verb("mount", ("mount UNIT",), "unit", phrase("take a unit aboard")),
    Verb("dismount", ("dismount",), "unit", phrase("set down what is aboard")),
    Verb("breach", ("breach HEX [mines|wire|roadblock]",), "unit", phrase("make a lane through mines, clear wire or a roadblock")),
    Verb("exit", ("exit",), "unit", phrase("leave the map for good, where the module lets you")),
    Verb("button up", ("button up",), "unit", phrase("close the hatches")),
    Verb("dig", ("dig [on arrival]",), "unit", phrase("dig in, here or where it is going")),
    Verb("hold", ("hold",), "unit", phrase("stay and do nothing")),
)  # fmt: skip
