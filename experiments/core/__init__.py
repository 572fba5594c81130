"""What to run, whatever the game: plans, sweeps, stores, case files, records."""
