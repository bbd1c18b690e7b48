"""What tools write: two writers, outputs that vanish, pipes without a reader, modes and names of files."""

import os
import pathlib
import shutil
import signal
import stat
import subprocess
import time
import unittest

from logman_tool import AVAILABLE, LogmanTest
from screen import until
from tool import (ALL_WELL, FAILED, PATIENCE, PERFLIB, SOURCE, Result, each_of, environment, perflib,
                  roots)

TYPEPERF, RELOG = os.environ["TYPEPERF"], os.environ["RELOG"]
PAIR = roots("made-pair-a", "made-pair-b")
LOG = SOURCE / "tests" / "data" / "blg" / "SampleLog.blg"
WITHIN = "2007-08-14 15:41:00"  # the log
FORMATS = {".csv": "CSV", ".tsv": "TSV", ".blg": "BIN"}
IS_WRITTEN = "another process is writing it"
IS_GONE = "was deleted or replaced while it was written"


def run(*command):
    done = subprocess.run([os.fspath(word) for word in command], stdin=subprocess.DEVNULL,
                          capture_output=True, env=environment(), timeout=PATIENCE)
    return Result(done.returncode, done.stdout, done.stderr)


class OutputTest(LogmanTest):
    def path(self, name):
        return self.folder / name

    def start(self, *command):
        """A program that runs until it is told to end."""
        process = subprocess.Popen([os.fspath(word) for word in command], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        self.addCleanup(self.kill, process)
        return process

    @staticmethod
    def kill(process):
        if process.poll() is None:
            process.kill()
        process.communicate()

    @staticmethod
    def ended(process, number=None):
        if number is not None:
            process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
        return Result(process.returncode, out, err)

    def recorders(self, suffix):
        log = self.path("log" + suffix)
        perflib_too = [PERFLIB, "record", "-y", "-i", "0.01", "-o", log, AVAILABLE]
        if suffix not in FORMATS:
            return [perflib_too]
        return [perflib_too, [TYPEPERF, "-y", "-si", "1", "-f", FORMATS[suffix], "-o", log, AVAILABLE]]

    @staticmethod
    def has_bytes(path):
        return path.exists() and path.stat().st_size > 0


class TwoWriters(OutputTest):
    def test_second_recorder_on_a_file_is_refused_and_the_first_loses_nothing(self):
        for suffix in (".perfrec", *FORMATS):
            log = self.path("log" + suffix)
            for first in self.recorders(suffix):
                process = self.start(*first)
                until(lambda: self.has_bytes(log), "a sample")
                for second in self.recorders(suffix):
                    with self.subTest((suffix, first[0], second[0])):
                        result = run(*second)
                        self.assertExit(result, FAILED)
                        self.assertIn("%s: %s" % (log, IS_WRITTEN), result.text + result.err)
                result = self.ended(process, signal.SIGINT)
                self.assertExit(result, ALL_WELL)
                read = run(PERFLIB, "summary", "--json", log)
                self.assertEqual((ALL_WELL, ""), (read.code, read.err))
                log.unlink()

    def test_log_that_is_being_recorded_is_not_replaced(self):
        for suffix in FORMATS:
            log = self.path("log" + suffix)
            process = self.start(*self.recorders(suffix)[0])
            until(lambda: self.has_bytes(log), "a sample")
            for command in ([PERFLIB, "convert", "-y", LOG, log],
                            [RELOG, LOG, "-y", "-f", FORMATS[suffix], "-o", log],
                            [RELOG, LOG, "-a", "-f", FORMATS[suffix], "-o", log]):
                with self.subTest(command):
                    result = run(*command)
                    self.assertExit(result, FAILED)
                    self.assertIn(IS_WRITTEN, result.text + result.err)
            self.assertExit(self.ended(process, signal.SIGTERM), ALL_WELL)

    def test_second_recorder_on_a_ring_is_refused_and_the_first_continues(self):
        box = self.path("box.perfrec")
        command = [PERFLIB, "record", "--ring", "1s", "-i", "0.01", "-o", box, AVAILABLE]
        process = self.start(*command)
        until(lambda: box.exists() and list(box.iterdir()), "a segment")
        self.assertFault(run(*command), FAILED, "perflib: %s: %s\n" % (box, IS_WRITTEN))
        number = len(list(box.iterdir()))
        until(lambda: max(path.name for path in box.iterdir()) > "%06d" % (number + 2), "more segments")
        self.assertExit(self.ended(process, signal.SIGINT), ALL_WELL)
        self.assertExit(run(*command, "-n", "2"), ALL_WELL)

    def test_second_recorder_on_a_log_set_ends_one_of_them_with_a_sentence(self):
        database = self.path("logs.db")
        command = [PERFLIB, "record", "-i", "0.01", "-o", "SQL:%s!one" % database, AVAILABLE]
        first = self.start(*command)
        until(lambda: self.has_bytes(database), "a database")
        second = self.start(*command)
        until(lambda: first.poll() is not None or second.poll() is not None, "the end of one of them")
        lost, other = (first, second) if first.poll() is not None else (second, first)
        result = self.ended(lost)
        self.assertExit(result, FAILED)
        self.assertIn("SQL:%s!one: another process is writing this log set" % database, result.err)
        self.assertExit(self.ended(other, signal.SIGINT), ALL_WELL)

    def test_collection_does_not_overwrite_a_log_that_is_being_recorded(self):
        log = self.path("log.csv")
        process = self.start(*self.recorders(".csv")[0])
        until(lambda: self.has_bytes(log), "a sample")
        self.well("create", "counter", "c", "-c", AVAILABLE, "-f", "csv", "-si", "1", "-ow",
                  "-o", self.path("log"))
        result = self.run_logman("start", "c")
        self.assertExit(result, FAILED)
        self.assertIn(IS_WRITTEN, result.text)
        self.assertExit(self.ended(process, signal.SIGINT), ALL_WELL)
        self.assertEqual(b"\r\n", log.read_bytes()[-2:])


class VanishedOutputs(OutputTest):
    def test_deleted_or_replaced_log_is_said_and_the_exit_code_is_1(self):
        for suffix in (".perfrec", *FORMATS):
            log = self.path("log" + suffix)
            for command, vanish in each_of(self.recorders(suffix),
                                           (log.unlink, lambda: self.path("other").rename(log))):
                with self.subTest((suffix, command[0])):
                    self.path("other").write_text("another file")
                    process = self.start(*command)
                    until(lambda: self.has_bytes(log), "a sample")
                    vanish()
                    result = self.ended(process)
                    self.assertExit(result, FAILED)
                    self.assertIn("%s: %s" % (log, IS_GONE), result.text + result.err)
                    self.assertEqual(1, (result.text + result.err).count(str(log)))
                    log.unlink(missing_ok=True)

    def test_renamed_log_is_said_and_keeps_its_samples(self):
        log = self.path("log.csv")
        process = self.start(*self.recorders(".csv")[0])
        until(lambda: self.has_bytes(log), "a sample")
        log.rename(self.path("moved.csv"))
        result = self.ended(process)
        self.assertEqual((FAILED, "perflib: %s: was renamed while it was written\n" % log),
                         (result.code, result.err))
        self.assertExit(run(PERFLIB, "summary", self.path("moved.csv")), ALL_WELL)

    def test_ring_whose_folder_is_moved_or_removed_ends(self):
        box = self.path("box.perfrec")
        for vanish in (lambda: box.rename(self.path("moved.perfrec")), lambda: shutil.rmtree(box)):
            process = self.start(PERFLIB, "record", "--ring", "1h", "-i", "0.01", "-o", box, AVAILABLE)
            until(lambda: box.exists() and any(self.has_bytes(segment) for segment in box.iterdir()),
                  "a sample")
            vanish()
            result = self.ended(process)
            self.assertExit(result, FAILED)
            self.assertIn("while it was written", result.err)

    def test_collection_whose_log_is_deleted_ends(self):
        self.well("create", "counter", "c", "-c", AVAILABLE, "-f", "csv", "-si", "1", "-ow",
                  "-o", self.path("log"))
        self.well("start", "c")
        until(lambda: self.has_bytes(self.path("log.csv")), "a sample")
        self.path("log.csv").unlink()
        self.wait_for_end("c")
        self.assertIn("Stopped", self.well("query", "c"))


class Pipes(OutputTest):
    def test_pipe_without_a_reader_can_be_ended(self):
        pipe = self.path("pipe.csv")
        os.mkfifo(pipe)
        commands = ([PERFLIB, "record", "-y", "-o", pipe, AVAILABLE], [TYPEPERF, "-y", "-o", pipe, AVAILABLE],
                    [PERFLIB, "convert", "-y", LOG, pipe], [RELOG, LOG, "-y", "-f", "CSV", "-o", pipe])
        for command, number in each_of(commands, (signal.SIGINT, signal.SIGTERM)):
            with self.subTest((command, number)):
                process = self.start(*command)
                until(lambda: self.waits_for_a_reader(process.pid), "the open")
                self.assertEqual(-number, self.ended(process, number).code)

    @staticmethod
    def waits_for_a_reader(pid):
        try:
            channel = pathlib.Path("/proc/%d/wchan" % pid).read_text()
            call = pathlib.Path("/proc/%d/syscall" % pid).read_text()
        except OSError:
            return False
        return "fifo" in channel or "pipe" in channel or call.startswith("257 ")


class Modes(OutputTest):
    def test_overwritten_log_keeps_its_mode(self):
        log = self.path("private.csv")
        for command in ([PERFLIB, "convert", "-y", LOG, log],
                        [RELOG, LOG, "-y", "-f", "CSV", "-o", log]):
            with self.subTest(command):
                log.write_text("old")
                log.chmod(0o640)
                self.assertExit(run(*command), ALL_WELL)
                self.assertEqual(0o640, stat.S_IMODE(log.stat().st_mode))
                self.assertNotEqual("old", log.read_text())

    def test_new_log_has_the_usual_mode(self):
        log = self.path("new.csv")
        before = os.umask(0o027)
        try:
            self.assertExit(run(PERFLIB, "convert", LOG, log), ALL_WELL)
        finally:
            os.umask(before)
        self.assertEqual(0o640, stat.S_IMODE(log.stat().st_mode))

    @unittest.skipUnless(os.geteuid() == 0, "only root may give a file away")
    def test_overwritten_log_keeps_its_owner(self):
        log = self.path("theirs.csv")
        log.write_text("old")
        os.chown(log, 1234, 1235)
        self.assertExit(run(PERFLIB, "convert", "-y", LOG, log), ALL_WELL)
        self.assertEqual((1234, 1235), (log.stat().st_uid, log.stat().st_gid))


class Names(OutputTest):
    def test_log_with_the_longest_name_is_overwritten(self):
        log = self.path("l" * 251 + ".csv")
        self.assertExit(run(PERFLIB, "convert", LOG, log), ALL_WELL)
        self.assertExit(run(PERFLIB, "convert", "-y", LOG, log), ALL_WELL)
        self.assertEqual([log.name], [path.name for path in self.folder.iterdir()])

    def test_file_with_the_name_and_the_process_id_is_in_nobodys_way(self):
        """What a killed run of an earlier version has left: its name could be foreseen."""
        log = self.path("q.csv")
        log.write_text("old")
        result = run("sh", "-c", 'touch "$1.$$"; exec "$0" convert -y "$2" "$1"', PERFLIB, log, LOG)
        self.assertExit(result, ALL_WELL)

    def test_missing_folder_is_named(self):
        log = self.path("no") / "x.csv"
        for command in (["record", "-o", log, AVAILABLE, *PAIR], ["convert", LOG, log]):
            self.assertFault(perflib(*command), FAILED, "perflib: %s: the folder %s does not exist; "
                             "create it first\n" % (log, log.parent))

    def test_folder_is_not_overwritten(self):
        folder = self.path("folder.csv")
        folder.mkdir()
        for words in ([], ["-y"]):
            self.assertFault(perflib("record", "-o", folder, AVAILABLE, *words, *PAIR), FAILED,
                             "perflib: %s: is a folder; choose another name\n" % folder)

    def test_ring_is_not_overwritten_and_the_message_says_how_to_append_to_it(self):
        box = self.path("box.perfrec")
        self.assertExit(perflib("record", "--ring", "24h", "-o", box, *PAIR), ALL_WELL)
        for words in ([], ["-y"]):
            self.assertFault(perflib("record", "-o", box, *words, *PAIR), FAILED,
                             "perflib: %s: is a ring; append to it with --ring 24h, or choose another "
                             "name\n" % box)

    def test_path_of_windows_is_remarked_on(self):
        result = perflib("record", "-o", r"c:\perflogs\x.csv", AVAILABLE, *PAIR, cwd=self.folder)
        self.assertEqual(ALL_WELL, result.code)
        self.assertEqual([r"perflib: c:\perflogs\x.csv looks like a Windows path; on Linux it is the name of a file "
                          "in the current folder", r"perflib: c:\perflogs\x.csv: 2 samples"],
                         result.err.splitlines())
        self.assertEqual([r"c:\perflogs\x.csv"], [path.name for path in self.folder.iterdir()])


class Notes(OutputTest):
    """Other files in place of the notes of a log."""

    def setUp(self):
        super().setUp()
        self.log = pathlib.Path(shutil.copy(LOG, self.path("log.blg")))
        self.notes = self.path("log.blg.notes.txt")

    def test_pipe_is_not_waited_for(self):
        os.mkfifo(self.notes)
        said = "perflib: %s: is not a regular file, and is not read\n" % self.notes
        for command in (["summary", self.log], ["convert", self.log, self.path("out.csv")]):
            result = perflib(*command)
            self.assertEqual((ALL_WELL, said), (result.code, result.err))
        self.assertFault(perflib("annotate", self.log, "text", "--at", WITHIN), FAILED, "perflib: %s: is a link or not a "
                         "regular file; remove it to write notes\n" % self.notes)

    def test_link_is_not_written_through(self):
        target = self.path("target")
        target.write_text("")
        self.notes.symlink_to(target)
        said = "perflib: %s: is a link or not a regular file; remove it to write notes\n"
        self.assertFault(perflib("annotate", self.log, "text", "--at", WITHIN), FAILED, said % self.notes)
        self.path("out.csv.notes.txt").symlink_to(target)
        self.assertFault(perflib("convert", "-y", self.log, self.path("out.csv")), FAILED,
                         said % self.path("out.csv.notes.txt"))
        self.assertFalse(self.path("out.csv").exists())
        self.assertEqual("", target.read_text())
