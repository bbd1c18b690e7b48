"""What hostile readers do to a process that publishes counter sets: it serves the others, and ends when it is told to."""

import array
import ctypes
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import unittest

from fuse_file import FuseFile

PATIENCE = 10  # s, against what hangs
REQUEST_OF_SEGMENTS = struct.pack("<I4s4I", 1, b"OPLR", 1, 0, 0, 0)
CLONE_NEWNS, CLONE_NEWUSER, MS_REC, MS_PRIVATE = 0x20000, 0x10000000, 0x4000, 1 << 18


def has_mounts_of_its_own():
    libc = ctypes.CDLL(None)
    uid, gid = os.geteuid(), os.getegid()
    if libc.unshare(CLONE_NEWNS if uid == 0 else CLONE_NEWNS | CLONE_NEWUSER) != 0:
        return False
    if uid != 0:
        for name, text in (("setgroups", "deny"), ("uid_map", "0 %d 1" % uid), ("gid_map", "0 %d 1" % gid)):
            pathlib.Path("/proc/self", name).write_text(text)
    return libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None) == 0


def in_a_child(work):
    """Runs work() in a process of its own. Returns its pid."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return child


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
        """A connection with PATIENCE for the answer; one that is refused because others wait is tried again."""
        until = time.monotonic() + PATIENCE
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        connection.setblocking(False)
        while True:
            try:
                connection.connect(self.path)
                break
            except BlockingIOError:
                self.assertLess(time.monotonic(), until)
                time.sleep(0.001)
        connection.settimeout(PATIENCE)
        return connection

    def is_served(self):
        with self.connect() as connection:
            connection.send(REQUEST_OF_SEGMENTS)
            message, *_ = connection.recvmsg(64, socket.CMSG_SPACE(64))
            return message[4:8] == b"OPLO"


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


del RequestsTest

if __name__ == "__main__":
    unittest.main()
