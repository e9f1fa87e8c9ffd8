"""The rival's side of (2), run by its own interpreter: microseconds of the processor for an order given to `diplomacy`.

order_us: the median of movement phases with most of the 34 units; all_us: every phase of the games on the way there (with
small movements, retreats and adjustments), by all their orders.
"""

import json
import random
import statistics
from time import process_time

from diplomacy import Game

PHASES = 60
LEAST_UNITS = 30  # phases with fewer are played on but not counted


def main() -> None:
    """Random legal orders for every unit; 34 units after the first winter."""
    chance = random.Random(1)
    counted: list[tuple[float, float, int]] = []
    spent, orders_given = 0.0, 0
    game = Game()
    while len(counted) < PHASES:
        if game.is_game_done:
            game = Game()
        possible = game.get_all_possible_orders()
        given = {
            power: [chance.choice(possible[place]) for place in game.get_orderable_locations(power) if possible[place]]
            for power in game.powers
        }
        orders = sum(map(len, given.values()))
        movement = game.phase_type == "M"
        begun = process_time()
        for power, texts in given.items():
            game.set_orders(power, texts)
        between = process_time()
        game.process()
        ended = process_time()
        spent, orders_given = spent + ended - begun, orders_given + orders
        if movement and orders >= LEAST_UNITS:
            counted.append(((between - begun) / orders, (ended - between) / orders, orders))
    print(json.dumps({
        "order_us": statistics.median(a + b for a, b, _ in counted) * 1e6, "all_us": spent / orders_given * 1e6,
        "set_us": statistics.median(a for a, _, _ in counted) * 1e6,
        "process_us": statistics.median(b for _, b, _ in counted) * 1e6, "units": statistics.median(n for _, _, n in counted),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
