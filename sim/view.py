"""Light views for interpreted strategies: plain Python numbers and lists instead of numpy's.

A strategy that only reads fields decides alike over a record and over its view.
"""

from typing import Any


class RecordView:
    """Read-only view of a record: each field as a Python number or a (nested) list."""

    __slots__ = ("_record",)

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        """Return a field of the record; records in it as views."""
        try:
            field = self._record[name]
            return ArrayView(field, len(field)) if field.dtype.names else field.tolist()
        except (KeyError, ValueError):
            fields = ", ".join(self._record.dtype.names)
            raise AttributeError(f"no field {name!r}; there are {fields}") from None


class ArrayView:
    """Read-only view of the first ``n`` records of an array."""

    __slots__ = ("_n", "_records")

    def __init__(self, records: Any, n: int) -> None:
        self._records, self._n = records, n

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, index: int) -> RecordView:
        """Return the view of one record."""
        if not -self._n <= index < self._n:
            raise IndexError(f"index {index}, of {self._n}")
        return RecordView(self._records[index % self._n])
