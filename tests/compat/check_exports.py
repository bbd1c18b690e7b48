#!/usr/bin/env python3
"""check_exports.py LIBRARY HEADER...: the library exports exactly the functions that the headers declare,
and the aliases of UNDECLARED."""
import pathlib
import re
import subprocess
import sys

# pdh.dll exports it too, for programs that look it up by name; in the header it is a macro.
UNDECLARED = {"PdhOpenQueryA": "PdhOpenQuery"}
DECLARED = re.compile(r"^\w+\*? WINAPI (\w+)\(", re.M)


def exported(library):
    text = subprocess.run(["nm", "-D", "--defined-only", "--format=posix", library],
                          stdout=subprocess.PIPE, check=True, text=True).stdout
    return {line.split()[0] for line in text.splitlines()}


def main():
    declared = {name for header in sys.argv[2:]
                for name in DECLARED.findall(pathlib.Path(header).read_text())}
    declared |= {alias for name, alias in UNDECLARED.items() if name in declared}
    found = exported(sys.argv[1])
    for name in sorted(found - declared):
        print("exported, but not declared: " + name)
    for name in sorted(declared - found):
        print("declared, but not exported: " + name)
    print("%d functions" % len(declared))
    return 0 if declared and found == declared else 1


if __name__ == "__main__":
    sys.exit(main())
