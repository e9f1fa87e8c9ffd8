"""What a painter of maps is given and hands back, in a module that paints nothing: the referee reads it and loads no picture
library."""

from collections.abc import Mapping

from pbem.documents.cartography.job import MapJob
from pbem.kernel.values import Value


class PaintJob(Value):
    """map: what is to be drawn; fonts: paths of font files; folder: where painted grounds lie; cap: bytes a picture may have;
    language, texts: what is spoken, and its texts by the English ones, none for English."""

    map: MapJob
    fonts: tuple[str, ...]
    folder: str
    cap: int
    language: str
    texts: Mapping[str, str]


class Dried(Value):
    """A picture: its name and title, PNG bytes, how much of its drawn width and height it kept, in percent, and whether it shows
    what is nearest to the enemy."""

    name: str
    title: str
    png: bytes
    percent: int = 100
    near: bool = False


class PaintedJob(Value):
    """What comes of a job. grounds: PNG by file name, of those that did not lie in its folder yet; albums: files that
    are to be kept there instead of what they held."""

    pictures: tuple[Dried, ...]
    grounds: Mapping[str, bytes]
    albums: Mapping[str, bytes]
