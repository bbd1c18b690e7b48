#!/usr/bin/env python3
"""check_links.py SOURCE_FOLDER: what documents link to, and the files they name, are there."""

import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
# `openperflib/wire/dump.cc` and the like; a folder may end in a slash.
NAMED = re.compile(r"`((?:openperflib|apps|tests|docs|script|bench|cmake)/[\w./-]+)`")
PLAIN = re.compile(r"(?<!\])\(((?:openperflib|apps|tests|docs|script)/[\w./-]+?)[,;)]")


def documents(source):
    yield source / "README.md"
    for folder in ("docs", "openperflib", "tests", "apps"):
        yield from sorted((source / folder).rglob("*.md"))


def faults(source):
    for document in documents(source):
        text = re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.S | re.M)
        for link in LINK.findall(text):
            if "://" not in link and not (document.parent / link).exists():
                yield "%s: no such file: %s" % (document.relative_to(source), link)
        for name in NAMED.findall(text) + PLAIN.findall(text):
            if not (source / name).exists():
                yield "%s: names %s, which does not exist" % (document.relative_to(source), name)


def main(source):
    found = list(faults(pathlib.Path(source)))
    print("\n".join(found) or "no faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
