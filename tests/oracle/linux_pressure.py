"""Linux Pressure (100080): docs/objects.md, section 7; data/objects.csv."""

import os
import re

import logical_disk
from assemble import Collected
from root import unsigned
from values import or_missing, times

RESOURCES = ("cpu", "memory", "io")
KINDS = ("some", "full")


def pressure(root, file):
    """KIND -> total in us of a pressure file; {} where it cannot be read."""
    found = {}
    for line in root.lines(file) or []:
        words = line.split()
        totals = [word[len(b"total="):] for word in words if word.startswith(b"total=")]
        if words and totals:
            found[os.fsdecode(words[0])] = unsigned(totals[-1])
    return found


def values_of(root, folder, suffix):
    values = {}
    for resource in RESOURCES:
        found = pressure(root, os.path.join(folder, resource + suffix))
        for kind in KINDS:
            values["%% %s %s" % (resource, kind)] = or_missing(times(found.get(kind), 10))
    return values


def cgroup_mount(root):
    """The path of the first existing cgroup v2 mount, relative to the root; otherwise None."""
    for mount in logical_disk.mounts(root):
        point = os.fsdecode(mount.point)
        if mount.kind == b"cgroup2" and point.startswith("/") and root.is_folder(point[1:]):
            return point[1:]
    return None


def below(root, folder):
    """Every folder below, a parent before its children, siblings in byte order."""
    for name in root.names(folder) or []:
        path = os.path.join(folder, name)
        if root.is_folder(path) and not os.path.islink(root.path(path)):
            yield path
            yield from below(root, path)


def instance_name(mount, path):
    relative = os.fsencode(path[len(mount):])
    return re.sub("/", r"\\", relative.decode("utf-8", "replace"))


def collect(collection):
    root, instances = collection.root, []
    mount = cgroup_mount(root)
    if mount is not None:
        instances = [(instance_name(mount, path), values_of(root, path, ".pressure"))
                     for path in below(root, mount)]
    if root.is_folder("proc/pressure"):
        instances.append(("_Total", values_of(root, "proc/pressure", "")))
    return Collected(instances or None)
