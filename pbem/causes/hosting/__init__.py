"""The host's words, by mail and from the shell: one room for each kind of word, one table of them all."""

from pbem.causes.hosting.words import HANDLINGS, Answer, answered, heard, host

__all__ = ["HANDLINGS", "Answer", "answered", "heard", "host"]
