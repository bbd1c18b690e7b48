#!/usr/bin/env python3
"""text_log.py FILE: the columns and rows of a text log, from its bytes, naively.

docs/formats/text_log.md, "Reading". A line of JSON for the columns, and one for each row:
[local FILETIME, {path: number, or why there is none}].
"""

import csv
import datetime
import json
import re
import sys

NO_DATA, INVALID_DATA = "no_data", "invalid_data"
NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")
DATE = re.compile(r"(\d+)[/.-](\d+)[/.-](\d{4})[ T](\d+):(\d+):(\d+)(?:\.(\d{1,3}))?")
MARK = re.compile(r"\(PDH-[CT]SV 4\.0\)", re.IGNORECASE)


def encoding_of(raw):
    """Of Windows' code pages, by what letters stand beside each other."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    try:
        raw.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        pass
    runs = re.findall(rb"[\x80-\xff]+", raw)
    if all(re.fullmatch(rb"([\xb0-\xd7][\xa1-\xfe])+", run) for run in runs):
        return "gbk"
    letters = b"".join(run for run in runs if len(run) >= 3)
    if sum(byte >= 0xC0 for byte in letters) * 10 >= 9 * max(1, len(letters)) and len(letters) > 10:
        return "cp1251"
    return "cp1252"


def lines_of(raw):
    text = raw.decode(encoding_of(raw)).lstrip("\ufeff")
    return [line.rstrip("\r") for line in text.split("\n") if line.strip("\r")]


def separator_of(header):
    """The character after the first cell."""
    end = header.index('"', 1) + 1 if header.startswith('"') else min(
        at for at in map(header.find, ",\t;") if at >= 0)
    return header[end]


def day_comes_first(cells):
    """Where the month cannot."""
    numbers = [tuple(map(int, DATE.fullmatch(cell).groups()[:2])) for cell in cells]
    return any(first > 12 for first, _ in numbers) and all(second <= 12 for _, second in numbers)


def file_time(cell, is_day_first):
    first, second, year, hour, minute, seconds, part = DATE.fullmatch(cell).groups()
    month, day = (second, first) if is_day_first else (first, second)
    time = datetime.datetime(int(year), int(month), int(day), int(hour), int(minute), int(seconds))
    since = time - datetime.datetime(1601, 1, 1)
    ticks = (since.days * 86400 + since.seconds) * 10 ** 7
    return ticks + int((part or "0").ljust(3, "0")) * 10 ** 4


def value_of(cell, is_console):
    """A number, or why there is none."""
    cell = cell.strip()
    if cell == "" or (is_console and cell == "-1"):
        return NO_DATA
    cell = cell.replace(",", ".")
    return float(cell) if NUMBER.fullmatch(cell) else INVALID_DATA


class Log:
    """columns: paths in their order; rows: (local FILETIME, {path: number or why})."""

    def __init__(self, raw):
        header, *lines = lines_of(raw)
        separator = separator_of(header)
        first, *self.columns = next(csv.reader([header], delimiter=separator))
        is_console = MARK.sub("", first) == ""
        # After typeperf's rows are its messages.
        rows = [row for row in csv.reader(lines, delimiter=separator) if DATE.fullmatch(row[0])]
        is_day_first = day_comes_first([row[0] for row in rows])
        self.rows = [(file_time(date, is_day_first),
                      {path: value_of(cell, is_console) for path, cell in zip(self.columns, cells)})
                     for date, *cells in rows]


def main(arguments):
    with open(arguments[0], "rb") as handle:
        log = Log(handle.read())
    print(json.dumps(log.columns, ensure_ascii=False))
    for row in log.rows:
        print(json.dumps(row, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
