"""HELP MODULES is followed step by step: its files are typed as they stand, its commands are run as they stand."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from pbem import library
from pbem.cli import main
from pbem.reports.document import WIDTH

TOPIC = library.help_topics()["modules"]


def blocks() -> list[list[str]]:
    """The indented blocks of the topic."""
    parts = [part.split("\n") for part in TOPIC.split("\n\n") if part.startswith("    ")]
    return [[line.removeprefix("    ") for line in part] for part in parts]


def files() -> dict[str, str]:
    """File name to text: blocks that begin with `# name`."""
    return {b[0].removeprefix("# "): "\n".join(b[1:]) + "\n" for b in blocks() if b[0].startswith("# ")}


def commands() -> list[list[str]]:
    """The commands after `$ pbem`, lines that go on joined."""
    joined = "\n".join(line for b in blocks() if b[0].startswith("$ ") for line in b).replace("\n   ", " ")
    return [line.split()[2:] for line in joined.split("\n")]


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which everything was typed, and where the shell stands."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "skirmish").mkdir()
    for name, text in files().items():
        (tmp_path / "skirmish" / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_five_files_are_all_there_is_to_type(typed: Path) -> None:
    assert sorted(files()) == ["map.toml", "module.toml", "oob-blue.toml", "oob-red.toml", "scenario-1.toml"]
    assert all(f"Step {number}." in TOPIC for number in range(1, 8))


def test_every_command_of_the_topic_does_what_it_says(typed: Path) -> None:
    checked, drawn, rehearsed, begun = commands()
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
    result = run.invoke(main, begun)
    assert result.exit_code == 0, result.output


def test_a_slip_in_a_file_is_told_with_file_and_key(typed: Path) -> None:
    path = typed / "skirmish" / "map.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('"open"', '"opn"'), encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "skirmish"])
    assert result.exit_code == 1
    assert "map.toml" in result.output and "02.02" in result.output


def test_no_line_to_type_is_wider_than_a_letter() -> None:
    assert [line for b in blocks() for line in b if len(line) + 4 > WIDTH] == []
