"""The canary: no letter to one side names a unit of the other's that lives, but for what a captive gave away."""

from pbem.campaign.records import Again, Record
from pbem.rulesets.tocs import observations as o
from pbem.service.unposted import letter_at
from tests.acceptance.table import Table, opened, recorded
from tests.fog.stage import CANARY, OTHER, SIDES, words_of


def sung(stage: Table) -> list[str]:
    """Every canary that stands in a letter to the other side: TOCS-1.2-1 names the dead, and nobody else."""
    faults: list[str] = []
    dead: dict[str, set[str]] = {side: set() for side in SIDES}
    for record in recorded(stage):
        for desk, seen in record.seen:
            if isinstance(seen, o.EnemyDestroyed):
                # A dead half-company is named by its company, the other half of which may live.
                dead[desk] |= {name.lower() for name in CANARY[OTHER[desk]].findall(f"{seen.call} {seen.name}")}
            if isinstance(seen, o.PrisonerHeard):  # he names his formation (TOCS-W20.1-1)
                dead[desk] |= {name.lower() for name in CANARY[OTHER[desk]].findall(seen.answer.words)}
        if any(isinstance(seen, o.GameOverSeen) for _, seen in record.seen):
            continue  # the last letter opens all dice, with what each was thrown for
        faults += [f for side in SIDES for f in _in_letters(stage, record, side, dead[side])]
    return faults


def _in_letters(stage: Table, record: Record, side: str, dead: set[str]) -> list[str]:
    faults = []
    for sent in record.letters:
        theirs = stage.campaign.state.admin.seats[sent.seat].side != side
        if theirs or isinstance(sent, Again) or sent.kind == "reveal":  # all is over, all is opened
            continue
        number = stage.campaign.state.admin.number(sent.seat, sent.n)
        mail = opened(letter_at(stage.campaign, sent.seat, number).raw())
        # The last letter opens every throw of the game, with the ids of the units that were thrown for.
        words = words_of(mail).partition("THE ROLLS, OPENED")[0]
        names = {found.lower() for found in CANARY[OTHER[side]].findall(words)}
        faults += [f"{number} names {name}" for name in sorted(names - dead)]
    return faults
