#!/usr/bin/env python3
"""Checks the include lines of every file against the declared dependencies of the layers.

Usage: check_includes.py SOURCE_DIR LAYER=DEP,DEP LAYER/FOLDER=FOLDER,FOLDER ... (layers from the lowest on)

A file of a layer may include headers of its own layer and of the layer's DEPS, and of no layer that only those
depend on. Within a layer that has folders, a file of a folder may include headers of that folder and of the
folders named for it; a file beside the CMakeLists.txt may include those of all folders; none may form a cycle.
A folder that names "." is above the files beside the CMakeLists.txt: it may include them, and they not it.
A folder with a CMakeLists.txt of its own is a target above the layer: it may include all, and nothing of the layer it.
Each of the DEPS is used.
apps may include everything except private headers; no header of the C++ layers may be included by two
names; an installed header includes only installed ones. Below `log`, production code has a
reinterpret_cast only in the files of CASTS. `testing` has what tests share: only tests include it.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
# openperflib/base/README.md, invariant 2. log (ODBC), registry (HKEY) and compat (Win32) have C interfaces that need casts.
CASTS = {"openperflib/base/bytes.h", "openperflib/base/shared_words.h", "openperflib/os/bytes/code_page.cc",
         "openperflib/machine/installed_files.cc", "openperflib/os/process/program_path.cc"}
CASTING_LAYERS = {"log", "registry", "compat"}
BESIDE = "."  # the files beside a CMakeLists.txt


def is_test(path):
    return re.search(r"_(test|fuzz|bench)\.cc$", path.name) is not None or path.parent.name == "testing"


def folder_of(parts):
    """Of the parts of a path below the layer: "blg/writing" of blg/writing/blg_writer.h."""
    return "/".join(parts[:-1])


def is_a_target(root, layer, folder):
    return folder != BESIDE and (root / "openperflib" / layer / folder.split("/")[0] / "CMakeLists.txt").exists()


def folder_fault(root, layer, parts, target_parts, folders):
    """Why a file of a layer may not include another one of it; None if it may."""
    own, other = folder_of(parts) or BESIDE, folder_of(target_parts) or BESIDE
    if own == other or is_a_target(root, layer, own):
        return None
    if is_a_target(root, layer, other):
        return f"{layer} does not depend on {layer}/{other}, which is a target above it"
    if not folders:
        return None
    if own == BESIDE:
        return f"{layer} does not depend on {layer}/{other}" if BESIDE in folders.get(other, ()) else None
    if own not in folders:
        return f"{layer}/{own} is not a folder of the layer"
    return None if other in folders[own] else f"{layer}/{own} does not depend on {layer}/{other}"


def unused_faults(root, deps):
    for layer, declared_deps in deps.items():
        sources = [path for path in (root / "openperflib" / layer).rglob("*") if path.suffix in (".cc", ".h")]
        used = {include.split("/")[1] for path in sources for include in INCLUDE.findall(path.read_text())
                if include.startswith("openperflib/")}
        yield from (f"{layer}: does not use {dep}" for dep in declared_deps if sources and dep not in used)


def faults_of(path, root, layer, deps, folders):
    parts = path.relative_to(root).parts
    for include in INCLUDE.findall(path.read_text()):
        where = f"{path.relative_to(root)}: #include \"{include}\""
        target = include.split("/")
        if target[0] == "apps" and layer:
            yield f"{where}: a layer does not know the apps"
        if target[0] != "openperflib" or len(target) < 3:
            if target[0] not in ("apps", "openperflib", "bench", "tests"):
                yield f"{where}: not from the root"
            continue
        if layer and not is_test(path):
            if target[1] == layer:
                fault = folder_fault(root, layer, parts[2:], target[2:], folders.get(layer, {}))
                if fault:
                    yield f"{where}: {fault}"
            elif target[1] == "testing":
                yield f"{where}: testing is for tests"
            elif target[1] not in deps[layer]:
                yield f"{where}: {layer} does not depend on {target[1]}"
        if include.endswith("_internal.h") and target[1] not in (layer, "base") and not is_test(path):
            yield f"{where}: private to {target[1]}"
        public = path.suffix == ".h" and not path.name.endswith("_internal.h") and layer and not is_test(path)
        if public and include.endswith("_internal.h"):
            yield f"{where}: a public header includes a private one"


def cast_faults(path, root, layer):
    if layer is None or layer in CASTING_LAYERS or is_test(path):
        return
    if "reinterpret_cast" in path.read_text() and str(path.relative_to(root)) not in CASTS:
        yield f"{path.relative_to(root)}: reinterpret_cast; read and write numbers with load and store"


def order_faults(deps, layer=""):
    """A name may use only those declared before it, so that there is no cycle."""
    names = list(deps)
    for name, used in deps.items():
        for dep in used:
            if dep == BESIDE and layer:
                continue
            if dep not in names or names.index(dep) >= names.index(name):
                yield f"{layer}{name}: depends on {dep}, which is not declared before it"


def declared(words):
    deps, folders = {}, {}
    for word in words:
        name, _, used = word.partition("=")
        used = [dep for dep in used.split(",") if dep]
        layer, _, folder = name.partition("/")
        if folder:
            folders.setdefault(layer, {})[folder] = used
        else:
            deps[name] = used
    return deps, folders


def main():
    root = pathlib.Path(sys.argv[1])
    deps, folders = declared(sys.argv[2:])
    faults = list(order_faults(deps))
    for layer, used in folders.items():
        faults += order_faults(used, layer + "/")
    faults += unused_faults(root, deps)
    files = 0
    for folder, layers in (("openperflib", True), ("apps", False)):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cc", ".h"):
                continue
            parts = path.relative_to(root / folder).parts
            layer = parts[0] if layers and len(parts) > 1 else None
            if layer is not None and layer not in deps and layer != "testing":
                faults.append(f"{path.relative_to(root)}: {layer} is not a layer")
                continue
            files += 1
            faults += faults_of(path, root, layer, deps, folders)
            faults += cast_faults(path, root, layer)
    print("\n".join(faults))
    print(f"{files} files, {len(faults)} faults")
    return 1 if faults or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
