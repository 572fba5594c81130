"""What the effects of a model are worth in games: percentage points with intervals, tests of a whole block."""

import numpy as np
import pandas as pd
from scipy.special import expit, logit
from scipy.stats import norm

from reports.core.discovery import SURE, with_q
from reports.core.model import ShareModel

SPREADS = np.concatenate([[0.0], np.geomspace(0.003, 3.0, 80)])  # of effects of a kind, in log-odds


def points(model: ShareModel, name: str, odds: np.ndarray) -> np.ndarray:
    """Turns effects of a block from log-odds into percentage points: the mean change of the share that each makes
    in the cells it takes part in (all of the same weight), with the weight it has there (one of two counts half)."""
    columns = model.columns[:, model.part[name]].tocsc()
    fitted = logit(model.probability)
    changes = []
    for number, effect in enumerate(odds):
        entries = slice(columns.indptr[number], columns.indptr[number + 1])
        cells, weights = columns.indices[entries], columns.data[entries]
        change = model.probability[cells] - expit(fitted[cells] - weights * effect)
        changes.append(100 * change.mean())
    return np.array(changes)


def with_points(table: pd.DataFrame, model: ShareModel, name: str, values: np.ndarray, error: np.ndarray) -> pd.DataFrame:
    """Adds the effects of a block, in percentage points with intervals and in log-odds."""
    return table.assign(
        points=points(model, name, values),
        low=points(model, name, values - SURE * error),
        high=points(model, name, values + SURE * error),
        odds=values,
        error=error,
    )


def tested(model: ShareModel, name: str, columns: list[str]) -> pd.DataFrame:
    """Shows the pooled effects of a block with intervals, the largest first; tests the unpooled ones, all together."""
    labels = model.labels(name)
    if not labels:
        return pd.DataFrame()
    raw, error = model.unpooled(name)
    p = np.nan_to_num(2 * norm.sf(np.abs(raw) / np.maximum(error, 1e-12)), nan=1.0)
    table = pd.DataFrame(labels, columns=columns).assign(games=count_games(model, name))
    table = with_points(table, model, name, *pooled(raw, error))
    return with_q(table, p).sort_values("points", ascending=False)


def pooled(raw: np.ndarray, error: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Draws the effects of a kind together; returns them and their standard errors.

    How widely effects of this kind are spread is not known either: each spread counts as far as the raw effects make it
    likely. Taking the likeliest for certain would make intervals too narrow, most of all where it is none.
    """
    known = np.isfinite(raw) & np.isfinite(error)
    raw, noise = np.where(known, raw, 0), np.where(known, np.maximum(error, 1e-6), 1e3) ** 2
    variance = SPREADS[:, None] ** 2
    likely = -0.5 * np.sum(np.log(variance + noise) + raw**2 / (variance + noise), axis=1)
    weights = np.exp(likely - likely.max()) * np.gradient(SPREADS)
    weights /= weights.sum()
    kept = variance / (variance + noise)
    mean = weights @ kept * raw
    spread = weights @ (kept * noise + (kept * raw - mean) ** 2)
    return mean, np.sqrt(spread)


def count_games(model: ShareModel, name: str) -> np.ndarray:
    """Counts the games that each effect of a block took part in."""
    member = (model.columns[:, model.part[name]] != 0).astype(float)
    return (member.T @ model.games).astype(int)
