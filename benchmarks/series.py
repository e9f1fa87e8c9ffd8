"""(4) The ten-thousandth letter of one campaign beside the hundredth of another: `python -m benchmarks.series [LETTERS]`.

Half of the letters ask STATUS, the others change a standing order or check a scouting run, so that what a campaign keeps for
each letter grows; every five hundredth is a whole impulse of orders. In memory, so that the disk hides no growth. The last hundred
of the old campaign and those around the hundredth of a young one are handled by turns, letter by letter, so that whatever else the
machine has to do falls on both.
"""

import random
import statistics
import sys
from collections.abc import Iterable
from time import perf_counter, process_time

from benchmarks.bench import Row, letter, rss_mb, scratch, told
from pbem.handlers.bot import Commander
from pbem.mail.chain import Links
from pbem.service.unposted import letter_at
from tests.acceptance.table import ADDRESS, Table

LETTERS = 10_000
WINDOW = 100
FIRST = 51  # of the young campaign's
IMPULSE = 500


def measure() -> Iterable[Row]:
    """Medians of a hundred letters around the hundredth and of the last, by turns."""
    count = next((int(a) for a in sys.argv[1:] if a.isdigit()), LETTERS)
    with scratch(ram=True) as folder:
        old = Table(folder / "old")
        old.begin()
        before = rss_mb()
        for number in range(1, count - WINDOW + 1):
            handled(old, number)
        after = rss_mb()
        young = Table(folder / "young")
        young.begin()
        for number in range(1, FIRST):
            handled(young, number)
        took = [(handled(young, FIRST + n), handled(old, count - WINDOW + 1 + n)) for n in range(WINDOW)]
        for table in (old, young):
            table.close()
    (early, early_cpu), (late, late_cpu) = (map(statistics.median, zip(*side, strict=True)) for side in zip(*took, strict=True))
    beside = f"letter 100, by turns: {early:.2f} ms"
    yield Row("4a", f"letter {count:,} of one campaign: letter in → answer posted", late, "ms", beside)
    yield Row("4b", "the same, of letter 100", late / early, "×", f"{beside}; of processor time {late_cpu / early_cpu:.2f} ×", 1.2)
    yield Row("4c", f"memory grown meanwhile, for 1,000 letters (from {before:.0f} MB)", (after - before) * 1000 / count, "MB")


def handled(table: Table, number: int) -> tuple[float, float]:
    """Milliseconds for one letter, its answer posted; and those of the processor."""
    seat = ("allied", "german")[number % 2]
    if number % IMPULSE == 0 and table.campaign.state.admin.clocks:
        impulse(table, number)
    admin = table.campaign.state.admin
    last = Links().of(letter_at(table.campaign, seat, admin.number(seat, admin.sent[seat])))
    answers = last.id if last else ""
    raw = letter(ADDRESS[seat], f"referee+test-{table.token(seat)}@club.example", number, text(number), answers)
    begun, spent = perf_counter(), process_time()
    table.deliver(raw)
    table.run()
    took = (perf_counter() - begun) * 1000, (process_time() - spent) * 1000
    table.postman.bags.clear()
    return took


def text(number: int) -> str:
    """What letter n says."""
    column, row = 9 + number % 12, 8 + number // 12 % 10
    if number % 4 in (0, 1):
        return f"STATUS\n# {number}\n"
    if number % 4 == 2:
        return f"ezoc within {1 + number % 3} of {column:02}.{row:02}\n"
    return f"CHECK\n1/HG: recon {column:02}.{row:02}\n"


def impulse(table: Table, number: int) -> None:
    """The phasing side's whole impulse."""
    side, campaign = table.phasing(), table.campaign
    mind = Commander(campaign.table.ruleset, campaign.table.words, campaign.table.game, random.Random(number))
    orders = mind.letter(campaign.state.pictures[side])
    for words in (orders, "cancel\nend impulse anyway\n"):
        running = campaign.state.admin.clock
        table.deliver(letter(ADDRESS[side], f"referee+test-{table.token(side)}@club.example", f"i{number}{len(words)}", words))
        table.run()
        if campaign.state.admin.clock != running:
            return


if __name__ == "__main__":
    told(measure)
