"""PhysicalDisk (234): docs/objects.md, sections 4 and 6; data/objects.csv."""

import re

import disks
from assemble import Collected
from values import total_of

WHOLE = re.compile(rb"(sd|hd|vd|xvd|dasd)[a-z]+|nvme[0-9]+n[0-9]+|mmcblk[0-9]+")
NEVER = re.compile(rb"sr[0-9]+|fd[0-9]+|nvme[0-9]+c[0-9]+n[0-9]+|mmcblk[0-9]+(boot[0-9]+|rpmb)")


def is_physical(root, name):
    if NEVER.fullmatch(name):
        return False
    return (WHOLE.fullmatch(name) is not None
            or root.exists(b"sys/block/" + disks.sysfs_name(name) + b"/device"))


def disk_number(collection, identity):
    """Physical disks are counted from 0 as they are first seen."""
    numbers = collection.kept.setdefault("disk numbers", {})
    return numbers.setdefault(identity, len(numbers))


def collect(collection):
    lines = collection.once("disks", disks.read) or []
    instances = []
    for line in lines:
        if is_physical(collection.root, line.name):
            name = "%d %s" % (disk_number(collection, line.identity),
                              line.name.decode("utf-8", "replace"))
            instances.append((name, disks.io_values(collection, line)))
    if not instances:
        return Collected(None)
    names = instances[0][1]
    total = {name: total_of([values[name] for _, values in instances], disks.rule(name))
             for name in names}
    return Collected(instances + [("_Total", total)])
