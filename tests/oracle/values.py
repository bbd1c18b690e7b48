"""Values as the collectors hand them to the block: a number, a pair, or why there is none."""

import collections

from root import LARGEST_U64


class Missing:
    """No value, and the kind of reason."""

    def __init__(self, kind):
        self.kind = kind


NO_DATA = Missing("no data")
FIRST_COLLECTION = Missing("first collection")
NOT_ASKED_FOR = Missing("not asked for")

Pair = collections.namedtuple("Pair", "value base")  # a counter and its base, stored together


def present(value):
    return not isinstance(value, Missing)


def or_missing(value):
    """None, as the readers say it, becomes NO_DATA; so does a number that no 64 bits hold."""
    if isinstance(value, Missing):
        return value
    if value is None or not 0 <= value <= LARGEST_U64:
        return NO_DATA
    return value


def pair(value, base):
    """A counter and its base are there together or not at all."""
    value, base = or_missing(value), or_missing(base)
    for part in (value, base):
        if not present(part):
            return part
    return Pair(value, base)


def add(*numbers):
    """Their sum; None where one is None."""
    return None if None in numbers else sum(numbers)


def times(number, factor):
    return None if number is None else number * factor


def subtract(number, other):
    """The difference, stopping at 0; None where one is None."""
    return None if None in (number, other) else max(0, number - other)


def total_of(values, rule):
    """One `_Total` value over the instances' values. One that is missing makes it missing."""
    for value in values:
        if not present(value):
            return value
    if values and isinstance(values[0], Pair):
        return Pair(total_of([value.value for value in values], rule),
                    total_of([value.base for value in values], rule))
    if rule == "sum":
        return sum(values)
    if rule in ("avg", "floor of the mean"):
        return sum(values) // len(values) if values else NO_DATA
    if rule == "or":
        return max(values, default=NO_DATA)  # flags of one bit
    if rule == "zero":
        return 0
    raise ValueError(rule)
