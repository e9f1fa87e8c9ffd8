"""Units and who commands them: activation, movement, headquarters, morale, organisation, reserves, works of many turns."""

from pbem.kernel.values import replace
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.folding.tables import FORCES
from pbem.rulesets.tocs.forces import Forces

WALKED = ("moved", "joined the engagement")


@FORCES.of(t.UnitChanged)
def _unit(camp: Forces, event: t.UnitChanged) -> Forces:
    unit, why = event.unit, event.why
    if unit.status == "dead":
        return camp.buried(unit, why)
    return camp.walked(unit) if why in WALKED else camp.with_changed(unit, why)


@FORCES.of(t.HandChanged, t.MoveStopped)
def _hand(camp: Forces, event: t.HandChanged | t.MoveStopped) -> Forces:
    return replace(camp, hand=event.hand)


@FORCES.of(t.UnitActivated)
def _activated(camp: Forces, event: t.UnitActivated) -> Forces:
    return camp.with_pool(event.pool).in_hand(event.hand)


@FORCES.of(t.WayTested)
def _tested(camp: Forces, event: t.WayTested) -> Forces:
    return camp.tried(event.start, event.meant)


@FORCES.of(t.StaffWoken)
def _staff_woken(camp: Forces, event: t.StaffWoken) -> Forces:
    camp = camp.with_pool(event.pool).with_staff(event.hand)
    return replace(camp, activated=tuple(sorted({*camp.activated, event.unit})))


@FORCES.of(t.StaffChanged)
def _staff(camp: Forces, event: t.StaffChanged) -> Forces:
    return camp.with_staff(event.hand)


@FORCES.of(t.StaffLaidAside)
def _aside(camp: Forces, event: t.StaffLaidAside) -> Forces:
    return camp.laid_aside(event.hand)


@FORCES.of(t.AssetsWoken)
def _assets(camp: Forces, event: t.AssetsWoken) -> Forces:
    return camp.with_woken(event.hand, event.units)


@FORCES.of(t.MoraleChecked, t.DeploymentExtended)
def _checked(camp: Forces, event: t.MoraleChecked | t.DeploymentExtended) -> Forces:
    return camp.with_unit(event.unit)


@FORCES.of(t.LinksReviewed)
def _links(camp: Forces, event: t.LinksReviewed) -> Forces:
    return replace(camp, silent=dict(event.silent))


@FORCES.of(t.CompanyDeployed)
def _deployed(camp: Forces, event: t.CompanyDeployed) -> Forces:
    return camp.deployed(event.counters, event.units)


@FORCES.of(t.ReplacementsChanged, t.WrecksSought)
def _replacements(camp: Forces, event: t.ReplacementsChanged | t.WrecksSought) -> Forces:
    return replace(camp, replacements=event.left)


@FORCES.of(t.ReserveOrdered)
def _reserve(camp: Forces, event: t.ReserveOrdered) -> Forces:
    return camp.with_unit(event.unit).with_pool(event.pool)


@FORCES.of(t.ReserveCommitted)
def _committed(camp: Forces, event: t.ReserveCommitted) -> Forces:
    return camp.out_of_reserve(event.unit, event.hand)


@FORCES.of(t.PlansFiled)
def _plans(camp: Forces, event: t.PlansFiled) -> Forces:
    return replace(camp, plans=event.plans)


@FORCES.of(t.TaskWent)
def _task(camp: Forces, event: t.TaskWent) -> Forces:
    return camp.with_task(event.task)


@FORCES.of(t.TaskEnded)
def _task_ended(camp: Forces, event: t.TaskEnded) -> Forces:
    return camp.without_task(event.task.unit)
