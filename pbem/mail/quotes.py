"""Which lines of a text its writer wrote: quotes and signatures found in one linear pass, line numbers kept.

Reply libraries lose orders that look like headers and hang on crafted mail; none keeps line numbers.
"""

import re
from collections.abc import Sequence
from enum import Enum

from pbem.kernel.numbered_lines import NumberedLine

Lines = list[NumberedLine]


class Origin(Enum):
    """Where a line comes from."""

    OWN = "own"
    QUOTED = "quoted"
    SIGNATURE = "signature"


FENCE_BEGINS = re.compile(
    r"[\W_]{0,20}BEGIN\s{1,3}ORDERS(?P<words>(?:[\s:]{1,3}[\w.-]{1,40}){0,2})"
    # an order form names the part of play it is for and the letter it stands in
    r"(?P<form>(?:[\s:]{1,3}[a-z]{1,8}-\d{1,6}\s{1,3}[a-z2-7]{16})?)[\W_]{0,20}",
    re.IGNORECASE,
)
FENCE_ENDS = re.compile(r"[\W_]{0,20}END\s{1,3}ORDERS[\W_]{0,20}", re.IGNORECASE)

_LONGEST_ATTRIBUTION = 400
_ATTRIBUTION_OPENS = re.compile(
    r"\W{0,3}(?:(?:On|Am|Le|El|Il|Em|Op|Den|Dnia|W dniu|På|Pe|Dne|Στις|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|\d{1,4}[-./年])"
)
_ATTRIBUTION_VERBS = (
    "wrote",
    "schrieb",
    "a écrit",
    "escribió",
    "ha scritto",
    "escreveu",
    "schreef",
    "geschreven",
    "skrev",
    "napisał",
    "pisze",
    "napsal",
    "kirjoitti",
    "a scris",
    "írta",
    "έγραψε",
    "написал",
    "пише",
    "yazdı",
    "写道",
    "書きました",
)
_DATE = re.compile(r"(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?!\d)")
_DIVIDER = re.compile(
    r"\s*(?:-{2,}\s*(?:original|urspr|message d|oorspronkelijk|mensaje|mensagem|messaggio|forwarded|weitergeleitet"
    r"|doorgestuurd|wiadomo|исходное|пересыл)[^-]{0,60}-{2,}"
    r"|-{3,}\s*(?:on|am|le|el|il|em|op|den)\s[^@]{0,200}@[^@]{0,100}"
    r"\s(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev)\s*-{3,}"
    r"|begin forwarded message:|anfang der weitergeleiteten)",
    re.IGNORECASE,
)
_FROM_FIELD = re.compile(
    r"\W{0,3}(?:from|von|de|van|da|fra|från|od|lähettäjä|feladó|από|от|gönderen|差出人|发件人)\W{0,3}[:：]",
    re.IGNORECASE,
)
_DATE_FIELD = re.compile(
    r"\W{0,3}(?:sent|date|gesendet|datum|envoyé|verzonden|enviado|fecha|data|inviato|sendt|dato|skickat|wysłano)\W{0,3}[:：]",
    re.IGNORECASE,
)
_OTHER_FIELD = re.compile(
    r"\W{0,3}(?:sent|date|to|cc|gesendet|datum|an|envoyé|à|verzonden|aan|enviado|para|fecha|data|inviato|a|sendt|dato|til"
    r"|skickat|till|wysłano|do|дата|кому|到|日期|日時|宛先|subject|betreff|objet|onderwerp|asunto|assunto|oggetto|emne"
    r"|ämne|temat|тема|主题|件名)\W{0,3}[:：]",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"\s*(?:--\s*|(?:sent|get) (?:from|outlook|via|using) .{1,60}|sent with .{1,60}"
    r"|(?:diese nachricht wurde )?von meine[mr](?:/meine[mr])? .{1,60} gesendet\W{0,3}|holen sie sich outlook für .{1,40}"
    r"|gesendet (?:von|mit) .{1,40}|envoyé (?:de|depuis) .{1,40}|verzonden (?:vanaf|met|via) .{1,40}"
    r"|enviado (?:desde|do) .{1,40}|inviato da .{1,40}|skickat från .{1,40}|sendt fra .{1,40}|lähetetty .{1,40}"
    r"|wysłane z .{1,40}|отправлено с .{1,40}|verstuurd (?:vanaf|met|via) .{1,40}|odesláno z .{1,40}|trimis de pe .{1,40}"
    r"|надіслано з .{1,40}|στάλθηκε από .{1,40}|נשלח מ.{1,40}|\S{1,40} gönderildi|\S{1,40} küldve|elküldve .{1,40}"
    r"|发自我的.{1,40}|發自我的.{1,40}|.{1,40}から送信|나의 .{1,40}에서 보냄)",
    re.IGNORECASE,
)


def is_quoted(line: str) -> bool:
    """Whether a mail program marked this line as somebody's earlier words, or we did as not ours (`documents.document.theirs`)."""
    return line.lstrip().startswith((">", "|"))


def origins(lines: Sequence[str]) -> list[Origin]:
    """One origin for each line. Inside an order fence only '>' quotes: nothing there is taken for a signature."""
    found: list[Origin] = []
    region = Origin.OWN
    in_fence = False
    while len(found) < len(lines):
        here = len(found)
        line = lines[here]
        if is_quoted(line):
            found.append(Origin.QUOTED)
        elif in_fence:
            found.append(Origin.OWN)
            in_fence = FENCE_ENDS.fullmatch(line) is None
        elif region is Origin.QUOTED:
            found.append(Origin.QUOTED)
        elif FENCE_BEGINS.fullmatch(line):
            found.append(Origin.OWN)
            in_fence = True
        else:
            taken, region = _outside(lines, here, region)
            found.extend(taken)
    return found


def _outside(lines: Sequence[str], here: int, region: Origin) -> tuple[list[Origin], Origin]:
    """The origins of the next lines outside any fence, and the region they open."""
    line = lines[here]
    length = _attribution(lines, here)
    if length:
        # Quoted lines follow marked with '>', or the whole rest is the old mail, unmarked.
        goes_on = _next_is_quoted(lines, here + length)
        return [Origin.QUOTED] * length, region if goes_on else Origin.QUOTED
    if _DIVIDER.match(line) or _old_header(lines, here):
        return [Origin.QUOTED], Origin.QUOTED
    if region is Origin.OWN and _SIGNATURE.fullmatch(line):
        region = Origin.SIGNATURE
    return [region], region


def announcement(lines: Sequence[str], here: int) -> tuple[int, bool]:
    """How many lines say, from here on, that what follows is an older mail (0 for none), and whether more may say so of the
    same mail: a divider stands above a header. The lines are without marks."""
    divides = _DIVIDER.match(lines[here]) is not None
    return (1, True) if divides else (_attribution(lines, here) or _old_header(lines, here), False)


def is_field(line: str) -> bool:
    """A line such as an old mail's header is made of."""
    return bool(_FROM_FIELD.match(line) or _OTHER_FIELD.match(line) or _DIVIDER.match(line))


def _attribution(lines: Sequence[str], here: int) -> int:
    """How many lines "On 26 November X wrote:" takes from here; 0 when it does not stand here."""
    if not lines[here].strip():
        return 0
    for length in (1, 2, 3):
        window = lines[here : here + length]
        last = window[-1].strip()
        if not last or is_quoted(last) or (length > 1 and _ATTRIBUTION_OPENS.match(last)):
            return 0
        if last.endswith((":", "：")):
            marked = _next_is_quoted(lines, here + length)
            return length if _attributes(" ".join(window), marked, length) else 0
    return 0


def _attributes(text: str, marked: bool, length: int) -> bool:
    if len(text) > _LONGEST_ATTRIBUTION or not re.search(r"\d|@", text):
        return False
    opens = _ATTRIBUTION_OPENS.match(text) is not None
    speaks = any(verb in text.lower() for verb in _ATTRIBUTION_VERBS)
    if length == 1 and speaks and ("@" in text or _DATE.search(text)):
        return True
    return (opens and speaks) or (marked and "@" in text and length == 1)


def _next_is_quoted(lines: Sequence[str], start: int) -> bool:
    following = (line for line in lines[start : start + 4] if line.strip())
    return is_quoted(next(following, ""))


def _old_header(lines: Sequence[str], here: int) -> int:
    """How many lines an old mail's header begins with here: a From line, which the date may precede, and two more fields
    behind it; 0 when none stands here."""
    dated = int(_DATE_FIELD.match(lines[here]) is not None and here + 1 < len(lines))
    here += dated
    if not _FROM_FIELD.match(lines[here]):
        return 0
    more = sum(_OTHER_FIELD.match(line) is not None for line in lines[here + 1 : here + 6])
    return 1 + dated if more >= 2 else 0


def unflowed(lines: Lines, drop_space: bool) -> Lines:
    """Lines of format=flowed joined again (RFC 3676); a joined line keeps the number of its first piece."""
    joined: list[tuple[int, list[str]]] = []
    open_depth = -1
    for number, line in lines:
        depth = len(line) - len(line.lstrip(">"))
        text = line[depth:].removeprefix(" ")
        stands_alone = text == "-- " or _is_fence(text)
        if depth == open_depth and not stands_alone:
            joined[-1][1].append(text)
        else:
            joined.append((number, ["> " * bool(depth), text]))
        soft = text.endswith(" ") and not stands_alone
        if soft and drop_space:
            joined[-1][1][-1] = text[:-1]
        open_depth = depth if soft else -1
    return [NumberedLine(number, "".join(pieces)) for number, pieces in joined]


def _is_fence(text: str) -> bool:
    return FENCE_BEGINS.fullmatch(text) is not None or FENCE_ENDS.fullmatch(text) is not None


def clearsigned(lines: Lines) -> tuple[Lines, int] | None:
    """The lines an inline PGP signature covers and how many stand outside; None when there is no such block."""
    texts = [text.rstrip() for _, text in lines]
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in texts:
        return None
    start = texts.index("-----BEGIN PGP SIGNED MESSAGE-----")
    blank = next((i for i in range(start, len(texts)) if not texts[i]), len(texts))
    end = next((i for i in range(blank, len(texts)) if texts[i] == "-----BEGIN PGP SIGNATURE-----"), len(texts))
    inside = [NumberedLine(number, text.removeprefix("- ")) for number, text in lines[blank + 1 : end]]
    return inside, sum(bool(text) for text in texts) - sum(bool(text.strip()) for _, text in inside)
