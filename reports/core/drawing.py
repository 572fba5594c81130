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
    if not file.parent.is_dir():
        raise UserError(f"cannot draw {file}: there is no directory {file.parent}")


def draw_chart(name: str, analysis: Analysis, names: Names) -> Figure:
    """Draws a chart; raises TooLittleData if it would show noise."""
    with styled():
        return laid_out(titled(analysis.report.draw(name, analysis, names), analysis.report.title(name, names)))


def draw_or_say(name: str, analysis: Analysis, names: Names) -> Figure:
    """Draws a chart; with too little data the figure says so."""
    try:
        return draw_chart(name, analysis, names)
    except TooLittleData as reason:
        with styled():
            figure = message_figure(too_little(names, reason))
            figure.set_label(names.reason(reason))
            return titled(figure, analysis.report.title(name, names))


def too_little(names: Names, reason: TooLittleData) -> str:
    """Says why a chart would show noise."""
    return f"{names.label('too_little')}: {names.reason(reason)}"


Tell = Callable[[str, int, int], None]  # what is being done, and how much of it is done of how much


def silent(what: str, done: int, of: int) -> None:
    """Tells nobody."""


def draw_charts(analysis: Analysis, names: Names, tell: Tell = silent) -> dict[str, Figure]:
    """Draws all charts of a report."""
    charts, figures = charts_of(analysis.report), {}
    for number, name in enumerate(charts):
        tell("charts", number, len(charts))
        figures[name] = draw_or_say(name, analysis, names)
    return figures


def save_chart(name: str, analysis: Analysis, names: Names, file: Path) -> None:
    """Draws a chart into a file, whose ending decides the format; one that would show noise is refused."""
    check_chart(analysis.report, name, file)
    try:
        save(draw_chart(name, analysis, names), file)
    except TooLittleData as reason:
        raise UserError(f"{name}: {too_little(names, reason)}") from None
