"""`perflib provider test`: good modules break no rule, careless ones exactly the rules that they break."""

import json
import os
import pathlib
import shutil
import unittest

from tool import ALL_WELL, FAILED, SANITIZED, SOURCE, WRONG_USAGE, ToolTest, environment, perflib

EXAMPLE = os.environ["EXAMPLE_MODULE"]
TEST_MODULES = pathlib.Path(os.environ["TEST_MODULES"])
SANDBOX_PATHS = "Sandbox Paths=" + os.path.dirname(os.environ["COMPAT"])
INI = SOURCE / "apps" / "v1_host" / "test_modules" / "disque.ini"
EXAMPLE_INI = SOURCE / "examples" / "v1_module" / "disque.ini"
# All that a refused object takes with it.
NO_OBJECT = ["unanswered", "symbol-unused"]

# Any call may be slow where others have the processors.
SLOW = "collect-slow"

# Procedures of careless.cc, and the rules that each breaks.
CARELESS = {
    "CollectIgnoresRoom": ["small-buffer-code", "length", "overrun"],
    "CollectLeavesNumbers": ["small-buffer-size", "small-buffer-objects"],
    "CollectMovesPointer": ["small-buffer-pointer"],
    "CollectRefusesExact": ["exact-size"],
    "CollectNeverEnough": ["never-enough", *NO_OBJECT],
    "CollectFails": ["collect-code", *NO_OBJECT],
    "CollectCountsTwo": ["object-count", *NO_OBJECT],
    "CollectAlways": ["unasked"],
    "CollectNoIndices": ["unanswered"],
    "CollectOtherIndex": ["object-index", *NO_OBJECT],
    "CollectOtherCounter": ["counter-index", *NO_OBJECT],
    "CollectLong": ["object-lengths", *NO_OBJECT],
    "CollectOrphans": ["parents", *NO_OBJECT],
    "CollectOtherType": ["counter-type"],
    "CollectOtherSize": ["counter-size"],
    "CollectNoBase": ["base"],
    "CollectChanges": ["definitions-changed"],
    "CollectResets": ["counter-reset"],
    "CollectTwins": ["instance-unique"],
    "CollectCrashes": ["crash"],
    "CollectIsSlow": [SLOW],
    "CollectLeaksDescriptors": ["descriptor-leak"],
    "CollectLeaksHeap": ["heap-leak"],
    "CollectLeaksMappings": ["mapping-leak"],
    "CollectLeaksThreads": ["thread-leak"],
}
# A sanitizer has its own heap, and reserves memory for itself.
NOT_SANITIZED = ("CollectLeaksHeap", "CollectLeaksMappings", "CollectLeaksThreads")


class ProviderTestTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.state = self.folder / "state"
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        self.folder.chmod(0o755)
        self.env = environment(XDG_STATE_HOME=str(self.state), TMPDIR=str(self.temporary))

    def check(self, module, ini, *arguments):
        """Runs the test; whatever it finds, nothing is registered or left behind."""
        values = ["--set", SANDBOX_PATHS]
        if os.geteuid() == 0:  # another user may not reach the folder of the build
            values += ["--set", "Host User=root"]
        result = perflib("provider", "test", module, "--ini", ini, *values, *arguments,
                         env=self.env, cwd=self.folder)
        self.assertFalse(self.state.exists())
        self.assertEqual(list(self.temporary.iterdir()), [])
        return result

    def report(self, module, ini, *arguments):
        result = self.check(module, ini, "--json", *arguments)
        report = json.loads(result.text)
        self.assertEqual(result.code, FAILED if report["findings"] else ALL_WELL, result)
        return report

    @staticmethod
    def rules(report, but=SLOW):
        """Those that are broken, but for one that the machine can break."""
        return [finding["rule"] for finding in report["findings"] if finding["rule"] != but]

    def careless(self, *arguments, ini=INI, but=SLOW):
        return self.rules(self.report(TEST_MODULES / "careless.so", ini, *arguments), but)

    def test_good_module_breaks_no_rule(self):
        result = self.check(EXAMPLE, EXAMPLE_INI)
        if result.code != ALL_WELL:
            self.assertTrue(result.text.startswith(SLOW + ": "), result)
            self.assertIn("\nDisque: 1 of ", result.text)
        else:
            self.assertIn("Disque: no rule is broken\n  objects      Disque Queues\n", result.text)
        self.assertEqual(self.careless("--collect", "CollectWell"), [])

    def test_json_of_a_good_module_is_exact(self):
        module = TEST_MODULES / "disque.so"
        report = self.report(module, INI, "--set", "Export=200000")
        for name in ("open_ms", "median_us", "longest_us"):
            self.assertIsInstance(report.pop(name), int)
        self.assertRegex(report.pop("confinement"), "^privileges, limits")
        if SANITIZED:
            report["growth"].update(heap_bytes=0, mapped_pages=0)
        self.assertEqual([], self.rules(report))
        report["findings"] = []
        self.assertEqual(report, {
            "module": str(module), "service": "Disque", "first_index": 200000,
            "last_index": 200004, "objects": ["Disque Queues"], "collections": 1123,
            "growth": {"calls": 1000, "heap_bytes": 0, "descriptors": 0, "threads": 0,
                       "mapped_pages": 0},
            "findings": []})

    def test_each_vice_is_the_rule_that_it_breaks(self):
        for procedure, rules in CARELESS.items():
            if SANITIZED and procedure in NOT_SANITIZED:
                continue
            with self.subTest(procedure):
                self.assertEqual(self.careless("--collect", procedure, but="" if SLOW in rules else SLOW), rules)

    def test_hang_is_a_finding(self):
        self.assertEqual(self.careless("--collect", "CollectHangs", "--set", "Collect Timeout=300"),
                         ["hang"])

    def test_open_and_close_are_tested_too(self):
        good = ("--collect", "CollectWell")
        self.assertEqual(self.careless(*good, "--open", "OpenFails"), ["open-error"])
        self.assertEqual(self.careless(*good, "--open", "OpenOnce"), ["reopen"])
        self.assertEqual(self.careless(*good, "--close", "CloseFails"), ["close-error"])
        self.assertEqual(self.careless("--collect", "CollectNowhere"), ["not-loaded"])
        faults = TEST_MODULES / "faults.so"
        names = ("--collect", "CollectWell", "--close", "CloseCrashes")
        for procedure, rule in (("OpenCrashes", "crash"), ("OpenThrows", "exception")):
            report = self.report(faults, INI, *names, "--open", procedure)
            self.assertEqual(self.rules(report), [rule], procedure)

    def test_titles_are_compared_with_what_is_written(self):
        for name in ("disque.ini", "disque.h"):
            shutil.copy(INI.parent / name, self.folder)
        ini, header = self.folder / "disque.ini", self.folder / "disque.h"
        text = ini.read_text()
        header.write_text(header.read_text() + "#define QLOST 6\n")
        ini.write_text(text + "QLOST_009_NAME=Lost\n")
        good = ("--collect", "CollectWell")
        self.assertEqual(self.careless(*good, ini=ini), ["symbol-unused"])
        ini.write_text(text.replace("[objects]\nQOBJ_009_NAME=\n", ""))
        self.assertEqual(self.careless(*good, ini=ini), ["no-object-list"])
        ini.write_text(text.replace("QJOBS_009_NAME=Jobs/sec\n", "")
                       .replace("QJOBS_009_HELP=Jobs that were finished, in each second.\n", ""))
        self.assertEqual(self.careless(*good, ini=ini), ["counter-index", *NO_OBJECT])

    def test_library_that_others_may_write_is_a_finding(self):
        module = self.folder / "careless.so"
        shutil.copy(TEST_MODULES / "careless.so", module)
        module.chmod(0o777)
        report = self.report(module, INI, "--collect", "CollectWell")
        self.assertEqual(self.rules(report), ["library-refused"])

    def test_finding_has_clause_place_and_remedy(self):
        result = self.check(TEST_MODULES / "careless.so", INI, "--collect", "CollectAlways")
        self.assertEqual(result.code, FAILED)
        self.assertTrue(result.text.startswith(
            "unasked: For indices of others, nothing is written.\n"
            "  found:  \"2 238\": 256 bytes were written (4 times)\n"
            "  remedy: Compare whole words of the query with the indices of your objects: "
            "23 is not 238.\n\nDisque: 1 of "), result.text)

    def test_usage(self):
        self.assertEqual(perflib("provider", "test", EXAMPLE, env=self.env).code, WRONG_USAGE)
        self.assertEqual(self.check(EXAMPLE, EXAMPLE_INI, "--set", "Colour=red").code, WRONG_USAGE)
        missing = self.check(self.folder / "no.so", EXAMPLE_INI)
        self.assertEqual(missing.code, FAILED)
        self.assertIn("no such file", missing.err)
        ini = self.folder / "bad.ini"
        ini.write_text("[info]\n")
        self.assertEqual(self.check(EXAMPLE, ini).code, FAILED)


if __name__ == "__main__":
    unittest.main()
