"""The intelligence summary of a turn, for a side's own team: what is known of the enemy, where from, how old, and what is not
(MASL-5.1-1, MASL-5.1-2). It is made from the side's picture and what it was told, and from nothing else.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.documents.document import Block, block, theirs
from pbem.engine.contact import Contact
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import field
from pbem.rulesets.tocs.reports.captives import heard
from pbem.rulesets.tocs.reports.wording import place, places, source_of
from pbem.rulesets.tocs.rules.victory import named

SECTIONS = {
    "NEW": "changed",
    **dict.fromkeys((
        "OLDER CONTACTS", phrase("DEDUCED FROM WHAT WAS TOLD, not seen"), "CLAIMED EZOC ON OUR MAP", "PRISONERS AND CIVILIANS",
            "DESTROYED",
        "NEVER LOOKED AT", "FIELD REPORTS", phrase("COMMANDER, in his own words"),
    ), "state"),
}  # fmt: skip
"""The sections of a summary by their plain titles, and the part of the letter each belongs to."""
MOST_PLACES = 12  # named places nobody has looked at, in a letter


def turn_began(news: tuple[Any, ...]) -> bool:
    """Did a turn begin that has one before it? Then the summary of that one is due."""
    return any(isinstance(seen, t.TurnBegan) and seen.turn > 1 for seen in o.whats(news))


@rule("MASL-5.1-1", "MASL-5.1-2", "TOCS-W0.1-4")
def intsum(game: Game, picture: Picture, battles: tuple[Any, ...], words: tuple[str, ...]) -> tuple[Block, ...]:
    """The blocks of the summary. battles: what was kept of battles; words: the commander's own, for the coming turn."""
    last, battles = picture.public.turn - 1, o.whats(battles)
    fresh = [c for c in picture.contacts if _turn(c.seen) >= last]
    older = [c for c in picture.contacts if _turn(c.seen) < last]
    return (
        _section("1. NEW", (*_contacts(game, picture, fresh), *_empty(game, picture, last))),
        _section("2. OLDER CONTACTS", _contacts(game, picture, older)),
        *block("DEDUCED FROM WHAT WAS TOLD, not seen", _deduced(game, picture)),
        _section("3. CLAIMED EZOC ON OUR MAP", _claimed(game, picture)),
        _section("4. PRISONERS AND CIVILIANS", _heard(picture, battles)),
        _section("5. DESTROYED", (f" {k.name} ({k.when})" for k in picture.killed)),
        _section("6. NEVER LOOKED AT", _unseen(game, picture)),
        _section("7. FIELD REPORTS", _field_reports(game, picture, battles)),
        _section(phrase("8. COMMANDER, in his own words"), theirs(words, " ")),
    )


def _section(title: str, lines: Iterable[str]) -> Block:
    """A numbered section, which never skips: an empty one says so."""
    return Block(title, tuple(lines) or (say(" NEGATIVE"),))


def _turn(when: str) -> int:
    """The turn of `T3.2`."""
    return int(when[1:].partition(".")[0] or 0) if when[1:2].isdigit() else 0


def _contacts(game: Game, picture: Picture, contacts: list[Contact]) -> Iterator[str]:
    now = picture.public.turn
    for contact in sorted(contacts, key=lambda c: c.number):
        kinds = ", ".join(map(worded, contact.kinds)) or say("kind not established")
        age = now - _turn(contact.seen)
        old = say("this turn") if age <= 0 else say("last turn") if age == 1 else say("{age} turns ago", age=age)
        yield f" C-{contact.number} {place(game, contact.hex)}: {kinds}; {source_of(contact)}, {contact.seen}, {old}"


def _empty(game: Game, picture: Picture, turn: int) -> tuple[str, ...]:
    """Hexes that were looked into and found empty since that turn began."""
    found = tuple(h for h, look in picture.looks.items() if look.answer == "empty" and _turn(look.when) >= turn)
    return (say(" found empty: {places}", places=places(game, found)),) if found else ()


def _deduced(game: Game, picture: Picture) -> Iterator[str]:
    """A claimed zone means that a company stood beside the hex: where it may stand, by what is known since."""
    for hex_ in picture.public.claims[picture.side]:
        near = [h for h in game.ground.neighbours[hex_] if _possible(picture, h)]
        known = [h for h in near if h in picture.held_by_enemy()]
        if near and not known:
            yield say(" a company in {either}: EZOC at {place}", either=_either(near), place=place(game, hex_))


def _possible(picture: Picture, hex_: Hex) -> bool:
    """Can an enemy stand in a hex, for all this side knows?"""
    look = picture.looks.get(hex_)
    return picture.public.owner[hex_] != picture.side and not (look and look.answer == "empty")


def _either(hexes: list[Hex]) -> str:
    said = [str(h) for h in sorted(hexes)]
    return said[0] if len(said) == 1 else say("{said} or {last}", said=", ".join(said[:-1]), last=said[-1])


def _claimed(game: Game, picture: Picture) -> tuple[str, ...]:
    claims = picture.public.claims[picture.side]
    return (f" {places(game, claims)}", say(" they stand until disproved; one may be a memory")) if claims else ()


def _heard(picture: Picture, battles: tuple[Any, ...]) -> Iterator[str]:
    """What captives and civilians of the last turn's battles said."""
    for seen in battles:
        if isinstance(seen, (o.PrisonerHeard, o.CiviliansHeard)) and _of_last_turn(picture, seen.number):
            yield say(" battle {seen}: {heard}", seen=seen.number, heard=heard(seen))


def _of_last_turn(picture: Picture, number: int) -> bool:
    before, since = picture.marks
    return before < number <= since


def _unseen(game: Game, picture: Picture) -> tuple[str, ...]:
    """Objectives and named places of the enemy's that nobody has looked at and of which nothing was heard."""
    goals = named(picture.camp.objectives, game.ground)
    wanted = sorted({*goals, *game.ground.names}, key=lambda h: (h not in goals, h))
    unseen = [h for h in wanted if _possible(picture, h) and h not in picture.looks and h not in picture.held_by_enemy()]
    return (f" {places(game, tuple(unseen[:MOST_PLACES]))}",) if unseen else ()


def _field_reports(game: Game, picture: Picture, battles: tuple[Any, ...]) -> Iterator[str]:
    """What the side's own field commanders reported of battles that are out, or were in the last turn."""
    out = {b.number for b in picture.public.fields.values()}
    over = {s.battle.number for s in battles if isinstance(s, o.FieldBattleEndedSeen) and s.battle.number > picture.marks[0]}
    reports = {s.number: s for s in battles if isinstance(s, t.FieldReported)}  # the last of each
    for number in sorted(reports):
        if number in out | over:
            yield from (f" {line}" for line in field.told(game, picture, reports[number]))
