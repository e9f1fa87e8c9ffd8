"""Which databases this program may open: those with a league of today's schema, and of this house's mailbox."""

from typing import NamedTuple

from pbem.store.ports import DataRefused
from pbem.store.postgres.migrations import DAILY, MIGRATIONS, SCHEMA
from pbem.store.postgres.server import DatabaseServer


class LeagueMark(NamedTuple):
    """What a database says of the league in it: the number of its schema, the digest of its mailbox, the oldest schema whose
    programs may work in it."""

    schema: int
    mailbox: str
    least: int


_THERE = "select to_regclass(%s)::text"
_MARK = "select schema, mailbox, to_jsonb(league) -> 'least' from league"  # the first schema has no such column
REMEDY = "run `pbem league init`"
_NUMBERED = """
insert into league (schema, mailbox) values (1, '') on conflict do nothing;
update league set schema = {number}, mailbox = case when mailbox = '' then {mailbox} else mailbox end;
"""
"""The end of each step: it and its number are there together, or neither is."""


def make(server: DatabaseServer, mailbox: str, role: str = "") -> int:
    """Make the tables of a league, or bring those of an older program up to date; how many steps it took. mailbox: the digest of
    whose it is. role: who works in it from day to day is given what that takes, and no more. DataRefused."""
    server.script("create schema if not exists {schema}", {"schema": server.schema}, {})
    there, steps = found(server), 0
    if there is not None:
        _check(server, there, mailbox, older=True)
    for number in range((there.schema if there else 0) + 1, SCHEMA + 1):
        text, least = MIGRATIONS[number - 1]
        least_of_it = f"update league set least = {least};" if number > 1 else ""  # the first knows no such column
        server.script(f"{text};{_NUMBERED}{least_of_it}", {}, {"number": number, "mailbox": mailbox})
        steps += 1
    if role:
        server.script(DAILY, {"schema": server.schema, "role": role}, {})
    return steps


def check(server: DatabaseServer, mailbox: str) -> None:
    """DataRefused for a database without a league, with one of a schema that this program may not work in, or with that of another
    mailbox."""
    there = found(server)
    if there is None:
        raise DataRefused(f"{server.where}: there is no league in it; {REMEDY}")
    _check(server, there, mailbox)


def found(server: DatabaseServer) -> LeagueMark | None:
    """The schema of the league that lives there, and the digest of its mailbox."""
    if server.ask(_THERE, _name(server)) == [(None,)]:
        return None
    rows = server.ask(_MARK)
    return LeagueMark(int(rows[0][0]), str(rows[0][1]), int(rows[0][2] or 1)) if rows else None


def foresee(server: DatabaseServer) -> None:
    """`still_fits` will be asked."""
    server.expect(_THERE, _name(server))
    server.expect(_MARK, ())


def _name(server: DatabaseServer) -> tuple[str]:
    return (f'"{server.schema}".league',)


def still_fits(server: DatabaseServer) -> None:
    """Asked in play: was the schema brought to where this program may not follow? DataRefused."""
    there = found(server)
    if there is None or there.least > SCHEMA:
        raise _newer(server, there.schema if there else 0)


def _newer(server: DatabaseServer, schema: int) -> DataRefused:
    words = f"written by a newer pbem (schema {schema}; this one knows {SCHEMA}): install that one; nothing was touched"
    return DataRefused(f"{server.where}: {words}")


def _check(server: DatabaseServer, there: LeagueMark, mailbox: str, older: bool = False) -> None:
    schema, digest, least = there
    if least > SCHEMA or (older and schema > SCHEMA):
        raise _newer(server, schema)
    if schema < SCHEMA and not older:
        raise DataRefused(
            f"{server.where}: it is of an older pbem, or was brought up to date half (schema {schema} of {SCHEMA}); {REMEDY}"
        )
    if digest != mailbox:
        raise DataRefused(
            f"{server.where}: the league of another mailbox or another key lives there: is [mailbox] right, and is `key` in the"
            " data folder the one of the machine that ran `pbem league init`? A second league wants a schema of its own"
            " ([league] schema_name)"
        )
