#!/usr/bin/env python3
"""check_commands.py PERFLIB MACHINES DOCUMENT...: what the documents tell people to type works.

Run are the lines of blocks that begin with ```sh tested, and in the tables of a document that says
"run by a test" each `perflib ...`. A line that ends in "# exit N" must end with N, others with 0.
A block that begins with ```text output must be what the last line before it printed.
"""

import re
import sys
import tempfile

from tool import Tool

EXIT = re.compile(r"\s*# exit (\d)$")


def commands(path):
    """Yields (line number, command, expected output or None)."""
    lines = open(path, encoding="utf-8").read().split("\n")
    tables = any("run by a test" in line for line in lines)
    found, block = [], None
    for number, line in enumerate(lines, 1):
        if block is not None:
            if line == "```":
                if block == "output":
                    found[-1][2] = "\n".join(output) + "\n"
                block = None
            elif block == "sh" and line.strip():
                found.append([number, line.strip(), None])
            elif block == "output":
                output.append(line)
        elif line.startswith("```"):
            block = {"```sh tested": "sh", "```text output": "output"}.get(line, "other")
            output = []
        elif tables and line.startswith("|"):
            cells = line.replace("\\|", "\0")
            for command in re.findall(r"`(perflib [^`]*)`", cells):
                found.append([number, command.replace("\0", "|"), None])
    return found


def main(perflib, machines, documents):
    failures, count = 0, 0
    for document in documents:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            tool = Tool(perflib, machines, folder)
            for number, line, wanted in commands(document):
                exit_text = EXIT.search(line)
                wanted_code = int(exit_text.group(1)) if exit_text else 0
                code, out, err = tool.run(EXIT.sub("", line))
                count += 1
                if code != wanted_code:
                    failures += 1
                    print("%s:%d: exit %d, not %d: %s\n%s" %
                          (document, number, code, wanted_code, line, err[:600]))
                elif wanted is not None and out.replace("\r\n", "\n") != wanted:
                    failures += 1
                    print("%s:%d: prints otherwise: %s\n%s" % (document, number, line, out[:2000]))
    print("%d commands, %d failures" % (count, failures))
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
