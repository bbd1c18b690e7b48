"""A live query that is written with PdhUpdateLog to a BLG, a CSV, a TSV and databases in one run, and read
back by PDH, relog and perflib: everybody has what the query had.

log_chain (log_chain.c) prints what the query had for each record; print_pdh, of the oracle, what PDH
finds in a log. The oracle decodes the logs by itself.
"""

import functools
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

import postgres
from tool import ALL_WELL, DOES_NOT_EXIST, PATIENCE, PERFLIB, SOURCE, environment, perflib

# The oracle has these modules.
import blg_csv
import compare_log
import compare_pdh
import formulas
import text_log

LOG_CHAIN, PRINT_PDH = os.environ["LOG_CHAIN"], os.environ["PRINT_PDH"]
RELOG, LODCTR = os.environ["RELOG"], os.environ["LODCTR"]
MANIFEST = SOURCE / "tests" / "e2e" / "log_chain" / "harbour.man"
ROUNDS = 6
CSV, TSV, SQL, BINARY = 1, 2, 7, 8
GOOD = ("00000000", "00000001")
NO_INSTANCE, INVALID_DATA, NEGATIVE_VALUE = "800007D1", "C0000BBA", "800007D8"
ANNA, BERTA = r"\Harbour Ships(Anna)\Tonnes/sec", r"\Harbour Ships(Berta)\Bytes/Crate"
EPOCH_TICKS = 116444736000000000  # from 1601 to 1970


def without_machine(path):
    return path[path.index("\\", 2):] if path.startswith("\\\\") else path


class Seen:
    """What one program was told of one series in one record."""

    def __init__(self, raw, status, number):
        self.raw = raw.split(",")    # status, CStatus, time, first, second, multi; or the status alone
        self.status = status         # the CStatus of the value
        self.number = number         # its text; None: there is none
        # MultiCount of what is not multiplied is 0 of a machine, and 1 in a binary log as in those of Windows.
        self.reading = self.raw[3:5] if self.raw[1:2] and self.raw[1] in GOOD else None


class Records(list):
    """The records that print_record() printed: a dictionary a record, by the paths without a machine."""

    def __init__(self, lines):
        super().__init__()
        paths, array = [], None
        self.times, self.logs, self.statuses = [], [], []
        for kind, *cells in (line.split("\t") for line in lines):
            if kind == "path":
                paths.append(without_machine(cells[0]))
            elif kind == "update":
                self.logs.append(cells[0])
                self.statuses.append(cells[1])
            elif kind == "record":
                self.times.append(int(cells[0]))
                self.append({})
            elif kind == "array":
                array = without_machine(cells[0])
            elif kind == "item":
                name, status, number, raw = cells
                self[-1][array.replace("(*)", "(%s)" % name)] = Seen(
                    raw, status, number if status in GOOD else None)
            elif kind == "value":
                status, cstatus, number = cells[2].split(",")
                self[-1][paths[int(cells[0])]] = Seen(cells[1], cstatus,
                                                      number if status == "00000000" else None)


class OwnSet(compare_pdh.BinaryLog):
    """A log set in an SQLite file, for the oracle: the rows of its tables, as docs/formats/sql.md has them. What
    has no row has no data."""

    def __init__(self, database, name):
        base = sqlite3.connect(database)
        guid, = base.execute("SELECT GUID FROM DisplayToID WHERE DisplayString = ?", (name,)).fetchone()
        details = {row[0]: row[1:] for row in base.execute(
            "SELECT d.CounterID, MachineName, ObjectName, InstanceName, InstanceIndex, CounterName, CounterType,"
            " TimeBaseA, TimeBaseB FROM LogSetCounters AS c, CounterDetails AS d"
            " WHERE c.CounterID = d.CounterID AND c.GUID = ? ORDER BY Position", (guid,))}
        self.paths = [self.path(*detail[:5]) for detail in details.values()]
        none = {"type": 0, "first": 0, "second": 0, "multi": 0, "status": compare_pdh.NO_DATA,
                "time_base": 0, "identity": None}
        records = {}
        for index, time, counter, *numbers in base.execute(
                "SELECT RecordIndex, CounterDateTime, CounterID, FirstValueA, FirstValueB, SecondValueA,"
                " SecondValueB, MultiCount FROM CounterData WHERE GUID = ?", (guid,)):
            detail = details[counter]
            record = records.setdefault(index, (self.time(time), dict.fromkeys(self.paths, none)))
            record[1][self.path(*detail[:5])] = {
                "type": detail[5] & 0xFFFFFFFF, "first": self.whole(*numbers[:2]),
                "second": self.whole(*numbers[2:4]), "multi": numbers[4], "status": 0,
                "time_base": self.whole(*detail[6:]), "identity": None}
        base.close()
        self.records = [records[index] for index in sorted(records)]

    @staticmethod
    def whole(low, high):
        return (high << 32) + (low & 0xFFFFFFFF)

    @staticmethod
    def path(machine, object_name, instance, number, counter):
        where = "" if instance is None else "(%s%s)" % (instance, "#%d" % number if number else "")
        return "%s\\%s%s\\%s" % (machine, object_name, where, counter)

    @staticmethod
    def time(text):
        return text_log.file_time(text[5:7] + "/" + text[8:10] + "/" + text[:4] + text[10:23], False)


def cells_of(csv):
    """The texts of a text log: {path: text} a record."""
    header, *rows = [line[1:-1].split(b'"\t"' if b'"\t"' in line else b'","')
                     for line in csv.split(b"\r\n")[:-1]]
    paths = [without_machine(path.decode()) for path in header[1:]]
    return [dict(zip(paths, (cell.decode() for cell in row[1:]))) for row in rows]


def cell_of(number):
    """What a log has for a value that printf() printed."""
    return " " if number is None else blg_csv.number_text(float(number))


class LogChain(unittest.TestCase):
    """The tests share one run of the program."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="perflib-e2e-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        for name in ("run", "state"):
            (cls.folder / name).mkdir(mode=0o700)
        cls.env = environment(XDG_STATE_HOME=str(cls.folder / "state"),
                              XDG_RUNTIME_DIR=str(cls.folder / "run"))
        cls.logs = {"blg": (str(cls.folder / "log.blg"), BINARY), "csv": (str(cls.folder / "log.csv"), CSV),
                    "tsv": (str(cls.folder / "log.tsv"), TSV),
                    "sqlite": ("SQL:%s!chain" % (cls.folder / "logs.db"), SQL)}
        if postgres.why_not() is None:
            server = postgres.Server()
            cls.addClassCleanup(server.close)
            cls.logs["postgres"] = (server.name("chain"), SQL)
        cls.write()

    @classmethod
    def run_program(cls, *words):
        done = subprocess.run(list(map(os.fspath, words)), env=cls.env, capture_output=True, timeout=PATIENCE,
                              stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            raise AssertionError("%s: %d: %r" % (words, done.returncode, (done.stdout[-500:], done.stderr)))
        return done.stdout

    @classmethod
    def write(cls):
        """cls.written: the records of the query, those of each log."""
        cls.run_program(LODCTR, "/m:%s" % MANIFEST)
        cls.sleeper = "sleeper-%d" % os.getpid()
        shutil.copy(LOG_CHAIN, cls.folder / cls.sleeper)
        every = Records(cls.run_program(
            LOG_CHAIN, cls.folder / cls.sleeper,
            *("%s=%d" % log for log in cls.logs.values())).decode().splitlines())
        if set(every.statuses) != {"00000000"}:
            raise AssertionError(every.statuses)
        cls.written = {kind: [(time, record) for log, time, record in
                              zip(every.logs, every.times, every) if log == name]
                       for kind, (name, _) in cls.logs.items()}

    @classmethod
    def name(cls, kind):
        return cls.logs[kind][0]

    @classmethod
    @functools.cache
    def read_by_pdh(cls, kind):
        return Records(cls.run_program(PRINT_PDH, cls.name(kind)).decode().splitlines())

    @classmethod
    @functools.cache
    def relog(cls, kind, to="CSV"):
        out = cls.folder / ("relog_%s.%s" % (kind, to))
        cls.run_program(RELOG, cls.name(kind), "-f", to, "-o", out, "-y")
        return out.read_bytes()

    def query(self, kind):
        """{path: row} of each record by perflib query."""
        result = perflib("query", self.name(kind), r"\*(*)\*", r"\*\*", "--format", "json", env=self.env)
        self.assertIn(result.code, (ALL_WELL, DOES_NOT_EXIST), result)  # some have no value
        return [{without_machine(one["path"]): one for one in json.loads(line)["series"]}
                for line in result.text.splitlines()]

    def kinds(self, *wanted):
        return [kind for kind in self.logs if kind in wanted]

    # The run itself has all that the logs are to have.

    def test_every_kind_of_value_and_of_missing_value_is_there(self):
        for kind, records in self.written.items():
            with self.subTest(kind):
                self.assertEqual(ROUNDS, len(records))
                seen = [record for _, record in records]
                process = r"\Process(%s)\ID Process" % self.sleeper
                self.assertEqual([False, True, True, True, False, False],
                                 [record[process].number is not None for record in seen])
                self.assertEqual([True, True, False, False, True, True],
                                 [r"\Harbour Ships(Berta)\Queue" in record for record in seen])
                self.assertEqual({NO_INSTANCE},
                                 {record[r"\Harbour Ships(Nobody)\Crew"].status for record in seen})
                self.assertEqual(NEGATIVE_VALUE, seen[4][ANNA].status)
                self.assertIsNone(seen[4][ANNA].number)
                self.assertIsNotNone(seen[1][BERTA].number)
                self.assertEqual(NO_INSTANCE, seen[2][BERTA].status)

    # Logs that have readings: those of the query, to the last bit, and every value is theirs.

    def assertTimes(self, kind, read):
        """Logs have milliseconds."""
        self.assertEqual([time // 10000 * 10000 for time, _ in self.written[kind]], read.times)

    def assertReadings(self, kind, read):
        written = self.written[kind]
        self.assertTimes(kind, read)
        for (time, record), found in zip(written, read):
            self.assertEqual({path: one.reading for path, one in record.items() if one.reading},
                             {path: one.reading for path, one in found.items() if one.reading})

    def test_binary_log(self):
        read = self.read_by_pdh("blg")
        self.assertReadings("blg", read)
        for (_, record), found in zip(self.written["blg"], read):
            self.assertEqual({path: one.raw[1] for path, one in record.items() if not one.reading},
                             {path: one.raw[1] for path, one in found.items()
                              if not one.reading and path in record})
        self.assertEqual([], list(compare_pdh.differences(PRINT_PDH, self.name("blg"))))

    def test_databases(self):
        for kind in self.kinds("sqlite", "postgres"):
            with self.subTest(kind):
                read = self.read_by_pdh(kind)
                self.assertReadings(kind, read)
        name = self.name("sqlite")
        log = OwnSet(self.folder / "logs.db", "chain")
        ours = self.run_program(PRINT_PDH, name).decode().splitlines()
        paths, patterns = compare_pdh.in_order("path", ours), compare_pdh.in_order("array", ours)
        self.assertEqual(set(log.paths), set(paths))
        self.assertEqual(list(compare_pdh.expected(log, paths, patterns)), ours)

    def test_values_in_a_binary_log_are_those_of_its_own_readings(self):
        """The query was collected for other logs in between, so that its own rates are others."""
        read = self.read_by_pdh("blg")
        self.assertEqual(INVALID_DATA, read[0][ANNA].status)
        self.assertEqual(NEGATIVE_VALUE, read[4][ANNA].status)
        first, second = (read[i][ANNA].reading for i in (1, 2))
        seconds = (int(second[1]) - int(first[1])) / 10000000
        self.assertEqual("%.17g" % ((int(second[0]) - int(first[0])) / seconds), read[2][ANNA].number)

    # Text logs: the text of each value that the query had.

    def test_each_cell_is_the_value_of_the_query(self):
        for kind in ("csv", "tsv"):
            with self.subTest(kind):
                rows = cells_of(pathlib.Path(self.name(kind)).read_bytes())
                self.assertEqual(ROUNDS, len(rows))
                columns = set(rows[0])
                named = {path for path, one in self.written[kind][0][1].items()}
                self.assertEqual(named, columns)  # what was there when the log was opened
                for (_, record), row in zip(self.written[kind], rows):
                    wanted = {path: cell_of(record[path].number) if path in record else " "
                              for path in columns}
                    self.assertEqual(wanted, row)

    def test_pdh_reads_each_cell(self):
        for kind in ("csv", "tsv"):
            with self.subTest(kind):
                self.assertEqual([], list(compare_pdh.differences(PRINT_PDH, self.name(kind))))
                self.assertTimes(kind, self.read_by_pdh(kind))

    # relog and perflib find what PDH finds.

    def assertCells(self, rows, read):
        self.assertEqual(len(read), len(rows))
        for record, row in zip(read, rows):
            self.assertEqual({path: cell_of(record[path].number) if path in record else " " for path in row},
                             row)
            self.assertEqual(set(), set(record) - set(row))

    def test_relog_writes_the_values_that_pdh_reads(self):
        for kind in self.logs:
            with self.subTest(kind):
                self.assertCells(cells_of(self.relog(kind)), self.read_by_pdh(kind))

    def test_relog_keeps_the_text_of_a_text_log(self):
        for kind in ("csv", "tsv"):
            with self.subTest(kind):
                self.assertEqual(pathlib.Path(self.name(kind)).read_bytes(), self.relog(kind, kind.upper()))

    def test_perflib_converts_as_relog_does(self):
        for kind in self.logs:
            with self.subTest(kind):
                out = self.folder / ("convert_%s.csv" % kind)
                self.run_program(PERFLIB, "convert", self.name(kind), out)
                self.assertEqual(cells_of(self.relog(kind)), cells_of(out.read_bytes()))

    def test_perflib_query_has_the_readings_and_values(self):
        self.assertEqual([], list(compare_log.differences(PERFLIB, self.name("blg"))))
        for kind in self.logs:
            with self.subTest(kind):
                read, rows = self.read_by_pdh(kind), self.query(kind)
                self.assertEqual(len(read), len(rows))
                for record, row in zip(read, rows):
                    self.assertEqual({path: one.number for path, one in record.items() if one.number},
                                     {path: "%.17g" % one["value"] for path, one in row.items()
                                      if one["value"] is not None})

    def test_perflib_summary_has_their_least_and_largest_value(self):
        for kind in self.logs:
            with self.subTest(kind):
                read = self.read_by_pdh(kind)
                result = perflib("summary", "--json", self.name(kind), env=self.env)
                self.assertEqual(ALL_WELL, result.code, result)
                summary = json.loads(result.text)
                self.assertEqual(ROUNDS, summary["records"])
                for one in summary["series"]:
                    path = without_machine(one["path"])
                    numbers = [float(record[path].number) for record in read
                               if path in record and record[path].number is not None]
                    wanted = [numbers]
                    if numbers and self.is_rate(one["type"]) and read[-1][path].number is not None:
                        wanted.append(numbers[:-1])  # the last interval may be brief: docs/perflib.md, summary
                    if path.startswith(r"\Process(sleeper"):
                        # It began in the log and counts from its start, which PDH does not do: one value more.
                        wanted += [[first] + some for some in wanted for first in (one["min"], one["max"])]
                    self.assertIn((one["count"], one["min"], one["max"]), list(map(self.summed_up, wanted)), path)

    @staticmethod
    def summed_up(numbers):
        return (len(numbers), min(numbers), max(numbers)) if numbers else (0, None, None)

    @staticmethod
    def is_rate(name):
        """Whether a type needs two samples; text logs have no types."""
        question = {"type": name, "newer": {"first": 1, "second": 2, "multi": 1}, "time_base": 1}
        return name is not None and formulas.calculate(dict(question, older=None))[0] is None


if __name__ == "__main__":
    unittest.main()
