#!/usr/bin/env python3
"""check_refused.py PREFIX LANGUAGE COMPILER FLAG...: a call of a function of glibc that expects a wchar_t of 32 bits is
a compiler error where wchar_t has 16 bits, and names the reason. So is in C++ what the library has compiled for them.

The headers are below PREFIX/include. LANGUAGE is c or c++.
"""
import pathlib
import subprocess
import sys
import tempfile

from precompiled import precompiled

NAMES = """fgetwc getwc getwchar ungetwc wscanf fwscanf swscanf vwscanf vfwscanf vswscanf mbtowc wctomb mbrtowc wcrtomb
mbsrtowcs wcsrtombs mbsnrtowcs wcsnrtombs wcscasecmp wcsncasecmp wcschrnul wcpcpy wcpncpy wcsxfrm wcstold wcswidth
wmempcpy""".split()

FIRST = "openperflib/compat/windows/wide_cxx.h"  # before all other headers
LIBRARY = """codecvt filesystem fstream functional iomanip iostream locale regex sstream string string_view
unordered_map""".split()
RIGHT = '''std::unordered_map<std::wstring, int> m{{L"a", 1}}; (void)m[L"b"];
(void)std::hash<std::wstring_view>()(L"a");
using namespace std::literals; (void)(L"abc"s + L"d"s); (void)L"abc"sv;
(void)(std::to_wstring(12) + std::to_wstring(1.5));'''.splitlines()
WRONG = '''std::wcout << L"x";
std::wcerr << L"x";
std::wstringstream s;
std::wofstream s("x");
std::basic_ostringstream<wchar_t> s; s << L"x";
std::basic_ifstream<wchar_t> s("x");
std::basic_streambuf<wchar_t>* s = nullptr; s->pubsync();
(void)std::stoi(std::wstring(L"1"));
(void)std::stod(std::wstring(L"1"));
std::filesystem::path p(L"x");
std::filesystem::path p("x"); (void)p.wstring();
std::filesystem::path p("x"); (void)p.string<wchar_t>();
std::wregex r(L"x");
std::basic_regex<wchar_t> r(L"x");
std::wstring_convert<std::codecvt_utf8_utf16<wchar_t>> c; (void)c.from_bytes("x");
(void)std::isalpha(L'x', std::locale());
(void)std::use_facet<std::ctype<wchar_t>>(std::locale());
(void)std::use_facet<std::codecvt<wchar_t, char, std::mbstate_t>>(std::locale());'''.splitlines()


def compiled(command, source):
    done = subprocess.run([*command, "-fsyntax-only", "-"], input=source, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def function_faults(command, folder, language):
    command = [*command, *precompiled(command, language, "#include <windows.h>\n", folder), "-x", language]
    for names in (NAMES[begin:begin + 10] for begin in range(0, len(NAMES), 10)):  # compilers stop after 20 errors
        calls = "".join("  (void)%s(0, 0, 0);\n" % name for name in names)
        code, output = compiled(command, "int main(void) {\n%s  return 0; }\n" % calls)
        yield from ("%s: exit code %d\n%s" % (name, code, output) for name in names
                    if code == 0 or name + "_of_glibc_needs_a_32_bit_wchar_t" not in output)


def library_faults(command, folder):
    headers = "".join("#include <%s>\n" % name for name in [FIRST, *LIBRARY, "windows.h"])
    command = [*command, *precompiled(command, "c++", headers, folder), "-x", "c++"]
    for line in RIGHT:
        code, output = compiled(command, "int main() { %s }\n" % line)
        if code != 0:
            yield "%s: exit code %d\n%s" % (line, code, output)
    yield from ("%s compiles" % line for line in WRONG if compiled(command, "int main() { %s }\n" % line)[0] == 0)


def main():
    prefix, language, compiler, *flags = sys.argv[1:]
    include = pathlib.Path(prefix) / "include"
    command = [compiler, *flags, "-I%s" % (include / "openperflib/compat/windows/include"),
               "-I%s" % (include / "openperflib/compat/include"), "-I%s" % include]
    with tempfile.TemporaryDirectory() as functions, tempfile.TemporaryDirectory() as library:
        faults = list(function_faults(command, functions, language))
        faults += library_faults(command, library) if language == "c++" else []
    print("\n".join(faults) or "%d functions are refused" % len(NAMES))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
