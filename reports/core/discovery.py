"""Many tests at once: of all that is called significant, about one in twenty may be chance."""

import numpy as np
import pandas as pd
from statsmodels.stats.multitest import multipletests

ALPHA = 0.05
SURE = 1.959964  # half-width of a 95 % interval in standard errors


def with_q(table: pd.DataFrame, p: np.ndarray | pd.Series) -> pd.DataFrame:
    """Adds p, q (Benjamini and Hochberg's, over the rows) and whether each row is significant.

    A row without p is not tested.
    """
    p = np.asarray(p, float)
    q, tested = np.full(len(p), np.nan), ~np.isnan(p)
    if tested.any():
        q[tested] = multipletests(p[tested], ALPHA, method="fdr_bh")[1]
    return table.assign(p=p, q=q, significant=q < ALPHA)
