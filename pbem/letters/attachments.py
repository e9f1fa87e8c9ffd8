"""What goes out of a letter: what stands in its document becomes what is written out and enclosed, and gives it its name."""

import base64
from datetime import UTC, datetime
from hashlib import sha256

from pbem.campaign.records import Sent
from pbem.campaign.state import AdminState
from pbem.documents.document import Block, Document
from pbem.documents.pad import PadReply
from pbem.documents.picture_json import picture_json
from pbem.kernel.i18n import say
from pbem.kernel.values import replace
from pbem.letters.desk import TOKEN
from pbem.letters.pad import PadRules, about, enclosed_pad
from pbem.letters.painted import Dried
from pbem.mail.compose import Enclosed, Named
from pbem.mail.sender import sealed
from pbem.store.codec import Codec, dumps

_CODEC = Codec(Sent)


def name_of(key: bytes, admin: AdminState, sent: Sent, at: datetime) -> Named:
    """What a letter is called, all over the world. at: when its cause was, of which the second counts, as in its Date.

    Its imprint is a keyed hash of what the record says of it, so that another letter of its number has another; the same record
    gives the same, whenever and in whatever look the letter is written out, with or without its maps. Nobody without the key
    learns from it what a letter says, nor whether two of different seats say the same.
    """
    said = sha256(dumps(_filled_in(_CODEC.encode(sent)))).hexdigest()
    digest = sealed(key, "imprint", admin.campaign, f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S}", said)
    imprint = base64.b32encode(digest[:5]).decode().lower()
    return Named(admin.campaign, sent.seat, admin.number(sent.seat, sent.n), imprint)


def _filled_in(data: object) -> object:
    """Plain data without what is empty in it: a field that a later version has more changes no letter of before."""
    if isinstance(data, dict):
        return {name: _filled_in(part) for name, part in data.items() if part}
    return [_filled_in(part) for part in data] if isinstance(data, list) else data


def with_token(document: Document, secret: str) -> Document:
    """The document with the seat's token in the first line of its forms, and nowhere in words that somebody wrote."""
    return replace(document, blocks=tuple(_filled(b, secret) for b in document.blocks))


def _filled(block: Block, secret: str) -> Block:
    if block.kind != "form" or not block.lines[0].startswith("BEGIN ORDERS "):
        return block
    return replace(block, lines=(block.lines[0].replace(TOKEN, secret), *block.lines[1:]))


def fence_of(document: Document) -> str:
    """The first line of a letter's form, "" if it has none."""
    forms = (block.lines[0] for block in document.blocks if block.kind == "form" and block.lines)
    return next((line for line in forms if line.startswith("BEGIN ORDERS ")), "")


def file_of(picture: Dried) -> str:
    """The name of its file."""
    return f"{picture.name}.png"


def caption(picture: Dried) -> str:
    """Its title, and how far it was scaled down to keep to its size."""
    return picture.title + (" " + say("(scaled to {percent} %)", percent=picture.percent) if picture.percent < 100 else "")


def enclosed(named: Named, sent: Sent, pictures: tuple[Dried, ...], rules: PadRules, reply: PadReply) -> tuple[Enclosed, ...]:
    """Pictures, and the map for programs, which comes with every report that has one, unless the seat wants nothing attached; and
    the order pad, if the letter brings one."""
    painted = tuple(Enclosed(file_of(p), "image/png", p.png, True) for p in pictures)
    shown, pad = sent.document.map, enclosed_pad(named, sent, rules, reply)
    if shown is None or sent.bare or sent.kind == "receipt":
        return (*painted, *pad)
    return (*painted, Enclosed("picture.json", "application/json", picture_json(shown, about(named, sent, rules))), *pad)
