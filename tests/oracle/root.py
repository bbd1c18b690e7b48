"""A recorded or made root folder: its /proc and /sys, and the clock that goes with them.

Every reader answers None where the file is missing, unreadable or not what it should be; nothing
of the machine that runs this is looked at (docs/perflib.md, section 4).
"""

import os
import re

LARGEST_U64 = (1 << 64) - 1
TICKS_PER_SECOND = 10_000_000  # 100 ns
UNIX_EPOCH_AS_FILETIME = 116_444_736_000_000_000
USER_HZ = 100
TICK = TICKS_PER_SECOND // USER_HZ  # one USER_HZ tick in 100 ns


def unsigned(text):
    """A decimal number of at most 64 bits, digits only; else None."""
    if text is None or not re.fullmatch(rb"0*[0-9]{1,20}", text):
        return None
    number = int(text.lstrip(b"0") or b"0")
    return number if number <= LARGEST_U64 else None


def signed(text):
    """As unsigned, but a minus sign may stand in front."""
    if text is None or not re.fullmatch(rb"-?[0-9]{1,18}", text):
        return None
    return int(text)


def natural(name):
    """The number at the end of names like cpu12 and node3."""
    return int(re.search(r"[0-9]+$", name).group())


class Root:
    def __init__(self, folder):
        self.folder = folder

    def path(self, relative):
        if isinstance(relative, bytes):
            return os.path.join(os.fsencode(self.folder), relative)
        return os.path.join(self.folder, relative)

    def read(self, relative):
        """The whole file as bytes; None where it cannot be read."""
        try:
            with open(self.path(relative), "rb") as handle:
                return handle.read()
        except OSError:
            return None

    def lines(self, relative):
        content = self.read(relative)
        return None if content is None else content.split(b"\n")

    def word(self, relative):
        """The content without blanks around it; None where it cannot be read.

        Some recorders copied the NUL behind the text too (node1/cpulist of the 128-CPU machine).
        """
        content = self.read(relative)
        return None if content is None else content.strip(b" \t\n\r\0")

    def number(self, relative):
        return unsigned(self.word(relative))

    def names(self, relative):
        """What a folder lists, in byte order; None where it cannot be listed."""
        try:
            return sorted(os.listdir(self.path(relative)), key=os.fsencode)
        except OSError:
            return None

    def is_folder(self, relative):
        return os.path.isdir(self.path(relative))

    def exists(self, relative):
        return os.path.exists(self.path(relative))

    def link(self, relative):
        try:
            return os.readlink(os.fsencode(self.path(relative)))
        except OSError:
            return None


class Clock:
    """The one instant of a collection: btime of proc/stat + proc/uptime (objects.md, section 5).

    `known` is False where one of the two is missing: then the header's times are 0 and what
    needs them has no data.
    """

    def __init__(self, root):
        boot = boot_seconds(root)
        up = uptime(root)
        self.known = boot is not None and up is not None
        self.boottime = up if self.known else 0  # 100 ns since boot
        self.boot_filetime = (
            boot * TICKS_PER_SECOND + UNIX_EPOCH_AS_FILETIME if self.known else 0)
        self.filetime = self.boot_filetime + self.boottime


def boot_seconds(root):
    for line in root.lines("proc/stat") or []:
        words = line.split()
        if len(words) == 2 and words[0] == b"btime":
            return unsigned(words[1])
    return None


def uptime(root):
    """First number of proc/uptime, SECONDS.HUNDREDTHS, in 100 ns."""
    words = (root.read("proc/uptime") or b"").split()
    match = re.fullmatch(rb"([0-9]+)(?:\.([0-9]{1,7}))?", words[0]) if words else None
    if match is None or unsigned(match.group(1)) is None:
        return None
    fraction = (match.group(2) or b"").ljust(7, b"0")
    return int(match.group(1)) * TICKS_PER_SECOND + int(fraction)
