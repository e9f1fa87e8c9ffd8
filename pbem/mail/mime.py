"""From raw bytes to text parts: a linear, bounded MIME reader.

The stdlib parser recurses (a 53 kB nest of multiparts, or a From of nested comments, ends in RecursionError) and has
quadratic corners; this one walks a list, stops at fixed limits and says why. The stdlib is its oracle in the tests.
"""

import binascii
import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from pbem.kernel.i18n import phrase
from pbem.kernel.values import Value

LARGEST_MAIL = 1 << 20
LARGEST_HEADER = 64 << 10
DEEPEST = 20
MOST_PARTS = 100

_LARGEST_PART_HEADER = 8 << 10
_LONGEST_TYPE = 2000
_LONGEST_BOUNDARY = 200

_FIELD = re.compile(r"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
_TYPE = re.compile(r"\s*([\w.+-]+)/([\w.+-]+)")
_PARAMETER = re.compile(r';\s*([A-Za-z0-9*_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))', re.DOTALL)
_WORD = re.compile(r"=\?([\w.:-]{1,40})(?:\*[\w-]{1,20})?\?([bBqQ])\?([^?\s]*)\?=")
_DELIMITED = re.compile(rb"(--)?[ \t]*(?:\n|\Z)")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
LEFT_AS_IS = frozenset({"", "7bit", "8bit", "binary"})
# Only plain text codecs: punycode and its kin take quadratic time, utf-7 makes lone surrogates.
_CODECS = re.compile(
    r"ascii|utf-8|utf-16(-[bl]e)?|iso8859-\d+|cp(125\d|437|850|852|866|932|936|949|950)|koi8-[rut]|mac-roman"
    r"|gb2312|gbk|gb18030|big5(hkscs)?|shift_jis|euc_(jp|kr)|iso2022_jp|tis-620"
)
_ALIASES = {"iso-8859-8-i": "iso-8859-8", "x-sjis": "cp932", "windows-31j": "cp932", "iso-8859-1": "cp1252"}


class MimePart(Value):
    """One leaf of the tree: lower-case `kind` "text/plain", its parameters, and the body as it travels."""

    kind: str
    parameters: dict[str, str]
    encoding: str
    attached: bool
    filename: str
    body: bytes

    @property
    def is_text(self) -> bool:
        """Whether its body can be shown as plain text: text/plain, or a file that calls itself .txt."""
        plain = self.kind == "text/plain" or (self.kind.startswith("application/") and self.filename.endswith(".txt"))
        return plain and self.encoding in (LEFT_AS_IS | {"base64", "quoted-printable"})


@dataclass(slots=True)
class Tree:
    """The leaves in order; `trouble` is the name of a refusal, `cut_off` that a closing boundary is missing."""

    leaves: list[MimePart] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    trouble: str = ""
    cut_off: bool = False


Fields = list[tuple[str, str]]


def even_line_ends(raw: bytes) -> bytes:
    """CRLF and lone CR become LF."""
    return b"\n".join(raw.split(b"\r\n")).replace(b"\r", b"\n")  # a third quicker than to replace many


def split_header(raw: bytes) -> tuple[bytes, bytes]:
    """(header, body) of a mail or part with LF line ends; without a blank line all of it is header."""
    if raw.startswith(b"\n"):
        return b"", raw[1:]
    header, _, body = raw.partition(b"\n\n")
    return header, body


def header_fields(header: bytes) -> Fields:
    """(lower-case name, unfolded value) of every field, in order; lines that are no field are passed over."""
    text = re.sub(r"\n(?=[ \t])", "", shown(header))
    matches = (_FIELD.match(line) for line in text.split("\n"))
    return [(match[1].lower(), match[2].strip()) for match in matches if match]


def values(fields: Fields, name: str) -> list[str]:
    """Every value of a field, in order."""
    return [value for found, value in fields if found == name]


def shown(data: bytes) -> str:
    """Header bytes for show: UTF-8, or Latin-1 when they are not."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def words_read(text: str) -> str:
    """A header value with its encoded words read (RFC 2047)."""
    return _WORD.sub(_word, re.sub(r"(\?=)\s+(?==\?)", r"\1", text))


def _word(match: re.Match[str]) -> str:
    charset, encoding, body = match.groups()
    data = body.encode(errors="replace")
    if encoding in "bB":
        letters = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        data = binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
    else:
        data = binascii.a2b_qp(data, header=True)
    try:
        return data.decode(codec_named(charset))
    except UnicodeError:
        return shown(data)


def walk(fields: Fields, body: bytes) -> Tree:
    """The leaves of a mail, at any depth; nothing inside an embedded message is looked at."""
    tree = Tree()
    waiting = [(fields, body, 0, "text/plain")]
    seen = 0
    while waiting and not tree.trouble:
        fields, body, depth, default = waiting.pop()
        seen += 1
        kind, parameters = content_type(fields, default)
        tree.kinds.add(kind)
        if seen > MOST_PARTS or depth > DEEPEST:
            tree.trouble = "broken"
        elif kind.startswith("multipart/"):
            waiting.extend(reversed(_children(tree, kind, parameters, body, depth)))
        else:
            tree.leaves.append(_leaf(fields, kind, parameters, body))
    return tree


def text_of(part: MimePart) -> tuple[str, tuple[str, ...]]:
    """The text of a part with LF line ends, and what was odd about it."""
    data, whole = _decoded(part)
    text, exact = _as_text(data, part.parameters.get("charset", ""))
    clean = _clean(text)
    notes = [] if exact else [phrase("some characters could not be read")]
    notes += [] if whole else [phrase("the text looks damaged")]
    notes += [phrase("control characters were taken out")] if clean is not text and _UNWANTED.search(text) else []
    return clean, tuple(notes)


def content_type(fields: Fields, default: str = "text/plain") -> tuple[str, dict[str, str]]:
    """Lower-case "type/subtype" and its parameters; what cannot be read counts as plain text."""
    value = next(iter(values(fields, "content-type")), default)[:_LONGEST_TYPE]
    match = _TYPE.match(value)
    if match is None:
        return "text/plain", {}
    return f"{match[1]}/{match[2]}".lower(), _parameters(value)


def _parameters(value: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _PARAMETER.finditer(value):
        text = match[3] if match[2] is None else re.sub(r"\\(.)", r"\1", match[2], flags=re.DOTALL)
        name, extended, number = match[1].lower().partition("*")
        text = unquote(text.rpartition("'")[2]) if match[1].endswith("*") else text
        if extended and number[:1].isdecimal() and name in found:  # a piece more of a long one (RFC 2231)
            found[name] += text
        else:
            found.setdefault(name, text)
    return found


def _children(tree: Tree, kind: str, parameters: dict[str, str], body: bytes, depth: int) -> list[tuple[Fields, bytes, int, str]]:
    boundary = parameters.get("boundary", "").rstrip()
    if not boundary or len(boundary) > _LONGEST_BOUNDARY:
        tree.trouble = "broken"
        return []
    default = "message/rfc822" if kind == "multipart/digest" else "text/plain"
    children: list[tuple[Fields, bytes, int, str]] = []
    for piece in _pieces(tree, body, boundary.encode(errors="replace")):
        header, inner = split_header(piece)
        if len(header) > _LARGEST_PART_HEADER or len(children) > MOST_PARTS:
            tree.trouble = "broken"
            break
        children.append((header_fields(header), inner, depth + 1, default))
    return children


def _pieces(tree: Tree, body: bytes, boundary: bytes) -> Iterator[bytes]:
    """What stands between the delimiter lines; a missing last one marks the tree as cut off."""
    start = 0  # of the piece after a delimiter, which takes some characters itself
    for at, match in _delimiters(body, b"--" + boundary):
        if start:
            yield body[start : max(start, at - 1)]
        start = match.end()
        if match[1]:
            return
    tree.cut_off = True
    if start:
        yield body[start:]


def _delimiters(body: bytes, mark: bytes) -> Iterator[tuple[int, re.Match[bytes]]]:
    """Where the lines begin that are nothing but this mark, and the rest of each. Looked for by hand: to make an expression for
    every boundary takes longer than all the rest."""
    at = body.find(mark)
    while at >= 0:
        match = _DELIMITED.match(body, at + len(mark)) if at == 0 or body[at - 1 : at] == b"\n" else None
        if match:
            yield at, match
        at = body.find(mark, at + 1)


def _leaf(fields: Fields, kind: str, parameters: dict[str, str], body: bytes) -> MimePart:
    disposition = next(iter(values(fields, "content-disposition")), "")[:_LONGEST_TYPE]
    encoding = next(iter(values(fields, "content-transfer-encoding")), "")
    names = _parameters(disposition)
    return MimePart(
        kind=kind,
        parameters=parameters,
        encoding=encoding.split(";")[0].strip().lower(),
        attached=disposition.strip().lower().startswith("attachment"),
        filename=words_read(names.get("filename") or parameters.get("name", "")).strip().lower(),
        body=body,
    )


def _decoded(part: MimePart) -> tuple[bytes, bool]:
    if part.encoding == "quoted-printable":
        return binascii.a2b_qp(part.body), True
    if part.encoding != "base64":
        return part.body, True
    letters = _NOT_BASE64.sub(b"", part.body)
    odd = len(letters) % 4
    whole = odd == 0 or part.body.rstrip().endswith(b"=")
    letters = letters[:-1] if odd == 1 else letters
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4)), whole


def _as_text(data: bytes, charset: str) -> tuple[str, bool]:
    declared = codec_named(charset)
    for codec in dict.fromkeys([declared, "utf-8", "cp1252"]):
        try:
            return data.decode(codec), True
        except UnicodeError:
            continue
    return data.decode("cp1252", errors="replace"), False


def codec_named(charset: str) -> str:
    """The codec for a declared charset; UTF-8 for one that is unknown or no plain text codec."""
    name = charset.strip().lower()
    try:
        codec = codecs.lookup(_ALIASES.get(name, name)).name
    except (LookupError, ValueError):
        return "utf-8"
    # What calls itself Latin-1 is Windows-1252 in practice: the curly quotes are there.
    codec = "cp1252" if codec == "iso8859-1" else codec
    return codec if _CODECS.fullmatch(codec) else "utf-8"


_LINE_ENDS = re.compile("\r\n?")
_OTHER_ENDS = re.compile("[\x0b\x0c\x85\u2028\u2029]")
_QUOTED_LINE = re.compile("^[ \t]*+>.*[\x0b\x0c\x85\u2028\u2029].*$", re.MULTILINE)
_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")  # all that the others look for
_UNWANTED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ud800-\udfff]")


def _clean(text: str) -> str:
    """LF line ends, and nothing that cannot be seen. What is one line to a mail program, marked as quoted, is several here: each of
    them gets a mark."""
    if _ODD.search(text) is None:
        return text
    whole = _QUOTED_LINE.sub(_each_marked, _LINE_ENDS.sub("\n", text))
    return _UNWANTED.sub("", _OTHER_ENDS.sub("\n", whole))


def _each_marked(line: re.Match[str]) -> str:
    return _OTHER_ENDS.sub("\n> ", line[0])
