"""What hostile readers do to a process that publishes counter sets: it serves the others, and ends when it is told to."""

import array
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from fuse_file import FuseFile
from hostile import REQUEST_OF_SEGMENTS, connected, end_children, flood, has_mounts_of_its_own, in_a_child

SANITIZED = os.environ.get("SANITIZED") == "1"
PATIENCE = 100  # s, against what hangs
MOST_DESCRIPTORS = 200
MOST_MEMORY = 64 << 20


class RequestsTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hostile-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.folder.chmod(0o755)
        (self.folder / "openperflib").mkdir()
        self.provider = subprocess.Popen([os.environ["COFFEE_MACHINE"]], text=True, stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, env={**os.environ, "XDG_RUNTIME_DIR": str(self.folder)})
        self.addCleanup(self.end_provider)
        self.assertEqual(self.provider.stdout.readline(), "ready\n")
        self.path = str(next((self.folder / "openperflib").iterdir()))

    def end_provider(self):
        self.provider.kill()
        self.provider.communicate(timeout=PATIENCE)

    def connect(self):
        return connected(self.path, PATIENCE)

    def is_served(self):
        with self.connect() as connection:
            connection.send(REQUEST_OF_SEGMENTS)
            message, *_ = connection.recvmsg(64, socket.CMSG_SPACE(64))
            return message[4:8] == b"OPLO"

    def status(self, field):
        for line in pathlib.Path("/proc/%d/status" % self.provider.pid).read_text().splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) << 10
        self.fail(field)

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.provider.pid))


class DescriptorTest(RequestsTest):
    """A request with a descriptor that hangs each process which closes it."""

    @classmethod
    def setUpClass(cls):
        if not os.access("/dev/fuse", os.R_OK | os.W_OK):
            raise unittest.SkipTest("/dev/fuse may not be opened")

    def send_descriptor(self, path):
        file = os.open(path, os.O_RDONLY)
        with self.connect() as connection:
            rights = array.array("i", [file])
            connection.sendmsg([REQUEST_OF_SEGMENTS], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
        os.write(self.sent, b"x")
        os.close(file)  # waits for the daemon

    def attack(self):
        """In a process whose mounts are its own, until the test ends."""
        os.close(self.end)
        if not has_mounts_of_its_own():
            return
        mounted = self.folder / "mounted"
        mounted.mkdir()
        file = FuseFile(str(mounted))
        try:
            closer = in_a_child(lambda: self.send_descriptor(file.path))
            os.close(self.sent)
            os.read(self.has_ended, 1)
        finally:
            file.end()
        os.waitpid(closer, 0)

    def end_attack(self, attacker):
        os.close(self.end)
        os.waitpid(attacker, 0)

    def test_provider_serves_others_and_ends(self):
        is_sent, self.sent = os.pipe()
        self.has_ended, self.end = os.pipe()
        attacker = in_a_child(self.attack)
        self.addCleanup(self.end_attack, attacker)
        os.close(self.sent)
        if os.read(is_sent, 1) != b"x":
            self.skipTest("no FUSE file system can be mounted in a mount namespace here")
        for _ in range(2):
            self.assertTrue(self.is_served())
        self.provider.terminate()
        self.provider.wait(PATIENCE)


class FloodTest(RequestsTest):
    """Four processes that connect, send a large request and close, as fast as they can, run by another user where the
    test is run by root."""

    READERS, SECONDS = 4, 3

    def ask(self, has_ended):
        """Counts how many were served during the flood."""
        while not has_ended.is_set() and self.is_served():
            self.served += not has_ended.is_set()
            time.sleep(0.01)

    def test_others_are_served_and_memory_stays(self):
        before, descriptors, memory, has_ended = self.status("VmRSS"), 0, 0, threading.Event()
        flooders = [in_a_child(lambda: flood(self.path, pause=0)) for _ in range(self.READERS)]
        self.addCleanup(end_children, flooders)
        time.sleep(self.SECONDS / 10)
        self.served = 0
        asking = threading.Thread(target=self.ask, args=(has_ended,))
        asking.start()
        begin = time.monotonic()
        while time.monotonic() < begin + (PATIENCE if self.served == 0 else self.SECONDS):
            descriptors = max(descriptors, self.descriptors())
            memory = max(memory, self.status("VmRSS"))
            time.sleep(0.02)
        has_ended.set()
        asking.join()
        self.assertGreater(self.served, 0)
        self.assertLess(descriptors, MOST_DESCRIPTORS)
        if not SANITIZED:  # sanitizers have memory of their own
            self.assertLess(memory - before, MOST_MEMORY)


del RequestsTest

if __name__ == "__main__":
    unittest.main()
