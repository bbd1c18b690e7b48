"""Linux Filesystem (100154): docs/objects/disks.md; data/objects.csv."""

import logical_disk
from assemble import Collected
from values import NO_DATA


def options(root):
    """Mount point -> the options of the mount and those of its file system, of the last line there."""
    found = {}
    lines = root.lines("proc/self/mountinfo")
    for line in lines if lines is not None else root.lines("proc/mounts") or []:
        words = line.split(b" ")
        if lines is None and logical_disk.mounts_line(line):
            found[logical_disk.unescape(words[1])] = words[3:4]
        elif lines is not None and logical_disk.mountinfo_line(line):
            behind = words[words.index(b"-", 6) + 1:]
            found[logical_disk.unescape(words[4])] = [words[5]] + behind[2:3]
    return found


def read_only(one, wanted):
    """Whether the mount or its file system says ro; no data where not both options are there."""
    if any(b"ro" in words.split(b",") for words in one):
        return 1
    return 0 if len(one) == wanted else NO_DATA


def collect(collection):
    """Inodes need statvfs, which below a root there is not: no data. No _Total."""
    found = options(collection.root)
    wanted = 1 if collection.root.lines("proc/self/mountinfo") is None else 2
    return Collected([(logical_disk.instance_name(mount.point),
                       {"Inodes Free %": NO_DATA, "Read Only": read_only(found[mount.point], wanted)})
                      for mount in logical_disk.chosen(logical_disk.mounts(collection.root))])
