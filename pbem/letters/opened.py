"""The last letters, in which everything is opened."""

import re
from collections.abc import Callable, Mapping

from pbem.campaign.state import AdminState
from pbem.documents.document import Block, Document, block, theirs
from pbem.engine.opaque import OpaquePicture
from pbem.kernel.i18n import say
from pbem.letters.desk import Desk, Out
from pbem.rulesets.form import LogEntry


def reveal(desk: Desk, blocks: tuple[Block, ...]) -> Out:
    """After the last report: what nobody could know, opened to all."""
    head = ((say("[{campaign}] BOTH SIDES REVEALED", campaign=desk.admin.campaign), desk.number),)
    wanted = (
        say("The campaign is over, and nothing is secret any more: below is what happened on both sides."),
        say("NO REPLY NEEDED."),
    )
    return Out(desk.seat.id, "reveal", Document(say("both sides revealed"), head, wanted, blocks), False)


def logs_opened(admin: AdminState, titles: Mapping[str, str]) -> tuple[Block, ...]:
    """The commanders' logs, opened to all at the end, as they wrote them. titles: of seats, by their ids."""
    lines = [text for seat, when, words in admin.logs for text in (f"{titles[seat]}, {when}", *theirs(words))]
    return block("THE COMMANDERS' LOGS", lines, "quote")


def diary_opened(desk: Desk, enemy: OpaquePicture | None) -> tuple[Block, ...]:
    """The stories of the units of the reader's side, with what its logs say of them; enemy: the enemy's picture, opened too."""
    admin = desk.admin
    logs = tuple(LogEntry(when, words) for seat, when, words in admin.logs if admin.seats[seat].side == desk.seat.side)
    return desk.ruleset.scenario.diary(desk.game, desk.picture, desk.battles, logs, enemy)


def journal_opened(annals: tuple[str, ...], sides: Mapping[str, str], retold: Callable[[str], str]) -> tuple[Block, ...]:
    """What happened, from the first turn to the last, as nobody could see it. sides: what each is called, by its id, which is what
    annals are kept with; retold: how a letter says a line of them."""
    ids = re.compile(rf"(?<![\w/.-])(?:{'|'.join(map(re.escape, sides))})(?![\w/.-])")
    return block("THE JOURNAL", (ids.sub(lambda found: sides[found[0]], retold(line)) for line in annals))


def dice_opened(seed: str, nonces: tuple[tuple[str, str], ...], throws: tuple[str, ...]) -> tuple[Block, ...]:
    """The end: seed, nonces and every throw of the campaign, for `pbem verify`."""
    lines = [
        "seed",
        f"  {seed}",
        *(line for seat, nonce in nonces for line in (say("nonce {seat}", seat=seat), f"  {nonce}")),
        *throws,
    ]
    return (Block("THE ROLLS, OPENED", tuple(lines), "columns"),)
