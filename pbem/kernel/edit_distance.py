"""How many slips of the pen lie between two words: letters left out, put in, mistaken or swapped."""


def slips(word: str, meant: str, most: int | None = None) -> int:
    """The slips (optimal string alignment); any number above `most` where there are more."""
    from rapidfuzz.distance import OSA  # 3.5 MB, which a referee to whom nobody has misspelt a word need not hold

    return OSA.distance(word, meant, score_cutoff=most)
