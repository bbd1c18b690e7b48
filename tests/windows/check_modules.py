#!/usr/bin/env python3
"""check_modules.py HEADER LIBRARY MINGW_CC: GetProcAddress finds each function in the module that has it on Windows.

HEADER has the lists of functions, LIBRARY exports them. Compares both with the import libraries of mingw-w64. Exits
with 77 if MINGW_CC is not installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys

LISTS = {"kernel32": "kKernelFunctions", "psapi": "kPsapiFunctions", "advapi32": "kAdvapiFunctions"}
IN_COMPAT = {"GetLastError", "SetLastError"}


def symbols(command, library):
    text = subprocess.run([*command, library], stdout=subprocess.PIPE, check=True, text=True).stdout
    return {fields[-1] for fields in map(str.split, text.splitlines()) if len(fields) == 3 and fields[1] in "TW"}


def listed(header, name):
    return re.findall(r'"(\w+)"', re.search(name + r"\s*=\s*\S+\(\s*\{(.*?)\}\)", header, re.S)[1])


def main():
    header, library, compiler = pathlib.Path(sys.argv[1]).read_text(), sys.argv[2], sys.argv[3]
    if shutil.which(compiler) is None:
        print("skipped: %s is not installed (script/setup installs it)" % compiler)
        return 77
    exported = symbols(["nm", "-D", "--defined-only"], library) | IN_COMPAT
    faults = []
    for module, name in LISTS.items():
        archive = subprocess.run([compiler, "-print-file-name=lib%s.a" % module], stdout=subprocess.PIPE, check=True,
                                 text=True).stdout.strip()
        wanted = exported & symbols([compiler.removesuffix("gcc") + "nm"], archive)
        forms = {function: {function, function + "A", function + "W"} & exported
                 for function in listed(header, name)}
        found = set().union(*forms.values())
        faults += ["%s: not listed: %s" % (module, function) for function in sorted(wanted - found)]
        faults += ["%s: listed, but elsewhere on Windows: %s" % (module, function)
                   for function in sorted(found - wanted)]
        faults += ["%s: listed, but not exported: %s" % (module, function)
                   for function, exports in forms.items() if not exports]
        print("%s: %d functions" % (module, len(wanted)))
        faults += ["%s: no functions" % module] if not wanted else []
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
