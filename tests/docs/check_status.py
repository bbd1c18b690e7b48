#!/usr/bin/env python3
"""check_status.py SOURCE_FOLDER: docs/status.md has every feature once, and its tests and those of security.md are there.

A feature that works, or works in part, names a test; one that does not yet names none. A test is
`Suite.Name` of GoogleTest, or the name of a CTest; one of a script is `e2e.part: test_name`.
"""

import pathlib
import re
import sys

# How many features each area has; the ids are AREA-01 to AREA-n.
AREAS = {"WB": 16, "CT": 39, "CX": 18, "V1": 38, "P2": 29, "MF": 19, "C2": 21, "PD": 52, "LG": 17,
         "TL": 20, "SE": 3}
STATES = {"works", "partly", "not yet"}
ROW = re.compile(r"^\| ([A-Z0-9]{2}-\d\d) \| (.*?) \| (.*?) \| (.*?) \|$", re.MULTILINE)
GOOGLE_TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", re.MULTILINE)
CTEST = re.compile(r"add_test\(\s*NAME\s+([\w.]+)(?=\s)")
SCRIPT_TEST = re.compile(r"`((?:e2e|fault)(?:\.\w+)*)\.(\w+): (test_\w+)`")
WINDOWS_TEST = re.compile(r"^windows_(headers|refused)_test\((\w+)", re.MULTILINE)
COMPAT_TEST = re.compile(r"^(compat|windows)_test\((\w+)", re.MULTILINE)  # one source, built in three ways


def tests_of(source):
    """The names of all tests of the tree."""
    names = set()
    for folder in ("openperflib", "apps", "tests"):
        for path in sorted((source / folder).rglob("*_test.cc")):
            pairs = GOOGLE_TEST.findall(path.read_text(encoding="utf-8"))
            names |= {"%s.%s" % pair for pair in pairs}
        names |= {path.stem + ".corpus" for path in (source / folder).rglob("*_fuzz.cc")}
        for path in sorted((source / folder).rglob("CMakeLists.txt")):
            text = path.read_text(encoding="utf-8")
            names |= set(CTEST.findall(text))
            names |= {"windows.%s_%s" % found for found in WINDOWS_TEST.findall(text)}
            names |= {"%s.%s_%s" % (*name, kind) for name in COMPAT_TEST.findall(text)
                      for kind in ("c11", "cxx", "short_wchar")}
    for folder in ("e2e", "fault"):
        for path in sorted((source / "tests" / folder).glob("test_*.py")):
            names.add("%s.%s" % (folder, path.stem.removeprefix("test_")))
    names |= {"web." + path.name.removesuffix(".test.mjs") for path in (source / "tests" / "web").glob("*.test.mjs")}
    return names


def faults(text, tests):
    wanted = ["%s-%02d" % (area, i + 1) for area, count in AREAS.items() for i in range(count)]
    rows = ROW.findall(text)
    ids = [row[0] for row in rows]
    if ids != wanted:
        odd = [one for one in ids if ids.count(one) > 1 or one not in wanted]
        yield "ids: missing %s, unknown or twice %s, or out of order" % (
            sorted(set(wanted) - set(ids)), odd)
    for one, _, state, proof in rows:
        named = re.findall(r"`([\w.]+)`", proof)
        if state not in STATES:
            yield "%s: no such state: %s" % (one, state)
        if (state == "not yet") != (not named):
            yield "%s: %s, and names %d tests" % (one, state, len(named))
    for named in re.findall(r"`(\w+\.\w+)`", text):
        if named not in tests and not named.endswith((".md", ".csv", ".cc", ".h", ".py")):
            yield "no such test: %s" % named


def stale_names(source, text, tests):
    for named in re.findall(r"`((?:[A-Z]\w*|\w+_fuzz)\.\w+)`", text):
        if named not in tests and not named.endswith(".md"):
            yield "security.md: no such test: %s" % named
    for folder, part, named in SCRIPT_TEST.findall(text):
        script = source / "tests" / folder.replace(".", "/") / ("test_%s.py" % part)
        if not script.exists() or "def %s(" % named not in script.read_text(encoding="utf-8"):
            yield "security.md: no such test: %s.%s: %s" % (folder, part, named)


def main(source):
    source = pathlib.Path(source)
    status, security = ((source / "docs" / name).read_text(encoding="utf-8") for name in ("status.md", "security.md"))
    tests = tests_of(source)
    found = [*faults(status, tests), *stale_names(source, security, tests)]
    print("\n".join(found) or "%d features, no faults" % sum(AREAS.values()))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
