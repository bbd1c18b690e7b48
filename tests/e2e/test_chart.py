"""`perflib chart`: counters over time as SVG, a page and JSON (docs/perflib.md, section 7n).

The numbers of SampleLog are those of tests/oracle/blg_csv.py, worked out from the log's bytes; all other logs are made
here.
"""

import datetime
import json
import os
import pty
import re
import unittest
import xml.etree.ElementTree

from tool import ALL_WELL, DOES_NOT_EXIST, FAILED, SOURCE, VM_PAIR, WRONG_USAGE, ToolTest, perflib

import blg_csv

OBJECTS = SOURCE / "tests" / "data" / "blg" / "SampleLog.blg"
AVAILABLE = r"\Memory\Available MBytes"
BUSY = r"\Processor(_Total)\% Processor Time"
SVG = "{http://www.w3.org/2000/svg}"


class ChartTest(ToolTest):
    def log_of(self, names, rows, name="log.csv", start=datetime.datetime(2026, 11, 21, 13), step=60):
        """A text log with rows of cells; None: there is no record at that time."""
        head = ",".join('"%s"' % one for one in ["(PDH-CSV 4.0) (UTC)(0)", *names])
        times = [start + datetime.timedelta(seconds=step * i) for i in range(len(rows))]
        lines = [",".join('"%s"' % cell for cell in [time.strftime("%m/%d/%Y %H:%M:%S.000"), *row])
                 for time, row in zip(times, rows) if row is not None]
        path = self.folder / name
        path.write_text("\r\n".join([head, *lines]) + "\r\n", encoding="utf-8", newline="")
        return path

    def document(self, *arguments):
        return json.loads(self.run_well("chart", "--json", *arguments).text)

    def picture(self, *arguments):
        """The root of a picture, which must be well-formed."""
        path = self.folder / "chart.svg"
        self.run_well("chart", *arguments, "-y", "-o", path)
        return xml.etree.ElementTree.parse(path).getroot()

    @staticmethod
    def paths_of(root, kind):
        """The paths of a class, in their order."""
        return [one.get("d") for one in root.iter(SVG + "path") if one.get("class").split()[0] == kind]


class Numbers(ChartTest):
    def test_are_those_of_the_log(self):
        log = blg_csv.Log(OBJECTS.read_bytes())
        path = r"\\ZACH-PC" + BUSY
        cells = [row.get(path, " ") for _, row in log.rows]
        values = [float(cell) for cell in cells if str(cell).strip()]
        panel, = self.document(OBJECTS, BUSY)["panels"]
        series, = panel["series"]
        self.assertEqual(("percent", path, 10), (panel["unit"], series["path"], series["count"]))
        for ours, theirs in ((series["min"], min(values)), (series["max"], max(values)), (series["last"], values[-1])):
            self.assertAlmostEqual(theirs, ours, places=9)
        self.assertEqual(10, len(series["columns"]))
        for column, value in zip(series["columns"], values):
            self.assertAlmostEqual(value, column["average"], places=9)

    def test_are_those_of_summary(self):
        paths = (r"\Process(mmc)\Working Set", r"\Memory\Pages/sec", BUSY)
        summary = {one["path"]: one for one in json.loads(self.run_well("summary", "--json", OBJECTS, *paths).text)["series"]}
        for panel in self.document(OBJECTS, *paths)["panels"]:
            for series in panel["series"]:
                for name in ("count", "gaps", "min", "average", "max"):
                    self.assertEqual(summary[series["path"]][name], series[name], (series["path"], name))

    def test_each_unit_is_a_panel(self):
        document = self.document(OBJECTS, BUSY, AVAILABLE, r"\Memory\Available Bytes", r"\Memory\Pages/sec")
        self.assertEqual([("percent", 1), ("bytes", 2), ("1/s", 1)],
                         [(panel["unit"], len(panel["series"])) for panel in document["panels"]])
        for series in document["panels"][1]["series"]:  # MBytes and bytes share an axis
            self.assertAlmostEqual(222715904, series["max"], delta=2 ** 20)

    def test_columns_hold_the_extremes_of_their_values(self):
        values = [(i * 7919) % 1000 for i in range(5000)]
        log = self.log_of([r"\\M\System\Processes"], [[value] for value in values], step=1)
        document = self.document(log, r"\System\Processes", "--width", "300")
        columns = document["panels"][0]["series"][0]["columns"]
        self.assertTrue(150 <= len(columns) <= 300, len(columns))
        taken = 0
        for column in columns:
            part = values[taken:taken + column["count"]]
            taken += column["count"]
            self.assertEqual((part[0], min(part), max(part), part[-1]),
                             (column["first"], column["min"], column["max"], column["last"]))
            self.assertAlmostEqual(sum(part) / len(part), column["average"], places=9)
        self.assertEqual(5000, taken)

    def test_window(self):
        document = self.document(OBJECTS, BUSY, "-b", "15:45", "-e", "15:48")
        self.assertEqual((3, "2007-08-14T15:45:38.599", "2007-08-14T15:47:38.599"),
                         (document["records"], document["first"], document["last"]))
        self.assertEqual(3, document["panels"][0]["series"][0]["count"])

    def test_largest_are_shown_and_the_others_counted(self):
        everyone = r"\Process(*)\Working Set"
        result = perflib("chart", "--json", OBJECTS, everyone, "--top", "3")
        panel, = json.loads(result.text)["panels"]
        top = json.loads(self.run_well("summary", "--json", OBJECTS, everyone, "--top", "3").text)["series"]
        self.assertEqual({one["path"] for one in top}, {one["path"] for one in panel["series"]})
        self.assertGreater(panel["left_out"], 20)
        said = perflib("chart", OBJECTS, everyone, "-o", self.folder / "all.svg")
        self.assertExit(said, ALL_WELL)
        self.assertRegex(said.err, r"^perflib: --top: \d+ smaller series are left out \(bytes\); --top N shows more\n$")
        self.assertIn("smaller series are left out.", (self.folder / "all.svg").read_text(encoding="utf-8"))


class Pictures(ChartTest):
    def test_has_axes_a_legend_and_words(self):
        root = self.picture(OBJECTS, BUSY, AVAILABLE, "--title", "A & <B>", "--width", "800")
        self.assertEqual("800", root.get("width"))
        self.assertEqual("A & <B>", root.find(SVG + "title").text)
        self.assertIn(BUSY + " between 19.7 % and 86.9 %", root.find(SVG + "desc").text)
        texts = ["".join(one.itertext()) for one in root.iter(SVG + "text")]
        for wanted in ("Per cent", "Bytes", "0 %", "100 %", "15:42", "Minimum", "Average", "Maximum", "Last", BUSY,
                       AVAILABLE, "19.7 %", "86.9 %"):
            self.assertIn(wanted, texts)
        self.assertEqual(2, len(self.paths_of(root, "line")))

    def test_gaps_end_lines(self):
        rows = [["1"]] * 10 + [[" "]] + [["2"]] * 10 + [None, None] + [["3"]] * 10 + [None] + [["4"]] * 10
        root = self.picture(self.log_of([r"\\M\System\Processes"], rows), r"\System\Processes")
        line, = self.paths_of(root, "line")
        self.assertEqual(3, line.count("M"))  # a missing value, two missing records; one may come late

    def test_noise_is_a_band_around_its_average(self):
        rows = [["0"], ["100"]] * 3000
        root = self.picture(self.log_of([r"\\M\System\Processes"], rows, step=1), r"\System\Processes")
        band, = self.paths_of(root, "area")
        line, = self.paths_of(root, "line")
        heights = {float(pair.split()[1]) for pair in re.findall(r"[ML]([\d.]+ [\d.]+)", line)}
        self.assertLess(max(heights) - min(heights), 60)  # of 200 pixels
        self.assertIn(" 0.0L", band)
        self.assertIn(" 200.0L", band)

    def test_days_are_named(self):
        log = self.log_of([r"\\M\System\Processes"], [["1"]] * 40, step=3600)
        texts = ["".join(one.itertext()) for one in self.picture(log, r"\System\Processes").iter(SVG + "text")]
        self.assertIn("22 Nov", texts)

    def test_without_a_file_is_on_standard_output(self):
        for arguments in ([], ["-o", "-"]):
            result = self.run_well("chart", OBJECTS, BUSY, *arguments)
            self.assertEqual(SVG + "svg", xml.etree.ElementTree.fromstring(result.text).tag)

    def test_terminal_has_a_plot_of_letters(self):
        ours, terminal = pty.openpty()
        self.addCleanup(os.close, ours)
        result = perflib("chart", OBJECTS, BUSY, stdout=terminal)
        os.close(terminal)
        self.assertEqual((ALL_WELL, ""), (result.code, result.err))
        shown = os.read(ours, 65536).decode("utf-8")
        self.assertIn("19.7 % to 86.9 %, ", shown)
        self.assertRegex(shown, "100 % \\|")
        self.assertTrue([letter for letter in shown if "\u2801" <= letter <= "\u28ff"])

    def test_text_is_written_to_a_file(self):
        text = self.folder / "chart.txt"
        self.run_well("chart", OBJECTS, BUSY, AVAILABLE, "-o", text)
        lines = text.read_text(encoding="utf-8").splitlines()
        self.assertEqual("SampleLog.blg", lines[0])
        self.assertTrue({"Per cent", "Bytes", BUSY, AVAILABLE} <= set(lines))
        self.assertEqual([], [line for line in lines if len(line) > 80])

    def test_format_is_as_asked_for_whatever_the_name_of_the_output_is(self):
        self.assertEqual("SampleLog.blg", self.run_well("chart", OBJECTS, BUSY, "-f", "text").text.splitlines()[0])
        self.assertTrue(self.run_well("chart", OBJECTS, BUSY, "--format", "html").text.startswith("<!DOCTYPE html>"))
        self.assertEqual(self.run_well("chart", OBJECTS, BUSY, "--json").text,
                         self.run_well("chart", OBJECTS, BUSY, "-f", "json").text)
        self.picture(OBJECTS, BUSY, "-f", "svg")
        text = self.folder / "notes"
        self.run_well("chart", OBJECTS, BUSY, "-f", "text", "-o", text)
        self.assertIn("Per cent", text.read_text(encoding="utf-8").splitlines())
        for words, why in ((("-f", "pdf"), "chart: --format: pdf is not one of text, svg, html and json"),
                           (("--json", "-f", "svg"), "chart: --json cannot be combined with another --format")):
            result = perflib("chart", OBJECTS, BUSY, *words)
            self.assertEqual((WRONG_USAGE, "perflib: " + why), (result.code, result.err.splitlines()[0]))

    def test_hostile_names_are_text(self):
        log = self.log_of([r"\\M\Process(<script>&')\Working Set"], [["1"]] * 3)
        page = self.folder / "hostile.html"
        self.run_well("chart", log, r"\Process(*)\Working Set", "-o", page)
        self.picture(log, r"\Process(*)\Working Set")
        self.assertNotIn("<script", page.read_text(encoding="utf-8"))

    def test_page_has_plots_and_tables_and_nothing_from_elsewhere(self):
        page = self.folder / "chart.html"
        self.run_well("chart", OBJECTS, BUSY, AVAILABLE, "-o", page)
        text = page.read_text(encoding="utf-8")
        self.assertEqual(2, text.count('<svg class="course"'))
        self.assertEqual(2, text.count("<table"))
        self.assertIn("<td class=\"number\">86.9 %</td>", text)
        for forbidden in ("<script", "src=", "href=", "url(", "@import"):
            self.assertNotIn(forbidden, text)

    def test_notes_are_lines(self):
        log = self.log_of([r"\\M\System\Processes"], [["1"]] * 10)
        perflib("annotate", log, "deployed <2>", "--at", "2026-11-21 13:05:00")
        root = self.picture(log, r"\System\Processes")
        self.assertEqual(1, sum(one.get("class") == "note" for one in root.iter(SVG + "line")))
        self.assertEqual(["deployed <2>"], [note["text"] for note in self.document(log, r"\System\Processes")["notes"]])


class Words(ChartTest):
    def read_as(self, meaning, *arguments):
        """The titles of the series of each unit, after a message that says what a word was read as."""
        result = perflib("chart", "--json", *arguments)
        self.assertEqual((ALL_WELL, "perflib: %s\n" % meaning), (result.code, result.err))
        return {panel["unit"]: sorted(series["title"] for series in panel["series"])
                for panel in json.loads(result.text)["panels"]}

    def test_name_of_a_process_is_its_time_its_memory_and_its_io(self):
        meaning = r"mmc: read as % Processor Time, Private Bytes, Working Set and IO Data Bytes/sec of \Process(mmc)"
        self.assertEqual({"percent": [r"\Process(mmc:3852)\% Processor Time"],
                          "bytes": [r"\Process(mmc:3852)\Private Bytes", r"\Process(mmc:3852)\Working Set"],
                          "bytes/s": [r"\Process(mmc:3852)\IO Data Bytes/sec"]}, self.read_as(meaning, OBJECTS, "mmc"))

    def test_path_with_a_wildcard_is_all_counters_of_the_process(self):
        panels = self.document(OBJECTS, r"\Process(mmc)\*", "--top", "50")["panels"]
        titles = [series["title"] for panel in panels for series in panel["series"]]
        self.assertIn(r"\Process(mmc:3852)\Handle Count", titles)
        self.assertFalse([one for one in titles if one.endswith("ID Process")])

    def test_name_of_a_process_is_what_the_log_has_of_it(self):
        log = self.log_of([r"\\M\Process(a)\Working Set", r"\\M\Process(a)\Handle Count",
                           r"\\M\Process(b)\Private Bytes", r"\\M\Process(c)\Handle Count"], [["1", "2", "3", "4"]] * 5)
        self.assertEqual({"bytes": [r"\Process(a)\Working Set"]},
                         self.read_as(r"a: read as Working Set of \Process(a)", log, "a"))
        self.assertEqual({"bytes": [r"\Process(b)\Private Bytes"]},
                         self.read_as(r"b: read as Private Bytes of \Process(b)", log, "b"))
        self.assertEqual({"number": [r"\Process(c)\Handle Count"]}, self.read_as(r"c: read as \Process(c)\*", log, "c"))

    def test_set_has_what_the_log_has(self):
        document = json.loads(perflib("chart", "--json", OBJECTS, "@cpu").text)
        self.assertIn("percent", [panel["unit"] for panel in document["panels"]])

    def test_unknown_path_has_a_suggestion_and_the_rest_is_drawn(self):
        chart = self.folder / "rest.svg"
        result = perflib("chart", OBJECTS, r"\Memory\Availible MBytes", BUSY, "-o", chart)
        self.assertExit(result, DOES_NOT_EXIST)
        self.assertRegex(result.err, 'did you mean .*"Available MBytes"')
        self.assertIn("% Processor Time", chart.read_text(encoding="utf-8"))

    def test_nothing_that_exists_writes_nothing(self):
        chart = self.folder / "none.svg"
        self.assertExit(perflib("chart", OBJECTS, r"\Memory\Availible MBytes", "-o", chart), DOES_NOT_EXIST)
        self.assertFalse(chart.exists())

    def test_no_samples_in_the_window(self):
        chart = self.folder / "none.svg"
        result = perflib("chart", OBJECTS, BUSY, "-b", "2007-08-15", "-o", chart)
        self.assertExit(result, FAILED)
        self.assertIn("no samples in that range; the log runs from 2007-08-14 15:40:38 to 15:50:38", result.err)
        self.assertFalse(chart.exists())

    def test_other_extensions_are_refused(self):
        for name, why in (("chart.pdf", "a chart cannot be written as .pdf; name the file .svg, .html, .json or .txt"),
                          ("chart", "name the file .svg, .html, .json or .txt")):
            self.assertFault(perflib("chart", OBJECTS, BUSY, "-o", name, cwd=self.folder), WRONG_USAGE,
                             "perflib: %s: %s\n" % (name, why))

    def test_json_is_not_written_as_a_page(self):
        for name in ("x.html", "x.HTM"):
            self.assertFault(perflib("chart", OBJECTS, BUSY, "--json", "-o", name, cwd=self.folder), WRONG_USAGE,
                             "perflib: --json: %s is a page; name the file .json\n" % name)
            self.assertFalse((self.folder / name).exists())

    def test_existing_file_is_kept(self):
        chart = self.folder / "chart.svg"
        chart.write_text("mine")
        self.assertExit(perflib("chart", OBJECTS, BUSY, "-o", chart), FAILED)
        self.assertEqual("mine", chart.read_text())

    def test_sizes_are_checked(self):
        result = perflib("chart", OBJECTS, BUSY, "--width", "20")
        self.assertExit(result, WRONG_USAGE)
        self.assertIn('"20" is not a number of pixels from 300 to 8000', result.err)


class Machine(ChartTest):
    def test_root_folders_are_the_samples(self):
        chart = self.folder / "machine.html"
        result = perflib("chart", r"\Memory\Available Bytes", *VM_PAIR, "-o", chart)
        self.assertExit(result, ALL_WELL)
        self.assertIn("2 samples", chart.read_text(encoding="utf-8"))

    def test_counter_without_data_on_the_machine_is_said_and_the_rest_is_drawn(self):
        result = perflib("chart", "--json", r"\Memory\Write Copies/sec", r"\Memory\Available Bytes", *VM_PAIR)
        self.assertEqual((ALL_WELL, "perflib: \\Memory\\Write Copies/sec: has no data here\n"), (result.code, result.err))
        self.assertEqual(1, len(json.loads(result.text)["panels"]))

    def test_live_machine_has_as_many_samples_as_asked_for(self):
        document = self.document(r"\Memory\Available Bytes", "-n", "3", "-i", "0.1")
        self.assertEqual(3, document["records"])
        self.assertEqual(3, document["panels"][0]["series"][0]["count"])

    def test_options_of_a_machine_do_not_fit_a_log(self):
        self.assertExit(perflib("chart", OBJECTS, BUSY, "-n", "3"), WRONG_USAGE)


class Report(ChartTest):
    def test_page_of_a_healthy_log_shows_what_the_machine_did(self):
        log = self.log_of([r"\\M\Processor(_Total)\% Processor Time", r"\\M\Memory\Available MBytes",
                           r"\\M\PhysicalDisk(_Total)\Disk Bytes/sec", r"\\M\Network Interface(a)\Bytes Total/sec",
                           r"\\M\Network Interface(b)\Bytes Total/sec"],
                          [["10", "4000", "1000", "5", "7"]] * 60)
        page = self.folder / "report.html"
        self.run_well("report", log, "-o", page)
        text = page.read_text(encoding="utf-8")
        for title in ("Processor time", "Available memory", "Disk", "Network"):
            self.assertIn("<h3>%s</h3>" % title, text)
        self.assertIn("12.0&nbsp;B/s to 12.0&nbsp;B/s, 12.0&nbsp;B/s on average", text)
        self.assertEqual(4, text.count('<svg class="course"'))

    def test_page_with_findings_has_their_charts_only(self):
        page = self.folder / "report.html"
        perflib("report", OBJECTS, "-o", page)
        self.assertNotIn("What the machine did", page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
