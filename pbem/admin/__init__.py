"""What the host does by hand: set up, run, look, prove, fix, save. Each function is one command; it returns what to print.

What looks takes no lock; what writes is handed to the daemon as an errand in the spool while one runs (`handing.py`). What a side
knows passes `campaign/eyes.py` first, since a host may play. First file: `setup.py`, then `handing.py`.
"""

from pbem.admin.backup import backup
from pbem.admin.doctor import doctor
from pbem.admin.holding import hold_all, host, release, resume_all
from pbem.admin.looking import chronicle, help_text, list_campaigns, may_be_drawn, report, show
from pbem.admin.module_check import audit, check
from pbem.admin.pads import write_pads
from pbem.admin.posting import export, outbox
from pbem.admin.repair_journal import rebuild, unshunt
from pbem.admin.restore import restore
from pbem.admin.running import receive, serve, tick
from pbem.admin.setup import init, module_folder, new_boot_camp, new_campaign, time_zone
from pbem.admin.status import status
from pbem.campaign.module_versions import order_words

__all__ = [
    "audit", "backup", "check", "chronicle", "doctor", "export", "help_text", "hold_all", "host", "init",
    "list_campaigns", "may_be_drawn", "module_folder",
    "new_boot_camp", "new_campaign", "order_words", "outbox", "rebuild", "receive", "release", "report", "restore", "resume_all",
    "serve", "show", "status", "tick", "time_zone", "unshunt",
    "write_pads",
]  # fmt: skip
