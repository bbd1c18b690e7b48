"""`perflib list`, `perflib explain` and `perflib error` (docs/perflib.md, sections 1, 3a, 4, 7l).

Numbers are those of tests/fixtures/made_machines.py, `pair`; see test_query.py.
"""

import json
import unittest

from screen import Screen
from tool import (ALL_WELL, DOES_NOT_EXIST, FAILED, PAIR, WRONG_USAGE, ToolTest, environment,
                  perflib, roots, some_of)

A = roots("made-pair-a")


class List(ToolTest):
    def document(self, *arguments):
        return json.loads(self.run_well("list", "--json", *arguments).text)

    def test_a_word_chooses_objects_and_each_counter_has_its_meaning(self):
        text = self.run_well("list", "pressure", *A).text
        self.assertTrue(text.startswith("\\Linux Pressure(*)  1 instance: _Total\n"
                                        "    % cpu some     share of time"), text)

    def test_instances_stand_beside_the_object(self):
        text = self.run_well("list", "process", *A).text
        self.assertIn("\\Processor(*)  4 instances: 0, 1, 2, _Total\n", text)
        self.assertIn("\\Process(*)  7 instances: Idle, System, systemd, first, exits, shrinks, ...\n",
                      text)

    def test_json_has_every_field_of_the_contract(self):
        document = self.document("Linux Pressure\\% cpu some", *A)
        self.assertEqual({"objects": [{
            "title_index": 100080, "name": "Linux Pressure", "instances": ["_Total"],
            "counters": [{"title_index": 100082, "name": "% cpu some", "type": "PERF_100NSEC_TIMER",
                          "status": "CSTATUS_VALID_DATA", "reason": None}]}]}, document)
        self.assertEqual(["title_index", "name", "instances", "counters"],
                         list(document["objects"][0]))
        self.assertEqual(["title_index", "name", "type", "status", "reason"],
                         list(document["objects"][0]["counters"][0]))

    def test_json_instances_are_null_where_the_object_has_none_by_nature(self):
        self.assertIsNone(self.document("Memory", *A)["objects"][0]["instances"])

    def test_json_has_what_is_missing_with_its_status_and_reason(self):
        memory = self.document("Memory", *A)["objects"][0]
        found = {counter["name"]: (counter["status"], counter["reason"])
                 for counter in memory["counters"]}
        self.assertEqual(("CSTATUS_NO_COUNTER", "no count of allocation calls"),
                         found["Pool Paged Allocs"])
        self.assertEqual(("CSTATUS_NO_COUNTER", "no such file: /proc/iomem"),
                         found["System Code Total Bytes"])
        self.assertEqual(("CSTATUS_VALID_DATA", None), found["Available Bytes"])

    def test_json_says_why_wherever_there_is_no_data_and_only_there(self):
        for machine in some_of(("made-pair-a", "made-hostile", "made-hidepid", "vm-6.18"), 2):
            for one in self.document(*roots(machine))["objects"]:
                for counter in one["counters"]:
                    with self.subTest(machine, object=one["name"], counter=counter["name"]):
                        self.assertEqual(counter["status"] == "CSTATUS_VALID_DATA",
                                         counter["reason"] is None)

    def test_missing_lists_what_has_no_data_with_the_reason(self):
        text = self.run_well("list", "--missing", "Memory", *A).text
        self.assertIn("    Pool Paged Allocs                             "
                      "no count of allocation calls\n", text)
        self.assertNotIn("Available Bytes", text)

    def test_missing_has_objects_of_which_nothing_is_in_the_block(self):
        hidden = roots("made-hidepid")  # no io of any other process
        text = self.run_well("list", "--missing", "filesystem disk", *hidden).text
        self.assertEqual("\\FileSystem Disk Activity(*)  0 instances \n"
                         "    FileSystem Bytes Read     no such file: /proc/1/io\n"
                         "    FileSystem Bytes Written  no such file: /proc/1/io\n", text)
        self.assertEqual(
            ["FileSystem Bytes Read", "FileSystem Bytes Written"],
            [one["name"] for one in self.document("FileSystem D*", *hidden)["objects"][0]["counters"]])

    def test_missing_and_present_are_all_there_is(self):
        def counters(*options):
            return {line for line in self.run_well("list", "Memory", *options, *A).text.split("\n")
                    if line.startswith("    ")}
        names = {line.strip().split("  ")[0] for line in counters() | counters("--missing")}
        objects = self.document("Memory", *A)["objects"]  # Memory and Linux Memory
        self.assertEqual({counter["name"] for one in objects for counter in one["counters"]}, names)

    def test_paths_are_a_line_each_and_may_be_asked_for(self):
        for machine in some_of(("made-pair-b", "made-hostile", "made-disks", "made-container"), 3):
            with self.subTest(machine):
                paths = self.run_well("list", "--paths", *roots(machine)).text.splitlines()
                file = self.folder / "paths"
                file.write_text("\n".join(paths))
                result = perflib("query", "--format", "json", *paths[::7], *roots(machine))
                self.assertExit(result, ALL_WELL)
                self.assertEqual("", result.err)
                series = json.loads(result.text)["series"]
                for path in paths[::7]:
                    self.assertTrue(any(path.casefold() == "\\" + one["path"].split("\\", 3)[3].casefold()
                                        for one in series) or "?" in path, path)

    def test_paths_of_a_pattern(self):
        self.assertEqual("\\Memory\\Available Bytes\n\\Memory\\Available KBytes\n"
                         "\\Memory\\Available MBytes\n",
                         self.run_well("list", "memory\\avail*", "--paths", *A).text)

    def test_nothing_that_matches_does_not_exist(self):
        self.assertFault(perflib("list", "nope", *A), DOES_NOT_EXIST,
                         "perflib: no counter, set or process is named \"nope\"; perflib list shows all\n")

    def test_a_process_is_listed_by_its_name(self):
        result = perflib("list", "shrinks", *PAIR)
        self.assertEqual((ALL_WELL, "perflib: shrinks: read as \\Process(shrinks)\\*\n"), (result.code, result.err))
        self.assertTrue(result.text.startswith("\\Process(*)  1 instance: shrinks\n"), result)

    def test_a_set_is_listed_with_and_without_its_sign(self):
        text = self.run_well("list", "cpu", *A).text
        self.assertIn("\\Processor(*)  ", text)
        self.assertIn("    % Privileged Time", text)
        self.assertNotIn("\\Memory", text)
        self.assertEqual(text, self.run_well("list", "@cpu", *A).text)

    def test_what_has_no_data_here_is_not_called_unknown(self):
        self.assertFault(perflib("list", "GPU Engine", *A), DOES_NOT_EXIST,
                         "perflib: GPU Engine: has no data here; `perflib list --missing 'GPU Engine'` says why\n")

    def test_hostile_names_bring_no_control_character(self):
        for options in ([], ["--paths"], ["--missing"]):
            text = self.run_well("list", *options, *roots("made-hostile")).text
            self.assertEqual(set(), {c for c in text if c < " " and c != "\n"})

    def test_a_root_that_is_not_there_is_a_failure(self):
        self.assertFault(perflib("list", "--root", "/no/such"), FAILED,
                         "perflib: /no/such: no such file\n")

    def test_a_surplus_argument_is_wrong_usage(self):
        self.assertExit(perflib("list", "a", "b", *A), WRONG_USAGE)


class Explain(ToolTest):
    def lines(self, path, *arguments):
        text = perflib("explain", path, *(arguments or PAIR)).text
        return dict(line.strip().split("  ", 1) for line in text.splitlines()[1:])

    def now(self, path, *arguments):
        return self.lines(path, *arguments)["now"].strip()

    def test_the_title_line_has_the_value_for_people(self):
        result = self.run_well("explain", r"\PhysicalDisk(0 sda)\Avg. Disk sec/Read", *PAIR)
        self.assertEqual("\\PhysicalDisk(0 sda)\\Avg. Disk sec/Read  50.0 ms",
                         result.text.splitlines()[0])

    def test_type_line_has_number_size_title_and_base(self):
        self.assertEqual("PERF_AVERAGE_TIMER 0x30020400, 8 bytes, title 208, followed by its base "
                         "(PERF_AVERAGE_BASE)",
                         self.lines(r"\PhysicalDisk(0 sda)\Avg. Disk sec/Read")["type"].strip())

    def test_a_counter_without_a_definition_here_has_the_type_it_has_elsewhere(self):
        for path, line in {
                r"\Memory\Pool Paged Allocs": "PERF_COUNTER_RAWCOUNT 0x00010000, 4 bytes, title 60",
                r"\Processor(7)\% User Time": "PERF_100NSEC_TIMER 0x20510500, 8 bytes, title 142",
        }.items():
            with self.subTest(path):
                self.assertEqual(line, self.lines(path)["type"].strip())

    def test_formula_has_the_live_numbers_in_its_symbols_places(self):
        self.assertEqual("100 * (1 - (49461600000 - 49401700000) / "
                         "(133444786107500000 - 133444786007500000)) = 40.1, over the last 10.000 s",
                         self.now(r"\Processor(0)\% Processor Time"))
        self.assertEqual("5120000000 = 5120000000", self.now(r"\Memory\Available Bytes"))
        self.assertEqual("(133444786007500000 - 133444736000000000) / 10000000 = 5000.75",
                         self.now(r"\System\System Up Time"))

    def test_a_number_that_wrapped_says_so(self):
        self.assertEqual("(2^32 + 20000 - 4294966296) / ((50107500000 - 50007500000) / 10000000) "
                         "= 2100, over the last 10.000 s",
                         self.now(r"\System\Context Switches/sec"))
        self.assertEqual("((42949712960000 - 42949662960000) / 10000000) / (2^32 + 90 - 4294967286)"
                         " = 0.05, over the last 10.000 s",
                         self.now(r"\PhysicalDisk(0 sda)\Avg. Disk sec/Read"))

    def test_no_value_has_its_reason(self):
        self.assertEqual("no value: the instance is new",
                         self.now(r"\Process(reused)\% Processor Time"))
        self.assertEqual("no value: no count of allocation calls",
                         self.now(r"\Memory\Pool Paged Allocs"))
        self.assertEqual("no value: first sample: a rate needs two",
                         self.now(r"\Processor(0)\% Processor Time", *A))

    def test_source_and_nearness_are_said(self):
        lines = self.lines(r"\Memory\Available Bytes")
        self.assertEqual("/proc/meminfo, MemAvailable x 1,024", lines["source"].strip())
        self.assertEqual("exact: the same meaning and unit as on Windows",
                         lines["meaning"].strip())

    def test_the_source_names_file_field_and_instance(self):
        for path, source in {
                r"\PhysicalDisk(0 sda)\Avg. Disk sec/Read":
                    "/proc/diskstats, sda: reads completed (base), milliseconds reading x 10,000 (value)",
                r"\Processor(_Total)\% Privileged Time":
                    "/proc/stat, cpuN: (system + irq + softirq), ticks as 100 ns; the mean of all",
                r"\Process(shrinks)\IO Read Operations/sec":
                    "/proc/200/io, syscr; children that have ended are in it",
                r"\Network Interface(eth0)\Bytes Sent/sec":
                    "/sys/class/net/eth0/statistics/tx_bytes",
                r"\Memory\Pool Paged Allocs": "none: no count of allocation calls"}.items():
            with self.subTest(path):
                self.assertEqual(source, self.lines(path)["source"].strip())

    def test_exit_codes_are_those_of_query(self):
        self.assertExit(perflib("explain", r"\Memory\Available Bytes", *A), ALL_WELL)
        self.assertExit(perflib("explain", r"\Processor(0)\% Processor Time", *A), FAILED)
        self.assertFault(perflib("explain", r"\Nope\x", *A), DOES_NOT_EXIST,
                         "perflib: \\Nope\\x: no such object\n")
        self.assertExit(perflib("explain", *A), WRONG_USAGE)
        self.assertExit(perflib("explain", r"\Memory", *A), WRONG_USAGE)
        both = perflib("explain", r"\Memory\Available Bytes", r"\Memory\Nope", *A)
        self.assertExit(both, DOES_NOT_EXIST)
        self.assertIn("\\Memory\\Available Bytes  4.8 GB\n", both.text)

    def test_json_of_what_has_no_value_says_why(self):
        result = perflib("explain", r"\Processor(0)\% Processor Time", "--json", *A)
        self.assertExit(result, FAILED)
        explanation, = json.loads(result.text)["explanations"]
        self.assertEqual((None, "CSTATUS_INVALID_DATA", "first sample: a rate needs two", None),
                         tuple(explanation[name] for name in ("value", "status", "reason", "shown")))
        self.assertEqual("no value: first sample: a rate needs two", explanation["explanation"]["now"])
        nothing = perflib("explain", r"\Nope\x", "--json", *A)
        self.assertExit(nothing, DOES_NOT_EXIST)
        self.assertEqual([], json.loads(nothing.text)["explanations"])

    def test_a_live_rate_is_explained_over_its_interval(self):
        self.assertRegex(self.now(r"\System\Context Switches/sec", "-i", "0.05"),
                         r" = [0-9.e+]+, over the last \d+\.\d{3} s$")

    def test_hostile_names_bring_no_control_character(self):
        text = perflib("explain", r"\Network Interface(*)\Bytes Total/sec",
                       r"\LogicalDisk(*)\Disk Reads/sec", *roots("made-hostile")).text
        self.assertEqual(set(), {c for c in text if c < " " and c != "\n"})


class OnATerminal(ToolTest):
    """Of 60 columns."""

    def screen(self, command):
        screen = Screen(self, 60, 60)
        screen.run("clear; ./perflib %s; echo; echo done" % command)
        return screen.wait_for("\ndone\n").split("\n")

    def test_list_breaks_meanings_between_words_and_beside_the_names(self):
        lines = self.screen(r"list '\Memory\Cache*' --root a")
        self.assertIn("    Cache Faults/sec  page not found in the system cache", lines)
        self.assertIn("                      working set", lines)

    def test_explain_breaks_what_it_says_between_words(self):
        lines = self.screen(r"explain '\System\Processor Queue Length' --root a")
        self.assertIn("  meaning  approximate: the closest that Linux has to the", lines)
        self.assertIn("           Windows meaning", lines)

    def test_elsewhere_each_is_one_line(self):
        self.assertIn("  meaning  approximate: the closest that Linux has to the Windows meaning\n",
                      perflib("explain", r"\System\Processor Queue Length", *A).text)
        self.assertIn("    Cache Faults/sec  page not found in the system cache working set\n",
                      perflib("list", r"\Memory\Cache*", *A).text)


class Error(ToolTest):
    """What codes mean."""

    def test_every_spelling_of_a_code_gives_its_texts(self):
        text = ("PDH_CSTATUS_NO_OBJECT (0xC0000BB8, -1073738824)\n"
                "    There is no object of this name.\n"
                "    Check the spelling; `perflib list` shows all objects.\n")
        for code in ("0xC0000BB8", "c0000bb8", "3221228472", "-1073738824", "PDH_CSTATUS_NO_OBJECT", "no_object"):
            self.assertEqual(text, self.run_well("error", code).text, code)

    def test_json_has_every_field_of_the_contract(self):
        document = json.loads(self.run_well("error", "--json", "5", "no_data").text)
        self.assertEqual([("0x00000005", "ERROR_ACCESS_DENIED"), ("0x000000E8", "ERROR_NO_DATA"),
                          ("0x800007D5", "PDH_NO_DATA")],
                         [(code["code"], code["name"]) for code in document["codes"]])
        self.assertEqual({"code": "0x00000005", "name": "ERROR_ACCESS_DENIED",
                          "meaning": "You do not have permission.",
                          "remedy": "Check the owner and the permissions, and whether it needs root."},
                         document["codes"][0])

    def test_unknown_code_is_named_and_the_rest_explained(self):
        result = perflib("error", "0xC0FFEE", "PDH_NO_DATE", "2")
        self.assertEqual(DOES_NOT_EXIST, result.code, result)
        self.assertEqual("perflib: 0xC0FFEE: no such code; write a number such as 0xC0000BB8, or a name such as "
                         "PDH_NO_DATA\n"
                         "perflib: PDH_NO_DATE: no such code; did you mean PDH_NO_DATA?\n", result.err)
        self.assertTrue(result.text.startswith("ERROR_FILE_NOT_FOUND (0x00000002, 2)\n"), result)
        self.assertEqual({"codes": []}, json.loads(perflib("error", "--json", "0xC0FFEE").text))

    def test_a_code_is_explained_once(self):
        text = self.run_well("error", "5", "0x5", "2").text
        self.assertEqual(["ERROR_ACCESS_DENIED", "ERROR_FILE_NOT_FOUND"],
                         [line.split()[0] for line in text.splitlines() if line.startswith("ERROR_")])
        self.assertEqual(1, text.count("\n\n"))

    def test_no_code_is_a_usage_error(self):
        self.assertEqual(WRONG_USAGE, perflib("error").code)


if __name__ == "__main__":
    unittest.main()
