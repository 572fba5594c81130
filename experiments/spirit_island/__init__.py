"""What to run of Spirit Island: cells, axes, the case language, narration."""
