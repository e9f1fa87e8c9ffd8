"""The intelligence summary of a turn, for a side's own team: what is known of the enemy, where from, how old, and what is not
(MASL-5.1-1, MASL-5.1-2). It is made from the side's picture and what it was told, and from nothing else.
"""

from collections.abc import Iterator
from typing import Any

from pbem.documents.document import Block, section, table, theirs
from pbem.engine.contact import Contact
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, phrase, say, worded
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import capabilities, field, gaps, sea_answers
from pbem.rulesets.tocs.reports.battle_report import outcome
from pbem.rulesets.tocs.reports.captives import heard
from pbem.rulesets.tocs.reports.gaps import possible
from pbem.rulesets.tocs.reports.wording import enemy_named, place, places, source_of

SECTIONS = {
    "ENEMY SITUATION": "changed",
    **dict.fromkeys((
        "IDENTIFICATIONS", "STRENGTH AND LOCATION", "ACTIVITY", "CAPABILITIES", "GAPS", "FIELD REPORTS", "COMMANDER'S REQUIREMENTS",
    ), "state"),
}  # fmt: skip
"""The sections of a summary by their plain titles, and the part of the letter each belongs to."""
MOST_TWICE = 8  # contacts of this turn and the last that section 1 names too
MOST_OLD = 6  # contacts of earlier turns that have a row each
CONFIDENCE = {0: phrase("good"), 1: phrase("fair")}  # by turns since it was last seen; older is poor


def turn_began(news: tuple[Any, ...]) -> bool:
    """Did a turn begin that has one before it? Then the summary of that one is due."""
    return any(isinstance(seen, t.TurnBegan) and seen.turn > 1 for seen in o.whats(news))


@rule("MASL-5.1-1", "MASL-5.1-2", "TOCS-W0.1-4")
def intsum(game: Game, picture: Picture, battles: tuple[Any, ...], words: tuple[str, ...]) -> tuple[Block, ...]:
    """The blocks of the summary. battles: what was kept of battles; words: the commander's own, for the coming turn."""
    battles = o.whats(battles)
    return (
        section("1. ENEMY SITUATION", _situation(game, picture)),
        section("2. IDENTIFICATIONS", _identified(picture, battles)),
        *(_located(game, picture, battles)),
        section("4. ACTIVITY", (*_activity(game, picture, battles), *_afloat(game, picture))),
        section("5. CAPABILITIES", capabilities.lines(game, picture)),
        section("6. GAPS", gaps.lines(game, picture)),
        section("7. FIELD REPORTS", _field_reports(game, picture, battles)),
        section("8. COMMANDER'S REQUIREMENTS", theirs(words, " ")),
    )


def located(game: Game, picture: Picture) -> tuple[str, ...]:
    """Where the enemy is located, the last seen first: what the letter's subject and first line say."""
    fresh = sorted(picture.contacts, key=lambda c: (-_turn(c.seen), c.hex))
    return tuple(place(game, contact.hex) for contact in fresh)


def _turn(when: str) -> int:
    """The turn of `T3.2`."""
    return int(when[1:].partition(".")[0] or 0) if when[1:2].isdigit() else 0


def _situation(game: Game, picture: Picture) -> Iterator[str]:
    """How many contacts there are, those since the last turn began, what was found empty, what is destroyed."""
    last = picture.public.turn - 1
    fresh = [c for c in picture.contacts if _turn(c.seen) >= last or c.hex in picture.public.engaged]
    if picture.contacts:
        count = counted(len(picture.contacts), "{number} contact", "{number} contacts")
        yield say(" {count} held; {fresh} seen this turn or last.", count=count, fresh=len(fresh))
    if len(fresh) <= MOST_TWICE:
        yield from (f" {_contact(game, contact)}" for contact in sorted(fresh, key=lambda c: c.number))
    yield from _empty(game, picture, last)
    bases = tuple(h for h, side in picture.public.bases.items() if side != picture.side)
    if bases:
        yield say(" Supply base: {places}", places=places(game, bases))


def _contact(game: Game, contact: Contact) -> str:
    kinds = ", ".join(map(worded, contact.kinds)) or say("troops, kind not established")
    return f"C-{contact.number} {place(game, contact.hex)}: {kinds}; {source_of(contact)}, {contact.seen}"


def _empty(game: Game, picture: Picture, turn: int) -> tuple[str, ...]:
    """Hexes that were found empty, or of which PW, people or observers said so, since that turn began."""
    found = tuple(h for h, look in picture.looks.items() if look.answer == "empty" and _turn(look.when) >= turn)
    return (say(" No enemy, by recon or by what was told: {places}", places=places(game, found)),) if found else ()


def _identified(picture: Picture, battles: tuple[Any, ...]) -> Iterator[str]:
    """Who PW, people and the dead were, each with its source and time."""
    said: dict[str, str] = {}  # the last time that each was heard
    for seen in battles:
        if isinstance(seen, (o.PrisonerHeard, o.CiviliansHeard)) and seen.answer.cell:
            what, when = heard(seen), _when(picture, seen.number)
            said[what] = say(" {heard}; battle {number}, {when}", heard=what, number=seen.number, when=when)
    yield from said.values()
    yield from (say(" destroyed: {name}, {when}", name=enemy_named(k), when=k.when) for k in picture.killed)


def _when(picture: Picture, number: int) -> str:
    """The turn of a battle, as near as its number tells."""
    before, since = picture.marks
    return say("this turn") if number > since else say("last turn") if number > before else say("earlier")


def _located(game: Game, picture: Picture, battles: tuple[Any, ...]) -> tuple[Block, ...]:
    """Contacts by area, with what is known of their strength, source and confidence; below them what claimed zones betray."""
    strengths = _strengths(picture, battles)
    rows = [(say("area"), say("hex"), say("seen"), say("source"), say("confidence"))]
    old = _old(picture)
    for contact in sorted(picture.contacts, key=lambda c: (_area(game, c.hex), c.hex)):
        if contact in old:
            continue
        kinds = ", ".join(map(worded, contact.kinds)) or say("troops")
        strength = strengths.get(contact.hex)
        seen = kinds
        if strength:
            words = phrase("{kinds}, strength {total} in battle {number}")
            seen = say(words, kinds=kinds, total=strength.enemy_total, number=strength.number)
        source = f"{source_of(contact)}, {contact.seen}"
        rows.append((_near(game, contact.hex), f"C-{contact.number} {contact.hex}", seen, source, _confidence(picture, contact)))
    claims = picture.public.claims[picture.side]
    zones = (say(" enemy ZOC (unconfirmed, may be out of date): {places}", places=places(game, claims)),) if claims else ()
    found = table("3. STRENGTH AND LOCATION", rows, (*_aged(old), *_deduced(game, picture), *zones))
    return found or (section("3. STRENGTH AND LOCATION", ()),)


def _old(picture: Picture) -> tuple[Contact, ...]:
    """Contacts that nobody has confirmed this turn or last, where there are very many: they are told in a line."""
    last = picture.public.turn - 1
    old = tuple(c for c in picture.contacts if _turn(c.seen) < last and c.hex not in picture.public.engaged)
    return old if len(old) > MOST_OLD else ()


def _aged(old: tuple[Contact, ...]) -> Iterator[str]:
    """Old contacts by where each is from and when it was seen."""
    alike: dict[str, list[str]] = {}
    for contact in sorted(old, key=lambda c: c.hex):
        alike.setdefault(f"{source_of(contact)}, {contact.seen}", []).append(f"C-{contact.number} {contact.hex}")
    for how, names in alike.items():
        yield say(" older, unconfirmed ({how}): {names}", how=how, names=", ".join(names))


def _strengths(picture: Picture, battles: tuple[Any, ...]) -> dict[Hex, o.BattleSeen]:
    """The last battle in each hex whose sum the enemy's side told of, unless whoever fought there has gone since."""
    found = dict[Hex, o.BattleSeen]()
    for seen in battles:
        if isinstance(seen, o.BattleSeen) and seen.enemy_total is not None:
            found[seen.hex] = seen
        elif isinstance(seen, o.BattleFoughtSeen) and seen.holder == picture.side and not seen.engaged:
            found.pop(seen.hex, None)
        elif isinstance(seen, o.FieldBattleEndedSeen) and seen.holder == picture.side and not seen.engaged:
            found.pop(seen.battle.hex, None)
    return found


def _area(game: Game, hex_: Hex) -> str:
    """The named place a hex is nearest to."""
    near = min(game.ground.names, key=lambda h: (distance(h, hex_), h), default=None)
    return game.ground.names[near] if near else str(hex_)


def _near(game: Game, hex_: Hex) -> str:
    """The same as it is read: `near Wyler` beside it, since the place itself is another hex."""
    area = _area(game, hex_)
    return area if game.ground.names.get(hex_, str(hex_)) == area else say("near {place}", place=area)


def _confidence(picture: Picture, contact: Contact) -> str:
    """By age: what was seen this turn is good, last turn fair, older poor; whom own troops are engaged with is seen now."""
    if contact.hex in picture.public.engaged:
        return say(CONFIDENCE[0])
    return say(CONFIDENCE.get(max(0, picture.public.turn - _turn(contact.seen)), phrase("poor")))


def _activity(game: Game, picture: Picture, battles: tuple[Any, ...]) -> Iterator[str]:
    """The last turn's battles as this side saw them end, and the enemy's fire that is still marked."""
    before, _ = picture.marks
    for seen in battles:
        if isinstance(seen, o.BattleFoughtSeen) and before < seen.number:
            yield f" {outcome(game, picture.side, seen)}, {_when(picture, seen.number)}"
    fired = tuple(h for h, sides in picture.public.interdicted.items() if any(side != picture.side for side in sides))
    if fired:
        yield say(" enemy interdiction: {places}", places=places(game, fired))


def _afloat(game: Game, picture: Picture) -> Iterator[str]:
    """What is known of the enemy at sea, under a head of its own."""
    lines = tuple(sea_answers.enemy_afloat(game, picture))
    if lines:
        yield say(" AT SEA")
        yield from (f" {line}" for line in lines)


def _deduced(game: Game, picture: Picture) -> Iterator[str]:
    """A claimed zone means that a company stood beside the hex: where it may stand, by what is known since."""
    for hex_ in picture.public.claims[picture.side]:
        near = [h for h in game.ground.neighbours[hex_] if possible(picture, h)]
        known = [h for h in near if h in picture.held_by_enemy()]
        if near and not known:
            yield say(" deduced: a company in {either}, from enemy ZOC at {place}", either=_either(near), place=place(game, hex_))


def _either(hexes: list[Hex]) -> str:
    said = [str(h) for h in sorted(hexes)]
    return said[0] if len(said) == 1 else say("{said} or {last}", said=", ".join(said[:-1]), last=said[-1])


def _field_reports(game: Game, picture: Picture, battles: tuple[Any, ...]) -> Iterator[str]:
    """What the side's own field commanders reported of battles that are out, or were in the last turn."""
    out = {b.number for b in picture.public.fields.values()}
    over = {s.battle.number for s in battles if isinstance(s, o.FieldBattleEndedSeen) and s.battle.number > picture.marks[0]}
    reports = {s.number: s for s in battles if isinstance(s, t.FieldReported)}  # the last of each
    for number in sorted(reports):
        if number in out | over:
            yield from (f" {line}" for line in field.in_full(reports[number]))
