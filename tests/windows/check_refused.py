#!/usr/bin/env python3
"""check_refused.py PREFIX LANGUAGE COMPILER FLAG...: a call of a function of glibc that expects a wchar_t of 32 bits is
a compiler error where wchar_t has 16 bits, and names the reason.

The headers are below PREFIX/include. LANGUAGE is c or c++.
"""
import pathlib
import subprocess
import sys

NAMES = """fgetwc getwc getwchar ungetwc wscanf fwscanf swscanf vwscanf vfwscanf vswscanf mbtowc wctomb mbrtowc wcrtomb
mbsrtowcs wcsrtombs mbsnrtowcs wcsnrtombs wcscasecmp wcsncasecmp wcschrnul wcpcpy wcpncpy wcsxfrm wcstold wcswidth
wmempcpy""".split()


def compiled(command, source):
    done = subprocess.run([*command, "-fsyntax-only", "-"], input=source, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def main():
    prefix, language, compiler, *flags = sys.argv[1:]
    include = pathlib.Path(prefix) / "include"
    command = [compiler, *flags, "-I%s" % (include / "openperflib/compat/windows/include"),
               "-I%s" % (include / "openperflib/compat/include"), "-I%s" % include, "-x", language]
    faults = []
    code, output = compiled(command, "#include <windows.h>\nint main(void) { return 0; }\n")
    if code != 0:
        faults.append("without a call:\n" + output)
    for name in NAMES:
        call = "#include <windows.h>\nint main(void) { return (int)%s(0, 0, 0); }\n" % name
        code, output = compiled(command, call)
        if code == 0 or name + "_of_glibc_needs_a_32_bit_wchar_t" not in output:
            faults.append("%s: exit code %d\n%s" % (name, code, output))
    print("\n".join(faults) or "%d functions are refused" % len(NAMES))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
