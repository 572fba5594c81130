"""Options that the commands about policies share, whatever the game. Imports nothing heavy: a command asks first."""

from typing import Annotated

import typer

from simulator.core.reading import MAX_SEED

Alpha = Annotated[float, typer.Option(min=1e-6, max=0.5, help="Risk of naming a winner among equals.")]
Beta = Annotated[float, typer.Option(min=1e-6, max=0.5, help="Risk of calling it even if one is better.")]
Better = Annotated[float, typer.Option(min=0.505, max=0.99, help="What better means: its share of the games that differ.")]
Seed = Annotated[int, typer.Option(min=0, max=MAX_SEED)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
