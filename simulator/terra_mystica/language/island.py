"""The geometry of the map: names of hexes, neighbours, what shipping and skips reach. Static, computed once."""

from __future__ import annotations

from simulator.terra_mystica.record import vocabulary as v

ROW_LETTERS = "ABCDEFGHI"
SAME_ROW = ((0, -1), (0, 1))
OTHER_ROWS = {0: ((-1, -1), (-1, 0), (1, -1), (1, 0)), 1: ((-1, 0), (-1, 1), (1, 0), (1, 1))}  # by parity of the row


class Island:
    """The hexes of a map, numbered row by row."""

    def __init__(self, rows: list[str]) -> None:
        self.cells = [(row, column) for row, line in enumerate(rows) for column in range(len(line))]
        self.index = {cell: hexagon for hexagon, cell in enumerate(self.cells)}
        self.letters = [rows[row][column] for row, column in self.cells]
        self.names = hex_names(rows)
        self.neighbours = [self._neighbours(row, column) for row, column in self.cells]

    def _neighbours(self, row: int, column: int) -> list[int]:
        steps = SAME_ROW + OTHER_ROWS[row % 2]
        cells = ((row + down, column + right) for down, right in steps)
        return sorted(self.index[cell] for cell in cells if cell in self.index)

    def is_river(self, hexagon: int) -> bool:
        """Tells whether a hex is river."""
        return self.letters[hexagon] == v.RIVER_LETTER

    def distance(self, one: int, other: int) -> int:
        """Returns the number of steps between two hexes over anything."""
        (ax, ay, az), (bx, by, bz) = (_cube(*self.cells[hexagon]) for hexagon in (one, other))
        return max(abs(ax - bx), abs(ay - by), abs(az - bz))

    def land_within(self, hexagon: int, steps: int) -> list[int]:
        """Returns the other land hexes at most so many steps away."""
        return [
            other
            for other in range(len(self.cells))
            if other != hexagon and not self.is_river(other) and self.distance(hexagon, other) <= steps
        ]

    def land_by_river(self, hexagon: int, longest: int) -> list[int]:
        """Returns the other land hexes joined with this one by a chain of at most so many river hexes."""
        reached: set[int] = set()
        edge, seen = {hexagon}, {hexagon}
        for _ in range(longest):
            edge = {river for one in edge for river in self.neighbours[one] if self.is_river(river)} - seen
            seen |= edge
            reached |= {land for river in edge for land in self.neighbours[river] if not self.is_river(land)}
        return sorted(reached - {hexagon})


def hex_names(rows: list[str]) -> list[str]:
    """Returns the names of all hexes: land by row and number among the land of the row, rivers by number."""
    names, rivers = [], 0
    for letter, line in zip(ROW_LETTERS, rows):
        lands = 0
        for cell in line:
            if cell == v.RIVER_LETTER:
                names.append(f"r{rivers}")
                rivers += 1
            else:
                lands += 1
                names.append(f"{letter}{lands}")
    return names


def _cube(row: int, column: int) -> tuple[int, int, int]:
    x = column - (row - row % 2) // 2
    return x, -x - row, row
