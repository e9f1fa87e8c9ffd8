"""What PW and the people of a place said, in words."""

from pbem.kernel.i18n import phrase, say
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.reports.wording import dice


def heard(seen: o.PrisonerHeard | o.CiviliansHeard) -> str:
    """What a PW or the people of a place said."""
    people = isinstance(seen, o.CiviliansHeard)
    if not seen.answer.cell:
        return say("civilians: nothing obtained") if people else say("PW: nothing obtained")
    if people:
        return say("civilians: {words}", words=seen.answer.words)
    identified = phrase("PW identified: {words}") if seen.answer.cell in "US" else phrase("PW: {words}")
    return say(identified, words=seen.answer.words)


def heard_with_roll(seen: o.PrisonerHeard | o.CiviliansHeard) -> str:
    """The same with the roll it hung on, for a receipt."""
    return f"{heard(seen)}; {asked_roll(seen)}"


def asked_roll(seen: o.PrisonerHeard | o.CiviliansHeard) -> str:
    """The roll for an answer; its modifier with an answer alone, for it would tell of what kind a silent one is."""
    return f"{dice(seen.throw)}{f' {seen.drm:+d}' if seen.drm and seen.answer.cell else ''}"
