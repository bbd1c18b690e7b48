"""What a test takes of equal cases: those that run the same code of ours with other numbers, names, bytes or machines.

Sanitizers make each start of a tool cost ten times as much, so there it is a sample, with at least one case of each path
through our code. script/test-slow takes all cases with sanitizers, and every other build takes all of them always.
"""

import itertools
import os
import unittest

SANITIZED = os.environ.get("SANITIZED", "") == "1"
ALL_CASES = "OPENPERFLIB_SLOW" in os.environ or not SANITIZED
# Decorates a test, or a class of tests, that runs only code of ours that others run, too: not in a sample.
repeats = unittest.skipUnless(ALL_CASES, "other tests run this code with sanitizers")


def some_of(cases, step):
    """A list of them all; as a sample the first, every `step`-th and the last."""
    cases = list(cases)
    return cases if ALL_CASES else cases[:-1:step] + cases[-1:]


def each_of(*lists):
    """All combinations of what several lists have: formats, commands, errors. As a sample as many as the longest list
    has, in which each member of each list is."""
    lists = [list(one) for one in lists]
    if ALL_CASES:
        return list(itertools.product(*lists))
    return [tuple(one[number % len(one)] for one in lists) for number in range(max(map(len, lists)))]
