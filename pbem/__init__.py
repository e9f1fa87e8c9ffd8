"""pbem: a play-by-email referee for double-blind wargame campaigns."""

__version__ = "0.1.0"
