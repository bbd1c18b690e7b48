#!/usr/bin/env python3
"""Rules about what code may do where, which no compiler checks: see RULES; and how many files a folder may have. Prints
each line that breaks a rule, and each folder that does; exits with 1 if there is one."""

import collections
import pathlib
import re
import sys

# Not production code.
TESTS = re.compile(r"_(test|fuzz|bench)\.cc$|/testing/|^tests/|_example\.h$")

# What it is, the pattern, the folders that are searched, the files that may.
RULES = (
    ("names the fixed titles; they are passed in from main()",
     re.compile(r"\bfixed_titles\(\)"),
     ("openperflib", "apps"),
     re.compile(r"/main\.cc$|^openperflib/titles/title_table|^openperflib/titles/.*\.cc$"
                r"|^openperflib/compat/(process/process_registry|loadperf/loadperf)\.cc$")),
    ("writes to standard output or standard error; a library returns what is to be said",
     re.compile(r"\bstd::c(out|err)\b|\bstd(out|err)\b|\bfmt::print\(|[^a-z_:]f?printf\(\s*[\"s]"
                r"|[^a-z_]f?puts\("),
     ("openperflib",),
     re.compile(r"^openperflib/compat/windows/|^openperflib/log/sql/sql_dialect\.cc$")),
    ("prints; of perflib only commands/, text/, screen/, run/ and main.cc do",
     re.compile(r"\b(print_(error|error_line|out|styled_out)|write_(out|progress)|report_\w+)\("),
     ("apps",),
     re.compile(r"^apps/(?!perflib/)|^apps/perflib/(commands|text|screen|run)/|/main\.cc$")),
    ("includes what prints results or messages; sources/, provider/ and run/ of perflib return what is to be said",
     re.compile(r'^\s*#\s*include "apps/perflib/(commands|screen|text)/'),
     ("apps",),
     re.compile(r"^apps/(?!perflib/(provider|run|sources)/)")),
    ("opens a log itself; in perflib, a job or a session of the library does",
     re.compile(r"\bLogCursor\b|\bopen_(cursor|logs?)\("),
     ("apps",),
     re.compile(r"^apps/(?!perflib/)")),
    ("opens a machine itself; a job or a session of the library does",
     re.compile(r"\bLocalSource\b"),
     ("apps",),
     re.compile(r"(?!)")),  # none
    ("knows an exit code; only main() and the table of subcommands do",
     re.compile(r"\bexit_code|\bExitCode\b|\bEXIT_(SUCCESS|FAILURE)\b|\bstd::exit\("),
     ("openperflib", "apps"),
     re.compile(r"/main\.cc$|^apps/perflib/commands/subcommand_table\.cc$"
                r"|^openperflib/compat/windows/")),
    ("reads the environment, a user's entry or a library's place; HostEnvironment does",
     re.compile(r"\b(secure_)?getenv\(|\bgetpw(uid|nam)(_r)?\(|\bdladdr1?\("),
     ("openperflib", "apps"),
     re.compile(r"^openperflib/machine/(host_environment|installed_files)\.cc$"
                # variables that programs ask for, terminals, languages, the user of a host, a loaded library's place
                r"|^openperflib/compat/(windows/|expansion_internal\.h$)|^openperflib/registry/ui_language\.cc$"
                r"|^openperflib/provider/v1/module_settings\.cc$|^openperflib/log/sql/odbc_library\.cc$|^apps/v1_host/test_modules/"
                r"|^apps/program/output_width\.cc$|^apps/perflib/(run/locale|screen/screen_style)\.cc$")),
    ("has a query of its own; readers of logs hand out blocks or readings, which the caller's query takes",
     re.compile(r"\bQuery\b"),
     ("openperflib",),
     re.compile(r"^openperflib/(?!log/(blg/(?!writing/)|merged/|reader/|sql/|text/))")),
    ("returns int from a run; an Outcome says how it ended",
     re.compile(r"^\s*(\[\[nodiscard\]\] )?int run(_\w+)?\("),
     ("apps",),
     re.compile(r"^apps/(perflib/(run/subcommand\.h|commands/subcommand_table\.cc)"
                r"|(typeperf|relog|logman|lodctr|ctrpp)/(typeperf|relog|logman|lodctr|ctrpp)\.(h|cc))$")),
)


def code_of(line):
    """A line without its comment."""
    return line.split("//")[0]


def broken_lines(root):
    for folder in ("openperflib", "apps"):
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in (".cc", ".h", ".c") or TESTS.search(name):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for what, pattern, folders, may in RULES:
                    if folder in folders and not may.search(name) and pattern.search(code_of(line)):
                        yield f"{name}:{number}: {what}"


# A folder with more sources than this has several subjects, and people do not find theirs.
MOST_SOURCES = 60


def crowded_folders(root):
    for top in ("openperflib", "apps"):
        sources = collections.Counter(path.parent.relative_to(root).as_posix() for path in (root / top).rglob("*")
                                      if path.suffix in (".cc", ".h", ".c"))
        yield from (f"{folder}: has {count} sources, more than {MOST_SOURCES}; split it by subject"
                    for folder, count in sorted(sources.items())
                    if count > MOST_SOURCES and not folder.endswith("_corpus"))


def main():
    root = pathlib.Path(sys.argv[1])
    found = list(broken_lines(root)) + list(crowded_folders(root))
    print("\n".join(found))
    print(len(RULES), "rules,", len(found), "lines and folders that break one")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
