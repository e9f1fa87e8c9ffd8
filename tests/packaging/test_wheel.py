"""The wheel holds what is tracked and nothing else, and works where there is no checkout."""

import re
import shutil
import stat
import subprocess
import zipfile
from email.parser import Parser
from importlib.metadata import version
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from pbem import __version__
from pbem.modules import library

from .conftest import ROOT, Installed, install

DATA = "pbem/_data/"
METADATA = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}


def tracked() -> set[str]:
    """What git knows below the packed folders, or would know with the next `git add`."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "pbem", "templates", "games"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return {name for name in listed if (ROOT / name).is_file()}


def packed(wheel: Path) -> set[str]:
    """What a wheel holds, by the names of the checkout; its own metadata left out."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    return {name.removeprefix(DATA) for name in names}


def test_the_wheel_holds_the_tracked_files_and_nothing_else(wheel: Path) -> None:
    assert len(tracked()) > 200
    assert packed(wheel) == tracked()


def test_nothing_stray_gets_in(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        checkout.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, checkout)
    for folder in ("pbem", "templates", "games"):
        shutil.copytree(ROOT / folder, checkout / folder)
    clean = {name for name in packed(_built(checkout, tmp_path / "one")) if "__pycache__" not in name}
    strays = (
        "pbem/cli.py.orig", "pbem/notes.txt", "pbem/.env", "pbem/mail/reading.py~", "games/heumen-bridge/.map.toml.swp",
        "games/heumen-bridge/data/key", "templates/help/start.txt.bak", "pbem/__pycache__/cli.cpython-311.pyc",
        "templates/.DS_Store", "tests/test_x.py", "pbem.toml", "data/key",
    )  # fmt: skip
    for name in strays:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text("stray")
    assert packed(_built(checkout, tmp_path / "two")) == clean


def _built(checkout: Path, folder: Path) -> Path:
    (built,) = WheelBuilder(str(checkout)).build(directory=str(folder), versions=["standard"])
    return Path(built)


def test_its_metadata_are_those_of_the_project(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        info = {n.partition(".dist-info/")[2] for n in archive.namelist() if ".dist-info/" in n}
        (name,) = (n for n in archive.namelist() if n.endswith("/METADATA"))
        metadata = Parser().parsestr(archive.read(name).decode())
    assert info == METADATA
    assert (metadata["Name"], metadata["Version"], metadata["Requires-Python"]) == ("pbem", __version__, ">=3.11")
    wanted = {re.split(r"[<>=\[]", line)[0] for line in metadata.get_all("Requires-Dist", ())}
    assert {"click", "imapclient", "pydantic", "tzdata"} <= wanted
    assert all(version(name) for name in wanted), "what it depends on is locked for the tests"


def test_the_same_checkout_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    assert _built(ROOT, tmp_path).read_bytes() == wheel.read_bytes()


# ---------------------------------------------------------------- installed


def test_it_runs_without_the_checkout(installed: Installed) -> None:
    assert installed.says("--version") == f"pbem, version {__version__}\n"
    package = Path(installed.python("import pbem; print(pbem.__file__)"))
    assert installed.venv.resolve() in package.resolve().parents
    data = Path(installed.python("from pbem.modules import library; print(library.root())"))
    assert data == package.parent / "_data"


def test_its_modules_and_help_are_those_of_the_checkout(installed: Installed) -> None:
    modules = installed.says("check").splitlines()
    assert [line.partition(":")[0] for line in modules] == list(library.module_names())
    assert all(line.endswith("clean") for line in modules)
    for topic in ("start", "move", "configuration"):
        shown = installed.says("help", topic)
        assert not shown.startswith("no topic"), topic


def test_a_stranger_gets_from_init_to_invitations(installed: Installed) -> None:
    house = installed.home / "house"
    house.mkdir()
    file = house / "pbem.toml"
    installed.says("--config", str(file), "init", "--address", "referee@club.example")
    assert _mode(file) == 0o600
    folders = [path for path in house.rglob("*") if path.is_dir()]
    assert {"data", "in", "out", "new"} <= {path.name for path in folders}
    assert {_mode(path) for path in folders} == {0o700}
    seats = ("--seat", "allied=ann@a.example", "--seat", "german=bob@b.example")
    assert "2 invitations" in installed.says("--config", str(file), "campaign", "new", "heumen-bridge", "spring", *seats)
    assert installed.run("--config", str(file), "tick").stdout == "0 handled\n"
    assert len(list((house / "mail" / "out").rglob("new/*"))) == 2
    assert {_mode(path) & 0o077 for path in house.rglob("*")} == {0}


def test_init_refuses_what_is_no_address_and_leaves_nothing_behind(installed: Installed, tmp_path: Path) -> None:
    refused = installed.run("--config", "pbem.toml", "init", "--address", "the referee", folder=tmp_path)
    assert refused.returncode == 2
    assert "mailbox.address: 'the referee' is not a mail address" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# ---------------------------------------------------------------- from the checkout


def test_an_editable_install_finds_the_data_of_the_checkout(editable: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(editable) as archive:
        assert not [name for name in archive.namelist() if name.startswith("pbem/")], "a copy that goes stale"
    installed = install(editable, tmp_path)
    assert Path(installed.python("from pbem.modules import library; print(library.root())")) == ROOT
    assert installed.says("check").endswith("clean\n")


def test_the_checkout_runs_as_it_stands() -> None:
    assert library.root() == ROOT


def test_without_data_the_library_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lonely = tmp_path / "pbem" / "library.py"
    lonely.parent.mkdir()
    lonely.touch()
    monkeypatch.setattr(library, "__file__", str(lonely))
    monkeypatch.setattr("importlib.resources.files", lambda name: lonely.parent)
    with pytest.raises(RuntimeError, match="install the package again"):
        library.root()


def test_the_command_is_the_one_of_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith("/entry_points.txt"))
        assert archive.read(name).decode() == "[console_scripts]\npbem = pbem.cli:main\n"
