"""`logman create counter -f sql`: collections whose logs are sets of a database (docs/logman.md, "Databases").

What is in the database is looked at with Python's own SQLite.
"""

import datetime
import glob
import json
import os
import sqlite3
import unittest

import postgres
from logman_tool import AVAILABLE, CPU, LogmanTest
from tool import SANITIZED, perflib


class SqlTest(LogmanTest):
    def setUp(self):
        super().setUp()
        self.database = self.folder / "logs" / "perf.db"

    def name(self, log_set="one"):
        return "SQL:%s!%s" % (self.database, log_set)

    def rows(self, query):
        with sqlite3.connect(self.database) as database:
            return database.execute(query).fetchall()

    def sets(self):
        return self.rows("SELECT DisplayString, NumberOfRecords FROM DisplayToID ORDER BY 1")

    def create_set(self, name, *options, counters=(AVAILABLE,), output=None):
        self.create(name, "-c", *counters, "-f", "sql", "-si", "1", "-o", output or self.name(), *options)

    def run_to_its_end(self, name):
        self.well("start", name)
        self.wait_for_end(name)


class Runs(SqlTest):
    def test_readings_of_two_samples_and_of_a_second_run_behind_them(self):
        self.create_set("one", "-sc", "2", counters=(CPU, AVAILABLE))
        self.run_to_its_end("one")
        self.assertEqual([("one", 2)], self.sets())
        rows = self.rows("SELECT RecordIndex, CounterName, FirstValueA IS NULL FROM CounterData "
                         "NATURAL JOIN CounterDetails ORDER BY 1, 2")
        self.assertEqual([(1, "% Processor Time", 0), (1, "Available Bytes", 0),
                          (2, "% Processor Time", 0), (2, "Available Bytes", 0)], rows)
        self.assertEqual(self.name(), self.value("Output Location:", "one"))
        self.assertEqual("SQL:%s" % self.database, self.value("Root Path:", "one"))
        self.well("update", "one", "-sc", "1")
        self.run_to_its_end("one")
        # A number is left out, so that nothing is compared across the gap.
        self.assertEqual([(1,), (2,), (4,)], self.rows("SELECT DISTINCT RecordIndex FROM CounterData "
                                                       "ORDER BY 1"))

    def test_overwriting_deletes_the_set_and_no_other(self):
        self.create_set("other", "-sc", "1", output=self.name("other"))
        self.create_set("one", "-sc", "1", "-ow")
        for name in ("other", "one", "one"):
            self.run_to_its_end(name)
        self.assertEqual([("one", 1), ("other", 1)], self.sets())

    def test_a_version_is_a_set_of_its_own_at_each_start(self):
        self.create_set("one", "-sc", "1", "-v", "nnnnnn")
        self.run_to_its_end("one")
        self.run_to_its_end("one")
        self.assertEqual([("one_000001", 1), ("one_000002", 1)], self.sets())
        self.well("update", "one", "-v", "mmddhhmm")
        self.run_to_its_end("one")
        self.assertRegex(self.sets()[2][0], r"^one_[01]\d[0-3]\d[0-2]\d[0-5]\d$")

    def test_a_new_set_after_a_time_and_after_so_many_records(self):
        self.create_set("time", "-cnf", "1", "-sc", "2", output=self.name("time"))
        self.create_set("size", "-cnf", "-max", "1", "-sc", "2", output=self.name("size"))
        self.create_set("full", "-max", "1", output=self.name("full"))
        self.assertEqual("1 record(s)", self.value("Segment Max Size:", "full"))
        for name in ("time", "size", "full"):
            self.well("start", name)
        for name in ("time", "size", "full"):
            self.wait_for_end(name)
        self.assertEqual([("full", 1), ("size", 1), ("size_000001", 1), ("time", 1),
                          ("time_000001", 1)], self.sets())

    def test_each_set_that_was_closed_is_told_to_the_program(self):
        told = self.folder / "told"
        os.mkfifo(told)
        script = self.folder / "on close"
        script.write_text('#!/bin/sh\nprintf %s "$OPENPERFLIB_LOG" > ' + "'%s'\n" % told)
        script.chmod(0o755)
        self.create_set("one", "-sc", "1", "-rc", script)
        self.well("start", "one")
        self.assertEqual(self.name(), told.read_text())

    def test_relative_files_are_those_of_the_folder_of_create(self):
        self.well("create", "counter", "one", "-c", AVAILABLE, "-f", "sql", "-si", "1", "-sc", "1", "-o",
                  "logs/perf.db!one", cwd=self.folder)
        self.run_to_its_end("one")
        self.assertEqual([("one", 1)], self.sets())


class Faults(SqlTest):
    def test_a_database_that_cannot_be_opened_is_told_by_start(self):
        self.database.parent.mkdir()
        self.database.write_bytes(b"x" * 4096)
        self.create_set("one")
        result = self.run_logman("start", "one")
        self.assertEqual(1, result.code)
        self.assertRegex(result.text, r"^\r\nError:\r\nSQL:.*perf\.db!one: .*file is not a database")
        self.assertEqual("Stopped", self.status("one"))

    @unittest.skipIf(SANITIZED, "a sanitizer's library wants to be the first one")
    def test_a_database_that_is_lost_for_a_while_leaves_a_marked_gap(self):
        told = self.folder / "told"
        os.mkfifo(told)
        driver = glob.glob("/usr/lib/*/odbc/libsqlite3odbc.so")[0]
        self.database.parent.mkdir()
        self.create_set("one", output="SQL:DRIVER=%s;Database=%s;Timeout=50;PWD=secret!one"
                        % (driver, self.database))
        self.well("start", "one", LD_PRELOAD=os.environ["SYSLOG_CATCHER"], SYSLOG_FILE=str(told))
        database = sqlite3.connect(self.database, isolation_level=None)
        self.addCleanup(database.close)
        database.execute("BEGIN EXCLUSIVE")
        shown = r"one: SQL:DRIVER=[^;]*;Database=[^;]*;Timeout=50;PWD=\*!one"
        self.assertRegex(told.read_text(), "^3 %s: .*database is locked.*; trying again\n$" % shown)
        database.execute("ROLLBACK")
        self.assertRegex(told.read_text(), "^5 %s: continues after a gap\n$" % shown)
        self.well("stop", "one")
        records = [row[0] for row in self.rows("SELECT RecordIndex FROM CounterData ORDER BY 1")]
        self.assertEqual(1, sum(after - before > 1 for before, after in zip(records, records[1:])), records)

    @unittest.skipIf(SANITIZED, "a sanitizer's library wants to be the first one")
    def test_a_database_that_is_not_there_when_its_time_comes_is_waited_for(self):
        told = self.folder / "told"
        os.mkfifo(told)
        self.database.parent.write_text("no folder yet")
        for seconds in (2, 12, 48):  # a machine on which this is too soon for `start` gets longer
            begin = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
            self.create_set("one", "-b", begin.strftime("%m/%d/%Y"), begin.strftime("%H:%M:%S"))
            started = self.run_logman("start", "one", LD_PRELOAD=os.environ["SYSLOG_CATCHER"],
                                      SYSLOG_FILE=str(told))
            if started.code == 0:
                break
            self.well("delete", "one")
        self.assertRegex(told.read_text(), "^3 one: .*: connect failed; trying again\n$")
        self.database.parent.unlink()
        self.assertEqual("5 one: %s: continues after a gap\n" % self.name(), told.read_text())
        self.well("stop", "one")
        self.assertGreaterEqual(self.sets()[0][1], 1)

    def test_passwords_are_not_shown(self):
        self.create_set("one", output="SQL:DRIVER=x;PWD=secret!one")
        self.assertEqual("SQL:DRIVER=x;PWD=*", self.value("Root Path:", "one"))
        for words in (("query", "one"), ("start", "one"), ("create", "counter", "two", "-c", CPU, "-f",
                                                           "sql", "-o", "SQL:DRIVER=x;PWD=secret")):
            result = self.run_logman(*words)
            self.assertNotIn("secret", result.text + result.err)


@unittest.skipIf(SANITIZED, "a sanitizer's library wants to be the first one")
@unittest.skipIf(postgres.why_not(), postgres.why_not())
class ServerTest(SqlTest):
    def test_a_server_that_goes_away_and_comes_back_leaves_a_marked_gap(self):
        server = postgres.Server()
        self.addCleanup(server.close)
        told = self.folder / "told"
        os.mkfifo(told)
        self.create_set("one", output=server.name("one"))
        self.well("start", "one", LD_PRELOAD=os.environ["SYSLOG_CATCHER"], SYSLOG_FILE=str(told))
        server.stop()
        self.assertRegex(told.read_text(), "^3 one: SQL:.*!one: .*; trying again\n$")
        server.start()
        self.assertRegex(told.read_text(), "^5 one: SQL:.*!one: continues after a gap\n$")
        self.well("stop", "one")
        asked = perflib("sets", "--json", server.name("one"))
        self.assertGreaterEqual(json.loads(asked.text)["sets"][0]["records"], 2)


class Options(SqlTest):
    def test_a_set_must_be_named_and_the_format_too(self):
        needs = "use -f sql to write to a database (0xC0000BF5 PDH_INVALID_SQL_LOG_FORMAT)"
        self.assertRefused("-o %s: %s" % (self.name(), needs), "create", "counter", "x", "-c", CPU, "-o",
                           self.name())
        for output, why in (("SQL:a.db", "must be SQL:DATABASE!SET"),
                            ("SQL:a.db!", "must be SQL:DATABASE!SET"),
                            ("SQL:!x", "names no database: SQL:DATABASE!SET")):
            self.assertRefused("-o %s: %s (0xC0000BF5 PDH_INVALID_SQL_LOG_FORMAT)" % (output, why),
                               "create", "counter", "x", "-c", CPU, "-f", "sql", "-o", output)
        self.assertRefused("Property value conflict.", "create", "counter", "x", "-c", CPU, "-f", "sql",
                           err="logman: -f sql needs -o SQL:DATABASE!SET "
                               "(0x80300101 PLA_E_PROPERTY_CONFLICT)\n")

    def test_from_files_to_a_database_and_back(self):
        self.create("one", "-o", self.folder / "files" / "x")
        self.well("update", "one", "-f", "sql", "-o", self.name("a/b"))
        self.assertEqual("SQL:%s" % self.database, self.value("Root Path:", "one"))
        self.well("update", "one", "-f", "csv", "-si", "1", "-sc", "1")
        self.assertEqual(str(self.folder / "files"), self.value("Root Path:", "one"))
        self.run_to_its_end("one")
        self.assertTrue((self.folder / "files" / "one_000001.csv").exists())

    def test_the_format_of_the_command_line_leaves_nothing_of_that_of_the_settings(self):
        settings = self.folder / "settings.txt"
        settings.write_text("[c]\n%s\n[f]\nsql\n" % AVAILABLE)
        self.well("create", "counter", "one", "-config", settings, "-f", "csv", "-si", "1", "-sc", "1",
                  "-o", self.folder / "one")
        self.run_to_its_end("one")
        self.assertTrue((self.folder / "one_000001.csv").exists())


class Xml(SqlTest):
    def test_what_is_exported_and_imported_is_the_same(self):
        self.create_set("one", "-max", "7", "-cnf", output=self.name("a <&> b"))
        first, second = self.folder / "1.xml", self.folder / "2.xml"
        self.well("export", "one", "-xml", first)
        text = first.read_text()
        self.assertIn("<LogFileFormat>2</LogFileFormat>", text)
        self.assertIn("<DataSourceName>%s</DataSourceName>" % self.database, text)
        self.assertIn("<FileName>a &lt;&amp;&gt; b</FileName>", text)
        self.well("import", "two", "-xml", first)
        self.well("export", "two", "-xml", second)
        self.assertEqual(first.read_bytes(), second.read_bytes().replace(b">two<", b">one<"))

    def test_data_sources_of_others(self):
        file = self.folder / "1.xml"
        form = ("<DataCollectorSet><PerformanceCounterDataCollector><FileName>%s</FileName>"
                "<DataSourceName>%s</DataSourceName><LogFileFormat>2</LogFileFormat><Counter>%s</Counter>"
                "</PerformanceCounterDataCollector></DataCollectorSet>")
        for number, (log_set, source, root, known_as) in enumerate((
                ("day", "perf", "SQL:perf", "day"), ("day", "SQL:perf", "SQL:perf", "day"),
                ("day", "SQL:perf!night", "SQL:perf", "night"), ("", "perf", "SQL:perf", "3"))):
            file.write_text(form % (log_set, source, AVAILABLE))
            self.well("import", str(number), "-xml", file)
            self.assertEqual(root, self.value("Root Path:", str(number)))
            self.well("export", str(number), "-xml", self.folder / "2.xml", "-y")
            self.assertIn("<FileName>%s<" % known_as, (self.folder / "2.xml").read_text())
        for log_set, source in (("a!b", "perf"), ("day", "")):
            file.write_text(form % (log_set, source, AVAILABLE))
            self.assertRefused("Property value conflict.", "import", "x", "-xml", file)


class Reads(SqlTest):
    def test_tools_read_what_was_collected(self):
        self.create_set("one", "-sc", "1")
        self.run_to_its_end("one")
        asked = perflib("query", "--format", "csv", "--log", self.name(), AVAILABLE)
        self.assertRegex(asked.text, r'"\d+"\r?\n$')


if __name__ == "__main__":
    unittest.main()
