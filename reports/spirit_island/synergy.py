"""Spirits: how strong each is, which pairs are more than the sum of their parts, and who suits which adversary."""

import numpy as np
import pandas as pd

from reports.core.effects import count_games, tested, with_points
from reports.core.model import Contrast, ShareModel

_INTERACTIONS = ("spirit_adversary", "spirit_level", "spirit_scenario", "spirit_board")


def spirit_strengths(model: ShareModel) -> pd.DataFrame:
    """Computes each spirit's strength against the mean of all spirits in the run, strongest first."""
    labels = model.labels("spirit")
    if not labels:
        return pd.DataFrame()
    matrix = np.array([_own_share(model, label) for label in labels])
    values, covariance = model.estimate(matrix - matrix.mean(axis=0))
    table = pd.DataFrame({"spirit": labels, "games": count_games(model, "spirit")})
    table = with_points(table, model, "spirit", values, np.sqrt(np.diag(covariance)))
    return table.sort_values("points", ascending=False)


def _own_share(model: ShareModel, spirit: str) -> np.ndarray:
    """Returns the contrast of a spirit's strength: its effect and the mean of its interactions in the cells it played.

    With the interactions the strength is what this run measured; without them it would be a guess about all adversaries
    and partners, and far less certain.
    """
    column = model.place["spirit", spirit]
    present = np.flatnonzero(model.columns[:, [column]].toarray()[:, 0])
    mean = model.columns[present].mean(axis=0).A1
    own = np.zeros(len(mean))
    for (block, label), place in model.place.items():
        if label == spirit or (block in ("pair", *_INTERACTIONS) and spirit in label):
            own[place] = mean[place] / mean[column]
    return own


def pair_synergies(model: ShareModel) -> pd.DataFrame:
    """Computes each pair's synergy: its win rate minus what the two spirits' own strengths predict."""
    return tested(model, "pair", ["first", "second"])


def match_ups(model: ShareModel) -> pd.DataFrame:
    """Computes how much better or worse a spirit does against an adversary than both predict on their own."""
    return tested(model, "spirit_adversary", ["spirit", "adversary"])


def extremes(model: ShareModel, challenge: dict) -> tuple[str, str] | None:
    """Finds the spirits for whom a challenge is hardest and easiest, when the two clearly differ."""
    present = model.cells
    for name, value in challenge.items():
        present = present[present[name] == value]
    spirits = sorted({spirit for team in present["spirits"].unique() for spirit in team.split("+")})
    if len(spirits) < 2:
        return None
    level = (challenge["adversary"], challenge["level"])
    rows: list[Contrast] = [
        {("spirit", spirit): 1.0, ("spirit_adversary", (spirit, challenge["adversary"])): 1.0,
         ("spirit_level", (spirit, level)): 1.0, ("spirit_scenario", (spirit, challenge["scenario"])): 1.0}
        for spirit in spirits
    ]  # fmt: skip
    values, covariance = model.estimate(model.contrasts(rows))
    worst, best = int(values.argmin()), int(values.argmax())
    error = np.sqrt(max(covariance[worst, worst] + covariance[best, best] - 2 * covariance[worst, best], 0))
    return (spirits[worst], spirits[best]) if values[best] - values[worst] > 3 * error else None
