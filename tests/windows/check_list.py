#!/usr/bin/env python3
"""check_list.py FOLDER: FOLDER/README.md lists exactly the functions that the headers in FOLDER declare.

A name without A or W stands for both. Functions whose names begin with openperflib_ are listed by the name that
programs use.
"""
import pathlib
import re
import sys

DECLARED = re.compile(r"^\w+\*? WINAPI (\w+)\(", re.M)
INLINE = re.compile(r"^static inline \w+ (\w+)\(", re.M)
MACRO = re.compile(r"^#define (\w+)(?:\(| +[\w(])", re.M)
OWN = {"openperflib_run_wide_main"}  # called by the archive of the entry, not by programs


def listed_name(name, declared):
    name = name.removeprefix("openperflib_")
    if name[-1:] in "AW" and {name[:-1] + "A", name[:-1] + "W"} <= declared:
        return name[:-1]
    return name


def main():
    folder = pathlib.Path(sys.argv[1])
    headers = [path for path in folder.rglob("*.h") if not path.name.endswith("_internal.h")]
    texts = [path.read_text() for path in headers]
    declared = {name for text in texts for name in DECLARED.findall(text) + INLINE.findall(text)} - OWN
    wanted = {listed_name(name, declared) for name in declared}
    defined = wanted | {name for text in texts for name in MACRO.findall(text)}
    readme = (folder / "README.md").read_text()
    table = "\n".join(line for line in readme.splitlines() if line.startswith("| "))
    listed = set(re.findall(r"`(_?[A-Za-z]\w+)`", table))
    if "each of these five with 64" in table:
        listed |= {name for name in wanted if name.startswith("Interlocked") and name.endswith("64")}
    listed -= {"GetLastError", "SetLastError"}
    faults = ["not listed: " + name for name in sorted(wanted - listed)]
    faults += ["listed, but not there: " + name for name in sorted(listed - defined)]
    print("\n".join(faults) or "%d functions are listed" % len(wanted))
    return 1 if faults or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
