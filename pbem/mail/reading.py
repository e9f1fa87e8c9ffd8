"""From the raw bytes of a mail to a Letter, a Machine's mail or an Unreadable one. Bounds first, parsing second."""

import hashlib
import re
from collections.abc import Iterable, Sequence

from pbem.kernel.i18n import phrase
from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.kernel.values import Value, replace
from pbem.mail import mime
from pbem.mail.automated_mail import bounced, machine_reason
from pbem.mail.compose import tapped
from pbem.mail.containers import NOTES, opens_uuencoded, wrapping, wrappings
from pbem.mail.fence import FencedBlock, Text, same_orders, sort_text
from pbem.mail.forms import essence
from pbem.mail.headers import cover_of
from pbem.mail.html import lines_of_html
from pbem.mail.letter import Contents, Cover, LeftOut, Letter, Machine, Unreadable, fields_of
from pbem.mail.mime import MimePart, Tree
from pbem.mail.quotes import Lines, clearsigned, unflowed
from pbem.mail.recalled import marked
from pbem.mail.sent import Recalled

MOST_LINES = 20_000

_ENCRYPTED = {"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"}
_LINE_ENDS = re.compile(r"<br\s{0,2}/?>|%0D%0A|%0A|%0D", re.IGNORECASE)
_QUIET = ("image/", "text/html", "application/pgp-signature", "application/pkcs7-sig", "application/x-pkcs7-sig")


def read(raw: bytes, oversized: bool = False) -> Letter | Machine | Unreadable:
    """What a mail is. `oversized`: only the header was fetched, so it is refused for its size.

    Raises nothing but MemoryError, which is the reader's bound (`mail.reader`) and no word on the letter.
    """
    try:
        return examine(raw, oversized)
    except MemoryError:
        raise
    except Exception:  # a bug here must not stop the mail behind it; the raw letter is kept and this one is refused
        return Unreadable(sha256=cover_of([], raw).sha256, reason="broken")


def examine(raw: bytes, oversized: bool = False) -> Letter | Machine | Unreadable:
    """As `read`, without the net under it."""
    even = mime.even_line_ends(raw[: mime.LARGEST_MAIL])
    header, body = mime.split_header(even)
    if len(header) > mime.LARGEST_HEADER:
        return Unreadable(sha256=cover_of([], raw).sha256, reason="header too big")
    named = mime.header_fields(header)
    cover = cover_of(named, raw)
    tree = mime.walk(named, body)
    kind, parameters = mime.content_type(named)
    silent = machine_reason(named, kind, parameters, cover.subject) or ("calendar" * _invites(tree))
    if silent:
        about, status = bounced(tree)
        return Machine(**fields_of(cover), reason=silent, about=about, status=status)
    if oversized or len(raw) > mime.LARGEST_MAIL:
        return _refused(cover, "too big")
    trouble = _trouble(tree)
    return _refused(cover, trouble) if trouble else _letter(cover, tree)


def _invites(tree: Tree) -> bool:
    """Is the letter an invitation, or an answer to one? A calendar attached to it does not make it one."""
    return any(part.kind == "text/calendar" and not part.attached for part in tree.leaves)


def _refused(cover: Cover, reason: str) -> Unreadable:
    return Unreadable(**fields_of(cover), reason=reason)


def _trouble(tree: Tree) -> str:
    if tree.kinds & _ENCRYPTED:
        return "encrypted"
    if "message/external-body" in tree.kinds:
        return "elsewhere"
    return "split" if "message/partial" in tree.kinds else tree.trouble


class _Body(Value):
    """The text to read, where it came from, and what was odd on the way."""

    lines: Lines
    notes: tuple[str, ...]
    from_html: bool = False


def _letter(cover: Cover, tree: Tree) -> Letter | Unreadable:
    body = _body(tree)
    if body is None:
        return _refused(cover, _why_no_text(tree))
    if tapped(cover.subject).number:
        body = replace(body, lines=_as_tapped(body.lines))
    if len(body.lines) > MOST_LINES:
        return _refused(cover, "too big")
    if any(text.startswith("-----BEGIN PGP MESSAGE-----") for _, text in body.lines):
        return _refused(cover, "encrypted")
    return _told_apart(cover, _contents(tree, body))


def read_beside(mail: Letter | Unreadable, sent: Sequence[Recalled]) -> Letter | Unreadable:
    """A mail again, beside the letters that its writer was sent: what of it is one of them is quoted, however it is marked."""
    before = mail.contents
    if before is None or not sent:
        return mail
    lines = marked(before.lines, sent)
    attached, pages = (tuple(marked(text, sent) for text in texts) for texts in (before.attached, before.pages))
    contents = replace(before, lines=lines, attached=attached, pages=pages)
    return mail if contents == before else _told_apart(Cover(**fields_of(mail)), contents)


def known_by(contents: Contents) -> str:
    """What these texts are known by when they come again: 16 hex digits of their letters and digits."""
    texts = (text for lines in (contents.lines, *contents.attached) for _, text in lines)
    return hashlib.sha256(essence(texts).encode()).hexdigest()[:16]


def _contents(tree: Tree, body: _Body) -> Contents:
    """The texts of a mail that are to be told apart."""
    signed = clearsigned(body.lines)
    pages = () if body.from_html else tuple(filter(None, (_html_lines(part) for part in tree.leaves)))
    return Contents(
        lines=tuple(signed[0] if signed else body.lines),
        page=body.from_html,
        attached=tuple(tuple(_lines(part)[0]) for part in tree.leaves if _is_attached_text(part)),
        pages=tuple(tuple(numbered(page, start=1)) for page in pages),
        notes=body.notes,
        others=(*_of_others(tree), *((phrase("only the signed part was read"),) if signed else ())),
        wrappings=tuple(wrappings(tree.leaves)),
        whole=not tree.cut_off,
        enclosed=_enclosed(tree),
    )


def _told_apart(cover: Cover, contents: Contents) -> Letter | Unreadable:
    """The letter that these texts are."""
    text = sort_text(list(contents.lines))
    attached = [sort_text(list(lines)) for lines in contents.attached]
    pages = [sort_text(list(lines)) for lines in contents.pages]
    blocks = [block for found in (text, *attached) for block in found.blocks]
    blocks += [text.filled] if text.filled else []
    trouble = _fence_trouble(blocks, [text, *attached], pages, contents)
    trouble = trouble or _wrapped(contents, blocks[0].lines if blocks else text.own)
    if trouble:
        return Unreadable(**fields_of(cover), reason=trouble, contents=contents)
    notes = (*contents.notes, *_notes(contents, attached, text))
    return replace(_assembled(cover, text, blocks, notes), enclosed=contents.enclosed, contents=contents)


def _body(tree: Tree) -> _Body | None:
    """The inline plain text, all parts of it in a row; the HTML only when there is no plain text with a word in it."""
    plain = [part for part in tree.leaves if part.kind == "text/plain" and part.is_text and not (part.attached or _is_toml(part))]
    body = _in_a_row(plain)
    if any(text.strip() for _, text in body.lines):
        return body
    page = [line for part in tree.leaves for line in _html_lines(part) or ()]
    if page:
        return _Body(list(numbered(page, start=1)), (phrase("read from HTML"),), from_html=True)
    return _Body(body.lines, ()) if plain or any(_is_attached_text(part) for part in tree.leaves) else None


def _in_a_row(parts: Iterable[MimePart]) -> _Body:
    """Plain texts as one, the lines of all of them numbered through."""
    lines: Lines = []
    notes: list[str] = []
    for part in parts:
        found, odd = _lines(part)
        start = lines[-1].number if lines else 0
        lines.extend(NumberedLine(start + number, text) for number, text in found)
        notes.extend(odd)
    return _Body(lines, tuple(dict.fromkeys(notes)))


def _as_tapped(lines: Lines) -> Lines:
    """What a link wrote, with the line ends and blanks that a phone left encoded. Nobody wrote it, so nothing is lost by it."""
    return [NumberedLine(number, piece) for number, text in lines for piece in _LINE_ENDS.split(text.replace("%20", " "))]


def _lines(part: MimePart) -> tuple[Lines, tuple[str, ...]]:
    text, notes = mime.text_of(part)
    lines = list(numbered(text.split("\n"), start=1))
    if part.parameters.get("format", "").lower() == "flowed":
        lines = unflowed(lines, part.parameters.get("delsp", "").lower() == "yes")
    return lines[: MOST_LINES + 1], notes


def _html_lines(part: MimePart) -> list[str] | None:
    if part.kind != "text/html" or part.attached:
        return None
    return lines_of_html(mime.text_of(part)[0])


def _is_toml(part: MimePart) -> bool:
    """Is it a file in TOML, whatever the mail program calls its kind?"""
    return part.filename.endswith(".toml")


def _enclosed(tree: Tree) -> tuple[NumberedLine, ...]:
    """The lines of the TOML file that came with the letter; none when there are several, since only one is meant."""
    files = [part for part in tree.leaves if _is_toml(part)]
    return tuple(_lines(files[0])[0]) if len(files) == 1 else ()


def _is_attached_text(part: MimePart) -> bool:
    return part.is_text and (part.attached or part.kind != "text/plain")


def _why_no_text(tree: Tree) -> str:
    if not tree.leaves:
        return "broken"
    page = any(part.kind == "text/html" and not part.attached for part in tree.leaves)
    return next(iter(wrappings(tree.leaves)), "too much HTML" if page else "no text")


def _wrapped(contents: Contents, lines: tuple[NumberedLine, ...]) -> str:
    """The wrapping that orders seem to stand in: one in the midst of the lines, or one beside none."""
    if any(opens_uuencoded(text) for _, text in lines):
        return "uuencoded"
    return "" if lines else next(iter(contents.wrappings), "")


def _fence_trouble(blocks: list[FencedBlock], texts: list[Text], pages: list[Text], contents: Contents) -> str:
    if any(text.open_fence for text in texts):
        return "fence not closed"
    if texts[0].two_filled or any(not same_orders(blocks[0], block) for block in blocks[1:]):
        return "two fences"
    if not blocks and not contents.whole:
        return "cut off"
    for shown in pages:
        if any(not blocks or not same_orders(blocks[0], block) for block in (*shown.blocks, *filter(None, [shown.filled]))):
            return "text and html differ"
    return ""


def _of_others(tree: Tree) -> tuple[str, ...]:
    """What is said of parts that are not read."""
    notes = []
    if any(part.kind == "text/html" and part.attached for part in tree.leaves):
        notes.append(phrase("an attached HTML page was not read"))
    notes += [NOTES[name] for name in wrappings(tree.leaves)]
    if any(part.attached and not part.is_text and not wrapping(part) and not part.kind.startswith(_QUIET) for part in tree.leaves):
        notes.append(phrase("an attachment was not read"))
    return tuple(notes)


def _notes(contents: Contents, attached: list[Text], text: Text) -> tuple[str, ...]:
    notes = []
    if any(found.own and not found.blocks for found in attached):
        notes.append(phrase("an attached text without an order fence was not read"))
    notes += contents.others
    if text.quoted_fence and not text.blocks and not text.own and not text.filled:
        notes.append(phrase("orders in quoted text were not read"))
    return tuple(notes)


def _assembled(cover: Cover, text: Text, blocks: list[FencedBlock], notes: tuple[str, ...]) -> Letter:
    named = [*blocks, *filter(None, [text.quoted_fence])]
    own_token = next((block.token for block in blocks if block.token), "")
    quoted_token = next((block.token for block in named if block.token), "")
    campaign = next((block.campaign for block in blocks if block.campaign), "")
    cover = replace(
        cover,
        token=own_token or cover.token or quoted_token,
        campaign=campaign or cover.campaign or next((block.campaign for block in named), ""),
    )
    left_out = text.left_out if blocks else replace(text.left_out, outside_fence=0)
    return Letter(
        **fields_of(cover),
        lines=blocks[0].lines if blocks else text.own,
        left_out=LeftOut(left_out.quoted, left_out.signature, left_out.outside_fence),
        notes=notes,
        fenced=bool(blocks),
        form=blocks[0].form if blocks else "",
        beside=text.own if text.filled else (),
    )
