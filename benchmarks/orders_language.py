"""How long the order language takes over 200 lines, right and wrong: `python benchmarks/orders_language.py`."""

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from orders.words_of_a_side import VOCABULARY  # type: ignore[import-not-found,unused-ignore]  # noqa: E402

from pbem.orders.parser import read_orders  # noqa: E402

RIGHT = [
    "82rcn: recon 18.13, 17.13",
    "E/504: recon 08.12; attack deliberate                        # before dark",
    "D/505: recon 20.11; if empty move, else attack deliberate",
    "D,F/504: move 08.11",
    "take 14.12 with B,C,I/504 from 13.12 deliberate scout B support 376B pursue 1 toward 15.12 if at least 2",
    "march 2/504 to 12.07 by road via 08.11 scout lead D leave F",
    "HQ504: order C/307 dig; rally 12.11; wake 504fo",
    "E/505: move Grave bridge → 0812 “by road”",
    "EZOC WITHIN 2 OF 16.05",
    "why out of supply D/504",
]
WRONG = [
    "E/504: recon 08.12; atack deliberate",
    "E/50: move 08.12",
    "E/504: move 08.123",
    "E/504: move Grav bridge",
    "ende impulse",
    "E/504: attack 08.12 hastily",
    "D,X/504: move 08.11",
    "take 14.12 with B,C/504 form 13.12",
    "E/504",
    "move 08.12",
]
BUDGET = 50.0


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The shortest of several runs in milliseconds."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return min(times)


def main() -> int:
    """Print one figure per kind of letter; 1 when one of them is over the budget."""
    letters = {"right": RIGHT * 20, "wrong": WRONG * 20, "long": ["E/504: move " + "08.12 " * 64] * 200}
    letters["hostile"] = ["HQ504: " + "order C/307 " * 32] * 200
    slowest = 0.0
    for name, texts in letters.items():
        lines = list(enumerate(texts, 1))
        took = best_of(5, lambda lines=lines: read_orders(lines, VOCABULARY))  # type: ignore[misc]
        print(f"{name:8} {len(lines)} lines {took:7.1f} ms")
        slowest = max(slowest, took) if name in ("right", "wrong") else slowest
    return int(slowest > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
