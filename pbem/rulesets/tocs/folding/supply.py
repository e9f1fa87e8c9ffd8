"""Supply, trucks and trains (chapters W8, W12.3)."""

from pbem.kernel.values import replace
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.folding.tables import FORCES, PUBLIC
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.view import Public, bases_after


@FORCES.of(t.SourceChanged)
def _source(forces: Forces, event: t.SourceChanged) -> Forces:
    return forces.with_source(event.source)


@PUBLIC.of(t.BaseMarked)
def _base(public: Public, event: t.BaseMarked) -> Public:
    return replace(public, bases=bases_after(public, event.hex, event.owner))


@FORCES.of(t.TrainChanged)
def _train(forces: Forces, event: t.TrainChanged) -> Forces:
    return forces.with_train(event.train, event.units)


@FORCES.of(t.TrucksLate)
def _late(forces: Forces, event: t.TrucksLate) -> Forces:
    return replace(forces, late=event.late)
