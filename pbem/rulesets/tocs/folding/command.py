"""Units and who commands them: activation, movement, headquarters, morale, organisation, reserves, works of many turns."""

from pbem.kernel.values import replace
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.folding.tables import FORCES
from pbem.rulesets.tocs.forces import Forces

WALKED = ("moved", "joined the engagement")


@FORCES.of(t.UnitChanged)
def _unit(forces: Forces, event: t.UnitChanged) -> Forces:
    unit, why = event.unit, event.why
    if unit.status == "dead":
        return forces.buried(unit, why)
    return forces.walked(unit) if why in WALKED else forces.with_changed(unit, why)


@FORCES.of(t.ActivationChanged, t.MoveStopped)
def _active(forces: Forces, event: t.ActivationChanged | t.MoveStopped) -> Forces:
    sea = replace(forces.sea, active="") if forces.sea.active else forces.sea
    return replace(forces, active=event.active, sea=sea)


@FORCES.of(t.UnitActivated)
def _activated(forces: Forces, event: t.UnitActivated) -> Forces:
    return forces.with_pool(event.pool).with_active(event.active)


@FORCES.of(t.WayTested)
def _tested(forces: Forces, event: t.WayTested) -> Forces:
    return forces.tried(event.start, event.meant)


@FORCES.of(t.StaffWoken)
def _staff_woken(forces: Forces, event: t.StaffWoken) -> Forces:
    forces = forces.with_pool(event.pool).with_staff(event.active)
    return replace(forces, activated=tuple(sorted({*forces.activated, event.unit})))


@FORCES.of(t.StaffChanged)
def _staff(forces: Forces, event: t.StaffChanged) -> Forces:
    return forces.with_staff(event.active)


@FORCES.of(t.StaffLaidAside)
def _aside(forces: Forces, event: t.StaffLaidAside) -> Forces:
    return forces.laid_aside(event.active)


@FORCES.of(t.AssetsWoken)
def _assets(forces: Forces, event: t.AssetsWoken) -> Forces:
    return forces.with_woken(event.active, event.units)


@FORCES.of(t.MoraleChecked, t.DeploymentExtended)
def _checked(forces: Forces, event: t.MoraleChecked | t.DeploymentExtended) -> Forces:
    return forces.with_unit(event.unit)


@FORCES.of(t.LinksReviewed)
def _links(forces: Forces, event: t.LinksReviewed) -> Forces:
    return replace(forces, silent=dict(event.silent))


@FORCES.of(t.CompanyDeployed)
def _deployed(forces: Forces, event: t.CompanyDeployed) -> Forces:
    return forces.deployed(event.counters, event.units)


@FORCES.of(t.ReplacementsChanged, t.WrecksSought)
def _replacements(forces: Forces, event: t.ReplacementsChanged | t.WrecksSought) -> Forces:
    return replace(forces, replacements=event.left)


@FORCES.of(t.ReserveOrdered)
def _reserve(forces: Forces, event: t.ReserveOrdered) -> Forces:
    return forces.with_unit(event.unit).with_pool(event.pool)


@FORCES.of(t.ReserveCommitted)
def _committed(forces: Forces, event: t.ReserveCommitted) -> Forces:
    return forces.out_of_reserve(event.unit, event.active)


@FORCES.of(t.PlansFiled)
def _plans(forces: Forces, event: t.PlansFiled) -> Forces:
    return replace(forces, plans=event.plans)


@FORCES.of(t.TaskWent)
def _task(forces: Forces, event: t.TaskWent) -> Forces:
    return forces.with_task(event.task)


@FORCES.of(t.TaskEnded)
def _task_ended(forces: Forces, event: t.TaskEnded) -> Forces:
    return forces.without_task(event.task.unit)


@FORCES.of(t.CommandPassed)
def _command(forces: Forces, event: t.CommandPassed) -> Forces:
    order = forces.passes[event.number]
    units = {name: replace(forces.units[name], under=order.to) for name in event.units}
    units[order.to] = replace(forces.units[order.to], under="")
    passes = (*forces.passes[: event.number], replace(order, done=True), *forces.passes[event.number + 1 :])
    return replace(forces, units={**forces.units, **units}, passes=passes)


@FORCES.of(t.AimReached)
def _aim(forces: Forces, event: t.AimReached) -> Forces:
    return replace(forces, reached=tuple(sorted({*forces.reached, event.aim})))
