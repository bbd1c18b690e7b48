"""LogicalDisk (236): docs/objects.md, sections 4 and 6; data/objects.csv."""

import collections
import os
import re

import disks
from assemble import Collected
from values import total_of

Mount = collections.namedtuple("Mount", "device point kind source")  # device "MAJOR:MINOR" or None
READ_ONLY_IMAGES = (b"squashfs", b"iso9660", b"udf")


def unescape(word):
    """The kernel writes blanks, tabs, newlines and backslashes in octal."""
    return re.sub(rb"\\([0-3][0-7]{2})", lambda match: bytes([int(match.group(1), 8)]), word)


def mounts(root):
    """The lines of mountinfo; without that file those of proc/mounts."""
    lines = root.lines("proc/self/mountinfo")
    if lines is not None:
        return [mount for mount in map(mountinfo_line, lines) if mount]
    return [mount for mount in map(mounts_line, root.lines("proc/mounts") or []) if mount]


def mountinfo_line(line):
    """ID PARENT MAJOR:MINOR ROOT POINT OPTIONS [TAG...] - TYPE SOURCE OPTIONS"""
    words = line.split(b" ")
    if len(words) < 10 or b"-" not in words[6:] or not re.fullmatch(rb"[0-9]+:[0-9]+", words[2]):
        return None
    behind = words[words.index(b"-", 6) + 1:]
    if len(behind) < 2:
        return None
    return Mount(words[2], unescape(words[4]), behind[0], unescape(behind[1]))


def mounts_line(line):
    """SOURCE POINT TYPE OPTIONS 0 0"""
    words = line.split(b" ")
    if len(words) < 4:
        return None
    return Mount(None, unescape(words[1]), words[2], unescape(words[0]))


def is_shown(mount):
    if mount.kind in READ_ONLY_IMAGES:
        return False
    return mount.point == b"/" or mount.source.startswith(b"/dev/") or mount.kind == b"zfs"


def chosen(found):
    """One mount a device (or source), the shortest point; at one point, the one mounted last."""
    shown = [mount for mount in found if is_shown(mount)]
    last_at = {mount.point: position for position, mount in enumerate(shown)}
    visible = [mount for position, mount in enumerate(shown)
               if last_at[mount.point] == position]
    best = {}
    for mount in visible:
        key = mount.device or mount.source
        if key not in best or len(mount.point) < len(best[key].point):
            best[key] = mount
    return [mount for mount in visible if best[mount.device or mount.source] is mount]


def line_of(root, mount, lines):
    """The diskstats line of its device number, else of its source's name."""
    if mount.kind == b"btrfs":  # one device number over several disks: none of theirs is it
        return None
    for line in lines:
        if mount.device is not None and line.device == mount.device:
            return line
    name = source_name(root, mount.source)
    for line in lines:
        if name is not None and line.name == name:
            return line
    return None


def source_name(root, source):
    """/dev/X is X; /dev/mapper/X is the dm-N that sysfs calls X."""
    if source.startswith(b"/dev/mapper/"):
        for block in root.names("sys/block") or []:
            wanted = source[len(b"/dev/mapper/"):]
            if block.startswith("dm-") and root.word("sys/block/%s/dm/name" % block) == wanted:
                return os.fsencode(block)
        return None
    return source[len(b"/dev/"):] if source.startswith(b"/dev/") else None


def instance_name(point):
    """A mount point in the spelling of Windows' folder mounts: the root is one backslash."""
    return point.decode("utf-8", "replace").replace("/", "\\")


def collect(collection):
    """Free space needs statvfs, which below a root there is not: no data."""
    lines = collection.once("disks", disks.read) or []
    instances = []
    for mount in chosen(mounts(collection.root)):
        line = line_of(collection.root, mount, lines)
        instances.append((instance_name(mount.point), disks.io_values(collection, line)))
    if not instances:
        return Collected(None)
    names = instances[0][1]
    total = {name: total_of([values[name] for _, values in instances], disks.rule(name))
             for name in names}
    return Collected(instances + [("_Total", total)])
