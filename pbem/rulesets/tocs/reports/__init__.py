"""What TOCS puts into letters: functions of one desk's picture and observations, never of the board."""
