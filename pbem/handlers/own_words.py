"""The words of one ruleset alone, as they are handled: how each becomes a `Word`, and what of a letter's is remarked on."""

from collections.abc import Mapping

from pbem.campaign.request import Request
from pbem.engine.idiom import Idiom
from pbem.handlers.sharing import SHARING
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import OBSERVERS, Word, ask_ruleset
from pbem.kernel.values import replace
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

_ASKING = Word(Verb("", (), "question", ""), "", by=OBSERVERS, answer=ask_ruleset)
_DONE: Mapping[str, Word] = {"ask": _ASKING, "share points": SHARING}
"""What is done at a ruleset's own word, but for how it is written and explained."""


def own(word: OwnWord) -> Word:
    """A ruleset's word as those of every letter are handled."""
    done = _DONE.get(word.does)
    if done is None:
        return Word(word.verb, word.help, word.beside)
    return replace(done, verb=word.verb, help=word.help, beside=word.beside)


def in_idiom(verb: Verb, idiom: Idiom) -> Verb:
    """A word as it is written where this idiom is spoken; the same where it has no noun of it in braces."""
    if not any("{" in text for text in (verb.name, *verb.syntax)):
        return verb
    syntax = tuple(text.format_map(idiom.parts) for text in verb.syntax)
    return replace(verb, name=verb.name.format_map(idiom.parts), syntax=syntax)


def remarks(work: UnitOfWork, request: Request) -> tuple[str, ...]:
    """What their writer is told of the ruleset's own words in a letter."""
    told = {word.verb.name: word.remark for word in work.table.ruleset.words}
    return tuple(said for word in request.words if word.act.verb in told and (said := told[word.act.verb](word.act)))
