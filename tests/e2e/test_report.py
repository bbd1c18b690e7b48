"""`perflib report`: rules over a log, as text, JSON and a page (docs/perflib.md, section 7f)."""

import json
import unittest

from tool import FAILED, SOURCE, ToolTest, perflib

OBJECTS = SOURCE / "tests" / "data" / "blg" / "SampleLog.blg"


class Report(ToolTest):
    def outcomes(self, *arguments):
        document = json.loads(self.run_well("report", "--json", *arguments).text)
        return {one["id"]: one for one in document["rules"]}

    def test_page_is_one_file_that_fetches_and_runs_nothing(self):
        page = self.folder / "report.html"
        self.run_well("report", OBJECTS, "-o", page)
        text = page.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("<!DOCTYPE html>"))
        self.assertIn("ZACH-PC", text)
        for word in ("<script", "src=", "url(", "@import", "<link", "<iframe"):
            self.assertNotIn(word, text)

    def test_mistake_in_a_rule_file_is_named_with_its_line(self):
        rules = self.folder / "ours.json"
        rules.write_text('{"format": "openperflib rules", "version": 1,\n "rules": [\n  {"id": "x"}]}')
        self.assertFault(perflib("report", OBJECTS, "--rules", rules), FAILED,
                         'perflib: %s: line 3: rule x: has no "title"\n' % rules)


if __name__ == "__main__":
    unittest.main()
