#!/usr/bin/env python3
"""Puts the rule file into the library: embed_rules.py RULES OUTPUT"""
import json
import sys

DELIMITER = "rules"
PIECE = 8000  # a string literal of more than 64 KiB is not portable


def main(rules, output):
    with open(rules, encoding="utf-8") as file:
        text = file.read()
    json.loads(text)  # reports a mistake when building, not when running
    pieces = [text[at:at + PIECE] for at in range(0, len(text), PIECE)]
    with open(output, "w", encoding="utf-8") as file:
        file.write("// Made from rules.json by embed_rules.py.\n"
                   '#include "openperflib/analysis/rule_file.h"\n\n'
                   "namespace openperflib {\n\n"
                   "std::string_view built_in_rules() noexcept {\n"
                   "  return\n")
        for piece in pieces:
            file.write('R"%s(%s)%s"\n' % (DELIMITER, piece, DELIMITER))
        file.write(";\n}\n\n}  // namespace openperflib\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
