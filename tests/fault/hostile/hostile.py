"""What hostile services are made of: sealed memory, segments, sockets; and a test with a folder for them in mounts of its
own. Where an ordinary user runs it, the services are of that user, too."""

import array
import ctypes
import fcntl
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import time
import unittest

PERFLIB = os.environ["PERFLIB"]
PATIENCE = 200  # s, against what hangs
NOBODY = 65534
CLONE_NEWNS, CLONE_NEWUSER, MS_REC, MS_PRIVATE = 0x20000, 0x10000000, 0x4000, 1 << 18
HAS_TWO_USERS = os.geteuid() == 0  # root can become another one
EVIL = pathlib.Path("/run/openperflib/evil")
F_ADD_SEALS, SEALS = 1033, 1 | 2 | 4 | 16  # seal, shrink, grow, future write
PERF_COUNTER_RAWCOUNT, NO_COUNTER = 0x10000, 0xFFFFFFFF
MEMORY = r"\Memory\Available Bytes"


REQUEST_OF_SEGMENTS = struct.pack("<I4s4I", 1, b"OPLR", 1, 0, 0, 0)


def request_of_many(entries):
    """ADD_COUNTER for names of 2,046 bytes."""
    entry = struct.pack("<2I16s2I", 1, 1, bytes(16), 0, 2046) + bytes(2048)
    return struct.pack("<I4s4I", 1, b"OPLR", 1, entries, 0xFFFFFFFF, 0) + entries * entry


def connected(path, patience):
    """A connection with so many seconds for the answer; one that is refused because others wait is tried again."""
    until = time.monotonic() + patience
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    connection.setblocking(False)
    while True:
        try:
            connection.connect(str(path))
            break
        except BlockingIOError:
            if time.monotonic() > until:
                connection.close()
                raise
            time.sleep(0.001)
    connection.settimeout(patience)
    return connection


def flood(path, pause):
    """Asks for much, closes before the answer and pauses, until its parent ends."""
    parent = os.getppid()
    become()
    request = request_of_many(60)
    while os.getppid() == parent:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
            connection.setblocking(False)
            try:
                connection.connect(str(path))
                connection.send(request)
            except OSError:
                pass
        time.sleep(pause)


def end_children(children):
    """And those that they started, where they have groups of their own."""
    for child in children:
        try:
            (os.killpg if os.getpgid(child) == child else os.kill)(child, signal.SIGKILL)
            os.waitpid(child, 0)
        except (ProcessLookupError, ChildProcessError):
            pass  # it has ended


def offer_message(segments, first=0):
    return struct.pack("<I4s3I", 1, b"OPLO", segments, first, 1)


def has_mounts_of_its_own():
    """Gives this process mounts that nobody else has; an ordinary user is root in a namespace then."""
    libc = ctypes.CDLL(None)
    uid, gid = os.geteuid(), os.getegid()
    if libc.unshare(CLONE_NEWNS if uid == 0 else CLONE_NEWNS | CLONE_NEWUSER) != 0:
        return False
    if uid != 0:
        for name, text in (("setgroups", "deny"), ("uid_map", "0 %d 1" % uid), ("gid_map", "0 %d 1" % gid)):
            pathlib.Path("/proc/self", name).write_text(text)
    return libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None) == 0


def has_an_empty_run():
    """Gives this process a /run that nobody else has."""
    return has_mounts_of_its_own() and ctypes.CDLL(None).mount(b"tmpfs", b"/run", b"tmpfs", 0, b"mode=755") == 0


def in_a_child(work):
    """Runs work() in a process of its own. Returns its pid."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    return child


def become(user=NOBODY):
    """Makes this process one of the user, where there are two."""
    if not HAS_TWO_USERS:
        return
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def sealed_memory(content):
    file = os.memfd_create("hostile", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.posix_fallocate(file, 0, len(content))
    os.pwrite(file, content, 0)
    fcntl.fcntl(file, F_ADD_SEALS, SEALS)
    return file


def page():
    """That of a process that claims to run."""
    return sealed_memory(struct.pack("<I4s2I", 1, b"OPLP", 1, 1).ljust(4096, b"\0"))


def segment(guid, counters, slots):
    """One of a set with names, whose counters have four bytes and no texts; all slots are in use."""
    slots_offset = (192 + 48 * counters + 63) // 64 * 64
    slot_size = (48 + 8 * counters + 64 + 63) // 64 * 64
    total = slots_offset + slots * slot_size
    header = struct.pack("<I4sQ16s16s4IQ5I", 1, b"OPLS", total, guid, guid, 2, counters, slots, 64, slots_offset, slot_size,
                         192 + 48 * counters, 0, 0, 0)
    header = header.ljust(128, b"\0") + struct.pack("<2I", slots, 0)
    described = b"".join(struct.pack("<2IQIi6I", number, PERF_COUNTER_RAWCOUNT, 0, 100, 0, *[NO_COUNTER] * 4, 1, 0)
                         for number in range(counters))
    slot = b"".join(
        (struct.pack("<2IQ16s4I", 2, 0, number + 1, guid, 0, number + 1, 0, 8) + bytes(8 * counters) +
         ("%03d" % number).encode("utf-16-le")).ljust(slot_size, b"\0") for number in range(slots))
    return sealed_memory((header.ljust(192, b"\0") + described).ljust(slots_offset, b"\0") + slot)


def serve(path, descriptors, segments):
    """Offers them to every reader, at most 16 in a message; the first descriptor is the page."""
    with listen(path) as server:
        while True:
            connection, _ = server.accept()
            with connection:
                try:
                    send_offer(connection, descriptors, segments)
                except OSError:
                    pass  # the reader has left


def send_offer(connection, descriptors, segments):
    connection.recv(1 << 17)
    for first in range(0, len(descriptors), 16):
        rights = array.array("i", descriptors[first:first + 16])
        connection.sendmsg([offer_message(segments, max(first - 1, 0))], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])


def listen(path):
    server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    server.bind(str(path))
    server.listen(64)
    return server


def give(folder, user=NOBODY):
    if HAS_TWO_USERS:
        os.chown(folder, user, user)


class OffersTest(unittest.TestCase):
    """A service of the user nobody, whose folder is EVIL, and readers of root; or both of one ordinary user."""

    NEEDS_TWO_USERS = False

    @classmethod
    def setUpClass(cls):
        if cls.NEEDS_TWO_USERS and not HAS_TWO_USERS:
            raise unittest.SkipTest("needs root, who can be two users")
        if not has_an_empty_run():
            raise unittest.SkipTest("needs a kernel where this user may have mounts of its own")

    def setUp(self):
        EVIL.mkdir(parents=True)
        self.addCleanup(shutil.rmtree, EVIL.parent, ignore_errors=True)
        give(EVIL)

    def start_child(self, work):
        """Runs work() as a service until the test ends; in a group of its own."""
        def in_a_group():
            os.setpgid(0, 0)
            work()
        child = in_a_child(in_a_group)
        try:
            os.setpgid(child, child)  # whichever comes first
        except PermissionError:
            pass
        self.addCleanup(end_children, [child])
        return child

    def offer(self, folder, segments, user=NOBODY):
        """Starts a service of the user that offers the segments in a folder of his; the file of a segment may come several
        times. Returns the child and the path of its socket."""
        descriptors, path = [page(), *segments], folder / "1-0"

        def work():
            become(user)
            serve(path, descriptors, len(segments))
        child = self.start_child(work)
        for descriptor in set(descriptors):
            os.close(descriptor)
        self.wait_for(path)
        return child, path

    def wait_for(self, path):
        until = time.monotonic() + PATIENCE
        while not path.exists():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.01)

    def read(self, *arguments, inherited=(), patience=PATIENCE):
        """What perflib prints, which gets these descriptors. It must end, and by itself."""
        tool = subprocess.Popen([PERFLIB, *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                pass_fds=inherited, cwd="/",
                                env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"})
        try:
            out, err = tool.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            tool.kill()
            self.fail("perflib %s does not end" % " ".join(arguments))
        return tool.returncode, out + err

    def read_until(self, is_it, *arguments):
        """What perflib prints when it is that: an offer that comes late on a busy machine is missing at first."""
        until = time.monotonic() + PATIENCE
        while True:
            code, text = self.read(*arguments)
            if is_it(code, text):
                return
            self.assertLess(time.monotonic(), until, text)


def send_file(path, file):
    """Offers it as the page to every reader."""
    serve(path, [file], 1)
