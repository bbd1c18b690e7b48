"""What hostile services offer to the readers of counter sets: readers keep their schedule, and lose that service's counter
sets only. In mounts of its own."""

import ctypes
import fcntl
import os
import pathlib
import re
import select
import signal
import struct
import subprocess
import tempfile
import time
import unittest

import hostile
from fuse_file import FuseFile
from hostile import (CLONE_NEWNS, EVIL, MEMORY, PATIENCE, PERFLIB, become, listen, page, segment, send_file, serve)


class DescriptorTest(hostile.OffersTest):
    """An offer of another user, whose page hangs the process that closes it, or asks for its file system."""

    NEEDS_TWO_USERS = True

    def setUp(self):
        super().setUp()
        if not os.access("/dev/fuse", os.R_OK | os.W_OK):
            self.skipTest("/dev/fuse may not be opened")
        told, self.tell = os.pipe()
        self.start_child(self.mount_and_send)
        os.close(self.tell)
        with open(told, encoding="ascii") as words:
            daemon = words.readline()
        if daemon == "":
            self.skipTest("no FUSE file system can be mounted here")
        self.addCleanup(os.kill, int(daemon), signal.SIGKILL)  # first: the service may wait for it
        self.wait_for(EVIL / "1-0")

    def mount_and_send(self):
        """In mounts that readers do not have: they meet the file only as a descriptor."""
        libc = ctypes.CDLL(None)
        if libc.unshare(CLONE_NEWNS) != 0:
            return
        file = FuseFile(tempfile.mkdtemp(prefix="hostile-", dir="/run"))
        os.write(self.tell, b"%d\n" % file.daemon)
        os.close(self.tell)
        descriptor = os.open(file.path, os.O_RDONLY)
        become()
        send_file(EVIL / "1-0", descriptor)

    def test_reader_ends_with_its_values(self):
        code, text = self.read("query", MEMORY)
        self.assertEqual(0, code, text)
        self.assertIn("Available Bytes", text)

    def test_running_reader_leaves_one_process_behind(self):
        before = self.receivers()
        code, text = self.read("query", MEMORY, "-i", "0.2", "-n", "5")
        self.assertEqual(0, code, text)
        until = time.monotonic() + PATIENCE
        while len(self.receivers() - before) > 1:  # those of other readers end
            self.assertLess(time.monotonic(), until)
            time.sleep(0.1)

    def test_one_that_is_left_behind_has_nothing_of_its_reader(self):
        before = self.receivers()
        told, writing = os.pipe()
        self.addCleanup(os.close, told)
        high = fcntl.fcntl(writing, fcntl.F_DUPFD_CLOEXEC, 200)  # the kernel closes what it was sent before this
        os.close(writing)
        until = time.monotonic() + PATIENCE
        while (left := self.left_behind(before)) is None:
            self.assertLess(time.monotonic(), until)
            self.read("query", MEMORY, inherited=(high,))
        os.close(high)
        self.assertEqual(([told], [], []), select.select([told], [], [], PATIENCE))
        self.assertEqual(b"", os.read(told, 1))
        self.assertEqual([], os.listdir(left / "fd"))
        status = (left / "status").read_text()
        self.assertRegex(status, "State:\t[SD]")
        self.assertNotIn("VmRSS", status)

    def left_behind(self, before):
        """One of this test's readers that waits and has no memory any more; None: there is none. Readers of other tests
        have other mounts."""
        mounts = os.readlink("/proc/self/ns/mnt")
        for name in self.receivers() - before:
            process = pathlib.Path("/proc") / name
            try:
                is_here = os.readlink(process / "ns" / "mnt") == mounts
                status = (process / "status").read_text()
            except OSError:
                continue  # it has ended
            if is_here and re.search("State:\t[SD]", status) and "VmRSS" not in status:
                return process
        return None

    def receivers(self):
        found = set()
        for process in pathlib.Path("/proc").iterdir():
            try:
                if process.name.isdigit() and (process / "comm").read_text() == "perflib-receive\n":
                    found.add(process.name)
            except OSError:
                pass  # it has ended
        return found

    def test_doctor_names_the_offer(self):
        self.read_until(lambda _, text: "/run/openperflib/evil/1-0" in text and "it is not memory that can be shared" in text,
                        "doctor")


class LargeSetTest(hostile.OffersTest):
    """A set within all limits of segments, which has more values than a block may have: 64,000 counters of 70 instances."""

    def setUp(self):
        super().setUp()
        self.offer(EVIL, [segment(b"L" * 16, 64_000, slots) for slots in (24, 24, 22)])

    def test_recording_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            recording = os.path.join(folder, "a.perfrec")
            code, text = self.read("record", "-i", "0.5", "-n", "2", "-o", recording)
            self.assertEqual(0, code, text)
            code, text = self.read("query", MEMORY, "--log", recording)
            self.assertEqual(0, code, text)


class ManyCountersTest(hostile.OffersTest):
    """Descriptions as large as one user's may be: 65,536 counters, in few sets or in many."""

    MOST_MEMORY = 64 << 10  # KiB of the reader's own; it also maps what it is offered
    SHAPES = ((64_000, 1_536), (80,) * 819)  # counters of each set

    def own_memory(self, tool):
        """The most that it had while it ran, of memory that belongs to no file."""
        most = 0
        while tool.poll() is None:
            try:
                status = pathlib.Path("/proc/%d/status" % tool.pid).read_text()
            except OSError:
                break
            sizes = [int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon:")]
            most = max(most, *sizes, 0)
            time.sleep(0.005)
        self.assertEqual(0, tool.wait())
        return most

    @unittest.skipIf(os.environ.get("SANITIZED") == "1", "sanitizers have memory of their own")
    def test_reader_stays_small(self):
        for shape in self.SHAPES:
            child, path = self.offer(EVIL, [segment(struct.pack("<I", number) * 4, counters, 1)
                                            for number, counters in enumerate(shape)])
            with self.subTest(sets=len(shape)), tempfile.TemporaryFile() as out:
                self.read_until(lambda _, text: text.count('"guid"') == len(shape), "provider", "list", "--json")
                tool = subprocess.Popen([PERFLIB, "query", MEMORY, "-n", "4", "-i", "0.25"], stdout=out)
                self.assertLess(self.own_memory(tool), self.MOST_MEMORY)
            os.killpg(child, signal.SIGKILL)
            path.unlink()


class ManyNamesTest(hostile.OffersTest):
    """One socket with many names, at none of which anybody answers, beside a service whose only set is NeighbourSet."""

    def setUp(self):
        super().setUp()
        neighbour = EVIL.parent / "neighbour"
        neighbour.mkdir()
        descriptors = [page(), segment(b"N" * 16, 1, 1)]
        for work in (lambda: serve(neighbour / "1-0", descriptors, 1), self.listen_only):
            self.start_child(work)
        for descriptor in descriptors:
            os.close(descriptor)
        self.wait_for(neighbour / "1-0")
        self.wait_for(EVIL / "0")

    def listen_only(self):
        become()
        with listen(EVIL / "0"):
            signal.pause()

    def add_names(self, count):
        for number in range(1, count):
            os.link(EVIL / "0", EVIL / str(number))

    def assert_neighbour_is_read(self):
        self.read_until(lambda code, _: code == 0, "query", r"\{4E4E4E4E-4E4E-4E4E-4E4E-4E4E4E4E4E4E}(*)\*")

    def test_sixty_four_that_never_answer(self):
        self.add_names(64)
        self.assert_neighbour_is_read()
        _, text = self.read("doctor")
        self.assertRegex(text, "/run/openperflib/evil: .*connections that do not answer: [0-9]+; their counter sets are left out")

    def test_more_names_than_are_listed(self):
        self.add_names(5000)
        self.assert_neighbour_is_read()


if __name__ == "__main__":
    unittest.main()
