"""Staff forms: one document in the hand of each nation; a module's own form that is faulty harms nobody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign.records import Cause, Sent
from pbem.campaign.staff_forms import forms
from pbem.cli import main
from pbem.documents.document import WIDTH, WITHIN, Block, Document, Letterhead
from pbem.documents.letterhead import APART, FACTS, MOST_LINES, MOST_TEXT, LetterheadError, faults, printed
from pbem.documents.staff_form import StaffForm, dressed, plain_title
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs.module import load_module
from pbem.service.alerts import AlertBook, PulseFile
from tests.acceptance.table import TEAMS, Table
from tests.test_watch import HOST, Door, a_pass, configured, notices

SECTIONS = RULESETS["tocs"].reports.SECTIONS
SHIPPED = ("us", "british", "german")
UNNAMED = (
    "",
    "BATTLE",
    "ON FILE",
    "ORDER FORM",
    "YOUR",
    "YOU TAKE OVER",
    "POINTS, for you",
    "BATTLES SO FAR",
    "STANDING ORDERS",
    "ROLLS",
)
OWN_DATA = 'schema = "pbem-staff/1"\ntitle = "Own"\n'
LETTERS = (
    ("german.ls", "DIGEST ON"),
    ("allied", "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12; attack 14.12 hasty\nend impulse"),
    ("german", "INTSUM\n2/HG: move 15.10\nend impulse"), ("allied", "REPORT\nPASS"), ("allied", "YES"), ("german", "PASS"),
    ("german", "YES"), ("german.ls", "DIGEST OFF"),
)  # fmt: skip


def form(name: str) -> StaffForm:
    """A shipped form, as the allied side of the training module would have it."""
    files = module_files(name)
    found = forms(files, load_module(files))
    assert found.faults == ()
    return found.by_side["allied"]


def module_files(name: str, **own: str) -> dict[str, str]:
    """The training module, whose allied staff uses this form; own: files of it by ending."""
    files = library.module_files(library.module_folder("heumen-bridge"))
    files["module.toml"] = files["module.toml"].replace('form = "us"', f'form = "{name}"')
    return files | {f"staff/{name}.{ending}": text for ending, text in own.items()}


def module(folder: Path, name: str, **own: str) -> Path:
    """The same as a folder."""
    for file, text in module_files(name, **own).items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def sent(table: Table) -> list[Sent]:
    """Every letter of a campaign that a staff heads, or that holds sections of one."""
    script = table.campaign.script
    letters = (s for body in table.campaign.journal.all_records() for s in script.record(body["body"]).letters)
    return [s for s in letters if isinstance(s, Sent) and s.document.letterhead]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> list[Document]:
    """Reports, summaries, a digest and a hand-over of a campaign that was played, as they are before they are printed."""
    table = Table(tmp_path_factory.mktemp("forms"), seats=TEAMS)
    table.begin()
    for seat, lines in LETTERS:
        table.write(seat, lines)
    table.campaign.handle(
        Cause("host", "host/replace", table.at, lines=(NumberedLine(1, "REPLACE allied.504 BY nora@club.example"),))
    )
    table.run()
    table.address["allied.504"] = "nora@club.example"
    table.write("allied.504", "ACCEPT")
    table.close()
    found = [s.document for s in sent(table)]
    assert {d.letterhead.kind for d in found if d.letterhead} == {"sitrep", "intsum", "hand-over", "digest"}
    return found


# ---------------------------------------------------------------- one document, many hands


def content(document: Document) -> list[Any]:
    """What a document says, whatever its sections are called and in whichever order they stand."""
    return sorted((b.kind, b.lines, b.rows) for b in document.blocks)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_form_changes_no_word_of_what_is_told(documents: list[Document], name: str) -> None:
    used = form(name)
    for document in documents:
        shown = dressed(document, used)
        close = printed(used.template, "close", {**FACTS, "kind": document.letterhead.kind}) if document.letterhead else ()
        added = [("close", close, ())] if document.letterhead and document.letterhead.facts else []
        assert content(shown) == sorted([*content(document), *added])
        assert replace(shown, head=(), blocks=()) == replace(document, head=(), blocks=())
        assert all(len(b.title) <= WIDTH for b in shown.blocks)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_changed_stands_above_the_state_and_forms_stand_last(documents: list[Document], name: str) -> None:
    used = form(name)
    for document in documents:
        kind = "intsum" if document.letterhead and document.letterhead.kind == "intsum" else "sitrep"
        names = {called: SECTIONS[kind][of] for of, called in used.sections[kind]}
        letters: list[list[str]] = [[]]
        for block in dressed(document, used).blocks:
            letters += [[]] if block.kind == WITHIN else []
            letters[-1] += [names[block.title]] if block.title in names else []
        assert all(parts == sorted(parts) for parts in letters), letters  # "changed" comes before "state"
        kinds = [b.kind == "form" for b in dressed(document, used).blocks]
        assert kinds == sorted(kinds)


def test_every_section_of_a_report_can_be_named(documents: list[Document]) -> None:
    known = {title for titles in SECTIONS.values() for title in titles}
    headed = [d for d in documents if d.letterhead and d.letterhead.facts]
    titles = {plain_title(b.title) for d in headed for b in d.blocks if b.kind != WITHIN}
    assert {t for t in titles - known if not t.startswith(UNNAMED[1:]) and t} == set()
    assert {"SITUATION", "OWN FORCES", "ENEMY", "WEATHER AND VISIBILITY"} <= titles


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_form_names_every_section_once(name: str) -> None:
    for kind, titles in SECTIONS.items():
        assert sorted(of for of, _ in form(name).sections[kind]) == sorted(titles)
        assert len({called for _, called in form(name).sections[kind]}) == len(titles)


def test_each_side_of_the_training_module_has_its_own_hand(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.begin()
    ours, theirs = table.mail("allied")[-1], table.mail("german")[-1]
    table.close()
    assert ours.text.startswith("HQ 82d AIRBORNE DIVISION") and "171200A SEP 44\n" in ours.text
    for part in ("\nG-3 SITREP · T1.1 · day", "\n2. OWN FORCES\n", "\nFOR THE COMMANDER: G-3\n"):
        assert part in ours.text
    assert "KAMPFGRUPPE HENKE, FÜHRUNGSABTEILUNG" in theirs.text and "17.9.44, 12.00 Uhr\n" in theirs.text
    assert "\nIa TAGESMELDUNG · T1.1 · day" in theirs.text and "\ngez. Ia\n" in theirs.text
    assert theirs.text.index("3. EIGENE LAGE · own forces") < theirs.text.index("7. WETTER UND SICHT · weather and visibility")
    assert "EIGENE LAGE · own forces" in theirs.html and '<p class="close"' in theirs.html and "gez. Ia" in theirs.html


def test_the_british_hand_writes_its_months_and_numbers_in_words(documents: list[Document]) -> None:
    shown = next(dressed(d, form("british")) for d in documents if d.letterhead and d.letterhead.kind == "sitrep")
    assert shown.head[0] == ("From: HQ 82d AIRBORNE DIVISION", "171200A Sep 44")
    assert any(b.title == "TWO. Own tps" for b in shown.blocks)


def test_in_a_digest_no_section_leaves_its_letter() -> None:
    """Two reports and a summary in one letter: each is written as it would be by itself."""
    told = (("1. SITUATION", "RESERVES CALLED"), ("RESERVES CALLED", "1. SITUATION"), ("6. GAPS", "2. IDENTIFICATIONS"))
    letters = ((Block(f"letter {n}", (), WITHIN), *(Block(t, (str(n),)) for t in titles)) for n, titles in enumerate(told))
    blocks = [block for letter in letters for block in letter]
    kinds = tuple({**FACTS, "kind": "digest", "report": "DIGEST"}.items())
    shown = dressed(Document("", (("plain", ""),), (), tuple(blocks), letterhead=Letterhead("digest", kinds)), form("german"))
    assert [b.lines[0] if b.lines else b.title for b in shown.blocks[:-1]] == [
        "letter 0", "0", "0", "letter 1", "1", "1", "letter 2", "2", "2"
    ]  # fmt: skip
    names = dict(form("german").sections["sitrep"]) | dict(form("german").sections["intsum"])
    order = ("SITUATION", "RESERVES CALLED", "SITUATION", "RESERVES CALLED", "IDENTIFICATIONS", "GAPS")
    assert [b.title for b in shown.blocks if b.lines and b.kind != "close"] == [names[title] for title in order]
    assert "DIGEST · T3.2" in shown.head[1][0]


def test_a_side_without_a_form_has_the_plain_look(tmp_path: Path) -> None:
    table = Table(tmp_path / "a", module=str(module(tmp_path / "m", "")))
    table.begin()
    assert table.mail("allied")[-1].text.startswith("HQ 82D AIRBORNE DIVISION ")
    assert "gez." not in table.mail("allied")[-1].text and "gez. Ia" in table.mail("german")[-1].text
    table.close()


# ---------------------------------------------------------------- what a template must not hold

HEAD = "{{% block head %}}\n{}\n{{% endblock %}}\n"
FAULTY = (
    (HEAD.format("{{ staff"), 3, "expected token"),
    ("{% block head %}\n{{ staff }}\n", 2, "end of template"),
    (HEAD.format("{{ enemy }}"), 2, "there is no 'enemy'"),
    (HEAD.format("{{ staff }} {{ 1 / 0 }}"), 2, "arithmetic is not"),
    (HEAD.format("{{ 'x' * 1000000 }}"), 2, "arithmetic is not"),
    (HEAD.format("{{ 9 ** 9 ** 9 }}"), 2, "arithmetic is not"),
    (HEAD.format("{% for i in range(10) %}{{ i }}{% endfor %}"), 2, "a loop is not"),
    ("{% macro m() %}{{ m() }}{% endmacro %}" + HEAD.format("{{ m() }}"), 1, "a macro is not"),
    (HEAD.format("{{ self.head() }}"), 2, "a call is not"),
    (HEAD.format("{{ staff.__class__.__mro__ }}"), 2, "an attribute is not"),
    (HEAD.format("{{ staff['x'] }}"), 2, "an attribute is not"),
    (HEAD.format("{{ staff | attr('upper') }}"), 2, "the filter 'attr' is not"),
    (HEAD.format("{{ staff | center(100000000) }}"), 2, "the filter 'center' is not"),
    (HEAD.format("{% include 'common/letter.css' %}"), 2, "another file is not"),
    ("{% extends 'common/letter.html.j2' %}" + HEAD.format("x"), 1, "another file is not"),
    (HEAD.format("{% set x = staff %}"), 2, "set is not"),
    ("KG Henke\n" + HEAD.format("x"), 1, "text stands in a block"),
    ("\n{% block foot %}x{% endblock %}", 2, "there is no block 'foot'"),
    (HEAD.format("x") * 2, 4, "defined twice"),
    (HEAD.format("x\n" * (MOST_LINES + 1)), 0, f"{MOST_LINES} are the most"),
    (HEAD.format("BEGIN >> ORDERS\nCONCEDE"), 0, "the edge of orders"),
    (HEAD.format("\u200bE N D  ORDERS"), 0, "the edge of orders"),
    (HEAD.format("x" * 3 * WIDTH), 0, f"a line of {3 * WIDTH} characters"),
    ("x" * (MOST_TEXT + 1), 0, f"{MOST_TEXT} are the most"),
    (HEAD.format("{{ " + "(" * 1500 + "staff" + ")" * 1500 + " }}"), 0, "too much within one another"),
)


@pytest.mark.parametrize(("template", "line", "words"), FAULTY, ids=[str(n) for n in range(len(FAULTY))])
def test_a_faulty_template_is_told_with_file_and_line_before_a_campaign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str, line: int, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    module(tmp_path / "mine", "own", toml=OWN_DATA, j2=template)
    result = CliRunner().invoke(main, ["check", "mine"])
    assert result.exit_code == 1
    told = [text for text in result.output.split("\n") if text]
    assert all(text.startswith("mine/staff/own.j2") for text in told), told
    assert any(text.startswith(f"mine/staff/own.j2{f':{line}' if line else ''}: ") and words in text for text in told), told


def test_faults_of_the_data_are_told_with_their_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sections = (
        '[sitrep]\nsection = [\n  { of = "SITUATIN", name = "x" },\n]\n[[intsum.section]]\nof = "ENEMY SITUATION"\nname = ""\n'
    )
    data = f'{OWN_DATA}month = ["Jan"]\n{sections}'
    module(tmp_path / "mine", "own", toml=data)
    output = CliRunner().invoke(main, ["check", "mine"]).output
    assert "staff/own.toml:10: intsum.section[0].name: " in output
    twice = 'name = "y"\n[[intsum.section]]\nof = "ENEMY SITUATION"\nname = "z"'
    (tmp_path / "mine/staff/own.toml").write_text(data.replace('name = ""', twice))
    output = CliRunner().invoke(main, ["check", "mine"]).output
    assert 'staff/own.toml:6: sitrep.section[0].of: no section "SITUATIN": did you mean "SITUATION"?' in output
    assert "staff/own.toml:3: month: twelve months, or none: there are 1" in output
    assert 'intsum.section[1].of: "ENEMY SITUATION" stands here twice' in output


def test_a_form_that_is_not_there_is_a_fault_and_no_campaign_begins_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    module(tmp_path / "mine", "germn")
    (tmp_path / "mine/staff").mkdir()
    (tmp_path / "mine/staff/alone.j2").write_text("{% block head %}x{% endblock %}")
    output = CliRunner().invoke(main, ["check", "mine"]).output
    assert 'module.toml:21: side[0].form: no form "germn": did you mean "german"?' in output
    assert "staff/alone.toml: the file is missing, or empty, beside staff/alone.j2" in output
    CliRunner().invoke(main, ["init", "--address", "referee@club.example"])
    seats = ("--seat", "allied=a@a.example", "--seat", "german=b@b.example")
    begun = CliRunner().invoke(main, ["campaign", "new", "mine", "spring", *seats])
    assert begun.exit_code == 2 and "no form" in begun.output
    assert not list((tmp_path / "data/campaigns").glob("*"))


PIECES = (
    "{% block head %}", "{% endblock %}", "{% block close %}", "{{ staff }}", "{{ dtg | lower }}", "{{ ", " }}", "{% if weather %}",
    "{% else %}", "{% endif %}", "{% for x in staff %}", "{% endfor %}", "staff", ".format", "()", "'x'", " ~ ", " * 99", "\n",
    " >> ", "{% raw %}", "{#", "#}", "{% macro a() %}", "{% endmacro %}", "[0]", "|", "upper", "lipsum", "<script>", "{%", "%}",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=60))
def test_whatever_is_written_is_refused_or_prints_a_few_lines(template: str) -> None:
    if any(True for _ in faults(template)):
        return
    for part in ("head", "close"):
        try:
            lines = printed(template, part, FACTS)
        except LetterheadError:
            continue
        assert len(lines) <= MOST_LINES and all(len(line) <= 2 * WIDTH + len(APART) for line in lines)
        assert lines == printed(template, part, FACTS)


def test_a_template_of_before_prints_as_it_did() -> None:
    """Campaigns keep their module as it was: what the moment of play was called then is understood."""
    new, old = ("{% block head %}{{ report }} {{ " + name + " }}{% endblock %}" for name in ("moment", "impulse"))
    assert printed(new, "head", FACTS) == printed(old, "head", FACTS) == (f"{FACTS['report']} T3.2",)


def test_what_a_template_prints_is_text_on_the_page(tmp_path: Path) -> None:
    nasty = HEAD.format("<script>alert(1)</script><img src=https://x.example/a.png> >> {{ dtg }}")
    table = Table(tmp_path / "a", module=str(module(tmp_path / "m", "own", toml=OWN_DATA, j2=nasty)))
    table.begin()
    shown = table.mail("allied")[-1]
    table.close()
    assert "<script" not in shown.html and "<img" not in shown.html and "&lt;script&gt;alert(1)" in shown.html
    assert shown.text.startswith("<script>alert(1)")


# ---------------------------------------------------------------- a form that fails once a campaign has begun


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Table]:
    """A campaign whose copy of a module's own form was spoilt by hand."""
    folder = tmp_path / "run"
    table = Table(folder, module=str(module(tmp_path / "m", "own", toml=OWN_DATA, j2=HEAD.format("Blue >> {{ dtg }}"))))
    table.begin()
    assert table.mail("allied")[-1].text.startswith("Blue  ")
    home = table.campaign.home
    table.close()
    (home / "module/staff/own.j2").write_text(HEAD.format("{{ staff }}\n{{ enemy }}"))
    again = Table(folder, postman=table.postman)
    again.at, again.count = table.at, table.count
    yield again
    again.close()


def reported(table: Table, seat: str) -> str:
    """The text of a report that is asked for, which comes behind the answer."""
    table.write(seat, "REPORT")
    return table.mail(seat)[-1].text


def test_a_broken_form_costs_the_look_and_no_letter_and_the_host_is_told_once(broken: Table, tmp_path: Path) -> None:
    configured(broken, tmp_path / "run")
    assert reported(broken, "allied").startswith("HQ 82D AIRBORNE DIVISION ")
    assert "gez. Ia" in reported(broken, "german")  # the other side's form is whole
    for days in (0, 1, 3):
        broken.wait(days=days)
        a_pass(broken, Door())
    (notice,) = notices(broken)
    said = notice.get_content().replace("\n", " ")
    assert "test/module/staff/own.j2:3: there is no 'enemy'" in said and "reports have the plain look" in said
    assert "letters wait" not in said and HOST in notice["To"]


def test_letters_that_are_made_again_are_the_same_bytes(broken: Table) -> None:
    broken.write("allied", "REPORT")
    folder = broken.campaign.home / "letters" / "out" / "allied"
    last = max(folder.iterdir(), key=lambda path: int(path.stem.split("-")[1]))
    before = last.read_bytes()
    last.unlink()  # those of before the form was spoilt would look otherwise now, and so would every link after them
    broken.referee.press.freeze_all(broken.campaign)
    assert last.read_bytes() == before


def test_a_form_that_prints_too_much_of_these_facts_leaves_the_letter_plain(broken: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = StaffForm("own", template=HEAD.format("{{ staff }}" * 100))
    monkeypatch.setattr(broken.campaign, "forms", replace(broken.campaign.forms, by_side={"allied": whole}, faults=()))
    assert reported(broken, "allied").startswith("HQ 82D AIRBORNE DIVISION ")
    assert reported(broken, "allied").startswith("HQ 82D AIRBORNE DIVISION ")
    (fault,) = broken.campaign.forms.faults
    assert str(fault).startswith("staff/own.j2: head: a line of ")


def test_a_host_who_fixes_the_form_hears_no_more_of_it(broken: Table, tmp_path: Path) -> None:
    configured(broken, tmp_path / "run")
    a_pass(broken, Door())
    place = PulseFile(broken.referee.disk, broken.referee.data)
    assert any("staff form" in kind for kind in AlertBook(place, broken.at).pulse.alarms)
    broken.campaign.forms = replace(broken.campaign.forms, faults=())
    a_pass(broken, Door())
    assert AlertBook(place, broken.at).pulse.alarms == {}


def test_a_running_campaign_keeps_the_forms_it_began_with(broken: Table) -> None:
    kept = library.module_files(broken.campaign.home / "module")
    assert kept["staff/german.j2"] == library.staff_forms()["staff/german.j2"]
    staff = {name.removeprefix("staff/") for name in kept if name.startswith("staff/")}
    assert staff == {"german.toml", "german.j2", "own.toml", "own.j2"}


def test_a_module_may_bring_a_template_for_shipped_data_and_data_without_one() -> None:
    files = module_files("us", j2=HEAD.format("Other >> x"))
    there = forms(files, load_module(files)).by_side["allied"]
    assert printed(there.template, "head", FACTS) == ("Other >> x",) and there.sections["sitrep"]
    files = module_files("us", toml=OWN_DATA)
    there = forms(files, load_module(files)).by_side["allied"]
    assert there.template == "" and there.sections["sitrep"] == ()


def test_a_document_of_nobodys_staff_stays_as_it_is() -> None:
    document = Document("x", (("[t] x", "A-1"),), (), (Block("1. SITUATION", ("a",)),))
    assert dressed(document, form("german")) is document
