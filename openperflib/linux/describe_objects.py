#!/usr/bin/env python3
"""describe_objects.py [--check]: writes docs/objects/catalogue.md, every row of objects.csv for people.

Made of what the program is made of: objects.csv, linux_counters.csv, process_private.csv, the titles of own_index.csv, the rows
of linux_provider.cc (what is collected) and source_texts.csv (what `explain` says).
--check writes nothing, and fails where the page is not what would be written.
"""

import difflib
import pathlib
import re
import sys

import generate_objects
import generate_catalogue  # of titles/, whose folder generate_objects adds

SOURCE = pathlib.Path(__file__).resolve().parents[2]
LINUX = SOURCE / "openperflib/linux"
TITLES = SOURCE / "openperflib/titles"
PAGE = SOURCE / "docs/objects/catalogue.md"
COMMAND = "python3 openperflib/linux/describe_objects.py"
WHOLE = "(whole object)"
COLLECTION_STATUS = "Collection Status"  # written by the session

# What {} is replaced by in a source text.
PLACES = {"processor": "cpuN", "disk": "DISK", "mount": "MOUNT", "process": "PID",
          "thread": "/proc/PID/task/TID", "interface": "NAME", "swap": "AREA", "node": "N",
          "thermal_zone": "N", "power_zone": "ZONE", "sensor": "N", "cgroup": "/sys/fs/cgroup/GROUP",
          "gpu": "/proc/PID/fdinfo, cardN", "gpu_engine": "/proc/PID/fdinfo, cardN, drm-engine-NAME",
          "gpu_card": "/sys/class/drm/cardN"}

INTRODUCTION = """\
# Every object and counter

<!-- Made by openperflib/linux/describe_objects.py; do not edit. -->

All rows of openperflib/titles/objects.csv, in order: %d objects, %d counters. The rules for all of them are in
[objects.md](../objects.md). After a change of the tables, regenerate this page with
`%s`; the test `docs.catalogue` fails until then.

- **closeness**: *exact* the same meaning and unit as on Windows; *approx* the nearest meaning; *derived* calculated by the
  collector; *extension* Linux has it, Windows does not; *optional* needs more rights, BPF or a driver that reports it;
  *none* does not exist on Linux; *omit* the number that Linux has would be misleading. Counters with the last two, and
  optional ones that are not collected, are in the second table of their object, with the reason.
- _private_: process-private. The collecting process keeps state for it, so that two processes may show different numbers.
- `perflib list --missing` lists the counters that a machine lacks, with the file.
"""


def read_collected():
    """The title indices of the rows of linux_provider.cc."""
    code = (LINUX / "linux_provider.cc").read_text(encoding="utf-8")
    indices = (TITLES / "title_indices.h").read_text(encoding="utf-8")
    numbers = {name: int(number) for name, number in re.findall(r"\b(k\w+) = (\d+);", indices)}
    return {numbers[name] for name in re.findall(r"^\s+\{make_\w+, title::(\w+), Phase", code, re.M)}


def read_pages():
    """An object's name -> its own page, from the table of docs/objects.md."""
    text = (SOURCE / "docs/objects.md").read_text(encoding="utf-8")
    found = {}
    for names, page in re.findall(r"^\| ([^|]+) \| [^|]+ \| [^|]*?objects/(\w+\.md)[^|]*\|", text, re.M):
        found.update((name.strip(), page) for name in names.split(","))
    return found


def place_of(row, family):
    """What {} is replaced by, as explain does without an instance."""
    if family == "pressure":
        word = row["counter"].split()[1]
        return "/proc/pressure/%s; of a cgroup %s.pressure" % (word, word)
    if family == "disk" and row["object"] == "LogicalDisk":
        return "the device of MOUNT"
    return PLACES.get(family, "")


class Tables:
    def __init__(self):
        self.rows = generate_objects.read_rows(TITLES / "objects.csv", LINUX / "linux_counters.csv")
        own = generate_objects.read_csv(TITLES / "own_index.csv")
        self.titles = {row["name"]: int(row["index"]) for row in own if row["kind"] == "object"}
        self.private = {(row["object"], row["counter"]): row["kept"]
                        for row in generate_objects.read_csv(LINUX / "process_private.csv")}
        headers = generate_objects.read_csv(TITLES / "object_headers.csv")
        self.single = {row["object"]: row["num_instances"] == "-1" for row in headers}
        self.collected, self.pages = read_collected(), read_pages()
        self.sources = generate_objects.read_sources(LINUX / "source_texts.csv", self.rows)
        self.objects = {}
        for row in self.rows:
            self.objects.setdefault(row["object"], []).append(row)

    def title(self, name):
        return int(self.objects[name][0]["object_index"] or 0) or self.titles.get(name, 0)

    def is_collected(self, name):
        return self.title(name) in self.collected or name == COLLECTION_STATUS

    def is_served(self, row):
        if row["linux_status"] in generate_objects.NEVER or not self.is_collected(row["object"]):
            return False
        return row["linux_status"] != "optional" or self.text_of(row) is not None

    def text_of(self, row):
        """The text of explain, or None."""
        found = generate_objects.find_source(self.sources, row)
        if found is None:
            return None
        family, text = found
        return text.replace("{}", place_of(row, family), 1)

    def source_of(self, row):
        return self.text_of(row) or row["linux_source"].split(". ")[0]

    def reason_of(self, row):
        if row["linux_status"] in generate_objects.NEVER + ("optional",):
            return row["linux_source"] if row["counter"] == WHOLE else generate_objects.left_out_reason(row)
        return "not collected yet: " + row["linux_source"].split(". ")[0]


def cell(text):
    """Text in a table, with the characters of Markdown and HTML escaped."""
    return re.sub(r"[\\|*]", lambda mark: "\\" + mark.group(), text).replace("<", "&lt;")


def anchor(name):
    return re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-")


def table(heads, rows):
    lines = ["| %s |" % " | ".join(heads), "|%s" % ("---|" * len(heads))]
    return lines + ["| %s |" % " | ".join(cell(one) for one in row) for row in rows] + [""]


def nearness(tables, row):
    kept = tables.private.get((row["object"], row["counter"]))
    return row["linux_status"] + ("" if kept is None else "; _private_: " + kept)


def instances_of(tables, name):
    single = tables.single.get(name, name in generate_catalogue.SINGLE)
    if single:
        return "One row for the machine."
    has_total = any(row["total_rule"] not in ("no _Total", "n/a") for row in tables.objects[name])
    return "Has instances%s." % (", and `_Total`" if has_total else "")


def heading(tables, name):
    lines = ["## " + name, ""]
    if tables.objects[name][0]["counter"] == WHOLE:
        return lines
    words = "Title %d. %s" % (tables.title(name), instances_of(tables, name))
    if name in tables.pages:
        words += " Details: [%s](%s)." % (tables.pages[name], tables.pages[name])
    if not tables.is_collected(name):
        words += " **Not collected.**"
    return lines + [words, ""]


def section(tables, name):
    rows = tables.objects[name]
    lines = heading(tables, name)
    served = [row for row in rows if tables.is_served(row)]
    others = [row for row in rows if not tables.is_served(row)]
    if served:
        lines += table(("counter", "meaning", "source", "closeness"), [
            (row["counter"], row["summary"], tables.source_of(row), nearness(tables, row))
            for row in served])
    if others:
        lines += table(("not available", "meaning", "reason", "closeness"), [
            (row["counter"], row["summary"], tables.reason_of(row), nearness(tables, row))
            for row in others])
    return lines


def index(tables):
    rows = []
    for name, counters in tables.objects.items():
        served = sum(map(tables.is_served, counters))
        whole = counters[0]["counter"] == WHOLE
        rows.append("| [%s](#%s) | %s | %s |" % (
            cell(name), anchor(name), tables.title(name) or "-",
            "none" if whole else "%d of %d" % (served, len(counters))))
    return ["| object | title | collected counters |", "|---|---|---|"] + rows + [""]


def page(tables):
    whole = sum(row["counter"] == WHOLE for row in tables.rows)
    lines = [INTRODUCTION % (len(tables.objects), len(tables.rows) - whole, COMMAND)] + index(tables)
    for name in tables.objects:
        lines += section(tables, name)
    return "\n".join(lines).rstrip("\n") + "\n"


def faults(tables):
    """Contradictions between the tables."""
    known = {(row["object"], row["counter"]) for row in tables.rows}
    for one in tables.private.keys() - known:
        yield "process_private.csv: objects.csv has no %s, %s" % one
    for row in tables.rows:
        says = "process-private" in row["linux_source"].lower()
        if says and (row["object"], row["counter"]) not in tables.private:
            yield "process_private.csv: no %s, %s" % (row["object"], row["counter"])


def main(arguments):
    tables = Tables()
    wrong = list(faults(tables))
    text = page(tables)
    if arguments == ["--check"]:
        there = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
        wrong += list(difflib.unified_diff(there.splitlines(), text.splitlines(), "docs/objects/catalogue.md",
                                           "as " + COMMAND + " writes it", lineterm="", n=0))
    elif arguments:
        wrong = [__doc__]
    elif not wrong:
        PAGE.write_text(text, encoding="utf-8")
    print("\n".join(wrong) or "no faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
