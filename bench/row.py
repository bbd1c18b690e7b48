"""A row of the table of speeds, and the task that measures it."""
import dataclasses
from typing import Callable


class LeftOut(Exception):
    """A row cannot be measured on this machine; the text says why."""


@dataclasses.dataclass(frozen=True)
class Row:
    id: str  # short and stable; names of rows on the command line are matched with it and the title
    title: str
    goal: float
    better: str = "lower"  # on which side of the goal the figure should be


@dataclasses.dataclass(frozen=True)
class Task:
    """What one measurement gives: results of its rows, in any order."""
    rows: tuple
    targets: tuple  # of ninja: the programs it runs
    measure: Callable  # of a Workspace; returns results


def result(row, value, unit, reference=None, reference_value=None, ratio=None, allocations=None):
    return {"id": row.id, "name": row.title, "value": value, "unit": unit, "reference": reference,
            "reference_value": reference_value, "ratio": ratio, "goal": row.goal, "better": row.better,
            "allocations": allocations}


def meets_goal(one):
    """The goal of a result is for its ratio, or for its value if it has no ratio."""
    figure = one["value"] if one["ratio"] is None else one["ratio"]
    return figure <= one["goal"] if one["better"] == "lower" else figure >= one["goal"]
