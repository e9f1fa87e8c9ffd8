"""The sequence of play: turns, impulses, income, weather, pauses, the set-up (chapters 2, 3 and 5)."""

from collections.abc import Iterable

from pbem.kernel.decisions import Decision
from pbem.kernel.values import replace
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.folding.tables import FORCES, PUBLIC, WORKS, Works
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.units import ReplacementPool
from pbem.rulesets.tocs.view import Public, bases_after


@PUBLIC.of(t.TurnBegan)
def _turn(public: Public, event: t.TurnBegan) -> Public:
    return replace(public, turn=event.turn, impulse=0, phasing="", box=0, passes=0, resolved=(), fought=(), turn_over=False)


@FORCES.of(t.TurnBegan)
def _new_turn(forces: Forces, _: t.TurnBegan) -> Forces:
    return forces.new_turn()


@FORCES.of(t.ForcesPatched)
def _patched(forces: Forces, event: t.ForcesPatched) -> Forces:
    return forces.patched(event.patch)


@PUBLIC.of(t.InitiativeThrown)
def _initiative(public: Public, event: t.InitiativeThrown) -> Public:
    return replace(public, holder=event.holder)


@PUBLIC.of(t.ImpulseBegan)
def _impulse(public: Public, event: t.ImpulseBegan) -> Public:
    return replace(public, impulse=event.impulse, phasing=event.phasing, ended="", announced=())


@FORCES.of(t.ImpulseBegan)
def _fresh(forces: Forces, event: t.ImpulseBegan) -> Forces:
    fresh = forces.fresh()
    return fresh.gathered() if event.phasing == forces.side else fresh


@PUBLIC.of(t.WeatherChanged)
def _weather(public: Public, event: t.WeatherChanged) -> Public:
    return replace(public, weather=event.weather)


@FORCES.of(t.IncomeEarned)
def _income(forces: Forces, event: t.IncomeEarned) -> Forces:
    return replace(forces.with_pool(event.pool), credit=0)


@FORCES.of(t.PointSpent)
def _point(forces: Forces, event: t.PointSpent) -> Forces:
    return forces.with_pool(event.pool)


@PUBLIC.of(t.TurnEndThrown)
def _thrown(public: Public, event: t.TurnEndThrown) -> Public:
    return replace(public, box=event.box, passes=event.passes, turn_over=event.ended)


@FORCES.of(t.TurnEnded)
def _lapsed(forces: Forces, _: t.TurnEnded) -> Forces:
    return credited(forces, 0)


@PUBLIC.of(t.SetupBegan)
def _setup(public: Public, event: t.SetupBegan) -> Public:
    return replace(public, impulse=event.impulse, phasing=event.phasing, ended="")


@WORKS.of(t.WorksSetUp)
def _prepared(works: Works, event: t.WorksSetUp) -> Works:
    rest = {h: held for h, held in works.items() if h != event.hex}
    return {**rest, event.hex: (event.level, event.side)} if event.level else rest


@FORCES.of(t.WorksSetUp)
def _paid(forces: Forces, event: t.WorksSetUp) -> Forces:
    return replace(forces, labour=event.labour)


@PUBLIC.of(t.BaseSetUp)
def _base_set_up(public: Public, event: t.BaseSetUp) -> Public:
    return replace(public, bases={**bases_after(public, event.was, ""), event.now: event.side})


# What the board learns from events that no side is told whole, and a side from its part of them.


def closed(public: Public, how: str) -> Public:
    """The impulse was closed: "end", "pass", or "silence", which is told to its side alone."""
    return replace(public, ended=how)


def paused(public: Public, side: str) -> Public:
    """Play pauses for a side, or ("") goes on."""
    return replace(public, paused=side)


def over(public: Public) -> Public:
    """The game is over."""
    return replace(public, over=True)


def asked(forces: Forces, decision: Decision) -> Forces:
    """The forces once they owe a decision."""
    return replace(forces, asked=decision.number, owes=decision, windows=forces.windows + 1)


def chosen(forces: Forces, word: str) -> Forces:
    """The forces once they have decided; word: what about their reserves, "" when it was about something else."""
    return replace(forces, owes=None, word=word or forces.word)


def rested(forces: Forces, pools: Iterable[ReplacementPool]) -> Forces:
    """The forces when the marks of their impulse have come off."""
    return replace(forces, activated=(), plans=(), shelled=(), trails={}, ferried={}, pools={p.id: p for p in pools})


def credited(forces: Forces, points: int) -> Forces:
    """The forces with so many deficit OPs of the enemy's to come with the next income."""
    return replace(forces, credit=points)
