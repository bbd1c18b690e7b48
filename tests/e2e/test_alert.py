"""`perflib alert test`: what rules would have done over a log (docs/formats/alerts.md).

The log is made by hand: one sample per second, its values in the test.
"""

import json
import unittest

from tool import ALL_WELL, DOES_NOT_EXIST, FAILED, PAIR, SOURCE, VM_PAIR, WRONG_USAGE, ToolTest, perflib

COUNTER = r"\Memory\Available MBytes"


class AlertTest(ToolTest):
    def log(self, *values, name="log.csv"):
        """None is a blank."""
        lines = ['"(PDH-CSV 4.0) (UTC)(0)","\\\\vm%s"' % COUNTER]
        for second, value in enumerate(values):
            lines.append('"11/22/2026 10:00:%02d.000","%s"' % (second, " " if value is None else value))
        path = self.folder / name
        path.write_bytes("".join(line + "\r\n" for line in lines).encode())
        return path

    def rules(self, *rules):
        path = self.folder / "rules.json"
        path.write_text(json.dumps({"format": "openperflib alerts", "version": 1, "rules": rules}))
        return path

    def rule(self, name="short", **fields):
        return {"name": name, "counter": COUNTER, **fields}

    def tried(self, log, *rules):
        return json.loads(self.run_well("alert", "test", log, self.rules(*rules), "--json").text)

    def test_each_rule_has_a_line_and_each_change_one(self):
        log = self.log(900, 400, 450, 700, 300)
        result = self.run_well("alert", "test", log, self.rules(
            self.rule(below=500), self.rule("calm", below=500, samples=3, of=5)))
        self.assertEqual(
            " 2026-11-22 10:00:00 to 2026-11-22 10:00:04 UTC+00:00  5 samples, one every 1.0 s\n"
            " rule     fired  held back     over  still on    longest\n"
            " short        2          0        1         1    0:00:02\n"
            " calm         1          0        0         1    0:00:00\n"
            "\n"
            " 2026-11-22 10:00:01  fired: \\\\vm\\Memory\\Available MBytes is 400 (short: below 500)\n"
            " 2026-11-22 10:00:03  cleared: \\\\vm\\Memory\\Available MBytes is 700 (short: below 500)\n"
            " 2026-11-22 10:00:04  fired: \\\\vm\\Memory\\Available MBytes is 300 (short: below 500)\n"
            " 2026-11-22 10:00:04  fired: \\\\vm\\Memory\\Available MBytes is 300 "
            "(calm: below 500, 3 of 5 samples)\n", result.text)

    def test_json_has_all_of_it(self):
        tried = self.tried(self.log(400, None, 700), self.rule(below=500, silence=60))
        self.assertEqual({
            "records": 3,
            "rules": [{"name": "short", "counter": COUNTER, "in_log": True, "fired": 1, "held_back": 0,
                       "over": 1, "still_on": 0, "longest_seconds": 2.0}],
            "events": [{"time": "2026-11-22T10:00:00.000", "rule": "short", "state": "fired",
                        "counter": r"\\vm\Memory\Available MBytes", "value": 400.0},
                       {"time": "2026-11-22T10:00:02.000", "rule": "short", "state": "cleared",
                        "counter": r"\\vm\Memory\Available MBytes", "value": 700.0}]}, tried)

    def states(self, log, **fields):
        return [(event["time"][17:19], event["state"])
                for event in self.tried(log, self.rule(**fields))["events"]]

    def test_a_single_spike_does_not_fire_where_more_samples_are_needed(self):
        self.assertEqual([], self.states(self.log(900, 10, 900, 10, 900), below=500, samples=2))

    def test_what_is_missing_neither_fires_nor_clears(self):
        self.assertEqual([("01", "fired"), ("05", "cleared")],
                         self.states(self.log(900, 10, None, None, None, 900), below=500))

    def test_no_data_is_a_rule_of_its_own(self):
        self.assertEqual([("02", "fired"), ("03", "cleared")],
                         self.states(self.log(1, None, None, 1), missing=True, samples=2))

    def test_a_silence_holds_back_and_fires_if_it_lasts(self):
        self.assertEqual([("00", "fired"), ("01", "cleared"), ("02", "held back"), ("04", "fired")],
                         self.states(self.log(1, 900, 1, 1, 1, 1), below=500, silence=4))

    def test_mistakes_are_named_by_file_line_rule_and_reason(self):
        rules = self.folder / "rules.json"
        rules.write_text('{"format": "openperflib alerts", "version": 1, "rules": [\n'
                         '  {"name": "a", "counter": "\\\\A\\\\b", "above": 1},\n'
                         '  {"name": "b", "counter": "\\\\A\\\\b",\n   "abov": 1}]}')
        self.assertFault(perflib("alert", "test", self.log(1), rules), FAILED,
                         'perflib: %s: line 4: rule b: unknown member "abov" in a rule; expected "above"\n' % rules)
        rules.write_text("{\n\n,}")
        result = perflib("alert", "test", self.log(1), rules)
        self.assertExit(result, FAILED)
        self.assertTrue(result.err.startswith("perflib: %s: line 3: is not valid JSON" % rules), result)

    def test_while_asks_another_counter_of_the_same_instance(self):
        disks = [r"\\vm\PhysicalDisk(%s)\%s" % (disk, counter) for counter in ("sec", "queue")
                 for disk in ("0 sda", "1 sdb")]
        rows = [disks, ("0.2", "0.2", "1", "9"), ("0.2", "0.2", "9", " "), ("0.2", "0.2", "1", "1")]
        log = self.folder / "disks.csv"
        times = ["(PDH-CSV 4.0) (UTC)(0)"] + ["11/22/2026 10:00:0%d.000" % second for second in range(3)]
        log.write_text("".join(",".join('"%s"' % cell for cell in (time, *row)) + "\r\n"
                               for time, row in zip(times, rows)))
        rule = {"name": "slow", "counter": r"\PhysicalDisk(*)\sec", "above": 0.1,
                "counters": {"queue": r"\PhysicalDisk(*)\queue"}, "while": "queue > 2"}
        self.assertEqual([("00", "fired", "1 sdb"), ("01", "fired", "0 sda"), ("02", "cleared", "0 sda"),
                          ("02", "cleared", "1 sdb")],
                         [(event["time"][17:19], event["state"], event["counter"].split("(")[1].split(")")[0])
                          for event in self.tried(log, rule)["events"]])
        rule["counters"]["queue"] = r"\PhysicalDisk(*)\length"
        result = perflib("alert", "test", log, self.rules(rule))
        self.assertExit(result, DOES_NOT_EXIST)
        self.assertIn(r"\PhysicalDisk(*)\length: is not in the log", result.err)

    def test_a_counter_that_the_log_lacks_is_named_and_the_others_are_judged(self):
        result = perflib("alert", "test", self.log(1), self.rules(
            self.rule(below=500), {"name": "x", "counter": r"\Memory\Pages/sec", "above": 1}))
        self.assertExit(result, DOES_NOT_EXIST)
        self.assertIn("\\Memory\\Pages/sec: is not in the log", result.err)
        self.assertIn(" short        1 ", result.text)

    def test_without_a_log_this_machine_is_watched(self):
        rules = self.rules(self.rule("never", below=0), self.rule("always", above=0, samples=3))
        tried = json.loads(self.run_well("alert", "test", rules, "-n", "3", "-i", "0.1", "--json").text)
        self.assertEqual(3, tried["records"])
        self.assertEqual([("never", True, 0, 0), ("always", True, 1, 1)],
                         [(one["name"], one["in_log"], one["fired"], one["still_on"]) for one in tried["rules"]])
        event, = tried["events"]
        self.assertEqual(("always", "fired"), (event["rule"], event["state"]))
        self.assertTrue(event["counter"].endswith(COUNTER), event)

    def test_rates_of_a_machine_have_values_from_the_first_sample_on(self):
        rules = self.rules({"name": "no data", "counter": r"\System\Context Switches/sec", "missing": True})
        result = self.run_well("alert", "test", rules, "-n", "1", "-i", "0.1")
        self.assertIn("  1 sample\n", result.text)
        self.assertRegex(result.text, r"(?m)^ no data +0 +0 +0 +0 +-$")

    def test_a_counter_that_the_machine_lacks_is_named_and_the_others_are_judged(self):
        paged = {"name": "x", "counter": r"\Memory\Pagse/sec", "above": 1}
        wrong = r"perflib: \Memory\Pagse/sec: no such counter"
        result = perflib("alert", "test", *VM_PAIR, self.rules(self.rule(above=0), paged))
        self.assertExit(result, DOES_NOT_EXIST)
        self.assertIn(wrong, result.err)
        self.assertIn(" short        1 ", result.text)
        # Nothing else to wait for.
        self.assertFault(perflib("alert", "test", self.rules(paged), "-n", "1000000"), DOES_NOT_EXIST,
                         wrong + '; did you mean "Pages/sec"?\n')

    def test_options_of_a_machine_and_of_a_log_exclude_each_other(self):
        rules = self.rules(self.rule(below=1))
        for option, value in (("-n", "5"), ("-i", "1s"), ("--root", "/")):
            self.assertFault(perflib("alert", "test", self.log(1), rules, option, value), WRONG_USAGE,
                             "perflib: %s: cannot be combined with a log\n" % option)
        self.assertFault(perflib("alert", "test", rules, "-b", "10:00"), WRONG_USAGE, "perflib: -b: no log given\n")

    def test_wrong_usage(self):
        for words in ((), ("test",), ("test", "a.csv"), ("run", "a.csv", "b.json")):
            self.assertExit(perflib("alert", *words), WRONG_USAGE)

    def test_a_limit_of_a_load_is_in_whole_tasks(self):
        log = self.folder / "load.blg"
        load = r"\Linux System\Load Average 15m"  # /proc/loadavg: 0.30, stored as 30
        self.assertEqual(ALL_WELL, perflib("record", "-o", log, load, *PAIR).code)
        for limit, fired in ((0.25, 1), (0.35, 0)):
            tried = self.tried(log, {"name": "load", "counter": load, "above": limit})
            self.assertEqual(fired, tried["rules"][0]["fired"])

    def test_a_genuine_log_of_windows(self):
        # By the log's own values: above 50 at two single seconds, so 3 of 5 never.
        counter = r"\Processor(_Total)\% Processor Time"
        log = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"
        tried = self.tried(log, {"name": "spike", "counter": counter, "above": 50},
                           {"name": "calm", "counter": counter, "above": 50, "samples": 3, "of": 5})
        self.assertEqual([("spike", 2, 2), ("calm", 0, 0)],
                         [(rule["name"], rule["fired"], rule["over"]) for rule in tried["rules"]])


if __name__ == "__main__":
    unittest.main()
