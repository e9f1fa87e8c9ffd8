"""The rival's side of (2), run by its own interpreter: microseconds for an order of `diplomacy`'s movement phases."""

import json
import random
import statistics
from time import perf_counter

from diplomacy import Game

PHASES = 60
LEAST_UNITS = 30  # phases with fewer are played on but not counted


def main() -> None:
    """Random legal orders for every unit; 34 units after the first winter."""
    chance = random.Random(1)
    setting, processing, counted = [], [], []
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
        begun = perf_counter()
        for power, texts in given.items():
            game.set_orders(power, texts)
        between = perf_counter()
        game.process()
        ended = perf_counter()
        if movement and orders >= LEAST_UNITS:
            setting.append((between - begun) / orders)
            processing.append((ended - between) / orders)
            counted.append(orders)
    both = [a + b for a, b in zip(setting, processing, strict=True)]
    print(json.dumps({
        "order_us": statistics.median(both) * 1e6, "set_us": statistics.median(setting) * 1e6,
        "process_us": statistics.median(processing) * 1e6, "units": statistics.median(counted),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
