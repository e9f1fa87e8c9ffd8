"""Statements that go to a PostgreSQL server in one piece, and whose answers come back in one: each journey costs it more than most
statements do. psycopg's own pipeline writes every statement by itself, so this speaks through its layer over libpq.

Statements are prepared when they go for the first time, and answers come in binary. What psycopg rolls back by itself it
deallocates too, and all that we have prepared with it: a rollback goes this way as well.
"""

import re
import select
from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any, NamedTuple

import psycopg
from psycopg import abc, errors
from psycopg.adapt import PyFormat, Transformer
from psycopg.pq import ConnStatus, ExecStatus, Format
from psycopg.pq.abc import PGresult

Row = tuple[Any, ...]
_GOOD = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)
_FORMATS = {"%s": PyFormat.AUTO, "%b": PyFormat.BINARY}
_NAMES = count()
_PLACE = re.compile(r"%[sb%]")


class GoingStatement(NamedTuple):
    """A statement and what is asked in it, as psycopg has it: %s, or %b for a value in binary."""

    statement: str
    parameters: Sequence[object]


class _Numbered(NamedTuple):
    """A statement as the server reads it, with the formats of its values."""

    text: bytes
    formats: tuple[PyFormat, ...]


class _Prepared(NamedTuple):
    """What tells one prepared statement from another."""

    statement: str
    types: tuple[int, ...]


class Pipeline:
    """Over a connection, on which nobody else has a statement under way meanwhile."""

    def __init__(self, connection: "psycopg.Connection[Row]") -> None:
        self._connection, self._server = connection, connection.pgconn
        self._prepared: dict[_Prepared, bytes] = {}

    def carry_out(self, batch: Sequence[GoingStatement]) -> list[list[Row]]:
        """Send them, and wait for the rows of each. psycopg.Error, of the first that fails; those after it are not carried out."""
        fresh, adapted = dict[_Prepared, bytes](), Transformer(self._connection)
        try:
            self._server.enter_pipeline_mode()
            expected = [self._sent(one, adapted, fresh) for one in batch]
            self._server.pipeline_sync()
            results = self._answers()
            self._server.exit_pipeline_mode()
        except BaseException:  # nobody knows what stands where on it
            self._connection.close()
            raise
        failed = next((one for one in results if one.status == ExecStatus.FATAL_ERROR), None)
        if failed is not None:
            raise errors.error_from_result(failed, "utf-8")
        self._prepared.update(fresh)
        told = iter(results)
        return [_rows([next(told) for _ in range(answers)][-1], adapted) for answers in expected]

    def _sent(self, one: GoingStatement, given: abc.Transformer, fresh: dict[_Prepared, bytes]) -> int:
        """Hand a statement to libpq; how many answers it will have."""
        text, formats = _numbered(one.statement)
        values = given.dump_sequence(one.parameters, formats)
        key, answers = _Prepared(one.statement, given.types or ()), 1
        name = self._prepared.get(key) or fresh.get(key)
        if name is None:
            name = fresh[key] = f"pbem_{next(_NAMES)}".encode()
            self._server.send_prepare(name, text, key.types)
            answers = 2
        self._server.send_query_prepared(name, values, given.formats, Format.BINARY)
        return answers

    def _answers(self) -> list[PGresult]:
        """All of them, but that of the end of the piece."""
        found = list[PGresult]()
        self._wait()
        while True:
            if self._server.is_busy():
                self._wait()
            result = self._server.get_result()
            if result is not None and result.status == ExecStatus.PIPELINE_SYNC:
                return found
            if result is not None:
                found.append(result)
            elif self._server.status == ConnStatus.BAD:
                raise psycopg.OperationalError("the connection is lost")

    def _wait(self) -> None:
        """Until an answer is here; what is not sent yet goes out meanwhile."""
        server, poll = self._server, select.poll()
        while server.flush():
            poll.register(server.socket, select.POLLIN | select.POLLOUT)
            poll.poll()
            server.consume_input()
        while server.is_busy():
            poll.register(server.socket, select.POLLIN)
            poll.poll()
            server.consume_input()


def _rows(result: PGresult, loaded: abc.Transformer) -> list[Row]:
    if result.status not in _GOOD:
        raise psycopg.InterfaceError(f"no rows: {ExecStatus(result.status).name}")
    loaded.set_pgresult(result)
    return loaded.load_rows(0, result.ntuples, tuple)


@cache
def _numbered(statement: str) -> _Numbered:
    """The places of values numbered, as the server has it."""
    places = [place for place in _PLACE.findall(statement) if place != "%%"]
    numbers = count(1)
    text = _PLACE.sub(lambda place: "%" if place[0] == "%%" else f"${next(numbers)}", statement)
    return _Numbered(text.encode(), tuple(_FORMATS[place] for place in places))
