"""Replies that hold the whole report, as the mail programs people use send them: `clients.toml` tells how each does it."""

import re
import tomllib
from collections.abc import Mapping
from email.message import EmailMessage
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

from pbem.kernel.values import Value

CLIENTS: Mapping[str, Mapping[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


class Reply(Value):
    """What a user sends: the report's text and page as he left them in the quotation, and what he wrote on top."""

    text: str
    page: str
    top: str = ""
    referee: str = "referee+test-abcdefghijklmnop@club.example"
    subject: str = "[test] T1.1 Allied · your impulse"
    parent: str = "<test.allied.A-3.aaaaaaaaaaaa@club.example>"
    writer: str = "al@allied.example"


def filled(text: str, orders: Mapping[str, str]) -> str:
    """A form, in text or page, with orders behind the colons of lines named by their beginnings."""
    return _written(text, orders, " ")


def filled_below(text: str, orders: Mapping[str, str]) -> str:
    """A form with orders on lines of their own below the lines of the units."""
    return _written(text, orders, "\n")


def _written(text: str, orders: Mapping[str, str], between: str) -> str:
    for head, order in orders.items():
        text, count = re.subn(rf"(?m)^({re.escape(head)} \[[^\]]*\]:)", rf"\1{between}{order}", text)
        assert count == 1, (head, text)
    return text


def sent(name: str, reply: Reply) -> bytes:
    """The reply as this program sends it."""
    client = CLIENTS[name]
    message = EmailMessage()
    message["From"] = f"Al Smith <{reply.writer}>"
    message["To"] = f"Referee <{reply.referee}>"
    message["Subject"] = f"Re: {reply.subject}"
    message["Message-ID"] = f"<{name}@allied.example>"
    message["In-Reply-To"] = message["References"] = reply.parent
    message["Date"] = "Mon, 23 Nov 2026 10:30:00 +0100"
    if client.get("text"):
        message.set_content(_text(client, reply), cte="quoted-printable")
        if client.get("flowed"):
            message.set_param("format", "flowed")
    if client.get("text") and client.get("page"):
        message.add_alternative(_page(client, reply), subtype="html", cte="quoted-printable")
    elif client.get("page"):
        message.set_content(_page(client, reply), subtype="html", cte="quoted-printable")
    return message.as_bytes()


def _around(reply: Reply) -> dict[str, str]:
    parent = reply.parent.strip("<>")
    return {"referee": reply.referee, "subject": reply.subject, "parent": parent, "writer": f"Al Smith <{reply.writer}>"}


def _text(client: Mapping[str, Any], reply: Reply) -> str:
    mark, width, flowed = client.get("mark", ""), client.get("width", 0), client.get("flowed", False)
    lines = [piece for line in reply.text.split("\n") for piece in _pieces(line, 72 if flowed else width, flowed)]
    quoted = "\n".join(f"{mark}{line}" if line else mark.rstrip() for line in lines)
    text: str = client["text"].lstrip("\n").format(top=reply.top, quoted=quoted, **_around(reply))
    return text.replace("\n", "\n\n") if client.get("spaced") else text


def _pieces(line: str, width: int, flowed: bool) -> list[str]:
    """A line as it is broken; a soft end, which joins, is a blank."""
    pieces = wrap(line.rstrip(), width) if width else [line.rstrip()]
    soft = " " * flowed
    return [*(f"{piece}{soft}" for piece in pieces[:-1]), *(pieces[-1:] or [""])]


def body_of(page: str) -> str:
    """What stands between the tags of a page's body; the whole of one that has none."""
    return re.split(r"<body[^>]*>", page)[-1].partition("</body>")[0]


def _page(client: Mapping[str, Any], reply: Reply) -> str:
    body = re.sub(r"(?s)<pre[^>]*>(.*?)</pre>", lambda match: _FORMS[client.get("form", "")](match[1]), body_of(reply.page))
    top = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in reply.top.split("\n"))
    around = {key: escape(value) for key, value in _around(reply).items()}
    page: str = client["page"].lstrip("\n").format(top=top, body=body, **around)
    return page


def _divs(inside: str) -> str:
    return "".join(f"<div>{line or '<br>'}</div>" for line in inside.split("\n"))


def _breaks(inside: str) -> str:
    return f"<p>{inside.replace(chr(10), '<br>').replace(' ', '&nbsp;')}</p>"


def _word(inside: str) -> str:
    return "".join(f'<pre style="margin:0cm"><span lang="EN-US">{x}<o:p></o:p></span></pre>' for x in inside.split("\n"))


def _kept(inside: str) -> str:
    return f"<pre>{inside}</pre>"


_FORMS = {"": _kept, "divs": _divs, "breaks": _breaks, "word": _word}
