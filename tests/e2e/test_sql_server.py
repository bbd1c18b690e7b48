"""Logs in PostgreSQL: a server that the tests start on a socket of their own."""

import os
import select
import subprocess
import unittest

import postgres
from postgres import Server
from test_relog import DISKS, HEALTH, oracle, output_block, relog
from test_sql import CSV
from tool import FAILED, PATIENCE, ToolTest, environment, perflib

TYPEPERF = os.environ["TYPEPERF"]


@unittest.skipIf(postgres.why_not(), postgres.why_not())
class ServerTest(ToolTest):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def relogged(self, *arguments):
        result = relog(*arguments)
        self.assertEqual((0, ""), (result.code, result.err), result)
        return result

    def csv_of(self, log_set):
        out = self.folder / "out.csv"
        self.relogged(self.server.name(log_set), "-f", "CSV", "-o", out, "-y")
        return out.read_bytes()

    def test_csv_comes_back_as_it_went_in(self):
        source = self.folder / "in.csv"
        source.write_bytes(CSV)
        self.relogged(source, "-f", "SQL", "-o", self.server.name("csv"))
        self.assertEqual(CSV, self.csv_of("csv"))

    def test_binary_logs_come_back_with_the_digits_of_the_oracle(self):
        for log in (DISKS, HEALTH):
            with self.subTest(log.name):
                self.relogged(log, "-f", "SQL", "-o", self.server.name(log.name))
                self.assertEqual(oracle(log), self.csv_of(log.name))

    def test_names_keep_their_letters_and_quotes(self):
        source = self.folder / "in.csv"
        line = CSV.splitlines(keepends=True)
        named = '"(PDH-CSV 4.0) (CET)(-60)","\\\\DB1\\Größe\'s {a}\\Speicher, ?, 日本 \U0001F4C8"\r\n'
        source.write_bytes(named.encode() + line[1].split(b",")[0] + b',"1"\r\n')
        self.relogged(source, "-f", "SQL", "-o", self.server.name("Größe's ?"))
        self.assertEqual(source.read_bytes(), self.csv_of("Größe's ?"))

    def test_passwords_are_not_in_the_report(self):
        result = self.relogged(DISKS, "-f", "SQL", "-o", self.server.name("report"), "-t", "100")
        self.assertNotIn("secret", result.text)
        self.assertIn("File:     %s\r\n" % self.server.shown("report"), result.text)

    def test_set_of_many_rows_is_read_span_by_span_and_comes_back_as_it_went_in(self):
        source = self.folder / "in.csv"
        lines = ['"(PDH-CSV 4.0) (UTC)(0)"' + "".join(',"\\\\DB1\\Object\\Counter %d"' % i for i in range(50))]
        lines += ['"11/22/2026 10:%02d:%02d.000"' % divmod(row, 60) + "".join(
            ',"%d"' % (row * 50 + i) for i in range(50)) for row in range(800)]
        source.write_bytes("".join(line + "\r\n" for line in lines).encode())
        self.relogged(source, "-f", "SQL", "-o", self.server.name("many"))
        self.assertEqual(source.read_bytes(), self.csv_of("many"))

    def test_view_is_refused(self):
        self.relogged(DISKS, "-f", "SQL", "-o", self.server.name("view"), "-t", "100")
        self.server.rows("ALTER TABLE DisplayToID RENAME TO RealDisplayToID")
        self.server.rows("CREATE VIEW DisplayToID AS SELECT * FROM RealDisplayToID")
        try:
            result = perflib("summary", self.server.name("view"))
            self.assertEqual(FAILED, result.code)
            self.assertIn("displaytoid is not a plain table but a view or computed, and is not read", result.err)
        finally:
            self.server.rows("DROP VIEW DisplayToID")
            self.server.rows("ALTER TABLE RealDisplayToID RENAME TO DisplayToID")

    def test_tables_have_the_types_of_windows(self):
        self.relogged(DISKS, "-f", "SQL", "-o", self.server.name("types"), "-t", "100")
        columns = self.server.rows(
            "SELECT column_name, data_type, coalesce(character_maximum_length, 0), is_nullable "
            "FROM information_schema.columns WHERE table_name = 'counterdata' ORDER BY ordinal_position")
        integer = [[name, "integer", "0", "YES"] for name in
                   ("firstvaluea", "firstvalueb", "secondvaluea", "secondvalueb", "multicount")]
        self.assertEqual([["guid", "uuid", "0", "NO"], ["counterid", "integer", "0", "NO"],
                          ["recordindex", "integer", "0", "NO"],
                          ["counterdatetime", "character", "24", "NO"],
                          ["countervalue", "double precision", "0", "NO"], *integer], columns)

    def test_sets_are_listed_and_deleted(self):
        for log_set in ("keep", "drop"):
            self.relogged(DISKS, "-f", "SQL", "-o", self.server.name(log_set), "-t", "100")
        deleted = perflib("sets", self.server.name("drop"), "--delete")
        self.assertEqual((0, "", ""), (deleted.code, deleted.text, deleted.err))
        listed = perflib("sets", self.server.name("keep").rpartition("!")[0])
        self.assertIn("keep", listed.text)
        self.assertNotIn("drop", listed.text)
        self.assertEqual([["0"]], self.server.rows(
            "SELECT count(*) FROM counterdata WHERE guid NOT IN (SELECT guid FROM displaytoid)"))

    def test_lost_connection_ends_typeperf_and_what_was_written_stays(self):
        name = self.server.name("lost")
        run = subprocess.Popen([TYPEPERF, r"\System\Processes", "-f", "SQL", "-o", name],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                               env=environment())
        self.addCleanup(run.kill)
        count = "SELECT numberofrecords FROM displaytoid WHERE displaystring = 'lost'"
        while not (self.has_table() and self.server.rows(count)):
            self.assertIsNone(run.poll(), "typeperf ended")
            select.select([run.stdout], [], [], 0.1)
        self.server.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                         "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'")
        out, err = run.communicate(timeout=PATIENCE)
        self.assertEqual(FAILED, run.returncode)
        self.assertIn(self.server.shown("lost"), (out + err).decode())
        self.assertNotIn("secret", (out + err).decode())
        records = int(self.server.rows(count)[0][0])
        self.assertGreaterEqual(records, 1)
        self.assertEqual(records + 1, len(self.csv_of("lost").splitlines()))

    def has_table(self):
        return self.server.rows("SELECT to_regclass('displaytoid')") == [["displaytoid"]]

    def test_server_that_is_not_there_is_an_error_in_its_words(self):
        name = "SQL:DRIVER=%s;Servername=%s;Database=postgres;UID=x;PWD=secret!one" % (
            postgres.driver(), self.folder)
        for words in ((name,), (DISKS, "-f", "SQL", "-o", name)):
            result = relog(*words)
            self.assertEqual(FAILED, result.code)
            self.assertIn("No such file or directory", result.text)
            self.assertNotIn("secret", result.text)


if __name__ == "__main__":
    unittest.main()
