"""Letters bred by atheris for the branches they reach: `python -m tests.mail.coverage_guided FOLDER -max_total_time=60`.

FOLDER holds the letters to start from, and takes those that reached something new. It ends with 0 unless one of them raises, takes
two seconds, or more memory than `-rss_limit_mb`. atheris is no dependency of ours: `make soak` installs it where it can be had.
"""

import sys
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

with atheris.instrument_imports(include=["pbem.mail", "pbem.orders"]):
    from pbem.mail.letter import REFUSALS, Letter, Machine, Unreadable
    from pbem.mail.reading import examine
    from pbem.mail.sender import Known, identify
    from pbem.mail.sender_auth import parse_results
    from pbem.orders.parser import read_orders
    from pbem.orders.printer import normalised

from tests.mail.fuzzing import KEY, SEAT, TOKEN  # noqa: E402 (what is instrumented comes first)
from tests.orders.words_of_a_side import VOCABULARY  # noqa: E402


def looked_at(raw: bytes) -> None:
    """One letter through reading, sender and orders; its first line as a verdict of a server."""
    mail = examine(raw)
    assert isinstance(mail, (Letter, Machine, Unreadable))
    if isinstance(identify(mail, (SEAT,), KEY), Known):
        assert (mail.token, mail.sender) == (TOKEN, SEAT.address)
    if isinstance(mail, Letter):
        normalised(read_orders(mail.lines, VOCABULARY))
    if isinstance(mail, Unreadable):
        assert mail.reason in REFUSALS
    parse_results(raw.partition(b"\n")[0].decode("latin-1"))


if __name__ == "__main__":
    atheris.Setup(sys.argv, looked_at)
    atheris.Fuzz()
