"""The charts of a report. Each is a function of an analysis and names that returns a figure."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from matplotlib.figure import Figure

from reports.core.names import Names
from reports.core.style import TooLittleData, message_figure, save, styled
from reports.spirit_island.analysis import Analysis
from simulator.core.errors import UnknownName, UserError

# chart: its module; the function is called draw_<chart>
CHARTS = {
    "difficulty": "difficulty",
    "scenarios": "difficulty",
    "strength": "spirits",
    "heatmap": "spirits",
    "pairings": "pairings",
    "causes": "endings",
    "terror": "endings",
    "length": "distributions",
    "score": "distributions",
    "blight": "blight",
}
FORMATS = ("png", "svg", "pdf")


def check_chart(name: str, file: Path) -> None:
    """Refuses an unknown chart or format before any data is read."""
    if name not in CHARTS:
        raise UnknownName("chart", name, tuple(CHARTS))
    if file.suffix.lstrip(".").lower() not in FORMATS:
        raise UserError(f"cannot draw {file}: the name must end in one of .{', .'.join(FORMATS)}")


def draw_chart(name: str, analysis: Analysis, names: Names) -> Figure:
    """Draws a chart; with too little data the figure says so."""
    function: Callable = getattr(import_module(f"reports.spirit_island.charts.{CHARTS[name]}"), f"draw_{name}")
    with styled():
        try:
            return function(analysis, names)
        except TooLittleData as reason:
            return message_figure(names.text("charts", name), f"{names.label('too_little')}: {reason}")


def save_chart(name: str, analysis: Analysis, names: Names, file: Path) -> None:
    """Draws a chart into a file, whose ending decides the format."""
    check_chart(name, file)
    save(draw_chart(name, analysis, names), file)
