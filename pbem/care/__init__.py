"""What the host does by hand: set up, run, look, prove, mend, save. Each function is one command; it returns what to print."""

from pbem.care.backup import backup
from pbem.care.doctor import doctor
from pbem.care.holding import hold_all, host, release, resume_all
from pbem.care.looking import chronicle, help_text, list_campaigns, may_be_drawn, report, show
from pbem.care.mending import rebuild, unshunt
from pbem.care.posting import export, outbox
from pbem.care.proof import audit, check
from pbem.care.restore import restore
from pbem.care.running import receive, serve, tick
from pbem.care.setup import init, module_folder, new_boot_camp, new_campaign, time_zone
from pbem.care.status import status
from pbem.editions import order_words

__all__ = [
    "audit", "backup", "check", "chronicle", "doctor", "export", "help_text", "hold_all", "host", "init",
    "list_campaigns", "may_be_drawn", "module_folder",
    "new_boot_camp", "new_campaign", "order_words", "outbox", "rebuild", "receive", "release", "report", "restore", "resume_all",
    "serve", "show", "status", "tick", "time_zone", "unshunt",
]  # fmt: skip
