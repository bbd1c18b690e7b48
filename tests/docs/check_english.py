#!/usr/bin/env python3
"""check_english.py SOURCE_FOLDER: no text of the project falls back into stiff or odd English.

Reads documents, man pages, comments, messages and the names of tests. HABITS lists what is rejected,
and what to write instead; ALLOWED lists the few places where such words are right.
"""

import bisect
import io
import pathlib
import re
import sys
import tokenize

# A phrase, and what to write instead.
HABITS = [(re.compile(phrase, re.IGNORECASE), instead) for phrase, instead in (
    (r"(?<!there )\b(is|are|was) no (?!longer|more|less|different|worse|better|fewer|such|other|wider)[a-z]",
     "is not a"),
    (r"\b(bound|bind|binds) as one\b", "merged"),
    (r"\b(gone|go|goes|going|went) on with\b", "appended to, continues"),
    (r"\bunless (told|asked) otherwise\b|\bunless told\b", "(default: ...)"),
    (r"\b(what|whatever) (\w+ ){1,6}comes to\b|\bcomes to (nothing|more|less|\d)", "totals, amounts to"),
    (r"\bmend(s|ed|ing)?\b", "fix"),
    (r"\b(is|are|was|were|be) told( by|[.,;:)])", "reported, recognised"),
    (r"\btold (so|by)\b", "notified, recognised"),
    (r"\bfound out\b", "detected"),
    (r"\b(begin|begins|began|start|starts) anew\b", "restarts"),
    (r"\banew\b", "again"),
    (r"\bsingly\b", "individually"),
    (r"\b(whoever|whosoever|whatsoever)\b", "name the actor"),
    (r"\b(a|one) (row|line|value) a (sample|row|record|second|line)\b", "one row per sample"),
    (r"\b(a|an|one) (line|row|value|column|sample|block|entry|word|byte|message) (a|an) "
     r"(?!list|object)\w+\b(?! of)", "one ... per ..."),
    (r"\bheld against\b", "compared with, checked against"),
    (r"\bleaks in\b", "is used"),
    (r"\bstands? for nothing\b", "matches nothing, has no meaning"),
    (r"\bso much of the\b", "this much of the"),
    (r"\b(has|have) not[.,;:)]", "lacks"),
    (r"\b(that|which) (is|are) (not )?there\b", "exists, does not exist"),
    (r"\b(is|are|was|were) not there\b", "does not exist"),
    (r"\b(those|ones?|all|names?|instances?|objects?) that there (is|are)\b", "existing"),
    (r"\bis (what|all) it takes\b", "usage: ..."),
    (r"\bis no(ne| one) of\b", "is not one of"),
    (r"\b(stands|stand) behind\b", "follows"),
    (r"\b(line|lines|byte|bytes|time|second|row|value|record|sample|name|word|number)s? behind\b",
     "after"),
    (r"\bbehind (it|them|the (last|first|end|name|number|value|header|path|time|record|sample))\b",
     "after"),
    (r"\b(says?|said) (it|that) is to be\b|\bwhat it is to be\b", "give --to"),
)]

# How a comment does not begin: its subject, or a verb, comes first.
BEGINNING = re.compile(r"(Of|That of|Those of|The same of) ")

# Where such words are right: a file, and the text around them.
ALLOWED = {
    "tests/windows/code_pages.c": ("check_at(line,", "behind it"),
}

# Texts of others, and what tests compare byte for byte.
FOREIGN = ("tests/data/", "tests/fixtures/", "tests/golden/", "tests/docs/check_english.py")

CODE = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)'
    r'|R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"'
    r'|"(?P<text>(?:\\.|[^"\\\n])*)"'
    r"|'(?:\\.|[^'\\\n])+'"
    r"|\bTEST(?:_[FP])?\(\s*\w+,\s*(?P<test>\w+)\)", re.DOTALL)
CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_")


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def code_pieces(text):
    """Comments, literals and names of tests of C and C++: kind, first line, text."""
    for found in CODE.finditer(text):
        line = line_of(text, found.start())
        if found["comment"] is not None:
            yield "comment", line, re.sub(r"^\s*(//+|/\*+|\*/?)|\*/$", " ", found["comment"], flags=re.M)
        elif found["test"] is not None:
            yield "test", line, CAPITAL.sub(" ", found["test"])
        elif found["raw"] is not None or found["text"] is not None:
            yield "literal", line, (found["raw"] or found["text"] or "").replace("\\n", " ")


def python_pieces(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield "comment", token.start[0], token.string.lstrip("#! ")
        elif token.type == tokenize.STRING:
            yield "literal", token.start[0], token.string.strip("rbfRBF\"'").replace("\\n", " ")


def hash_pieces(text):
    """Comments of shell and CMake."""
    for number, line in enumerate(text.split("\n"), 1):
        found = re.search(r"(?:^|\s)#(.*)", line)
        if found:
            yield "comment", number, found[1]


def passages(path, text):
    """Texts of a file: kind, and a list of the words with their lines. What is one sentence is one text."""
    if path.suffix in (".md", ".1", ".csv", ".json"):
        pieces = [("text", 1, text)]
    elif path.suffix in (".cc", ".h", ".c"):
        pieces = code_pieces(text)
    elif path.suffix == ".py" or text.startswith("#!/usr/bin/env python3"):
        pieces = python_pieces(text)
    else:
        pieces = hash_pieces(text)
    words, last = [], (None, 0)
    for kind, line, piece in pieces:
        if words and (kind != last[0] or line > last[1] + 1 or kind == "test"):
            yield last[0], words
            words = []
        rows = piece.split("\n")
        words += [(word, line + i) for i, row in enumerate(rows) for word in row.split()]
        last = (kind, line + len(rows) - 1)
    yield last[0], words


def faults(path, name):
    text = path.read_text(encoding="utf-8", errors="replace")
    for kind, words in passages(path, text):
        starts, passage = [], ""
        for word, _ in words:
            starts.append(len(passage))
            passage += word + " "
        beginning = BEGINNING.match(passage) if kind == "comment" else None
        if beginning:
            yield '%s:%d: "%s": begin with the subject or a verb' % (name, words[0][1], beginning[0])
        for habit, instead in HABITS:
            for found in habit.finditer(passage):
                around = passage[max(0, found.start() - 60):found.end() + 60]
                if not any(allowed in around for allowed in ALLOWED.get(name, ())):
                    line = words[bisect.bisect_right(starts, found.start()) - 1][1]
                    yield '%s:%d: "%s": write: %s' % (name, line, found[0], instead)


def texts(source):
    """Files that people read: documents, code and what builds it."""
    for path in [source / "README.md", source / "CMakeLists.txt"] + [
            path for folder in ("apps", "bench", "cmake", "docs", "examples", "openperflib", "script", "tests")
            for path in sorted((source / folder).rglob("*"))]:
        name = path.relative_to(source).as_posix()
        known = path.suffix in (".md", ".1", ".cc", ".h", ".c", ".py", ".txt", ".cmake", ".csv",
                                ".json", ".bash", ".fish") or name.startswith("script/")
        if known and path.is_file() and "__pycache__" not in name and not name.startswith(FOREIGN):
            yield path, name


def main(source):
    found = [fault for path, name in texts(pathlib.Path(source)) for fault in faults(path, name)]
    print("\n".join(found) or "no faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
