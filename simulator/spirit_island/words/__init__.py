"""Words about the game: labels, names, descriptions. Only reads."""
