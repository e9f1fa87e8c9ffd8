"""Where the texts differ, and where people play otherwise: a table of switches that a module may set (TCSB section 0)."""

from collections.abc import Mapping

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value

Setting = str | bool


class RuleSwitch(Value):
    """default, and all that it may be; forced: what it is with armor, whatever the module says, "" for nothing."""

    default: Setting
    allowed: tuple[Setting, ...]
    meaning: str
    forced: Setting = ""


SWITCHES: Mapping[str, RuleSwitch] = {
    "armor": RuleSwitch(False, (False, True), phrase("whether the rules for armor are in use: FragOrds, leaders, impulses")),
    "sfa": RuleSwitch(
        "phase", ("phase", "action"), phrase("whether suppressive fire has a phase of its own or is an action"), "action"
    ),
    "formation_morale": RuleSwitch("company", ("company", "battalion"), phrase("whose losses weigh on morale"), "battalion"),
    "digging": RuleSwitch("sheet", ("sheet", "levels"), phrase("prepared defenses by op sheet, or dug level by level")),
    "dig_table": RuleSwitch("corrected", ("corrected", "printed"), phrase("the table of digging turns")),
    "dig_roll": RuleSwitch("unit", ("unit", "company"), phrase("who rolls for digging turns")),
    "observer_range": RuleSwitch(False, (False, True), phrase("whether artillery is harder to adjust from afar")),
    "command": RuleSwitch("sheets", ("sheets", "lines", "off"), phrase("op sheets, the line-entry form, or no command rules")),
    "multifire": RuleSwitch(False, (False, True), phrase("whether the multifire chart stands for several rolls")),
    "platoon_counters": RuleSwitch(False, (False, True), phrase("whether tank platoons are counters of several steps")),
    "pace": RuleSwitch(
        "two_letters", ("one_letter", "two_letters", "three_letters"), phrase("how many letters each side writes in a turn")
    ),
}


@rule("TCSB-1-10", "TCSB-2-16", "TCSB-17-7")
def settings(chosen: Mapping[str, Setting]) -> dict[str, Setting]:
    """All switches by name: what armor forces, else what the module chose, else the default."""
    found = {name: chosen.get(name, switch.default) for name, switch in SWITCHES.items()}
    if found["armor"] is True:
        found |= {name: switch.forced for name, switch in SWITCHES.items() if switch.forced}
    return found
