"""`perflib report`: rules over a log, as text, JSON and a page (docs/perflib.md, section 7f).

SampleLog's findings are those of tests/oracle/report.py, worked out from the log's bytes; the hostile log is made here.
"""

import html.parser
import json
import unittest

from localised_log import GERMAN, localised
from tool import ALL_WELL, FAILED, SOURCE, WRONG_USAGE, ToolTest, limited, perflib

OBJECTS = SOURCE / "tests" / "data" / "blg" / "SampleLog.blg"
COUNTERS = SOURCE / "tests" / "data" / "blg" / "BasicPerfCounters.blg"
DAY, NIGHT = "2007-08-14T15:40:38.659", "2007-08-14T15:50:38.599"
# Thirds of the ten minutes.
FIRST, SECOND = "2007-08-14T15:43:58.639", "2007-08-14T15:47:18.619"
SAMPLE_LOG = [
    ("cpu.busy", None, "warning", 72.4508259639088, [(DAY, FIRST)]),
    ("cpu.queue", None, "warning", 5.5, [(DAY, FIRST)]),
    ("cpu.kernel", None, "critical", 40.27539045165421, [(DAY, SECOND)]),
    ("mem.avail", None, "warning", 133867520.0, [(DAY, FIRST)]),
    ("disk.over", "0 C:", "critical", 0.03082882253250415, [(FIRST, SECOND)]),
    ("disk.read", "0 C:", "critical", 0.025829688528082432, [(FIRST, SECOND), (SECOND, NIGHT)]),
    ("disk.freemb", "HarddiskVolume1", "warning", 804257792.0, [(DAY, NIGHT)]),
    ("proc.kernel", "mmc", "warning", 12.413180789945578, [(FIRST, SECOND)]),
    ("old.pages", None, "info", 424.1934794542843, [(DAY, NIGHT)]),
    ("old.disktime", "0 C:", "info", 149.2353358411306, [(FIRST, SECOND)]),
]
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


class ReportTest(ToolTest):
    def document(self, *arguments):
        return json.loads(self.run_well("report", "--json", *arguments).text)

    def findings(self, *arguments):
        return [(rule["id"], one["instance"], one["severity"], one["worst"],
                 [(part["begin"], part["end"]) for part in one["ranges"]])
                for rule in self.document(*arguments)["rules"] for one in rule["findings"]]

    def log_of(self, names, rows, name="log.csv"):
        """A text log, a row a list of cells, a minute apart."""
        head = ",".join('"%s"' % one for one in ["(PDH-CSV 4.0) (UTC)(0)", *names])
        lines = [",".join('"%s"' % cell for cell in ["01/02/2024 %02d:%02d:00.000" % divmod(i, 60), *row])
                 for i, row in enumerate(rows)]
        path = self.folder / name
        path.write_text("\r\n".join([head, *lines]) + "\r\n", encoding="utf-8", newline="")
        return path

    def page_of(self, *arguments):
        page = self.folder / "report.html"
        result = perflib("report", *arguments, "-y", "-o", page)
        self.assertExit(result, ALL_WELL)
        return page.read_text(encoding="utf-8")


class Findings(ReportTest):
    def test_of_sample_log_are_frozen(self):
        self.assertEqual(SAMPLE_LOG, self.findings(OBJECTS))

    def test_every_rule_ends_somehow_and_skipped_ones_say_why(self):
        rules = self.document(OBJECTS)["rules"]
        self.assertEqual({"fired", "clean", "skipped"}, {rule["state"] for rule in rules})
        for rule in rules:
            self.assertEqual(rule["state"] == "skipped", rule["reason"] is not None, rule["id"])
            self.assertEqual(rule["state"] == "fired", bool(rule["findings"]), rule["id"])
        reasons = {rule["id"]: rule["reason"] for rule in rules}
        self.assertEqual("a trend needs an hour and 20 samples; the log has 10 min and 11", reasons["mem.leak"])
        self.assertEqual('needs "flash", which the log does not tell', reasons["disk.read.flash"])
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
        self.assertEqual(0.05 * 8 * 2 ** 30, rules["mem.avail"]["findings"][0]["limit"])
        self.assertFault(perflib("report", OBJECTS, "--fact", "ram=much"), WRONG_USAGE,
                         "perflib: --fact: ram=much is none of ram=, cpus=, flash=, linux= and a number\n")

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
        self.assertEqual("clean", busy["state"])
        reads, = [rule for rule in document["rules"] if rule["id"] == "disk.read"]
        self.assertEqual(6, reads["findings"][0]["samples"])

    def test_leak_of_120_megabytes_an_hour_is_a_trend(self):
        log = self.log_of(["\\\\M\\Process(store)\\Private Bytes"],
                          [[2 ** 30 + i * 2 * 2 ** 20] for i in range(121)])
        (rule, instance, severity, worst, _), = self.findings(log)
        self.assertEqual(("mem.leak", "store", "critical"), (rule, instance, severity))
        self.assertAlmostEqual(120 * 2 ** 20, worst, delta=1)


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
        self.assertEqual(8, text.count('<svg class="course"'))
        self.assertEqual(text.count("<svg"), text.count("<title>") - 1)
        self.assertEqual(text.count("<svg"), text.count("<desc>"))

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
                         "perflib: %s: exists; -y overwrites it\n" % page)
        self.assertEqual("mine", page.read_text())

    def test_to_standard_output(self):
        self.assertTrue(self.run_well("report", OBJECTS, "-o", "-").text.startswith("<!DOCTYPE html>"))


class Text(ReportTest):
    def test_has_findings_with_numbers_and_no_colours_where_it_is_piped(self):
        text = self.run_well("report", OBJECTS).text
        self.assertNotIn("\x1b", text)
        self.assertIn("3 critical, 5 warnings; 32 rules clean, 40 skipped\n", text)
        self.assertIn(" critical The disk is loaded and slow  disk.over\n"
                      "          PhysicalDisk(0 C:): average 30.8 ms, limit 25.0 ms, for 33 % of the time, since "
                      "15:43:58\n", text)

    def test_rules_are_listed_with_their_conditions(self):
        text = self.run_well("report", "--list-rules").text
        self.assertIn("cpu.busy         The processors are busy\n"
                      "                   critical: avg > 80\n                   warning: avg > 50\n", text)

    def test_mistake_in_a_rule_file_is_named_with_its_line(self):
        rules = self.folder / "ours.json"
        rules.write_text('{"format": "openperflib rules", "version": 1,\n "rules": [\n  {"id": "x"}]}')
        self.assertFault(perflib("report", OBJECTS, "--rules", rules), FAILED,
                         'perflib: %s: line 3: rule x: has no "title"\n' % rules)

    def test_no_file_and_no_log_are_said_to_be_none(self):
        self.assertFault(perflib("report"), FAILED, "perflib: report: is no file\n")
        self.assertFault(perflib("report", self.folder / "none.blg"), FAILED,
                         "perflib: %s: no such file\n" % (self.folder / "none.blg"))


class BadLogs(ReportTest):
    def test_empty_log_is_said_to_have_no_samples(self):
        log = self.log_of([r"\\M\Memory\Available Bytes"], [])
        result = perflib("report", log, "--json")
        self.assertEqual((FAILED, "perflib: no sample of the log is in that time\n"), (result.code, result.err))
        document = json.loads(result.text)
        self.assertEqual((0, None, "few_samples"),
                         (document["records"], document["first"], document["quality"][0]["id"]))
        self.assertEqual([], Elements(perflib("report", log, "-o", "-").text).open)

    def test_one_sample_is_reported_as_one(self):
        log = self.log_of([r"\\M\Processor(_Total)\% Processor Time"], [[95]])
        self.assertEqual([("cpu.busy", None, "critical", 95.0,
                           [("2024-01-02T00:00:00.000", "2024-01-02T00:00:00.000")])], self.findings(log))
        self.assertEqual([], Elements(self.page_of(log)).open)

    def test_damaged_log_is_reported_as_far_as_it_is_sound(self):
        whole = OBJECTS.read_bytes()
        log = self.folder / "cut.blg"
        for size in (200_000, 300_001, 400_000):
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
        self.assertEqual([], Elements(self.page_of(log)).open)
        for text in (self.page_of(log), perflib("report", log).text):
            self.assertNotRegex(text, "[^a-z](nan|inf)[^a-z]")
            self.assertNotRegex(text, "[0-9]{30}")


if __name__ == "__main__":
    unittest.main()
