"""Another language, from the translator's file to the mailed letter: found, spoken, changed, and refused when it is damaged."""

import io
import os
import re
import signal
from collections.abc import Callable, Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from pbem.kernel import i18n as tongue
from pbem.service import daemon
from pbem.service.config.settings import ConfigError, load
from pbem.service.config.words import template
from tests.acceptance.table import Mail, Table, opened
from tests.architecture.catalogue import catalogue
from tests.test_reload import serve

SETTINGS = {"mailbox.address": "referee@club.example", "free_mb": 0, "pictures": False}
HEADER = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: {plural};\n"
"""
TWO = "nplurals=2; plural=(n != 1)"
THREE = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"
GERMAN = {
    "Mon": "Mo.", "Wed": "Mi.", "Thu": "Do.", "Nov": "November",
    "{day} {number} {month} {hour} {zone}": "{day}, {number}. {month}, {hour} Uhr {zone}",
    "Welcome: your brief · play begins when everybody has accepted": "Willkommen, und Ihre Lage",
    "{shown}: not a word I know": "Kein Wort dieser Sprache: {shown}",
    "{lines}; no orders executed yet": "noch nichts ausgeführt · {lines}",
    "no topic {topic!r}": "über {topic!r} steht nichts da",
    "NOTED": "VERMERKT",
    "{shown}: not one of your units": "Keine eigene Einheit: {shown}",
    "Word for word as it was written; the referee vouches for nothing in it.": "Wort für Wort.",
}  # fmt: skip
ENGLISH, WRONG = "{shown}: not a word I know", "Kein Wort dieser Sprache: {xhown}"
LINES = ("{number} line needs fixing", "{number} lines need fixing")


def compiled(folder: Path, language: str, texts: dict[str, str], lines: tuple[str, ...], plural: str = TWO) -> Path:
    """What a translator does: a .po file of these texts, compiled and put where the host would put it."""
    entries = [f'msgid "{english}"\nmsgstr "{said}"\n' for english, said in texts.items()]
    forms = "".join(f'msgstr[{n}] "{said}"\n' for n, said in enumerate(lines))
    po = "\n".join((HEADER.format(plural=plural), *entries, f'msgid "{LINES[0]}"\nmsgid_plural "{LINES[1]}"\n{forms}'))
    file = folder / "locale" / language / "LC_MESSAGES" / "pbem.mo"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as mo:
        write_mo(mo, read_po(io.BytesIO(po.encode()), locale=language))
    return file


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """English again, whatever comes."""
    yield
    tongue.speak(tongue.ENGLISH, NullTranslations())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A configuration in German."""
    file = tmp_path / "pbem.toml"
    file.write_text(template(SETTINGS | {"language": "de"}), encoding="utf-8")
    return file


def served(table: Table, file: Path, monkeypatch: pytest.MonkeyPatch, *acts: Callable[[], None]) -> list[Mail]:
    """The daemon serves until the acts, one a wait, are done. What was posted, in order."""
    stop = daemon.Stop()
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    stop.listen()
    try:
        serve(table, file, stop, monkeypatch, *acts)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    posted = (table.referee.data.parent / "mail" / "out").rglob("new/*")
    return [opened(path.read_bytes()) for path in sorted(posted, key=lambda path: path.stat().st_mtime_ns)]


def drop(folder: Path, raw: bytes) -> None:
    """A letter lies in the mailbox."""
    (folder / "mail" / "in" / "new").mkdir(parents=True, exist_ok=True)
    (folder / "mail" / "in" / "new" / str(len(raw))).write_bytes(raw)


def said_in(mails: list[Mail], address: str) -> str:
    """All that an address was sent: subjects and texts."""
    return re.sub(r"\s+", " ", " ".join(f"{mail.subject} {mail.text}" for mail in mails if mail.to == address))


def test_a_letter_is_answered_in_german(tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(tmp_path, "de", GERMAN, ("{number} Zeile", "{number} Zeilen"))
    known = {one for message in catalogue() for one in ([message.id] if isinstance(message.id, str) else message.id)}
    assert {*GERMAN, *LINES} <= known, "a text of the test is none of the letters' any more"
    table = Table(tmp_path)
    table.begin()
    table.referee.reconfigure(load(file))
    drop(tmp_path, table.letter("allied", "A/504: frobnicate\nQ9/504: move 12.10\nHELP zeppelins\nSTATUS"))
    mails = served(table, file, monkeypatch)
    (answer,) = [mail for mail in mails if mail.to == table.address["allied"]]
    text = re.sub(r"\s+", " ", answer.text)
    assert "noch nichts ausgeführt · 2 " in answer.subject
    assert "Kein Wort dieser Sprache: `frobnicate`" in text and "Keine eigene Einheit: `Q9/504`" in text
    assert "über 'zeppelins' steht nichts da" in text
    assert re.search(r"(Mo|Mi|Do)\., \d+\. November, \d\d:\d\d Uhr CET", text)
    assert '<html lang="de">' in answer.html and "Kein Wort dieser Sprache" in answer.html
    table.close()


def test_a_plural_has_as_many_forms_as_its_language(tmp_path: Path, file: Path) -> None:
    compiled(tmp_path, "pl", {}, ("{number} wiersz", "{number} wiersze", "{number} wierszy"), THREE)
    file.write_text(template(SETTINGS | {"language": "pl"}), encoding="utf-8")
    load(file)
    said = [tongue.counted(count, *LINES) for count in (1, 3, 5, 12, 22)]
    assert said == ["1 wiersz", "3 wiersze", "5 wierszy", "12 wierszy", "22 wiersze"]


def test_the_language_changes_with_a_reload_and_stays_when_that_fails(
    tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled(tmp_path, "de", GERMAN, ("{number} Zeile", "{number} Zeilen"))
    table = Table(tmp_path)
    table.begin()
    table.referee.reconfigure(load(file))

    def hang_up(settings: dict[str, str], lines: str) -> Callable[[], None]:
        def act() -> None:
            file.write_text(template(SETTINGS | settings), encoding="utf-8")
            drop(tmp_path, table.letter("allied", lines))
            os.kill(os.getpid(), signal.SIGHUP)

        return act

    def fixed() -> None:
        compiled(tmp_path, "de", GERMAN | {"{shown}: not a word I know": "Neu übersetzt: {shown}"}, LINES)

    english, broken, back = {"language": "en"}, {"language": "de", "data": "elsewhere"}, {"language": "de"}
    letters = hang_up(english, "A/504: one"), hang_up(broken, "A/504: eleven"), fixed, hang_up(back, "A/504: the third")
    mails = served(table, file, monkeypatch, *letters)
    said = said_in(mails, table.address["allied"])
    assert "`one`: not a word I know" in said
    assert "`eleven`: not a word I know" in said, "English stays: the configuration in German was not taken over"
    assert "Neu übersetzt: `third`" in said
    table.close()


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        (lambda raw: b"", "pbem.mo: not a catalogue that gettext can read"),
        (lambda raw: b"no catalogue at all", "pbem.mo: not a catalogue that gettext can read"),
        (lambda raw: raw[:90], "pbem.mo: not a catalogue that gettext can read"),
        (lambda raw: raw.replace(b"charset=utf-8", b"charset=xyz-8"), "pbem.mo: not a catalogue that gettext can read"),
        (lambda raw: raw.replace(b"Sprache: {shown}", b"Sprache: {xhown}"), f"{WRONG!r} has other braces than {ENGLISH!r}"),
        (lambda raw: raw.replace(b"Sprache: {shown}", b"Sprache: {shown "), "has other braces"),
    ],
)  # fmt: skip
def test_a_catalogue_that_cannot_be_used_is_named_by_file_and_key(
    tmp_path: Path, file: Path, damage: Callable[[bytes], bytes], named: str
) -> None:
    mo = compiled(tmp_path, "de", GERMAN, ("{number} Zeile", "{number} Zeilen"))
    mo.write_bytes(damage(mo.read_bytes()))
    with pytest.raises(ConfigError) as wrong:
        load(file)
    assert str(wrong.value).startswith(f"{file}: language: ") and named in str(wrong.value)
    assert tongue.language() == tongue.ENGLISH


def test_a_language_without_a_catalogue_is_named_with_the_file_that_is_missing(tmp_path: Path, file: Path) -> None:
    with pytest.raises(ConfigError, match=re.escape(f"{file}: language: there is no {tmp_path}/locale/de/LC_MESSAGES/pbem.mo")):
        load(file)
