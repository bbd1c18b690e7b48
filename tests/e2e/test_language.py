"""Logs in another language with its names: --names, and the folder names of the state folder (docs/perflib.md)."""

import json
import os
import unittest

from tool import ALL_WELL, FAILED, ToolTest, environment, perflib

TOTAL = r"\Processor(_Total)\% Processor Time"
GERMAN = {"Processor": "Prozessor", "% Processor Time": "Prozessorzeit (%)", "Memory": "Arbeitsspeicher",
          "Available Bytes": "Verfügbare Bytes", "System": "System", "Processor Queue Length": "Prozessor-Warteschlangenlänge"}
INDICES = {"Processor": 238, "% Processor Time": 6, "Memory": 4, "Available Bytes": 24, "System": 2,
           "Processor Queue Length": 44}
COLUMNS = (TOTAL, r"\Memory\Available Bytes", r"\System\Processor Queue Length")


def backup(names):
    """What lodctr /S of a Windows in German writes."""
    lines = ["", "", "[Perflib]", "Base Index=1847", "Last Counter=1846", "Last Help=1847", ""]
    for section, of in (("007", names), ("009", {name: name for name in names})):
        lines += ["[PerfStrings_%s]" % section] + ["%d=%s" % (index, of[name])
                                                   for name, index in sorted(INDICES.items(), key=lambda row: row[1])]
        lines.append("")
    return "\r\n".join(lines).encode("utf-16-le")


def translated(path, names):
    for english in sorted(names, key=len, reverse=True):
        for end in ("\\", "("):
            path = path.replace("\\" + english + end, "\\" + names[english] + end)
        if path.endswith("\\" + english):
            path = path[:-len(english)] + names[english]
    return path


class LanguageTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.names = self.folder / "names.ini"
        self.names.write_bytes(backup(GERMAN))
        self.german = self.log("gut.csv", GERMAN, [(95, 1 << 20, 30)] * 60)
        self.english = self.log("good.csv", {}, [(5, 1 << 32, 0)] * 60, hour=11)

    def log(self, name, names, rows, hour=10):
        lines = ['"(PDH-CSV 4.0) (UTC)(0)"' + "".join(',"\\\\M%s"' % translated(path, names) for path in COLUMNS)]
        lines += ['"11/21/2026 %02d:%02d:00.000"' % (hour, minute) + "".join(',"%s"' % value for value in row)
                  for minute, row in enumerate(rows)]
        (self.folder / name).write_bytes("".join(line + "\r\n" for line in lines).encode())
        return self.folder / name

    def test_a_query_takes_and_shows_english_names(self):
        for path, english, value in ((TOTAL, TOTAL, 95), (translated(TOTAL, GERMAN), TOTAL, 95),
                                     (r"\System\Prozessor-Warteschlangenlänge", COLUMNS[2], 30)):
            series, = self.rows(self.german, path, "-n", "1", "--names", self.names)[0]["series"]
            self.assertEqual(("\\\\M" + english, "\\\\M" + translated(english, GERMAN), value),
                             (series["path"], series["original_path"], series["value"]))

    def test_a_report_judges_it(self):
        refused = perflib("report", self.german)
        self.assertExit(refused, FAILED)
        self.assertIn("lodctr /S:names.ini", " ".join(refused.text.split()))
        judged = self.run_well("report", self.german, "--names", self.names)
        self.assertNotIn("No verdict", judged.text)
        self.assertIn("critical High processor usage", judged.text)

    def test_a_difference_compares_it_with_an_english_log(self):
        document = json.loads(self.run_well("diff", self.english, self.german, "--names", self.names, "--json").text)
        self.assertIn(TOTAL, json.dumps(document).replace("\\\\", "\\"))
        without = json.loads(perflib("diff", self.english, self.german, "--json").text)
        self.assertNotEqual(document, without)

    def test_a_copy_and_a_merged_log_are_in_english(self):
        copy = self.folder / "copy.csv"
        self.run_well("convert", self.german, copy, "--names", self.names)
        self.assertEqual(self.log("wanted.csv", {}, [(95, 1 << 20, 30)] * 60).read_bytes().split(b"\r\n")[0],
                         copy.read_bytes().split(b"\r\n")[0])
        self.assertEqual(self.german.read_bytes().split(b"\r\n")[1:], copy.read_bytes().split(b"\r\n")[1:])
        merged = self.folder / "merged.csv"
        self.run_well("merge", self.german, self.english, merged, "--names", self.names)
        lines = merged.read_text().splitlines()
        self.assertEqual((121, 4), (len(lines), len(lines[0].split(","))))

    def test_lists_have_both_names(self):
        document = json.loads(self.run_well("list", self.german, "--json", "--names", self.names).text)
        listed = {one["name"]: one.get("original_name") for one in document["objects"]}
        self.assertEqual({"Processor": "Prozessor", "Memory": "Arbeitsspeicher", "System": None}, listed)

    def test_the_folder_of_names_needs_no_option(self):
        state = self.folder / "state"
        names = state / "openperflib" / "names"
        names.mkdir(parents=True)
        self.names.rename(names / "german.ini")
        result = perflib("report", self.german, env=environment(XDG_STATE_HOME=str(state)))
        self.assertEqual((ALL_WELL, ""), (result.code, result.err))
        (names / "zz.txt").write_text("Dear all,\n")
        told = perflib("query", self.german, TOTAL, "-n", "1", env=environment(XDG_STATE_HOME=str(state)))
        self.assertExit(told, ALL_WELL)
        self.assertIn("zz.txt", told.err)
        # Relog shows a log as it is.
        shown = self.run_well(self.german, "-q", tool=os.environ["RELOG"], env=environment(XDG_STATE_HOME=str(state)))
        self.assertIn("Prozessorzeit", shown.text)

    def test_names_that_cannot_be_read_are_refused(self):
        self.assertFault(perflib("query", self.german, TOTAL, "--names", self.folder / "no.ini"), FAILED,
                         "perflib: %s: no such file\n" % (self.folder / "no.ini"))
        letter = self.folder / "letter.txt"
        letter.write_text("Dear all,\n")
        refused = perflib("query", self.german, TOTAL, "--names", letter)
        self.assertExit(refused, FAILED)
        self.assertIn("letter.txt: the file has no names of another language", refused.err)

    def test_names_without_a_log_are_refused(self):
        self.assertIn("--names: no log given", perflib("query", TOTAL, "--names", self.names).err)


if __name__ == "__main__":
    unittest.main()
