"""The language in which the referee writes: English, or what a catalogue of gettext has for an English text.

A process speaks one language, the one of its configuration; texts are looked up when they are said, never when a module is
loaded. The words of the order language, rule ids and the names of a module are no texts of the referee's.
"""

import gettext
from pathlib import Path

ENGLISH = "en"

_spoken = gettext.NullTranslations()


def speak(language: str, *folders: Path) -> None:
    """Say everything from now on in this language; the first folder that has `<language>/LC_MESSAGES/pbem.mo` gives the words.

    Errors: FileNotFoundError when none has them; English needs none.
    """
    global _spoken  # noqa: PLW0603 - a process has one tongue
    if language == ENGLISH:
        _spoken = gettext.NullTranslations()
        return
    found = next((folder for folder in folders if gettext.find("pbem", folder, [language])), None)
    if found is None:
        raise FileNotFoundError(f"no {language}/LC_MESSAGES/pbem.mo in {', '.join(map(str, folders))}")
    _spoken = gettext.translation("pbem", found, [language])


def spoken() -> gettext.NullTranslations:
    """The catalogue in use, for the templates."""
    return _spoken


def say(text: str, /, **parts: object) -> str:
    """An English text in the language spoken, with what stands in its braces: say("{unit} is in {hex}", unit="E/504", hex=at)."""
    said = _spoken.gettext(text) if text else text
    return said.format_map(parts) if parts else said


def phrase(text: str) -> str:
    """Marks a text of a table for the catalogue. It stays English: who takes it out of the table says it."""
    return text


def counted(number: int, one: str, many: str) -> str:
    """How many of something, in words that fit the number: counted(3, "{number} step", "{number} steps") is `3 steps`."""
    return _spoken.ngettext(one, many, number).format(number=number)
