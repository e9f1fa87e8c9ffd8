"""What a game has set of what HELP explains in general: whether there is a sea, who fights battles, what is told of the odds."""

from collections.abc import Mapping

from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.actions.vocabulary import AT_SEA
from pbem.rulesets.tocs.game import Game

OF_THE_SEA = frozenset({verb.name for verb in AT_SEA} | {"landing", "sea", "ships", "why at sea"})
"""Topics of HELP about ships and who comes from them."""
ASHORE: Mapping[str, str] = {"aircraft": "AIR", "bring": "ENTER", "fly": "AIR", "landing": "DROPS", "load": "TRUCKS"}
"""Where those of them that a commander on land looks up tell of the like."""
BATTLES: Mapping[str, str] = {
    "crt": phrase("Here every battle is settled on the Combat Results Table (field_battle crt)."),
    "engagement": phrase(
        "Here a battle that both sides wish to goes to field commanders, while the war goes on (field_battle engagement)."
    ),
    "wait": phrase("Here a battle that both sides wish to goes to field commanders, and play waits for it (field_battle wait)."),
    "tcs": phrase("Here a battle that both sides wish to is a game of TCS by mail (field_battle tcs)."),
}
ODDS: Mapping[str, str] = {
    "column": phrase("Here a report shows your own total, and the odds column that was read (odds column)."),
    "open": phrase("Here the odds are open: a report shows the enemy's total and shift too (odds open)."),
    "hidden": phrase("Here a report shows the roll and the result alone (odds hidden)."),
}
SET: Mapping[str, tuple[str, Mapping[str, str]]] = {
    **dict.fromkeys(("field", "battles", "aar", "intent"), ("field_battle", BATTLES)),
    **dict.fromkeys(("battle", "why"), ("odds", ODDS)),
}
"""By topic the switch that says how it stands here, and the words for each of its values."""


def out_of_use(game: Game, topic: str) -> tuple[str, ...]:
    """The first lines of a topic about ships, where there is no sea."""
    asked = " ".join(topic.lower().split())
    if game.ground.zones or asked not in OF_THE_SEA:
        return ()
    other = (say("See HELP {topic}.", topic=ASHORE[asked]),) if asked in ASHORE else ()
    return (" ".join((say("This campaign has no sea, and none of what follows."), *other)),)


@rule("MASL-1.1-3", "TOCS-3.9-1")
def here(game: Game, topic: str) -> tuple[str, ...]:
    """The first line of a topic that hangs on a switch of the module."""
    found = SET.get(" ".join(topic.lower().split()))
    if found is None:
        return ()
    switch, said = found
    return (say(said[str(game.switches[switch])]),)
