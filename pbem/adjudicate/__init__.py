"""Order lines are checked against the picture (`checking`) and carried out against the board (`running`), line by line."""
