"""Words by which a commander arranges himself with the campaign: absence, time, recall, appeal, draw. They touch no unit."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

CAMPAIGN_WORDS: tuple[tuple[Verb, str], ...] = (
    (Verb("absent", ("absent MOMENT to MOMENT_END [proxy SEAT]", "absent no"), "letter", phrase("say that you will be away")),
     phrase("ABSENT says from when to when you are away. With a PROXY, a seat of your own side, he commands meanwhile and\n"
            "your clock runs on; without one an impulse of yours that would end in that time ends on the first evening after\n"
            "it (up to two weeks). ABSENT NO takes it back. The other side is told nothing.\n\n"
            "    ABSENT 2026-12-20 to 2026-12-27\n    ABSENT 20 Dec 18:00 to 27 Dec proxy allied.504\n    ABSENT NO")),
    (Verb("zone", ("zone TEXT",), "letter", phrase("read the clock in your own zone")),
     phrase("ZONE has every hour in your letters told in your own time zone. The campaign's own stays what it was.\n"
     "\n    ZONE Europe/London\n    ZONE America/New_York")),
    (Verb("extend", ("extend",), "letter", phrase("take an extension")),
     phrase("EXTEND gives the running impulse, if it is yours, another day, without asking anybody: twice in a campaign. The\n"
            "other side is told nothing.\n\n    EXTEND")),
    (Verb("live", ("live MOMENT [to CLOCK]", "live no", "accept live [N]", "decline live [N]"), "letter",
          phrase("offer the other side an evening at the table together")),
     phrase("LIVE offers the other side an evening in which impulses last minutes: on your own clocks, from then until then.\n"
            "ACCEPT LIVE or DECLINE LIVE answers an offer. LIVE NO takes yours back, calls off what is agreed, or ends the\n"
            "evening that runs.\n\n    LIVE 20:00-22:30\n    LIVE 27 Nov 20:00 to 22:30\n    ACCEPT LIVE 1\n    DECLINE LIVE\n"
            "    LIVE NO")),
    (Verb("hold my letters", ("hold my letters (N|off)",), "letter", phrase("let your letters wait, so that you can recall them")),
     phrase("HOLD MY LETTERS lets every letter of yours that acts wait so many minutes, 60 at the most, before it is carried out.\n"
     "RECALL within that time takes it back as if it had never come. OFF ends it. No deadline runs out over a letter that waits.\n"
     "\n    HOLD MY LETTERS 10\n    HOLD MY LETTERS OFF")),
    (Verb("recall", ("recall",), "letter", phrase("take back the letters that wait")),
     phrase("RECALL takes back what waits by HOLD MY LETTERS. What is carried out stays so (TOCS-1.14-1).\n\n    RECALL")),
    (Verb("appeal", ("appeal line LINE [TEXT]", "appeal TEXT"), "letter", phrase("appeal to the host")),
     phrase("APPEAL puts a question of the rules to the host: about a line of your last orders, or in your own words. Nobody\n"
            "else reads it; where he commands a side himself, none is made. What he rules for both is a RULING,\n"
            "and binds; RULINGS lists them.\n\n"
            "    APPEAL LINE 3 the bridge is whole\n    APPEAL May a half company claim EZOC?")),
    (Verb("draw", ("offer draw", "accept draw", "decline draw"), "letter", phrase("end it as a draw, if both will")),
     phrase("OFFER DRAW is told to the other side; ACCEPT DRAW ends the campaign, DECLINE DRAW does not. An offer stands\n"
            "until it is answered. All is opened to both as after the last turn, with the result to date. The referee asks you\n"
            "for a YES before he tells an offer, and before he ends the campaign by one.\n\n    OFFER DRAW\n"
            "    ACCEPT DRAW\n    DECLINE DRAW")),
    (Verb("concede", ("concede [yes]",), "letter", phrase("give the campaign up")),
     phrase("CONCEDE gives the campaign to the other side. Since it cannot be undone the referee asks first, and only a YES in\n"
            "answer to that letter does it. All is opened to both as after the last turn, with the result to date.\n"
            "\n    CONCEDE")),
    (Verb("mute", ("mute SEAT", "unmute SEAT"), "letter", phrase("take no more messages of somebody's")),
     phrase("MUTE lets no more MESSAGEs of a seat's, a side's or ENEMY's come to you; UNMUTE does again. A seat of your own\n"
            "side that writes to you alone is told so; the enemy gets the same answer as if you read him.\n\n    MUTE enemy\n"
            "    UNMUTE enemy")),
    (Verb("lesson", ("lesson [N]",), "letter", phrase("the boot camp's lesson once more")),
     phrase("LESSON shows the lesson you are at in a boot camp once more; with a number it goes to that one, done already or not\n"
     "(HELP BOOT CAMP).\n\n    LESSON\n    LESSON 3")),
    (Verb("skip", ("skip [lesson]",), "letter", phrase("go past the boot camp's lesson")),
     phrase("SKIP goes past the lesson of a boot camp; LESSON with its number comes back to it.\n\n    SKIP")),
    (Verb("close camp", ("close camp",), "letter", phrase("end the boot camp")),
     phrase("CLOSE CAMP ends a boot camp at any time. All is opened to you as after the last turn of any campaign, and your\n"
     "certificate says what you have done.\n\n    CLOSE CAMP")),
)  # fmt: skip
RULINGS = (
    Verb("rulings", ("rulings",), "question", phrase("the host's rulings so far")),
    phrase(
        "RULINGS lists the host's rulings by rule id, which bind later cases, and what he has patched of the module, as far\n"
        "as your side was told.\n\n    RULINGS"
    ),
)
CAMPAIGN_VERBS = frozenset(verb.name for verb, _ in CAMPAIGN_WORDS)
