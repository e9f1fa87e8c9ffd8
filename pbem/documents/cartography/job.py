"""A letter's map as a job: all that is needed to draw it, so that a process beside the referee can."""

from pbem.documents.cartography.land import PrintedLand
from pbem.documents.map_picture import MapPicture
from pbem.kernel.values import Value


class MapJob(Value):
    """land: the printed map; picture: what its desk knows; title: of the game; adjective: of the side; heading: of its staff."""

    land: PrintedLand
    picture: MapPicture
    title: str
    adjective: str
    heading: str
