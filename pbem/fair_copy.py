"""The fair copy of a letter: what stands in its document becomes what is written out and enclosed."""

from pbem.chronicle import Sent
from pbem.dispatch.desk import TOKEN
from pbem.kernel.values import replace
from pbem.mail.compose import Enclosed
from pbem.reports.document import Block, Document
from pbem.reports.picture_json import picture_json
from pbem.studio import Painted


def with_token(document: Document, secret: str) -> Document:
    """The document with the seat's token in the first line of its forms, and nowhere in words that somebody wrote."""
    return replace(document, blocks=tuple(_filled(b, secret) for b in document.blocks))


def _filled(block: Block, secret: str) -> Block:
    if block.kind != "form" or not block.lines[0].startswith("BEGIN ORDERS "):
        return block
    return replace(block, lines=(block.lines[0].replace(TOKEN, secret), *block.lines[1:]))


def file_of(picture: Painted) -> str:
    """The name of its file."""
    return f"{picture.name}.png"


def caption(picture: Painted) -> str:
    """Its title, and how far it was scaled down to keep to its size."""
    return picture.title + (f" (scaled to {picture.percent} %)" if picture.percent < 100 else "")


def enclosed(campaign: str, number: str, sent: Sent, pictures: tuple[Painted, ...]) -> tuple[Enclosed, ...]:
    """Pictures, and the map for programs, which comes with every report that has one, unless the seat wants nothing attached."""
    painted = tuple(Enclosed(file_of(p), "image/png", p.png, True) for p in pictures)
    shown = sent.document.map
    if shown is None or sent.bare or sent.kind == "receipt":
        return painted
    data = picture_json(shown, campaign, number, sent.document.subject)
    return (*painted, Enclosed("picture.json", "application/json", data))
