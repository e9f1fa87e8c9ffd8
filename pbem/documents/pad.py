"""The order pad: one page that is opened without a network, a function of what it is made from.

Its data lie in the page as JSON: the desk's picture, the same as picture.json, and the pad's own (`pbem-pad/1`). Nothing else goes
in; what a page holds is chosen so that it keeps to `LARGEST`: the fonts give way first, then what can be deflated, then the ground.
"""

import base64
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from pbem.documents.drawings import smaller
from pbem.documents.map_picture import PrintedMap
from pbem.documents.pad_sheet import Offer, PadManner, PadSheet, UnitPace
from pbem.documents.render import page_of
from pbem.documents.scripts import shortened
from pbem.kernel import i18n as tongue
from pbem.kernel.i18n import say
from pbem.kernel.memo import kept
from pbem.kernel.values import Value
from pbem.orders.lexer import FILLER_WORDS
from pbem.orders.slots import FILLED, SLOTS
from pbem.orders.syntax import Choice, Option, Pattern, PlainWord, Series, Slot, parse_syntax
from pbem.orders.tree import Verb

VERSION = "pbem-pad/1"
LARGEST = 250_000  # bytes of a page
NO_MAP = PrintedMap("", 1, 1, 1.0, {}, {}, {})
_SAID = re.compile(r"""\b_\((?:\w+(?:\.\w+)* \? )?'([^']+)'(?: : '([^']+)')?""")


class PadWord(Value):
    """A verb, and how a pad treats it."""

    verb: Verb
    manner: PadManner


class PadReply(Value):
    """Where a pad's letter goes: the address, the subject, and the fence above its lines."""

    to: str = ""
    subject: str = ""
    fence: str = "BEGIN ORDERS"


class PadParts(Value):
    """What every pad is made of. folder: of the templates; fonts: WOFF2 by weight; signs: what boxes of units show, as JSON."""

    folder: Path
    script: str
    style: str
    fonts: Mapping[str, bytes]
    signs: str


class Pad(Value, eq=False):
    """What one pad is made of. picture: as picture.json has it, b"" for an empty pad; closing: the word that ends a letter.
    conditions: what orders may ask; called: what the ruleset calls what a slot may hold; states: those of
    units, the best first; side: what the reader's side is called, "" where the picture's word for it will do."""

    picture: bytes
    sheet: PadSheet
    words: tuple[PadWord, ...]
    reply: PadReply = PadReply()
    closing: str = ""
    printed: PrintedMap = NO_MAP
    conditions: tuple[Verb, ...] = ()
    called: Mapping[str, str] = MappingProxyType({})
    states: tuple[str, ...] = ()
    side: str = ""


def page(parts: PadParts, pad: Pad) -> bytes:
    """The page, in the fullest make that is small enough."""
    made = b""
    for fonts, plain, digits in ((True, True, 1), (False, True, 1), (False, False, 1), (False, False, 0)):
        made = _page(parts, pad, _Make(fonts, plain, _ground(pad.printed.svg, digits)))
        if len(made) <= LARGEST:
            return made
    return _page(parts, pad, _Make(False, False, ""))


class _Make(Value):
    """How a page is made: with fonts, its data plain, and the ground as it lies in it."""

    fonts: bool
    plain: bool
    ground: str


def _page(parts: PadParts, pad: Pad, make: _Make) -> bytes:
    data = _data(pad, parts.signs)
    script, style = _script(parts.script), _style(parts.style, parts.fonts if make.fonts else {})
    context: dict[str, object] = {
        "run": _hash(script), "shown": _hash(style), "script": script, "style": style,
        "texts": _safe(json.dumps([tongue.text(english) for english in texts_of(parts.script)])),
        "picture": _safe(pad.picture.decode().strip() or "null"), "ground_z": make.ground,
        "data": _safe(data) if make.plain else "", "data_z": "" if make.plain else _deflated(data.encode()),
    }  # fmt: skip
    return page_of(parts.folder, "pad/pad.html.j2", context).encode()


def _hash(text: str) -> str:
    """What a page names to be allowed to run or show this."""
    return base64.b64encode(sha256(text.encode()).digest()).decode()


@kept(4)
def _script(text: str) -> str:
    numbers = {english: str(number) for number, english in enumerate(texts_of(text))}
    return shortened(_SAID.sub(lambda said: re.sub(r"'([^']+)'", lambda found: numbers[found[1]], said[0]), text))


def _style(text: str, fonts: Mapping[str, bytes]) -> str:
    faces = (
        f'@font-face {{ font-family: "Pad Sans"; font-weight: {weight}; '
        f'src: url(data:font/woff2;base64,{base64.b64encode(font).decode()}) format("woff2") }}'
        for weight, font in sorted(fonts.items())
    )
    return "\n".join((*faces, re.sub(r"\n\s*", "\n", text).strip()))


def texts_of(script: str) -> Iterator[str]:
    """Every text that a script says, each once: what `_('…')` is given."""
    yield from dict.fromkeys(text for found in _SAID.finditer(script) for text in found.groups() if text)


def _safe(data: str) -> str:
    """JSON that may stand in a page: nothing in it ends a script, and no line end is hidden in it."""
    for sign in "<>&\u2028\u2029":
        data = data.replace(sign, f"\\u{ord(sign):04x}")
    return data


def _deflated(data: bytes) -> str:
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(press.compress(data) + press.flush()).decode()


@kept(4)
def _ground(svg: str, digits: int) -> str:
    """A drawing, deflated, its numbers with so many digits behind the point."""
    return _deflated(smaller(svg, digits).encode()) if svg else ""


# ---------------------------------------------------------------- the pad's own data


def _data(pad: Pad, signs: str) -> str:
    sheet, printed = pad.sheet, pad.printed
    whole = {
        "schema": VERSION,
        "reply": {"to": pad.reply.to, "subject": pad.reply.subject, "fence": pad.reply.fence},
        "closing": pad.closing,
        "verbs": [_verb(word) for word in pad.words],
        "slots": {
            name: {"words": say(pad.called.get(name, kind.words)), "input": kind.input, "between": kind.between}
            for name, kind in sorted(SLOTS.items())
            if name not in FILLED or name in _filled(pad)
        },
        "signs": json.loads(signs),
        "states": list(pad.states),
        "side": pad.side,
        "tests": [verb.name for verb in pad.conditions],
        "fillers": sorted(FILLER_WORDS),
        "can": {found.call: [_offer(offer) for offer in found.offers] for found in sheet.offers},
        "deeds": list(sheet.deeds),
        "ways": [{steps.hex: list(steps.banks) for steps in table if any(steps.banks)} for table in sheet.ways],
        "speed": {pace.call: _pace(pace) for pace in sheet.paces},
        "shun": list(sheet.shun),
        "map": {
            "w": printed.width, "h": printed.height, "r": round(printed.size, 2),
            "at": {h: [round(x, 1), round(y, 1)] for h, (x, y) in printed.middles.items()},
            "land": dict(printed.terrain), "names": dict(printed.names),
        },
    }  # fmt: skip
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def _offer(offer: Offer) -> list[object]:
    """A line and what it takes; OPs only where there are any."""
    return [offer.line, offer.ap, offer.op] if offer.op else [offer.line, offer.ap]


def _filled(pad: Pad) -> set[str]:
    """The kinds of slots in the forms of a pad's words."""
    lines = (line for word in pad.words for line in word.verb.syntax)
    return {slot.kind for line in lines for slot in _slots(parse_syntax(line))}


def _pace(pace: UnitPace) -> list[int | str]:
    flags = [pace.ways, pace.halves, int(pace.abroad), int(pace.bonus), pace.bank, pace.ap, int(pace.free)]
    return [*flags, pace.mp, int(pace.road), int(pace.due), pace.first]


def _verb(word: PadWord) -> dict[str, object]:
    """A verb with the trees of its forms; flags that are not set are left out."""
    verb, manner = word.verb, word.manner
    forms = [_tree(parse_syntax(line)) for line in verb.syntax]
    flags = {
        "free": manner.free,
        "each": manner.each,
        "walks": manner.walks,
        "asks": manner.asks,
        "aims": manner.aims,
        "tops": manner.tops,
    }
    nests = any(SLOTS[slot.kind].input in ("act", "script") for line in verb.syntax for slot in _slots(parse_syntax(line)))
    said = {"name": verb.name, "place": verb.place, "about": say(verb.summary), "form": forms}
    return {**said, **{name: flag for name, flag in {**flags, "nests": nests}.items() if flag}}


def _tree(pattern: Pattern) -> object:
    """A pattern as JSON: a word, a slot {s: name, k: kind, m: many}, an option {o}, a choice {c: []}, a series []."""
    match pattern:
        case PlainWord(text):
            return text
        case Slot(name, kind, many):
            return {"s": name, "k": kind, "m": True} if many else {"s": name, "k": kind}
        case Option(inner):
            return {"o": _tree(inner)}
        case Choice(branches):
            return {"c": [_tree(branch) for branch in branches]}
        case Series(parts):
            return [_tree(part) for part in parts]


def _slots(pattern: Pattern) -> Iterator[Slot]:
    match pattern:
        case Slot():
            yield pattern
        case Option(inner):
            yield from _slots(inner)
        case Choice(parts) | Series(parts):
            for part in parts:
                yield from _slots(part)
