"""What to run: single games, case files, replays and sweeps."""
