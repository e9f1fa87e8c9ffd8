"""Policies: standing orders of units, each key a part of its own. Several keys of one line follow after semicolons."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.tcs.words.classes import CLASS, WHOM


def _key(name: str, *values: str, summary: str) -> Verb:
    lines = tuple(f"policy {WHOM} {name} {value}" for value in values)
    return Verb(f"policy {name}", lines, "standing", summary, head=f"policy {WHOM}")


POLICIES = (
    _key("fire", "(open|hold [until (fired on|N triggers)])", summary=phrase("when it may fire in the enemy's turn")),
    _key("range", "N [hexes]", summary=phrase("how far")),
    _key("targets", f"[only] {CLASS} [{CLASS}] [{CLASS}]", summary=phrase("at what, the best first")),
    _key("odds", "N [percent]", summary=phrase("the least chance of a hit")),
    _key("column", "N", summary=phrase("the least column of area fire")),
    _key("marked", "(yes|no)", summary=phrase("whether it tries its luck when marked")),
    _key("adjacent", "(fire|hold)", summary=phrase("what it does when the enemy is beside it")),
    _key("distant", "N", summary=phrase("its place in line when one stack may fire")),
    _key("mortar", "(initial|normal|final)", summary=phrase("the segment its overwatch is kept for")),
    _key("return", "(nearest|strongest|none|TARGET) [defiladed (yes|no)]", summary=phrase("at whom it fires back")),
    _key("fallback", "never", "if CONDITION [toward DIRECTION] [to HEX]", summary=phrase("when it withdraws a hex")),
    _key("smoke", "never", "HEX on first trigger", summary=phrase("whether it makes smoke")),
    _key("pair", "(auto|none)", "UNIT with UNIT_GUN", summary=phrase("which infantry fires with which machine gun")),
    _key("leader", "substitute (yes|no)", summary=phrase("whether another takes the leader's hit")),
    _key("antitank", f"{CLASS} [{CLASS}] [{CLASS}] [double (yes|no)]", summary=phrase("what it hunts, the best first")),
    _key("losses", "(infantry|guns) first", summary=phrase("who takes the losses of a stack")),
    _key("syr", "away", "PATH", "DIRECTION", summary=phrase("where it runs to")),
    _key("assault", "N [rounds] [leave if under N_STEPS [steps]]", summary=phrase("how long it stands in an assault")),
    _key("turn", "(first|second)", summary=phrase("whether your side goes first when it may choose")),
    _key("sfa", "strongest at nearest", "at PATH", "none", summary=phrase("at what it fires in the Direct Fire Segment")),
)
