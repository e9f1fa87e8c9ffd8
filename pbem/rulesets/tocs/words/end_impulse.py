"""END IMPULSE: close your impulse."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("end impulse", ("end impulse [anyway]", "end [anyway]"), "letter", phrase("close your impulse"), ("runs", "closes")),
    phrase(
        "END IMPULSE closes your impulse: announced attacks are fought, the turn-end roll is made. OPs left over\n"
        "stay in the bank. It cannot be taken back, so the referee asks first when your orders wait to be fixed\n"
        "or troops over the stacking limit would be lost. It also asks when no OP of the impulse is spent and\n"
        "your letter does not answer the last one. YES END runs what is ready and ends the impulse. END IMPULSE\n"
        "ANYWAY is not asked about: it discards what waits.\n"
        "\n"
        "    END IMPULSE\n"
        "    END IMPULSE ANYWAY"
    ),
)
