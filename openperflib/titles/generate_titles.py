#!/usr/bin/env python3
"""Writes the fixed title tables as C++: generate_titles.py BASE OWN OBJECTS OBJECT_HELP BASE_HELP OUTPUT

BASE         base_index.csv   the titles that are the same on every Windows, 2 to 1846
OWN          own_index.csv    the titles of our own objects, from 100000
OBJECTS      objects.csv      a summary of each counter, in our own words: its help text
OBJECT_HELP  object_help.csv  one sentence for each object: its help text; also for OBJECT\\COUNTER of
                              our own objects that are not in objects.csv
BASE_HELP    base_help.csv    the help texts of base names that no object here uses
"""
import csv
import sys

INDEX_OF_THE_HIGHEST = 1  # this title is not a name but the highest base index, in decimal
END_MARKER = "End Marker"  # the last base title, whose help text is its name, as on Windows
FEWEST_WORDS = 4  # of a help text; shorter ones only repeat the name


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_names(base, own):
    """Index to name. Own rows that borrow a base index must borrow its name too."""
    names = {int(row["name_index"]): row["name"] for row in base}
    for row in own:
        index = int(row["index"])
        if names.setdefault(index, row["name"]) != row["name"]:
            sys.exit(f"own_index.csv: {index} is {names[index]!r}, not {row['name']!r}")
    names[INDEX_OF_THE_HIGHEST] = str(max(int(row["help_index"] or 0) for row in base))
    return names


def help_index_of(row):
    """The help index of a base row; a few rows name none and have the usual one."""
    return int(row["help_index"] or int(row["name_index"]) + 1)


def read_helps(base, own, objects, object_help):
    """Help index to text; if several objects share an index, the first one defines its text."""
    help_index = {(row["object"], row["name"]): row["help_index"] for row in own}
    helps = {}
    for row in objects:
        key = (row["object"], row["counter"])
        index = help_index.get(key) or row["help_index"]
        if index and row["summary"]:
            helps.setdefault(int(index), row["summary"])
    of_object = {row["name"]: help_index_of(row) for row in base if row["kind"] == "object"}
    of_object |= {row["name"]: int(row["help_index"]) for row in own if row["kind"] == "object"}
    of_object |= {"%s\\%s" % (row["object"], row["name"]): int(row["help_index"])
                  for row in own if row["kind"] == "counter"}
    for row in object_help:
        helps[of_object[row["object"]]] = row["help"]
    return helps


def add_base_helps(helps, base, base_help):
    """Texts of names that nothing else has a text for. Afterwards every base name has one."""
    names = {help_index_of(row): row["name"] for row in base}
    for row in base_help:
        index = int(row["help_index"])
        if names.get(index) != row["name"]:
            sys.exit(f"base_help.csv: {index} is the help of {names.get(index)!r}, not of {row['name']!r}")
        if helps.setdefault(index, row["help"]) != row["help"]:
            sys.exit(f"base_help.csv: {index} ({row['name']}) has a text already; delete the row")
    for index, name in names.items():
        if not helps.get(index):
            sys.exit(f"base_help.csv: {index} ({name}) has no text; add a row")


def check_helps(objects, object_help, base_help):
    """Every help text tells more than the name does."""
    texts = [(row["counter"], row["summary"]) for row in objects]
    texts += [(row["object"], row["help"]) for row in object_help]
    texts += [(row["name"], row["help"]) for row in base_help if row["name"] != END_MARKER]
    for name, text in texts:
        if len(text.split()) < FEWEST_WORDS or text.lower() == name.lower():
            sys.exit(f"{name}: the help text {text!r} is its name or has fewer than {FEWEST_WORDS} words")


def read_objects(base, own):
    """Index of each object by its name; an own one takes precedence over a base one."""
    of = {row["name"]: int(row["name_index"]) for row in base if row["kind"] == "object"}
    return of | {row["name"]: int(row["index"]) for row in own if row["kind"] == "object"}


def read_counters(objects_by_name, own, objects):
    """Pairs of the index of an object and the name index of one of its counters."""
    found = {(objects_by_name[row["object"]], int(row["index"]))
             for row in own if row["kind"] == "counter" and row["object"] in objects_by_name}
    for row in objects:
        if row["object"] in objects_by_name and row["name_index"].isdigit():
            found.add((objects_by_name[row["object"]], int(row["name_index"])))
    return sorted(found)


def literal(text):
    if not text.isascii() or "\n" in text:
        sys.exit(f"not plain ASCII: {text!r}")  # .lower() below folds nothing else
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write_titles(out, name, titles):
    out.write(f"constexpr auto {name} = std::to_array<Title>({{\n")
    for index in sorted(titles):
        out.write(f"    {{{index}, {literal(titles[index])}}},\n")
    out.write("});\n\n")


def write_by_name(out, names):
    indices = sorted(names)
    order = sorted(range(len(indices)), key=lambda at: (names[indices[at]].lower(), indices[at]))
    out.write("constexpr auto kByName = std::to_array<std::uint32_t>({\n")
    for at in range(0, len(order), 16):
        out.write("    " + ", ".join(map(str, order[at:at + 16])) + ",\n")
    out.write("});\n\n")


def write_rows(out, name, element, items):
    out.write(f"constexpr auto {name} = std::to_array<{element}>({{\n")
    for at in range(0, len(items), 8):
        out.write("    " + ", ".join(items[at:at + 8]) + ",\n")
    out.write("});\n\n")


def main():
    base, own, objects, object_help, base_help = (rows(path) for path in sys.argv[1:6])
    check_helps(objects, object_help, base_help)
    names = read_names(base, own)
    helps = read_helps(base, own, objects, object_help)
    add_base_helps(helps, base, base_help)
    objects_by_name = read_objects(base, own)
    counters = read_counters(objects_by_name, own, objects)
    with open(sys.argv[6], "w", encoding="utf-8") as out:
        out.write("// Generated by openperflib/titles/generate_titles.py: do not edit.\n"
                  '#include <array>\n\n#include "openperflib/titles/fixed_objects.h"\n'
                  '#include "openperflib/titles/title_table.h"\n\n'
                  "namespace openperflib {\nnamespace {\n\n")
        write_titles(out, "kNames", names)
        write_titles(out, "kHelps", helps)
        write_by_name(out, names)
        write_rows(out, "kObjects", "TitleIndex", [str(i) for i in sorted(objects_by_name.values())])
        write_rows(out, "kCounters", "FixedCounter", ["{%d, %d}" % pair for pair in counters])
        out.write("constexpr TitleTable kFixedTitles(kNames, kHelps, kByName);\n\n}  // namespace\n\n"
                  "const TitleTable& fixed_titles() noexcept { return kFixedTitles; }\n"
                  "std::span<const TitleIndex> fixed_objects() noexcept { return kObjects; }\n"
                  "std::span<const FixedCounter> fixed_counters() noexcept { return kCounters; }\n\n"
                  "}  // namespace openperflib\n")


main()
