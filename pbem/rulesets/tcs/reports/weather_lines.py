"""Visibility, light, smoke and illumination as a desk knows them."""

from collections.abc import Iterator

from pbem.kernel.i18n import counted, phrase, say, text
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.picture import TacticalPicture

WEATHERS = {
    "clear": phrase("clear"),
    "haze": phrase("haze"),
    "rain": phrase("rain"),
    "mist": phrase("mist"),
    "fog": phrase("fog"),
    "thick_fog": phrase("thick fog"),
    "dusk": phrase("dusk"),
    "night": phrase("night"),
    "moonlight": phrase("moonlight"),
}


def air(weather: str, light: str) -> str:
    """`mist`, `haze, dusk`."""
    return ", ".join(text(WEATHERS[row]) for row in (weather, light) if row)


@rule("TCSB-7-1", "TCS3-2.3-5", "TCSB-19-7")
def air_lines(picture: TacticalPicture) -> Iterator[str]:
    """How far one sees in this turn, the smoke that is known, and where illumination burns."""
    public = picture.public
    yield counted(public.reach, " {number} hex ({name})", " {number} hexes ({name})", name=air(public.weather, public.light))
    if picture.smoke:
        marked = (
            str(hex_) if many == 1 else say("{where} ({many} markers)", where=hex_, many=many)
            for hex_, many in sorted(picture.smoke.items())
        )
        yield say(" Smoke: {where}", where=", ".join(marked))
    if public.lights:
        yield say(" Illumination over {where}", where=", ".join(sorted(public.lights)))
