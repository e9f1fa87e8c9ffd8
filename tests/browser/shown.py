"""The two pictures at the top of README, made from a letter of a played campaign: `make pictures`.

The campaign begins as the demo does, with the letters that it shows; a scripted German answers by what he knows, from a fixed seed.
Shown is the American report after that, as a phone shows it, and the map that it encloses.
"""

import io
import random
import shutil
import tempfile
from email.message import EmailMessage
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from pbem.handlers.bot import Commander
from pbem.simulate.demo import STANDING, TYPO
from tests.acceptance.table import Mail, Table

from .test_letters import pictures

FOLDER = Path(__file__).parent / "shown"
WIDTH, HEIGHT = 390, 860  # of a phone
COLOURS = 128


def report(folder: Path, painted: bool = True) -> Mail:
    """The report with which the second American impulse begins."""
    table = Table(folder, pictures=painted)
    try:
        table.begin()
        for words in (TYPO, "YES", STANDING, "END IMPULSE"):
            table.write("allied", words)
        context = table.campaign.table
        mind = Commander(context.ruleset, context.words, context.game, random.Random("german"))
        table.write("german", f"CARRY OUT WHAT YOU CAN\n{mind.letter(table.campaign.state.pictures['german'])}")
        return next(mail for mail in reversed(table.mail("allied")) if "your impulse" in mail.subject)
    finally:
        table.close()


def photographed(mail: Mail, folder: Path) -> bytes:
    """The top of its page on a phone, as PNG."""
    page = mail.html
    for shown in pictures(mail.raw):
        (folder / str(shown.get_filename())).write_bytes(_content(shown))
        page = page.replace(f"cid:{shown['Content-ID'].strip('<>')}", str(shown.get_filename()))
    (folder / "letter.html").write_text(page, encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=2, offline=True)
        opened = context.new_page()
        opened.goto((folder / "letter.html").as_uri())
        taken = opened.screenshot()
        browser.close()
    return taken


def _content(part: EmailMessage) -> bytes:
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    return data


def main() -> None:
    """Both pictures, in few colours."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        mail = report(folder / "table")
        seen = Image.open(io.BytesIO(photographed(mail, folder))).convert("RGB")
        seen.quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / "letter.png", optimize=True)
        (FOLDER / "map.png").write_bytes((folder / "map.png").read_bytes())
    print(mail.subject)


if __name__ == "__main__":
    main()
