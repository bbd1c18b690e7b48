"""Memory (4): docs/objects.md, section 6; data/objects.csv."""

import re

from assemble import Collected
from root import unsigned
from values import add, or_missing, pair, subtract, times

GARBAGE = "garbage"  # a key whose value is not a number
ZONES = "dma|dma32|normal|high|highmem|movable"
STEAL = re.compile(rb"pgsteal_(kswapd|direct|khugepaged|proactive)(_(%s))?$" % ZONES.encode())


class Keys:
    """KEY -> number of a file like meminfo or vmstat."""

    def __init__(self, root, file, separator, suffix):
        self.numbers = {}
        for line in root.lines(file) or []:
            key, found, rest = line.partition(separator)
            if found:
                number = unsigned(re.sub(suffix, b"", rest.strip()))
                self.numbers.setdefault(key.strip(), GARBAGE if number is None else number)

    def sum(self, *keys):
        """A key that the kernel lacks counts 0, but not where it lacks all of them."""
        found = [self.numbers[key] for key in keys if key in self.numbers]
        return None if not found or GARBAGE in found else sum(found)

    def or_zero(self, key):
        return self.sum(key) if key in self.numbers else 0


def collect(collection):
    info = Keys(collection.root, "proc/meminfo", b":", rb" kB$")
    stat = Keys(collection.root, "proc/vmstat", b" ", rb"$")
    values = {}
    values.update(available(info))
    values.update(commit(collection, info))
    values.update(pools(info))
    values.update(caches(collection, info))
    values.update(faults(stat))
    values.update(paging(collection, stat))
    values.update(kernel_code(collection.root))
    values = {name: value if name == "% Committed Bytes In Use" else or_missing(value)
              for name, value in values.items()}
    return Collected([(None, values)])


def kib(number):
    return times(number, 1024)


def available_kib(info):
    if b"MemAvailable" in info.numbers:
        return info.sum(b"MemAvailable")
    return info.sum(b"MemFree", b"Active(file)", b"Inactive(file)", b"SReclaimable")


def available(info):
    amount = available_kib(info)
    free = info.sum(b"MemFree")
    return {"Available Bytes": kib(amount), "Available KBytes": amount,
            "Available MBytes": None if amount is None else amount // 1024,
            "Free & Zero Page List Bytes": kib(free),
            "Standby Cache Normal Priority Bytes": kib(subtract(amount, free)),
            "Modified Page List Bytes": kib(info.sum(b"Dirty", b"Writeback"))}


def commit(collection, info):
    """In overcommit modes 0 and 1 the kernel's CommitLimit is not enforced: RAM and swap."""
    mode = collection.root.number("proc/sys/vm/overcommit_memory")
    limit = info.sum(b"CommitLimit") if mode == 2 else info.sum(b"MemTotal", b"SwapTotal")
    used = info.sum(b"Committed_AS")
    return {"Committed Bytes": kib(used), "Commit Limit": kib(limit),
            "% Committed Bytes In Use": pair(pages(used), pages(limit))}


def pages(amount_kib):
    """Of 4 KiB, whatever the kernel's are."""
    return None if amount_kib is None else amount_kib // 4


def pools(info):
    reclaimable = kib(info.sum(b"SReclaimable"))
    unmapped = subtract(info.sum(b"VmallocTotal"), info.or_zero(b"VmallocUsed"))
    entries = pages(unmapped)
    return {"Pool Paged Bytes": reclaimable, "Pool Paged Resident Bytes": reclaimable,
            "Pool Nonpaged Bytes": kib(info.sum(b"SUnreclaim", b"KernelStack", b"Percpu")),
            "Free System Page Table Entries":
                None if entries is None else min((1 << 32) - 1, entries)}


def caches(collection, info):
    shared = info.or_zero(b"Shmem")
    resident = kib(subtract(info.sum(b"Cached", b"Buffers"), shared))
    whole = kib(subtract(info.sum(b"Cached", b"Buffers", b"SReclaimable"), shared))
    return {"Cache Bytes": whole,
            "Cache Bytes Peak": collection.held("Memory.Cache Bytes", whole),
            "System Cache Resident Bytes": resident}


def faults(stat):
    return {"Page Faults/sec": stat.sum(b"pgfault"),
            "Cache Faults/sec": stat.sum(b"workingset_refault_file"),
            "Page Reads/sec": stat.sum(b"pgmajfault")}


def paging(collection, stat):
    factor = collection.page_size // 4096
    output = times(stat.sum(b"pswpout"), factor)
    read = times(pages_input(collection, stat), factor)
    stolen = [key for key in stat.numbers if STEAL.match(key)]
    moved = [key for key in (b"pswpin", b"pgmajfault", b"pswpout") if key in stat.numbers]
    return {"Pages Input/sec": read, "Pages Output/sec": output,
            "Pages/sec": add(read if set(moved) - {b"pswpout"} else 0,
                             output if b"pswpout" in moved else 0) if moved else None,
            "Page Writes/sec": page_writes(collection, stat),
            "Transition Pages RePurposed/sec": times(stat.sum(*stolen), factor)}


def pages_input(collection, stat):
    """Begins at max(pswpin, pgmajfault), then grows by the larger of the two's growths."""
    now = [stat.sum(key) for key in (b"pswpin", b"pgmajfault") if key in stat.numbers]
    if not now or None in now:
        return None
    return accumulated(collection, "Pages Input", now, lambda grown: max(grown))


def accumulated(collection, name, now, step):
    """What `step` makes of the growths since the last collection, added up; of all at the first."""
    before, amount = collection.kept.get(name, ([0] * len(now), 0))
    if len(before) != len(now):
        before = now
    amount += step([max(0, new - old) for new, old in zip(now, before)])
    collection.kept[name] = (now, amount)
    return amount


def page_writes(collection, stat):
    """Writes of the swap areas that are block devices; without one, clusters of 32 pages."""
    writes = swap_writes(collection.root)
    if writes is not None:
        return writes
    out = stat.sum(b"pswpout")
    if out is None:
        return None
    return accumulated(collection, "Page Writes", [out], lambda grown: -(-grown[0] // 32))


def swap_writes(root):
    """None where no area is a /dev/X with a line in diskstats."""
    areas = {line.split()[0] for line in (root.lines("proc/swaps") or [])[1:] if line.split()}
    writes = []
    for line in root.lines("proc/diskstats") or []:
        words = line.split()
        if len(words) >= 3 and b"/dev/" + words[2] in areas:
            writes.append(unsigned(words[7]) if len(words) > 7 else None)
    return add(*writes) if writes else None


def kernel_code(root):
    modules = module_bytes(root)
    code = code_bytes(root)
    return {"System Driver Total Bytes": modules, "System Driver Resident Bytes": modules,
            "System Code Total Bytes": code, "System Code Resident Bytes": code}


def module_bytes(root):
    """The second words of proc/modules added up."""
    lines = root.lines("proc/modules")
    if lines is None:
        return None
    sizes = [line.split()[1:2] for line in lines if line.strip()]
    return add(0, *(unsigned(size[0]) if size else None for size in sizes))


def code_bytes(root):
    """The range of "Kernel code"; who may not see addresses reads zeros there."""
    for line in root.lines("proc/iomem") or []:
        match = re.fullmatch(rb"\s*([0-9a-f]+)-([0-9a-f]+) : Kernel code\s*", line)
        if match:
            first, last = (int(part, 16) for part in match.groups())
            return last - first + 1 if last > first else None
    return None
