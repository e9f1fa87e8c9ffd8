"""`pbem rehearse` and `make demo`: whole campaigns of a module, played by scripted people who write real letters.

Orders go through the real order language and the real handlers; of a rehearsal only mail and disk are left out. The days are a
forecast: how long people take to answer is drawn from a model (`people`), and the pace's clock cuts them short. First file:
`game.py`.
"""

from pbem.modules import library
from pbem.rulesets.loading import load_module
from pbem.simulate.game import play
from pbem.simulate.plan import RehearsalPlan
from pbem.simulate.table import report


def rehearse(plan: RehearsalPlan) -> str:
    """Play the games and print what came of them. ModuleError for a module that is not fit to play."""
    module = load_module(library.module_files(plan.module), scenario=plan.scenario)
    return report(plan, module, [play(plan, module, number) for number in range(1, plan.games + 1)])
