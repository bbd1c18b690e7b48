"""Every row of objects.csv is served or said to be missing, with its reason: recorded machines, made ones, this one."""

import csv
import json
import unittest

from tool import MACHINES, SOURCE, ToolTest, roots, some_of

WHOLE = "(whole object)"
OURS = "Collection Status"  # in every block, in no list: it is what reasons are read from


def rows():
    with open(SOURCE / "openperflib/titles/objects.csv", newline="", encoding="utf-8") as handle:
        return [(row["object"], row["counter"]) for row in csv.DictReader(handle) if row["object"] != OURS]


class EveryRow(ToolTest):
    def check(self, *arguments):
        objects = json.loads(self.run_well("list", "--json", *arguments).text)["objects"]
        listed = [(one["name"], counter["name"]) for one in objects for counter in one["counters"]]
        listed += [(one["name"], WHOLE) for one in objects if not one["counters"]]
        self.assertEqual(sorted(rows()), sorted(listed))
        missing = self.missing(*arguments)
        for one in objects:
            if not one["counters"]:
                self.assertEqual(missing.get((one["name"], WHOLE)), one["reason"])
            for counter in one["counters"]:
                self.check_counter(one["name"], counter, missing)

    def check_counter(self, name, counter, missing):
        with self.subTest(object=name, counter=counter["name"]):
            said = missing.get((name, counter["name"]))
            if counter["status"] == "CSTATUS_VALID_DATA":
                self.assertIsNone(said)
            else:
                self.assertTrue(said)
                self.assertTrue(counter["reason"].strip())

    def missing(self, *arguments):
        """(object, counter) -> what the text of `list --missing` says of it."""
        found, name = {}, None
        for line in self.run_well("list", "--missing", *arguments).text.splitlines():
            words = line.strip().split("  ", 1)
            reason = words[1].strip() if len(words) == 2 else ""
            if line.startswith("\\"):
                name = words[0][1:].removesuffix("(*)")
                found[name, WHOLE] = reason
            else:
                found[name, words[0]] = reason
        return found

    def test_on_every_machine_of_the_fixtures(self):
        names = sorted(path.stem for path in MACHINES.glob("*.stamp"))
        self.assertTrue(names)
        for name in some_of(names, 5):
            with self.subTest(name):
                self.check(*roots(name))

    def test_on_this_machine(self):
        ours = {name for name, _ in rows()}  # others may have counter sets and modules here
        objects = [one for one in json.loads(self.run_well("list", "--json").text)["objects"] if one["name"] in ours]
        listed = {(one["name"], counter["name"]) for one in objects for counter in one["counters"]}
        self.assertEqual({row for row in rows() if row[1] != WHOLE}, listed)
        for one in objects:
            for counter in one["counters"]:
                with self.subTest(object=one["name"], counter=counter["name"]):
                    self.assertEqual(counter["status"] == "CSTATUS_VALID_DATA", counter["reason"] is None)
                    self.assertNotEqual(counter["reason"], "")

    def test_our_own_object_is_in_the_block(self):
        file = self.folder / "block"
        self.run_well("dump", "-o", file, *roots("vm-6.18"))
        block = json.loads(self.run_well("inspect", "--json", file).text)
        self.assertIn(OURS, [one["name"] for one in block["objects"]])


if __name__ == "__main__":
    unittest.main()
