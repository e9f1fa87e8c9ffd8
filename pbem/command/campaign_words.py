"""Words by which a commander arranges himself with the campaign: absence, time, recall, appeal, draw. They touch no unit."""

from pbem.orders.sheet import Verb

CAMPAIGN_WORDS: tuple[tuple[Verb, str], ...] = (
    (Verb("absent", ("absent MOMENT to MOMENT_END [proxy SEAT]", "absent no"), "letter", "say that you will be away"),
     "ABSENT says from when to when you are away. With a PROXY, a seat of your own side, he commands meanwhile and your clock\n"
     "runs on; without one an impulse of yours that would end in that time ends on the first evening after it (up to two\n"
     "weeks). ABSENT NO takes it back. The other side is told nothing.\n"
     "\n    ABSENT 2026-12-20 to 2026-12-27\n    ABSENT 20 Dec 18:00 to 27 Dec proxy allied.504\n    ABSENT NO"),
    (Verb("zone", ("zone TEXT",), "letter", "read the clock in your own zone"),
     "ZONE has every hour in your letters told in your own time zone. The campaign's own stays what it was.\n"
     "\n    ZONE Europe/London\n    ZONE America/New_York"),
    (Verb("extend", ("extend",), "letter", "take an extension"),
     "EXTEND gives the running impulse, if it is yours, another day, without asking anybody: twice in a campaign. The other side\n"
     "is told nothing.\n\n    EXTEND"),
    (Verb("live", ("live MOMENT [to CLOCK]", "live no", "accept live [N]", "decline live [N]"), "letter",
          "offer the other side an evening at the table together"),
     "LIVE offers the other side an evening in which impulses last minutes: on your own clocks, from then until then. ACCEPT LIVE\n"
     "or DECLINE LIVE answers an offer. LIVE NO takes yours back, calls off what is agreed, or ends the evening that runs.\n"
     "\n    LIVE 20:00-22:30\n    LIVE 27 Nov 20:00 to 22:30\n    ACCEPT LIVE 1\n    DECLINE LIVE\n    LIVE NO"),
    (Verb("hold my letters", ("hold my letters N",), "letter", "let your letters wait, so that you can recall them"),
     "HOLD MY LETTERS lets every letter of yours that acts wait so many minutes, 60 at the most, before it is carried out.\n"
     "RECALL within that time takes it back as if it had never come. 0 ends it. No deadline runs out over a letter that waits.\n"
     "\n    HOLD MY LETTERS 10\n    HOLD MY LETTERS 0"),
    (Verb("recall", ("recall",), "letter", "take back the letters that wait"),
     "RECALL takes back what waits by HOLD MY LETTERS. What is carried out stays so (TOCS-1.14-1).\n\n    RECALL"),
    (Verb("appeal", ("appeal line LINE [TEXT]", "appeal TEXT"), "letter", "appeal to the host"),
     "APPEAL puts a question of the rules to the host: about a line of your last orders, or in your own words. Nobody else reads\n"
     "it. What he rules for both is a RULING, and binds; RULINGS lists them.\n"
     "\n    APPEAL LINE 3 the bridge is whole\n    APPEAL May a half company claim EZOC?"),
    (Verb("draw", ("offer draw", "accept draw", "decline draw"), "letter", "end it as a draw, if both will"),
     "OFFER DRAW is told to the other side; ACCEPT DRAW ends the campaign, DECLINE DRAW does not. An offer stands until it is\n"
     "answered. All is opened to both as after the last turn, with the result to date.\n"
     "\n    OFFER DRAW\n    ACCEPT DRAW\n    DECLINE DRAW"),
    (Verb("concede", ("concede [yes]",), "letter", "give the campaign up"),
     "CONCEDE gives the campaign to the other side. Since it cannot be undone it wants its YES on the same line. All is opened\n"
     "to both as after the last turn, with the result to date.\n\n    CONCEDE\n    CONCEDE YES"),
    (Verb("mute", ("mute SEAT", "unmute SEAT"), "letter", "take no more messages of somebody's"),
     "MUTE lets no more MESSAGEs of a seat's, a side's or ENEMY's come to you; UNMUTE does again. A seat of your own side\n"
     "that writes to you alone is told so; the enemy gets the same answer as if you read him.\n\n    MUTE enemy\n    UNMUTE enemy"),
    (Verb("lesson", ("lesson [N]",), "letter", "the boot camp's lesson once more"),
     "LESSON shows the lesson you are at in a boot camp once more; with a number it goes to that one, done already or not\n"
     "(HELP BOOT CAMP).\n\n    LESSON\n    LESSON 3"),
    (Verb("skip", ("skip [lesson]",), "letter", "go past the boot camp's lesson"),
     "SKIP goes past the lesson of a boot camp; LESSON with its number comes back to it.\n\n    SKIP"),
    (Verb("close camp", ("close camp",), "letter", "end the boot camp"),
     "CLOSE CAMP ends a boot camp at any time. All is opened to you as after the last turn of any campaign, and your\n"
     "certificate says what you have done.\n\n    CLOSE CAMP"),
)  # fmt: skip
RULINGS = (
    Verb("rulings", ("rulings",), "question", "the host's rulings so far"),
    "RULINGS lists the host's rulings by rule id, which bind later cases, and what he has patched of the module, as far as your\n"
    "side was told.\n\n    RULINGS",
)
CAMPAIGN_VERBS = frozenset(verb.name for verb, _ in CAMPAIGN_WORDS)
