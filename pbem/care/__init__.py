"""What the host does by hand: set up, run, look, prove, mend. Each function is one command; it returns what to print."""

from pbem.care.looking import chronicle, help_text, list_campaigns, report, show
from pbem.care.mending import rebuild, unshunt
from pbem.care.proof import audit, check, order_words
from pbem.care.running import outbox, receive, serve, tick
from pbem.care.setup import init, new_campaign

__all__ = [
    "audit", "check", "chronicle", "help_text", "init", "list_campaigns", "new_campaign", "order_words", "outbox", "rebuild",
    "receive", "report", "serve", "show", "tick", "unshunt",
]  # fmt: skip
