"""Writes all golden playthroughs anew: `python -m tests.spirit_island.golden`."""

from tests.spirit_island.golden import SEEDS, golden_file, playthrough

for spirit in SEEDS:
    golden_file(spirit).write_text(playthrough(spirit), "utf-8")
    print("wrote", golden_file(spirit).name)
