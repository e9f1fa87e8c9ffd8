"""A pytest that waits: tests are collected once, and for each mutant some of them run in a fork whose function is broken.

As a plugin it reads jobs from one pipe and answers on another, a JSON object a line. What stands outside functions is held by
others by the time it could be broken: such a mutant is "not here", and takes a process of its own.
"""

import json
import os
import select
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO, Any

import pytest

JOBS, ANSWERS = "PBEM_MUTANT_JOBS", "PBEM_MUTANT_ANSWERS"
NOT_HERE = "not here"


class Waiting:
    """The plugin: what was collected, by node, function and file."""

    def __init__(self, jobs: IO[str], answers: IO[str]) -> None:
        self.jobs, self.answers, self.fell = jobs, answers, ""
        self.items: dict[str, list[pytest.Item]] = defaultdict(list)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Each test under its own name, its function's and its file's, and the folders above."""
        for item in session.items:
            for name in _names(item):
                self.items[name].append(item)

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        """What is left for the soak is known, and runs never."""
        for item in items:
            for name in _names(item):
                self.items.setdefault(name, [])

    def pytest_runtestloop(self) -> bool:
        """Jobs as they come, until the pipe is closed."""
        for line in self.jobs:
            job = json.loads(line)
            unknown = [name for name in job["tests"] if name not in self.items]
            answer = {"unknown": unknown} if unknown or not job["path"] else {"killer": self._tried(job)}
            self.answers.write(json.dumps(answer) + "\n")
            self.answers.flush()
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """The first that falls is noted."""
        self.fell = self.fell or (f"{report.outcome.upper()} {report.nodeid}" if report.failed else "")

    def _tried(self, job: dict[str, Any]) -> str:
        """What fell in the fork, "" for nothing, or that it is none for a fork."""
        broken = found(job["path"], job["source"], job["line"])
        if broken is None:
            return NOT_HERE
        mine, theirs = os.pipe()
        child = os.fork()
        if not child:
            os.setsid()
            os.write(theirs, (self._run(broken, job["tests"]) or "nothing").encode())
            os._exit(0)
        os.close(theirs)
        ready, _, _ = select.select([mine], [], [], job["longest"])
        told = os.read(mine, 4096).decode() if ready else "nothing"
        try:
            os.killpg(child, signal.SIGKILL)
        except ProcessLookupError:
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(mine)
        return "" if told == "nothing" else told or "stopped"

    def _run(self, broken: tuple[FunctionType, CodeType], tests: Sequence[str]) -> str:
        function, code = broken
        function.__code__ = code
        items = list(dict.fromkeys(item for name in tests for item in self.items[name]))
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.fell:
                return self.fell
        return ""


def _names(item: pytest.Item) -> tuple[str, ...]:
    file, _, test = item.nodeid.partition("::")
    above = (parent.as_posix() for parent in Path(file).parents)
    return tuple(dict.fromkeys((item.nodeid, f"{file}::{test.partition('[')[0]}", file, *above)))


def found(path: str, source: str, line: int) -> tuple[FunctionType, CodeType] | None:
    """The function of a loaded module that holds a line, and its code in another source; None outside functions."""
    module = sys.modules.get(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    if module is None:
        return None
    for code in _codes(compile(source, module.__file__ or path, "exec")):
        lines = [at for inner in _all(code) for _, _, at in inner.co_lines() if at]
        if min(lines) <= line <= max(lines):
            function = _function(module, code.co_qualname)
            fits = function is not None and len(function.__code__.co_freevars) == len(code.co_freevars)
            return (function, code) if function is not None and fits else None
    return None


def _codes(module: CodeType) -> Iterator[CodeType]:
    """The functions of a module and the methods of its classes."""
    for code in _named(module):
        is_class = {"__module__", "__qualname__"} <= set(code.co_names) and not code.co_varnames
        yield from _named(code) if is_class else (code,)


def _named(code: CodeType) -> list[CodeType]:
    return [inner for inner in code.co_consts if isinstance(inner, CodeType) and not inner.co_name.startswith("<")]


def _all(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _all(inner)


def _function(module: Any, name: str) -> FunctionType | None:
    """The function itself under all that wraps it."""
    held = module
    for part in name.split("."):
        held = vars(held).get(part) if isinstance(held, type) else getattr(held, part, None)
    while held is not None and not (isinstance(held, FunctionType) and not hasattr(held, "__wrapped__")):
        held = getattr(held, "__wrapped__", None) or getattr(held, "__func__", None) or getattr(held, "fget", None)
    return held if held is not None and held.__qualname__ == name else None


def pytest_configure(config: pytest.Config) -> None:
    """Where there are pipes, jobs are waited for."""
    if JOBS in os.environ:
        jobs, answers = (os.fdopen(int(os.environ.pop(name)), mode) for name, mode in ((JOBS, "r"), (ANSWERS, "w")))
        config.pluginmanager.register(Waiting(jobs, answers))
