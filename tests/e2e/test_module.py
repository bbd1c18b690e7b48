"""A performance module: written, installed, read by every consumer, failing, and removed."""

import json
import os
import pathlib
import secrets
import shutil
import struct
import subprocess
import unittest

from tool import (ALL_WELL, DOES_NOT_EXIST, FAILED, PATIENCE, SOURCE, WRONG_USAGE, StandAloneTest, environment, perflib)

MODULE = os.environ["EXAMPLE_MODULE"]
MODULE_VALUE = os.environ["MODULE_VALUE"]
TYPEPERF = os.environ["TYPEPERF"]
COMPAT = os.environ["COMPAT"]
IS_ROOT = os.geteuid() == 0
FIRST = 1848 if IS_ROOT else 200000
MEMORY = b"openperflib-disque"  # its name, where all users have theirs
DEPTH = r"\Disque Queues(Mail)\Depth"


class ModuleTest(StandAloneTest):
    def setUp(self):
        super().setUp()
        self.state = self.folder / "state"
        self.env = environment(XDG_STATE_HOME=str(self.state))
        # A copy of the module that looks for memory of this test's own.
        memory = b"openperflib-" + secrets.token_hex(3).encode()
        self.shared = pathlib.Path("/dev/shm", memory.decode())
        self.module = self.folder / "disque.so"
        content = pathlib.Path(MODULE).read_bytes()
        self.assertIn(MEMORY, content)
        self.module.write_bytes(content.replace(MEMORY, memory))
        self.module.chmod(0o755)

    def run_tool(self, *arguments):
        return perflib(*arguments, env=self.env, cwd=self.folder)

    def good(self, *arguments):
        result = self.run_tool(*arguments)
        self.assertEqual(result.code, ALL_WELL, result)
        return result.text

    def install(self):
        """The example, whose host may also read the library that it is linked with."""
        for name in ("disque.ini", "disque.h"):
            shutil.copy(SOURCE / "examples" / "v1_module" / name, self.folder)
        text = self.good("provider", "install", "disque.ini", "--library", self.module)
        values = ["Sandbox Paths=" + os.path.dirname(COMPAT)]
        if IS_ROOT:  # another user may not reach the folder of the build
            values.append("Host User=root")
        self.good("provider", "set", "Disque", *values)
        return text

    def share(self, depth, finished):
        """Plays the application: two queues in shared memory."""
        self.shared.write_bytes(struct.pack("<QII", finished, depth, 0) * 2)
        self.addCleanup(self.shared.unlink, missing_ok=True)

    def depth_in(self, *arguments):
        row = json.loads(self.good("query", *arguments, DEPTH, "-f", "json").splitlines()[0])
        return row["series"][0]["value"]

    def test_new_module_has_its_files_under_its_name(self):
        self.good("provider", "new", "mail_queue")
        self.assertEqual(sorted(path.name for path in (self.folder / "mail_queue").iterdir()),
                         ["CMakeLists.txt", "README.md", "mail_queue.c", "mail_queue.h",
                          "mail_queue.ini", "mail_queue_app.c", "mail_queue_shared.h"])
        again = self.run_tool("provider", "new", "mail_queue")
        self.assertEqual(again.code, FAILED)
        self.assertIn("exists already; nothing was written", again.err)
        self.assertEqual(self.run_tool("provider", "new", "2x").code, WRONG_USAGE)

    def test_value_is_the_same_for_every_consumer(self):
        self.assertEqual(self.install(), "Disque is installed: titles %d to %d, %s\n"
                         % (FIRST, FIRST + 4, self.module))
        self.share(depth=42, finished=1000)
        self.assertEqual(self.depth_in(), 42)
        typeperf = subprocess.run([TYPEPERF, DEPTH, "-sc", "1"], env=self.env, cwd=self.folder,
                                  stdout=subprocess.PIPE, timeout=PATIENCE, check=True)
        self.assertIn(b'"42.000000"', typeperf.stdout)
        value = subprocess.run([MODULE_VALUE, str(FIRST)], env=self.env, stdout=subprocess.PIPE,
                               timeout=PATIENCE, check=True)
        self.assertEqual(value.stdout, b"42\n1000\n")
        for log in ("box.perfrec", "box.blg"):
            self.good("record", r"\Disque Queues(*)\*", "-o", log, "-n", "2", "-i", "0.1")
        self.good("dump", str(FIRST), "-o", "one.bin")
        # Names travel in files: where nothing is registered, or something else, they are the same.
        self.env = environment(XDG_STATE_HOME=str(self.folder / "elsewhere"))
        self.assertNamesOfFiles()
        ini = self.folder / "disque.ini"
        ini.write_text(ini.read_text().replace("Disque", "Echo"))
        self.assertIn("titles %d to" % FIRST, self.good("provider", "install", "disque.ini", "--library", self.module))
        self.assertNotIn("Disque Queues", self.good("list"))
        self.assertNamesOfFiles()

    def assertNamesOfFiles(self):
        for log in ("box.perfrec", "box.blg"):
            self.assertEqual(self.depth_in(log), 42, log)
        block = json.loads(self.good("inspect", "--json", "one.bin"))
        self.assertEqual(block["objects"][0]["name"], "Disque Queues")
        self.assertEqual([counter["name"] for counter in block["objects"][0]["counters"]],
                         ["Depth", "Jobs/sec"])

    def test_removed_service_leaves_the_state_folder_as_it_was(self):
        self.state.mkdir()
        self.install()
        self.good("provider", "remove", "Disque")
        self.assertEqual([str(path.relative_to(self.state)) for path in self.state.rglob("*")
                          if path.is_file()], [])
        self.assertEqual(self.run_tool("provider", "show", "Disque").code, DOES_NOT_EXIST)
        self.assertEqual(self.run_tool("query", DEPTH).code, DOES_NOT_EXIST)

    def test_application_that_does_not_run_has_no_instances(self):
        self.install()
        self.assertIn("0 instances", self.good("list", "--missing"))
        self.share(depth=1, finished=0)
        self.assertEqual(self.depth_in(), 1)

    def test_module_that_cannot_be_loaded_costs_its_own_objects_alone(self):
        self.install()
        self.good("provider", "set", "Disque", "Library=/no/such/module.so")
        missing = self.good("list", "--missing")
        self.assertIn("Disque: /no/such/module.so: no such file", missing)
        self.assertIn("Processor", missing)
        self.good("query", r"\System\Processes")

    def test_doctor_shows_the_store_and_each_service(self):
        self.assertNotIn("Services", self.good("doctor"))
        self.install()
        self.share(depth=1, finished=0)
        text = self.good("doctor")
        self.assertIn("titles.db, 1 service\n", text)
        self.assertRegex(text, r"Disque: works, \d+\.\d\d ms; confined: privileges, limits, ")
        self.good("provider", "set", "Disque", "Library=/no/such/module.so")
        document = json.loads(self.good("doctor", "--json"))
        self.assertEqual([store["services"] for store in document["stores"]],
                         [1] if IS_ROOT else [0, 1])
        self.assertEqual(document["services"],
                         [{"name": "Disque", "store": "system" if IS_ROOT else "user", "state": "fails",
                           "failure": document["services"][0]["failure"], "confinement": "",
                           "milliseconds": None,
                           "remedy": "perflib provider test LIBRARY --ini FILE names what it does wrong"}])
        self.assertIn("/no/such/module.so: no such file", document["services"][0]["failure"])
        self.good("provider", "disable", "Disque")
        self.assertIn("Disque: disabled\n      perflib provider enable Disque\n", self.good("doctor"))

    def test_completion_knows_the_objects_and_starts_no_module(self):
        self.install()
        self.share(depth=1, finished=0)
        self.assertEqual(self.good("complete", "--for", "query", r"\Disque "),
                         "\\Disque Queues(*)\\Depth\n\\Disque Queues(*)\\Jobs/sec\n")
        self.assertEqual(self.run_tool("complete", "--for", "query", r"\Disque Queues(M").text, "")

    def test_query_names_the_reason_of_an_object_that_its_module_does_not_give(self):
        self.install()
        self.good("provider", "set", "Disque", "Library=/no/such/module.so")
        result = self.run_tool("query", DEPTH)
        self.assertIn("Disque: /no/such/module.so: no such file", result.err + result.text)

    def test_variable_in_the_path_of_a_library_is_expanded_but_not_for_root(self):
        self.install()
        self.share(depth=7, finished=9)
        folder, name = os.path.split(self.module)
        self.good("provider", "set", "Disque", "Library=%DISQUE_HOME%/" + name)
        refusal = "Disque: its value Library names no file"
        self.assertIn(refusal, self.good("list", "--missing"))
        self.env["DISQUE_HOME"] = folder
        value = subprocess.run([MODULE_VALUE, str(FIRST)], env=self.env, stdout=subprocess.PIPE,
                               timeout=PATIENCE, check=False)
        if IS_ROOT:
            self.assertIn(refusal, self.good("list", "--missing"))
            self.assertNotEqual(value.returncode, 0)
        else:
            self.assertEqual(self.depth_in(), 7)
            self.assertEqual(value.stdout, b"7\n9\n")

    def test_disabled_module_is_not_called(self):
        self.install()
        self.share(depth=1, finished=0)
        self.good("provider", "disable", "Disque")
        self.assertIn("disabled", self.good("provider", "list"))
        self.assertIn("Disque: is disabled (Disable Performance Counters = 1); "
                      "lodctr /E:Disque enables it", self.good("list", "--missing"))
        self.good("provider", "enable", "Disque")
        self.assertEqual(self.depth_in(), 1)

    def test_mistakes_are_named_with_their_lines(self):
        self.install()
        self.good("provider", "remove", "Disque")
        ini = self.folder / "disque.ini"
        ini.write_text(ini.read_text().replace("DISQUE_DEPTH_009_NAME", "DISQUE_DEEP_009_NAME"))
        result = self.run_tool("provider", "install", "disque.ini", "--library", self.module)
        self.assertEqual(result.code, FAILED)
        self.assertRegex(result.err, r"(?m)^disque\.ini:\d+: error: .*DISQUE_DEEP")
        self.assertIn("No services", self.good("provider", "list"))

    def test_settings_are_checked(self):
        self.install()
        for word, why in (("Colect Timeout=1", "did you mean Collect Timeout?"),
                          ("Collect Timeout=soon", "must be a whole number"),
                          ("Collect Timeout", "write SETTING=VALUE")):
            result = self.run_tool("provider", "set", "Disque", word)
            self.assertEqual(result.code, WRONG_USAGE, word)
            self.assertIn(why, result.err)
        self.good("provider", "set", "Disque", "Collect Timeout=0x10")
        shown = json.loads(self.good("provider", "show", "disque", "--json"))["services"][0]
        self.assertIn({"key": "Performance", "name": "Collect Timeout", "text": "16"},
                      shown["values"])
        self.assertEqual(self.run_tool("provider", "set", "Disk", "Collect Timeout=1").code,
                         DOES_NOT_EXIST)


if __name__ == "__main__":
    unittest.main()
