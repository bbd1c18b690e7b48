"""A file in a FUSE file system whose daemon never answers some requests: each process that closes a descriptor of it, or
asks for its file system, waits until the daemon ends. The protocol is that of linux/fuse.h, version 7.31."""

import ctypes
import os
import struct

LOOKUP, FORGET, GETATTR, OPEN, STATFS, RELEASE, FLUSH, INIT, INTERRUPT, BATCH_FORGET = 1, 2, 3, 14, 17, 18, 25, 26, 36, 42
NO_ANSWER = (FORGET, BATCH_FORGET, INTERRUPT, STATFS, FLUSH)
ENOSYS = 38
ROOT_NODE, FILE_NODE = 1, 2


def attributes(node):
    mode = 0o040755 if node == ROOT_NODE else 0o100666
    return struct.pack("<6Q10I", node, 0, 0, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)


ANSWERS = {
    INIT: lambda node: struct.pack("<4I2H2I2HI28x", 7, 31, 0, 0, 1, 1, 4096, 1, 1, 0, 0),
    LOOKUP: lambda node: struct.pack("<4Q2I", FILE_NODE, 0, 60, 60, 0, 0) + attributes(FILE_NODE),
    GETATTR: lambda node: struct.pack("<Q2I", 60, 0, 0) + attributes(node),
    OPEN: lambda node: struct.pack("<Q2I", 1, 0, 0),
    RELEASE: lambda node: b"",
}


def serve(device):
    while True:
        try:
            request = os.read(device, 1 << 18)
        except OSError:  # interrupted, or nothing is mounted any more
            return
        opcode, unique, node = struct.unpack_from("<IQQ", request, 4)
        if opcode in NO_ANSWER:
            continue
        error = 0 if opcode in ANSWERS else -ENOSYS
        body = ANSWERS[opcode](node) if error == 0 else b""
        os.write(device, struct.pack("<IiQ", 16 + len(body), error, unique) + body)


class FuseFile:
    """Mounted in the mount namespace of the caller. Until end() is called, no process that closes the file can end."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "file")
        device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
        options = "fd=%d,rootmode=40000,user_id=%d,group_id=%d" % (device, os.geteuid(), os.getegid())
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.mount(b"hostile", os.fsencode(folder), b"fuse", 0, options.encode()) != 0:
            os.close(device)
            raise OSError(ctypes.get_errno(), "a FUSE file system cannot be mounted")
        self.daemon = os.fork()
        if self.daemon == 0:
            try:
                serve(device)
            finally:
                os._exit(0)
        os.close(device)

    def end(self):
        """Everybody who waits for the file goes on, with an error."""
        os.kill(self.daemon, 9)
        os.waitpid(self.daemon, 0)
