"""words: say in five lines what lives here, what may come in, which file to read first."""
