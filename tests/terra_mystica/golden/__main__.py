"""Writes all golden playthroughs anew: `python -m tests.terra_mystica.golden`."""

from tests.terra_mystica.golden import DIRECTORY, GAMES, golden_file, playthrough

for path in DIRECTORY.glob("*.txt"):
    if path.stem not in GAMES:
        path.unlink()
for name in GAMES:
    golden_file(name).write_text(playthrough(name), "utf-8")
    print("wrote", golden_file(name).name)
