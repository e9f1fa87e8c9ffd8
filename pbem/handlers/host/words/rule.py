"""RULE: a ruling that binds later cases."""

from pbem.campaign.admin_events.event import HostingEvent
from pbem.campaign.hosting import Hosting, Ruling
from pbem.documents.document import theirs
from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.pausing import tell
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.orders.tree import Verb


class Ruled(HostingEvent):
    """A ruling; an older one on the same rule is overruled."""

    ruling: Ruling

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, rulings=(*(r for r in hosting.rulings if r.rule != self.ruling.rule), self.ruling))


def _known_rule(work: UnitOfWork, asked: SaidWord) -> str:
    rule = asked.text("RULE")
    rules = library.rules(work.table.ruleset.name)
    if rule in rules:
        return ""
    near = sorted(r for r in rules if r.startswith(rule.rpartition("-")[0]))[:3]
    return say("no rule {rule}", rule=rule) + (say("; did you mean {near}?", near=say(" or ").join(near)) if near else "")


def _rule(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    ruling = Ruling(asked.text("RULE"), asked.text("TEXT"), work.phase)
    work.put(Ruled(ruling))
    lines = (
        say("The host rules on {rule}:", rule=ruling.rule),
        *theirs((ruling.text,)),
        say("The ruling binds later cases; RULINGS lists them all."),
    )
    tell(work, say("RULING"), say("ruling on {rule}", rule=ruling.rule), lines)
    return (say("ruling on {rule} filed; both sides are told", rule=ruling.rule),)


WORD = HostWord(
    Verb("rule", ("rule RULE TEXT",), "letter", phrase("a ruling that binds later cases")),
    phrase(
        "RULE puts a ruling under the id of its rule. Both sides get it; HELP RULINGS prints the list, and WHY names\n"
        "it where its rule is named. A later ruling on the same rule overrules it.\n"
        "\n"
        "    RULE {example} both strongpoints count"
    ),
    110,
    refuse=_known_rule,
    do=_rule,
    stages=ANY,
    events=(Ruled,),
)
