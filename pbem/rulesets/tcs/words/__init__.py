"""The words of TCS: orders of units and of the letter, op sheets, policies, conditions, questions. First file: `acts.py`.

`VERBS` is what a vocabulary holds of them; `pbem/orders` reads them, and the actions and standing orders of TCS carry them out.
Only the values of `orders/tree.py` come in. A word is one `Verb`; a hex or unit that a condition leaves out is that of its act.
"""

from pbem.rulesets.tcs.words.acts import ACTS
from pbem.rulesets.tcs.words.conditions import CONDITIONS
from pbem.rulesets.tcs.words.letter import ORDERS, QUESTIONS
from pbem.rulesets.tcs.words.policies import POLICIES
from pbem.rulesets.tcs.words.sheet import SHEET

VERBS = (*ACTS, *ORDERS, SHEET, *POLICIES, *QUESTIONS, *CONDITIONS)
