#!/usr/bin/env python3
"""Measures the rows of a table of speeds and prints each when it has it; script/bench and script/bench-web call it.

Usage: run.py [--web] BUILD_DIR OUTPUT.json [NAME...]
       run.py [--web] --list [NAME...]       the ids and titles of the rows
       run.py [--web] --targets [NAME...]    what ninja must build for them

With --web the rows are those of the page, which script/bench-web measures.

OUTPUT.json is a list of results: id, name, value, unit, reference, reference_value, ratio, goal, better,
allocations (of a steady tick; null where a row has none), seconds (of wall time that the row took), commit
and measured (see results.py). Exit status: 0, all goals are met; 1, one is missed or a program failed; 2,
wrong usage; 128 and the number of the signal that stopped it.

The rows are in table.py; those of databases in sql_rows.py, of recordings in recording_rows.py, of logs in
log_rows.py, of the page in web_rows.py. Such a module has ROWS, and tasks(), which groups rows by the run that
measures them.
"""
import dataclasses
import difflib
import fnmatch
import pathlib
import signal
import sys
import time
import traceback

import log_rows
import recording_rows
import sql_rows
import table
import web_rows
from programs import Failed
from results import Results
from row import LeftOut, meets_goal
from workspace import Workspace


@dataclasses.dataclass(frozen=True)
class Table:
    """The rows of a script."""
    script: str
    groups: tuple  # modules

    def complain(self, text):
        print("%s: %s" % (self.script, text), file=sys.stderr, flush=True)


LIBRARY = Table("script/bench", (table, sql_rows, recording_rows, log_rows))
PAGE = Table("script/bench-web", (web_rows,))


def all_rows(of=LIBRARY):
    return [row for group in of.groups for row in group.ROWS]


class UnknownName(Exception):
    pass


class Stopped(BaseException):
    """A signal arrived; others are ignored from then on, so that nothing disturbs the end."""

    def __init__(self, number):
        super().__init__(number)
        self.number = number


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def stop(number, _):
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)
    raise Stopped(number)


def rows_of_name(name, rows):
    """An id means its row only; other names are patterns, or parts of ids and titles."""
    exact = [row for row in rows if row.id == name]
    if exact:
        return exact
    name = name.lower()
    if any(sign in name for sign in "*?["):
        return [row for row in rows if fnmatch.fnmatchcase(row.id, name) or
                fnmatch.fnmatchcase(row.title.lower(), name)]
    return [row for row in rows if name in row.id or name in row.title.lower()]


def rows_of_names(names, of=LIBRARY):
    """In the order of the table; all rows if there are no names."""
    rows = all_rows(of)
    chosen = set() if names else set(rows)
    for name in names:
        if name.startswith("-"):
            raise UnknownName("unknown option %s; see %s --help" % (name, of.script))
        found = rows_of_name(name, rows)
        if not found:
            near = difflib.get_close_matches(name.lower(), [row.id for row in rows], n=3, cutoff=0)
            raise UnknownName("no row is named %s; the nearest are %s; %s --list has all"
                              % (name, ", ".join(near), of.script))
        chosen.update(found)
    return [row for row in rows if row in chosen]


def tasks_by_group(rows, of):
    for group in of.groups:
        yield list(group.tasks([row for row in rows if row in group.ROWS]))


def print_targets(rows, of):
    targets = dict.fromkeys(target for tasks in tasks_by_group(rows, of) for task in tasks
                            for target in task.targets)
    print("\n".join(targets))


def print_list(rows):
    width = max(len(row.id) for row in rows)
    for row in rows:
        print("%-*s  %s" % (width, row.id, row.title))


def print_result(one):
    reference = "-" if one["reference_value"] is None else "%.4g" % one["reference_value"]
    ratio = "-" if one["ratio"] is None else "%.2f" % one["ratio"]
    print("%-72s %9.4g %-2s %12s %8s %6g %s%s" % (
        one["name"], one["value"], one["unit"], reference, ratio, one["goal"],
        "met" if meets_goal(one) else "MISSED",
        "" if one["allocations"] in (None, 0) else ", %g allocations" % one["allocations"]), flush=True)


class Session:
    """The measurement of some rows: what became of each of them."""

    def __init__(self, of, rows, results):
        self.table = of
        self.rows = rows
        self.results = results
        self.measured, self.missed, self.failed, self.left_out = [], [], [], []

    def measure(self, space):
        for tasks in tasks_by_group(self.rows, self.table):
            space.clear()
            for task in tasks:
                self._measure_task(task, space)

    def _measure_task(self, task, space):
        ids = [row.id for row in task.rows]
        begin = time.monotonic()
        try:
            found = task.measure(space)
        except LeftOut as reason:
            self.table.complain("%s left out: %s" % (", ".join(ids), reason))
            self.left_out += ids
        except Failed as reason:
            self.table.complain("%s; no result of %s" % (reason, ", ".join(ids)))
            self.failed += ids
        except Exception:  # the other rows are measured nevertheless
            traceback.print_exc()
            self.table.complain("no result of %s" % ", ".join(ids))
            self.failed += ids
        else:
            self._keep(found, ids, time.monotonic() - begin)

    def _keep(self, found, ids, seconds):
        """The rows of a task share its time evenly."""
        for one in found:
            if one["id"] not in ids:
                continue
            self.results.put(one, seconds / len(ids))
            self.measured.append(one["id"])
            if not meets_goal(one):
                self.missed.append(one["id"])
            print_result(one)

    def report(self, seconds):
        for what, ids in (("goals missed", self.missed), ("failed", self.failed),
                          ("left out", self.left_out)):
            if ids:
                self.table.complain("%s: %s" % (what, ", ".join(ids)))
        self.table.complain("%d of %d rows measured in %d:%02d minutes; %s has their results" % (
            len(self.measured), len(self.rows), *divmod(round(seconds), 60), self.results.path))

    def report_stop(self, number):
        ids = [row.id for row in self.rows if row.id not in self.measured]
        self.table.complain("stopped by %s; %d of %d rows are in %s; missing: %s" % (
            signal.Signals(number).name, len(self.measured), len(self.rows), self.results.path,
            ", ".join(ids)))


def measure(of, build, output, rows):
    session = Session(of, rows, Results(output, [row.id for row in all_rows(of)]))
    begin = time.monotonic()
    print("%-72s %12s %12s %8s %6s" % ("work", "ours", "reference", "ratio", "goal"), flush=True)
    before = {number: signal.signal(number, stop) for number in SIGNALS}
    try:
        with Workspace(build) as space:
            session.measure(space)
    except Stopped as stopped:
        session.report_stop(stopped.number)
        return 128 + stopped.number
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    session.report(time.monotonic() - begin)
    return 1 if session.missed or session.failed else 0


def main(arguments):
    of = LIBRARY
    if arguments[:1] == ["--web"]:
        of, arguments = PAGE, arguments[1:]
    try:
        if arguments[:1] == ["--list"]:
            print_list(rows_of_names(arguments[1:], of))
            return 0
        if arguments[:1] == ["--targets"]:
            print_targets(rows_of_names(arguments[1:], of), of)
            return 0
        if len(arguments) < 2:
            print(__doc__, file=sys.stderr)
            return 2
        build, output, *names = arguments
        return measure(of, pathlib.Path(build).resolve(), pathlib.Path(output), rows_of_names(names, of))
    except UnknownName as error:
        of.complain(str(error))
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
