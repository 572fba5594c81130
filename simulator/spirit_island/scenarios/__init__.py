"""What each scenario changes."""
