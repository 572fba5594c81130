"""Slow, obvious versions of algorithms that the product does fast; tests compare the two."""

from collections.abc import Mapping, Set


def spaces_within(neighbours: Mapping[str, Set[str]], start: str, steps: int) -> set[str]:
    """Returns the spaces at most so many steps away; a path may begin or end in an ocean ('A0'), never pass one."""
    reached = {start}
    edge = {start}
    for _ in range(steps):
        passable = {space for space in edge if space == start or not is_ocean(space)}
        edge = {neighbour for space in passable for neighbour in neighbours[space]} - reached
        reached |= edge
    return reached


def is_ocean(space: str) -> bool:
    """Tells whether a space such as 'NE0' is the ocean of its board."""
    return space.lstrip("ABCDENW") == "0"
