"""Closed streams, few descriptors, signals, and a kill at any time."""

import itertools
import os
import resource
import signal
import subprocess
import time
import unittest

from tool import (ALL_WELL, FAILED, PAIR, PATIENCE, PERFLIB, ToolTest, environment, perflib,
                  roots, some_of)

import block  # of the oracle

MEMORY = r"\Memory\Available Bytes"
VM = roots("vm-6.18")


def closing(*descriptors):
    """For `before`: the descriptors are closed when the tool starts."""
    def apply():
        for descriptor in descriptors:
            os.close(descriptor)
    return apply


def descriptors(most):
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class ClosedStreams(ToolTest):
    def test_no_standard_input_is_no_matter(self):
        result = perflib("query", MEMORY, *PAIR, before=closing(0))
        self.assertEqual((ALL_WELL, ""), (result.code, result.err))
        self.assertIn("Available Bytes", result.text)

    def test_no_standard_output_is_a_failure_that_is_said(self):
        for arguments in (("query", MEMORY), ("query", MEMORY, "--format", "csv"), ("list",),
                          ("explain", MEMORY), ("watch", MEMORY), ("dump", "-o", "-")):
            with self.subTest(arguments):
                result = perflib(*arguments, *PAIR, before=closing(1))
                self.assertEqual(FAILED, result.code, result)
                self.assertRegex(result.err, r"^perflib: standard output: [^\n]+\n$")

    def test_no_standard_error_loses_the_message_and_nothing_else(self):
        result = perflib("query", MEMORY, r"\Nope\x", *PAIR, before=closing(2))
        self.assertEqual(3, result.code)
        self.assertIn("Available Bytes", result.text)

    def test_messages_never_end_in_a_file_that_took_a_closed_streams_number(self):
        for number, which in enumerate(itertools.chain.from_iterable(
                itertools.combinations((0, 1, 2), count) for count in (1, 2, 3))):
            with self.subTest(which):
                file = self.folder / ("block%d" % number)
                result = perflib("dump", "-o", file, *VM, before=closing(*which))
                self.assertExit(result, ALL_WELL)
                block.decode(file.read_bytes())
                again = perflib("dump", "-o", file, *VM, before=closing(*which))
                self.assertExit(again, FAILED)
                block.decode(file.read_bytes())

    def test_inspect_of_a_closed_standard_input_is_a_failure(self):
        result = perflib("inspect", "-", before=closing(0))
        self.assertEqual((FAILED, b""), (result.code, result.out))
        self.assertRegex(result.err, r"^perflib: standard input: [^\n]+\n$")


class FewDescriptors(ToolTest):
    def test_sixteen_are_enough_for_everything(self):
        for arguments in (("query", r"\Process(*)\*", *PAIR), ("list", *PAIR),
                          ("explain", MEMORY, *PAIR), ("watch", "@process", *PAIR),
                          ("query", r"\Process(*)\IO Data Bytes/sec", "-n", "3", "-i", "0.05"),
                          ("query", r"\*(*)\*", "-n", "2", "-i", "0.05", "--format", "json")):
            with self.subTest(arguments):
                result = perflib(*arguments, before=descriptors(16))
                self.assertEqual((ALL_WELL, ""), (result.code, result.err), result)
                self.assertNotIn("Too many open files", result.text)

    def test_a_block_is_the_same_with_few_and_with_many(self):
        few = perflib("dump", "-o", "-", *VM, before=descriptors(16))
        self.assertEqual(perflib("dump", "-o", "-", *VM).out, few.out)


class Signals(ToolTest):
    def started(self, *arguments, **options):
        return subprocess.Popen([PERFLIB, *map(os.fspath, arguments)], env=environment(),
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def stormed(self, process, *numbers):
        """Sends the signals round and round until the process has ended."""
        for number in itertools.cycle(numbers):
            if process.poll() is not None:
                return
            process.send_signal(number)
            time.sleep(0.001)  # a pace, not a wait

    def test_stops_and_starts_lose_no_row(self):
        with self.started("query", MEMORY, "-n", "5", "-i", "0.05", "--format", "csv") as process:
            process.stdout.readline()  # its signals are set up
            self.stormed(process, signal.SIGSTOP, signal.SIGCONT, signal.SIGWINCH)
            rest, err = process.stdout.read(), process.stderr.read()
        self.assertEqual((ALL_WELL, b""), (process.returncode, err))
        self.assertEqual(5, rest.count(b"\r\n"))

    def test_interrupted_dumps_are_whole(self):
        for number in some_of(range(20), 7):
            file = self.folder / ("block%d" % number)
            with self.started("dump", "-o", file, *VM) as process:
                self.stormed(process, signal.SIGSTOP, signal.SIGCONT)
                self.assertEqual(ALL_WELL, process.wait(PATIENCE))
            block.decode(file.read_bytes())

    def test_a_query_that_is_told_to_stop_ends_with_a_whole_row(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number.name):
                with self.started("query", MEMORY, "-n", "100000", "-i", "0.01", "--format",
                                  "csv") as process:
                    for _ in range(4):
                        process.stdout.readline()
                    process.send_signal(number)
                    rest, err = process.stdout.read(), process.stderr.read()
                self.assertEqual((ALL_WELL, b""), (process.returncode, err))
                self.assertTrue(rest == b"" or rest.endswith(b"\r\n"))

    def test_a_kill_at_any_time_leaves_no_half_file_and_no_other(self):
        begun = time.monotonic()
        self.run_well("dump", "-o", self.folder / "whole", *VM)
        takes = time.monotonic() - begun
        whole = (self.folder / "whole").read_bytes()
        for number in some_of(range(60), 8):
            file = self.folder / ("block%d" % number)
            with self.started("dump", "-o", file, *VM) as process:
                try:
                    process.wait(takes * number / 50)
                except subprocess.TimeoutExpired:
                    process.kill()
            if file.exists():
                self.assertEqual(whole, file.read_bytes())
                file.unlink()
        self.assertEqual(["whole"], os.listdir(self.folder))

    def test_a_kill_while_a_file_is_replaced_keeps_the_old_or_the_new_one(self):
        file = self.folder / "block"
        begun = time.monotonic()
        self.run_well("dump", "2", "-o", file, *VM)
        takes = time.monotonic() - begun
        old = file.read_bytes()
        new = perflib("dump", "-o", "-", *VM).out
        for number in some_of(range(40), 8):
            with self.started("dump", "-y", "-o", file, *VM) as process:
                try:
                    process.wait(takes * number / 30)
                except subprocess.TimeoutExpired:
                    process.kill()
            self.assertIn(file.read_bytes(), (old, new))


if __name__ == "__main__":
    unittest.main()
