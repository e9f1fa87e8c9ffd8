"""The wheel, built once and installed once into an empty venv, as a stranger gets it: no network, no checkout."""

import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Installed:
    """A venv that holds the wheel, and a home that holds nothing."""

    venv: Path
    home: Path

    @property
    def pbem(self) -> Path:
        """The command."""
        return self.venv / "bin" / "pbem"

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of ours but a path and a home."""
        return {"PATH": f"{self.venv / 'bin'}:/usr/bin:/bin", "HOME": str(self.home), "LANG": "C.UTF-8"}

    def run(self, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run the command in its home or another folder."""
        return subprocess.run(
            [self.pbem, *arguments], cwd=folder or self.home, env=self.environment, capture_output=True, text=True, timeout=60,
            check=False,
        )  # fmt: skip

    def says(self, *arguments: str) -> str:
        """What it prints when all is well."""
        done = self.run(*arguments)
        assert (done.returncode, done.stderr) == (0, ""), done
        return done.stdout

    def python(self, code: str) -> str:
        """What a line of Python in the venv prints."""
        command = [str(self.venv / "bin" / "python"), "-c", code]
        done = subprocess.run(command, cwd=self.home, env=self.environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()


Install = Callable[[Path, Path], Installed]


def install(wheel: Path, folder: Path) -> Installed:
    """Install a wheel into a new venv; what it depends on it finds in the venv of the tests, behind its own packages."""
    target, home = folder / "venv", folder / "home"
    home.mkdir(parents=True)
    venv.create(target, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(target / "bin" / "python"), "--isolated", "--disable-pip-version-check"]
    options = ["install", "--quiet", "--no-index", "--no-deps", "--no-cache-dir"]
    subprocess.run([*pip, *options, wheel], check=True, timeout=100, env={**os.environ, "HOME": str(home)})
    packages = next((target / "lib").glob("python3*/site-packages"))
    (packages / "of_the_tests.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return Installed(target, home)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("dist")), versions=["standard"])
    return Path(built)


@pytest.fixture(scope="session")
def editable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that `pip install --editable` makes."""
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("editable")), versions=["editable"])
    return Path(built)


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel, installed."""
    return install(wheel, tmp_path_factory.mktemp("installed"))
