"""What LEAKED and REMEDY share: what a letter tells."""

from pbem.documents.document import Document
from pbem.letters.desk import TOKEN


def telling_lines(document: Document) -> tuple[str, ...]:
    """What a letter tells, line by line, without its forms and what stands in every letter."""
    blocks = (line for b in document.blocks if b.kind != "form" and b.title != "CLOCK" for line in b.lines)
    return tuple(dict.fromkeys(line.strip() for line in (*document.wanted, *blocks) if line.strip() and TOKEN not in line))
