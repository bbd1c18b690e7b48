#!/usr/bin/env python3
"""Checks the include lines of every file against the declared dependencies of the layers.

Usage: check_includes.py SOURCE_DIR LAYER=DEP,DEP ... (in the order of the layers, lowest first)

A file of a layer may include headers of its own layer, of the layer's dependencies, and of theirs.
apps may include everything except private headers; no header of the C++ layers may be included by two
names; an installed header includes only installed ones. Below `log`, production code has a
reinterpret_cast only in the files of CASTS.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
# openperflib/base/README.md, invariant 2. log (ODBC) and compat (Win32) have C interfaces that need casts.
CASTS = {"openperflib/base/bytes.h", "openperflib/os/code_page.cc"}
CASTING_LAYERS = {"log", "compat"}


def reachable(layer, deps):
    found = {layer}
    todo = [layer]
    while todo:
        for dep in deps.get(todo.pop(), ()):
            if dep not in found:
                found.add(dep)
                todo.append(dep)
    return found


def is_test(path):
    return re.search(r"_(test|fuzz|bench)\.cc$", path.name) is not None


def faults_of(path, root, layer, deps):
    allowed = reachable(layer, deps) if layer else set(deps)
    for include in INCLUDE.findall(path.read_text()):
        where = f"{path.relative_to(root)}: #include \"{include}\""
        parts = include.split("/")
        if parts[0] == "apps" and layer:
            yield f"{where}: a layer does not know the apps"
        if parts[0] != "openperflib" or len(parts) < 3:
            if parts[0] not in ("apps", "openperflib", "bench", "tests"):
                yield f"{where}: not from the root"
            continue
        target = parts[1]
        if target not in allowed and not is_test(path):
            yield f"{where}: {layer or 'apps'} does not depend on {target}"
        if include.endswith("_internal.h") and target != layer and target != "base" and not is_test(path):
            yield f"{where}: private to {target}"
        public = path.suffix == ".h" and not path.name.endswith("_internal.h") and layer
        if public and include.endswith("_internal.h"):
            yield f"{where}: a public header includes a private one"


def cast_faults(path, root, layer):
    if layer is None or layer in CASTING_LAYERS or is_test(path):
        return
    if "reinterpret_cast" in path.read_text() and str(path.relative_to(root)) not in CASTS:
        yield f"{path.relative_to(root)}: reinterpret_cast; read and write numbers with load and store"


def order_faults(deps):
    names = list(deps)
    for layer, used in deps.items():
        for dep in used:
            if dep not in names or names.index(dep) >= names.index(layer):
                yield f"{layer}: depends on {dep}, which is not a lower layer"


def main():
    root = pathlib.Path(sys.argv[1])
    deps = {}
    for word in sys.argv[2:]:
        name, _, used = word.partition("=")
        deps[name] = [dep for dep in used.split(",") if dep]
    faults = list(order_faults(deps))
    files = 0
    for folder, layers in (("openperflib", True), ("apps", False)):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cc", ".h"):
                continue
            parts = path.relative_to(root / folder).parts
            layer = parts[0] if layers and len(parts) > 1 else None
            if layer is not None and layer not in deps:
                faults.append(f"{path.relative_to(root)}: {layer} is not a layer")
                continue
            files += 1
            faults += faults_of(path, root, layer, deps)
            faults += cast_faults(path, root, layer)
    print("\n".join(faults))
    print(f"{files} files, {len(faults)} faults")
    return 1 if faults or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
