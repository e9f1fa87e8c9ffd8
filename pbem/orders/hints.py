"""Did you mean: at most three hints for a word nobody knows. Names are never put right without asking."""

from collections.abc import Iterable, Mapping

from pbem.kernel.edit_distance import slips
from pbem.orders.tree import Remark

MOST_HINTS = 3
MEANT = {
    "scout": "recon", "reconnoitre": "recon", "reconnoiter": "recon", "look": "recon", "patrol": "recon|sweep", "assault": "attack",
    "storm": "attack", "charge": "attack", "advance": "move", "go": "move", "shell": "strike", "shoot": "strike", "fire": "strike",
    "entrench": "dig", "retire": "withdraw", "disengage": "withdraw",
    "pause": "",  # the host's word, and PASS, which ends an impulse, is near
    "right": "",  # said before orders; FLIGHT is near
    "stay": "", "stays": "",  # STOP is near, and says something else
    "drop": "",  # of troops from the air; STOP is near
    "should": "", "would": "", "could": "",  # said of units in a sentence; HOLD is near
}  # fmt: skip
"""What people say for an order word: it, or several, where the vocabulary has them; "" for what must not be taken for another."""


def near_verbs(word: str, verbs: Mapping[str, str]) -> tuple[str, ...]:
    """The order words that a word may have been meant for: what people say for one, else the nearest; where one slip makes it
    none of those that two would make, so that YES can take it (names are never taken so)."""
    meant = MEANT.get(word)
    known = tuple(verbs[verb] for verb in (meant or "").split("|") if verb in verbs)
    if meant == "" or known:
        return known
    return near(word, verbs, 1) or near(word, verbs)


def near(word: str, candidates: Mapping[str, str], most: int = 2) -> tuple[str, ...]:
    """What is shown for the candidates (folded -> shown) nearest to a folded word, best first.

    At most two slips away (one for words of up to three letters); of equals the first in plain string order.
    """
    reach = 1 if len(word) <= 3 else most
    found = ((slips(word, name, reach), name) for name in candidates)
    best = sorted(pair for pair in found if 0 < pair[0] <= reach and pair[0] < len(word))
    return tuple(dict.fromkeys(candidates[name] for _, name in best))[:MOST_HINTS]


def themselves(words: Iterable[str]) -> dict[str, str]:
    """Candidates that are shown as they are compared."""
    return {word: word for word in words}


def fixed(text: str, remark: Remark, choice: int = 0) -> str:
    """The line with the remark's span replaced by one of its hints; unchanged when there is no such hint."""
    if choice >= len(remark.hints):
        return text
    start = remark.column - 1
    return text[:start] + remark.hints[choice] + text[start + remark.length :]
