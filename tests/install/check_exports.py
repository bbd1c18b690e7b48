#!/usr/bin/env python3
"""check_exports.py SOURCE_FOLDER MAP HEADERS.cmake LIBRARY USER...: what LIBRARY exports is what its installed headers declare,
and what the libraries USER need besides; every line of MAP is for something; the headers include only each other."""

import pathlib
import re
import subprocess
import sys

MOST_SYMBOLS, MOST_HEADERS = 1500, 70
PATTERN = re.compile(r"^\s+(?:openperflib::(\w+)\S*|\"[^\"]* for openperflib::(\w+)\");$", re.M)
HEAD = re.compile(r"^(?:[a-z ]+ for )?openperflib::(\w+)")
INCLUDE = re.compile(r'^#include "openperflib/([^"]+)"', re.M)
C_HEADERS = ("abi/", "compat/")


def symbols(library, which):
    """Symbol -> its name for people."""
    text = subprocess.run(["nm", "-D", which, "--format=posix", library],
                          stdout=subprocess.PIPE, check=True, text=True).stdout
    # A letter follows the name; versions of the library itself are symbols, too.
    names = [line.split()[0].split("@")[0] for line in text.splitlines() if line.split()[1] != "A"]
    shown = subprocess.run(["c++filt"], input="\n".join(names), stdout=subprocess.PIPE, check=True, text=True).stdout
    return dict(zip(names, shown.splitlines()))


def headers_of(source, table):
    words = re.search(r"set\(OPENPERFLIB_INSTALLED_HEADERS([^)]*)\)", pathlib.Path(table).read_text()).group(1).split()
    faults = ["%d headers are installed, at most %d may be" % (len(words), MOST_HEADERS)] if len(words) > MOST_HEADERS else []
    text = ""
    for header in ["openperflib.h", *words]:
        content = (source / "openperflib" / header).read_text()
        text += re.sub(r"//.*", "", content)
        faults += ["%s: includes %s, which is not installed" % (header, other) for other in INCLUDE.findall(content)
                   if other not in words and not other.startswith(C_HEADERS)]
    return set(re.findall(r"\w+", text)), faults


def main(source, script, table, library, *users):
    declared, faults = headers_of(pathlib.Path(source), table)
    exported = symbols(library, "--defined-only")
    needed = {HEAD.match(name).group(1) for user in users
              for symbol, name in symbols(user, "--undefined-only").items() if symbol in exported}
    heads = set()
    for name in sorted(exported.values()):
        head = HEAD.match(name)
        heads.add(head and head.group(1))
        if head is None:
            faults.append("exported, but of another library: " + name)
        elif head.group(1) not in declared | needed:
            faults.append("exported, but in no installed header, and not needed: " + name)
    if len(exported) > MOST_SYMBOLS:
        faults.append("%d symbols are exported, at most %d may be" % (len(exported), MOST_SYMBOLS))
    patterns = {one or other for one, other in PATTERN.findall(pathlib.Path(script).read_text())}
    faults += ["%s: nothing is called %s" % (script, name) for name in sorted(patterns - heads)]
    print("\n".join(faults))
    print("%d symbols, %d faults" % (len(exported), len(faults)))
    return 1 if faults or not patterns else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
