"""Objects of another provider than Linux, in every tool: the tools with a ScriptedProvider
(openperflib/testing/providers/scripted_provider.h), whose names no fixed table has. What is recorded there is
read by the ordinary tools, which stand for another machine.
"""

import json
import os
import shlex
import subprocess
import unittest

from screen import Screen
from tool import ALL_WELL, DOES_NOT_EXIST, PATIENCE, Result, ToolTest, environment, perflib

PERFLIB = os.environ["PERFLIB_WITH_PROVIDER"]
TYPEPERF = os.environ["TYPEPERF_WITH_PROVIDER"]
LOGMAN = os.environ["LOGMAN_WITH_PROVIDER"]
NORTH = "\\Web Shop(North)\\"


def with_provider(*arguments, tool=PERFLIB, **changes):
    done = subprocess.run([tool, *map(os.fspath, arguments)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE,
                          env=environment(**changes))
    return Result(done.returncode, done.stdout, done.stderr)


class ProviderTest(ToolTest):
    def well(self, *arguments, **changes):
        result = with_provider(*arguments, **changes)
        self.assertEqual(ALL_WELL, result.code, result)
        return result.text

    def read_well(self, *arguments):
        result = perflib(*arguments)
        self.assertEqual(ALL_WELL, result.code, result)
        return result.text


class OnTheMachine(ProviderTest):
    def test_list_names_its_objects_instances_and_counters(self):
        self.assertEqual("\\Web Shop(*)  2 instances: North, South\n"
                         "    Requests/sec  Requests of all customers.\n"
                         "    % Load        Seats that are taken.\n"
                         "    Seats         All seats.\n", self.well("list", "web shop"))
        listed = json.loads(self.well("list", "--json", "Shop Till"))["objects"][0]
        self.assertEqual([2010, "Shop Till", 2012, "Sales", "PERF_COUNTER_LARGE_RAWCOUNT"],
                         [listed["title_index"], listed["name"],
                          *[listed["counters"][0][key] for key in ("title_index", "name", "type")]])

    def test_query_has_its_values_and_the_reason_of_a_missing_one(self):
        rows = [json.loads(line) for line in self.well(
            "query", "\\Web Shop(*)\\*", "-n", "1", "-i", "0.1", "--format", "json").splitlines()]
        values = {one["path"].split("\\", 3)[3]: one for one in rows[-1]["series"]}
        self.assertEqual(25, values["Web Shop(North)\\% Load"]["value"])
        self.assertEqual(50, values["Web Shop(South)\\% Load"]["value"])
        self.assertEqual(7, values["Web Shop(North)\\Seats"]["value"])
        self.assertIsNone(values["Web Shop(South)\\Seats"]["value"])
        self.assertEqual("the door is locked", values["Web Shop(South)\\Seats"]["reason"])

    def test_instances_have_their_parents(self):
        text = self.well("query", "Shop Till/*/Sales")
        for line in ("\\Shop Till(North/1)", "\\Shop Till(North/2)", "\\Shop Till(South/1)"):
            self.assertIn(line, text)

    def test_explain_says_what_and_from_where(self):
        text = self.well("explain", NORTH + "Requests/sec", "-i", "0.1")
        self.assertIn("  source   the script of a test, North\n", text)
        self.assertIn("  what     Requests of all customers.\n", text)
        self.assertIn("(1100 - 1000)", text)

    def test_completion_offers_its_names(self):
        self.assertEqual(["\\Web Shop(North)\\", "\\Web Shop(South)\\", "\\Web Shop(*)\\"],
                         self.well("complete", "--for", "query", "\\Web ").split("\n")[:-1])
        self.assertIn("\\Web Shop(South)\\Seats",
                      self.well("complete", "--for", "query", "\\Web Shop(S"))

    def test_doctor_shows_what_it_costs_and_lacks(self):
        self.assertRegex(self.well("doctor"), r"Web Shop +2 +3")

    def test_typeperf_writes_its_values(self):
        text = self.well("\\Web Shop(North)\\% Load", "-sc", "1", tool=TYPEPERF)
        self.assertIn("\\Web Shop(North)\\% Load\"", text)
        self.assertIn("\"25.000000\"", text)
        self.assertIn("\\Web Shop(*)\\Requests/sec", self.well("-q", "Web Shop", tool=TYPEPERF))
        self.assertIn("\\Shop Till(South/1)\\Sales", self.well("-qx", "Shop Till", tool=TYPEPERF))

    def test_a_provider_that_fails_loses_its_objects_alone_and_is_named(self):
        failed = with_provider("query", NORTH + "Seats", "\\Memory\\Available Bytes",
                               SHOPS_FAULT="out of paper")
        self.assertIn("shops: out of paper", failed.text + failed.err)
        self.assertRegex(failed.text, r"Available Bytes +[0-9]")
        missing = with_provider("list", "--missing", "Shop Till", SHOPS_FAULT="out of paper")
        self.assertIn("Sales  shops: out of paper", missing.text)
        self.assertIn("shops: out of paper", with_provider("doctor", SHOPS_FAULT="out of paper").text)

    def test_a_recorded_folder_has_no_other_provider(self):
        result = with_provider("list", "Web Shop", "--root", os.environ["MACHINES"] + "/vm-6.18")
        self.assertEqual(DOES_NOT_EXIST, result.code, result)


class OnAnotherMachine(ProviderTest):
    """The ordinary tool knows these names from the files alone."""

    def record(self, name, *paths):
        log = self.folder / name
        self.well("record", "-n", "3", "-i", "0.1", "-o", log, *paths)
        return log

    def values_of(self, log, *paths):
        rows = [json.loads(line)
                for line in self.read_well("query", *paths, log, "--format", "json").splitlines()]
        return [[one["value"] for one in row["series"]] for row in rows]

    def test_a_dump_names_its_objects(self):
        dump = self.folder / "shop.bin"
        self.well("dump", "2010", "-o", dump)
        objects = json.loads(self.read_well("inspect", "--json", dump))["objects"]
        self.assertEqual(["Web Shop", "Shop Till", "Titles", "Collection Status"],
                         [one["name"] for one in objects])
        self.assertEqual(["Sales"], [one["name"] for one in objects[1]["counters"]])

    def test_a_recording_is_queried_listed_and_summarised_by_name(self):
        log = self.record("shop.perfrec", NORTH + "Seats")
        self.assertEqual([[25, 7]] * 3, self.values_of(log, NORTH + "% Load", NORTH + "Seats"))
        self.assertIn("\\Web Shop(*)  2 instances: North, South", self.read_well("list", log))
        self.assertIn("Requests/sec", self.read_well("summary", NORTH + "*", log))
        self.assertIn("PERF_RAW_FRACTION", self.read_well("explain", NORTH + "% Load", log))

    def test_a_recording_of_everything_has_it_too(self):
        log = self.folder / "all.perfrec"
        self.well("record", "-n", "1", "-i", "600", "-o", log)  # a provider is not asked when the interval is over
        self.assertEqual([[7]], self.values_of(log, NORTH + "Seats"))

    def test_copies_of_a_recording_keep_the_names(self):
        log = self.record("shop.perfrec", NORTH + "Seats")
        for name in ("copy.perfrec", "copy.blg", "copy.csv"):
            with self.subTest(name):
                self.read_well("convert", log, self.folder / name)
                self.assertEqual([[7]] * 3, self.values_of(self.folder / name, NORTH + "Seats"))
        again = self.folder / "again.csv"
        self.read_well("convert", self.folder / "copy.blg", again)
        self.assertEqual([[7]] * 3, self.values_of(again, NORTH + "Seats"))

    def test_logs_of_single_counters_have_the_names(self):
        for name in ("shop.blg", "shop.csv"):
            with self.subTest(name):
                log = self.record(name, "\\Web Shop(*)\\*", "\\Shop Till(*)\\*")
                self.assertEqual([[7, 20]] * 3,
                                 self.values_of(log, NORTH + "Seats", "\\Shop Till(North/2)\\Sales"))

    def test_a_report_judges_it(self):
        log = self.record("shop.csv", NORTH + "Seats")
        rules = self.folder / "shop.json"
        rules.write_text(json.dumps({"format": "openperflib rules", "version": 1, "rules": [{
            "id": "shop.seats", "group": "Shop", "title": "Many seats",
            "counters": {"seats": [NORTH + "Seats"]}, "unit": "number", "value": "seats",
            "critical": "avg > 6", "warning": "avg > 5", "text": "A test.", "next": []}]}))
        result = perflib("report", "--rules", rules, log)
        self.assertIn("Many seats", result.text + result.err, result)

    def test_watch_shows_it(self):
        text = self.well("watch", NORTH + "*", "\\Shop Till(*)\\Sales", "-n", "2", "-i", "0.1")
        self.assertEqual(2, text.count("Web Shop"), text)
        for name in ("% Load", "Seats", "South/1"):
            self.assertIn(name, text)

    def test_watch_shows_it_on_a_screen(self):
        screen = Screen(self, 100, 30)
        screen.type("%s watch '\\Web Shop(*)\\*' -i 0.2\n" % shlex.quote(PERFLIB))
        screen.wait_for("Web Shop")
        shown = screen.wait_for("Requests/sec")
        for name in ("North", "South", "Seats"):
            self.assertIn(name, shown)
        screen.keys("q")
        screen.wait_for("ready$")

    def test_a_live_report_judges_it(self):
        rules = self.folder / "shop.json"
        rules.write_text(json.dumps({"format": "openperflib rules", "version": 1, "rules": [{
            "id": "shop.seats", "group": "Shop", "title": "Many seats",
            "counters": {"seats": [NORTH + "Seats"]}, "unit": "number", "value": "seats",
            "critical": "avg > 6", "warning": "avg > 5", "text": "A test.", "next": []}]}))
        found = json.loads(self.well("report", "--rules", rules, "-n", "3", "-i", "0.1", "--json"))
        judged = [one["state"] for one in found["rules"] if one["id"] == "shop.seats"]
        self.assertEqual(["fired"], judged)


class Alerts(ProviderTest):
    def test_a_rule_over_its_counters_fires_on_this_machine(self):
        rules = self.folder / "rules.json"
        rules.write_text(json.dumps({"format": "openperflib alerts", "version": 1, "rules": [
            {"name": "full", "counter": NORTH + "Seats", "above": 5}]}))
        found = json.loads(self.well("alert", "test", rules, "-n", "2", "-i", "0.1", "--json"))
        self.assertEqual([1, True], [found["rules"][0]["fired"], found["rules"][0]["in_log"]])

    def test_logman_checks_a_threshold_over_its_counters(self):
        state = self.folder / "state"
        result = with_provider("create", "alert", "full", "-th", NORTH + "Seats>5", "-el", tool=LOGMAN,
                               XDG_STATE_HOME=str(state))
        self.assertEqual(ALL_WELL, result.code, result)
        self.assertNotIn("no such", result.text + result.err)


if __name__ == "__main__":
    unittest.main()
