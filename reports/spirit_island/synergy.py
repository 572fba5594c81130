"""Spirits: how strong each is, which pairs are more than the sum of their parts, and who suits which adversary."""

from collections.abc import Hashable

import numpy as np
import pandas as pd
from scipy.special import expit, logit
from scipy.stats import norm
from statsmodels.stats.multitest import multipletests

from reports.core.model import Contrast, WinModel
from reports.spirit_island.difficulty import ALPHA

SURE = 1.959964  # half-width of a 95 % interval in standard errors
_INTERACTIONS = ("spirit_adversary", "spirit_level", "spirit_scenario", "spirit_board")


def points(model: WinModel, name: str, odds: np.ndarray) -> np.ndarray:
    """Turns effects of a block from log-odds into percentage points: the mean change of the win rate that each makes
    in the games it takes part in, with the weight it has there (one of two spirits counts half)."""
    columns = model.columns[:, model.part[name]].tocsc()
    fitted = logit(model.probability)
    changes = []
    for number, effect in enumerate(odds):
        entries = slice(columns.indptr[number], columns.indptr[number + 1])
        cells, weights = columns.indices[entries], columns.data[entries]
        change = model.probability[cells] - expit(fitted[cells] - weights * effect)
        changes.append(100 * np.average(change, weights=model.games[cells]))
    return np.array(changes)


def spirit_strengths(model: WinModel) -> pd.DataFrame:
    """Computes each spirit's strength against the mean of all spirits in the run, strongest first."""
    labels = _labels(model, "spirit")
    if not labels:
        return pd.DataFrame()
    matrix = np.array([_own_share(model, label) for label in labels])
    values, covariance = model.estimate(matrix - matrix.mean(axis=0))
    table = pd.DataFrame({"spirit": labels, "games": _games(model, "spirit")})
    table = _with_intervals(table, model, "spirit", values, np.sqrt(np.diag(covariance)))
    return table.sort_values("points", ascending=False)


def _own_share(model: WinModel, spirit: str) -> np.ndarray:
    """Returns the contrast of a spirit's strength: its effect and the mean of its interactions in the games it played.

    With the interactions the strength is what this run measured; without them it would be a guess about all adversaries
    and partners, and far less certain.
    """
    column = model.place["spirit", spirit]
    present = np.flatnonzero(model.columns[:, [column]].toarray()[:, 0])
    mean = (model.games[present] @ model.columns[present]) / model.games[present].sum()
    own = np.zeros(len(mean))
    for (block, label), place in model.place.items():
        if label == spirit or (block in ("pair", *_INTERACTIONS) and spirit in label):
            own[place] = mean[place] / mean[column]
    return own


def pair_synergies(model: WinModel) -> pd.DataFrame:
    """Computes each pair's synergy: its win rate minus what the two spirits' own strengths predict."""
    return _tested(model, "pair", ["first", "second"])


def match_ups(model: WinModel) -> pd.DataFrame:
    """Computes how much better or worse a spirit does against an adversary than both predict on their own."""
    return _tested(model, "spirit_adversary", ["spirit", "adversary"])


def _tested(model: WinModel, name: str, columns: list[str]) -> pd.DataFrame:
    """Shows pooled effects with intervals; tests the unpooled ones (Benjamini-Hochberg over the block)."""
    labels = _labels(model, name)
    if not labels:
        return pd.DataFrame()
    values, covariance = model.estimate(np.eye(len(model.effects))[model.part[name]])
    raw, error = model.unpooled(name)
    p = np.nan_to_num(2 * norm.sf(np.abs(raw) / np.maximum(error, 1e-12)), nan=1.0)
    q = multipletests(p, ALPHA, method="fdr_bh")[1]
    table = pd.DataFrame(labels, columns=columns).assign(games=_games(model, name))
    table = _with_intervals(table, model, name, values, np.sqrt(np.clip(np.diag(covariance), 0, None)))
    return table.assign(p=p, q=q, significant=q < ALPHA).sort_values("points", ascending=False)


def _with_intervals(table: pd.DataFrame, model: WinModel, name: str, values: np.ndarray, error: np.ndarray) -> pd.DataFrame:
    return table.assign(
        points=points(model, name, values),
        low=points(model, name, values - SURE * error),
        high=points(model, name, values + SURE * error),
        odds=values,
        error=error,
    )


def _labels(model: WinModel, name: str) -> list[Hashable]:
    return next((block.labels for block in model.blocks if block.name == name), [])


def _games(model: WinModel, name: str) -> np.ndarray:
    """Counts the games that an effect took part in."""
    member = (model.columns[:, model.part[name]] != 0).astype(float)
    return (member.T @ model.games).astype(int)


def extremes(model: WinModel, challenge: dict) -> tuple[str, str] | None:
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
