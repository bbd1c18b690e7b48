#!/usr/bin/env python3
"""check_man.py PERFLIB MACHINES PAGES COMPLETION: the man pages, --help and the completion agree.

Every subcommand has a page, and there is no other page. The options of `perflib X --help` are those
of its page and those that the completion offers. The examples of --help stand in the page, and each
is a command that the tool understands. Each page has a date and the version of the tool. No page has a
fault that man sees.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from tool import Tool

OPTION = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")


def help_of(perflib, *arguments):
    return subprocess.run([perflib, *arguments, "--help"], text=True, capture_output=True,
                          check=True).stdout


def subcommands(perflib):
    return re.findall(r"^  ([a-z]+) ", help_of(perflib), re.MULTILINE)


def options_of_help(text):
    """Options stand at the beginning of their lines."""
    rows = re.findall(r"^ +(-[^ ]*(?:, *-[^ ]*)*)", text.split("Examples:")[0], re.MULTILINE)
    return {option for row in rows for option in OPTION.findall(row)}


def plain(roff):
    """A line of a page without its macros' escapes."""
    for escape, text in (("\\e", "\\"), ("\\-", "-"), ("\\(aq", "'"), ("\\(dq", '"'), ("\\&", "")):
        roff = roff.replace(escape, text)
    return re.sub(r"\\f[A-Z]", "", roff)


def options_of_page(page):
    """Options are the tags of section OPTIONS."""
    section = page.split(".SH OPTIONS\n")[1].split("\n.SH ")[0].split("\n")
    tags = [plain(section[i + 1]) for i, line in enumerate(section) if line == ".TP"]
    return {option for tag in tags for option in OPTION.findall(tag.split(" ", 1)[1])}


def examples_of_help(text):
    lines = text.split("Examples:\n")[1].rstrip("\n").split("\n")
    return [re.split(r" {3,}", line.strip())[0] for line in lines if line.strip()]


def examples_of_page(page):
    examples = re.findall(r"^\.EX\n(.*?)\n\.EE$", page, re.MULTILINE | re.DOTALL)
    return [plain(text) for text in examples]


def options_of_completion(text, subcommand):
    source = re.search(r"local source='([^']*)'", text).group(1)
    pattern = r"^ *%s\) _perflib_offer (--help.*) ;;" % subcommand
    row = re.search(pattern, text, re.MULTILINE).group(1)
    return set(row.replace("$source", source).split())


def check_page(perflib, name, page_path, completion):
    text, page = help_of(perflib, name), page_path.read_text(encoding="utf-8")
    options = options_of_help(text)
    yield "options of --help and of the page", options, options_of_page(page)
    yield ("options of --help and of the completion", options - {"-h"},
           options_of_completion(completion, name))
    yield "examples of --help and of the page", examples_of_help(text), examples_of_page(page)
    yield "name in the page", name, re.search(r"^perflib\\-(\w+) ", page, re.MULTILINE).group(1)


def man_warnings(page):
    command = ["groff", "-man", "-ww", "-z", "-Tutf8", "-K", "utf8", str(page)]
    return subprocess.run(command, text=True, capture_output=True, check=True).stderr


def main(perflib, machines, pages, completion_path):
    faults = []
    names = subcommands(perflib)
    completion = pathlib.Path(completion_path).read_text(encoding="utf-8")
    pages = pathlib.Path(pages)
    wanted = {"perflib.1"} | {"perflib-%s.1" % name for name in names}
    if wanted != {page.name for page in pages.glob("*.1")}:
        faults.append("pages are not those of the subcommands: %s" % sorted(wanted))
    for page in sorted(pages.glob("*.1")):
        faults += ["%s: %s" % (page.name, line) for line in man_warnings(page).splitlines()]
    version = subprocess.run([perflib, "--version"], text=True, capture_output=True, check=True).stdout.split()[1]
    head = re.compile(r'\.TH PERFLIB(-[A-Z]+)? 1 \d{4}-\d\d-\d\d "OpenPerflib %s" ' % re.escape(version))
    faults += ["%s: its first line has no date, or not the version %s" % (page.name, version)
               for page in sorted(pages.glob("*.1")) if not head.match(page.read_text(encoding="utf-8"))]
    overview = (pages / "perflib.1").read_text(encoding="utf-8")
    for name in names:
        if "\n.B %s\n" % name not in overview:
            faults.append("perflib.1 does not name %s" % name)
        page = pages / ("perflib-%s.1" % name)
        for what, left, right in check_page(perflib, name, page, completion):
            if left != right:
                faults.append("%s: %s differ: %s, %s" % (name, what, left, right))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        tool = Tool(perflib, machines, folder)
        for name in names:
            for example in examples_of_help(help_of(perflib, name)):
                code, _, err = tool.run(example)
                if code == 2:
                    faults.append("%s: is wrong usage: %s\n%s" % (name, example, err))
    print("\n".join(faults) or "%d subcommands, no faults" % len(names))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))
