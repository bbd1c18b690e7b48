"""`perflib report`: rules over a log, as text, JSON and a page (docs/perflib.md, section 7f).

SampleLog's findings are those of tests/oracle/report.py, worked out from the log's bytes; all other logs are made here.
"""

import datetime
import html
import html.parser
import json
import os
import pty
import re
import signal
import subprocess
import sys
import unittest

from localised_log import GERMAN, localised
from tool import (ALL_WELL, FAILED, PATIENCE, PERFLIB, SOURCE, VM_PAIR, WRONG_USAGE, ToolTest, environment, limited, some_of,
                  perflib)

import blg_csv
import compare_report
import report
import report_text
from report_rules import RULES
from report_text import sentence

OBJECTS = SOURCE / "tests" / "data" / "blg" / "SampleLog.blg"
COUNTERS = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"
FIRST, FIFTH, LAST = "2007-08-14T15:40:38.659", "2007-08-14T15:45:38.599", "2007-08-14T15:50:38.599"
BRING_NAMES = "Run lodctr /S:names.ini on a Windows system in that language, and add --names names.ini to this command."
SECOND = "2007-08-14T15:41:38.614"
SAMPLE_LOG = [
    ("cpu.busy", None, "warning", 86.8978575184901, [(SECOND, FIFTH)]),
    ("cpu.kernel", None, "critical", 53.38535794277293, [(SECOND, FIFTH)]),
    ("disk.over", "0 C:", "info", 0.036753629709634535, [("2007-08-14T15:44:38.599", "2007-08-14T15:44:38.599")]),
    ("disk.read", "0 C:", "info", 0.04760129046857145,
     [("2007-08-14T15:44:38.599", "2007-08-14T15:45:38.599"), ("2007-08-14T15:49:38.599", "2007-08-14T15:49:38.599")]),
    ("disk.freemb", "HarddiskVolume1", "warning", 804257792.0, [(FIRST, LAST)]),
    ("proc.kernel", "mmc", "info", 34.03642089327035, [(FIFTH, FIFTH)]),
    ("old.pages", None, "info", 571.2178195803805, [(SECOND, LAST)]),
]
WEEK_DAY = datetime.datetime(2026, 11, 16)
BAD_HOUR = 4 * 1440 + 2 * 60  # in minutes: on the fifth day from 02:00 on
DOCUMENTS = {}  # those of logs that do not change, as JSON
NASTY = "<script>alert(1)</script>&\"'\x1b[2J\u202e"


class Elements(html.parser.HTMLParser):
    """The names of all elements, and of all attributes."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.open = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in ("meta", "br", "rect", "line", "circle", "path"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


def fired_level(finding):
    return finding["levels"][finding["level"]]


def worst_run(finding):
    level = fired_level(finding)
    return level["runs"][level["worst_run"]]


def words_of(text):
    """Lines of a terminal as one, without their indentation."""
    return " ".join(text.split())


class ReportTest(ToolTest):
    def document(self, *arguments):
        if arguments not in ((OBJECTS,), (COUNTERS,)):
            return json.loads(self.run_well("report", "--json", *arguments).text)
        if arguments not in DOCUMENTS:
            DOCUMENTS[arguments] = self.run_well("report", "--json", *arguments).text
        return json.loads(DOCUMENTS[arguments])

    def findings(self, *arguments):
        return self.findings_of(self.document(*arguments))

    @staticmethod
    def findings_of(document):
        return [(rule["id"], one["instance"], one["severity"], worst_run(one)["worst"],
                 [(run["begin"], run["end"]) for run in fired_level(one)["runs"]])
                for rule in document["rules"] for one in rule["findings"]]

    def log_of(self, names, rows, name="log.csv", start=datetime.datetime(2024, 1, 2)):
        """A text log with rows of cells, one minute apart."""
        head = ",".join('"%s"' % one for one in ["(PDH-CSV 4.0) (UTC)(0)", *names])
        times = [start + datetime.timedelta(minutes=i) for i in range(len(rows))]
        lines = [",".join('"%s"' % cell for cell in [time.strftime("%m/%d/%Y %H:%M:%S.000"), *row])
                 for time, row in zip(times, rows)]
        path = self.folder / name
        path.write_text("\r\n".join([head, *lines]) + "\r\n", encoding="utf-8", newline="")
        return path

    def page_of(self, *arguments):
        page = self.folder / "report.html"
        result = perflib("report", *arguments, "-y", "-o", page)
        self.assertExit(result, ALL_WELL)
        return page.read_text(encoding="utf-8")


BUSY_PROCESS = {
    "format": "openperflib rules", "version": 1, "rules": [
        {"id": "busy.process", "group": "Test", "title": "Busy process",
         "counters": {"threads": "\\Process(*)\\Thread Count"}, "except": ["_total", "idle"],
         "unit": "number", "value": "threads", "for": "1 s", "critical": "avg > 100",
         "culprits": "\\Process(*)\\Thread Count", "text": "It is busy.", "next": ["the process"]}]}


THREADS = """import signal, threading
for _ in range(150):
    threading.Thread(target=signal.pause, daemon=True).start()
print(flush=True)
signal.pause()
"""


class Machine(ReportTest):
    """Without a log."""

    def setUp(self):
        super().setUp()
        self.rules = self.folder / "busy.json"
        self.rules.write_text(json.dumps(BUSY_PROCESS))

    def hog(self):
        """A process that has many threads until the test ends, which holds however busy the machine is; it has them
        when this returns."""
        process = subprocess.Popen([sys.executable, "-c", THREADS], stdout=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        process.stdout.readline()
        return process.pid

    def test_busy_process_is_found(self):
        hog = self.hog()
        report = self.document("-n", "5", "-i", "0.3", "--rules", self.rules)
        self.assertEqual([], report["files"])
        self.assertEqual([], report["notes"])
        self.assertEqual(5, report["records"])
        self.assertTrue(report["verdict"]["given"])
        rule, = [rule for rule in report["rules"] if rule["id"] == "busy.process"]
        found, = [one for one in rule["findings"] if one["process_id"] == hog]
        self.assertEqual("critical", found["severity"])
        self.assertEqual(5, found["samples"])
        self.assertEqual(found["average"], 1 + 150)
        self.assertEqual(report["first"], found["course"][0]["time"])
        self.assertIn((hog, True), [(one["process_id"], one["average"] > 0)
                                    for one in found["culprits"]["largest"]])

    def test_text_says_what_was_read(self):
        hog = self.hog()
        result = self.run_well("report", "-n", "2", "-i", "0.5", "--rules", self.rules, "--skipped")
        text = words_of(result.text)
        self.assertRegex(text, r"critical Busy process busy\.process .*, process %d: worst" % hog)
        self.assertIn("; 2 samples, one every ", text)
        self.assertIn("Careful: Only 2 samples: findings may be coincidence.", text)
        self.assertIn(", Linux (has objects that only Linux has)", text)
        self.assertRegex(text, r"a trend needs an hour and 20 samples; there were 0 min and 2 samples")
        self.assertIn("needs flash, which the machine does not say (use --fact flash=...)", text)
        self.assertNotIn("the log", text.lower())

    def test_page_is_of_the_machine(self):
        page = self.page_of("-n", "1", "-i", "0.1")
        self.assertIn("Times are those of the machine's own clock.", page)
        self.assertNotIn("<dt>Log</dt>", page)

    def test_interrupt_ends_the_run_and_the_samples_so_far_are_judged(self):
        ours, terminal = pty.openpty()
        self.addCleanup(os.close, ours)
        process = subprocess.Popen([PERFLIB, "report", "--json", "-n", "1000000", "-i", "0.1"],
                                   env=environment(), stdout=subprocess.PIPE, stderr=terminal)
        self.addCleanup(process.kill)
        os.close(terminal)
        seen = b""
        while not re.search(rb"watching this machine, every 0\.1 s, [2-9]\d* of 1000000 samples", seen):
            seen += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(ALL_WELL, process.returncode)
        self.assertGreaterEqual(json.loads(out)["records"], 2)

    def test_root_folders_are_the_samples(self):
        for machines, samples in ((VM_PAIR[:2], 1), (VM_PAIR, 2)):
            report = self.document(*machines)
            self.assertEqual(samples, report["records"])
            self.assertEqual(0, report["bias_minutes"])
            facts = report["machines"][0]["facts"]
            self.assertEqual(1, facts["linux"]["value"])
        self.assertFault(perflib("report", "--root", self.folder / "none"), FAILED,
                         "perflib: %s: no such file\n" % (self.folder / "none"))


class Findings(ReportTest):
    def test_of_sample_log_are_frozen(self):
        self.assertEqual(SAMPLE_LOG, self.findings(OBJECTS))

    def test_every_rule_ends_somehow_and_skipped_ones_say_why(self):
        rules = self.document(OBJECTS)["rules"]
        self.assertEqual({"fired", "passed", "skipped"}, {rule["state"] for rule in rules})
        for rule in rules:
            self.assertEqual(rule["state"] == "skipped", rule["reason"] is not None, rule["id"])
            self.assertEqual(rule["state"] == "fired", bool(rule["findings"]), rule["id"])
        reasons = {rule["id"]: rule["reason"] for rule in rules}
        self.assertEqual("a trend needs an hour and 20 samples; the log has 10 min and 11 samples", reasons["mem.leak"])
        self.assertEqual("needs flash, which the log does not say (use --fact flash=...)", reasons["disk.read.flash"])
        self.assertEqual("the log has no \\Linux Pressure(_Total)\\% cpu some", reasons["cpu.psi"])

    def test_facts_are_those_of_the_log_with_their_source(self):
        facts, = self.document(OBJECTS)["machines"]
        self.assertEqual("ZACH-PC", facts["machine"])
        self.assertEqual({"value": 1.0, "source": "instances of Processor"}, facts["facts"]["cpus"])
        self.assertEqual(1512824832.0, facts["facts"]["ram"]["value"])
        self.assertEqual(None, facts["facts"]["flash"]["value"])

    def test_what_the_user_knows_is_taken(self):
        given = self.document(OBJECTS, "--fact", "flash=1", "--fact", "ram=8 GB")
        rules = {rule["id"]: rule for rule in given["rules"]}
        self.assertEqual(("fired", "critical"), (rules["disk.read.flash"]["state"],
                                                 rules["disk.read.flash"]["findings"][0]["severity"]))
        self.assertEqual(0.05 * 8 * 2 ** 30, fired_level(rules["mem.avail"]["findings"][0])["limit"])
        self.assertFault(perflib("report", OBJECTS, "--fact", "ram=much"), WRONG_USAGE,
                         "perflib: --fact: ram=much is not valid; write ram=16 GB, cpus=8, flash=1 or linux=1\n")

    def test_german_log_has_the_findings_of_the_english_one(self):
        log = self.folder / "german.blg"
        log.write_bytes(localised(OBJECTS.read_bytes(), GERMAN))
        german = json.loads(perflib("report", log, "--json").text)
        english = {rule["id"]: rule for rule in self.document(OBJECTS)["rules"]}
        fired = [rule for rule in german["rules"] if rule["state"] == "fired"]
        self.assertEqual({one[0] for one in SAMPLE_LOG}, {rule["id"] for rule in fired})
        for rule in fired:
            self.assertEqual(english[rule["id"]], rule)

    def test_window_has_its_first_rates_from_the_record_before(self):
        document = self.document(OBJECTS, "-b", "2007-08-14 15:45:00")
        self.assertEqual((6, "2007-08-14T15:45:38.599"), (document["records"], document["first"]))
        busy, = [rule for rule in document["rules"] if rule["id"] == "cpu.hog"]
        self.assertEqual("passed", busy["state"])
        reads, = [rule for rule in document["rules"] if rule["id"] == "disk.read"]
        self.assertEqual((6, 0), (reads["findings"][0]["samples"], reads["more_findings"]))

    def test_leak_of_120_megabytes_an_hour_is_a_trend(self):
        log = self.log_of(["\\\\M\\Process(store)\\Private Bytes"],
                          [[2 ** 30 + i * 2 * 2 ** 20] for i in range(121)])
        (rule, instance, severity, worst, _), = self.findings(log)
        self.assertEqual(("mem.leak", "store", "critical"), (rule, instance, severity))
        self.assertAlmostEqual(120 * 2 ** 20, worst, delta=1)


class LeanLogs(ReportTest):
    """Logs that lack counters which rules ask for: tests/data/report_logs."""

    def only_finding(self, name, *arguments):
        log = SOURCE / "tests" / "data" / "report_logs" / name
        rule, = [rule for rule in self.document(log)["rules"] if rule["findings"]]
        finding, = rule["findings"]
        text = words_of(self.run_well("report", log, *arguments).text)
        for remark in rule["remarks"]:
            self.assertIn("Note: " + remark, text)
            self.assertIn(remark, html.unescape(self.page_of(log)).replace("\xa0", " "))
        return rule, finding, text

    def test_latency_alone_is_judged_and_the_report_says_what_is_missing(self):
        rule, finding, text = self.only_finding("latency_alone.csv")
        self.assertEqual(("disk.read", "critical", "PhysicalDisk", "0 C:"),
                         (rule["id"], finding["severity"], finding["object"], finding["instance"]))
        run = worst_run(finding)
        self.assertEqual((0.25, "2026-04-26T10:00:00.000", "2026-04-26T10:14:45.000"),
                         (run["worst"], run["begin"], run["end"]))
        self.assertEqual(["each sample counts the same, because the log has no \\PhysicalDisk(*)\\Disk Reads/sec"],
                         rule["remarks"])
        self.assertIn("PhysicalDisk(0 C:): worst 250", text)
        self.assertIn("from 10:00:00 to 10:14:45", text)

    def test_logical_disk_stands_in_for_physical_disk(self):
        rule, finding, text = self.only_finding("logical_disk.csv")
        self.assertEqual(("disk.read", "critical", "LogicalDisk", "C:", 0.25),
                         (rule["id"], finding["severity"], finding["object"], finding["instance"],
                          worst_run(finding)["worst"]))
        self.assertIn("LogicalDisk(C:): worst 250", text)

    def test_samples_of_an_hour_show_a_leak(self):
        rule, finding, text = self.only_finding("one_hour.csv", "--skipped")
        self.assertEqual(("mem.leak", "warning", "Process", "app", []),
                         (rule["id"], finding["severity"], finding["object"], finding["instance"], rule["remarks"]))
        self.assertAlmostEqual(360e6, finding["slope_per_hour"], delta=1)
        self.assertNotIn("a trend needs an hour", text)

    def test_private_working_set_alone_shows_a_leak_and_is_named(self):
        rule, finding, text = self.only_finding("private_working_set.csv")
        self.assertEqual(("mem.leak", "warning", "app"), (rule["id"], finding["severity"], finding["instance"]))
        self.assertIn("Note: judged by \\Process(*)\\Working Set - Private", text)

    def test_rules_that_passed_with_less_are_listed_with_those_that_were_skipped(self):
        log = self.log_of([r"\\M\PhysicalDisk(0 C:)\Avg. Disk sec/Read"], [[0.001]] * 20)
        self.assertIn("Rules that passed with less than they ask for disk.read: each sample counts the same, because the "
                      "log has no \\PhysicalDisk(*)\\Disk Reads/sec",
                      words_of(self.run_well("report", log, "--skipped").text))


class WhoUsedTheRest(ReportTest):
    def culprits_of(self, log, rule_id):
        rule, = [rule for rule in self.document(log)["rules"] if rule["id"] == rule_id]
        return rule["findings"][0]["culprits"]

    def test_processes_that_explain_only_a_part_leave_a_rest(self):
        log = self.log_of([r"\\M\Processor(_Total)\% Processor Time", r"\\M\Processor(0)\% User Time",
                           r"\\M\Process(a)\% Processor Time", r"\\M\Process(b)\% Processor Time"],
                          [[90, 40, 30, 10]] * 60)
        sentence = ("processes in the log account for 40.0 of 90.0 %; the rest: interrupts, drivers, processes that "
                    "ended, and those that could not be read")
        self.assertIn(r"largest in that time: a 30.0 %, b 10.0 % (\Process(*)\% Processor Time) " + sentence,
                      words_of(self.run_well("report", log).text))
        self.assertIn("P" + sentence[1:] + ".", html.unescape(self.page_of(log)).replace("\xa0", " "))
        culprits = self.culprits_of(log, "cpu.busy")
        self.assertEqual((40.0, 90.0), (culprits["account"]["part"], culprits["account"]["whole"]))
        self.assertNotIn("not_attributed", culprits)

    def test_processes_that_explain_nearly_all_leave_none(self):
        # Counted from their second sample on they have 25.6 of 41.7 %, and from their start on 33.7 %.
        self.assertIsNone(self.culprits_of(OBJECTS, "cpu.kernel")["account"])

    def test_rest_is_told_once(self):
        culprits = self.culprits_of(OBJECTS, "cpu.busy")
        self.assertAlmostEqual(50.9, culprits["account"]["part"], delta=0.05)
        self.assertAlmostEqual(66.8, culprits["account"]["whole"], delta=0.05)
        self.assertAlmostEqual(66.8 - 50.9, culprits["not_attributed"]["percent"], delta=0.1)
        text = words_of(self.run_well("report", OBJECTS).text)
        self.assertEqual(1, text.count("not attributed: "))
        self.assertNotIn("account for", text)


class WeekWithOneBadHour(ReportTest):
    """One row per minute for seven days, healthy except for one hour of the fifth."""

    GOOD_AND_BAD = {
        r"Processor(_Total)\% Processor Time": (20, 100), r"Processor(0)\% User Time": (10, 50),
        r"Processor(1)\% User Time": (10, 50), r"System\Processor Queue Length": (1, 40),
        r"Memory\Available MBytes": (4000, 300), r"Memory\Commit Limit": (16 * 2 ** 30, 16 * 2 ** 30),
        r"PhysicalDisk(0 C:)\Avg. Disk sec/Read": (0.004, 0.050), r"PhysicalDisk(0 C:)\Disk Reads/sec": (20, 200),
        r"Process(sqlservr)\% Processor Time": (30, 160), r"Process(svchost)\% Processor Time": (3, 12),
        r"Process(svchost#1)\% Processor Time": (2, 10), r"Process(backup)\% Processor Time": (0, 25),
        r"Process(quiet)\% Processor Time": (9, 1), r"Process(Idle)\% Processor Time": (100, 0)}

    def setUp(self):
        super().setUp()
        good, bad = zip(*self.GOOD_AND_BAD.values())
        rows = [bad if BAD_HOUR <= i < BAD_HOUR + 60 else good for i in range(7 * 1440)]
        self.log = self.log_of(["\\\\DB01\\" + name for name in self.GOOD_AND_BAD], rows, "week.csv", WEEK_DAY)

    def test_has_the_critical_findings_for_exactly_that_hour(self):
        hour = [("2026-11-20T02:00:00.000", "2026-11-20T02:59:00.000")]
        document = self.document(self.log)
        self.assertEqual([("cpu.busy", None, "critical", 100.0, hour), ("cpu.queue", None, "critical", 20.0, hour),
                          ("cpu.hog", "sqlservr", "critical", 80.0, hour),
                          ("mem.avail", None, "critical", 300.0 * 2 ** 20, hour),
                          ("disk.read", "0 C:", "critical", 0.05, hour)], self.findings_of(document))
        verdict = document["verdict"]
        self.assertEqual((5, 0, 0, True), (verdict["critical"], verdict["warning"], verdict["brief"], verdict["given"]))

    def test_names_the_three_largest_processes_of_that_hour(self):
        words = (r"largest in that time: sqlservr 160.0 %, backup 25.0 %, svchost 12.0 % "
                 r"(\Process(*)\% Processor Time)")
        self.assertIn(words, words_of(self.run_well("report", self.log).text))
        self.assertIn(words[1:], html.unescape(self.page_of(self.log)).replace("\xa0", " "))
        busy = self.document(self.log)["rules"][0]["findings"][0]
        self.assertEqual([("sqlservr", 160.0, 1), ("backup", 25.0, 1), ("svchost", 12.0, 1)],
                         [(one["instance"], one["average"], one["instances"]) for one in busy["culprits"]["largest"]])

    def test_page_has_dates_on_its_axes_and_no_all_clear(self):
        page = self.page_of(self.log)
        self.assertIn(">20 Nov</text>", page)
        self.assertIn("<b>5</b> critical", page)
        self.assertNotIn("No problems found", page)
        self.assertNotIn("single", page + self.run_well("report", self.log).text)

    def test_notes_beside_the_log_are_shown(self):
        perflib("annotate", self.log, "deployed <2.3>", "--at", "2026-11-20 01:58:00")
        self.assertIn("\nNotes\n 2026-11-20 01:58:00  deployed <2.3>\n", self.run_well("report", self.log).text)
        self.assertEqual([{"time": "2026-11-20T01:58:00.000", "text": "deployed <2.3>"}],
                         self.document(self.log)["notes"])
        page = self.page_of(self.log)
        self.assertIn("<td>2026-11-20 01:58:00</td><td>deployed &lt;2.3&gt;</td>", page)
        self.assertIn('<line class="note"', page)
        outside = self.run_well("report", self.log, "-e", "2026-11-18 00:00:00").text
        self.assertNotIn("deployed", outside)


class Sentences(ReportTest):
    """What a finding says is the same everywhere, and true of the numbers beside it."""

    LEVEL = re.compile(r"(above|below) ([^()]+) \((critical|warning|info)\) (all the time|for [^()]+ \(([^()]+) of the time\))")

    def logs(self):
        yield OBJECTS, blg_csv.Log(OBJECTS.read_bytes()).text()
        for seed in some_of(range(6), 5):
            path = self.folder / ("made-%d.csv" % seed)
            path.write_text(text := compare_report.made_log(seed), encoding="ascii", newline="")
            yield path, text

    def test_are_those_of_the_oracle_in_text_page_and_json(self):
        for path, content in self.logs():
            log, wanted = report.findings(content)
            rules = {one["id"]: one for one in self.document(path)["rules"]}
            text = words_of(self.run_well("report", path).text)
            page = html.unescape(self.page_of(path)).replace("\xa0", " ")
            for rule in RULES:
                words = {one["instance"]: sentence(rule, one, log) for one in wanted[rule.name]}
                self.assertEqual(words, {one["instance"]: one["text"] for one in rules[rule.name]["findings"]})
                for finding in rules[rule.name]["findings"][:1]:
                    self.assertIn(finding["text"], text)
                    self.assertIn(finding["text"], page)

    def test_hold_for_the_numbers_beside_them(self):
        for path, _ in self.logs():
            for rule in self.document(path)["rules"]:
                for finding in rule["findings"]:
                    self.check(rule, finding)

    def check(self, rule, finding):
        unit = {"bytes per second": "bytes"}.get(rule["unit"], rule["unit"])
        level, worst = fired_level(finding), worst_run(finding)
        self.assertTrue(finding["text"].startswith("worst %s; " % report_text.quantity(unit, worst["worst"])))
        self.assertEqual(worst["worst"], (max if level["above"] else min)(run["worst"] for run in level["runs"]))
        told = self.LEVEL.findall(finding["text"])
        self.assertEqual(level["severity"], told[0][2])
        by_severity = {one["severity"]: one for one in finding["levels"]}
        for side, limit, severity, _, share in told:
            one = by_severity.pop(severity)
            self.assertEqual("above" if one["above"] else "below", side)
            self.assertEqual(report_text.quantity(unit, one["limit"]), limit)
            self.assertEqual(report_text.share(one["share"]) if share else 1, share or round(one["share"], 3))
        self.assertEqual({}, by_severity)
        self.assertIn(worst["begin"][11:19], finding["text"])
        self.assertIn(worst["end"][11:19], finding["text"])


class Verdict(ReportTest):
    def refused(self, log, why):
        result = perflib("report", log, "--json")
        verdict = json.loads(result.text)["verdict"]
        self.assertEqual((FAILED, False, 0, "No verdict"),
                         (result.code, verdict["given"], verdict["judged"], verdict["text"]))
        self.assertEqual("None of the 86 rules could be judged. " + why, verdict["coverage"])
        self.assertTrue(result.err.endswith("perflib: report: no rule could be judged: %s\n" % why), result.err)
        text = perflib("report", log)
        self.assertEqual(FAILED, text.code)
        self.assertTrue(text.text.startswith("No verdict\n"), text.text)
        page = self.folder / "none.html"
        self.assertEqual(FAILED, perflib("report", log, "-o", page).code)
        self.assertIn("No verdict", page.read_text())
        self.assertNotIn("count none", page.read_text())

    def test_is_clear_only_where_nothing_was_found(self):
        log = self.log_of([r"\\M\Processor(_Total)\% Processor Time", r"\\M\Processor(_Total)\% Privileged Time",
                           r"\\M\Processor(_Total)\% Interrupt Time", r"\\M\Memory\Available Bytes",
                           r"\\M\System\System Up Time", r"\\M\PhysicalDisk(0 C:)\Avg. Disk sec/Read",
                           r"\\M\PhysicalDisk(0 C:)\Avg. Disk sec/Write", r"\\M\PhysicalDisk(0 C:)\% Idle Time",
                           r"\\M\PhysicalDisk(0 C:)\Current Disk Queue Length"],
                          [[20, 2, 1, 4 * 2 ** 30, 60 * i, 0.002, 0.002, 90, 1] for i in range(60)])
        self.assertTrue(words_of(self.run_well("report", log).text).startswith(
            "No problems found 10 of 86 rules could be judged, 10 passed. The log has only Processor, Memory, System and "
            "PhysicalDisk. --skipped lists the other 76."))
        self.assertIn('<span class="count none">No problems found</span>', self.page_of(log))
        brief = self.log_of([r"\\M\Processor(_Total)\% Processor Time"], [[20]] * 30 + [[100]] + [[20]] * 30)
        self.assertTrue(self.run_well("report", brief).text.startswith("No lasting problems; 1 limit exceeded briefly\n"))
        self.assertNotIn("count none", self.page_of(brief))

    def test_of_few_rules_is_no_all_clear(self):
        log = self.log_of([r"\\M\Processor(_Total)\% Processor Time"], [[20]] * 60)
        self.assertTrue(words_of(self.run_well("report", log).text).startswith(
            "Nothing found by the few rules that could be judged 1 of 86 rules could be judged, 1 passed. The log has "
            "only Processor. --skipped lists the other 85."))
        self.assertEqual("Nothing found by the few rules that could be judged", self.document(log)["verdict"]["text"])
        self.assertNotIn("count none", self.page_of(log))

    def test_of_a_log_with_other_counters_of_known_objects_names_counters(self):
        self.refused(self.log_of([r"\\M\Process(app)\Elapsed Time"], [[i] for i in range(20)]),
                     "The log has only Process, without a counter that a rule could judge, such as "
                     "\\Process(*)\\% Processor Time, \\Process(*)\\Private Bytes, \\Process(*)\\Working Set and "
                     "\\Process(*)\\Handle Count.")
        self.refused(self.log_of([r"\\M\Process(app)\Private Bytes"], [[i] for i in range(20)]),
                     "The log has only Process; mem.leak: a trend needs an hour and 20 samples; the log has 20 min and 20 "
                     "samples.")

    def test_of_a_log_with_other_objects_says_which_it_has(self):
        self.refused(self.log_of([r"\\M\Cache\Copy Reads/sec", r"\\M\Redirector\Bytes Total/sec"], [[1, 2]] * 20),
                     "The log has only Cache and Redirector; the rules need counters of objects such as Processor, "
                     "Memory, PhysicalDisk and Process.")

    def test_of_a_log_in_another_language_says_so(self):
        self.refused(self.log_of([r"\\M\Prozessor(_Total)\Prozessorzeit (%)", r"\\M\Arbeitsspeicher\Verfügbare Bytes"],
                                 [[99, 1]] * 20),
                     "The log names its counters in German (Prozessor and Arbeitsspeicher); the rules know only the "
                     "English names. " + BRING_NAMES)

    def test_of_a_log_with_a_name_that_is_english_too_says_the_language(self):
        self.refused(self.log_of([r"\\M\Prozessor(_Total)\Prozessorzeit (%)", r"\\M\System\Threads"], [[99, 1]] * 20),
                     "The log names its counters in German (Prozessor and System); the rules know only the English names. "
                     + BRING_NAMES)

    def test_of_a_log_without_series_says_so(self):
        log = self.folder / "doubled.csv"
        log.write_bytes(b'"(PDH-CSV 4.0) (UTC)(0)"\r\r\n"01/02/2024 00:00:00.000","1"\r\r\n')
        self.refused(log, "The log has no counter that could be read.")

    def test_counts_the_rules_that_it_rests_on(self):
        verdict = self.document(COUNTERS)["verdict"]
        self.assertEqual((86, verdict["passed"] + verdict["brief"] + verdict["critical"] + verdict["warning"] +
                          verdict["info"] + len([rule for rule in self.document(COUNTERS)["rules"] if rule["old"] and
                                                 rule["state"] == "fired"])),
                         (verdict["rules"], verdict["judged"]))


class Machines(ReportTest):
    def test_several_are_named_wherever_one_is_meant(self):
        logs = [self.log_of([r"\\%s\Processor(_Total)\%% Processor Time" % name], [[load]] * 60, name + ".csv")
                for name, load in (("A", 20), ("B", 99))]
        text = self.run_well("report", *logs).text
        self.assertIn("\\\\B\\Processor: worst 99.0 %", text)
        page = self.page_of(*logs)
        self.assertIn("<h1>2 machines</h1>", page)
        self.assertIn("<b>\\\\B\\Processor</b>", page)


class Output(ReportTest):
    def test_is_chosen_by_the_name_of_the_file(self):
        for name, begin in (("a.html", "<!DOCTYPE"), ("a.HTM", "<!DOCTYPE"), ("a.json", "{\n"), ("a.txt", "1 critical")):
            path = self.folder / name
            self.run_well("report", OBJECTS, "-o", path)
            self.assertTrue(path.read_text(encoding="utf-8").startswith(begin), name)

    def test_with_another_extension_is_refused(self):
        path = self.folder / "rep.pdf"
        self.assertFault(perflib("report", OBJECTS, "-o", path), WRONG_USAGE,
                         "perflib: %s: a report cannot be written as .pdf; name the file .html, .json or .txt\n" % path)
        self.assertFalse(path.exists())


class Page(ReportTest):
    def test_is_one_file_that_fetches_and_runs_nothing(self):
        page = Elements(text := self.page_of(OBJECTS))
        self.assertEqual([], page.open)
        self.assertTrue(text.startswith("<!DOCTYPE html>"))
        self.assertFalse({"script", "link", "iframe", "img", "object", "use", "image"} & set(page.tags))
        self.assertFalse({"src", "srcset", "onclick", "onload", "xlink:href", "style"} & page.attributes)
        for word in ("url(", "@import", "http:", "https:"):
            self.assertNotIn(word, text)

    def test_has_a_chart_with_title_and_description_for_each_finding(self):
        text = self.page_of(OBJECTS)
        self.assertEqual(3, text.count('<svg class="course"'))
        self.assertEqual(3, text.count('role="img"'))
        self.assertEqual((4, 3), (text.count("<title>"), text.count("<desc>")))

    def test_noise_is_a_band_around_a_calm_line_and_not_a_sawtooth(self):
        rules = self.folder / "noise.json"
        rules.write_text(json.dumps({"format": "openperflib rules", "version": 1, "rules": [{
            "id": "x", "title": "Noise", "group": "g", "unit": "percent", "value": "v", "warning": "avg > 0",
            "counters": {"v": "\\Processor(_Total)\\% Processor Time"}, "text": "It is noisy.", "next": ["nothing"]}]}))
        log = self.log_of(["\\\\vm\\Processor(_Total)\\% Processor Time"], [[20], [60]] * 480)
        courses = self.page_of(log, "--rules", rules).split('<svg class="course"')[1:]
        self.assertTrue(courses)
        heights = {}
        for kind in ("area", "line"):
            path = re.search('<path class="%s" d="([^"]+)"' % kind, courses[0])[1]
            places = [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", path)]
            heights[kind] = max(places) - min(places)
        self.assertLess(heights["line"], 0.75 * heights["area"])

    def test_names_are_text_wherever_they_stand(self):
        safe = NASTY.replace("\x1b", "").replace("(", "[").replace(")", "]").replace('"', "'")
        log = self.log_of(["\\\\%s\\Process(%s)\\Handle Count" % (safe, safe)], [[20000]] * 12, "a<b>&.csv")
        text = self.page_of(log)
        self.assertEqual([], Elements(text).open)
        self.assertNotIn("<script", text)
        self.assertNotIn("<b>&.", text)
        self.assertNotIn("\u202e", text)
        self.assertIn("&lt;script&gt;alert[1]&lt;/script&gt;&amp;", text)

    def test_links_of_rules_are_to_the_web_alone(self):
        rules = self.folder / "ours.json"
        rules.write_text(json.dumps({"format": "openperflib rules", "version": 1, "rules": [{
            "id": "x", "title": NASTY, "group": "g", "unit": "percent", "value": "v", "warning": "avg > 0",
            "counters": {"v": "\\Processor(_Total)\\% Processor Time"}, "text": NASTY, "next": [NASTY],
            "links": ["javascript:alert(1)", "https://example.org/\"><script>"]}]}))
        text = self.page_of(OBJECTS, "--rules", rules)
        self.assertNotIn("<script", text)
        self.assertNotIn("javascript:", text)
        self.assertIn('href="https://example.org/&quot;&gt;&lt;script&gt;"', text)

    def test_nothing_is_overwritten_unasked(self):
        page = self.folder / "report.html"
        page.write_text("mine")
        self.assertFault(perflib("report", OBJECTS, "-o", page), FAILED,
                         "perflib: %s: already exists; use -y to overwrite\n" % page)
        self.assertEqual("mine", page.read_text())

    def test_to_standard_output(self):
        self.assertTrue(self.run_well("report", OBJECTS, "-o", "-").text.startswith("<!DOCTYPE html>"))


class Text(ReportTest):
    def test_begins_with_the_verdict_and_has_no_colours_where_it_is_piped(self):
        text = self.run_well("report", OBJECTS).text
        self.assertNotIn("\x1b", text)
        self.assertTrue(text.startswith(
            "1 critical, 2 warnings, 3 limits exceeded briefly\n"
            "43 of 86 rules could be judged, 36 passed. --skipped lists the other 43.\n\n"), text)
        self.assertIn(" critical High kernel CPU time  cpu.kernel\n"
                      "          Processor: worst 53.4 %; above 30.0 % (critical) for 5 min (45 % of\n"
                      "          the time), from 15:41:38 to 15:45:38 (average 41.7 %); above 20.0 %\n"
                      "          (warning) for 7 min (64 % of the time)\n"
                      "          largest in that time: mmc (process 3852) 7.9 %, taskeng (process 1832)\n", text)
        # PowerStarter began within the first interval of the run, in which it did its work.
        self.assertIn(" 5.4 %, PowerStarter (process 3472) 5.0 % ", words_of(text))
        # 82.2, 86.9, 48.3, 56.5 and 60.3 % are used, and 50.9 of these 66.8 by processes.
        self.assertIn("; not attributed: 16 % (interrupts, ended processes)", words_of(text))

    def test_fits_the_terminal_and_breaks_between_words(self):
        text = self.run_well("report", OBJECTS, "--skipped").text
        self.assertEqual([], [line for line in text.splitlines() if len(line) > 80])
        for rule in self.document(OBJECTS)["rules"]:
            if rule["state"] == "skipped":
                self.assertIn(rule["reason"], words_of(text))

    def test_names_rules_that_were_skipped_only_when_asked(self):
        self.assertNotIn("cpu.psi", self.run_well("report", OBJECTS).text)
        self.assertIn(" cpu.psi: the log has no \\Linux Pressure(_Total)\\% cpu some\n",
                      self.run_well("report", OBJECTS, "--skipped").text)

    def test_rules_are_listed_with_their_conditions(self):
        text = self.run_well("report", "--list-rules").text
        self.assertIn("cpu.busy         High processor usage\n"
                      "                   critical: avg > 80\n                   warning: avg > 50\n", text)

    def test_mistake_in_a_rule_file_is_named_with_its_line(self):
        rules = self.folder / "ours.json"
        rules.write_text('{"format": "openperflib rules", "version": 1,\n "rules": [\n  {"id": "x"}]}')
        self.assertFault(perflib("report", OBJECTS, "--rules", rules), FAILED,
                         'perflib: %s: line 3: rule x: has no "title"\n' % rules)

    def test_options_of_a_machine_and_of_a_log_exclude_each_other(self):
        for option, value in (("-n", "5"), ("-i", "1s"), ("--root", "/")):
            self.assertFault(perflib("report", OBJECTS, option, value), WRONG_USAGE,
                             "perflib: %s: cannot be combined with a log\n" % option)
        for option, value in (("-b", "15:00"), ("-e", "15:00"), ("--encoding", "gbk")):
            self.assertFault(perflib("report", option, value), WRONG_USAGE,
                             "perflib: %s: no log given\n" % option)

    def test_file_that_is_not_there_is_named(self):
        self.assertFault(perflib("report", self.folder / "none.blg"), FAILED,
                         "perflib: %s: no such file\n" % (self.folder / "none.blg"))


SHOP = r"""<?xml version="1.0"?>
<PAL PALVERSION="2.0" NAME="Shop" DESCRIPTION="Limits of the shop" VERSION="1.0" LANGUAGE="English" LANGUAGECODE="en">
  <ANALYSIS NAME="Shop queue" ENABLED="True" CATEGORY="Shop" PRIMARYDATASOURCE="\Shop(*)\Queue Length" ID="{1}">
    <DATASOURCE TYPE="CounterLog" NAME="\Shop(*)\Queue Length" COLLECTIONVARNAME="CollectionOfQueue"
      EXPRESSIONPATH="\Shop(*)\Queue Length" DATATYPE="integer"><EXCLUDE INSTANCE="_Total" /></DATASOURCE>
    <THRESHOLD NAME="More than 10 jobs wait" CONDITION="Warning" COLOR="Yellow" PRIORITY="50" ID="{2}">
      <CODE><![CDATA[StaticThreshold -CollectionOfCounterInstances $CollectionOfQueue -Operator 'gt' -Threshold 10]]></CODE>
    </THRESHOLD>
    <THRESHOLD NAME="The queue of one shop is most of all" CONDITION="Critical" COLOR="Red" PRIORITY="100" ID="{3}">
      <CODE><![CDATA[ForEach ($queue in $CollectionOfQueue) { CreateAlert -Counter $queue }]]></CODE>
    </THRESHOLD>
    <DESCRIPTION><![CDATA[Jobs <B>wait</B> &amp; wait.]]></DESCRIPTION>
  </ANALYSIS>
</PAL>
"""
LEFT_OUT = '"The queue of one shop is most of all" is more than one comparison'


class Thresholds(ReportTest):
    """Threshold files of PAL (docs/formats/thresholds.md)."""

    def setUp(self):
        super().setUp()
        self.log = self.log_of([r"\\M\Shop(a)\Queue Length", r"\\M\Shop(b)\Queue Length", r"\\M\Shop(_Total)\Queue Length"],
                               [[14 + i % 5, 2 + i % 3, 16 + i % 5] for i in range(90)])
        self.file = self.folder / "shop.xml"
        self.file.write_text(SHOP, encoding="utf-8")

    def reported(self, *arguments):
        result = perflib("report", self.log, "--rules", self.file, *arguments)
        self.assertEqual((ALL_WELL, "perflib: %s: left out: %s\n" % (self.file, LEFT_OUT)), (result.code, result.err))
        return result.text

    def test_comparison_is_a_rule_and_a_script_is_left_out_by_name(self):
        document = json.loads(self.reported("--json"))
        self.assertEqual([("pal.shop-queue", "a", "warning", 18.0, [("2024-01-02T00:00:00.000", "2024-01-02T01:29:00.000")])],
                         self.findings_of(document))
        rule, = [rule for rule in document["rules"] if rule["id"] == "pal.shop-queue"]
        self.assertEqual(("Shop queue: More than 10 jobs wait", "Shop", "Jobs wait & wait.", 2),
                         (rule["title"], rule["group"], rule["text"], rule["instances"]))
        self.assertEqual(10, fired_level(rule["findings"][0])["limit"])
        self.assertEqual([{"file": str(self.file), "line": 9, "group": "Shop queue",
                           "title": "The queue of one shop is most of all",
                           "reason": "is more than one comparison"}], document["left_out"])

    def test_text_and_page_have_what_is_left_out(self):
        text = self.reported("--skipped")
        self.assertIn("Shop(a)", text)
        self.assertNotIn("Shop(b)", text)
        self.assertIn("Shop queue: " + LEFT_OUT, words_of(text))
        page = self.folder / "report.html"
        self.reported("-o", page)
        page = page.read_text(encoding="utf-8")
        self.assertIn("The queue of one shop is most of all", page)
        self.assertEqual([], Elements(page).open)

    def test_files_of_both_formats_and_of_utf_16_are_mixed(self):
        self.file.write_bytes(SHOP.encode("utf-16"))
        ours = self.folder / "ours.xml"  # the content counts, not the name
        ours.write_text(json.dumps({"format": "openperflib rules", "version": 1, "rules": [
            {"id": "shop.low", "group": "Shop", "title": "Short queue", "counters": {"queue": "\\Shop(*)\\Queue Length"},
             "unit": "number", "value": "queue", "warning": "avg < 5", "text": "It is idle."}]}))
        document = json.loads(self.reported("--rules", ours, "--json"))
        self.assertEqual([("pal.shop-queue", "a"), ("shop.low", "b")],
                         [found[:2] for found in self.findings_of(document)])

    def test_later_file_replaces_the_rules_of_the_same_analysis(self):
        stricter = self.folder / "stricter.xml"
        stricter.write_text(SHOP.replace("-Threshold 10", "-Threshold 100").replace("Shop queue", "SHOP QUEUE"))
        result = perflib("report", self.log, "--rules", self.file, "--rules", stricter, "--json")
        self.assertEqual([], self.findings_of(json.loads(result.text)))

    def test_list_of_rules_has_those_of_the_file(self):
        result = perflib("report", "--list-rules", "--rules", self.file)
        self.assertExit(result, ALL_WELL)
        self.assertIn("pal.shop-queue   Shop queue: More than 10 jobs wait\n                   warning: avg > 10\n", result.text)

    def test_what_cannot_be_read_is_refused_with_its_line(self):
        self.file.write_text("<PAL>\n<ANALYSIS>")
        result = perflib("report", self.log, "--rules", self.file)
        self.assertExit(result, FAILED)
        self.assertTrue(result.err.startswith("perflib: %s: line 2: this is not well-formed XML: " % self.file), result.err)
        self.file.write_text("\n<Rules/>")
        self.assertFault(perflib("report", self.log, "--rules", self.file), FAILED, "perflib: %s: line 2: is not a threshold "
                         "file of PAL: its root element is Rules, not PAL\n" % self.file)
        with self.file.open("wb") as file:
            file.truncate(100 << 20)
        self.assertFault(perflib("report", self.log, "--rules", self.file, before=limited(1024, 20)), FAILED,
                         "perflib: %s: File too large\n" % self.file)


class BadLogs(ReportTest):
    def test_empty_log_is_said_to_have_no_samples(self):
        log = self.log_of([r"\\M\Memory\Available Bytes"], [])
        result = perflib("report", log, "--json")
        self.assertEqual((FAILED, "perflib: report: no rule could be judged: There are no samples.\n"),
                         (result.code, result.err))
        document = json.loads(result.text)
        self.assertEqual((0, None, "few_samples"),
                         (document["records"], document["first"], document["quality"][0]["id"]))
        self.assertEqual((False, "No verdict"), (document["verdict"]["given"], document["verdict"]["text"]))
        self.assertEqual([], Elements(perflib("report", log, "-o", "-").text).open)

    def test_one_sample_is_reported_as_one(self):
        log = self.log_of([r"\\M\Processor(_Total)\% Processor Time"], [[95]])
        self.assertEqual([("cpu.busy", None, "critical", 95.0,
                           [("2024-01-02T00:00:00.000", "2024-01-02T00:00:00.000")])], self.findings(log))
        self.assertEqual([], Elements(self.page_of(log)).open)

    def test_damaged_log_is_reported_as_far_as_it_is_sound(self):
        whole = OBJECTS.read_bytes()
        log = self.folder / "cut.blg"
        for size in some_of((200_000, 300_001, 400_000), 2):
            log.write_bytes(whole[:size])
            result = perflib("report", log, "--json", before=limited(1024, 20))
            self.assertIn(result.code, (ALL_WELL, FAILED))
            self.assertNotEqual("", result.err)
            self.assertIn("damage", [note["id"] for note in json.loads(result.text)["quality"]])

    def test_every_value_of_a_log_may_be_absurd(self):
        names = [r"\\M\Memory\Available Bytes", r"\\M\Memory\Commit Limit", r"\\M\Processor(_Total)\% Processor Time",
                 r"\\M\Process(a)\Private Bytes", r"\\M\System\System Up Time"]
        absurd = ["1e308", "-1e308", "0", "nan", "inf", " ", "5e-324", "-1"]
        rows = [[absurd[(i * 7 + j * 3) % len(absurd)] for j in range(len(names))] for i in range(200)]
        log = self.log_of(names, rows)
        page = self.page_of(log)
        self.assertEqual([], Elements(page).open)
        for text in (page, perflib("report", log).text):
            self.assertNotRegex(text, "[^a-z](nan|inf)[^a-z]")
            self.assertNotRegex(text, "[0-9]{30}")


if __name__ == "__main__":
    unittest.main()
