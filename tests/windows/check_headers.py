#!/usr/bin/env python3
"""check_headers.py PREFIX KIND COMPILER FLAG...: the headers that programs include compile without a diagnostic.

The headers are below PREFIX/include. KIND is c or c++. Compiles each header alone and twice; then all headers in
order, in reverse order and in shuffled orders with a fixed seed, with headers of the C and the C++ library before,
between and after them. Those of compat/include, which programs have without <windows.h>, also compile without it.

With OPENPERFLIB_SLOW in the environment there are more orders, and the other spellings of the names compile alone too.
"""
import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from precompiled import precompiled

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
SYSTEM = {"c": ["stdio.h", "stdlib.h", "string.h", "wchar.h", "wctype.h", "time.h", "errno.h", "math.h", "limits.h",
                "assert.h", "ctype.h", "locale.h", "signal.h", "unistd.h"],
          "c++": ["cstdio", "cstdlib", "cwchar", "cstring", "string", "vector", "map", "algorithm", "iostream",
                  "sstream", "memory", "thread", "mutex", "random", "limits", "stdio.h", "wchar.h"]}
SLOW = "OPENPERFLIB_SLOW" in os.environ
SHUFFLES = 6 if SLOW else 1
SEED = 20261122
# What a program says then: min and max of <windows.h> are not in the way of those of C++.
USE = "#include <algorithm>\nint main() { return std::max(0, std::min(0, 1)); }\n"


def sources(kind, headers, other_case, without_windows):
    names = sorted(headers)
    for name in names + (other_case if SLOW else []):
        yield name, [name, name], True
    yield "other spellings", other_case, True
    for name in without_windows:
        yield name + " without <windows.h>", [name, name], False
    yield "all without <windows.h>", without_windows, False
    yield "all without <windows.h>, in reverse", without_windows[::-1], False
    lean = [name for name in names if name != "versionhelpers.h"]
    yield "all", names + SYSTEM[kind], True
    yield "all, the library first", SYSTEM[kind] + names, True
    yield "all in reverse", names[::-1] + SYSTEM[kind], True
    shuffled = random.Random(SEED)
    for number in range(SHUFFLES):
        mixed = lean + SYSTEM[kind] + other_case
        shuffled.shuffle(mixed)
        yield "order %d of seed %d" % (number, SEED), mixed, True


def compile_one(compiler, flags, kind, includes):
    text = "".join("#include <%s>\n" % name for name in includes)
    text += USE if kind == "c++" and len(includes) > 2 else "int main(void) { return 0; }\n"
    done = subprocess.run([compiler, *flags, *WARNINGS, "-x", kind, "-fsyntax-only", "-"], input=text, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def without_include(flags):
    """The flags, and what `-include` names in them."""
    if "-include" not in flags:
        return flags, None
    place = flags.index("-include")
    return flags[:place] + flags[place + 2:], flags[place + 1]


def main():
    with tempfile.TemporaryDirectory() as folder:
        return check(folder, *sys.argv[1:])


def check(folder, prefix, kind, compiler, *flags):
    include = pathlib.Path(prefix) / "include"
    windows, compat = include / "openperflib/compat/windows/include", include / "openperflib/compat/include"
    other = include / "openperflib/compat/windows/other_case"
    flags, first = without_include([*flags, "-I%s" % include])
    if first is not None:  # the same before each
        flags += precompiled([compiler, *flags, *WARNINGS], kind, "#include <%s>\n" % first, folder)
    alone = ["-I%s" % compat]  # without <windows.h>
    opt_in = ["-I%s" % folder for folder in [windows, other, compat]]  # as pkg-config has them
    headers = {path.name for folder in [windows, compat] for path in folder.glob("*.h")}
    faults = 0
    cases = list(sources(kind, headers, sorted(path.name for path in other.iterdir()),
                         sorted(path.name for path in compat.glob("*.h"))))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = pool.map(
            lambda case: compile_one(compiler, flags + (opt_in if case[2] else alone), kind, case[1]), cases)
        for (what, includes, _), (code, output) in zip(cases, results):
            if code == 0:
                continue
            faults += 1
            print("%s: %s\n%s" % (what, " ".join(includes), output[:2000]))
    print("%d compilations, %d with a diagnostic" % (len(cases), faults))
    return 1 if faults or len(headers) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
