"""A game of Spirit Island as a page: the island drawn, what lies on it, what the spirits have."""
