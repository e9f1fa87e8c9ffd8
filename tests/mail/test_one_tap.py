"""An answer of one line that a link wrote, as phones send it: whatever they make of its line end, its capitals, its end."""

from email.message import EmailMessage
from urllib.parse import parse_qs, quote, unquote, urlsplit

import pytest

from pbem.documents.faces import tapped
from pbem.mail.letter import Letter
from pbem.mail.reading import examine
from pbem.orders.parser import read_orders
from tests.orders.words_of_a_side import VOCABULARY

REFEREE = "referee+test-abcdefghijklmnop@club.example"
SIGNATURES = (
    "Sent from my iPhone", "Sent from my Galaxy", "Sent from Outlook for Android", "Get Outlook for iOS",
    "Sent from Yahoo Mail on Android",
    "Von meinem iPhone gesendet", "Gesendet mit der GMX Mail App", "Gesendet von Outlook für Android", "Envoyé de mon iPhone",
    "Envoyé depuis mon appareil Galaxy", "Enviado desde mi iPhone", "Enviado do meu iPhone", "Inviato da iPhone",
    "Verstuurd vanaf mijn iPhone", "Verzonden vanaf mijn Galaxy", "Skickat från min iPhone", "Sendt fra min iPhone",
    "Lähetetty iPhonesta", "Wysłane z iPhone'a", "Odesláno z iPhonu", "Trimis de pe iPhone-ul meu", "Elküldve az iPhone-omról",
    "Отправлено с iPhone", "Надіслано з iPhone", "Στάλθηκε από το iPhone μου", "iPhone'umdan gönderildi", "נשלח מה-iPhone שלי",
    "iPhoneから送信", "发自我的iPhone", "發自我的 iPhone", "나의 iPhone에서 보냄",
)  # fmt: skip
BODIES = {
    "as it is": "{}",
    "a line end": "{}\r\n",
    "line ends at both ends": "\r\n\r\n{}\r\n\r\n",
    "line ends left encoded": "{}%0D%0A",
    "blanks left encoded": "%0A{}%20%0D%0A",
    "<br> as text": "{}<br>",
    "<br/> as text": "{}<br/><br />",
    "a full stop": "{}. ",
    "a page": '<html><body dir="auto"><div>{}</div><div><br></div></body></html>',
    "a page with <br>": "<html><body>{}<br><br></body></html>",
    "hard blanks": "\N{NO-BREAK SPACE}{}\N{NO-BREAK SPACE}",
    "direction marks": "\N{LEFT-TO-RIGHT MARK}{}\N{ZERO WIDTH SPACE}",
}


def mail(body: str) -> bytes:
    message = EmailMessage()
    message["From"] = "al@allied.example"
    message["To"] = REFEREE
    message["Subject"] = "Re: [test] A-7"
    message["Message-ID"] = "<1@phone.example>"
    message.set_content(body, subtype="html" if body.startswith("<html") else "plain", cte="base64")
    return message.as_bytes()


def understood(raw: bytes) -> list[str]:
    found = examine(raw)
    assert isinstance(found, Letter)
    return [line.canonical or line.text for line in read_orders(found.lines, VOCABULARY).lines]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("case", [str, str.capitalize, str.title, str.lower])
def test_the_answer_is_understood_however_the_phone_writes_it(body: str, case: object) -> None:
    assert callable(case)
    for answer in ("END IMPULSE", "YES"):
        assert understood(mail(BODIES[body].format(case(answer)))) == [answer.lower()]


@pytest.mark.parametrize("signature", SIGNATURES)
@pytest.mark.parametrize("between", ["\n\n", "\n", "\n\n-- \n"])
def test_a_signature_below_it_is_no_order(signature: str, between: str) -> None:
    assert understood(mail(f"END IMPULSE{between}{signature}")) == ["end impulse"]
    page = f"<html><body>END IMPULSE<br><br><div>{signature}</div></body></html>"
    assert understood(mail(page)) == ["end impulse"]


@pytest.mark.parametrize("body", ["", "\n\n", "Sent from my iPhone", "<html><body><br></body></html>"])
def test_a_link_whose_answer_the_phone_lost_orders_nothing(body: str) -> None:
    assert understood(mail(body)) == []


@pytest.mark.parametrize("answer", ["END IMPULSE", "ANSWER 1 STAND", "YES", "100 % & more?"])
def test_a_link_holds_the_whole_answer_in_one_line(answer: str) -> None:
    link = tapped(answer, REFEREE, "Re: [test] A-7")
    parts = urlsplit(link)
    query = parse_qs(parts.query, strict_parsing=True)
    assert (unquote(parts.path), query["subject"], query["body"]) == (REFEREE, ["Re: [test] A-7"], [answer])
    assert "+" not in parts.query and quote(answer) in link
    assert "%0A" not in link and "%0D" not in link
