"""The host's words, by mail and from the shell: one room for each kind of word, one table of them all."""

from pbem.handlers.host.words import HANDLINGS, HostAnswer, answered, heard, host

__all__ = ["HANDLINGS", "HostAnswer", "answered", "heard", "host"]
