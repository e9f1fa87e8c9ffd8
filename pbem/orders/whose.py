"""What a line is about, without carrying it out: whose it is, whether it begins with an act, whether it says anything."""

from collections.abc import Sequence

from pbem.kernel.numbered_lines import NumberedLine
from pbem.orders.beside import orders_nothing
from pbem.orders.lines import lay_out
from pbem.orders.parser import lexicon_for, read_written
from pbem.orders.slots import read_units
from pbem.orders.tree import LetterWord, Vocabulary
from pbem.orders.written import Lexicon, Opening, Written, attempt_of


def says_something(lines: Sequence[NumberedLine], vocabulary: Vocabulary) -> bool:
    """Are there orders among these lines: one that can be read, or that begins as one does? Chatter and greetings say nothing."""
    lexicon = lexicon_for(vocabulary)
    written = lay_out(lines, lexicon)
    return any(not orders_nothing(line, read, lexicon, False) and (line.opening in ("unit", "act") or read.command is not None)
               for line, read in ((line, read_written(line, lexicon)) for line in written))  # fmt: skip


def begins_as(opening: Opening, lines: Sequence[NumberedLine], vocabulary: Vocabulary) -> bool:
    """Does one of these lines begin so: with units of the side and what follows them in an order ("unit"), with a word of the
    whole letter ("letter")?"""
    return any(line.opening == opening for line in lay_out(lines, lexicon_for(vocabulary)))


def begins_with_act(text: str, vocabulary: Vocabulary) -> bool:
    """Does a line begin with what a unit does, and not with the unit?"""
    return any(line.opening == "act" for line in lay_out([NumberedLine(1, text)], lexicon_for(vocabulary))[:1])


def without_units(text: str, units: frozenset[str], vocabulary: Vocabulary) -> str:
    """A line without some units: those it begins with that are others, and what it says; "" when none of its own is left.

    A line that names its units within is gone when all of them are among these, and else stays as it is. One that cannot be read
    counts by every unit it names.
    """
    lexicon = lexicon_for(vocabulary)
    line = next(iter(lay_out([NumberedLine(1, text)], lexicon)), None)
    if line is None:
        return text
    if line.head is not None:
        return _without_heads(text, line, units)
    command = read_written(line, lexicon).command
    if command is not None and not isinstance(command, LetterWord):
        return text
    named = ordered_by(command, vocabulary) if command else _named(line, lexicon)
    return "" if named and units.issuperset(named) else text


def _without_heads(text: str, line: Written, units: frozenset[str]) -> str:
    """A line that begins with units, without some of them; "" when it begins with no other."""
    if line.head is None or units.isdisjoint(line.head[0]):
        return text
    left = [call for call in line.head[0] if call not in units]
    behind = line.tokens[line.head[1] - 1].end
    return f"{', '.join(left)}{text[behind:]}" if left else ""


def begins_with_units(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The units that a line begins with, () if it does not."""
    line = next(iter(lay_out([NumberedLine(1, text)], lexicon_for(vocabulary))), None)
    return line.head[0] if line and line.head else ()


def ordered_by(command: LetterWord, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The units that an order naming them within is for, of a formation all of them."""
    slots = ((name, value) for name, value in command.act.slots if name.startswith("UNITS") and name != "UNITS_LEAVE")
    units = (call for _, value in slots if isinstance(value, tuple) for call in value if isinstance(call, str))
    return (*units, *vocabulary.formations.get(command.act.text("FORMATION") or "", ()))


def _named(line: Written, lexicon: Lexicon) -> tuple[str, ...]:
    """All units that are named in a line."""
    attempt, found, at = attempt_of(line.tokens, line.text, lexicon), list[str](), 0
    while at < len(line.tokens):
        units = read_units(attempt, at)
        found += units[0] if units else ()
        at = units[1] if units else at + 1
    return tuple(dict.fromkeys(found))
