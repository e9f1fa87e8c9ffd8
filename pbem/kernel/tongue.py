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


def say(text: str, /, **parts: object) -> str:
    """An English text in the language spoken, with what stands in its braces: say("{unit} is in {hex}", unit="E/504", hex=at)."""
    said = _Tongue.catalogue.gettext(text) if text else text
    return said.format_map(parts) if parts else said


def phrase(text: str) -> str:
    """Marks a text of a table for the catalogue. It stays English: who takes it out of the table says it."""
    return text


def counted(number: int, one: str, many: str) -> str:
    """How many of something, in words that fit the number: counted(3, "{number} step", "{number} steps") is `3 steps`."""
    return _Tongue.catalogue.ngettext(one, many, number).format(number=number)
