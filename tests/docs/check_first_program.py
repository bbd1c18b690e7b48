#!/usr/bin/env python3
"""check_first_program.py SOURCE_FOLDER: the guide of the library begins with the program of README.md.

The test install.consumers compiles and runs the one in README.md.
"""

import pathlib
import re
import sys

PROGRAM = re.compile(r"^```cpp\n(.*?)^```$", re.S | re.M)


def programs(document):
    return PROGRAM.findall(document.read_text(encoding="utf-8"))


def faults(source):
    readme = programs(source / "README.md")
    guide = programs(source / "docs/guide-library.md")
    if len(readme) != 1:
        yield "README.md: %d programs in C++ instead of one" % len(readme)
    elif guide[:1] != readme:
        yield "docs/guide-library.md: the first program is not the one of README.md"


def main(source):
    found = list(faults(pathlib.Path(source)))
    print("\n".join(found) or "no faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
