#!/usr/bin/env python3
"""Each name in an unnamed namespace, and each static one, has one definition in its layer or tool and the named
namespaces around it: sources of a layer are compiled together, and a name with two meanings misleads readers of both
files. Tests and other sources are compiled apart from each other and are checked apart. Prints each name that several
files define; exits with 1 if there is one.

Usage: check_unnamed_names.py SOURCE_DIR
"""

import collections
import pathlib
import re
import sys

FOLDERS = ("openperflib", "apps", "tests")
APART = "test_modules"  # a folder of which each source is a module of its own
# Comments, raw strings, strings and characters, in which braces and names mean nothing.
TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^()\\ ]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
DIGIT_SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
ATTRIBUTE = re.compile(r"\[\[[^\]]*\]\]")
# The scopes that are not the name of a namespace.
UNNAMED, LINKAGE, BODY = "namespace {", 'extern "C" {', "{"
NAMESPACE = re.compile(r"(?:^|\s)namespace(?:\s+([\w:]+))?$")
TYPE = re.compile(r"(?:enum class|enum|struct|class|union|concept)\s+(\w+)(?:\s+final)?\s*(?:[:=].*|$)", re.S)
ALIAS = re.compile(r"(?:using|namespace)\s+(\w+)\s*=")
# Statements that define no name, and macros of tests, whose names GoogleTest keeps apart.
NO_NAME = re.compile(r"(using|static_assert|friend|extern|[A-Z][A-Z0-9_]{3,}\s*\()")
FUNCTION = re.compile(r"[\w:<>,*&\s\[\]]*?[\s*&>]([A-Za-z_]\w*)\s*$")
VARIABLE = re.compile(r"[^()]*[\s*&>]([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*$")


def without_texts(text):
    def blank(match):
        return '""' if match.group()[0] in "\"'R" else " "
    return DIRECTIVE.sub("", TEXT.sub(blank, DIGIT_SEPARATOR.sub("", text)))


def statements(text):
    """Yields (the scopes around it, statement) of all that stands in namespaces, not in functions or types. A scope is
    the name of a namespace, UNNAMED, LINKAGE or BODY."""
    scopes, statement, parentheses = [], "", 0
    for token in re.findall(r"[{};()]|[^{};()]+", text):
        in_namespaces = BODY not in scopes
        if token in "()":
            parentheses += 1 if token == "(" else -1
            statement += token
        elif token == "{" and parentheses == 0:
            head = ATTRIBUTE.sub("", statement).strip()
            if in_namespaces and (namespace := NAMESPACE.search(head)):
                scopes.append(namespace.group(1) or UNNAMED)
                statement = ""
            elif in_namespaces and head.startswith("extern"):
                scopes.append(LINKAGE)
                statement = ""
            else:
                if in_namespaces:
                    yield list(scopes), head
                    statement = ""
                scopes.append(BODY)
        elif token == "{":
            scopes.append(BODY)
        elif token == "}":
            scopes.pop()
            statement = statement if BODY in scopes or parentheses else ""
        elif token == ";" and in_namespaces:
            yield list(scopes), ATTRIBUTE.sub("", statement).strip()
            statement = ""
        elif in_namespaces:
            statement += token


def top_level(text, separators):
    """`text` up to the first of `separators` outside of brackets."""
    depth = 0
    for i, character in enumerate(text):
        if character in separators and depth == 0:
            return text[:i]
        depth += {"<": 1, "[": 1, "(": 1, ">": -1, "]": -1, ")": -1}.get(character, 0)
    return text


def without_template(statement):
    while statement.startswith("template"):
        depth = 0
        for i, character in enumerate(statement):
            depth += {"<": 1, ">": -1}.get(character, 0)
            if depth == 0 and character == ">":
                break
        statement = re.sub(r"^requires\s+\S+(<[^>]*>)?\s*", "", statement[i + 1:].strip())
    return statement


def defined_name(statement):
    """(name, what must be equal for a second definition to be the same) of a statement; None if it defines none."""
    statement = without_template(statement)
    if alias := ALIAS.match(statement):
        return alias.group(1), " ".join(statement.split())
    if NO_NAME.match(statement) or "operator" in statement:
        return None
    if found := TYPE.match(statement):
        return found.group(1), None
    declaration = top_level(statement, "=").strip()
    head = top_level(declaration, "(")
    found = (FUNCTION if len(head) < len(declaration) else VARIABLE).fullmatch(head)
    return (found.group(1), None) if found else None


def further_names(statement):
    """Names after the first one in a statement like `constexpr int kOne = 1, kTwo = 2`."""
    rest = statement
    while (first := top_level(rest, ",")) != rest:
        rest = rest[len(first) + 1:]
        if found := re.match(r"\s*[*&]?\s*([A-Za-z_]\w*)\s*(?:$|[={\[,])", rest):
            yield found.group(1), None


def names_of(path):
    """(the named namespaces around it, name, what must be equal) of each name that a source defines for itself alone."""
    for scopes, statement in statements(without_texts(path.read_text(encoding="utf-8"))):
        if UNNAMED in scopes or (BODY not in scopes and re.match(r"static\s", statement)):
            if defined := defined_name(statement):
                around = "::".join(scope for scope in scopes if scope not in (UNNAMED, LINKAGE))
                for name, same in (defined, *further_names(statement)):
                    yield around, name, same


def unit_of(path, root):
    """The sources that may be compiled together, those of a layer or a tool; fuzz targets, benches and modules are
    compiled alone."""
    found = re.search(r"_(test|fuzz|bench)\.cc$", path.name)
    kind = found.group(1) if found else ""
    is_alone = kind in ("fuzz", "bench") or path.parent.name == APART
    layer = "/".join(path.relative_to(root).parent.parts[:2])
    return (layer, kind, str(path) if is_alone else "")


def collisions(root):
    units = collections.defaultdict(lambda: collections.defaultdict(dict))
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.cc")):
            for around, name, same in names_of(path):
                file = str(path.relative_to(root))
                units[unit_of(path, root)][name, around].setdefault(file, same)
    for (layer, _, _), names in sorted(units.items()):
        for (name, _), files in sorted(names.items()):
            if len(files) > 1 and (None in files.values() or len(set(files.values())) > 1):
                yield f"{layer}: {name} is defined in {', '.join(files)}"


def main():
    found = list(collisions(pathlib.Path(sys.argv[1])))
    print("\n".join(found))
    print(len(found), "names have several definitions in a layer")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
