"""Readers and a publisher beside all hostile neighbours at once: each sample has its time, memory stays within 32 MiB of what it
was after the first minute, and so do the descriptors. SECONDS: how long (an hour is what docs/security.md promises).
Runs as root, in mounts of its own."""

import csv
import datetime
import itertools
import json
import os
import pathlib
import pty
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

import hostile
from fuse_file import FuseFile
from hostile import (EVIL, NOBODY, PERFLIB, REQUEST_OF_SEGMENTS, become, connected, flood, give, in_a_child, listen,
                     page, segment, send_file, serve)

TYPEPERF, LOAD_AVERAGE, CHURN, COFFEE_MACHINE = (
    os.environ[name] for name in ("TYPEPERF", "LOAD_AVERAGE", "CHURN_PROGRAM", "COFFEE_MACHINE"))
SECONDS = int(os.environ.get("SECONDS", "90"))
BEGIN = min(10, SECONDS // 4)  # s, in which readers open what they keep open
FIRST = min(60, SECONDS // 2)  # s, after which memory is compared
GROWTH = 32 << 10  # KiB
LATE = 0.75  # of an interval of a second: later, the next one would be missed
ANSWER = 0.1  # s, within which a publisher answers
PATHS = (r"\Memory\Available Bytes", r"\Process(_Total)\Thread Count", r"\Processor(_Total)\% Processor Time",
         r"\System\Processes")


class Watched:
    """A process: (the most memory, the fewest descriptors) that it had in the first minute, without its start, since, and
    in the last one. What is open while somebody is answered differs from moment to moment: descriptors that stay are among
    the fewest."""

    def __init__(self, name, process):
        self.name, self.process = name, process
        self.first = self.later = self.last = None

    @staticmethod
    def with_one_more(so_far, seen):
        return seen if so_far is None else (max(so_far[0], seen[0]), min(so_far[1], seen[1]))

    def look(self):
        """(KiB, the most since the last look; descriptors). A recorder's memory rises and falls in each second: looked at
        once a second, what is seen would depend on when that is."""
        folder = pathlib.Path("/proc/%d" % self.process.pid)
        memory = next(int(line.split()[1]) for line in (folder / "status").read_text().splitlines()
                      if line.startswith("VmHWM:"))
        (folder / "clear_refs").write_text("5")  # begins a new peak
        return memory, len(os.listdir(folder / "fd"))


class BesideAll(hostile.OffersTest):
    NEEDS_TWO_USERS = True

    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="beside-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.folder.chmod(0o755)
        self.env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.folder), "TZ": "UTC",
                    "XDG_STATE_HOME": str(self.folder / "state"), "XDG_RUNTIME_DIR": "/run/own"}
        self.watched, self.neighbours, self.slowest, self.asked, self.has_ended = [], [], 0.0, 0, threading.Event()

    # The neighbours.

    def folder_of(self, name, user=NOBODY):
        folder = EVIL.parent / name
        folder.mkdir(exist_ok=True)
        give(folder, user)
        return folder

    def neighbour(self, work):
        self.neighbours.append(self.start_child(work))

    def offer_in(self, name, segments, user=NOBODY):
        self.neighbours.append(self.offer(self.folder_of(name, user), segments, user)[0])

    def mapped_often(self):
        """62 names with 1,024 times the same small memory."""
        folder, small = self.folder_of("mapped"), segment(b"M" * 16, 1, 1)
        descriptors = [page(), *[small] * 1024]

        def work():
            become()
            for number in range(62):
                in_a_child(lambda number=number: serve(folder / ("%d-0" % number), descriptors, 1024))
            signal.pause()
        self.neighbour(work)
        os.close(small)

    def silent(self):
        """Four thousand names of one socket that nobody serves, and seven new ones a second."""
        folder = self.folder_of("silent")

        def work():
            become()
            with listen(folder / "0"):
                for number in itertools.count(1):
                    os.link(folder / "0", folder / str(number))
                    if number > 4000:
                        os.unlink(folder / str(number - 4000))
                        time.sleep(1 / 7)
        self.neighbour(work)

    def files_that_hang(self):
        """A descriptor for readers, and one for the publisher, which no process can close until the daemon ends."""
        if not os.access("/dev/fuse", os.R_OK | os.W_OK):
            return
        folder, (told, tell) = self.folder_of("hangs"), os.pipe()

        def work():
            libc = hostile.ctypes.CDLL(None)
            if libc.unshare(hostile.CLONE_NEWNS) != 0:
                return
            file = FuseFile(tempfile.mkdtemp(prefix="hostile-", dir="/run"))
            os.write(tell, b"%d\n" % file.daemon)
            os.close(tell)
            descriptor = os.open(file.path, os.O_RDONLY)
            in_a_child(lambda: self.send_to_publisher(descriptor))
            become()
            send_file(folder / "1-0", descriptor)
        self.neighbour(work)
        os.close(tell)
        with open(told, encoding="ascii") as words:
            daemon = words.readline()
        if daemon:
            self.addCleanup(os.kill, int(daemon), signal.SIGKILL)

    def send_to_publisher(self, file):
        while True:
            with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
                try:
                    connection.connect(str(self.published))
                    socket.send_fds(connection, [REQUEST_OF_SEGMENTS], [file])
                except OSError:
                    pass
            time.sleep(1)

    def start_neighbours(self):
        # They are of users of their own: one user's room would be used up by the small offers.
        self.offer_in("large", [segment(b"L" * 16, 64_000, slots) for slots in (24, 24, 22)], NOBODY - 1)
        self.offer_in("many", [segment(bytes([number]) * 16, 64_000, 1) for number in range(1, 60)], NOBODY - 2)
        self.offer_in("a-thief", [segment(b"N" * 16, 1, 1)])
        self.mapped_often()
        self.silent()
        self.files_that_hang()
        for _ in range(4):
            self.neighbour(lambda: flood(self.published, pause=0.002))
        total = self.folder / "_Total"
        total.write_bytes(pathlib.Path("/bin/sleep").read_bytes())
        total.chmod(0o755)
        self.start("neighbour", [total, "100000"])
        self.start("churn", [CHURN, "200", "1000", "97"])

    # Who lives beside them.

    def start(self, name, words, out=None, **more):
        with open(self.folder / (name + ".out"), "wb") as file:
            process = subprocess.Popen(list(map(str, words)), stdin=subprocess.DEVNULL, stdout=out or file, cwd=self.folder,
                                       stderr=subprocess.STDOUT, env=self.env, **more)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def start_watched(self):
        screen, terminal = pty.openpty()
        threading.Thread(target=self.drain, args=(screen,), daemon=True).start()
        self.watched = [Watched(name, self.start(name, words, out)) for name, words, out in (
            ("ring", [PERFLIB, "record", "--ring", "2h", "-i", "1", "-o", "ring.perfrec"], None),
            ("watch", [PERFLIB, "watch", "-i", "1"], terminal),
            ("typeperf", [TYPEPERF, *PATHS, "-si", "1", "-o", "typeperf.csv", "-y"], None),
            ("pdh", [LOAD_AVERAGE, "1000000", "1"], None))]
        self.watched.append(Watched("publisher", self.publisher))

    def drain(self, screen):
        try:
            while os.read(screen, 1 << 16):
                pass
        except OSError:
            pass

    def publish(self):
        folder = pathlib.Path(self.env["XDG_RUNTIME_DIR"], "openperflib")
        folder.mkdir(parents=True)
        self.publisher = subprocess.Popen([COFFEE_MACHINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.env)
        self.addCleanup(self.publisher.wait)
        self.addCleanup(self.publisher.kill)
        self.assertEqual(b"ready\n", self.publisher.stdout.readline())
        self.published = next(folder.iterdir())

    def ask(self):
        """Once a second, how long the publisher takes to answer."""
        while not self.has_ended.wait(1):
            begin = time.monotonic()
            with connected(self.published, hostile.PATIENCE) as connection:
                connection.send(REQUEST_OF_SEGMENTS)
                connection.recv(64)
            self.asked += 1
            self.slowest = max(self.slowest, time.monotonic() - begin)

    # What is expected.

    def look(self, begin):
        for child in self.neighbours:
            self.assertEqual((0, 0), os.waitpid(child, os.WNOHANG), "a neighbour has ended")
        for one in self.watched:
            self.assertIsNone(one.process.poll(), "%s ended: %s" % (one.name, self.text(one.name)))
            seen = one.look()
            if time.monotonic() - begin < BEGIN:
                continue
            if time.monotonic() - begin < FIRST or one.first is None:
                one.first = one.with_one_more(one.first, seen)
            else:
                one.later = one.with_one_more(one.later, seen)
            if time.monotonic() - begin > SECONDS - FIRST:
                one.last = one.with_one_more(one.last, seen)

    def text(self, name):
        file = self.folder / (name + ".out")
        return file.read_text(errors="replace")[-2000:] if file.exists() else ""

    def report(self):
        for one in self.watched:
            if one.last is None:
                continue
            print("%-9s %d MiB in the first %d s, %d MiB later, %d MiB in the last; descriptors %d, %d, %d" % (
                one.name, one.first[0] >> 10, FIRST, one.later[0] >> 10, one.last[0] >> 10, one.first[1], one.later[1],
                one.last[1]), flush=True)
        print("the publisher answered %d times, within %.0f ms" % (self.asked, 1000 * self.slowest), flush=True)

    def assertOnTime(self, name, times):
        late = [(number, gap) for number, gap in enumerate(b - a for a, b in itertools.pairwise(times))
                if abs(gap - 1) > LATE]
        print("%-9s %d samples, %d not on time %s" % (name, len(times), len(late), late[:10]), flush=True)
        self.assertGreater(len(times), SECONDS - 10, name)
        self.assertEqual([], late, name)

    def times_of_the_ring(self):
        # Each second of it is a block of its own, with the names of four million values.
        code, text = self.read("query", PATHS[0], "--log", str(self.folder / "ring.perfrec"), "-f", "json",
                               patience=hostile.PATIENCE + SECONDS)
        self.assertEqual(0, code, text)
        return [datetime.datetime.fromisoformat(json.loads(line)["time"]).timestamp() for line in text.splitlines()
                if line.startswith("{")]

    def times_of_typeperf(self):
        with open(self.folder / "typeperf.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))[1:]
        return [datetime.datetime.strptime(row[0], "%m/%d/%Y %H:%M:%S.%f").timestamp() for row in rows]

    def test_all_go_on(self):
        self.publish()
        self.start_neighbours()
        self.start_watched()
        asking = threading.Thread(target=self.ask)
        asking.start()
        begin = time.monotonic()
        try:
            while time.monotonic() < begin + SECONDS:
                time.sleep(1)
                self.look(begin)
        finally:
            self.has_ended.set()
            asking.join()
            self.report()
        for one in self.watched[:-1]:
            one.process.send_signal(signal.SIGINT)
        self.assertOnTime("ring", self.times_of_the_ring())
        self.assertOnTime("typeperf", self.times_of_typeperf())
        for one in self.watched:
            self.assertLessEqual(one.later[0], one.first[0] + GROWTH, one.name)
            # Readers keep descriptors for the processes that there are, of which the number is not always the same.
            self.assertLessEqual(one.last[1], one.first[1] * 1.1 + 2, one.name)
        self.assertLess(self.slowest, ANSWER)


if __name__ == "__main__":
    unittest.main()
