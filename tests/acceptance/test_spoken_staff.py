"""Letters of staff, host, HELP and refusal in a language in which every text of the catalogue stands in brackets.

What stands outside of them are order words, names, numbers, addresses and what people wrote themselves.
"""

import re
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from pathlib import Path

import pytest

from pbem.campaign.deadlines import Pace
from pbem.campaign.records import Sent
from pbem.campaign.state import host_seat
from pbem.documents.document import Document
from pbem.kernel import i18n as tongue
from pbem.mail.letter import REFUSALS
from pbem.modules import library
from pbem.orders.syntax import literal_words, parse_syntax
from pbem.service.recruiting import boot_camp
from tests.acceptance.table import TEAMS, Table
from tests.architecture.catalogue import catalogue
from tests.letter_words import WORDS
from tests.opened import order_verbs

OPEN, SHUT = "⟦", "⟧"
HOST = "host@club.example"
OTHERS = {"sitrep", "intsum", "reveal", "hand-over", "welcome", "diary"}  # letters of the game
OURS = {"", "TO FIX", "NOTED", "NOTHING DONE", "ORDERS NOT EXECUTED", "NOTHING TO READ", "CLOCK"}
WRITTEN = "qqq bob fly sunny zeppelins sitrepp pauze camp ask bert carl gustav hans ludwig al officer eve"
EXAMPLES = "autumn spring nell pbem campaign boot-camp heumen-bridge"
DATA = "test host enemy cet utc heumen bridge the american german allied henke ls hg tocs masl text html picture json"


class Bracketed(NullTranslations):
    """Every text that the catalogue has, in brackets; what is filled into its braces stands outside of them."""

    def __init__(self) -> None:
        super().__init__()
        self.known = {one for message in catalogue() for one in ([message.id] if isinstance(message.id, str) else message.id)}

    def gettext(self, message: str) -> str:
        if message not in self.known:
            return message
        marked = re.sub(r"(\{[^{}]*\})", rf"{SHUT}\1{OPEN}", message).replace("\n\n", f"{SHUT}\n\n{OPEN}")
        return OPEN + marked + SHUT

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(autouse=True)
def bracketed() -> Iterator[None]:
    """The language, and English again whatever comes."""
    tongue.speak("xx", Bracketed())
    yield
    tongue.speak(tongue.ENGLISH, NullTranslations())


def bare(text: str) -> str:
    """What stands outside of all brackets."""
    return re.sub(rf"{OPEN}[^{OPEN}{SHUT}]*{SHUT}", " ", text)


@cache
def order_words() -> frozenset[str]:
    """The words of every syntax line and HELP topic, and what stands for slots in them."""
    verbs = (*(word.verb for word in WORDS.words), *(word.verb for word in WORDS.host.words), *order_verbs())
    lines = [line for verb in verbs for line in verb.syntax]
    found = {word for line in lines for word in literal_words(parse_syntax(line))}
    slots = {word for line in lines for word in re.findall(r"[A-Z]+", line)}
    return frozenset(word.casefold() for word in (*found, *slots, *(w for t in library.help_topics("tocs") for w in t.split())))


def texts(kind: str, document: Document) -> Iterator[str]:
    """Every text of a letter that is of these rooms; the titles of receipts are reports'."""
    yield document.subject
    yield from (part for pair in document.head for part in pair)
    yield from document.wanted
    yield "\n".join(document.small)
    for block in document.blocks:
        title = block.title.replace(OPEN, "").replace(SHUT, "")
        yield tongue.text(block.title) if kind != "receipt" else ""
        if block.kind not in ("form", "quote") and (title in OURS or title.startswith(("HELP", "LESSON"))):
            yield "\n".join(line for line in block.lines if not line.startswith("    "))  # examples


def foreign(table: Table, name: str = "test") -> set[str]:
    """Words outside of all brackets that are nobody's: (kind of letter, word)."""
    said = (word for hosts in WORDS.host.words for word in re.findall("[a-z]+", examples(hosts.help).casefold()))
    fine = {*order_words(), *WRITTEN.split(), *DATA.split(), *EXAMPLES.split(), *said}
    records = [table.referee.campaigns[name].script.record(r["body"]) for r in table.referee.campaigns[name].journal.all_records()]
    sent = [letter for record in records for letter in record.letters if isinstance(letter, Sent) and letter.kind not in OTHERS]
    assert sent
    return {
        f"{letter.kind}: {word}"
        for letter in sent for text in texts(letter.kind, letter.document)
        for word in re.findall(r"[A-Za-z][A-Za-z-]+", re.sub(r"\S*[@/0-9_]\S*|`[^`]*`|\b[a-z]{4}-[a-z]{4}\b", " ", bare(text)))
        if word.casefold() not in fine
    }  # fmt: skip


def examples(text: str) -> str:
    """The indented lines of a HELP text."""
    return "\n".join(line.strip() for line in text.format_map(WORDS.host.idiom.parts).split("\n") if line.startswith("    "))


def test_words_of_commanders_rightly_and_wrongly(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(*TEAMS, host_seat(HOST)), tempo="on-end")
    for seat in TEAMS:
        table.write(seat.id, "ACCEPT")
    table.write("allied", "\n".join(f"{word.verb.name} qqq" for word in WORDS.words))
    table.write("allied", "CANCEL\nQ9/504: move 12.10\nA/504: move 77.77\nA/504: fly\nA/504: move\nA/504: if sunny move\nA/504")
    table.write("allied", "\n".join(["HELP", *(f"HELP {t}" for t in ("zeppelins", "sitrepp", *library.help_topics("tocs")))]))
    table.write("german", "\n".join(f"HELP {word.verb.name}" for word in WORDS.words))
    acting = {"concede", "draw", "resign", "pass", "end impulse", "accept", "decline"}
    table.write(
        "allied", "\n".join(examples(w.help) for w in WORDS.words if w.verb.place == "letter" and w.verb.name not in acting)
    )
    table.write("allied", "LIVE 20:00-22:30\nOFFER DRAW\nDELEGATE 504 TO allied.505\nAPPEAL qqq\nABSENT NO\nDIGEST OFF\nEXTEND")
    table.write("german", "ACCEPT LIVE\nDECLINE DRAW\nMESSAGE bob\nqqq\nEND MESSAGE\nRESEND G-99")
    table.write("german", "LIVE NO\nCONCEDE")
    table.write("allied.504", "A/504: move 12.10\nDONE")
    table.write("allied", "EXECUTE\nCOUNTERMAND allied.504\nOPS 504 2\nTAKE BACK 504\nVOLUNTEER\nH-HOUR 20:00")
    table.means("allied.505", "RESIGN allied.505")
    table.wait(days=4)
    table.means("german", "CONCEDE")
    assert " ".join(sorted(foreign(table))) == ""
    table.close()


def test_words_of_the_host_rightly_and_wrongly(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(TEAMS[0], TEAMS[3], host_seat(HOST)))
    for seat in ("allied", "german"):
        table.write(seat, "ACCEPT")
    table.write("host", "\n".join(["STATUS", "RULINGS", "APPEALS", "HELP", *(f"HELP {word.name}" for word in WORDS.host.words)]))
    table.write("host", "PAUZE\nPAUSE\nPAUSE T9.9")
    table.write("allied", "END IMPULSE")
    for word in WORDS.host.words:
        table.write("host", examples(word.help).split("\n")[0].replace("T3.2", "T1.2"))
    for words in ("EXTEND T1.2 BY 5 HOURS", "ROLLBACK T1.2 TO T1.1 qqq", "LEAKED A-1 TO german", "REMEDY 1 OPEN", "HOLD ALL"):
        code = re.search(r"CONFIRM ([a-z2-7]{4}-[a-z2-7]{4})", table.write("host", words).text)
        if code:
            table.write("host", f"CONFIRM {code[1]}")
    assert " ".join(sorted(foreign(table))) == ""
    table.close()


@pytest.mark.parametrize("reason", REFUSALS)
def test_why_a_letter_is_put_aside_or_refused(reason: str) -> None:
    assert bare(tongue.say(REFUSALS[reason])).strip() == ""


def test_a_boot_camp_from_invitation_to_last_letter(tmp_path: Path) -> None:
    table = Table(tmp_path)
    folder = library.module_folder("heumen-bridge")
    table.referee.new_campaign(boot_camp("camp", folder, ("allied", "pupil@allied.example"), Pace()), table.at)
    table.post()
    table.address["pupil"] = "pupil@allied.example"
    for lines in ("ACCEPT", "STATUS", "LESSON 99", "SKIP", "LESSON 2", "A/504: fly", "CLOSE CAMP", "STATUS"):
        table.write("pupil", lines)
    assert " ".join(sorted(foreign(table, "camp"))) == ""
    table.close()
