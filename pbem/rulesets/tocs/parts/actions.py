"""Actions: the words of orders, what the dry run says of them, and how they are carried out."""

from collections.abc import Mapping

from pbem.engine.ruleset import OrderWord
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import ACTIONS, DEEDS, MANEUVERS, closing
from pbem.rulesets.tocs.actions.closing import costs as costs_of_closing
from pbem.rulesets.tocs.actions.closing import lapse, void
from pbem.rulesets.tocs.actions.dry_run import check
from pbem.rulesets.tocs.actions.runner import run_all as run
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from pbem.rulesets.tocs.moment import Moment

__all__ = ["WORDS", "check", "close", "costs_of_closing", "lapse", "run", "vocabulary", "void"]

WORDS: Mapping[str, OrderWord] = {
    **{name: OrderWord(a.verb, a.help, a.form, of_unit=True) for name, a in ACTIONS.items()},
    **{name: OrderWord(m.verb, m.help, stays=m.stays) for name, m in MANEUVERS.items()},
    **{name: OrderWord(d.verb, d.help) for name, d in DEEDS.items()},
}


def close(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """The impulse is closed, as if its side had said END IMPULSE."""
    return closing.close(moment, side, "end")
