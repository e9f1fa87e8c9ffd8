"""RUN ANYWAY: run what can be run of a plan."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("run anyway", ("run anyway",), "letter", phrase("run what can be run of a plan"), ("bare", "manner", "carries")),
    phrase("RUN ANYWAY in a plan executes every line that can be executed.\n\n    RUN ANYWAY"),
)
