"""Who chooses, whatever the game."""
