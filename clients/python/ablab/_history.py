"""Columns of a history: lists, and arrays of numpy or a frame of pandas where those are installed."""

from __future__ import annotations

from array import array

from ._read import ApiError


def frame(rows):
    """A DataFrame of rows or columns; raises `ApiError` without pandas."""
    try:
        import pandas
    except ImportError:
        raise ApiError("pandas is not installed here: pip install pandas, or use the lists.") from None
    return pandas.DataFrame(rows)


class History(dict):
    """By name the columns, lists of equal length. Of values that share an x each is a row."""

    #: Name of the axis, and the arrays of doubles behind columns without gaps.
    axis = "step"

    @classmethod
    def joined(cls, read) -> "History":
        """Of (metric, axis, x, values, times): rows by x, and among values of one metric that share an x by their order."""
        made = cls()
        made._arrays = {}
        if not read:
            return made
        axes = list(dict.fromkeys(one[1] for one in read))
        if len(axes) > 1:
            raise ApiError(f"These metrics are on different axes ({', '.join(axes)}): read them apart, or name one by x=.")
        made.axis = axes[0]
        first = read[0][2]
        if all(one[2] == first for one in read[1:]):
            made._put(axes[0], first)
            for metric, _axis, _x, values, _at in read:
                made._put(metric, values)
            return made
        keys, places = set(), []
        for _metric, _axis, x, _values, _at in read:
            place = _places(x)
            places.append(place)
            keys.update(place)
        order = {key: i for i, key in enumerate(sorted(keys))}
        made._put(axes[0], array("d", (x for x, _k in order)))
        for (metric, _axis, _x, values, _at), place in zip(read, places):
            column = [None] * len(order)
            for key, value in zip(place, values):
                column[order[key]] = value
            made[metric] = column
        return made

    def _put(self, name, values):
        self[name] = values.tolist()
        self._arrays[name] = values

    def to_numpy(self) -> dict:
        """By name an array of doubles; NaN where there is no value."""
        try:
            import numpy
        except ImportError:
            raise ApiError("numpy is not installed here: pip install numpy, or use the lists.") from None
        return {
            name: numpy.frombuffer(self._arrays[name], dtype="d") if name in self._arrays and len(column)
            else numpy.array(column, dtype="d")
            for name, column in self.items()
        }

    def to_pandas(self):
        return frame(self.to_numpy())


def _places(x):
    """Each x with how many of the same stand before it."""
    out, before, again = [], None, 0
    for one in x:
        again = again + 1 if one == before else 0
        before = one
        out.append((one, again))
    return out
