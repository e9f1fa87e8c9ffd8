"""The words of the host, one file each: its syntax and HELP, whether it wants its code, who may say it and when, what it does.

A word is added by its file alone: each module here that has a WORD is one. First file: `handlers/host/word.py`, the form of a word;
then any short one, `rule.py`.
"""

import pkgutil
from importlib import import_module

from pbem.handlers.host.word import HostWord
from pbem.letters.host_table import HostTable

__all__ = ["HOST"]


def _found() -> tuple[HostWord, ...]:
    modules = (import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    return tuple(module.WORD for module in modules if hasattr(module, "WORD"))


HOST = HostTable(_found())
