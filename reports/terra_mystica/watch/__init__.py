"""A game of Terra Mystica as a page: the map drawn, the cults, what is on offer, what the seats have."""
