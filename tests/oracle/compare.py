#!/usr/bin/env python3
"""compare.py --perflib PATH --machine DIR [--request R]: the library's block against the oracle's.

Dumps the machine with PATH, reads the dump back three ways (PATH inspect --json, block.py and
collect.py from the machine itself) and prints each difference. Exit 1 where there is one.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import block
import collect
import compare_pair

HEADER = ("machine", "version", "revision", "perf_time", "perf_freq", "perf_time_100ns",
          "system_time")
OBJECT = ("title_index", "name", "perf_time", "perf_freq", "default_counter")
COLLECTION_STATUS = block.COLLECTION_STATUS


def run(command):
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode != 0:
        raise SystemExit("%s: exit %d: %s" % (" ".join(command), done.returncode,
                                              done.stderr.decode("utf-8", "replace").strip()))
    return done.stdout


def switches(options):
    """Those of the tool that say how processes are shown."""
    return ((["--kthreads"] if options.kthreads else [])
            + (["--names-with-ids"] if options.names_with_ids else []))


def dump(options, file):
    command = [options.perflib, "dump", options.request, "--root", options.machine, "-o", file]
    if options.page_size != 4096:
        command += ["--page-size", str(options.page_size)]
    run(command + switches(options))


def fields(where, keys, theirs, ours):
    for key in keys:
        if theirs.get(key) != ours.get(key):
            yield "%s.%s: %r, oracle %r" % (where, key, theirs.get(key), ours.get(key))


def counter_key(counter):
    return counter["title_index"], counter["type"]


def counters(where, theirs, ours):
    """Definitions by title and type; then, for those both have, whether they are equal."""
    mine = {counter_key(counter): counter for counter in ours}
    other = {counter_key(counter): counter for counter in theirs}
    for key in mine.keys() - other.keys():
        yield "%s: no definition of %r" % (where, mine[key]["name"])
    for key in other.keys() - mine.keys():
        yield "%s: a definition of %r, oracle none" % (where, other[key]["name"])
    for key in mine.keys() & other.keys():
        yield from fields("%s.%s" % (where, mine[key]["name"]), mine[key], other[key], mine[key])
    shared = [key for key in map(counter_key, ours) if key in other]
    if shared != [key for key in map(counter_key, theirs) if key in mine]:
        yield "%s: definitions in another order" % where


def instances(where, theirs, ours):
    names, expected = ([one["name"] for one in side["instances"]] for side in (theirs, ours))
    if names != expected:
        yield "%s: instances %r, oracle %r" % (where, names, expected)
        return
    for position, (their, our) in enumerate(zip(theirs["instances"], ours["instances"])):
        here = "%s(%s #%d)" % (where, our["name"], position)
        yield from fields(here, ("unique_id", "parent"), their, our)
        yield from values(here, theirs["counters"], their["values"], ours["counters"],
                          our["values"])


def values(where, their_counters, their_values, our_counters, our_values):
    found = dict(zip(map(counter_key, their_counters), their_values))
    for counter, expected in zip(our_counters, our_values):
        key = counter_key(counter)
        if key in found and found[key] != expected:
            yield "%s\\%s %08x: %r, oracle %r" % (where, counter["name"], counter["type"],
                                                  found[key], expected)


def differences(theirs, ours):
    """Every difference between two documents, as lines."""
    yield from fields("block", HEADER, theirs, ours)
    mine = {one["title_index"]: one for one in ours["objects"]}
    other = {one["title_index"]: one for one in theirs["objects"]
             if one["title_index"] != COLLECTION_STATUS or one["title_index"] in mine}
    for index in mine.keys() - other.keys():
        yield "object %d %r is missing" % (index, mine[index]["name"])
    for index in other.keys() - mine.keys():
        yield "object %d %r, oracle none" % (index, other[index]["name"])
    for index in sorted(mine.keys() & other.keys()):
        where, their, our = mine[index]["name"], other[index], mine[index]
        yield from fields(where, OBJECT, their, our)
        yield from counters(where, their["counters"], our["counters"])
        yield from instances(where, their, our)


def compare_one(options):
    """Lines about one sample of one machine."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "block.bin")
        dump(options, file)
        inspected = json.loads(run([options.perflib, "inspect", "--json", file]))
        with open(file, "rb") as handle:
            decoded = block.decode(handle.read())
    expected = collect.block(options.machine, {}, options.request, options.page_size,
                             options.kthreads, options.names_with_ids)
    lines = ["decoder: " + line for line in differences(inspected, decoded)]
    return lines + list(differences(inspected, expected))


def compare_two(options):
    """Lines about the raw numbers of two samples."""
    kept = {}
    first, second = (collect.block(folder, kept, "Query", options.page_size, options.kthreads,
                                   options.names_with_ids)
                     for folder in (options.machine, options.later))
    output = run([options.perflib, "query"] + compare_pair.paths(second)
                 + ["--root", options.machine, "--root", options.later, "--format", "json"]
                 + switches(options))
    return list(compare_pair.differences(output.decode("utf-8"), first, second))


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--perflib", required=True)
    parser.add_argument("--machine", required=True, metavar="DIR", help="an unpacked tree")
    parser.add_argument("--later", metavar="DIR", help="the same, later: compare two samples")
    parser.add_argument("--request", default="Global")
    parser.add_argument("--page-size", type=int, default=4096)
    parser.add_argument("--kthreads", action="store_true")
    parser.add_argument("--names-with-ids", action="store_true")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    lines = compare_two(options) if options.later else compare_one(options)
    print("\n".join(lines + ["%d differences" % len(lines)]))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:]))
