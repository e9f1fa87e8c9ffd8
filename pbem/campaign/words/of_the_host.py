"""The host's words: one table, the same by mail and on the shell. Each that touches play names the impulse it is meant for."""

from pbem.kernel.i18n import phrase
from pbem.kernel.values import Value
from pbem.orders.parser import read_orders
from pbem.orders.tree import Act, LetterWord, OrderSheet, Question, SheetLine, Verb, Vocabulary

BODIES = ("as", "patch")  # words below which lines stand that are not the host's own words, up to END AS, END PATCH or the end


class HostWord(Value):
    """A word of the host's. changes: it changes something, so by mail it wants its code; stages: when it may be said.

    blind: a host who commands a side himself may say it too.
    """

    verb: Verb
    help: str
    changes: bool = True
    stages: tuple[str, ...] = ("playing",)
    blind: bool = True

    @property
    def name(self) -> str:
        """The word."""
        return self.verb.name


_ALWAYS = ("inviting", "playing", "over")


def _word(name: str, syntax: tuple[str, ...], summary: str, text: str) -> HostWord:
    return HostWord(Verb(name, syntax, "letter", summary), text)


def _any(name: str, syntax: tuple[str, ...], summary: str, text: str) -> HostWord:
    return HostWord(Verb(name, syntax, "letter", summary), text, stages=_ALWAYS)


def _asks(name: str, syntax: tuple[str, ...], summary: str, text: str) -> HostWord:
    return HostWord(Verb(name, syntax, "question", summary), text, False, _ALWAYS)


HOST_WORDS: tuple[HostWord, ...] = (
    _any("pause", ("pause IMPULSE [until MOMENT] [TEXT]",), phrase("stop the clock"),
          phrase("PAUSE stops the clock of the campaign. Both sides are told, with the reason if you give one; orders are\n"
                 "turned away, questions answered. UNTIL lets it go on by itself.\n\n    PAUSE T1.2\n"
                 "    PAUSE T1.2 UNTIL 2026-12-28 20:00 Christmas")),
    _any("resume", ("resume IMPULSE",), phrase("let time run again"),
          phrase("RESUME ends a pause, or the standstill after an outage. The running impulse gets its whole time afresh.\n"
          "\n    RESUME T1.2")),
    _word("extend", ("extend IMPULSE by N hours",), phrase("give a running impulse more time"),
          phrase("EXTEND gives the impulse that runs more hours. Only the side whose impulse it is hears of it.\n"
          "\n    EXTEND T1.2 BY 24 HOURS")),
    _word("process", ("process IMPULSE",), phrase("close a running impulse now"),
          phrase("PROCESS closes the impulse as if its grace were over: the standing order IF SILENT of its side says how.\n"
          "\n    PROCESS T1.2")),
    HostWord(Verb("preview", ("preview IMPULSE",), "question", phrase("what PROCESS would do, with other dice")),
             phrase("PREVIEW shows what PROCESS would set going, with dice that are thrown for the preview alone. It tells\n"
                    "what neither side knows: not for a host who commands a side.\n\n    PREVIEW T1.2"), False, ("playing",),
                        False),
    _word("rollback", ("rollback IMPULSE to IMPULSE_THEN [TEXT]", "rollback IMPULSE before LETTER [TEXT]"), phrase("take play"
                                                                                                                   " back"),
          phrase("ROLLBACK sets play back to the opening of an impulse, or to just before the letter that answered a\n"
                 "commander's. First you read what depends on it and what each side has been told since. Nothing is erased,\n"
                 "both sides are told, other dice fall from there on, and letters written before are turned away. A host who\n"
                 "commands a side reads nothing before, and BEFORE names a letter of his own side.\n\n"
                 "    ROLLBACK T2.1 TO T1.2\n    ROLLBACK T2.1 BEFORE A-15 a hex was mistyped")),
    HostWord(Verb("correct", ("correct IMPULSE SEAT TEXT",), "letter", phrase("put a mistake right on the board")),
             phrase("CORRECT puts right what a fault of the referee's did to a side: a unit's hex, its steps lost, its state, or\n"
             "the owner of a hex. That side reads what was corrected, the other that something was. Not for a host who\n"
             "commands a side.\n\n    CORRECT T1.2 allied A/504 at 12.11\n    CORRECT T1.2 allied A/504 at 14.12 toward 13.12\n"
             "    CORRECT T1.2 allied A/504 steps 3\n"
             "    CORRECT T1.2 german 1/HG state good\n    CORRECT T1.2 allied 12.11 owner"), blind=False),
    HostWord(Verb("patch", ("patch IMPULSE from TURN [TEXT]", "patch IMPULSE drop TURN"), "letter", phrase("fix the module")),
             phrase("PATCH fixes the module of a running campaign from a turn to come: a chart's value, a unit's data, a fact\n"
                    "of the map, the schedule. Below it stands what the files are to say otherwise, in TOML, up to END PATCH;\n"
                    "or attach it, as a file that ends in .toml. A table for each file, an entry of a list by its id or call;\n"
                    "`false` takes an entry out, [[\"file\".list]] puts one in. It is checked as `pbem check` does, and you\n"
                    "read what it changes and who is told: what both may know both sides, what is one side's that side alone.\n"
                    "Stores, facilities and trains to come may be put in; those that have been in play stand as play has\n"
                    "them (TOCS-1.14-1). Where units are now is for CORRECT. PATCH … DROP takes the last one off\n"
                    "file before its turn; a rollback leaves it there. Not for a host who commands a side. HELP MODULES names\n"
                    "files and keys.\n\n    PATCH T1.2 FROM T3 the 504th jumped without its trucks\n"
                    "    [\"oob-allied.toml\".unit.\"A/504\"]\n    mp = 3\n    END PATCH\n    PATCH T1.2 DROP T3"),
                        stages=("inviting", "playing"), blind=False),
    HostWord(Verb("close", ("close IMPULSE [TEXT]",), "letter", phrase("end a campaign for good")),
             phrase("CLOSE ends a campaign that nobody goes on with, or that never began (CLOSE START). Nobody wins; both\n"
                    "sides are told, with the reason if you give one, and everything is opened to them as after the last turn.\n"
                    "No word takes it back.\n\n"
                    "    CLOSE T3.1\n    CLOSE T3.1 both commanders have left"), stages=("inviting", "playing")),
    _any("replace", ("replace SEAT by TEXT",), phrase("give a seat to somebody else"),
         phrase("REPLACE gives a seat to another address. Who held it is shut out at once; the other is invited, and told\n"
                "what the desk knows when he has accepted. Who has ever read the other side's mail is refused.\n\n"
                "    REPLACE allied BY carl@c.example")),
    _any("rule", ("rule RULE TEXT",), phrase("a ruling that binds later cases"),
          phrase("RULE puts a ruling under the id of its rule. Both sides get it; HELP RULINGS prints the list, and WHY names\n"
                 "it where its rule is named. A later ruling on the same rule overrules it.\n\n"
                 "    RULE TOCS-3.9-1 both strongpoints count")),
    HostWord(Verb("settle", ("settle N for WORD",), "letter", phrase("decide a field battle whose reports differ")),
             phrase("SETTLE decides a field battle whose two reports differ: what both must know is taken from that side's\n"
                    "report, own losses are each side's own word; FOR CRT leaves it to the table. Not for a host who commands\n"
                    "a side.\n\n    SETTLE 5 FOR allied\n    SETTLE 5 FOR crt"), blind=False),
    _any("answer appeal", ("answer appeal N TEXT",), phrase("answer an appeal"),
          phrase("ANSWER APPEAL answers an appeal by its number. Only who appealed reads it: what both must know is a RULE.\n"
          "\n    ANSWER APPEAL 1 the line stands, see TOCS-W10.15-2")),
    HostWord(Verb("as", ("as SEAT IMPULSE",), "letter", phrase("write in a seat's name")),
             phrase("AS carries out the lines below it as that seat's letter, up to END AS or the end: for orders that came by\n"
             "telephone. The seat gets the receipt, which says so. Not for a host who commands a side.\n"
             "\n    AS allied T1.1\n    A/504: move 12.10\n    END AS"), blind=False),
    _any("leaked", ("leaked LETTER to SEAT",), phrase("a letter came to the other side"),
          phrase("LEAKED puts on record that a letter came to the other side: you read exactly which of its lines that side\n"
                 "could not have known, its seat's token is turned, and its owner is told which lines are known. Then choose\n"
                 "a REMEDY. A host who commands a side reads none of them, and names letters of his own side alone.\n\n"
                 "    LEAKED A-15 TO german")),
    _any("remedy", ("remedy N (stand|open|rollback)",), phrase("the remedy for a leak"),
          phrase("REMEDY closes a leak by its number: STAND lets it stand, OPEN gives its owner the other side's last report\n"
                 "in return, ROLLBACK puts on record that you take play back to before the letter (with ROLLBACK). OPEN is not\n"
                 "for a host who commands a side.\n\n"
                 "    REMEDY 1 OPEN")),
    _any("hold all", ("hold all [TEXT]",), phrase("stop the clocks of all your campaigns"),
          phrase("HOLD ALL pauses every campaign of this referee's that you are host of.\n\n    HOLD ALL the provider is down")),
    _any("resume all", ("resume all",), phrase("end HOLD ALL"),
          phrase("RESUME ALL lets the campaigns go on that HOLD ALL stopped; one that was paused by itself stays so.\n\n"
                 "    RESUME ALL")),
    _any("mute", ("mute SEAT", "unmute SEAT"), phrase("take a seat's messages no more"),
          phrase("MUTE lets no MESSAGE of a seat's through; UNMUTE does again. The seat is told.\n\n    MUTE allied\n"
                 "    UNMUTE allied")),
    _any("co-host", ("co-host TEXT",), phrase("let somebody host beside you"),
          phrase("CO-HOST lets an address say every word that you may; it gets the digest too.\n\n"
                 "    CO-HOST deputy@club.example")),
    _asks("confirm", ("confirm WORD",), phrase("carry out a word that waits for its code"),
          phrase("CONFIRM carries out the word whose code you were sent. It counts for a day, once, and only while play\n"
                 "stands where it stood.\n\n    CONFIRM abcd-efgh")),
    _asks("rulings", ("rulings",), phrase("the rulings so far"), phrase("RULINGS lists the rulings by rule id.\n\n    RULINGS")),
    _asks("appeals", ("appeals",), phrase("appeals and leaks that are open"), phrase("APPEALS lists what waits for you.\n\n"
                                                                                     "    APPEALS")),
    _asks("status", ("status",), phrase("where the campaign stands"), phrase("STATUS prints the digest now.\n\n    STATUS")),
    _asks("help", ("help [TOPIC]",), phrase("the words of the host"), phrase("HELP lists your words, or explains one.\n\n"
                                                                             "    HELP ROLLBACK")),
)  # fmt: skip


def open_words(blind: bool) -> tuple[HostWord, ...]:
    """The words that a host may say; blind: a host of the campaign commands a side."""
    return tuple(word for word in HOST_WORDS if word.blind or not blind)


VOCABULARY = Vocabulary(tuple(w.verb for w in HOST_WORDS), {}, {}, {})


class Said(Value):
    """What a host wrote: his sheet; body: the lines that are another's letter (AS), or a patch in TOML."""

    sheet: OrderSheet
    body: tuple[tuple[int, str], ...] = ()

    @property
    def acts(self) -> tuple[Act, ...]:
        """The words that were understood, in order."""
        return tuple(c.act for c in (line.command for line in self.sheet.lines) if isinstance(c, (LetterWord, Question)))

    @property
    def faults(self) -> tuple[SheetLine, ...]:
        """The lines that were not."""
        return tuple(ln for ln in self.sheet.lines if not isinstance(ln.command, (LetterWord, Question)))


def read_host(lines: tuple[tuple[int, str], ...]) -> Said:
    """The words in a host's letter. What stands below AS or PATCH is taken as it is."""
    for place, (_, text) in enumerate(lines):
        word = next(iter(text.casefold().split()), "")
        if word in BODIES:
            rest = lines[place + 1 :]
            end = next((i for i, (_, t) in enumerate(rest) if t.casefold().split() == ["end", word]), len(rest))
            return Said(read_orders((*lines[: place + 1], *rest[end + 1 :]), VOCABULARY), rest[:end])
    return Said(read_orders(lines, VOCABULARY))


def word_of(act: Act) -> HostWord:
    """The table's entry for an act."""
    return next(w for w in HOST_WORDS if w.name == act.verb)
