"""A dummy ruleset, as small as one can be: two runners on a dark road, whose trainers write at once and see nothing of each other.

Its two modules fill the six Protocols that must be filled, and it has nothing else. test_race.py plays it through the referee.
"""

from pbem.engine.idiom import Idiom
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord, RulesetForm
from tests.rulesets.race import rules, standing_orders
from tests.rulesets.race.rules import Event, Game, Known

OVER = OwnWord(Verb("over", ("over",), "letter", "that was all", ("runs", "closes")), "OVER closes a turn.\n\n    OVER")
RULESET: RulesetForm[Game, Known, Known, Event, Event] = RulesetForm(
    "race", "A race in the dark", rules, rules, rules, standing_orders, rules, rules, idiom=Idiom(closing="over"), words=(OVER,)
)
