"""What runs of Spirit Island mean."""
