"""Logs in databases: what `relog` and `perflib` write into one, and read out of one that others wrote.

What is in a database is looked at with Python's own SQLite, expected values are those of the oracle's own
reader of binary logs and of docs/formats/sql.md.
"""

import csv
import glob
import json
import os
import re
import resource
import sqlite3
import subprocess
import unittest

from tool import FAILED, PAIR, PERFLIB, SANITIZED, SOURCE, ToolTest, each_of, environment, limited, perflib, some_of

from test_relog import COMPLETED, DISKS, HEALTH, oracle, output_block, relog

CSV = ('"(PDH-CSV 4.0) (W. Europe Standard Time)(-60)","\\\\DB1\\Memory\\Available MBytes",'
       '"\\\\DB1\\Process(a#1)\\% Processor Time","\\\\DB1\\Zero(x)\\Never"\r\n'
       '"11/22/2026 10:00:00.123","512"," "," "\r\n'
       '"11/22/2026 10:00:01.123"," "," "," "\r\n'
       '"11/22/2026 10:00:02.123","0.33333333333333331","1.7976931348623157e+308"," "\r\n').encode()

# What Windows makes, as pdh.md and public dumps of its databases have it; no table of ours.
FOREIGN = """
CREATE TABLE CounterData (GUID char(36) NOT NULL, CounterID int NOT NULL, RecordIndex int NOT NULL,
  CounterDateTime char(24) NOT NULL, CounterValue float NOT NULL, FirstValueA int, FirstValueB int,
  SecondValueA int, SecondValueB int, MultiCount int, PRIMARY KEY (GUID, CounterID, RecordIndex));
CREATE TABLE CounterDetails (CounterID INTEGER PRIMARY KEY, MachineName varchar(1024) NOT NULL,
  ObjectName varchar(1024) NOT NULL, CounterName varchar(1024) NOT NULL, CounterType int NOT NULL,
  DefaultScale int NOT NULL, InstanceName varchar(1024), InstanceIndex int, ParentName varchar(1024),
  ParentObjectID int, TimeBaseA int, TimeBaseB int);
CREATE TABLE DisplayToID (GUID char(36) NOT NULL PRIMARY KEY, RunID int,
  DisplayString varchar(1024) NOT NULL UNIQUE, LogStartTime char(24), LogStopTime char(24),
  NumberOfRecords int, MinutesToUTC int, TimeZoneName char(32));
"""
GUID = "0E0C7A5C-8D4F-4E0B-9A43-3A2C5E7B1D6F"


class SqlTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.database = self.folder / "logs.db"

    def name(self, log_set="one"):
        return "SQL:%s!%s" % (self.database, log_set)

    def rows(self, query):
        with sqlite3.connect(self.database) as database:
            return database.execute(query).fetchall()

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path

    def relogged(self, *arguments):
        result = relog(*arguments)
        self.assertEqual((0, ""), (result.code, result.err), result)
        return result

    def csv_of(self, name, *options):
        out = self.folder / "out.csv"
        self.relogged(name, "-f", "CSV", "-o", out, "-y", *options)
        return out.read_bytes()


class RoundTripTest(SqlTest):
    def test_csv_comes_back_as_it_went_in(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        self.assertEqual(CSV, self.csv_of(self.name()))

    def test_binary_logs_come_back_with_the_digits_of_the_oracle(self):
        for log in (DISKS, HEALTH):
            with self.subTest(log.name):
                self.relogged(log, "-f", "SQL", "-o", self.name(log.name))
                self.assertEqual(oracle(log), self.csv_of(self.name(log.name)))

    def test_query_of_the_guide_leaves_out_the_first_record_of_rates(self):
        guide = (SOURCE / "docs" / "guide-data.md").read_text(encoding="utf-8")
        query, = [text for text in re.findall(r"```sql\n(.*?)```", guide, re.DOTALL) if "CounterData" in text]
        self.relogged(DISKS, "-f", "SQL", "-o", self.name("server"))
        true = self.rows("SELECT CounterDateTime, CounterValue FROM CounterData WHERE RecordIndex > 1 "
                         "ORDER BY RecordIndex, CounterID")
        self.assertEqual(600 * 10, len(true))
        self.assertEqual(true, [(time, value) for time, *_, value in self.rows(query)])
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name("values"))
        self.assertEqual([512.0, 0.3333333333333333, 1.7976931348623157e+308],
                         [value for *_, value in self.rows(query.replace("'server'", "'values'"))])

    def test_query_of_the_guide_has_exactly_the_values_that_can_be_calculated(self):
        guide = (SOURCE / "docs" / "guide-data.md").read_text(encoding="utf-8")
        query, = [text for text in re.findall(r"```sql\n(.*?)```", guide, re.DOTALL) if "CounterData" in text]
        self.relogged(HEALTH, "-f", "SQL", "-o", self.name("server"))
        table = list(csv.reader(oracle(HEALTH).decode("latin-1").splitlines()))[1:]
        wanted = sorted(float(cell) for row in table for cell in row[1:] if cell != " ")
        self.assertEqual(17273, len(wanted))
        self.assertEqual(wanted, sorted(value for *_, value in self.rows(query)))

    def test_the_report_names_the_set(self):
        result = self.relogged(DISKS, "-f", "SQL", "-o", self.name())
        self.assertTrue(result.text.endswith(output_block(self.name()) + COMPLETED), result)

    def test_readings_come_back_as_a_binary_log(self):
        back, direct = self.folder / "back.blg", self.folder / "direct.blg"
        self.relogged(DISKS, "-f", "SQL", "-o", self.name())
        self.relogged(self.name(), "-f", "BIN", "-o", back)
        self.assertEqual(oracle(DISKS), oracle(back))


class TablesTest(SqlTest):
    def test_values_have_a_row_and_what_is_missing_has_none(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        self.assertEqual(
            [(1, 1, "2026-11-22 09:00:00.123", 512.0, None, None, None, None, None),
             (1, 3, "2026-11-22 09:00:02.123", 0.3333333333333333, None, None, None, None, None),
             (2, 3, "2026-11-22 09:00:02.123", 1.7976931348623157e308, None, None, None, None, None)],
            self.rows("SELECT CounterID, RecordIndex, CounterDateTime, CounterValue, FirstValueA, "
                      "FirstValueB, SecondValueA, SecondValueB, MultiCount FROM CounterData"))
        self.assertEqual([(2, "2026-11-22 09:00:01.123")],
                         self.rows("SELECT RecordIndex, CounterDateTime FROM EmptyRecords"))
        self.assertEqual(
            [(0, "one", "2026-11-22 09:00:00.123", "2026-11-22 09:00:02.123", 3, -60,
              "W. Europe Standard Time")],
            self.rows("SELECT RunID, DisplayString, LogStartTime, LogStopTime, NumberOfRecords, "
                      "MinutesToUTC, TimeZoneName FROM DisplayToID"))
        self.assertEqual(
            [(1, "\\\\DB1", "Memory", "Available MBytes", None, None, None),
             (2, "\\\\DB1", "Process", "% Processor Time", "a", 1, None),
             (3, "\\\\DB1", "Zero", "Never", "x", 0, None)],
            self.rows("SELECT CounterID, MachineName, ObjectName, CounterName, InstanceName, "
                      "InstanceIndex, ParentName FROM CounterDetails"))

    def test_relog_appends_always_and_sets_share_their_counters(self):
        source = self.file("in.csv", CSV)
        for log_set in ("one", "two", "one"):
            self.relogged(source, "-f", "SQL", "-o", self.name(log_set))
        self.assertEqual([(3,)], self.rows("SELECT COUNT(*) FROM CounterDetails"))
        self.assertEqual([("one", 6), ("two", 3)],
                         self.rows("SELECT DisplayString, NumberOfRecords FROM DisplayToID "
                                   "ORDER BY DisplayString"))
        lines = CSV.splitlines(keepends=True)
        self.assertEqual(CSV + b"".join(lines[1:]), self.csv_of(self.name("one")))


class ForeignTest(SqlTest):
    """A database as Windows' tools make it: local times, no tables of ours."""

    def make(self, *rows):
        with sqlite3.connect(self.database) as database:
            database.executescript(FOREIGN)
            database.execute("INSERT INTO DisplayToID VALUES (?, 0, 'one', '2013-02-19 18:50:17.843', "
                             "'2013-02-19 18:50:18.843', 2, 300, 'Eastern Standard Time')", (GUID,))
            database.execute("INSERT INTO CounterDetails VALUES (7, '\\\\DC1', 'Memory', "
                             "'Pages/sec', 272696320, 0, NULL, NULL, NULL, NULL, 10000000, 0)")
            database.executemany("INSERT INTO CounterData VALUES ('%s', 7, ?, ?, 0, ?, ?, ?, ?, 0)"
                                 % GUID, rows)

    def test_rates_are_calculated_from_its_readings_at_its_local_times(self):
        self.make((1, "2013-02-19 18:50:17.843", 100, 0, -1, 0),
                  (2, "2013-02-19 18:50:19.843\0", 150, 0, 19999999, 1))
        self.assertEqual(
            b'"(PDH-CSV 4.0) (Eastern Standard Time)(300)","\\\\DC1\\Memory\\Pages/sec"\r\n'
            b'"02/19/2013 18:50:17.843"," "\r\n"02/19/2013 18:50:19.843","25"\r\n',
            self.csv_of(self.name()))


class ToolsTest(SqlTest):
    """What else takes a set for a log."""

    def test_typeperf_writes_the_readings_of_each_sample(self):
        done = subprocess.run([os.environ["TYPEPERF"], *PAIR, r"\Memory\Available Bytes",
                               r"\Processor(_Total)\% Processor Time", "-f", "SQL", "-o", self.name()],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        self.assertEqual((0, b""), (done.returncode, done.stderr), done)
        rows = self.rows("SELECT RecordIndex, CounterName, FirstValueA IS NULL, CounterValue = 0 "
                         "FROM CounterData NATURAL JOIN CounterDetails ORDER BY 1, 2 DESC")
        self.assertEqual([(1, "Available Bytes", 0, 0), (1, "% Processor Time", 0, 1)], rows[:2])
        self.assertEqual([(2, "Available Bytes", 0, 0), (2, "% Processor Time", 0)],
                         [rows[2], rows[3][:3]])
        self.assertEqual([(2,)], self.rows("SELECT NumberOfRecords FROM DisplayToID"))

    def test_record_goes_on_with_a_set(self):
        for _ in range(2):
            done = perflib("record", *PAIR, r"\Memory\Available Bytes", "-o", self.name())
            self.assertEqual((0, "perflib: %s: 2 samples\n" % self.name()), (done.code, done.err))
        self.assertEqual([(1,), (2,), (4,), (5,)],
                         self.rows("SELECT RecordIndex FROM CounterData ORDER BY 1"))
        self.assertEqual([(4,)], self.rows("SELECT NumberOfRecords FROM DisplayToID"))

    def test_summary_of_a_set_is_that_of_its_log(self):
        self.relogged(DISKS, "-f", "SQL", "-o", self.name())
        ours = self.run_well("summary", "--json", self.name())
        log = self.run_well("summary", "--json", DISKS)
        self.assertEqual(sorted(json.loads(log.text)["series"], key=lambda one: one["path"]),
                         sorted(json.loads(ours.text)["series"], key=lambda one: one["path"]))

    def test_query_and_list_take_it_as_a_log(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        listed = self.run_well("list", "--paths", self.name())
        self.assertIn("\\Memory\\Available MBytes\n", listed.text)
        asked = self.run_well("query", "--format", "csv", "--log", self.name(), r"\Memory\*")
        self.assertIn('"11/22/2026 10:00:02.123","0.33333333333333331"', asked.text)

    def test_convert_reads_and_writes_it(self):
        source, back = self.file("in.csv", CSV), self.folder / "back.csv"
        self.run_well("convert", source, self.name())
        self.run_well("convert", self.name(), back)
        self.assertEqual(CSV, back.read_bytes())

    def test_sets_are_listed_with_local_times(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name("b"))
        self.relogged(DISKS, "-f", "SQL", "-o", self.name("a"))
        listed = self.run_well("sets", "SQL:%s" % self.database)
        self.assertEqual(
            "SET   SAMPLES  BEGIN                    END                      ZONE\n"
            "a         601  2013-02-19T18:50:17.844  2013-02-19T19:00:17.840  Pacific Standard Time\n"
            "b           3  2026-11-22T10:00:00.123  2026-11-22T10:00:02.123  W. Europe Standard Time\n",
            listed.text)
        as_json = self.run_well("sets", "--json", self.name("b")).text
        self.assertEqual(as_json, self.run_well("sets", "-f", "json", self.name("b")).text)
        one = json.loads(as_json)["sets"]
        self.assertEqual([("b", 3, "2026-11-22T10:00:00.123", -60)],
                         [(a["name"], a["records"], a["first"], a["bias_minutes"]) for a in one])

    def test_deleted_set_leaves_the_counters_of_others(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name("keep"))
        for log_set in ("drop", "keep2"):
            self.relogged(DISKS, "-f", "SQL", "-o", self.name(log_set), "-t", "100")
        self.run_well("sets", "--delete", self.name("keep2"))
        self.run_well("sets", "--delete", self.name("drop"))
        self.assertEqual([("keep",)], self.rows("SELECT DisplayString FROM DisplayToID"))
        self.assertEqual([(3,)], self.rows("SELECT COUNT(*) FROM CounterDetails"))
        self.assertEqual(CSV, self.csv_of(self.name("keep")))

    def test_set_that_is_not_there_is_not_deleted(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        result = perflib("sets", "--delete", self.name("two"))
        self.assertFault(result, FAILED, "perflib: %s: no such log set\n" % self.name("two"))
        self.assertEqual(3, perflib("sets", self.name("two")).code)


class CopyTest(SqlTest):
    """From a database into itself: SQLite locks a file as a whole."""

    def test_set_is_copied_within_its_file(self):
        for log in (DISKS, HEALTH):
            with self.subTest(log.name):
                self.relogged(log, "-f", "SQL", "-o", self.name(log.name))
                self.relogged(self.name(log.name), "-f", "SQL", "-o", self.name("copy of " + log.name))
                self.assertEqual(oracle(log), self.csv_of(self.name("copy of " + log.name)))

    def test_copy_of_a_window_has_the_record_before_it(self):
        window = ("-b", "2/19/2013 18:52:00", "-e", "2/19/2013 18:53:00")
        self.relogged(DISKS, "-f", "SQL", "-o", self.name(), *window)
        copied = self.csv_of(self.name()).split(b"\r\n")
        self.relogged(DISKS, "-f", "CSV", "-o", self.folder / "direct.csv", *window)
        direct = (self.folder / "direct.csv").read_bytes().split(b"\r\n")
        self.assertEqual(direct[1:], copied[2:])

    def test_set_is_not_appended_to_itself(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        for source in (self.name(), "SQL:%s" % self.database, "SQL:%s/./logs.db!one" % self.folder):
            result = relog(source, "-f", "SQL", "-o", self.name())
            self.assertEqual(FAILED, result.code, source)
            self.assertIn("one is one of the inputs; a log set cannot be appended to itself", result.text)
        result = perflib("convert", self.name(), self.name())
        self.assertEqual(FAILED, result.code)
        self.assertIn("one: is one of the inputs", result.err)
        self.assertEqual(CSV, self.csv_of(self.name()))


class FaultTest(SqlTest):
    """What was written before stays, and the fault is said in the words of the database."""

    def test_locked_database_is_told_after_a_while(self):
        source = self.file("in.csv", CSV)
        self.relogged(source, "-f", "SQL", "-o", self.name())
        database = sqlite3.connect(self.database, isolation_level=None)
        self.addCleanup(database.close)
        database.execute("BEGIN EXCLUSIVE")
        name = "SQL:DRIVER=%s;Database=%s;Timeout=100!one" % (self.driver(), self.database)
        for words in ((name,), (source, "-f", "SQL", "-o", name)):
            result = relog(*words)
            self.assertEqual(FAILED, result.code)
            self.assertIn("database is locked", result.text)
        database.execute("ROLLBACK")
        self.assertEqual(CSV, self.csv_of(self.name()))

    def driver(self):
        return glob.glob("/usr/lib/*/odbc/libsqlite3odbc.so")[0]

    def test_full_disk_is_an_error_and_earlier_sets_stay(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        most = os.path.getsize(self.database) + 8192

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        result = relog(DISKS, "-f", "SQL", "-o", self.name("two"), before=limit)
        self.assertEqual(FAILED, result.code)
        self.assertRegex(result.text, r"(disk I/O error|database or disk is full)")
        self.assertEqual(CSV, self.csv_of(self.name()))

    def test_rows_that_no_set_may_have_are_told_and_the_rest_is_read(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        with sqlite3.connect(self.database) as database:
            database.execute("UPDATE CounterData SET CounterValue = 'much' WHERE RecordIndex = 1")
            database.execute("INSERT INTO CounterData SELECT GUID, 99, 3, CounterDateTime, 1, NULL, NULL, "
                             "NULL, NULL, NULL FROM CounterData WHERE RecordIndex = 3 LIMIT 1")
        result = relog(self.name(), "-f", "CSV", "-o", self.folder / "out.csv")
        self.assertEqual(0, result.code)
        self.assertIn("CounterData.CounterID of record 3, counter 99: has no row in CounterDetails",
                      result.err)
        self.assertEqual(CSV.splitlines()[3], (self.folder / "out.csv").read_bytes().splitlines()[3])
        self.assertNotIn(b'"0"', (self.folder / "out.csv").read_bytes())

    def test_path_with_letters_of_other_languages_is_that_file(self):
        self.database = self.folder / "Größe 日本.db"
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name("täglich"))
        self.assertTrue(self.database.exists())
        self.assertEqual(CSV, self.csv_of(self.name("täglich")))


class HostileTest(SqlTest):
    """A database may hold anything; what is written into it goes on all the same."""

    def test_numbers_and_texts_that_nobody_would_write_are_not_believed(self):
        source = self.file("in.csv", CSV)
        self.relogged(source, "-f", "SQL", "-o", self.name())
        with sqlite3.connect(self.database) as database:
            database.execute("UPDATE DisplayToID SET NumberOfRecords = 2147483647, "
                             "MinutesToUTC = -2147483648, LogStartTime = ?, LogStopTime = x'00ff'",
                             ("'; DROP TABLE CounterData; --",))
            database.execute("UPDATE LogSetCounters SET Position = 2147483647 WHERE Position = 2")
        self.relogged(source, "-f", "SQL", "-o", self.name())
        self.assertEqual([(2147483647, "2026-11-22 09:00:00.123", "2026-11-22 09:00:02.123")],
                         self.rows("SELECT NumberOfRecords, LogStartTime, LogStopTime FROM DisplayToID"))
        self.assertEqual([(6,)], self.rows("SELECT COUNT(*) FROM CounterData"))
        self.assertIn(b'"11/22/2026 09:00:02.123","0.33333333333333331"', self.csv_of(self.name()))

    def test_set_whose_guid_is_a_statement_is_refused(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        with sqlite3.connect(self.database) as database:
            database.execute("UPDATE DisplayToID SET GUID = ?", ("' OR 1=1; --",))
        for words in ((self.name(),), (DISKS, "-f", "SQL", "-o", self.name())):
            result = relog(*words)
            self.assertEqual(FAILED, result.code)
            self.assertIn("GUID", result.text)
        self.assertEqual(FAILED, perflib("sets", "--delete", self.name()).code)
        self.assertEqual([(3,)], self.rows("SELECT COUNT(*) FROM CounterData"))

    def test_full_set_takes_no_more(self):
        self.relogged(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        with sqlite3.connect(self.database) as database:
            database.execute("UPDATE CounterData SET RecordIndex = 99999999999 WHERE RecordIndex = 3")
        result = relog(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        self.assertEqual(FAILED, result.code)
        self.assertIn("is full", result.text)


class LargeTest(SqlTest):
    """Databases of others, however large: reading takes no more memory for more rows, and always ends."""

    TABLES = ("CounterData", "CounterDetails", "DisplayToID")

    def foreign(self, records, indices=None, counters=40):
        """A set of that many records of as many rows as it has counters."""
        self.database.unlink(missing_ok=True)
        with sqlite3.connect(self.database) as database:
            database.executescript(FOREIGN)
            database.execute("INSERT INTO DisplayToID VALUES (?, 0, 'one', '', '', ?, 0, 'UTC')",
                             (GUID, records))
            database.executemany(
                "INSERT INTO CounterDetails VALUES (?, '\\\\\\\\DB1', 'Object', ?, 65536, 0, NULL, NULL, NULL, NULL, "
                "0, 0)", [(number, "Counter %d" % number) for number in range(1, counters + 1)])
            database.executemany(
                "INSERT INTO CounterData VALUES (?, ?, ?, ?, 1, ?, 0, 0, 0, 0)",
                ((GUID, number, index, "2026-11-22 10:%02d:%02d.000" % divmod(place % 3600, 60), place)
                 for place, index in enumerate(indices or range(1, records + 1))
                 for number in range(1, counters + 1)))

    def replaced(self, table, statements):
        """The database with something else of the name of a table."""
        self.foreign(2)
        with sqlite3.connect(self.database) as database:
            database.execute("ALTER TABLE %s RENAME TO Real%s" % (table, table))
            for statement in statements:
                database.execute(statement)

    def peak_of(self, *arguments):
        process = subprocess.Popen([PERFLIB, *map(str, arguments)], stdout=subprocess.DEVNULL,
                                   env=environment())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(0, process.returncode)
        return usage.ru_maxrss  # KiB

    @unittest.skipIf(SANITIZED, "a sanitizer has memory of its own")
    def test_memory_does_not_grow_with_the_rows(self):
        peaks = []
        for records in (2_000, 8_000):  # 80,000 and 320,000 rows
            self.foreign(records)
            peaks.append(self.peak_of("convert", "-y", self.name(), self.folder / "out.csv"))
        self.assertLess(peaks[1] - peaks[0], 8_192, peaks)

    def test_all_rows_are_read_whatever_their_numbers(self):
        records = 1_500  # 60,000 rows: several spans
        for step in some_of((1, 7, 1_000_000), 2):
            self.foreign(records, range(5, 5 + records * step, step))
            self.relogged(self.name(), "-f", "CSV", "-y", "-o", self.folder / "out.csv")
            lines = (self.folder / "out.csv").read_text().splitlines()
            self.assertEqual(1 + records, len(lines))
            self.assertEqual([str(place) for place in range(records)],
                             [line.split(",")[1].strip('"') for line in lines[1:]])

    def test_rows_that_cannot_be_reached_are_counted(self):
        self.foreign(1_000)
        with sqlite3.connect(self.database) as database:
            database.execute("INSERT INTO CounterData SELECT GUID, 99, RecordIndex, CounterDateTime, 1, 0, 0, 0, 0, "
                             "0 FROM CounterData WHERE CounterID = 1 AND RecordIndex <= 3")
        result = relog(self.name(), "-f", "CSV", "-o", self.folder / "out.csv")
        self.assertEqual(0, result.code)
        self.assertIn("3 rows of CounterData have no number of a record, or no counter that CounterDetails has",
                      result.err)

    def test_record_of_more_rows_than_counters_is_refused(self):
        self.foreign(1)
        with sqlite3.connect(self.database) as database:
            database.execute("ALTER TABLE CounterData RENAME TO Keyed")
            database.execute("CREATE TABLE CounterData AS SELECT * FROM Keyed")
            database.execute("INSERT INTO CounterData WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM "
                             "n WHERE i < 2000) SELECT Keyed.* FROM Keyed, n")
        result = perflib("summary", self.name())
        self.assertEqual((FAILED, "perflib: %s: record 1 has 80040 rows, more than the set has counters\n"
                          % self.name()), (result.code, result.err))

    def test_views_are_refused(self):
        endless = ("CREATE VIEW %s AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
                   "SELECT r.* FROM Real%s r, n")
        for table, command in each_of(self.TABLES, (
                ["summary", self.name()], ["query", self.name()], ["sets", self.name()],
                ["convert", self.name(), self.folder / "out.csv"])):
            with self.subTest((table, command[0])):
                self.replaced(table, [endless % (table, table)])
                result = perflib(*command, before=limited(4096, 20))
                self.assertEqual(FAILED, result.code)
                self.assertIn("%s is not a plain table but a view or computed, and is not read" % table, result.err)
        self.assertEqual(FAILED, relog(self.name(), "-q").code)

    def test_columns_that_are_computed_are_refused(self):
        self.replaced("CounterData", [
            "CREATE TABLE CounterData (GUID, CounterID, RecordIndex, CounterValue, FirstValueA, FirstValueB, "
            "SecondValueA, SecondValueB, MultiCount, CounterDateTime AS (hex(zeroblob(400000000))))"])
        result = perflib("summary", self.name(), before=limited(1024, 20))
        self.assertEqual(FAILED, result.code)
        self.assertIn("CounterData is not a plain table", result.err)

    def test_texts_of_any_length_are_cut_in_the_database(self):
        self.foreign(40, counters=2)
        with sqlite3.connect(self.database) as database:
            database.execute("UPDATE CounterData SET FirstValueA = 'x' || hex(zeroblob(500000)) WHERE RecordIndex < 9")
            database.execute("UPDATE CounterData SET CounterDateTime = hex(zeroblob(500000)) WHERE RecordIndex = 9")
            database.execute("UPDATE CounterDetails SET CounterName = hex(zeroblob(5000000)) WHERE CounterID = 2")
            database.execute("UPDATE DisplayToID SET TimeZoneName = hex(zeroblob(5000000))")
        result = perflib("summary", "--json", self.name(), before=limited(512, 20))
        self.assertEqual(0, result.code)
        self.assertEqual(39, json.loads(result.text)["records"])  # one has no time
        self.assertEqual(31, json.loads(result.text)["series"][0]["count"])
        self.assertIn("CounterData.FirstValueA of record 1, counter 1: is not a number", result.err)
        self.assertLess(len(result.text), 20_000)
        result = perflib("sets", "SQL:%s" % self.database, before=limited(512, 20))
        self.assertEqual(0, result.code)
        self.assertLess(len(result.text), 20_000)


class RefusalTest(SqlTest):
    def assertRefused(self, result, words, code):
        self.assertEqual(FAILED, result.code, result)
        self.assertEqual("\r\nError:\r\n%s (%s)\r\n" % (words, code), result.text)

    def test_a_database_that_is_not_there_is_not_made_by_reading(self):
        self.assertRefused(relog(self.name()), "no such file: %s" % self.name(),
                           "0xC0000BD1 PDH_FILE_NOT_FOUND")
        self.assertEqual([], os.listdir(self.folder))

    def test_a_file_that_is_no_database_is_told(self):
        self.database.write_bytes(b"x" * 4096)
        result = relog(self.name())
        self.assertEqual(FAILED, result.code)
        self.assertIn("file is not a database", result.text)

    def test_a_set_that_is_not_there_names_those_that_are(self):
        self.relogged(DISKS, "-f", "SQL", "-o", self.name(), "-t", "100")
        self.assertRefused(relog(self.name("two")), "%s: no such log set; it has: one"
                           % self.name("two"), "0xC0000BDD PDH_INVALID_DATASOURCE")

    def test_format_and_name_must_agree(self):
        for words in ((DISKS, "-f", "SQL", "-o", self.folder / "a.csv"),
                      (DISKS, "-f", "CSV", "-o", self.name())):
            result = relog(*words)
            self.assertEqual(FAILED, result.code)
            self.assertIn("PDH_INVALID_SQL_LOG_FORMAT", result.text)

    def test_values_and_readings_do_not_go_into_one_set(self):
        self.relogged(DISKS, "-f", "SQL", "-o", self.name(), "-t", "100")
        result = relog(self.file("in.csv", CSV), "-f", "SQL", "-o", self.name())
        self.assertEqual(FAILED, result.code)
        self.assertIn("holds readings, and calculated values cannot be appended to them", result.text)


if __name__ == "__main__":
    unittest.main()
