#!/usr/bin/env python3
"""Checks the include lines of every file against the declared dependencies of the layers.

Usage: check_includes.py SOURCE_DIR PORTABLE=LAYER,LAYER LAYER=DEP,DEP LAYER:FOLDER=FOLDER,FOLDER ... (layers from
the lowest on)

A file of a layer may include headers of its own layer and of the layer's DEPS, and of no layer that only those
depend on. A layer is called by its path: log/sql is one of its own, not a folder of log. Within a layer that has folders, a file of a folder may include headers of that folder and of the
folders named for it; a file beside the CMakeLists.txt may include those of all folders; none may form a cycle.
A folder that names "." is above the files beside the CMakeLists.txt: it may include them, and they not it.
A folder with a CMakeLists.txt of its own that is not a layer is a target above its layer: it may include all, and nothing
of the layer it.
Each of the DEPS is used. A portable layer depends only on portable ones, and includes no header of a system but those
that C and POSIX have everywhere.
apps may include everything except private headers; no header of the C++ layers may be included by two
names; an installed header includes only installed ones. Below `log`, production code has a
reinterpret_cast only in the files of CASTS. `testing` has what tests share: only tests include it.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
# openperflib/base/README.md, invariant 2. log/sql (ODBC), registry (HKEY) and compat (Win32) have C interfaces that need casts.
CASTS = {"openperflib/base/bytes.h", "openperflib/base/shared_words.h", "openperflib/os/portable/linux/code_page_decoding.cc",
         "openperflib/machine/installed_files.cc", "openperflib/os/process/program_path.cc"}
CASTING_LAYERS = {"log/sql", "registry", "compat"}
BESIDE = "."  # the files beside a CMakeLists.txt
# What portable layers may include of a system. libc++ for WebAssembly has no threads, and of <filesystem> only paths.
SYSTEM_INCLUDE = re.compile(
    r"^#include <(\w+/.*|\w+\.h|filesystem|thread|mutex|shared_mutex|condition_variable|future|semaphore|latch|barrier)>",
    re.M)
SYSTEM_HEADERS = {"fcntl.h", "stddef.h", "stdint.h", "sys/stat.h", "uchar.h", "unistd.h", "zstd.h", "fmt/core.h",
                  "fmt/format.h", "fmt/ranges.h", "nlohmann/json.hpp"}
PLATFORM = "linux"  # the folder of PLATFORMS that is compiled only there


def is_test(path):
    folders = (path.parent.name, path.parent.parent.name)
    return re.search(r"_(test|fuzz|bench)\.cc$", path.name) is not None or "testing" in folders


def layer_of(parts, deps):
    """The layer of a file, by the parts of its path below openperflib; None if it is in no layer."""
    folders = ["/".join(parts[:length]) for length in range(len(parts) - 1, 0, -1)]
    return next((folder for folder in folders if folder in deps), None)


def folder_of(path, layer):
    """"blg/writing" of log/blg/writing/blg_writer.h in the layer log."""
    return path[len(layer) + 1:].rpartition("/")[0] or BESIDE


def family_of(path):
    """The layers log, log/sql and log/local share their private headers."""
    return path.split("/")[0]


def is_a_target(root, layer, folder):
    return folder != BESIDE and (root / "openperflib" / layer / folder.split("/")[0] / "CMakeLists.txt").exists()


def folder_fault(root, layer, path, target, folders):
    """Why a file of a layer may not include another one of it; None if it may."""
    own, other = folder_of(path, layer), folder_of(target, layer)
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
    library = root / "openperflib"
    for layer, declared_deps in deps.items():
        sources = [path for path in (library / layer).rglob("*") if path.suffix in (".cc", ".h")
                   and layer_of(path.relative_to(library).parts, deps) == layer]
        used = {layer_of(include.split("/")[1:], deps) for path in sources
                for include in INCLUDE.findall(path.read_text()) if include.startswith("openperflib/")}
        yield from (f"{layer}: does not use {dep}" for dep in declared_deps if sources and dep not in used)


def layer_fault(root, layer, name, target, deps, folders):
    """Why a file of a layer may not include `target`; both are paths below openperflib. None if it may."""
    other = layer_of(target.split("/"), deps)
    if other == layer:
        return folder_fault(root, layer, name, target, folders.get(layer, {}))
    if family_of(target) == "testing":
        return "testing is for tests"
    return None if other in deps[layer] else f"{layer} does not depend on {other or family_of(target)}"


def faults_of(path, root, layer, deps, folders):
    name = path.relative_to(root / "openperflib").as_posix() if layer else ""
    for include in INCLUDE.findall(path.read_text()):
        where = f"{path.relative_to(root)}: #include \"{include}\""
        first, _, target = include.partition("/")
        if first == "apps" and layer:
            yield f"{where}: a layer does not know the apps"
        if first != "openperflib" or "/" not in target:
            if first not in ("apps", "openperflib", "bench", "tests"):
                yield f"{where}: not from the root"
            continue
        if layer and not is_test(path):
            fault = layer_fault(root, layer, name, target, deps, folders)
            if fault:
                yield f"{where}: {fault}"
        if include.endswith("_internal.h") and not is_test(path):
            if family_of(target) not in (family_of(name), "base"):
                yield f"{where}: private to {family_of(target)}"
            if layer and path.suffix == ".h" and not path.name.endswith("_internal.h"):
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


def portable_faults(root, deps, portable):
    for layer in portable:
        yield from (f"{layer}: is portable, and depends on {dep}, which is not" for dep in deps[layer]
                    if dep not in portable)
    library = root / "openperflib"
    for path in sorted(library.rglob("*")):
        parts = path.relative_to(library).parts
        if path.suffix not in (".cc", ".h") or is_test(path) or layer_of(parts, deps) not in portable:
            continue
        if path.parent.name == PLATFORM:
            continue
        yield from (f"{path.relative_to(root)}: includes <{header}>, which not every system has"
                    for header in SYSTEM_INCLUDE.findall(path.read_text()) if header not in SYSTEM_HEADERS)


def declared(words):
    deps, folders = {}, {}
    for word in words:
        name, _, used = word.partition("=")
        used = [dep for dep in used.split(",") if dep]
        layer, _, folder = name.partition(":")
        if folder:
            folders.setdefault(layer, {})[folder] = used
        else:
            deps[name] = used
    return deps, folders


def main():
    root = pathlib.Path(sys.argv[1])
    portable = sys.argv[2].removeprefix("PORTABLE=").split(",")
    deps, folders = declared(sys.argv[3:])
    faults = list(order_faults(deps)) + list(portable_faults(root, deps, portable))
    for layer, used in folders.items():
        faults += order_faults(used, layer + ":")
    faults += unused_faults(root, deps)
    files = 0
    for folder, layers in (("openperflib", True), ("apps", False)):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cc", ".h"):
                continue
            parts = path.relative_to(root / folder).parts
            layer = (layer_of(parts, deps) or parts[0]) if layers and len(parts) > 1 else None
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
