"""ACCEPT in a sentence: "Oh sorry. I accept." takes a seat; "I can't accept this yet", "Should I accept?" and "Please accept my
apologies" do not: it must be said by the writer, of the seat, now and without conditions. In doubt he is asked."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from pbem.kernel.numbered_lines import NumberedLine
from pbem.orders.tree import LetterWord, OrderSheet

Acceptance: TypeAlias = Literal["", "yes", "unclear"]
"""Of the letter of an invited seat: nothing of the kind, an ACCEPT, or one that is in doubt."""

_SENTENCE = re.compile(r"[^.!?;]*[.!?;]*")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ACCEPTS = frozenset({"accept", "accepted", "accepting", "accepteer", "akzeptiere", "acepto", "accepte", "jaccepte"})
_DOUBTS = frozenset((
    "not", "no", "nor", "never", "none", "nothing", "neither", "cannot", "cant", "dont", "wont", "didnt", "doesnt", "isnt",
    "couldnt", "wouldnt", "shouldnt", "havent", "unable", "without", "refuse", "decline", "declined", "declining", "resign", "if",
    "unless", "until", "till", "when", "whenever", "whether", "before", "after", "once", "yet", "may", "maybe", "might", "could",
    "would", "should", "shall", "will", "perhaps", "possibly", "probably", "later", "tomorrow", "soon", "think", "consider",
    "considering", "must", "need", "needs", "have", "how", "what", "why", "who", "which", "where", "does", "did", "can", "but",
    "however", "although", "though", "nobody", "else", "instead", "hardly", "rather", "cancel", "draw", "live", "nicht", "kein",
    "keine", "nie", "wenn", "ob", "vielleicht", "niet", "geen", "nooit", "als", "misschien", "ne", "pas", "jamais", "si", "peut",
    "nunca", "quizas", "tal", "sin",
))  # fmt: skip  # words that make it something else, or another time

_SAID_BY = frozenset((
    "i", "we", "ive", "weve", "im", "to", "do", "and", "yes", "yep", "yeah", "ok", "okay", "sure", "hi", "hello", "right", "sorry",
    "thanks", "hereby", "herewith", "happily", "gladly", "ich", "wir", "ja", "gerne", "gern", "hiermit", "dann", "ik",
    "wij", "graag",
    "hierbij", "je", "nous", "oui", "volontiers", "donc", "yo", "nosotros", "si", "lo", "he", "con", "gusto",
))  # fmt: skip  # words right before it, or one that ends in -ly
_IT = frozenset((
    "it", "this", "that", "the", "a", "an", "your", "his", "my", "our", "i", "we", "ich", "wir", "ik", "wij", "das", "den", "die",
    "der", "diese", "dieses", "diesen", "ihre", "deine", "ihren", "deinen", "het", "de", "deze", "dit", "uw", "je", "jouw", "le",
    "la", "les", "ce", "cet", "cette", "votre", "ton", "ta", "el", "esta", "este", "su", "tu", "kind", "gladly", "happily", "gerne",
    "gern", "graag", "volontiers", "of", "course", "very", "much", "too", "then", "now", "please", "sir", "ref", "referee",
    "thanks", "thank", "you", "cheers", "regards", "best", "danke", "bedankt", "merci", "gracias",
))  # fmt: skip  # words that may stand behind it and before what is accepted
_SEAT = frozenset((
    "seat", "invitation", "invite", "command", "commission", "post", "position", "role", "side", "game", "campaign",
    "offer", "challenge",
    "appointment", "assignment", "honour", "honor", "job", "task", "kommando", "einladung", "auftrag", "befehl", "posten", "platz",
    "sitz", "angebot", "bevel", "uitnodiging", "plaats", "aanbod", "commandement", "poste", "offre", "mando", "invitacion",
    "invitación", "puesto", "oferta",
))  # fmt: skip  # what is accepted
_PAUSE = re.compile(r"[,:()–—-]|\n(?=[^\W\d_a-zß-öø-ÿ])")  # behind it another thing is said, and on a line that begins afresh
_ENDS = frozenset({"and", "und", "en", "et", "y", "with", "mit", "met", "avec", "con"})
_OF_OTHERS = frozenset((
    "for", "of", "from", "in", "on", "at", "by", "to", "as", "that", "your", "our", "my", "only", "per", "via", "until",
    "fur", "für",
    "von", "vom", "bis", "van", "voor", "pour", "para",
)) - _IT  # fmt: skip  # before one of these what is accepted must have been named


_LEADS = tuple([word] for word in ("not", "cannot", "cant", "dont", "wont", "never", "to", "should", "would", "and", "or", "if"))
"""Words after which the line ACCEPT is the rest of a sentence."""


def acceptance(sheet: OrderSheet, lines: Iterable[NumberedLine]) -> Acceptance:
    """What a letter says of its writer's invitation: on the line ACCEPT, or else in a sentence."""
    texts = {number: text.strip() for number, text in lines}
    exact = [line.source for line in sheet.lines if isinstance(line.command, LetterWord) and line.command.act.verb == "accept"]
    if any(_stands_alone(texts, number) for number in exact):
        return "yes"
    prose = {*exact, *(chat.source for chat in sheet.chat), *(line.source for line in sheet.lines if line.command is None)}
    said = [_affirms(sentence) for sentence in _sentences(texts, prose) if _ACCEPTS & set(_words(sentence))]
    if not said:
        return ""
    return "yes" if "yes" in said and "doubt" not in said else "unclear"


def _stands_alone(texts: Mapping[int, str], number: int) -> bool:
    """Is the line ACCEPT no rest of a sentence that begins above it, and no beginning of one that goes on below?"""
    above, below = texts.get(number - 1, ""), texts.get(number + 1, "")
    return _words(above)[-1:] not in _LEADS and not _goes_on(texts[number], below)


def _sentences(texts: Mapping[int, str], wanted: set[int]) -> Iterator[str]:
    """The sentences of these lines."""
    return (sentence for text in _paragraphs(texts, wanted) for sentence in _SENTENCE.findall(text))


def _goes_on(line: str, below: str) -> bool:
    """`Please accept`, and on the line below `my apologies`? The word by itself is what was asked for."""
    return len(_words(line)) > 1 and not _of_the_seat("", f"\n{below}")


def _affirms(sentence: str) -> Literal["yes", "doubt", "other"]:
    """Is it said that the invitation is accepted, now and without conditions? Or is it in doubt, or said of something else?"""
    words = _words(sentence)
    if sentence.rstrip().endswith("?") or any(w in _DOUBTS or (w.endswith("nt") and w[:-2] in _VERBS) for w in words):
        return "doubt"
    accepts = [found for found in _WORD.finditer(sentence) if _words(found[0])[0] in _ACCEPTS]
    return "yes" if all(_of_the_seat(sentence[: found.start()], sentence[found.end() :]) for found in accepts) else "other"


def _of_the_seat(before: str, after: str) -> bool:
    """Does the writer say it of himself, and is what is accepted nothing else than his seat?"""
    by = _words(before)[-1:]
    if by and not (by[0] in _SAID_BY or (by[0].endswith("ly") and len(by[0]) > 3)):
        return False
    named, strange = _words(_PAUSE.split(after, maxsplit=1)[0]), False
    for word in named:
        if word in _SEAT or word in _ENDS:
            return word in _SEAT or not strange
        if word in _OF_OTHERS:
            return False
        strange = strange or word not in _IT
    return not strange


_VERBS = frozenset({"do", "did", "does", "ca", "wo", "is", "are", "was", "were", "have", "has", "had", "could", "would", "should"})


def _words(text: str) -> list[str]:
    return [word.casefold().replace("'", "").replace("’", "") for word in _WORD.findall(text)]


def _paragraphs(texts: Mapping[int, str], wanted: set[int]) -> Iterator[str]:
    """Lines that stand one right below another, joined: a mail program may have broken a sentence."""
    last, joined = -1, list[str]()
    for number in sorted(number for number in wanted if texts.get(number)):
        if number != last + 1:
            yield "\n".join(joined)
            joined = []
        joined.append(texts[number])
        last = number
    yield "\n".join(joined)
