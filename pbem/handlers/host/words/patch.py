"""PATCH: the module of a running campaign is fixed from a turn to come on; each side is told what it may know of that."""

from pbem.campaign.admin_events.event import HostingEvent
from pbem.campaign.hosting import Hosting, Patch
from pbem.campaign.module_versions import Judged
from pbem.documents.document import theirs
from pbem.handlers import fields
from pbem.handlers.host.word import BEFORE_THE_END, HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.short_letters import notice
from pbem.orders.tree import Verb

MOST_LINES = 400  # of a patch; more is another module


class ModulePatched(HostingEvent):
    """The patches of the module that are on file, in the order of their turns."""

    patches: tuple[Patch, ...]

    def applied_to(self, hosting: Hosting) -> Hosting:
        """What it comes to."""
        return replace(hosting, patches=self.patches)


def _turn(work: UnitOfWork) -> int:
    return work.table.ruleset.sequence.turn(work.state.situation.board)


def _patches(work: UnitOfWork) -> tuple[Patch, ...]:
    return work.state.admin.hosting.patches


def _meant(asked: SaidWord) -> Patch:
    return Patch(asked.act.number("TURN") or 0, "\n".join(text for _, text in asked.body))


def _judged(work: UnitOfWork, asked: SaidWord) -> Judged:
    editions = work.table.editions
    return (
        editions.judge(_patches(work), _meant(asked), work.table.words.verbs)
        if editions
        else Judged((say("this module cannot be patched"),))
    )


def _no_patch(work: UnitOfWork, asked: SaidWord) -> str:
    turn, now, filed = asked.act.number("TURN") or 0, _turn(work), _patches(work)
    if asked.act.says("drop"):
        return _no_drop(filed, turn, now)
    if turn <= now:
        return say(
            "turn {turn} {why}: a patch takes effect from turn {first} on",
            turn=turn,
            why=say("is being played") if turn == now else say("has gone by"),
            first=now + 1,
        )
    if filed and filed[-1].turn >= turn:
        return say(
            "a patch from turn {turn} on is on file: this one must come after it, or PATCH {phase} DROP T{turn} comes first",
            turn=filed[-1].turn,
            phase=work.phase,
        )
    if not any(text.strip() for _, text in asked.body):
        return say("no TOML stands below it, and none is attached")
    if len(asked.body) > MOST_LINES:
        return say("it has more than {most_lines} lines", most_lines=MOST_LINES)
    return "\n".join(_judged(work, asked).faults)


def _no_drop(filed: tuple[Patch, ...], turn: int, now: int) -> str:
    if not any(p.turn == turn for p in filed):
        known = ", ".join(f"T{p.turn}" for p in filed)
        return say("no patch from turn {turn} on is on file", turn=turn) + (
            say("; there are {known}", known=known) if known else ""
        )
    if turn <= now:
        return say(
            "the patch from turn {turn} on has taken effect; another from turn {now} on can take it back", turn=turn, now=now + 1
        )
    return (
        ""
        if filed[-1].turn == turn
        else say("the patch from turn {turn} on was made over it: discard that first", turn=filed[-1].turn)
    )


def _told(work: UnitOfWork, asked: SaidWord) -> dict[str, tuple[str, ...]]:
    """What each side is told: what both may know, and its own. A side that nothing is told of reads nothing at all."""
    if asked.act.says("drop"):
        return dict(_patches(work)[-1].told)
    changes = _judged(work, asked).changes
    sides = sorted(work.state.pictures)
    return {side: tuple(text for owner, text in changes if owner in ("", side)) for side in sides}


def _statement(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    turn = asked.act.number("TURN") or 0
    head = (
        say("Off file goes the patch from turn {turn} on.", turn=turn)
        if asked.act.says("drop")
        else say("From turn {turn} on:", turn=turn)
    )
    told = _told(work, asked)
    return (head, *(line for side, lines in told.items() for line in (_heard(work, side, lines), *theirs(lines, "  "))))


def _heard(work: UnitOfWork, side: str, lines: tuple[str, ...]) -> str:
    told = phrase("The {side} is told:") if lines else phrase("The {side} is told nothing.")
    return say(told, side=work.speaker(side))


def _patch(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    patch, told = _meant(asked), _told(work, asked)
    if asked.act.says("drop"):
        work.put(ModulePatched(_patches(work)[:-1]))
        head, done = (
            say("What the host announced for turn {turn} of the module does not come to pass:", turn=patch.turn),
            say("is off file"),
        )
    else:
        work.put(ModulePatched((*_patches(work), replace(patch, told=tuple(told.items())))))
        head, done = say("The host fixes the module. From turn {turn} on, and not before:", turn=patch.turn), say("is on file")
    work.table = work.table.at(work.state)
    why = (say("Reason:"), *theirs((asked.text("TEXT"),))) if asked.text("TEXT") else ()
    for seat in work.seats:
        if told[seat.side] and seat.role != fields.ROLE:  # who fights one battle knows nothing of the campaign
            lines = (head, *theirs(told[seat.side], "  "), *why)
            work.send(notice(work.desk(seat), say("THE MODULE"), say("module · turn {turn}", turn=patch.turn), lines))
    return (
        say("the patch from turn {turn} on {done}", turn=patch.turn, done=done),
        *(_heard(work, side, lines).rstrip(":") for side, lines in told.items()),
    )


WORD = HostWord(
    Verb(
        "patch",
        (
            "patch PART from TURN [TEXT]",
            "patch PART drop TURN",
        ),
        "letter",
        phrase("fix the module"),
    ),
    phrase(
        "PATCH fixes the module of a running campaign from a turn to come: a chart's value, a unit's data, a fact\n"
        "of the map, the schedule. Below it stands what the files are to say otherwise, in TOML, up to END PATCH;\n"
        "or attach it, as a file that ends in .toml. A table for each file, an entry of a list by its id or call;\n"
        '`false` takes an entry out, [["file".list]] puts one in. It is checked as `pbem check` does, and you\n'
        "read what it changes and who is told: what both may know both sides, what is one side's that side alone.\n"
        "Stores, facilities and trains to come may be put in; those that have been in play stand as play has\n"
        "them{by_undoing}. Where units are now is for CORRECT. PATCH … DROP takes the last one off\n"
        "file before its turn; a rollback leaves it there. Not for a host who commands a side. HELP MODULES names\n"
        "files and keys.\n"
        "\n"
        "    PATCH {part} FROM T3 the 504th jumped without its trucks\n"
        '    ["oob-allied.toml".unit."A/504"]\n'
        "    mp = 3\n"
        "    END PATCH\n"
        "    PATCH {part} DROP T3"
    ),
    80,
    refuse=_no_patch,
    do=_patch,
    state=_statement,
    stages=BEFORE_THE_END,
    blind=False,
    body=True,
    events=(ModulePatched,),
)
