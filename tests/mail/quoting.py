"""Ways in which a letter comes back below a polite word: marked or not, wrapped, re-coded, as text of its page, in any tongue."""

import re
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from html import escape, unescape
from textwrap import wrap

from tests.mail.clients import CLIENTS, Reply, body_of, sent

OUTLOOK = {
    "en": ("From", "Sent", "To", "Subject"),
    "de": ("Von", "Gesendet", "An", "Betreff"),
    "fr": ("De", "Envoyé", "À", "Objet"),
    "es": ("De", "Enviado", "Para", "Asunto"),
    "it": ("Da", "Inviato", "A", "Oggetto"),
    "pt": ("De", "Enviado", "Para", "Assunto"),
    "nl": ("Van", "Verzonden", "Aan", "Onderwerp"),
    "da": ("Fra", "Sendt", "Til", "Emne"),
    "sv": ("Från", "Skickat", "Till", "Ämne"),
    "nb": ("Fra", "Sendt", "Til", "Emne"),
    "fi": ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"),
    "pl": ("Od", "Wysłano", "Do", "Temat"),
    "cs": ("Od", "Odesláno", "Komu", "Předmět"),
    "sk": ("Od", "Odoslané", "Komu", "Predmet"),
    "hu": ("Feladó", "Elküldve", "Címzett", "Tárgy"),
    "ro": ("De la", "Trimis", "Către", "Subiect"),
    "el": ("Από", "Στάλθηκε", "Προς", "Θέμα"),
    "tr": ("Gönderen", "Gönderildi", "Kime", "Konu"),
    "uk": ("Від", "Надіслано", "Кому", "Тема"),
    "ru": ("От", "Отправлено", "Кому", "Тема"),
    "bg": ("От", "Изпратено", "До", "Относно"),
    "hr": ("Šalje", "Poslano", "Prima", "Predmet"),
    "sl": ("Od", "Poslano", "Za", "Zadeva"),
    "et": ("Saatja", "Saadetud", "Adressaat", "Teema"),
    "lv": ("No", "Nosūtīts", "Kam", "Temats"),
    "lt": ("Nuo", "Išsiųsta", "Kam", "Tema"),
    "he": ("מאת", "נשלח", "אל", "נושא"),
    "ar": ("من", "تاريخ الإرسال", "إلى", "الموضوع"),
    "zh-CN": ("发件人", "发送时间", "收件人", "主题"),
    "zh-TW": ("寄件者", "寄件日期", "收件者", "主旨"),
    "ja": ("差出人", "送信日時", "宛先", "件名"),
    "ko": ("보낸 사람", "보낸 날짜", "받는 사람", "제목"),
}
"""What stands above the old mail, by language: sender, date, recipient, subject."""


def filler(n: int) -> str:
    """A long word that moves what follows to the beginning of a line."""
    return "#" + "x" * n


Way = Callable[[Reply], bytes]


def mail(reply: Reply, body: str, charset: str = "utf-8", subtype: str = "plain", cte: str = "quoted-printable") -> bytes:
    """A reply of one part."""
    message = EmailMessage()
    message["From"] = f"Al Smith <{reply.writer}>"
    message["To"] = f"Referee <{reply.referee}>"
    message["Subject"] = f"Re: {reply.subject}"
    message["Message-ID"] = "<way@allied.example>"
    message["In-Reply-To"] = message["References"] = reply.parent
    message.set_content(body.encode(charset, "replace").decode(charset), charset=charset, subtype=subtype, cte=cte)
    return message.as_bytes()


def folded(text: str, width: int) -> str:
    """Each line broken at this width, as many programs do it: what is broken off stands unmarked."""
    return "\n".join(piece for line in text.split("\n") for piece in (wrap(line, width, break_on_hyphens=False) or [""]))


def printed(page: str) -> str:
    """The page as a program makes text of it that knows of no quotations."""
    body = re.sub(r"(?s)<style.*?</style>", "", body_of(page))
    pres = re.split(r"(?s)(<pre.*?</pre>)", body)
    parts = [p if p.startswith("<pre") else re.sub(r"\s+", " ", p) for p in pres]
    text = re.sub(r"(?i)<(?:br|/p|/div|/h\d|/tr|/pre|/table|pre)[^>]*>", "\n", "".join(parts))
    return unescape(re.sub(r"<[^>]*>", "", text))


def flat(page: str) -> str:
    """The same with the lines of typewriter text run together."""
    return re.sub(r"[ \t]+", " ", printed(re.sub(r"(?s)<pre[^>]*>.*?</pre>", lambda m: re.sub(r"\s+", " ", m[0]), page)))


def _outlook(labels: tuple[str, str, str, str], width: int = 76) -> Way:
    def way(reply: Reply) -> bytes:
        sender, date, to, subject = labels
        head = (
            f"{sender}: Referee <{reply.referee}>\n{date}: Monday, 23 November 2026 10:00\n{to}: {reply.writer}\n"
            f"{subject}: {reply.subject}"
        )
        return mail(reply, f"{reply.top}\n\n{head}\n\n{folded(reply.text, width)}")

    return way


def _under(head: str, change: Callable[[str], str], face: str = "text", **how: str) -> Way:
    """The letter below this head, its text (or page) changed so."""

    def way(reply: Reply) -> bytes:
        said = head.format(referee=reply.referee, subject=reply.subject, writer=reply.writer)
        return mail(reply, f"{reply.top}\n\n{said}\n{change(reply.text if face == 'text' else reply.page)}", **how)

    return way


def _page(reply: Reply, below: str) -> bytes:
    top = reply.top.replace("\n", "<br>")
    return mail(reply, f"<html><body><p>{top}</p>{below}</body></html>", subtype="html")


def _marked(text: str, mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}" for line in text.split("\n"))


def _wrapped(width: int, mark: str = "", flatly: bool = False, page: bool = False, head: str = "") -> Way:
    """The letter or its page, marked, then broken at this width; flatly: its typewriter lines run together before."""

    def change(text: str) -> str:
        shown = (flat if flatly else printed)(text) if page or flatly else text
        return folded(_marked(shown, mark) if mark else shown, width)

    return _under(head, change, "page" if page or flatly else "text")


def _client(name: str) -> Way:
    return lambda reply: sent(name, reply)


ON = "On Mon, 23 Nov 2026 at 10:00, Referee <{referee}> wrote:"
QQ = (
    '------------------ 原始邮件 ------------------\n发件人: "Referee" <{referee}>;\n'
    '发送时间: 2026年11月23日(星期一) 晚上6:00\n收件人: "Al Smith"<{writer}>;\n主题: {subject}\n'
)
ZOHO = "---- On Mon, 23 Nov 2026 10:00:00 +0100 Referee <{referee}> wrote ----\n"
APPLE = (
    "Begin forwarded message:\n\nFrom: Referee <{referee}>\nSubject: {subject}\nDate: 23 November 2026 at 10:00:00 CET\n"
    "To: {writer}\n"
)

WAYS: Mapping[str, Way] = {
    **{f"client {name}": _client(name) for name in CLIENTS},
    **{f"outlook {name}": _outlook(labels) for name, labels in OUTLOOK.items()},
    **{f"marked, then wrapped at {n}": _wrapped(n, "> ", head=ON) for n in (40, 72, 76, 78, 80)},
    **{f"page marked, then wrapped at {n}": _wrapped(n, "> ", page=True, head=ON) for n in (72, 78)},
    **{f"bare, wrapped at {n}": _wrapped(n) for n in (36, 50, 72, 76, 78, 80)},
    **{f"flat page, wrapped at {n}": _wrapped(n, flatly=True) for n in (60, 72, 76, 78, 80)},
    "bare": _under("", str),
    "bare page": _under("", printed, "page"),
    "flat page": _under("", flat, "page"),
    "page under On wrote": _under(ON, printed, "page"),
    "marks of their own": _under(ON, lambda t: folded(_marked(t, "| "), 78)),
    "bars": _under(ON, lambda t: folded(_marked(t, "│ "), 78)),
    "names as marks": _under(ON, lambda t: _marked(t, "Ref> ")),
    "indented": _under("Referee kirjoitti 23.11.2026 klo 10.00:", lambda t: folded(_marked(t, "    "), 76)),
    "thunderbird fi": _under("Referee kirjoitti 23.11.2026 klo 10.00:", _marked),
    "thunderbird fi, bare": _under("Referee kirjoitti 23.11.2026 klo 10.00:", str),
    "thunderbird pl": _under("W dniu 23.11.2026 o 10:00, Referee pisze:", _marked),
    "thunderbird pl, bare": _under("W dniu 23.11.2026 o 10:00, Referee pisze:", str),
    "zoho": _under(ZOHO, lambda t: folded(t, 78)),
    "zoho, page": _under(ZOHO, lambda p: folded(printed(p), 78), "page"),
    "qq": _under(QQ, printed, "page"),
    "qq, flat": _under(QQ, lambda p: folded(flat(p), 76), "page"),
    "apple, forwarded": _under(APPLE, str),
    "hard blanks": _under("", lambda t: t.replace(" ", "\u00a0")),
    "no blank lines": _under("", lambda t: re.sub(r"\n\n+", "\n", t)),
    "double spaced": _under("", lambda t: t.replace("\n", "\n\n")),
    "curly": _under("", lambda t: t.replace("'", "’").replace('"', "”").replace("-", "–")),
    "wide": _under("", lambda t: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in t)),
    "latin-1": _under("", lambda t: folded(t, 76), charset="iso-8859-1"),
    "ascii": _under("", lambda t: folded(t, 76), charset="us-ascii", cte="7bit"),
    "capitals": _under("", str.upper),
    "without its head": _under("", lambda t: t.partition("\n")[2]),
    "without its foot": _under("", lambda t: t.rpartition("\n-- \n")[0]),
    "page alone": lambda reply: _page(reply, f"<div>{reply.page}</div>"),
    "page of lines": lambda reply: _page(reply, f"<p>{'<br>'.join(escape(printed(reply.page)).split(chr(10)))}</p>"),
}
