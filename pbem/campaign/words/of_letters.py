"""The words of the whole letter and the questions: the same for every ruleset, each with its HELP."""

from pbem.campaign.words.of_the_campaign import CAMPAIGN_WORDS, RULINGS
from pbem.kernel.i18n import phrase
from pbem.kernel.values import Value
from pbem.orders.tree import Verb


class LetterVerb(Value):
    """A word that is not a unit's: its syntax and its HELP."""

    verb: Verb
    help: str


def _letter(name: str, syntax: tuple[str, ...], summary: str, text: str) -> LetterVerb:
    return LetterVerb(Verb(name, syntax, "letter", summary), text)


def _block(name: str, syntax: tuple[str, ...], summary: str, text: str) -> LetterVerb:
    return LetterVerb(Verb(name, syntax, "block", summary), text)


def _question(name: str, syntax: tuple[str, ...], summary: str, text: str) -> LetterVerb:
    return LetterVerb(Verb(name, syntax, "question", summary), text)


WORDS: tuple[LetterVerb, ...] = (
    _letter("accept", ("accept",), phrase("take your seat"),
            phrase("ACCEPT takes your seat. The referee stirs the dice with the words of your letter, so that nobody can know\n"
            "beforehand how they fall.\n\n    ACCEPT")),
    _letter("decline", ("decline",), phrase("decline an invitation"),
            phrase("DECLINE answers an invitation you do not take. The seat stays empty until the host gives it to somebody else.\n"
            "\n    DECLINE")),
    _letter("resign", ("resign [SEAT]",), phrase("give up your seat"),
            phrase("RESIGN gives your seat up: your letters count for nothing any more. The referee asks first, and a YES in\n"
            "answer to that letter does it. Your superior orders its units until the host has found somebody else.\n\n    RESIGN")),
    _letter("volunteer", ("volunteer",), phrase("stand ready to take a seat that falls empty"),
            phrase("VOLUNTEER is for reserve officers whom the host has asked: it puts you on the list of those who may be\n"
                   "given a seat that falls empty.\n\n    VOLUNTEER")),
    _letter("end impulse", ("end impulse [anyway]", "end [anyway]"), phrase("close your impulse"),
            phrase("END IMPULSE closes your impulse: announced attacks are fought, the turn-end roll is made. OPs left over stay\n"
            "in the bank. It cannot be undone, so the referee asks first when orders of yours wait to be mended (the answer\n"
            "YES END runs what is ready and ends it), when troops that stand over the stacking limit would be lost, and when\n"
            "not one OP of the impulse is spent and your letter does not answer his last. END IMPULSE ANYWAY is not asked\n"
            "about: it drops what waits.\n"
            "\n    END IMPULSE\n    END IMPULSE ANYWAY")),
    _letter("pass", ("pass",), phrase("give up the impulse without activating anybody"),
            phrase("PASS gives up your impulse before any unit was activated. It banks the OPs and brings the end of the turn\n"
            "nearer. Since it cannot be undone the referee asks for a YES.\n\n    PASS")),
    _letter("yes", ("yes", "yes end [impulse]"), phrase("take the hints, or confirm"),
            phrase("YES answers a receipt: every hint is taken (where a line has just one), lines that have none are left out, as\n"
            "the receipt said, and the others run; or the thing asked about is confirmed. YES END takes no hint: what is\n"
            "ready runs, and the impulse is closed.\n\n    YES\n    YES END")),
    _letter("cancel", ("cancel",), phrase("drop the draft that waits"),
            phrase("CANCEL drops the orders that wait to be mended. What was carried out stays carried out (TOCS-1.14-1): it has\n"
            "been seen by others, and thrown for.\n\n    CANCEL")),
    _letter("check", ("check",), phrase("a dry run against your own map"),
            phrase("CHECK runs the letter dry: every line is checked against what you know, nothing happens, no die is thrown.\n"
            "\n    CHECK\n    A/504: move 12.10")),
    _letter("carry out what you can", ("carry out what you can",), phrase("do not wait for faulty lines"),
            phrase("CARRY OUT WHAT YOU CAN runs every line that can be run and gives the others back. Without it nothing is\n"
            "carried out while any line is faulty, and a line that fails ends the run.\n\n    CARRY OUT WHAT YOU CAN")),
    _letter("again", ("again", "again LINES", "again all [but LINES]"), phrase("do orders once more"),
            phrase("AGAIN alone lets a letter act that says the same as one before; without it a letter that comes twice acts\n"
            "once. With line numbers it stands for those lines of your last orders, as their receipt numbered them. On\n"
            "a unit's own line it stands for the last orders of that unit.\n"
            "\n    AGAIN 4-9\n    AGAIN ALL BUT 7\n    A/504: again")),
    _letter("continue", ("continue [FORMATION]",), phrase("go on with a march on file"),
            phrase("CONTINUE goes on with the marches on file, or with one of them (HELP MARCH).\n"
            "\n    CONTINUE\n    504: continue")),
    _letter("halt", ("halt FORMATION",), phrase("drop a march on file"),
            phrase("HALT takes a march off file; the units stay where they are.\n\n    HALT 504")),
    _letter("for next impulse", ("for next impulse",), phrase("keep these orders for your next impulse"),
            phrase("FOR NEXT IMPULSE keeps the orders of the letter on file. They run in your next impulse, between two hours\n"
            "and two and a half after it began; orders you write before that take their place. Your enemy cannot tell.\n"
            "Orders above it in the same letter are for now.\n"
            "\n    FOR NEXT IMPULSE\n    A/504: move 12.10\n    end impulse")),
    _block("plan for next", ("plan for next [impulse]",), phrase("a plan for your next impulse, with guards"),
           phrase("PLAN FOR NEXT … END PLAN does for the lines between what FOR NEXT IMPULSE does for a letter, and takes guards:\n"
           "VOID IF ATTACKED when a battle was fought against you meanwhile, VOID IF LOST a hex when it is not yours any\n"
           "more; RUN ANYWAY carries out what can be carried out.\n"
           "\n    PLAN FOR NEXT\n    void if attacked\n    A/504: move 12.10\n    END PLAN")),
    _letter("void", ("void if attacked", "void if lost HEX"), phrase("a guard of a plan"),
            phrase("VOID IF is a guard in a plan: see HELP PLAN FOR NEXT.\n"
            "\n    FOR NEXT IMPULSE\n    VOID IF LOST 12.11\n    A/504: move 12.10")),
    _letter("run anyway", ("run anyway",), phrase("run what can be run of a plan"),
            phrase("RUN ANYWAY in a plan carries out every line that can be carried out.\n\n    RUN ANYWAY")),
    _letter("cancel plan", ("cancel plan",), phrase("take your plan off file"),
            phrase("CANCEL PLAN takes the plan for your next impulse off file.\n\n    CANCEL PLAN")),
    _letter("spend", ("spend N",), phrase("spend at most so many OPs on this letter"),
            phrase("SPEND runs the lines in order until so many OPs are spent; the rest comes back.\n\n    SPEND 4")),
    _letter("keep", ("keep N",), phrase("leave so many OPs in the bank"),
            phrase("KEEP runs the lines in order as long as so many OPs stay in the bank; the rest comes back.\n\n    KEEP 2")),
    _letter("deficit", ("deficit N", "deficit no"), phrase("spend up to three OPs you have not got"),
            phrase("DEFICIT allows up to three OPs beyond your bank this impulse; each is handed to the enemy.\n\n    DEFICIT 2")),
    _letter("stop", ("stop on contact", "stop"), phrase("stop the run, always or when the enemy is met"),
            phrase("STOP ends the run where it stands; STOP ON CONTACT ends it when the enemy is met (EZOC, an occupied hex, an\n"
            "ambush). As the first line it covers the whole letter. The rest comes back, ready to be sent again.\n"
            "\n    STOP ON CONTACT\n    A/504: recon 13.10; stop")),
    _letter("new token", ("new token",), phrase("turn your reply token"),
            phrase("NEW TOKEN turns your reply token: the next letter brings a new one, and older letters of the referee no\n"
                   "longer prove that you are you. Write it when one of your letters fell into other hands. The referee asks your\n"
                   "first address for a YES before, so that nobody else can lock you out.\n\n    NEW TOKEN")),
    _letter("add address", ("add address TEXT",), phrase("write from a second address too"),
            phrase("ADD ADDRESS lets you write from another address too, with the same token; up to four. The referee's\n"
                   "letters go on to your first, and a YES is asked from there before.\n\n    ADD ADDRESS second@example.org")),
    _letter("format", ("format (text|html)",), phrase("letters of text alone, or with a page and pictures"),
            phrase("FORMAT TEXT asks for letters of text alone, which hold everything that is said; FORMAT HTML for letters\n"
                   "that have a page and pictures too, as they are at first.\n\n    FORMAT TEXT\n    FORMAT HTML")),
    _letter("attachments", ("attachments (on|off)",), phrase("the report for machines, attached or not"),
            phrase("ATTACHMENTS OFF leaves picture.json out of your reports: all that is on your map, for programs (HELP\n"
                   "PICTURE).\n\n    ATTACHMENTS OFF\n    ATTACHMENTS ON")),
    _letter("digest", ("digest (on|off)", "digest CLOCK"), phrase("one letter a day for what is not urgent"),
            phrase("DIGEST ON gathers what asks nothing of you (reports of the enemy's impulses, summaries, messages, words\n"
                   "on who commands what) into one letter a day, at 7:00 or at the hour you name, on your own clock (ZONE).\n"
                   "Answers, your impulse, decisions, reminders, offers and the host's words come at once, and what was held\n"
                   "comes just before your impulse. Nothing is held on a live evening. DIGEST OFF brings each letter by\n"
                   "itself again.\n\n    DIGEST ON\n    DIGEST 18:00\n    DIGEST OFF")),
    _letter("delegate", ("delegate FORMATION to SEAT",), phrase("let another seat of your side order a formation"),
            phrase("DELEGATE lets another seat of your side order a formation of yours; you may order it as before. TAKE BACK\n"
            "ends it. What you delegate over the head of its own commander he cannot order meanwhile (MASL-2.1-3).\n"
            "\n    DELEGATE 1/504 TO allied.505")),
    _letter("hand back", ("hand back N",), phrase("pass a battle on to another field commander"),
            phrase("HAND BACK passes a battle that was given to you as a field commander to the next of your side, in the end to\n"
            "its commander (HELP FIELD).\n\n    HAND BACK 5")),
    _letter("take back", ("take back FORMATION",), phrase("end a delegation"),
            phrase("TAKE BACK ends a delegation: who gave the formation may, who has it, and the side's commander.\n"
            "\n    TAKE BACK 1/504")),
    _letter("done", ("done",), phrase("all your orders for this impulse are in"),
            phrase("DONE says that your orders are all in, in a team whose orders lie on file (HELP TEMPO). When every seat\n"
                   "is done everything runs, and the impulse ends unless something came back. New orders make you not done.\n\n"
                   "    DONE")),
    _letter("execute", ("execute [SEAT...]",), phrase("let run what lies on file"),
            phrase("EXECUTE lets the orders on file run, of all seats or of those named in that order; each seat is told how\n"
                   "its own went. It is for the commander of the side to say, as often as he likes.\n\n    EXECUTE\n"
                   "    EXECUTE 504, 505")),
    _letter("h-hour", ("h-hour [tomorrow] CLOCK", "h-hour off"), phrase("let what lies on file run at an hour"),
            phrase("H-HOUR lets everything on file run at that hour of your own clock, within the impulse. H-HOUR OFF takes\n"
                   "it back.\n\n    H-HOUR 20:00\n    H-HOUR TOMORROW 7:30\n    H-HOUR OFF")),
    _letter("ops", ("ops SHARE...",), phrase("allot the impulse's OPs to seats"),
            phrase("OPS gives each seat so many OPs of this impulse, REST what the others leave. Their orders spend no more,\n"
                   "and run in this order.\n\n    OPS 504 5, REST 505")),
    _letter("countermand", ("countermand UNITS", "countermand SEAT"), phrase("take orders off file"),
            phrase("COUNTERMAND takes off file what was ordered for units of yours, by whomever; with a seat, all that seat\n"
                   "has on file, which is for itself and for the commander of the side. What has run has run.\n\n"
                   "    COUNTERMAND D/505\n    COUNTERMAND allied.505")),
    LetterVerb(Verb("after", ("after PATH (won|lost)", "after battles"), "script", phrase("what reserves do after the battles")),
            phrase("AFTER leaves orders for units in reserve, for after the battles of this impulse (TOCS-3.10-1): WON when\n"
                   "all the hexes named were fought for and are yours, LOST when they are not, BATTLES whatever came of them.\n"
                   "Such a unit acts without an OP and may do anything but launch a ground attack; before a hex the enemy\n"
                   "holds it stops (TOCS-3.10-3). Write it above END IMPULSE; several lines may stand between AFTER BATTLES\n"
                   "and END. What does not come to pass lapses with the impulse.\n\n    AFTER 14.12 WON: A/504 move 14.11\n"
                   "    AFTER BATTLES\n    B/504: move 14.12; recon around\n    END")),
    _letter("answer", ("answer N (stand|retreat|yield|commit|hold)",), phrase("answer a decision that play waits for"),
            phrase("ANSWER answers a decision by its number when the referee pauses play for it; in a team it is for the side's\n"
            "commander. A decision is made once.\n\n    ANSWER 1 STAND")),
    _question("status", ("status",), phrase("where the campaign stands"),
              phrase("STATUS says whose impulse it is, until when, and what lies on file.\n\n    STATUS")),
    _question("seats", ("seats",), phrase("who sits on your side, and what each commands"),
              phrase("SEATS lists the seats of your own side: who commands which formations, what is delegated, who has the last\n"
              "word (HELP TEAMS).\n\n    SEATS")),
    _question("report", ("report [TURN]",), phrase("the situation as your staff knows it"),
              phrase("REPORT sends your situation report as of now; with a turn, the last report you were sent in it once more.\n"
              "\n    REPORT\n    REPORT 2")),
    _question("intsum", ("intsum",), phrase("what is known of the enemy, in one place"),
              phrase("INTSUM gathers what your side knows of the enemy: new and older contacts with source and age, what\n"
                     "claimed zones betray, what captives said, what nobody has looked at, the reports of your field\n"
                     "commanders, your commander's words for the turn (INTENT TURN). A team is sent it at every turn\n"
                     "(MASL-5.1-1).\n\n    INTSUM")),
    _question("map", ("map [HEX [N]]",), phrase("the ground as your staff knows it, in letters"),
              phrase("MAP draws the whole map, a sign for each hex. With a hex it draws the hexes around it (two of them each\n"
                     "way, or as many as you say, four at the most), each with its number and what is known of it.\n\n    MAP\n"
                     "    MAP 14.12\n    MAP 14.12 3")),
    _question("resend", ("resend LETTER",), phrase("have a letter sent again"),
              phrase("RESEND sends one of your letters again, the same to the last byte.\n\n    RESEND A-3")),
    _question("orders", ("orders", "standing orders"), phrase("what lies on file"),
              phrase("ORDERS prints what lies on file: the draft that waits, and your standing orders.\n\n    ORDERS")),
    _question("what can", ("what can UNIT [do]", "how far can UNIT go"), phrase("what a unit could do now"),
              phrase("WHAT CAN lists what a unit could be told now, over what your side knows, the hexes beside it\n"
              "first. COST tells what the way to a hex farther off takes.\n\n    WHAT CAN A/504\n    How far can A/504 go?")),
    _question("cost", ("cost UNIT to HEX",), phrase("what a move would cost"),
              phrase("COST prints the way of the fewest AP to a hex, hex by hex.\n\n    COST A/504 to 12.09")),
    _question("why line", ("why line N",), phrase("what came of a line of your last orders, and by which rules"),
              phrase("WHY LINE tells what came of a line of your last orders, as its receipt numbered it, and the rules that it\n"
              "came to grief over.\n\n    WHY LINE 2")),
    _question("why", ("why [battle] N", "why out of supply UNIT", "why out of communication UNIT"),
              phrase("the figures behind a battle, or what cuts a unit off"),
              phrase("WHY prints your side's own part of a battle: strengths, modifiers, shifts, dice, rules. WHY OUT OF SUPPLY\n"
              "says where a unit's line of supply runs, or what cuts it, and so does WHY OUT OF COMMUNICATION of its HQs.\n"
              "\n    WHY 3\n    Why battle 3?\n    WHY OUT OF SUPPLY A/504")),
    _question("diary", ("diary UNIT",), phrase("what befell a unit of yours"),
              phrase("DIARY tells what befell a unit of yours, impulse by impulse, as your side learnt it: where it went, what it\n"
              "scouted, its battles, what its field commanders wrote. The last letter of a campaign tells the stories of all\n"
              "your units, with what your side's LOGs say of each by its call, and which enemy units were in its battles.\n"
              "\n    DIARY E/505")),
    _question("help", ("help [TOPIC]", "what (is|are|does) TOPIC", "how do i TOPIC", "explain TOPIC"), phrase("help on a topic"),
              phrase("HELP lists the topics; HELP with a topic, or several, explains it. A word that has no topic of its own is\n"
              "looked for in all of them. WHAT IS and HOW DO I ask the same.\n\n    HELP\n    HELP ATTACK\n    HELP GUNS, BATTLE\n"
              "    What is EZOC?\n    How do I attack?")),
    *(LetterVerb(verb, text) for verb, text in (*CAMPAIGN_WORDS, RULINGS)),
)  # fmt: skip

STOP_IN_HAND = Verb("stop", ("stop [on contact]",), "unit", phrase("end the run here"))

AGAIN_IN_HAND = Verb("again", ("again",), "unit", phrase("the unit's last orders once more"))
CONTINUE_IN_HAND = Verb("continue", ("continue",), "unit", phrase("go on with the march on file"))

AFTER_BATTLES = Verb("after battles", ("after battles",), "block", phrase("orders for reserves after the battles, up to END"))

VERBS = (*(w.verb for w in WORDS), AFTER_BATTLES, STOP_IN_HAND, AGAIN_IN_HAND, CONTINUE_IN_HAND)
