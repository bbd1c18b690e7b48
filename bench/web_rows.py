"""The rows of the page: its module in Node beside `perflib mcp`, and the page in Chromium beside what a browser needs alone.

The programs that measure are in bench/web, each with figures in JSON. Logs are made by make_log.
"""
import dataclasses
import json

import log_rows
from programs import Failed, run
from row import Row, Task, result
from workspace import GB, SOURCE

PAGE = SOURCE / "build/perfmon.html"
MEGABYTE = 1e6

# A log by its name: its kind, of make_log, and its size.
LOGS = {
    "short-1.blg": ("1", GB // 10),
    "short-2.blg": ("2", GB // 10),
    "short-5.blg": ("5", GB // 10),
    "short.csv": ("csv", GB // 10),
    "1.blg": ("1", GB),
    "search.blg": ("wide", 5_000_000),  # 20,000 series
    "pan.csv": ("csv", 16_000_000),  # 200 series, a little more than 3,600 rows
}


@dataclasses.dataclass(frozen=True)
class ModuleRow:
    """CPU time of the module in Node beside that of `perflib mcp`, for the same request."""
    id: str
    title: str
    log: str
    figure: str  # of module.mjs
    goal: float = 2.8
    better = "lower"


MODULE = [
    ModuleRow("module.%s-%s" % (figure, name), "module in Node: %s, %s, 100 MB" % (what, title), log, figure)
    for name, title, log in (("1", "form 1", "short-1.blg"), ("2", "form 2", "short-2.blg"),
                             ("5", "form 5", "short-5.blg"), ("csv", "CSV", "short.csv"))
    for figure, what in (("list", "list"), ("series", "one series"), ("summary", "summary of one"))
]

PASS = Row("page.pass", "page: one pass over 1 GB, form 1", 1.5)
LONGEST_TASK = Row("page.task", "page: longest task of the main thread while it reads 1 GB", 100.0)
FIRST_PICTURE = Row("page.picture", "file of 100 MB chosen to lines drawn, form 1, less 0.3 s", 2.0)
PART = Row("page.part", "10 million points: a new part of the time, more than a pass over its pixels", 20.0)
FRAMES = Row("page.pan", "pan of 200 series of 3,600 points: frames a second", 50.0, "higher")
REDRAW = Row("page.redraw", "full redraw of 200 series of 3,600 points", 250.0)
SEARCH = Row("page.search", "key press to result of a search in 20,000 series", 50.0)
SIZE = Row("page.size", "perfmon.html, with module and example", 1.0)
EMPTY = Row("page.empty", "empty page drawn, after its file was read", 200.0)
MEMORY = Row("page.memory", "memory of the module, 1 GB of form 1, 5 series", 64.0)
ROWS = [*MODULE, PASS, LONGEST_TASK, FIRST_PICTURE, PART, FRAMES, REDRAW, SEARCH, SIZE, EMPTY, MEMORY]

FIRST_PICTURE_ALLOWANCE = 300.0  # ms


def log(space, name):
    return log_rows.log_of_kind(space, name, *LOGS[name])


def figures_of(program, *words):
    """What a program of bench/web has measured."""
    try:
        return json.loads(run("node", SOURCE / "bench/web" / program, *words))
    except Failed as error:
        raise Failed("%s: %s" % (program, error)) from error
    except ValueError as error:
        raise Failed("%s does not print JSON" % program) from error


def module_results(space, name, rows):
    figures = figures_of("module.mjs", space.tool("perflib"), log(space, name))
    for row in rows:
        ours, native = figures[row.figure]["module"], figures[row.figure]["native"]
        yield result(row, ours, "ms", "perflib mcp, CPU time", native, ours / native)


def reading_results(space):
    figures = figures_of("reading.mjs", log(space, "1.blg"))
    ours, floor = figures["pass"] / 1e3, figures["reading"] / 1e3
    return [result(PASS, ours, "s", "a Worker that reads slices of 4 MiB", floor, ours / floor),
            result(LONGEST_TASK, figures["longest_task"], "ms")]


def picture_results(space):
    figures = figures_of("first_picture.mjs", log(space, "short-1.blg"))
    ours, floor = figures["picture"], figures["reading"]
    return [result(FIRST_PICTURE, ours, "ms", "a Worker that reads slices of 4 MiB", floor,
                   (ours - FIRST_PICTURE_ALLOWANCE) / floor)]


def part_results(space):
    figures = figures_of("parts.mjs", log(space, "1.blg"))
    return [result(PART, figures["part"] - figures["pass"], "ms", "a pass over 2 x width x series doubles",
                   figures["pass"])]


def pan_results(space):
    figures = figures_of("pan.mjs", log(space, "pan.csv"))
    return [result(FRAMES, figures["frames"], "", "requestAnimationFrame alone", figures["frames_alone"]),
            result(REDRAW, figures["redraw"], "ms")]


def search_results(space):
    return [result(SEARCH, figures_of("search.mjs", log(space, "search.blg"))["slowest_key"], "ms")]


def size_results(_):
    return [result(SIZE, PAGE.stat().st_size / MEGABYTE, "MB")]


def empty_results(_):
    return [result(EMPTY, figures_of("empty.mjs")["drawn"], "ms")]


def memory_results(space):
    return [result(MEMORY, figures_of("memory.mjs", log(space, "1.blg"))["memory"], "MiB")]


# Rows that one run measures, what ninja must build for it, and the run.
RUNS = (
    ((PASS, LONGEST_TASK), ("make_log",), reading_results),
    ((FIRST_PICTURE,), ("make_log",), picture_results),
    ((PART,), ("make_log",), part_results),
    ((FRAMES, REDRAW), ("make_log",), pan_results),
    ((SEARCH,), ("make_log",), search_results),
    ((SIZE,), (), size_results),
    ((EMPTY,), (), empty_results),
    ((MEMORY,), ("make_log",), memory_results),
)


def module_task(name, rows):
    return Task(tuple(rows), ("make_log", "perflib"), lambda space: list(module_results(space, name, rows)))


def tasks(chosen):
    for name in dict.fromkeys(row.log for row in MODULE):
        rows = [row for row in MODULE if row in chosen and row.log == name]
        if rows:
            yield module_task(name, rows)
    for rows, targets, measure in RUNS:
        some = tuple(row for row in rows if row in chosen)
        if some:
            yield Task(some, targets, measure)
