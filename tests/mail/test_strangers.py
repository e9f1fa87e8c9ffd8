"""Small things strangers' mail programs do: absence in many tongues, coded file names, text nobody sees, forms left alone."""

from email.message import EmailMessage

import pytest

from pbem.mail.letter import Letter, Machine
from pbem.mail.reading import examine
from pbem.mail.sender import canonical_address
from tests.mail.quoting import OUTLOOK

ABSENT = (
    "Away: Re: [test] T1.1", "Away from my desk", "On vacation", "Im Urlaub", "En congés jusqu'au 3", "Op vakantie",
    "Házon kívül: [test]", "Szabadságon vagyok", "Fraværsmelding", "Ute av kontoret", "Automatisk svar: x",
    "Fuera de oficina", "Estoy de vacaciones", "De vacaciones", "Respuesta automatica: [test]", "Ausencia temporal",
    "Assente dall'ufficio", "In ferie", "Sono in ferie", "Fuori sede", "В отпуске", "Я в отпуске до 3", "Вне офиса", "Отсутствую",
    "Fora do escritório", "Estou de férias", "Ausência temporária", "Resposta automatica",
)  # fmt: skip
FORM = (
    "BEGIN ORDERS test T1.1 A-3 abcdefghijklmnop\n[in brackets: where they are, AP, what they were last told]\n"
    "376A, 376B [11.11, 3 AP]:\nD,F/504 [08.12 Grave bridge, 3 AP, recon\n08.11]:\n"
    "[standing orders, version 1: ORDERS shows them]\n"
    "# end impulse\nEND ORDERS"
)


def mail(body: str, subject: str = "Re: [test] T1.1", kind: str = "plain") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Al <al@allied.example>"
    message["To"] = "referee+test-abcdefghijklmnop@club.example"
    message["Subject"] = subject
    message["Message-ID"] = "<1@allied.example>"
    message.set_content(body, subtype=kind)
    return message


def lines(message: EmailMessage | bytes) -> list[str]:
    found = examine(message if isinstance(message, bytes) else message.as_bytes())
    assert isinstance(found, Letter), found
    return [text for _, text in found.lines if text.strip()]


@pytest.mark.parametrize("subject", ABSENT)
def test_who_is_away_in_any_tongue_is_not_answered(subject: str) -> None:
    assert isinstance(examine(mail("I am away.", subject).as_bytes()), Machine)
    assert isinstance(examine(mail("END IMPULSE", f"Re: [test] {subject}").as_bytes()), Letter)


@pytest.mark.parametrize(
    "name",
    [
        'filename="=?utf-8?Q?orders=2Etxt?="',
        'filename="=?utf-8?B?b3JkZXJzLnR4dA==?="',
        "filename*=utf-8''my%20orders%2Etxt",
        'filename*0="ord";\r\n filename*1="ers.txt"',
        "filename*0*=utf-8''ord;\r\n filename*1*=ers%2Etxt",
    ],
)
def test_a_text_file_is_known_by_its_name_however_that_is_coded(name: str) -> None:
    raw = (
        "From: Al <al@allied.example>\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nas attached\r\n"
        f"--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; {name}\r\n\r\n"
        "BEGIN ORDERS\r\nE/504: move 08.11\r\nEND ORDERS\r\n--b--\r\n"
    )
    assert lines(raw.encode()) == ["E/504: move 08.11"]


@pytest.mark.parametrize(
    "hiding",
    ['style="display:none"', 'style="color:red; DISPLAY : none !important"', "hidden", 'style="visibility:hidden"',
     'style="mso-hide:all"', 'style="font-size:0"', 'style="font-size:0px;line-height:0"'],
)  # fmt: skip
def test_what_a_page_does_not_show_orders_nothing(hiding: str) -> None:
    page = f"<p>STATUS</p><div {hiding}>END IMPULSE<p>CONCEDE</p></div><p style='font-size:0.9em'>ORDERS</p>"
    assert lines(mail(f"<html><body>{page}</body></html>", kind="html")) == ["STATUS", "ORDERS"]


@pytest.mark.parametrize(
    "struck",
    ["<s>{}</s>", "<strike>{}</strike>", "<del>{}</del>", "<span style='color:red;text-decoration: line-through'>{}</span>"],
)
def test_what_is_struck_out_in_a_page_orders_nothing(struck: str) -> None:
    """`A/504: move 12.10 move 12.11`, and a struck END IMPULSE closed the impulse."""
    page = f"<p>A/504: {struck.format('move 12.10')} move 12.11</p><p>{struck.format('END IMPULSE')}</p>"
    assert lines(mail(f"<html><body>{page}</body></html>", kind="html")) == ["A/504: move 12.11"]


FIELDS = ("\xa0al@a.example", "al@a.example\xa0", "Al <al@a.example>\xa0", "<\xa0al@a.example>", "al@a.example\u2003")


@pytest.mark.parametrize("field", FIELDS)
def test_a_no_break_space_beside_an_address_makes_it_nobodys(field: str) -> None:
    assert canonical_address(field) is None


@pytest.mark.parametrize(
    "attribution",
    ["Referee kirjoitti 23.11.2026 klo 10.00:", "W dniu 23.11.2026 o 10:00, Referee pisze:",
     "---- On Mon, 23 Nov 2026 10:00:00 +0100 Referee <referee@club.example> wrote ----"],
)  # fmt: skip
def test_what_these_programs_say_above_a_quotation_is_known(attribution: str) -> None:
    assert lines(mail(f"STATUS\n\n{attribution}\n\nold words\nEND IMPULSE")) == ["STATUS"]
    assert lines(mail(f"STATUS\n\n{attribution}\n> old words")) == ["STATUS"]


@pytest.mark.parametrize("language", OUTLOOK)
def test_a_form_in_which_nothing_was_written_stops_nothing_wherever_it_stands(language: str) -> None:
    """Without the letter it came in: what is not known as quoted is words, and no order block."""
    sender, date, to, subject = OUTLOOK[language]
    head = f"{sender}: Referee <r@club.example>\n{date}: Monday, 23 November 2026 10:00\n{to}: Al\n{subject}: [test] T1.1"
    found = lines(mail(f"STATUS\n\n{head}\n\nsome words\n{FORM}"))
    assert found[0] == "STATUS"
    assert not any("ORDERS" in text or "[" in text.replace("[test]", "") for text in found)
    own = lines(mail(f"BEGIN ORDERS\nSTATUS\nEND ORDERS\n\n{head}\n\nsome words\n{FORM}"))
    assert own == ["STATUS"]


def test_a_form_with_a_line_in_it_counts_wherever_it_stands() -> None:
    assert lines(mail(FORM.replace("376B [11.11, 3 AP]:", "376B [11.11, 3 AP]: move 11.12")))[1].endswith("move 11.12")
