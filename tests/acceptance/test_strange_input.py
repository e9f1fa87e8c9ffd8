"""What letters must stand: markup in names, long and strange texts, a map of 900 hexes, a picture over its cap, no fonts."""

import io
import re
from collections.abc import Callable, Iterator
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest
from PIL import Image

from pbem.documents.picture_json import JsonPicture
from pbem.letters import map_worker as studio
from pbem.modules import library
from pbem.rulesets.tocs.module import ModuleError
from tests.acceptance.table import Mail, Table, plain

NAME = '<b>Able</b> & <script>alert("1")</script><img src=https://e.example/x>'
WIDE = "".join(f'"{c:02d}.{r:02d}" = {{ terrain = "farmland", country = "NL" }}\n' for c in range(21, 99) for r in range(8, 18))
HEAD = "columns = [9, 20]\nrows = [8, 17]\nhex_metres = 1200\ncontour_metres = 20\n\n[hex]\n"
BIG = (HEAD, HEAD.replace("20]", "98]", 1) + WIDE)
TEXTS = {
    "right to left": "مرحبا أيها القائد، الجسر 14.12 لنا. \u202eשלום\u202c עוד מילים",
    "emoji": "👋🏽 👨‍👩‍👧‍👦 🎖️ 🇳🇱 hold on",
    "4,000 characters": "so weit, so gut " * 250,
    "one word of 4,000": "x" * 4000,
}
Make = Callable[..., Table]


def folder_of(folder: Path, **changed: tuple[str, str]) -> Path:
    """The training module with words of its files replaced, by the stem of the file."""
    for name, text in library.module_files(library.module_folder("heumen-bridge")).items():
        old, new = changed.get(Path(name).stem.replace("-", "_"), ("", ""))
        assert old in text
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    return folder


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """A table of the training module with something changed; with pictures from then on, not of the first reports: to paint takes
    seconds."""
    tables: list[Table] = []

    def made(pictures: bool = False, **changed: tuple[str, str]) -> Table:
        table = Table(tmp_path, module=str(folder_of(tmp_path / "module", **changed)))
        tables.append(table)
        table.begin()
        if pictures:
            table.referee.press.studio = studio.Studio(table.referee.disk, library.fonts())
        return table

    yield made
    for table in tables:
        table.close()


def enclosed(mail: Mail) -> dict[str, bytes]:
    """The parts of a letter that have a file name."""
    parts = BytesParser(policy=policy.default).parsebytes(mail.raw).walk()
    return {name: part.get_content() for part in parts if (name := part.get_filename())}


def widest(mail: Mail) -> int:
    return max(map(len, mail.text.split("\n")))


def test_a_unit_name_with_html_in_it_is_words_everywhere(make: Make) -> None:
    first = re.search(r'name = "([^"]*)"', library.module_files(library.module_folder("heumen-bridge"))["oob-allied.toml"])
    assert first is not None
    village = ('name = "Overasselt"', 'name = "<i>Over</i> & out]:"')
    table = make(pictures=True, oob_allied=(first[0], f"name = '{NAME}'"), map=village)
    table.write("allied", "DIARY A/504\nMAP 11.12 2\nWHAT CAN I/504\nREPORT")
    for mail in table.mail("allied"):
        assert not re.search(r"<(script|i>|b>Able|img src=https)", mail.html)
        assert widest(mail) <= 72
    report = table.mail("allied")[-1]
    assert "&lt;i&gt;Over&lt;/i&gt; &amp; out" in report.html
    assert "82rcn [11.12 <i>Over</i> & out):, 3 AP]:" in report.text
    assert Image.open(io.BytesIO(enclosed(table.mail("allied")[-1])["map.png"])).width > 600


@pytest.mark.parametrize("text", TEXTS)
def test_words_of_any_kind_arrive_as_they_were_written(make: Make, text: str) -> None:
    table = make()
    table.write("allied", f"MESSAGE enemy\n{TEXTS[text]}\nEND MESSAGE")
    heard = table.mail("german")[-1]
    said = "".join(line.removeprefix("> ").removeprefix(">") for line in heard.text.split("\n") if line.startswith(">"))
    wanted = TEXTS[text]
    assert [c for c in said if not c.isspace()] == [c for c in wanted if not c.isspace()]
    assert 'dir="auto"' in heard.html and widest(heard) <= 72


@pytest.mark.parametrize("text", TEXTS)
def test_a_log_of_any_kind_is_taken_and_a_line_of_it_is_no_order(make: Make, text: str) -> None:
    table = make()
    answer = table.write("allied", f"LOG\n{TEXTS[text]}\nend impulse\nEND LOG")
    assert "log" in answer.text.lower() and table.impulse == "T1.1"
    refused = table.write("allied", TEXTS[text])
    assert table.impulse == "T1.1" and widest(refused) <= 72


def test_a_map_of_900_hexes_is_drawn_in_the_text_on_sheets_and_says_so(make: Make) -> None:
    table = make(map=BIG)
    answer = table.write("allied", "MAP")
    assert "The map is wider than the page: 2 sheets from west to east." in plain(answer)
    assert "SHEET 1 of 2, columns 09 to 53" in answer.text and "SHEET 2 of 2, columns 54 to 98" in answer.text
    assert widest(answer) <= 68
    assert len(re.findall(r"(?m)^  \d\d  \S", answer.text)) >= 2 * 10


def test_a_map_of_900_hexes_is_painted_within_its_cap_and_says_how_far_it_is_scaled(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studio, "CAP", 40_000)
    table = make(pictures=True, map=BIG)
    table.write("allied", "REPORT")
    report = table.mail("allied")[-1]
    found = enclosed(report)
    percent = re.search(r"map\.png: [^\n]*(?:\n[^\n]*)?\(scaled to (\d+) %\)", report.text)
    assert percent and int(percent[1]) < 100 and len(found["map.png"]) <= 40_000
    assert "scaled to" in report.html
    assert JsonPicture.model_validate_json(found["picture.json"]).units


def test_without_fonts_the_letter_goes_out_all_the_same(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "fonts", tuple)
    table = make(pictures=True)
    table.write("allied", "REPORT")
    report = table.mail("allied")[-1]
    assert "T1.1 is your impulse" in report.text and "map.png" in enclosed(report)


NAMES = {"emoji": "🎖️ Able 👨‍👩‍👧‍👦", "right to left": "فصيلة א שלום", "accents": "Kompanie Süd-Ørsted"}


@pytest.mark.parametrize("kind", NAMES)
def test_names_of_any_kind_stand_in_text_and_page_and_break_neither_map_nor_twin(make: Make, kind: str) -> None:
    name = NAMES[kind]
    table = make(pictures=True, map=('name = "Overasselt"', f'name = "{name}"'))
    table.write("allied", "I/504: move 12.12\nMAP 11.12 2")
    table.write("allied", "REPORT")
    report = table.mail("allied")[-1]
    found = enclosed(report)
    assert f"11.12 {name}" in report.text and name in report.html and widest(report) <= 72
    assert JsonPicture.model_validate_json(found["picture.json"]).units
    assert Image.open(io.BytesIO(found["map.png"])).width > 600
    form = report.text[report.text.index("BEGIN ORDERS") : report.text.index("END ORDERS") + 10]
    assert "NOTHING TO READ" in table.write("allied", form, report).text, "a form that holds such a name orders nothing by itself"


@pytest.mark.parametrize("call", ["🎖️/504", "א/504", "<b>&A/504", "Ä/504"])
def test_a_call_that_could_not_be_ordered_by_is_refused_before_a_campaign(make: Make, call: str) -> None:
    with pytest.raises(ModuleError, match=r"oob-allied\.toml:8: .*a call is one to eight letters, digits or strokes"):
        make(oob_allied=('call = "A/504"', f'call = "{call}"'))
