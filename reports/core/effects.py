"""What the effects of a model are worth in games: percentage points with intervals, tests of a whole block."""

import numpy as np
import pandas as pd
from scipy.special import expit, logit
from scipy.stats import norm

from reports.core.discovery import SURE, with_q
from reports.core.model import ShareModel


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
    values, covariance = model.estimate(np.eye(len(model.effects))[model.part[name]])
    raw, error = model.unpooled(name)
    p = np.nan_to_num(2 * norm.sf(np.abs(raw) / np.maximum(error, 1e-12)), nan=1.0)
    table = pd.DataFrame(labels, columns=columns).assign(games=count_games(model, name))
    table = with_points(table, model, name, values, np.sqrt(np.clip(np.diag(covariance), 0, None)))
    return with_q(table, p).sort_values("points", ascending=False)


def count_games(model: ShareModel, name: str) -> np.ndarray:
    """Counts the games that each effect of a block took part in."""
    member = (model.columns[:, model.part[name]] != 0).astype(float)
    return (member.T @ model.games).astype(int)
