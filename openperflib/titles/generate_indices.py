#!/usr/bin/env python3
"""generate_indices.py [--check]: writes title_indices.h from base_index.csv and own_index.csv.

--check writes nothing, and fails if the file is not what would be written.
"""
import csv
import difflib
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
HEADER = FOLDER / "title_indices.h"
HEAD = """\
// The title indices of all names, of Windows and our own. An object and a counter, or two counters,
// of the same name have one constant if they have the same index; otherwise the later one has its
// index in its name. Written by generate_indices.py from base_index.csv and own_index.csv; do not
// edit.
#pragma once

#include <cstdint>

namespace openperflib::title {

"""
TAIL = """
}  // namespace openperflib::title
"""
SPELLED = (("%", "Percent "), ("#", "Count "), ("/sec", " Per Sec"), ("/", " Per "))


def word_of(word):
    return word.capitalize() if word.isupper() else word[0].upper() + word[1:]


def constant_of(name):
    for sign, spelled in SPELLED:
        name = name.replace(sign, spelled)
    return "k" + "".join(word_of(word) for word in re.findall(r"[A-Za-z0-9]+", name))


def indices():
    """(constant, index) in the order of the tables."""
    rows = [(row["name"], int(row["name_index"])) for row in read("base_index.csv")]
    last_base = max(int(row["help_index"] or 0) for row in read("base_index.csv"))
    rows += [(row["name"], int(row["index"])) for row in read("own_index.csv")]
    found = {"kLastBaseIndex": last_base}  # the greatest index of Windows' own table, names and help texts
    for name, index in rows:
        constant = constant_of(name)
        if found.get(constant, index) != index:
            constant += str(index)
        found[constant] = index
    return sorted(found.items(), key=lambda one: one[1])


def read(name):
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def text():
    lines = ["inline constexpr std::uint32_t %s = %d;\n" % one for one in indices()]
    return HEAD + "".join(lines) + TAIL


def main(arguments):
    wanted = text()
    if arguments == ["--check"]:
        written = HEADER.read_text(encoding="utf-8")
        sys.stdout.writelines(difflib.unified_diff(written.splitlines(True), wanted.splitlines(True),
                                                   str(HEADER), "as generate_indices.py writes it", n=0))
        return 0 if written == wanted else 1
    HEADER.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
