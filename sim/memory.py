"""Records in memory."""

from typing import Any

import numpy as np


def record(dtype: np.dtype[Any]) -> Any:
    """Return one zeroed record of a dtype, whose fields are attributes."""
    return np.zeros(1, dtype=dtype).view(np.recarray)[0]
