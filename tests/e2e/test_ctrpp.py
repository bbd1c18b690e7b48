"""ctrpp: what it generates is compiled, linked and run; what it refuses changes no file."""

import os
import pathlib
import shutil
import subprocess
import unittest

from tool import PATIENCE, SOURCE, Result, ToolTest, answered, environment, is_well, perflib, repeats

CTRPP = os.environ["CTRPP"]
MILL = os.environ["MILL"]
MANIFESTS = SOURCE / "tests" / "data" / "manifests"
PROGRAM = SOURCE / "tests" / "e2e" / "ctrpp_program"
HEADERS = ["-I", ".", "-I", SOURCE, "-I", SOURCE / "openperflib" / "compat" / "include"]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
C11, C11_SHORT, CXX20 = ["-std=c11"], ["-std=c11", "-fshort-wchar"], ["-std=c++20"]
MINGW = "x86_64-w64-mingw32-"

TWO = MANIFESTS / "ctrpp_two_providers.man"
OLD = MANIFESTS / "ctrpp_1_1.man"

STONES = """set of 0, 200 bytes, instances 6 3b9c1a52-5a0e-4f0e-9d3b-5f2c7d1e0011
  1 10410500 0 8 100 0 32
  2 30020400 0 4 100 -3 40
  3 40030402 2 4 100 0 48
  2147483647 00010100 16 8 200 0 56
  4026531840 00010000 0 4 100 0 64
"""
STARTED = """start plainly 3b9c1a52-5a0e-4f0e-9d3b-5f2c7d1e0001
""" + STONES + """set of 0, 72 bytes, instances 0 3b9c1a52-5a0e-4f0e-9d3b-5f2c7d1e0012
  1 10410400 0 4 100 0 32
start with context 1 0 1 1 1 1 3b9c1a52-5a0e-4f0e-9d3b-5f2c7d1e0002
"""
BAKERY = """set of 1, 72 bytes, instances 12 3b9c1a52-5a0e-4f0e-9d3b-5f2c7d1e0021
  1 00010100 1 8 100 0 32
"""
NAME = "Mill */ \"Wheel\" \\ ??/ ??' é € 😀"
PATH = r"\{3b9c1a52-5a0e-4f0e-9d3b-5f2c7d1e0011}(left)\Counter 4026531840"


def units(text):
    data = text.encode("utf-16-le")
    return " ".join("%x" % int.from_bytes(data[i:i + 2], "little") for i in range(0, len(data), 2))


class CtrppTest(ToolTest):
    def ctrpp(self, *arguments):
        done = subprocess.run([CTRPP, *map(os.fspath, arguments)], capture_output=True,
                              cwd=self.folder, timeout=PATIENCE, stdin=subprocess.DEVNULL,
                              env=environment())
        return Result(done.returncode, done.stdout, done.stderr)

    def assertPrints(self, text, result):
        self.assertEqual((0, text, ""), (result.code, result.text, result.err))

    def assertFails(self, text, result):
        self.assertEqual((1, text, ""), (result.code, result.text, result.err))

    def build(self, compiler, *arguments):
        """Without a diagnostic."""
        done = subprocess.run([compiler, *map(os.fspath, arguments)], capture_output=True,
                              cwd=self.folder, timeout=PATIENCE, text=True, check=False)
        self.assertEqual((0, ""), (done.returncode, done.stderr), arguments)

    def run_program(self, **variables):
        done = subprocess.run([self.folder / "program"], capture_output=True, timeout=PATIENCE,
                              text=True, env=environment(**variables), check=False)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return done.stdout


class Code(CtrppTest):
    def setUp(self):
        super().setUp()
        self.assertPrints("", self.ctrpp("-o", "code.h", "-rc", "code.rc", "-ch", "symbols.h",
                                         "-prefix", "My", TWO))

    def assertProgramIsRight(self):
        self.assertEqual(STARTED + BAKERY + "status 0, again 0\n"
                         "one handle 1, one GUID 1, macro 1\n"
                         "ids 1 2147483647 4026531840\n"
                         "name " + units(NAME) + "\nstop 0\nstop 1\n", self.run_program())

    @repeats
    def test_c_and_cxx_files_of_one_program_share_handles_and_guids(self):
        self.build("gcc", *C11, *STRICT, *HEADERS, "-c", PROGRAM / "first.c", PROGRAM / "fake_perflib.c")
        self.build("g++", *CXX20, *STRICT, *HEADERS, "-x", "c++", "-c", PROGRAM / "second.c")
        self.build("g++", "first.o", "second.o", "fake_perflib.o", "-o", "program")
        self.assertProgramIsRight()

    def test_short_wide_characters(self):
        sources = [PROGRAM / name for name in ("first.c", "second.c", "fake_perflib.c")]
        self.build("gcc", *C11_SHORT, *STRICT, *HEADERS, *sources, "-o", "program")
        self.assertProgramIsRight()

    @repeats
    def test_failure_of_a_later_step_stops_what_was_started(self):
        sources = [PROGRAM / name for name in ("first.c", "second.c", "fake_perflib.c")]
        self.build("gcc", *C11, *STRICT, *HEADERS, *sources, "-o", "program")
        self.assertTrue(self.run_program(FAILING="context").startswith(
            STARTED + "stop 0\nstatus 8, again 0\n"))
        self.assertTrue(self.run_program(FAILING="set").startswith(
            "start plainly 3b9c1a52-5a0e-4f0e-9d3b-5f2c7d1e0001\n" + STONES + "stop 0\nstatus 8"))

    @repeats
    @unittest.skipUnless(shutil.which(MINGW + "gcc"), "mingw-w64 is not installed")
    def test_headers_of_windows(self):
        for name in ("first.c", "second.c"):
            self.build(MINGW + "gcc", *C11, *STRICT, "-I", ".", "-c", PROGRAM / name)

    @repeats
    @unittest.skipUnless(shutil.which(MINGW + "windres"), "mingw-w64 is not installed")
    def test_resource_compiler_reads_the_texts(self):
        self.build(MINGW + "windres", "code.rc", "code.o")
        self.build(MINGW + "windres", "-J", "coff", "-i", "code.o", "-O", "rc", "-o", "again.rc")
        again = (self.folder / "again.rc").read_text(encoding="ascii")
        for line in ('  112, L"Mill */ ""Wheel"" \\\\ ??/ ??\' \\351 \\x20ac \\xd83d\\xde00"',
                     '  113, "Says ""hello"", C:\\\\mill\\\\??="', '  200, "Mill Bakery"'):
            self.assertIn(line, again)


class Library(CtrppTest):
    def test_values_of_a_program_around_the_code_are_read(self):
        variables = {"XDG_STATE_HOME": str(self.folder / "state"), "XDG_RUNTIME_DIR": str(self.folder)}
        with subprocess.Popen([MILL], env=environment(**variables), text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as mill:
            self.assertEqual("0\n", mill.stdout.readline())
            # Without a registration, the names are the GUID and the ids.
            result = answered(lambda: perflib("query", PATH, "-n", "1", "-f", "csv", env=environment(**variables)), is_well)
            mill.communicate("\n", timeout=PATIENCE)
        self.assertEqual((0, 0), (mill.returncode, result.code), result)
        self.assertEqual('"7"', result.text.splitlines()[1].split(",")[1], result)


class Legacy(CtrppTest):
    def test_files_are_named_after_the_manifest_and_run(self):
        self.assertPrints("", self.ctrpp("-legacy", "-ch", "names.h", OLD))
        self.assertEqual(["ctrpp_1_1.c", "ctrpp_1_1.h", "ctrpp_1_1.rc", "ctrpp_1_1_r.h", "names.h"],
                         sorted(path.name for path in self.folder.iterdir() if path.is_file()))
        self.build("gcc", *C11, *STRICT, *HEADERS, "ctrpp_1_1.c", PROGRAM / "legacy.c",
                   PROGRAM / "fake_perflib.c", "-o", "program")
        self.assertEqual("start plainly 3b9c1a52-5a0e-4f0e-9d3b-5f2c7d1e0003\n"
                         "set of 0, 104 bytes, instances 2 3b9c1a52-5a0e-4f0e-9d3b-5f2c7d1e0031\n"
                         "  1 00010000 0 4 100 0 32\n  2 00010000 0 4 100 0 40\n"
                         "status 0\n1 1 1 503\nstop 0\n", self.run_program())

    def test_templates_of_callback_and_memory_compile_everywhere(self):
        self.assertPrints("", self.ctrpp("-legacy", "-MemoryRoutines", "-NotificationCallback", OLD))
        self.build("gcc", *C11, *STRICT, *HEADERS, "-c", "ctrpp_1_1.c")
        self.build("g++", *CXX20, *STRICT, *HEADERS, "-x", "c++", "-c", "ctrpp_1_1.c")
        if shutil.which(MINGW + "gcc"):
            self.build(MINGW + "gcc", *C11, *STRICT, "-c", "ctrpp_1_1.c")


class Migration(CtrppTest):
    def test_output_is_the_manifest_in_version_2_0(self):
        self.assertPrints("", self.ctrpp("-migrate", "new.man", OLD))
        before = OLD.read_text().splitlines()
        after = (self.folder / "new.man").read_text().splitlines()
        self.assertEqual([line for line in before if line not in after],
                         ['        schemaVersion="1.1">', '          resourceBase="500"',
                          '          <counter id="2" uri="Ferry.Crossings.Waves" '
                          'type="perf_counter_rawcount" detailLevel="standard"/>'])
        self.assertEqual([line.strip() for line in after if line not in before],
                         ['schemaVersion="2.0">', 'nameID="500"', 'descriptionID="501"',
                          'nameID="502"', 'descriptionID="503"',
                          '<counter name="Counter 2" nameID="504" description="" descriptionID="505" '
                          'id="2" uri="Ferry.Crossings.Waves" type="perf_counter_rawcount" '
                          'detailLevel="standard"/>'])
        self.assertPrints("", self.ctrpp("-o", "new.h", "-rc", "new.rc", "new.man"))
        self.assertPrints("", self.ctrpp("-o", "old.h", "-rc", "old.rc", OLD))
        for kind in ("h", "rc"):
            self.assertEqual((self.folder / ("old." + kind)).read_text(),
                             (self.folder / ("new." + kind)).read_text())


class Faults(CtrppTest):
    def changed(self, old, new):
        """A manifest with another text in one line; returns the number of the line too."""
        text = TWO.read_text(encoding="utf-8")
        self.assertEqual(text.count(old), 1, old)
        (self.folder / "a.man").write_text(text.replace(old, new), encoding="utf-8")
        return text[:text.index(old)].count("\n") + 1

    def assertRefused(self, line, rule):
        (self.folder / "a.h").write_text("old")
        result = self.ctrpp("-o", "a.h", "-rc", "a.rc", "-ch", "b.h", "a.man")
        self.assertFails("a.man:%d: error: %s\r\n\r\nError: a.man has mistakes, and nothing is written\r\n"
                         % (line, rule), result)
        self.assertEqual("old", (self.folder / "a.h").read_text())
        self.assertEqual(["a.h", "a.man"], sorted(os.listdir(self.folder)))

    def test_mistakes_of_code(self):
        line = self.changed('applicationIdentity="mill.exe" symbol="MillProvider"',
                            'applicationIdentity="mill.sys" providerType="kernelMode"')
        # What else a driver needs is said as well.
        result = self.ctrpp("-o", "a.h", "-rc", "a.rc", "a.man")
        self.assertEqual(1, result.code)
        self.assertIn("a.man:%d: error: the element structs is missing" % (line + 1), result.text)
        line = self.changed('symbol="MillProvider"', 'symbol="union"')
        self.assertRefused(line, "union cannot be a name in the code: C, C++ or perflib.h has it")
        line = self.changed('symbol="BAKERY_LOAVES"', 'symbol="MillWheelGuid"')
        self.assertRefused(line, "MillWheelGuid is already the name of something else in the code")
        line = self.changed('nameID="202"', 'nameID="201"') - 1
        self.assertRefused(line, "the id 201 already stands for another text")

    def test_driver_is_refused_but_migrated(self):
        text = OLD.read_text().replace('symbol="Ferry"', 'providerType="kernelMode"')
        text = text.replace("<counter id", '<structs><struct name="A" type="B"/></structs><counter id', 1)
        text = text.replace(' type="perf', ' field="F" type="perf')
        (self.folder / "a.man").write_text(text)
        self.assertRefused(6, "the provider is in kernel mode: code for drivers is not generated")
        self.assertPrints("", self.ctrpp("-migrate", "b.man", "a.man"))

    def test_output_that_cannot_be_written_leaves_the_others(self):
        shutil.copy(TWO, self.folder / "a.man")
        result = self.ctrpp("-o", "a.h", "-rc", "no/a.rc", "a.man")
        self.assertFails("\r\nError: no/a.rc: no such file (0xC0000BD1 PDH_FILE_NOT_FOUND)\r\n", result)
        self.assertEqual(["a.man"], os.listdir(self.folder))

    def test_words_that_are_missing_or_unknown(self):
        self.assertFails("\r\nError: no manifest is named; use -? for help "
                         "(0xC0000BBD PDH_INVALID_ARGUMENT)\r\n", self.ctrpp())
        result = self.ctrpp("-o", "a.h", "-rc", "a.rc", "no.man")
        self.assertEqual(1, result.code)
        self.assertIn("no.man", result.text)

    def test_deprecated_option_is_remarked_on(self):
        result = self.ctrpp("-o", "a.h", "-rc", "a.rc", "-BackCompat", TWO)
        self.assertEqual((0, "", "ctrpp: -BackCompat is for drivers and has no effect\n"),
                         (result.code, result.text, result.err))

    def test_ids_that_resources_cannot_have(self):
        line = self.changed('nameID="202"', 'nameID="65536"') - 1
        self.assertPrints("a.man:%d: warning: the id 65536 is larger than 65535, and no resource "
                          "compiler keeps its text\r\n" % line,
                          self.ctrpp("-o", "a.h", "-rc", "a.rc", "a.man"))


class Help(CtrppTest):
    def test_page_has_the_options_and_examples_of_the_help(self):
        text = self.ctrpp("-?").text
        page = (SOURCE / "apps" / "ctrpp" / "man" / "ctrpp.1").read_text().replace("\\-", "-")
        options, examples = text.split("Options:\r\n")[1].split("\r\nExamples:\r\n")
        for row in options.splitlines():
            self.assertIn("\n.B%s " % ("I" if "<" in row else "") + row.split()[0], page)
        for example in examples.splitlines():
            self.assertIn("\n.EX\n%s\n.EE\n" % example.strip(), page)

    def test_help_fits_a_terminal_of_80_columns(self):
        lines = self.ctrpp("-?").text.split("Examples:")[0].split("\r\n")
        self.assertEqual([], [line for line in lines if len(line) > 80])

    def test_version(self):
        self.assertRegex(self.ctrpp("--version").text, r"^ctrpp \d+\.\d+\.\d+\r\n$")

    def test_completion(self):
        self.assertEqual("-NotificationCallback\n", self.ctrpp("--complete", "-not").text)
        self.assertEqual("<files>\n", self.ctrpp("--complete", "-o", "x").text)
        self.assertEqual("", self.ctrpp("--complete", "-prefix", "x").text)


if __name__ == "__main__":
    unittest.main()
