"""A campaign of a league as the files of a data folder that holds it alone: to be moved there, or to be proved as a folder is."""

from collections.abc import Iterator

from pbem.store.facts import Fact, line_of
from pbem.store.folder.homes import ABOUT, MODULE
from pbem.store.folder.version import BOOK, FORMAT, NAME
from pbem.store.framing import framed
from pbem.store.postgres.house import DatabaseStore


def files_of(store: DatabaseStore, name: str) -> Iterator[tuple[str, bytes]]:
    """Every file of a data folder that holds this campaign alone, by its path."""
    shelf, home = store.shelf(name), f"campaigns/{name}"
    came = store.spool.filed_with(name)
    mine = {*came, *(entry.name for entry in store.spool.in_lane(name))}
    facts = [fact for fact in store.book.facts() if name == getattr(fact, "campaign", "") or getattr(fact, "spool", "") in mine]
    yield "key", store.key()
    yield NAME, b"%d\n" % FORMAT
    yield BOOK, b"".join(framed(one_line(fact)) for fact in facts)
    yield from ((f"{home}/{MODULE}/{part}", raw) for part, raw in shelf.module().items())
    yield from ((f"{home}/journal/{part}", raw) for part, raw in shelf.journal.files())
    yield from ((f"{home}/letters/out/{seat}/{number}.eml", raw) for seat, number, raw in shelf.letters.all())
    yield from ((f"{home}/letters/in/{letter}.eml", store.spool.bytes_of(letter)) for letter in came)
    yield f"{home}/{ABOUT}", shelf.about()


def one_line(fact: Fact) -> bytes:
    """A fact as a line of the book holds it."""
    return line_of((fact,))
