"""Process V2 (100028): docs/objects.md, section 6: the numbers of Process, instances "name:pid"."""

import process
from assemble import Collected
from processes import image_name


def collect(collection):
    found = process.collect_named(collection, name_with_id, "Idle:0", "System:%d" % process.SYSTEM_PID)
    if found.instances is None:
        return found
    return Collected([(name, renamed(values)) for name, values in found.instances])


def name_with_id(one):
    return "%s:%d" % (image_name(one), one.pid)


def renamed(values):
    """Its counter of the id has a name, and a title, of its own."""
    return {"Process ID" if counter == "ID Process" else counter: value
            for counter, value in values.items()}
