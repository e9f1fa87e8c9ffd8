"""What must hold of a scenario's weather: spells that can be, charts for what is thrown."""

from collections.abc import Iterator, Sequence

from pbem.kernel.charts.chart import ChartBlock
from pbem.kernel.charts.tables import Grid
from pbem.kernel.rulebook import rule
from pbem.modules.faults import KeyPath, near
from pbem.rulesets.tocs.module_file import SpellEntry
from pbem.rulesets.tocs.module_parts import Check, Complaint, Parts


@rule("TOCS-W13.3-5", "TOCS-W13.4.2-1", "TOCS-W13.4.3-1", "TOCS-W13.4.4-5", "TOCS-W13.4-2")
def _weather(parts: Parts) -> Iterator[Complaint]:
    """Spells begin on turns, in order, the first with the first; and nothing falls from a sky that cannot hold it."""
    if parts.play is None or parts.play.weather is None:
        return
    turns, weather = [turn.id for turn in parts.play.turn], parts.play.weather
    starts = [spell.from_ for spell in weather.spell]
    if starts[0] != turns[0]:
        yield parts.scenario, ("weather", "spell", 0, "from"), f'the first spell begins with the first turn, "{turns[0]}"'
    for number, spell in enumerate(weather.spell):
        at: KeyPath = ("weather", "spell", number)
        if spell.from_ not in turns:
            yield parts.scenario, (*at, "from"), f'there is no turn "{spell.from_}"' + near(spell.from_, turns)
        if number and spell.from_ <= starts[number - 1]:
            yield parts.scenario, (*at, "from"), f'"{spell.from_}" does not come after "{starts[number - 1]}"'
        yield from ((parts.scenario, (*at, key), words) for key, words in _sky(spell, weather.kind == "historical"))


def _sky(spell: SpellEntry, historical: bool) -> Iterator[tuple[str, str]]:
    """What is wrong with the sky of one spell, by key."""
    given = {"cloud": spell.cloud, "precipitation": spell.precipitation, "wind": spell.wind}
    for key, word in given.items():
        if historical and not word:
            yield key, "history has to say what it was"
        if word and not historical:
            yield key, "is rolled for where the weather is variable"
    if spell.fog and not historical:
        yield "fog", "is rolled for where the weather is variable"
    if historical:
        yield from (("precipitation", words) for words in _cannot_fall(spell.precipitation, spell.cloud, spell.temperature))


def _cannot_fall(what: str, cloud: str, temperature: str) -> Iterator[str]:
    if what in ("", "dry"):
        return
    needs = "scattered" if what.endswith("squall") else "overcast"
    if cloud != needs:
        yield f"{what} needs a sky that is {needs}, not {cloud or 'left open'}"
    snow, cold = what.startswith("snow") or what == "blizzard", temperature in ("freezing", "hard_frost")
    if snow != cold:
        yield f"{what} does not fall when it is {temperature}"


def _rain_charts(parts: Parts) -> Iterator[Complaint]:
    """A module's own precipitation chart keeps squalls to scattered cloud and the rest to overcast."""
    for file, chart in parts.charts.items():
        if isinstance(chart, Grid) and chart.id == "weather-precipitation":
            for number, block in enumerate(chart.blocks):
                yield from ((file, ("block", number), words) for words in _rain_block(block, chart.columns.labels))


def _rain_block(block: ChartBlock, clouds: Sequence[str]) -> Iterator[str]:
    """What cannot fall in the weather of a block, a column for each sky."""
    temperature = block.key.get("temperature", "mild")
    for cell, cloud in sorted({pair for row in block.cells.values() for pair in zip(row, clouds, strict=True)}):
        yield from _cannot_fall(cell, cloud, temperature)


WEATHER_CHECKS: tuple[Check, ...] = (_weather, _rain_charts)
