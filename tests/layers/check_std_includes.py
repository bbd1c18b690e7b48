#!/usr/bin/env python3
"""Each source and header includes the header of each library name that it uses, itself or through the project's
headers. Builds that precompile those headers cannot see one that is forgotten; a user who compiles the tree without
them would. Prints each line that uses such a name; exits with 1 if there is one."""

import functools
import pathlib
import re
import sys

# The names of each header that is precompiled, and the headers that bring it by the standard or in libstdc++.
NAMES = {
    "algorithm": r"std::(ranges::)?(sort|stable_sort|find(_if(_not)?)?|copy(_n|_if)?|fill(_n)?|transform|equal|count(_if)?"
                 r"|any_of|all_of|none_of|lower_bound|upper_bound|equal_range|binary_search|max_element|min_element"
                 r"|remove(_if)?|unique|reverse|search|replace|partial_sort|nth_element|adjacent_find|is_sorted|for_each"
                 r"|mismatch|rotate|merge|set_\w+)\(|std::(clamp|lexicographical_compare\w*)\(",
    "array": r"std::(array\b|to_array\b)",
    "cstdint": r"std::u?int(8|16|32|64)_t\b|std::u?intptr_t\b",
    "expected": r"std::(expected|unexpected)\b",
    "functional": r"std::(function|reference_wrapper|hash|less|greater|ref|cref|bind_front|invoke)\b",
    "map": r"std::(multi)?map\b",
    "memory": r"std::(unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared|enable_shared_from_this|addressof)\b",
    "optional": r"std::(optional|nullopt|make_optional)\b",
    "ranges": r"std::(views::|ranges::(subrange|iota_view|input_range|range\b|view))",
    "span": r"std::(span|as_bytes|as_writable_bytes)\b",
    "string": r"std::((u16|u32|w)?string|to_string|stoi|getline)\b",
    "string_view": r"std::(u16|u32|w)?string_view\b",
    "utility": r"std::(move|forward|exchange|pair|make_pair|swap|unreachable|to_underlying|cmp_\w+|in_range)\b",
    "vector": r"std::vector\b",
    "fmt/format.h": r"\bfmt::",
}
BROUGHT_BY = {
    "algorithm": {"functional", "ranges"},
    "string_view": {"string", "filesystem", "charconv"},
    "string": {"filesystem", "sstream", "stdexcept", "fstream", "ostream", "istream", "iostream"},
    "utility": {"algorithm", "map", "memory", "optional", "string", "vector", "expected", "tuple", "functional", "array",
                "unordered_map", "set", "span", "string_view", "ranges", "variant", "atomic", "deque", "list", "mutex",
                "thread", "bit", "unordered_set"},
    "ranges": {"algorithm"},
    "fmt/format.h": {"fmt/core.h", "fmt/ranges.h", "fmt/chrono.h", "fmt/xchar.h", "fmt/args.h"},
    "cstdint": {"stdint.h"},
}
USES = {header: re.compile(pattern) for header, pattern in NAMES.items()}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def code_of(line):
    return line.split("//")[0]


class Tree:
    def __init__(self, root):
        self.root = root

    @functools.cache
    def lines(self, name):
        return (self.root / name).read_text(encoding="utf-8").splitlines()

    @functools.cache
    def brought(self, name):
        """The library headers that a file includes, itself or through the project's."""
        seen, waiting, found = {name}, [name], set()
        while waiting:
            for line in self.lines(waiting.pop()):
                include = INCLUDE.match(line)
                if not include:
                    continue
                kind, path = include.groups()
                if kind == "<":
                    found.add(path)
                elif path not in seen and (self.root / path).is_file():
                    seen.add(path)
                    waiting.append(path)
        return found

    def forgotten(self, name):
        """Pairs of a line and the header that it needs, the first line of each."""
        brought = self.brought(name)
        for header, pattern in USES.items():
            if brought & ({header} | BROUGHT_BY.get(header, set())):
                continue
            for number, line in enumerate(self.lines(name), 1):
                if not INCLUDE.match(line) and pattern.search(code_of(line)):
                    yield number, header
                    break


def main():
    tree = Tree(pathlib.Path(sys.argv[1]))
    found = files = 0
    for folder in ("openperflib", "apps"):
        for path in sorted((tree.root / folder).rglob("*")):
            if path.suffix not in (".cc", ".h"):
                continue
            files += 1
            for number, header in tree.forgotten(path.relative_to(tree.root).as_posix()):
                print(f"{path.relative_to(tree.root)}:{number}: does not include <{header}>")
                found += 1
    print(files, "files,", found, "includes are forgotten")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
