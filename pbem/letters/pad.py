"""Order pads: what a desk puts into one, and the file that it becomes when its letter is frozen."""

from pbem.campaign.records import Sent
from pbem.documents.document import Document
from pbem.documents.map_picture import MapPicture
from pbem.documents.pad import NO_MAP, Pad, PadParts, PadReply, PadWord, page
from pbem.documents.pad_sheet import PLAIN, PadManner, PadSheet
from pbem.documents.picture_json import SentAs, picture_json
from pbem.engine.opaque import OpaqueGame
from pbem.kernel.values import Value, replace
from pbem.letters.desk import Desk, WordTable
from pbem.letters.on_file import closing_word
from pbem.mail.compose import Enclosed, Named
from pbem.modules import library
from pbem.orders.tree import Verb
from pbem.rulesets.form import Ruleset


class PadRules(Value):
    """What a campaign's pads are made with: its ruleset, its game as it was then, and the words of every letter."""

    ruleset: Ruleset
    game: OpaqueGame
    words: WordTable


def _of_the_letter(verb: Verb) -> PadManner:
    """How a word is treated that is no order: does it say, on top of a letter, that its lines are tried, or laid by?"""
    return PadManner(tops={"bare", "apart"} <= set(verb.traits) and "leans" not in verb.traits)


def with_pad(desk: Desk, document: Document) -> Document:
    """The document with what its pad is made from, out of the desk's own picture."""
    pads = desk.ruleset.pads
    sheet = pads.sheet(desk.game, desk.picture) if pads else PadSheet()
    return replace(document, pad=replace(sheet, closing=closing_word(desk)))


def about(named: Named, sent: Sent, rules: PadRules) -> SentAs:
    """What the letter's picture is sent with."""
    maps = rules.ruleset.maps
    places = {name: str(place) for name, place in maps.places(rules.game).items()} if maps else {}
    return SentAs(named.campaign, named.number, sent.document.subject, named.seat, places)


def enclosed_pad(named: Named, sent: Sent, rules: PadRules, reply: PadReply) -> tuple[Enclosed, ...]:
    """The letter's pad, if it brings one. The token stands in it, and never in picture.json, which people hand round."""
    sheet, shown = sent.document.pad, sent.document.map or MapPicture("", sent.document.subject, ())
    if sheet is None or sent.plain or sent.bare:
        return ()
    picture = picture_json(shown, about(named, sent, rules))
    maps = rules.ruleset.maps
    printed = maps.printed(rules.game) if maps else NO_MAP
    own, spoken = words(rules.words, rules.ruleset, rules.game), rules.ruleset.idiom.called
    about_orders = (rules.ruleset.conditions, spoken, _states(rules.ruleset))
    side = rules.ruleset.scenario.adjective(rules.game, shown.side) if shown.side else ""
    made = page(parts(), Pad(picture, sheet, own, reply, sheet.closing, printed, *about_orders, side=side))
    return (Enclosed(f"pad-{named.campaign}-{named.number}.html", "text/html", made),)


def empty_pad(rules: PadRules) -> bytes:
    """A pad without a letter, which opens a saved one."""
    maps = rules.ruleset.maps
    printed = maps.printed(rules.game) if maps else NO_MAP
    own, spoken = words(rules.words, rules.ruleset, rules.game), rules.ruleset.idiom.called
    about_orders = (rules.ruleset.conditions, spoken, _states(rules.ruleset))
    return page(parts(), Pad(b"", PadSheet(), own, PadReply(), "", printed, *about_orders))


def _states(ruleset: Ruleset) -> tuple[str, ...]:
    return tuple(ruleset.pads.STATES) if ruleset.pads else ()


def parts() -> PadParts:
    """What every pad is made of."""
    return PadParts(library.templates(), library.pad_script(), library.pad_style(), library.pad_fonts(), library.pad_signs())


def words(table: WordTable, ruleset: Ruleset, game: OpaqueGame | None = None) -> tuple[PadWord, ...]:
    """Every verb that a letter may hold, and how a pad treats it. game: only those that it has a use for."""
    pads = ruleset.pads
    orders, standing = (tuple(word.verb for word in room.WORDS.values()) for room in (ruleset.actions, ruleset.standing_orders))
    own = pads.verbs(game) if pads and game is not None else (*orders, *standing)
    manners = pads.MANNERS if pads else {}
    treated = (PadWord(verb, PLAIN if verb.place == "standing" else manners.get(verb.name, PLAIN)) for verb in own)
    return (*treated, *(PadWord(verb, _of_the_letter(verb)) for verb in table.verbs))
