"""What to run of Terra Mystica: axes, case files, recorded games, stories."""
