"""HELP MODULES is followed step by step: its files are typed as they stand, its commands are run as they stand."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from pbem.campaign.state import Seat
from pbem.cli import main
from pbem.documents.document import WIDTH
from pbem.modules import library
from tests.acceptance.table import Table

TOPIC = library.help_topics("tocs")["modules"]


def blocks() -> list[list[str]]:
    """The indented blocks of the topic."""
    parts = [part.split("\n") for part in TOPIC.split("\n\n") if part.startswith("    ")]
    return [[line.removeprefix("    ") for line in part] for part in parts]


def files() -> dict[str, str]:
    """File name to text: blocks that begin with `# name`."""
    return {b[0].removeprefix("# "): "\n".join(b[1:]) + "\n" for b in blocks() if b[0].startswith("# ")}


def commands() -> list[list[str]]:
    """The commands after `$ pbem`, lines that go on joined."""
    joined = "\n".join(line for b in blocks() if b[0].startswith("$ ") for line in b).replace("\\\n   ", " ")
    return [line.split()[2:] for line in joined.split("\n")]


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which everything was typed, and where the shell stands."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "skirmish" / "staff").mkdir(parents=True)
    for name, text in files().items():
        (tmp_path / "skirmish" / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_five_files_are_all_there_is_to_type_and_two_for_a_staff_of_ones_own(typed: Path) -> None:
    five = ["map.toml", "module.toml", "oob-blue.toml", "oob-red.toml", "scenario-1.toml"]
    assert sorted(files()) == [*five, "staff/blue.j2", "staff/blue.toml"]
    assert all(f"Step {number}." in TOPIC for number in range(1, 9))


def test_every_command_of_the_topic_does_what_it_says(typed: Path) -> None:
    checked, drawn, rehearsed, checked_again, begun = commands()
    assert checked_again == checked
    run = CliRunner()
    result = run.invoke(main, checked)
    assert result.exit_code == 0, result.output
    assert run.invoke(main, drawn).exit_code == 0
    assert ElementTree.parse(typed / "skirmish.svg").getroot().tag.endswith("svg")
    result = run.invoke(main, rehearsed)
    assert result.exit_code == 0, result.output
    assert "Skirmish at the Mill: 1 games" in result.output
    assert "DID NOT END" not in result.output
    assert run.invoke(main, ["init", "--address", "referee@club.example"]).exit_code == 0
    named(typed)
    result = run.invoke(main, checked_again)
    assert result.exit_code == 0, result.output
    result = run.invoke(main, begun)
    assert result.exit_code == 0, result.output
    early = run.invoke(main, ["report", "spring", "blue"])
    assert early.exit_code == 2 and "not all commanders have accepted" in early.output


def test_the_staff_of_the_topic_writes_its_reports_in_its_own_form(typed: Path) -> None:
    named(typed)
    seats = (Seat("blue", "blue", "commander", "a@a.example", "B"), Seat("red", "red", "commander", "b@b.example", "R"))
    table = Table(typed / "play", module="skirmish", seats=seats)
    table.begin()
    text = table.mail("blue")[-1].text
    table.close()
    assert text.startswith("Hq Blue Force ") and "MORNING REPORT of 17 SEP 1944" in text
    assert "\nB. Our own\n" in text and "\nOperations\n" in text


def named(typed: Path) -> None:
    """The line of step 7 is written below blue's staff."""
    (line,) = (b[0] for b in blocks() if b[0].startswith("form = "))
    path = typed / "skirmish" / "module.toml"
    staff = 'staff = "HQ BLUE FORCE"'
    path.write_text(path.read_text(encoding="utf-8").replace(staff, f"{staff}\n{line}"), encoding="utf-8")


def test_a_slip_in_a_staff_form_is_told_with_file_and_line(typed: Path) -> None:
    named(typed)
    path = typed / "skirmish" / "staff" / "blue.j2"
    path.write_text(path.read_text(encoding="utf-8").replace("{{ dtg }}", "{{ dgt }}"), encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "skirmish"])
    assert result.exit_code == 1 and "skirmish/staff/blue.j2:2: there is no 'dgt'" in result.output


def test_a_slip_in_a_file_is_told_with_file_and_key(typed: Path) -> None:
    path = typed / "skirmish" / "map.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"open"', '"opn"'), encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "skirmish"])
    assert result.exit_code == 1
    assert "map.toml" in result.output and "02.02" in result.output


def test_no_line_to_type_is_wider_than_a_letter() -> None:
    assert [line for b in blocks() for line in b if len(line) + 4 > WIDTH] == []
