"""`pbem doctor --pad`: an order pad is mailed to the host, to see whether a page that runs scripts comes through and opens.

Many offices put such attachments aside, and previews run no scripts: what the host finds, commanders will.
"""

from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime

from pbem.handlers.words import words_of
from pbem.letters.pad import PadRules, empty_pad
from pbem.modules import library
from pbem.rulesets import RULESETS
from pbem.rulesets.loading import load_module

SHOWN = "heumen-bridge"  # the module whose pad it is
WORDS = """An order pad of the referee's, sent by `pbem doctor --pad`. Save the attachment and open it in a browser.

It came, and asks you to open a report: pads reach you, and PAD ON is worth while.
It did not come, or was renamed: your provider keeps such files from you, and so will those of some commanders. Their letters
have a form that says the same. `pbem pad FOLDER` writes empty pads for a web server instead.
The page stays without buttons: that program runs no scripts. Open it in a browser.
"""


def trial_pad(sender: str, to: str, at: datetime) -> bytes:
    """The letter."""
    module = load_module(library.module_files(library.module_folder(SHOWN)))
    ruleset = RULESETS[module.ruleset]
    game = ruleset.scenario.opening(module, library.charts(module.ruleset)).game
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, "pbem doctor: does an order pad reach you?"
    message["Date"] = format_datetime(at)
    message["Message-ID"] = f"<pad.{at.timestamp():.0f}@{sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(WORDS)
    page = empty_pad(PadRules(ruleset, game, words_of(ruleset)))
    message.add_attachment(page, maintype="text", subtype="html", filename=f"pad-{SHOWN}.html")
    return message.as_bytes()
