"""A reply that is the whole report with its form filled in, from every mail program: it orders what was written, and no more."""

from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

import pytest

from pbem.documents import faces
from pbem.mail.forms import is_report, report_form
from pbem.mail.letter import Letter
from pbem.mail.reading import examine
from pbem.orders.parser import read_orders
from tests.mail.clients import CLIENTS, Reply, filled, filled_below, sent
from tests.orders.words_of_a_side import VOCABULARY

FORM = """\
BEGIN ORDERS test T1.1 A-3 abcdefghijklmnop
[in brackets: where they are, AP, what they were last told]
376A, 376B [11.11, 3 AP]:
D,F/504 [08.12 Grave bridge, 3 AP, recon 08.11; if empty m…]:
E/504 [08.12 Grave bridge, engaged, attack 08.12 deliberat…]:
D/505 [20.13, 3 AP]:
[standing orders, version 1: ORDERS shows them]
# end impulse
END ORDERS"""
ABOVE = "HQ 82d AIRBORNE DIVISION                             171200A SEP 44\nT1.1 IS YOURS\n\n1. CHANGED\n - 13.11: empty\n\n"
BELOW = "\n\n-- \nHELP explains every word; STATUS and ORDERS answer at once.\nThe Heumen Bridge · allied · letter A-3"
TEXT = f"{ABOVE}ORDER FORM\n{FORM}{BELOW}"
PAGE = (
    "<!doctype html><html><head><style>p {}</style></head><body><main><h1>HQ 82d</h1><p>T1.1 IS YOURS</p><h2>ORDER FORM</h2>"
    f'<pre class="wrap form">{faces.inline(FORM)}</pre><div class="foot"><p>HELP explains</p></div></main></body></html>'
)
LONG = "recon 20.11; if empty move, else (recon 20.12; if empty move, else attack 20.11 deliberate)"
ORDERS = {"D,F/504": "move 08.11", "D/505": LONG}
WANTED = ["D/504, F/504: move 08.11", f"D/505: {LONG}"]


def reply(orders: dict[str, str], top: str = "", fill: Callable[[str, dict[str, str]], str] = filled) -> Reply:
    return Reply(fill(TEXT, orders), fill(PAGE, orders), top)


def letter(raw: bytes) -> Letter:
    found = examine(raw)
    assert isinstance(found, Letter), found
    return found


def said(found: Letter) -> list[str]:
    """The canonical lines; a line not understood as its first error."""
    return [line.canonical or line.remarks[0].text for line in read_orders(found.lines, VOCABULARY).lines]


@pytest.mark.parametrize("client", CLIENTS)
def test_what_is_written_in_the_form_is_ordered_and_nothing_else(client: str) -> None:
    found = letter(sent(client, reply(ORDERS)))
    assert said(found) == WANTED
    assert (found.form, found.token, found.campaign, found.fenced) == ("t1.1", "abcdefghijklmnop", "test", True)
    assert said(Letter(sha256="", lines=found.beside)) == []


@pytest.mark.parametrize("client", CLIENTS)
def test_a_form_left_alone_orders_nothing_and_what_stands_above_does(client: str) -> None:
    found = letter(sent(client, reply({}, "E/504: move 08.11\nspend 4")))
    assert said(found) == ["E/504: move 08.11", "spend 4"]
    assert (found.form, found.beside) == ("", ())


@pytest.mark.parametrize("client", CLIENTS)
def test_a_bare_reply_orders_nothing(client: str) -> None:
    assert said(letter(sent(client, reply({})))) == []


@pytest.mark.parametrize("client", CLIENTS)
def test_words_above_a_form_that_is_filled_in_are_kept_beside_it(client: str) -> None:
    found = letter(sent(client, reply({"D/505": "move 20.11"}, "E/504: move 08.11")))
    assert said(found) == ["D/505: move 20.11"]
    assert said(Letter(sha256="", lines=found.beside)) == ["E/504: move 08.11"]


@pytest.mark.parametrize("client", CLIENTS)
def test_orders_on_lines_of_their_own_below_a_unit_are_its_orders(client: str) -> None:
    found = letter(sent(client, reply({"E/504": "move 08.11", "D/505": "move 20.11"}, fill=filled_below)))
    assert said(found) == ["E/504: move 08.11", "D/505: move 20.11"]


@pytest.mark.parametrize("client", CLIENTS)
def test_end_impulse_is_taken_when_its_mark_is_taken_away(client: str) -> None:
    text, page = (part.replace("\n# end impulse", "\nEnd impulse") for part in (TEXT, PAGE))
    assert said(letter(sent(client, Reply(text, page)))) == ["end impulse"]


@pytest.mark.parametrize(("where", "trouble"), [("text", "two fences"), ("attached", "")])
def test_two_forms_that_say_different_things_are_refused_where_forms_are_read(where: str, trouble: str) -> None:
    """A quotation in an attached text is none of the letter's: what stands in the letter itself is ordered."""
    forms = [filled(FORM, {"D/505": order}) for order in ("move 20.11", "move 20.12")]
    quotation = "\n".join(f"> {line}" for form in forms for line in form.splitlines())
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "al@allied.example", "referee@club.example", "Re: T1.1"
    message.set_content("E/504: move 08.11\n" + (f"\n{quotation}\n" if where == "text" else ""))
    if where == "attached":
        message.add_attachment(quotation, filename="old.txt")
    found = examine(message.as_bytes())
    assert getattr(found, "reason", "") == trouble
    assert not isinstance(found, Letter) or said(found) == ["E/504: move 08.11"]


REPORT = ("RESULT       ENGAGED", "PRISONERS    0 TAKEN, 0 LOST", "RECOMMEND    NOTHING", "NARRATIVE", "(what happened)")


@pytest.mark.parametrize("client", CLIENTS)
def test_the_form_of_a_report_counts_when_a_word_of_it_was_changed_and_not_as_it_came(client: str) -> None:
    """Its first line holds a mark of its words, by which it is known."""
    name = report_form(12, REPORT)
    assert is_report(name) and not is_report("t1.1")
    body = "\n".join(REPORT)
    text = TEXT.replace(FORM, f"BEGIN ORDERS test {name} A-3 abcdefghijklmnop\n{body}\nEND ORDERS")
    page = f"<html><body><h1>HQ 82d</h1><pre>{text}</pre></body></html>"
    as_it_came = letter(sent(client, Reply(text, page, "STATUS")))
    assert (as_it_came.form, as_it_came.lines[0][1]) == ("", "STATUS") and "PRISONERS" not in str(as_it_came.lines)
    changed, altered = (part.replace("0 TAKEN", "2 TAKEN") for part in (text, page))
    found = letter(sent(client, Reply(changed, altered, "STATUS")))
    assert found.form == name and "PRISONERS 2 TAKEN, 0 LOST" in {" ".join(line.split()) for _, line in found.lines}


@pytest.mark.parametrize("second", CLIENTS)
@pytest.mark.parametrize("first", ["gmail_web", "outlook_plain", "outlook_web", "thunderbird_plain", "yahoo", "proton"])
def test_what_was_filled_in_once_is_not_ordered_again_from_the_quotation_of_the_reply(first: str, second: str) -> None:
    earlier = sent(first, reply({"D/505": "move 20.11"}))
    text, page = quoted(earlier)
    found = letter(sent(second, Reply(text, page or f"<html><body><pre>{text}</pre></body></html>", "E/504: move 08.11")))
    assert said(found) == ["E/504: move 08.11"]
    assert found.form == ""


def quoted(raw: bytes) -> tuple[str, str]:
    """Text and page of a sent reply, as the program that answers it sees them."""
    message = BytesParser(policy=policy.default).parsebytes(raw)
    text, page = message.get_body(("plain",)), message.get_body(("html",))
    return (text.get_content() if text else ""), (page.get_content() if page else "")
