"""The language in which the referee writes: English, or what a catalogue of gettext has for an English text.

A process speaks one language, that of its configuration; texts are looked up when they are said, never when a module is
loaded. The words of the order language, rule ids and the names of a module are no texts of the referee's.
"""

from gettext import NullTranslations

ENGLISH = "en"


class _Tongue:
    language = ENGLISH
    catalogue = NullTranslations()


def speak(language: str, catalogue: NullTranslations) -> None:
    """Say everything from now on in this language (`en`, `de`), in the words of its catalogue."""
    _Tongue.language, _Tongue.catalogue = language, catalogue


def language() -> str:
    """The language that is spoken."""
    return _Tongue.language


def spoken() -> tuple[str, NullTranslations]:
    """What is spoken now, for speak() to come back to."""
    return _Tongue.language, _Tongue.catalogue


def texts() -> dict[str, str]:
    """All texts of the language spoken, by the English ones, for a process that is to speak alike; none for English."""
    found: dict[object, str] = getattr(_Tongue.catalogue, "_catalog", {})  # gettext names its texts nowhere else
    return {english: said for english, said in found.items() if isinstance(english, str) and english}


def text(english: str) -> str:
    """An English text in the language spoken, with its braces as they are; "" is nothing to be said."""
    return _Tongue.catalogue.gettext(english) if english else ""


def number(one: str, many: str, count: int) -> str:
    """The one of two English texts that fits a number, in the language spoken, with its braces as they are."""
    return _Tongue.catalogue.ngettext(one, many, count)


def say(english: str, /, **parts: object) -> str:
    """An English text in the language spoken, with what stands in its braces: say("{unit} is in {hex}", unit="E/504", hex=at)."""
    said = text(english)
    return said.format_map(parts) if parts else said


def counted(count: int, one: str, many: str, /, **parts: object) -> str:
    """How many of something, in words that fit the number: counted(3, "{number} step", "{number} steps") is `3 steps`."""
    return number(one, many, count).format(number=count, **parts)


def worded(name: str) -> str:
    """A name of a chart, a map or an event (`fortified_area`) as a word in the language spoken."""
    return text(name.replace("_", " "))


def phrase(english: str) -> str:
    """Marks a text of a table for the catalogue. It stays English: who takes it out of the table says it."""
    return english


def phrases(one: str, many: str) -> tuple[str, str]:
    """The same for a text that is counted."""
    return one, many
