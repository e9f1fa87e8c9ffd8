"""The same pad in Debian's Firefox: planned with a mouse and with a finger, and what it writes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import needed

from .conftest import Padded
from .firefox import Firefox
from .hands import SPOT

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def firefox(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """One for the module."""
    browser = Firefox(needed(request, "firefox-esr"), tmp_path_factory.mktemp("firefox") / "profile", 1000, 900)
    yield browser
    browser.close()


@pytest.mark.parametrize("kind", ["mouse", "touch"])
def test_an_impulse_is_planned_in_firefox_too(firefox: Firefox, padded: Padded, tmp_path: Path, kind: str) -> None:
    firefox.open(padded.file)
    firefox.script("localStorage.clear()")
    firefox.open(padded.file)
    for _ in range(100):
        if firefox.script("return Boolean(window.PAD && PAD.drawn)"):
            break
    assert firefox.script("return document.querySelectorAll('#ground text').length") > 100

    def tap(hex_: str) -> None:
        x, y = firefox.script(f"return ({SPOT})(arguments[0])", hex_)
        firefox.click(x, y, kind)

    tap("20.13")
    firefox.script("[...document.querySelectorAll('.chip.u')].find(chip => chip.textContent.startsWith('D/505')).id = 'wanted'")
    firefox.press("#wanted")
    firefox.press("[data-verb='recon'][data-place='unit']")
    tap("20.12")
    firefox.script("[...document.querySelectorAll('button')].find(found => found.textContent === 'if empty').id = 'then'")
    firefox.press("#then")
    firefox.press("[data-verb='move'][data-place='unit']")
    tap("20.12")
    firefox.press("#add")
    firefox.press("#close")
    assert firefox.script("return PAD.lines") == ["D/505: recon 20.12; if empty move 20.12", "end impulse"]
    assert firefox.script("return document.querySelector('#mail').href").startswith("mailto:referee+test-")
    assert firefox.script("return document.documentElement.scrollWidth <= innerWidth")
    firefox.script("PAD.lines = []")
