"""The words of TCS: orders of units and of the letter, op sheets, policies, conditions, questions. First file: `acts.py`.

`VERBS` is what a vocabulary holds of them; `pbem/orders` reads them, and the actions and standing orders of TCS carry them out.
Only the values of `orders/tree.py` come in. A word is one `Verb`; a hex or unit that a condition leaves out is that of its act.
"""

from collections.abc import Mapping

from pbem.orders.tree import Verb
from pbem.rulesets.tcs.words.acts import ACTS
from pbem.rulesets.tcs.words.conditions import CONDITIONS as CONDITIONS
from pbem.rulesets.tcs.words.letter import ORDERS, QUESTIONS
from pbem.rulesets.tcs.words.policies import POLICIES
from pbem.rulesets.tcs.words.sheet import SHEET as SHEET

ORDER_VERBS: Mapping[str, Verb] = {verb.name: verb for verb in (*ACTS, *ORDERS)}
"""Words of units and of the letter by their names."""
VERBS = (*ACTS, *ORDERS, SHEET, *POLICIES, *QUESTIONS, *CONDITIONS)
