#!/usr/bin/env python3
"""compare_all.py --perflib PATH [NAME...]: compare.py over the fixtures; exit 1 on any difference.

Names choose fixtures; without them all are compared, and the two pairs as pairs too.
"""

import argparse
import sys

import compare
import machines
from equal_cases import ALL_CASES, some_of

# Objects, whose Events are counted where it is asked for by number, and the three of graphics cards.
NOT_IN_GLOBAL = "260 100054 100060 100068"
PAIRS = (("vm-6.18", "vm-6.18-later"), ("made-pair-a", "made-pair-b"),
         ("made-threads-a", "made-threads-b"), ("made-gpu-amdgpu-a", "made-gpu-amdgpu-b"))


# Compared once more with each of the switches that change how processes are shown.
SHOWN_OTHERWISE = ("vm-6.18", "made-threads-a")


def usual_names():
    """All of them; in a sample, some of them and those with graphics cards, whose objects only this test dumps: e2e.dump_inspect
    dumps Global on every machine."""
    names = machines.names()
    if ALL_CASES:
        return names + list(machines.made_kernels.LARGE)
    return sorted({*some_of(names, 4), *(name for name in names if "gpu" in name)})


def report(title, lines):
    print("%s: %s" % (title, "equal" if not lines else "%d differences" % len(lines)))
    for line in lines:
        print("    " + line)
    return len(lines)


def attempt(function, options):
    """The differences; a tool that fails is one."""
    try:
        return function(options)
    except SystemExit as failure:
        return [str(failure)]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--perflib", required=True)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args(arguments)
    found = 0
    for name in options.names or usual_names():
        one = ["--perflib", options.perflib, "--machine", machines.folder(name)]
        lines = attempt(compare.compare_one, compare.parse(one))
        lines += attempt(compare.compare_one, compare.parse(one + ["--request", NOT_IN_GLOBAL]))
        found += report(name, lines)
    for first, second in PAIRS if not options.names else ():
        two = compare.parse(["--perflib", options.perflib, "--machine", machines.folder(first),
                             "--later", machines.folder(second)])
        found += report("%s, %s" % (first, second), attempt(compare.compare_two, two))
    for name in SHOWN_OTHERWISE if not options.names else ():
        for switch in ("--kthreads", "--names-with-ids"):
            one = compare.parse(["--perflib", options.perflib, "--machine", machines.folder(name),
                                 switch])
            found += report("%s, %s" % (name, switch), attempt(compare.compare_one, one))
    return 1 if found else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:]))
