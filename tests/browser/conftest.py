"""Fixtures: the letters of `gallery`, and a real Chromium that may load nothing but the file it is shown."""

import os
import shutil
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.acceptance.table import Mail

from .gallery import gallery

Letters = dict[str, tuple[str, Mail]]
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")


def needed(request: pytest.FixtureRequest, program: str) -> str:
    """Where a program lies. Skips, loudly, when it is missing; in CI that is a failure."""
    path = shutil.which(program)
    if path:
        return path
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(f"{program} is missing")
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\nNOT TESTED: {program} is missing", file=sys.stderr)
    pytest.skip(f"no {program}")


@pytest.fixture(scope="session")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Letters:
    """Kind and letter by name."""
    return gallery(tmp_path_factory.mktemp("gallery"))


@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """One browser for a module's tests. It is gone before others run: Playwright's loop runs in this thread as long as it lives."""
    path = needed(request, "chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()
