"""What runs mean, whatever the game: statistics, tables, charts, pages."""
