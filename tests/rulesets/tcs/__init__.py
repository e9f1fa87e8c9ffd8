"""TCS: the rules one by one, the worked cases, the module, the game by letters."""
