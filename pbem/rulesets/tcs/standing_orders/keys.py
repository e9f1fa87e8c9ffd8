"""The keys of policies: words, HELP, defaults. What each means for a unit is read in `reading.py`."""

from collections.abc import Mapping

from pbem.kernel.i18n import phrase
from pbem.rulesets.tcs.standing_orders.form import Policy
from pbem.rulesets.tcs.words.policies import POLICIES as VERBS

_VERBS = {verb.name: verb for verb in VERBS}


def _key(name: str, help_: str, default: str = "", armor: bool = False) -> Policy:
    return Policy(_VERBS[f"policy {name}"], help_, " ".join(("POLICY ALL", name.upper(), default)) if default else "", armor)


KEYS: Mapping[str, Policy] = {
    "policy fire": _key("fire", phrase(
        "POLICY … FIRE says whether a unit fires overwatch when an enemy moves in its sight: OPEN fires at any\n"
        "trigger, and HOLD at none. HOLD UNTIL FIRED ON waits until the enemy has fired on it. HOLD UNTIL 3\n"
        "TRIGGERS lets two of a turn pass (TCS3-1-3).\n\n"
        "    POLICY ALL FIRE OPEN                    # the default\n    POLICY A-MG FIRE HOLD UNTIL FIRED ON"), "OPEN"),
    "policy range": _key("range", phrase(
        "POLICY … RANGE says how far a unit fires overwatch, in hexes: 8 for men and guns and 16 for vehicles\n"
        "where you say nothing (TCS3-1-3).\n\n    POLICY A-MG RANGE 4")),
    "policy targets": _key("targets", phrase(
        "POLICY … TARGETS lists at what a unit fires overwatch, the best first; ONLY bars the rest. Where you\n"
        "say nothing guns and vehicles fire at armour, then at soft vehicles, then at men, all others at men,\n"
        "then at soft vehicles (TCS3-1-3).\n\n    POLICY T-1 TARGETS ONLY ARMOUR\n    POLICY A-1 TARGETS FOOT SOFT")),
    "policy odds": _key("odds", phrase(
        "POLICY … ODDS is the least chance of a hit at which a unit makes a point fire, as CHANCE prints it.\n\n"
        "    POLICY ALL ODDS 5 PERCENT               # the default\n    POLICY T-1 ODDS 20 PERCENT"), "5 PERCENT"),
    "policy column": _key("column", phrase(
        "POLICY … COLUMN is the least column at which a unit makes an area fire.\n\n"
        "    POLICY ALL COLUMN 1                     # the default\n    POLICY A-MG COLUMN 2"), "1"),
    "policy marked": _key("marked", phrase(
        "POLICY … MARKED says whether a unit that has fired overwatch rolls to fire again (TCS3-1-5).\n\n"
        "    POLICY ALL MARKED YES                   # the default\n    POLICY A-MG MARKED NO"), "YES"),
    "policy adjacent": _key("adjacent", phrase(
        "POLICY … ADJACENT says what a unit does when an enemy moves beside it. FIRE overrules HOLD and RANGE\n"
        "for such a trigger (TCS3-1-11).\n\n"
        "    POLICY ALL ADJACENT FIRE                # the default\n    POLICY G-1 ADJACENT HOLD"), "FIRE"),
    "policy distant": _key("distant", phrase(
        "POLICY … DISTANT gives a unit's place in line, 1 first, where a single stack may answer a distant\n"
        "trigger (TCS3-1-7). Where you say nothing the stack with the best fire answers.\n\n    POLICY K-1 DISTANT 1")),
    "policy return": _key("return", phrase(
        "POLICY … RETURN says at whom a moving unit fires back when it is fired on: the nearest firer, the\n"
        "strongest, nobody, or an enemy by its name (TCS3-1-8). Firing back marks a unit (TCSB-14-12): on foot it\n"
        "then goes no further in this action phase (TCSB-20-9). RETURN NONE keeps an attack going. DEFILADED NO\n"
        "spares shots at armor in defilade.\n\n"
        "    POLICY ALL RETURN NEAREST               # the default\n    POLICY T-1 RETURN STRONGEST"), "NEAREST"),
    "policy pair": _key("pair", phrase(
        "POLICY … PAIR says which infantry and machine gun take fire as one (TCS3-7-3): AUTO pairs the best\n"
        "infantry of a hex with its weakest gun.\n\n"
        "    POLICY ALL PAIR AUTO                    # the default\n    POLICY A-1 PAIR A-1 WITH A-MG"), "AUTO"),
    "policy antitank": _key("antitank", phrase(
        "POLICY … ANTITANK lists what infantry goes for with its antitank weapons, the best first; DOUBLE YES\n"
        "lets it roll against two adjacent hexes (TCS3-9-4, TCS3-9-5).\n\n"
        "    POLICY ALL ANTITANK ARMOUR ANY DOUBLE YES    # the default\n    POLICY A-1 ANTITANK ARMOUR DOUBLE NO"),
        "ARMOUR ANY DOUBLE YES"),
    "policy losses": _key("losses", phrase(
        "POLICY … LOSSES says who takes the step losses of a pair (TCS3-7-4).\n\n"
        "    POLICY ALL LOSSES INFANTRY FIRST        # the default\n    POLICY A-1 LOSSES GUNS FIRST"), "INFANTRY FIRST"),
    "policy syr": _key("syr", phrase(
        "POLICY … SYR says where a unit runs that saves itself (TCSB-17-11): AWAY from the enemy by cover,\n"
        "along these hexes, or in a direction.\n\n"
        "    POLICY ALL SYR AWAY                     # the default\n    POLICY A-1 SYR 05.01\n    POLICY A-2 SYR N"), "AWAY"),
    "policy assault": _key("assault", phrase(
        "POLICY … ASSAULT says how many rounds of an assault a unit stands, and with how few steps it leaves\n"
        "(TCSB-22-4).\n\n    POLICY ALL ASSAULT 3 ROUNDS             # the default\n"
        "    POLICY A-1 ASSAULT 2 ROUNDS LEAVE IF UNDER 3 STEPS"), "3 ROUNDS"),
    "policy sfa": _key("sfa", phrase(
        "POLICY … SFA says at what a unit fires in the Direct Fire Segment, in modules that have one: the\n"
        "strongest firers at the nearest enemy, at hexes in this order, or not at all (TCSB-13-2).\n\n"
        "    POLICY ALL SFA STRONGEST AT NEAREST     # the default\n    POLICY A-MG SFA AT 05.04, 05.05"),
        "STRONGEST AT NEAREST"),
    "policy turn": _key("turn", phrase(
        "POLICY ALL TURN says whether your side goes first or second where its roll was the higher and the choice\n"
        "is yours: with aircraft and artillery, and in the Action Phases (TCSB-2-6, TCSB-2-10).\n\n"
        "    POLICY ALL TURN FIRST                   # the default\n    POLICY ALL TURN SECOND"), "FIRST"),
    "policy mortar": _key("mortar", phrase(
        "POLICY … MORTAR says for which part of the enemy's action phase a mortar keeps its one overwatch\n"
        "(TCSARM-4.3a-2).\n\n    POLICY A-60 MORTAR NORMAL"), armor=True),
    "policy fallback": _key("fallback", phrase(
        "POLICY … FALLBACK lets a unit of 6 MP or more run in place of its overwatch fire when this is so\n"
        "(TCSARM-4.10-1). Armor may do it in any segment, men once, in the normal phase of the enemy (TCSARM-4.10-2).\n"
        "Men may lose steps by it, tanks do not (TCSARM-4.10-3). NEVER is the default.\n\n"
        "    POLICY T-1 FALLBACK IF SEEN ARMOUR WITHIN 3 TOWARD N"), armor=True),
    "policy smoke": _key("smoke", phrase(
        "POLICY … SMOKE lets a tank fire smoke at a hex in place of its overwatch at the first trigger of a segment\n"
        "(TCSARM-4.6-1). NEVER is the default.\n\n    POLICY T-1 SMOKE 06.03 ON FIRST TRIGGER"), armor=True),
    "policy leader": _key("leader", phrase(
        "POLICY … LEADER says whether another vehicle of the hex takes a leader's hit (TCSARM-4.2a-2); YES is\n"
        "the default.\n\n    POLICY T-1 LEADER SUBSTITUTE NO"), armor=True),
}  # fmt: skip
