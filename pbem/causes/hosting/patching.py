"""PATCH: the module of a running campaign is mended from a turn to come on; each side is told what it may know of that."""

from pbem.causes import fields
from pbem.causes.hosting.handling import Asked, Handling
from pbem.causes.work import Work
from pbem.command.hosting import ModulePatched, Patch
from pbem.dispatch.words import notice
from pbem.editions import Judged
from pbem.kernel.values import replace

MOST_LINES = 400  # of a patch; more is another module


def _turn(work: Work) -> int:
    return work.table.ruleset.turn(work.state.situation.board)


def _patches(work: Work) -> tuple[Patch, ...]:
    return work.state.affairs.hosting.patches


def _meant(asked: Asked) -> Patch:
    return Patch(asked.act.number("TURN") or 0, "\n".join(text for _, text in asked.body))


def _judged(work: Work, asked: Asked) -> Judged:
    editions = work.table.editions
    return editions.judge(_patches(work), _meant(asked)) if editions else Judged(("this module cannot be patched",))


def _no_patch(work: Work, asked: Asked) -> str:
    turn, now, filed = asked.act.number("TURN") or 0, _turn(work), _patches(work)
    if asked.act.says("drop"):
        return _no_drop(filed, turn, now)
    if turn <= now:
        return f"turn {turn} {'is being played' if turn == now else 'has gone by'}: a patch takes effect from turn {now + 1} on"
    if filed and filed[-1].turn >= turn:
        return (f"a patch from turn {filed[-1].turn} on is on file: this one must come after it,"
                f" or PATCH {work.phase} DROP T{filed[-1].turn} comes first")  # fmt: skip
    if not any(text.strip() for _, text in asked.body):
        return "no TOML stands below it, and none is attached"
    if len(asked.body) > MOST_LINES:
        return f"it has more than {MOST_LINES} lines"
    return "\n".join(_judged(work, asked).faults)


def _no_drop(filed: tuple[Patch, ...], turn: int, now: int) -> str:
    if not any(p.turn == turn for p in filed):
        known = ", ".join(f"T{p.turn}" for p in filed)
        return f"no patch from turn {turn} on is on file" + (f"; there are {known}" if known else "")
    if turn <= now:
        return f"the patch from turn {turn} on has taken effect; another from turn {now + 1} on can take it back"
    return "" if filed[-1].turn == turn else f"the patch from turn {filed[-1].turn} on was made over it: drop that first"


def _told(work: Work, asked: Asked) -> dict[str, tuple[str, ...]]:
    """What each side is told: what both may know, and its own. A side that nothing is told of reads nothing at all."""
    if asked.act.says("drop"):
        return dict(_patches(work)[-1].told)
    changes = _judged(work, asked).changes
    sides = sorted(work.state.pictures)
    return {side: tuple(text for owner, text in changes if owner in ("", side)) for side in sides}


def _statement(work: Work, asked: Asked) -> tuple[str, ...]:
    turn = asked.act.number("TURN") or 0
    head = f"Off file goes the patch from turn {turn} on." if asked.act.says("drop") else f"From turn {turn} on:"
    told = _told(work, asked)
    return (head, *(line for side, lines in told.items() for line in (_heard(side, lines), *(f"  {text}" for text in lines))))


def _heard(side: str, lines: tuple[str, ...]) -> str:
    return f"{side} is told:" if lines else f"{side} is told nothing."


def _patch(work: Work, asked: Asked) -> tuple[str, ...]:
    patch, told = _meant(asked), _told(work, asked)
    if asked.act.says("drop"):
        work.put(ModulePatched(_patches(work)[:-1]))
        head, done = f"What the host announced for turn {patch.turn} of the module does not come to pass:", "is off file"
    else:
        work.put(ModulePatched((*_patches(work), replace(patch, told=tuple(told.items())))))
        head, done = f"The host mends the module. From turn {patch.turn} on, and not before:", "is on file"
    work.table = work.table.at(work.state)
    why = (f"His reason: {asked.text('TEXT')}",) if asked.text("TEXT") else ()
    for seat in work.seats:
        if told[seat.side] and seat.role != fields.ROLE:  # who fights one battle knows nothing of the campaign
            lines = (head, *(f"  {text}" for text in told[seat.side]), *why)
            work.send(notice(work.desk(seat), "THE MODULE", f"module · turn {patch.turn}", lines))
    return (f"the patch from turn {patch.turn} on {done}", *(_heard(side, lines).rstrip(":") for side, lines in told.items()))


PATCHING = {"patch": Handling(_no_patch, _patch, _statement)}
