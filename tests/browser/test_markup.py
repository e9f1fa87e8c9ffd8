"""Every letter of the gallery as a text and as markup: complete, narrow, valid, and nothing in it that loads or runs."""

import ast
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from tests.acceptance.table import Table

from .conftest import Letters, needed

ROOT = Path(__file__).resolve().parents[2]
WIDE = 72
NOT_KINDS = {"", "short"}


class Words(HTMLParser):
    """The words of a page, its elements and its links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.tags, self.links, self.values = "", set[str](), list[str](), list[str]()
        self.feed("<main" + html.partition("<main")[2])

    def handle_data(self, data: str) -> None:
        self.text += f" {data} "

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "background")]
        self.values += [value or "" for _, value in attrs]


def bare(text: str) -> list[str]:
    """Its words alone, without what only the one or the other face needs."""
    return re.findall(r"[^\W_]+", text.replace("\N{ZERO WIDTH NON-JOINER}", ""))


def test_there_is_a_letter_of_every_kind(letters: Letters) -> None:
    written = set()
    for path in (ROOT / "pbem").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Out", "short") and len(node.args) > 1:
                kind = node.args[1]
                written |= {kind.value} if isinstance(kind, ast.Constant) else set()
    assert written - {kind for kind, _ in letters.values()} == set()


def test_no_line_of_a_text_is_wider_than_72_columns(letters: Letters) -> None:
    wide = [(name, line) for name, (_, mail) in letters.items() for line in mail.text.split("\n") if len(line) > WIDE]
    assert wide == []


def test_the_text_says_all_that_the_page_says(letters: Letters) -> None:
    for name, (_, mail) in letters.items():
        missing = set(bare(Words(mail.html).text)) - set(bare(mail.text))
        joined = "".join(bare(mail.text))  # a long word may be broken in the text
        assert {word for word in missing if word not in joined} == set(), name


def test_nothing_in_a_page_loads_or_runs(letters: Letters) -> None:
    for name, (_, mail) in letters.items():
        words = Words(mail.html)
        assert not words.tags & {"script", "iframe", "object", "embed", "form", "link", "style", "svg", "video"}, name
        assert all(link.startswith(("mailto:referee+test-", "cid:")) for link in words.links), name
        assert "url(" not in mail.html and "@import" not in mail.html, name


def test_no_phone_finds_a_date_in_a_hex(letters: Letters) -> None:
    for name, (_, mail) in letters.items():
        assert re.findall(r"\d[./]\d", Words(mail.html).text) == [], name


def test_a_validator_finds_no_fault(letters: Letters, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    tidy = needed(request, "tidy")
    for name, (_, mail) in letters.items():
        page = tmp_path / f"{name}.html"
        page.write_text(mail.html, encoding="utf-8")
        done = subprocess.run([tidy, "-quiet", "-errors", "-utf8", str(page)], capture_output=True, text=True, check=False)
        assert done.stderr == "", name


NEWS = re.compile(r"\[test\] T\d\.[\dAB]( .+)? · ((your|enemy) impulse|letter [AB] by|a decision is yours|play pauses)")


def test_subjects_name_campaign_and_impulse_and_the_side_or_the_news(letters: Letters) -> None:
    for kind, mail in letters.values():
        if kind in ("receipt", "reminder") and "over" not in mail.subject:
            news = " is overdue · grace until " if kind == "reminder" else " [a-z0-9PS]"
            assert re.match(rf"\[test\] T\d\.[\dAB]{news}", mail.subject), mail.subject
        if kind == "sitrep" and "over" not in mail.subject:  # the news, then what is wanted
            assert NEWS.match(mail.subject), mail.subject
    yours = [mail.subject for _, mail in letters.values() if "your impulse" in mail.subject]
    assert "[test] T1.1 turn 1 begins · your impulse by Wed 20:00 CET" in yours


# ---------------------------------------------------------------- answers of one line


def links(html: str) -> dict[str, tuple[str, str]]:
    """Each link of a letter by its answer: the address and the subject it writes to."""
    found = {}
    for link in (link for link in Words(html).links if link.startswith("mailto:")):
        parts = urlsplit(link)
        query = parse_qs(parts.query, strict_parsing=True)
        found[query["body"][0]] = (unquote(parts.path), query["subject"][0])
    return found


def tapped(table: Table, seat: str, answer: str, body: str = "") -> str:
    """What comes of a link in the seat's last letter, sent from a phone: a new mail that replies to none."""
    mail = table.mail(seat)[-1]
    address, subject = links(mail.html)[answer]
    return table.send(seat, phone(mail.to, address, subject, body or answer)).text


def phone(writer: str, address: str, subject: str, body: str, replies: str = "") -> bytes:
    """A mail of one part, as a phone writes it."""
    fields = {
        "From": writer, "To": address, "Subject": subject,
        "Message-ID": f"<{len(body)}.{subject.rsplit(maxsplit=1)[-1]}@phone.example>",
        **({"In-Reply-To": replies} if replies else {}), "MIME-Version": "1.0",
        "Content-Type": f"text/{'html' if '<' in body else 'plain'}; charset=utf-8",
    }  # fmt: skip
    return ("".join(f"{name}: {value}\r\n" for name, value in fields.items()) + f"\r\n{body}\r\n").encode()


@pytest.fixture
def table(tmp_path: Path):  # type: ignore[no-untyped-def]
    """A campaign that waits for its commanders."""
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.mark.parametrize(
    "body", ["", "ACCEPT<br>", "<div>ACCEPT</div><div><br></div><div>Sent from my phone</div>", "ACCEPT\r\n\r\n--\r\nAl"]
)
def test_a_link_takes_the_seat_however_the_phone_writes_it(table: Table, body: str) -> None:
    assert "WELCOME" in tapped(table, "allied", "ACCEPT", body)


def test_a_link_fixes_each_draft_though_it_replies_to_no_letter(table: Table) -> None:
    table.begin()
    for hex_ in ("12.10", "12.09"):
        table.write("allied", f"B/504: moev {hex_}")
        assert "executed" in tapped(table, "allied", "YES")
    table.write("allied", "B/504: moev 12.08")
    assert "The draft is discarded" in tapped(table, "allied", "CANCEL")


def test_a_report_of_an_own_impulse_ends_it_at_a_touch(table: Table) -> None:
    table.begin()
    assert "Impulse closed" in tapped(table, "allied", "END IMPULSE")


def test_the_form_is_at_hand_at_the_top_and_takes_an_order(table: Table) -> None:
    table.begin()
    fence = next(body for body in links(table.mail("allied")[-1].html) if body.startswith("BEGIN ORDERS "))
    assert fence.endswith("\r\n\r\nEND ORDERS") and fence.count("\n") == 2
    filled = fence.replace("\r\n\r\n", "\r\nI/504: move 12.11\r\n")
    assert "I/504 moved to 12.11" in tapped(table, "allied", fence, filled)


def test_a_page_that_is_sent_back_with_its_form_filled_in_is_read(table: Table) -> None:
    """An HTML mail alone, hexes held apart as the page holds them."""
    table.begin()
    html = table.mail("allied")[-1].html
    head = "I/504 [11.\N{ZERO WIDTH NON-JOINER}12 Overasselt, 3 AP]:"
    assert head in html
    filled = html.replace(head, f"{head} move 12.\N{ZERO WIDTH NON-JOINER}11")
    mail = table.mail("allied")[-1]
    answer = table.send("allied", phone(mail.to, mail.reply_to, "Re: x", filled, mail.message_id))
    assert "I/504 moved to 12.11" in answer.text
