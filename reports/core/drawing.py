"""Charts by name: which a report has, drawn as figures and saved as files."""

from collections.abc import Callable
from pathlib import Path

from matplotlib.figure import Figure

from reports.core.analysis import Analysis
from reports.core.missing import TooLittleData
from reports.core.names import Names
from reports.core.report import Report
from reports.core.style import laid_out, message_figure, save, styled, titled
from simulator.core.errors import UnknownName, UserError

FORMATS = ("png", "svg", "pdf")


def charts_of(report: Report) -> tuple[str, ...]:
    """Returns the names of the charts of a report, in the order of its page."""
    return tuple(chart for section in report.sections for chart in section.charts)


def check_chart(report: Report, name: str, file: Path) -> None:
    """Refuses an unknown chart or format before any data is read."""
    if name not in charts_of(report):
        raise UnknownName("chart", name, charts_of(report))
    check_format(file)


def check_format(file: Path) -> None:
    """Refuses a format that no chart is drawn in."""
    if file.suffix.lstrip(".").lower() not in FORMATS:
        raise UserError(f"cannot draw {file}: the name must end in one of .{', .'.join(FORMATS)}")


def draw_chart(name: str, analysis: Analysis, names: Names) -> Figure:
    """Draws a chart; with too little data the figure says so."""
    report = analysis.report
    with styled():
        try:
            return laid_out(titled(report.draw(name, analysis, names), report.title(name, names)))
        except TooLittleData as reason:
            figure = message_figure(f"{names.label('too_little')}: {names.reason(reason)}")
            figure.set_label(names.reason(reason))
            return titled(figure, report.title(name, names))


Tell = Callable[[str, int, int], None]  # what is being done, and how much of it is done of how much


def silent(what: str, done: int, of: int) -> None:
    """Tells nobody."""


def draw_charts(analysis: Analysis, names: Names, tell: Tell = silent) -> dict[str, Figure]:
    """Draws all charts of a report."""
    charts, figures = charts_of(analysis.report), {}
    for number, name in enumerate(charts):
        tell("charts", number, len(charts))
        figures[name] = draw_chart(name, analysis, names)
    return figures


def save_chart(name: str, analysis: Analysis, names: Names, file: Path) -> None:
    """Draws a chart into a file, whose ending decides the format."""
    check_chart(analysis.report, name, file)
    save(draw_chart(name, analysis, names), file)
