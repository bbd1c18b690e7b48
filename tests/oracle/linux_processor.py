"""Linux Processor (100094): data/objects.csv; the fields of cpuN lines, each held by itself."""

import processor
from assemble import Collected
from root import TICK, unsigned
from values import or_missing, times

COUNTERS = {"% Steal Time": (7,), "% IO Wait Time": (4,), "% Guest Time": (8, 9), "% Nice Time": (1,)}
FIELDS_ALWAYS = 7  # user to softirq
MAY_LACK = (7, 8, 9)  # steal and the guest times came later than the others


def held(collection, cpu, words, field):
    if field >= len(words):
        return 0 if field in MAY_LACK and len(words) >= FIELDS_ALWAYS else None
    number = unsigned(words[field])
    return collection.held(("Linux Processor", cpu, field), number)


def collect(collection):
    lines = processor.cpu_lines(collection.root)
    gone = [key for key in collection.kept
            if key[0] == "Linux Processor" and key[1] not in lines]
    for key in gone:
        del collection.kept[key]
    instances = []
    for cpu in processor.cpu_numbers(collection.root):
        values = {}
        for name, fields in COUNTERS.items():
            words = lines.get(cpu)
            numbers = [None if not words else held(collection, cpu, words, field)
                       for field in fields]
            values[name] = or_missing(None if None in numbers else times(sum(numbers), TICK))
        instances.append((str(cpu), values))
    return Collected(instances or None)
