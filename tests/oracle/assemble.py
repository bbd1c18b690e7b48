"""From collected values to the document of docs/perflib.md, section 3, and what is missing."""

import datetime

from definitions import NEVER, title_names
from root import TICKS_PER_SECOND, UNIX_EPOCH_AS_FILETIME
from values import NO_DATA, Missing, Pair, present

NAMES = title_names()
OWN_CLOCK = ("System", "Process", "Process V2", "Thread", "Linux Process")  # objects whose PerfTime is the block's FILETIME


KEEPING = ("first collection", "not asked for")  # reasons that keep a definition


class Collected:
    """What a collector found: instances as (name, {counter: value}), name None for a single one.

    `instances` None stands for an object without any: its definitions all stay. `parents`: of each
    the instance of another object that it belongs to, where there is such a one.
    """

    def __init__(self, instances, parents=None):
        self.instances = instances
        self.parents = parents or [None] * len(instances or [])

    @property
    def single(self):
        return bool(self.instances) and self.instances[0][0] is None


def is_kept(counter, collected):
    """A definition is there where an instance can feed it; without instances, where one could."""
    if not collected.instances:
        return counter.status not in NEVER
    found = [values.get(counter.name, NO_DATA) for _, values in collected.instances]
    return any(present(value) or value.kind in KEEPING for value in found)


def definitions_of(counter):
    """One or two entries of "counters": a base repeats its counter's title."""
    out = [entry(counter, counter.type, counter.size, counter.offset, counter.scale)]
    if counter.base_type is not None:
        out.append(entry(counter, counter.base_type, counter.base_size, counter.base_offset, 0))
    return out


def entry(counter, kind, size, offset, scale):
    return {"title_index": counter.title_index, "name": NAMES.get(counter.title_index),
            "type": kind, "size": size, "offset": offset, "scale": scale}


def stored(counter, value):
    """The values as read back from the block: cut to their size, null where missing."""
    sizes = [counter.size] + ([counter.base_size] if counter.base_type is not None else [])
    if isinstance(value, Missing):
        return [None] * len(sizes)
    numbers = list(value) if isinstance(value, Pair) else [value]
    if len(numbers) != len(sizes):
        raise ValueError("%s: %r" % (counter.name, value))
    return [number & ((1 << 8 * size) - 1) for number, size in zip(numbers, sizes)]


def object_document(definition, collected, clock):
    """The object's part of the document; None where no definition is left."""
    kept = [counter for counter in definition.counters if is_kept(counter, collected)]
    if not kept:
        return None
    own_clock = definition.name in OWN_CLOCK
    return {
        "title_index": definition.title_index, "name": NAMES.get(definition.title_index),
        "perf_time": clock.filetime if own_clock else 0,
        "perf_freq": TICKS_PER_SECOND if own_clock else 0,
        "default_counter": default_ordinal(definition, kept),
        "counters": [one for counter in kept for one in definitions_of(counter)],
        "instances": [instance_document(name, values, kept, parent) for (name, values), parent
                      in zip(collected.instances or [], collected.parents)]}


def default_ordinal(definition, kept):
    """Position of the default counter among what is written; else of the first, which is 0."""
    position = 0
    for counter in kept:
        if counter.name == definition.default_counter:
            return position
        position += 2 if counter.base_type is not None else 1
    return 0


def instance_document(name, values, kept, parent):
    return {"name": name, "unique_id": -1, "parent": parent,
            "values": [number for counter in kept
                       for number in stored(counter, values.get(counter.name, NO_DATA))]}


def missing_rows(definition, collected):
    """Collection Status: definitions left out, and single values without data."""
    rows, ordinal = [], 0
    for counter in definition.counters:
        if not is_kept(counter, collected):
            rows.append(missing_row(definition, None, counter, None, left_out_kind(counter)))
            continue
        width = 2 if counter.base_type is not None else 1
        for name, values in collected.instances or []:
            value = values.get(counter.name, NO_DATA)
            if not present(value):
                rows += [missing_row(definition, ordinal + part, counter, name, value.kind)
                         for part in range(width)]
        ordinal += width
    return rows


def missing_row(definition, ordinal, counter, instance, kind):
    return {"object": definition.title_index, "counter": ordinal,
            "title_index": counter.title_index, "instance": instance, "reason_kind": kind}


def left_out_kind(counter):
    return "not on linux" if counter.status in ("none", "omit") else "no data"


def document(machine, clock, objects):
    """The whole block; `objects` are (definition, Collected) in their order in it."""
    parts = [object_document(definition, collected, clock) for definition, collected in objects]
    return {
        "machine": machine, "version": 1, "revision": 1,
        "perf_time": clock.boottime, "perf_freq": TICKS_PER_SECOND,
        "perf_time_100ns": clock.filetime, "system_time": system_time(clock),
        "objects": [part for part in parts if part is not None],
        "missing": [row for definition, collected in objects
                    for row in missing_rows(definition, collected)]}


def system_time(clock):
    """The FILETIME as a date cut to milliseconds; null where the clock is unknown."""
    if not clock.known:
        return None
    microseconds = (clock.filetime - UNIX_EPOCH_AS_FILETIME) // 10
    date = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=microseconds)
    return date.strftime("%Y-%m-%dT%H:%M:%S.") + "%03d" % (date.microsecond // 1000)
