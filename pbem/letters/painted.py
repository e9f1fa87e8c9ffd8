"""What a painter of maps hands back, in a module that paints nothing: the referee reads it and loads no picture library."""

from typing import TypedDict


class PaintedJob(TypedDict):
    """What comes of a job, in base64. pictures: for each plate [png, percent of its size]; grounds: png or ""; a ground that was at
    hand is not sent back, nor is one twice."""

    pictures: list[tuple[str, int]]
    grounds: list[str]
