"""What things are called: labels, names, descriptions, coverage."""
