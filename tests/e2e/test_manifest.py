"""lodctr /m, unlodctr /m /g /p, perflib provider and the registry's readers: the counter sets of manifests, from their
registration to their removal."""

import csv
import json
import os
import pathlib
import re
import signal
import subprocess

from tool import ALL_WELL, StandAloneTest, answered, environment, is_well, perflib

COFFEE_MACHINE = os.environ["COFFEE_MACHINE"]
LODCTR = os.environ["LODCTR"]
UNLODCTR = os.environ["UNLODCTR"]
SHAPES = pathlib.Path(os.environ["SOURCE"], "openperflib/titles/manifest/manifest_corpus")
FIRST = 1848 if os.geteuid() == 0 else 200000  # index of the first range that is free
PROVIDER = "{8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c10}"
SET = "{8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11}"  # that of the example, which publishes it

MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<instrumentationManifest xmlns="http://schemas.microsoft.com/win/2004/08/events">
  <instrumentation>
    <counters xmlns="http://schemas.microsoft.com/win/2005/12/counters" schemaVersion="2.0">
      <provider providerGuid="{8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c10}" applicationIdentity="coffee"
          providerName="Coffee" symbol="Coffee">
        <counterSet guid="{8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11}" uri="Coffee.Machines" name="Coffee Makers"
            symbol="Machines" description="All machines." nameID="100" descriptionID="102" instances="multiple">
          <counter id="0" uri="Coffee.Machines.Cups" type="perf_counter_large_rawcount" detailLevel="standard"
              name="Cups Made" description="Since the morning." nameID="104" descriptionID="106" defaultScale="1"/>
        </counterSet>
      </provider>
    </counters>
  </instrumentation>
</instrumentationManifest>
"""
ITALIAN = """#pragma code_page(65001)
STRINGTABLE
BEGIN
  100, "Macchine da caff\u00e8"
  104, "Tazze"
END
"""


class ManifestTest(StandAloneTest):
    def setUp(self):
        super().setUp()
        self.runtime = self.folder / "run"
        self.runtime.mkdir(mode=0o700)
        self.store = self.folder / "state" / "openperflib"
        self.env = environment(XDG_STATE_HOME=str(self.folder / "state"), XDG_RUNTIME_DIR=str(self.runtime))
        self.manifest = self.folder / "coffee.man"
        self.manifest.write_text(MANIFEST, encoding="utf-8")
        self.program = None

    def tearDown(self):
        self.stop()
        super().tearDown()

    def start(self):
        self.program = subprocess.Popen([COFFEE_MACHINE], env=self.env, text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.assertEqual(self.program.stdout.readline(), "ready\n")
        self.program.stdin.write("\n")
        self.assertEqual(self.program.stdout.readline(), "counted\n")

    def stop(self):
        if self.program is None:
            return
        self.program.send_signal(signal.SIGKILL)
        self.program.wait()
        self.program.stdin.close()
        self.program.stdout.close()
        self.program = None

    def run_tool(self, tool, *arguments):
        done = subprocess.run([tool, *map(str, arguments)], env=self.env, cwd=self.folder, capture_output=True)
        return done.returncode, done.stdout.decode()

    def assertInstalled(self, *arguments):
        self.assertEqual(self.run_tool(LODCTR, *arguments),
                         (0, "\r\nInfo: Successfully installed performance counters in coffee.man\r\n"))

    def titles(self):
        """The file of titles: which it is, when it was written, and what is in it."""
        path = self.store / "titles.db"
        return path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()

    def assertLeavesNothing(self):
        self.assertEqual(sorted(self.store.rglob("*")), [])

    def perflib(self, *arguments):
        return perflib(*arguments, env=self.env, cwd=self.folder)

    def query(self, path):
        result = answered(lambda: self.perflib("query", path, "-n", "1", "-f", "csv"), is_well)
        self.assertEqual(result.code, ALL_WELL, result)
        return list(csv.reader(result.text.splitlines()))[1][1]

    def test_set_has_its_registered_names_while_its_program_runs(self):
        self.assertInstalled("/M:coffee.man", "/opt/coffee")
        idle = self.perflib("list", "--missing", "Coffee Makers").text
        self.assertIn("Cups Made", idle)
        self.assertIn("no process publishes it", idle)
        self.assertIn("type     PERF_COUNTER_LARGE_RAWCOUNT 0x00010100, 8 bytes",
                      self.perflib("explain", r"\Coffee Makers(*)\Cups Made").text)
        self.start()
        self.assertEqual(float(self.query(r"\Coffee Makers(Hall)\Cups Made")), 1.0)
        self.assertEqual(float(self.query(r"\Coffee Makers(*)\*")), 1.0)
        dump = answered(lambda: self.perflib("query", r"\Coffee Makers(*)\*", "-n", "1", "-f", "json"), is_well)
        self.assertNotIn("Coffee Machine(", dump.text)
        self.stop()
        self.assertEqual(self.perflib("list", "--missing", "Coffee Makers").text, idle)

    def test_perflib_provider_registers_shows_and_removes_them(self):
        installed = self.perflib("provider", "install", "coffee.man")
        self.assertEqual((installed.code, installed.text), (ALL_WELL, "Coffee Makers of Coffee is registered\n"))
        self.assertEqual(self.perflib("provider", "install", "coffee.man").text,
                         "Coffee Makers of Coffee is registered already\n")
        self.assertRegex(self.perflib("provider", "list").text,
                         r"Coffee Makers +Coffee +(system|user) +%d-%d +%s\n" % (FIRST, FIRST + 2, re.escape(SET)))
        for name in ("coffee makers", "Coffee", SET, PROVIDER):
            self.assertIn("counter        Cups Made\n", self.perflib("provider", "show", name).text, name)
        shown = json.loads(self.perflib("provider", "show", "--json", SET).text)["registered_sets"][0]
        self.assertEqual((shown["provider_guid"], shown["program"], shown["counters"]),
                         (PROVIDER, str(self.folder / "coffee"), ["Cups Made"]))
        for name in ("coffee.man", SET, "Coffee"):
            self.assertEqual(self.perflib("provider", "remove", name).code, ALL_WELL, name)
            self.assertLeavesNothing()
            self.assertInstalled("/m:coffee.man")

    def test_same_content_again_changes_nothing_and_other_content_is_refused(self):
        self.assertInstalled("-m:coffee.man")
        before = self.titles()
        self.assertEqual(self.run_tool(LODCTR, "/m", "coffee.man"),
                         (0, "\r\nInfo: Performance counters in coffee.man are already installed\r\n"))
        self.manifest.write_text(MANIFEST.replace("Cups Made", "Cups"), encoding="utf-8")
        self.assertEqual(self.run_tool(LODCTR, "/m:coffee.man"),
                         (1, "\r\nError: Unable to install performance counters in coffee.man: the provider %s is "
                             "registered with other content; remove it first, error code is 183\r\n" % PROVIDER))
        self.assertEqual(self.titles(), before)

    def test_set_of_another_provider_is_refused_by_its_line(self):
        self.assertInstalled("/m:coffee.man")
        (self.folder / "thief.man").write_text(MANIFEST.replace("7c10", "7c20"), encoding="utf-8")
        self.assertEqual(self.run_tool(LODCTR, "/m:thief.man"),
                         (1, "\r\nthief.man:7: error: another counter set has the GUID %s\r\n"
                             "thief.man:7: error: another counter set has the name Coffee Makers\r\n"
                             "\r\nError: Unable to install performance counters in thief.man, error code is 13\r\n"
                          % SET))

    def test_counters_without_a_description_and_other_roots_are_installed_with_warnings(self):
        text = re.sub(r'\s(description|descriptionID)="[^"]*"', "", MANIFEST)
        text = text.replace("instrumentationManifest", "assembly").replace('schemaVersion="2.0"', 'schemaVersion="2.1"')
        self.manifest.write_text(text, encoding="utf-8")
        code, said = self.run_tool(LODCTR, "/m:coffee.man")
        self.assertEqual(code, 0, said)
        self.assertTrue(said.endswith("\r\nInfo: Successfully installed performance counters in coffee.man\r\n"), said)
        self.assertEqual(said.count("warning: the attribute description is missing"), MANIFEST.count("description="), said)
        self.assertEqual(said.count("the schema version 2.1 is neither"), 1, said)
        self.assertEqual(self.run_tool(UNLODCTR, "/m:coffee.man")[0], 0)

    def test_each_way_of_removal_leaves_nothing(self):
        for words in (("/m:coffee.man",), ("/g:" + PROVIDER,), ("-G", SET), ("/p:" + PROVIDER,),
                      ("/P:" + PROVIDER[1:-1],), ("/p:coffee",)):
            self.assertInstalled("/m:coffee.man")
            said = "Removing counter set Coffee Makers of Coffee"
            if words == ("/m:coffee.man",):
                said = ("Info: Successfully uninstalled the performance counters from the counter definition XML file "
                        "coffee.man.")
            self.assertEqual(self.run_tool(UNLODCTR, *words), (0, "\r\n%s\r\n" % said), words)
            self.assertLeavesNothing()

    def test_what_is_not_registered_cannot_be_removed(self):
        for words, name in ((("/m:coffee.man",), "coffee.man"), (("/g:" + SET,), SET), (("/p:Coffee",), "Coffee")):
            self.assertEqual(self.run_tool(UNLODCTR, *words),
                             (1, "\r\nError: Unable to remove performance counters of %s: %s: no provider or counter set "
                                 "of this name is registered, error code is 2\r\n" % (name, name)))
        self.assertEqual(self.run_tool(UNLODCTR, "/g:coffee"),
                         (1, "\r\nError: coffee is not a GUID, such as {ab8e1320-965a-4cf9-9c07-fe25378c2a23}, error "
                             "code is 87\r\n"))

    def test_translation_beside_the_manifest_is_registered(self):
        (self.folder / "Coffee.010.RC").write_text(ITALIAN, encoding="utf-8")
        self.assertInstalled("/m:coffee.man", "/opt/coffee")
        kept = (self.store / "providers" / PROVIDER).read_text(encoding="utf-8")
        self.assertIn('provider %s 0 "Coffee" "/opt/coffee/coffee"\n' % PROVIDER, kept)
        self.assertIn("set %s %d 2 " % (SET, FIRST), kept)
        self.assertIn('texts 010\ntext 0 "Macchine da caff\u00e8" ""\ntext 2 "Tazze" ""\n', kept)
        (self.folder / "Coffee.010.RC").write_text("STRINGTABLE\nBEGIN\n", encoding="utf-8")
        self.assertEqual(self.run_tool(LODCTR, "/m:coffee.man")[1].split("\r\n")[1],
                         "Coffee.010.RC:1: error: STRINGTABLE has no END or } at its end")

    def test_manifests_in_the_shapes_of_real_ones_are_registered(self):
        shapes = sorted(SHAPES.glob("shape_*.man"))
        self.assertEqual(len(shapes), 9)
        for shape in shapes:
            self.assertEqual(self.run_tool(LODCTR, "/m:%s" % shape)[0], 0, shape)
        self.assertEqual(len(list((self.store / "providers").iterdir())), 9)
        for shape in shapes:
            self.assertEqual(self.run_tool(UNLODCTR, "/m:%s" % shape)[0], 0, shape)
        self.assertLeavesNothing()

    def test_damaged_store_is_rebuilt_with_them(self):
        self.assertInstalled("/m:coffee.man")
        (self.store / "titles.db").write_bytes(b"damaged")
        self.assertEqual(self.run_tool(LODCTR, "/R")[0], 0)
        self.assertEqual(self.run_tool(LODCTR, "/m", "coffee.man")[1],
                         "\r\nInfo: Performance counters in coffee.man are already installed\r\n")
