"""The host's words in one table, as those see them who only read or explain them; the same by mail and on the shell."""

from pbem.campaign.admin_events import AdminEvent
from pbem.engine.idiom import Idiom
from pbem.kernel.memo import kept
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value
from pbem.orders.parser import read_orders
from pbem.orders.tree import Act, LetterWord, OrderSheet, Question, SheetLine, Verb, Vocabulary

ANY = ("inviting", "playing", "over")  # stages of a campaign
BEFORE_THE_END = ("inviting", "playing")
PLAYING = ("playing",)


class HostVerb(Value):
    """A word of the host's: how it is written, and its HELP. One that touches play names the part of play it is meant for.

    rank: words are listed in its order; changes: it changes something, so by mail it wants its code; stages: when it may be said;
    blind: a host who commands a side himself may say it too; body: below it stand lines that are not the host's own words, up to
    END and the word, or to the end; events: the admin events that are its own.
    """

    verb: Verb
    help: str
    rank: int
    changes: bool = True
    stages: tuple[str, ...] = PLAYING
    blind: bool = True
    body: bool = False
    events: tuple[type[AdminEvent], ...] = ()

    @property
    def name(self) -> str:
        """The word."""
        return self.verb.name


class Said(Value):
    """What a host wrote: his sheet; body: the lines that are another's letter (AS), or a patch in TOML."""

    sheet: OrderSheet
    body: tuple[NumberedLine, ...] = ()

    @property
    def acts(self) -> tuple[Act, ...]:
        """The words that were understood, in order."""
        return tuple(c.act for c in (line.command for line in self.sheet.lines) if isinstance(c, (LetterWord, Question)))

    @property
    def faults(self) -> tuple[SheetLine, ...]:
        """The lines that were not."""
        return tuple(ln for ln in self.sheet.lines if not isinstance(ln.command, (LetterWord, Question)))


class HostTable(Value, gc=True):
    """The words of the host, the same for every ruleset, each of which has its own idiom for them."""

    words: tuple[HostVerb, ...]
    idiom: Idiom = Idiom()

    @property
    def listed(self) -> tuple[HostVerb, ...]:
        """The words, as letters list them."""
        return _listed(self)

    @property
    def vocabulary(self) -> Vocabulary:
        """How they are written."""
        return _vocabulary(self)

    def open_words(self, blind: bool) -> tuple[HostVerb, ...]:
        """The words that a host may say; blind: a host of the campaign commands a side."""
        return tuple(word for word in self.listed if word.blind or not blind)

    def named(self, verb: str) -> HostVerb | None:
        """The word that is called so."""
        return _by_name(self).get(verb)

    def changes(self, act: Act) -> bool:
        """Is it a word that changes something?"""
        word = self.named(act.verb)
        return word is not None and word.changes

    def read(self, lines: tuple[NumberedLine, ...]) -> Said:
        """The words in a host's letter. What stands below AS or PATCH is taken as it is."""
        for place, (_, text) in enumerate(lines):
            word = self.named(next(iter(text.casefold().split()), ""))
            if word and word.body:
                rest = lines[place + 1 :]
                end = next((i for i, (_, t) in enumerate(rest) if t.casefold().split() == ["end", word.name]), len(rest))
                return Said(read_orders((*lines[: place + 1], *rest[end + 1 :]), self.vocabulary), rest[:end])
        return Said(read_orders(lines, self.vocabulary))


@kept(4)
def _by_name(table: HostTable) -> dict[str, HostVerb]:
    return {word.name: word for word in table.words}


@kept(4)
def _listed(table: HostTable) -> tuple[HostVerb, ...]:
    return tuple(sorted(table.words, key=lambda word: word.rank))


@kept(4)
def _vocabulary(table: HostTable) -> Vocabulary:
    return Vocabulary(tuple(word.verb for word in table.listed), {}, {}, {}, called=table.idiom.called)
