"""One look for all charts: colours that the colour-blind can tell apart, sizes that survive halving."""

import io
import re
import textwrap
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib
from markupsafe import escape
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from reports.core.tips import Drawing, boxes
from simulator.core.errors import UserError

# Inches. On a phone of 390 pixels a point of the drawing is then about a pixel, on a desk half as large again.
WIDTH = 5.0
INK, MUTED, GRID, PAPER = "#1b2631", "#5b6875", "#d3d8dd", "#fefefe"
# In the HTML these four follow the reader's light or dark mode.
VARIABLES = {INK: "var(--ink)", MUTED: "var(--muted)", GRID: "var(--grid)", PAPER: "var(--paper)"}
# Okabe and Ito's palette, ordered so that neighbours differ in lightness too.
BLUE, ORANGE, GREEN, VERMILION, SKY, PINK = "#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7"
COLOURS = [BLUE, ORANGE, GREEN, VERMILION, PINK, SKY]
MARKERS = ["o", "s", "^", "D", "v", "P"]
SETTINGS = {
    "font.family": "DejaVu Sans",
    "font.size": 11.5,
    "axes.titlesize": 11.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 9,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "text.color": INK,
    "text.parse_math": False,  # names may contain a dollar sign
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 11.5,
    "ytick.labelsize": 11.5,
    "legend.frameon": False,
    "legend.fontsize": 11.5,
    "lines.linewidth": 1.8,
    "lines.markersize": 5.5,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "savefig.facecolor": PAPER,
    "xaxis.labellocation": "right",  # to the left there is room, under the names of rows
    "svg.fonttype": "none",  # text stays text: small, searchable, sharp
    "svg.hashsalt": "evenkeel",
    "figure.constrained_layout.use": True,
}


@contextmanager
def styled():
    """Applies the common look."""
    with matplotlib.rc_context(SETTINGS):
        yield


def new_figure(height: float, rows: int = 1, **grid: Any) -> tuple[Figure, list[Axes]]:
    """Makes a figure as wide as a phone, with axes below each other, without pyplot's global state."""
    figure = Drawing(figsize=(WIDTH, height))
    FigureCanvasAgg(figure)
    axes = figure.subplots(rows, 1, squeeze=False, gridspec_kw=grid or None)
    return figure, list(axes[:, 0])


def wrapped(label: str, letters: int = 17) -> str:
    """Breaks a long name into lines, so that it leaves room for what it names."""
    return "\n".join(textwrap.wrap(label, letters, break_long_words=False)) or label


def laid_out(figure: Figure) -> Figure:
    """Finds the places of everything in a figure once; otherwise each file that is written of it would do so again."""
    for _ in range(2):  # names of rows take room that is known only after the first time
        figure.draw_without_rendering()
    figure.set_layout_engine("none")
    return figure


def titled(figure: Figure, title: str) -> Figure:
    """Writes the title of a chart, from its left edge on."""
    figure.suptitle("\n".join(textwrap.wrap(title, 44)), x=0.01, ha="left", fontsize=12.5, fontweight="bold")
    return figure


def message_figure(message: str) -> Figure:
    """Makes a figure that says why there is no chart; who draws it keeps the reason as its label."""
    figure, (axes,) = new_figure(1.3)
    axes.axis("off")
    axes.text(0.5, 0.5, message, ha="center", va="center", color=MUTED, wrap=True, transform=axes.transAxes)
    return figure


def percent_axis(axis: Axis) -> None:
    """Shows shares as percentages."""
    axis.set_major_formatter(lambda value, _: f"{round(100 * value, 2):g} %")


def readable_on(colour: tuple[float, ...]) -> str:
    """Chooses black or white text for a coloured field."""
    red, green, blue = colour[:3]
    return "#101010" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "#f7f7f7"


def save(figure: Figure, file: Path) -> None:
    """Writes a figure; the same data give the same bytes."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with styled():
            if file.suffix.lower() == ".svg":
                file.write_text(svg_of(figure), encoding="utf-8")
            else:
                figure.savefig(file, dpi=200, metadata={"CreationDate": None} if file.suffix.lower() == ".pdf" else None)
    except OSError as error:
        raise UserError(f"cannot write {file}: {error.strerror or error}") from None


def svg_of(figure: Figure) -> str:
    """Returns a figure as SVG, drawn once for the page and the file."""
    if not isinstance(figure, Drawing) or not figure.svg:
        buffer = io.StringIO()
        with styled():
            figure.savefig(buffer, format="svg", metadata=dict.fromkeys(["Date", "Creator", "Format", "Type"]))
        if not isinstance(figure, Drawing):
            return buffer.getvalue()
        figure.svg = buffer.getvalue()
    return figure.svg


def inline_svg(figure: Figure, name: str, title: str) -> str:
    """Makes SVG to stand inside HTML: ids of its own, colours that follow dark mode, a title for screen readers."""
    svg = svg_of(figure)
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", svg)
    for colour, variable in VARIABLES.items():
        svg = svg.replace(colour, variable)
    svg = svg.replace("</svg>", f"{boxes(figure)}</svg>")
    return re.sub(r"<svg ([^>]*)>", lambda match: _opening(match[1], name, title), svg, count=1)


def _opening(attributes: str, name: str, title: str) -> str:
    """Lets the page decide the size: only the viewBox stays."""
    box = next(re.finditer(r'viewBox="[^"]*"', attributes))[0]
    wide = float(box.split()[2])
    xlink = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return (
        f'<svg {xlink} {box} style="max-width:{1.5 * wide:.0f}px" role="img" aria-labelledby="{name}-title">'
        f'<title id="{name}-title">{escape(title)}</title>'
    )
