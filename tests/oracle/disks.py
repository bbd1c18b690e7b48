"""The lines of proc/diskstats, and the counters that both disk objects make of one."""

from root import unsigned
from values import add, or_missing, pair, subtract, times

SECTOR = 512
MS = 10_000  # 100 ns; also PerfFreq/1000, as PerfFreq is 10,000,000
CARRIED = (4, 8, 10)  # milliseconds that the kernel keeps in 32 bits


class Line:
    """One device: its number "MAJOR:MINOR", name and numbered fields (1 = reads completed)."""

    def __init__(self, words, identity):
        self.device = b":".join(words[:2])
        self.name = words[2]
        self.identity = identity
        self.fields = {position: unsigned(word) for position, word in enumerate(words[3:], 1)}

    def field(self, number):
        return self.fields.get(number)


def read(collection):
    """Every device line in file order; None without the file."""
    lines = collection.root.lines("proc/diskstats")
    if lines is None:
        return None
    found = []
    for text in lines:
        words = text.split()
        if len(words) >= 3 and unsigned(words[0]) is not None and unsigned(words[1]) is not None:
            line = Line(words, identity(collection.root, words))
            carry_wraps(collection, line)
            found.append(line)
    return found


def identity(root, words):
    """Device number, name and diskseq."""
    return b":".join(words[:2]), words[2], root.word(b"sys/block/" + sysfs_name(words[2])
                                                     + b"/diskseq")


def sysfs_name(name):
    return name.replace(b"/", b"!")


def carry_wraps(collection, line):
    """A fall of a 32-bit number within one device is 2^32 more, for the rest of the process."""
    for number in CARRIED:
        now = line.field(number)
        if now is None:
            continue
        key = ("carry", line.identity, number)
        before, carry = collection.kept.get(key, (now, 0))
        if now < before:
            carry += 1 << 32
        collection.kept[key] = (now, carry)
        line.fields[number] = now + carry


def io_values(collection, line):
    """The counters of one device; all without data where there is no line for it."""
    field = line.field if line is not None else lambda number: None
    now = collection.clock.filetime if collection.clock.known else None
    reads, writes = field(1), field(5)
    read, written = times(field(3), SECTOR), times(field(7), SECTOR)
    reading, writing = times(field(4), MS), times(field(8), MS)
    both, transfers, moved = add(reading, writing), add(reads, writes), add(read, written)
    plain = {
        "Current Disk Queue Length": field(9), "Avg. Disk Queue Length": both,
        "Avg. Disk Read Queue Length": reading, "Avg. Disk Write Queue Length": writing,
        "Disk Transfers/sec": transfers, "Disk Reads/sec": reads, "Disk Writes/sec": writes,
        "Disk Bytes/sec": moved, "Disk Read Bytes/sec": read, "Disk Write Bytes/sec": written}
    values = {name: or_missing(value) for name, value in plain.items()}
    values.update({
        "% Disk Time": pair(both, now), "% Disk Read Time": pair(reading, now),
        "% Disk Write Time": pair(writing, now),
        "% Idle Time": pair(idle(collection, line, now), now),
        "Avg. Disk sec/Transfer": pair(both, transfers),
        "Avg. Disk sec/Read": pair(reading, reads), "Avg. Disk sec/Write": pair(writing, writes),
        "Avg. Disk Bytes/Transfer": pair(moved, transfers),
        "Avg. Disk Bytes/Read": pair(read, reads),
        "Avg. Disk Bytes/Write": pair(written, writes)})
    return values


def idle(collection, line, now):
    """The block's time minus the time with requests outstanding; it never falls."""
    if line is None:
        return None
    idle_now = subtract(now, times(line.field(10), MS))
    return collection.held(("disk idle", line.identity), idle_now)


RULES = {name: "avg" for name in ("% Disk Time", "% Disk Read Time", "% Disk Write Time",
                                  "% Idle Time")}


def rule(name):
    """`_Total`: the four times are means, all else is summed."""
    return RULES.get(name, "sum")


