"""The rules of a report as Python functions: their limits, written again from the specification."""

MB, GB = 1048576, 1073741824
FIVE_MINUTES = 300


class Level:
    """How severe, from which average of the rule's value on, and what must hold at a time stamp for it to count.
    `limit` is a function of the log, `condition` one of the counters' numbers by name."""

    def __init__(self, above, limit, condition):
        self.above, self.limit, self.condition = above, limit, condition


class Rule:
    """`counters`: name to (object, instance or *, counter). `value`, `weight`: of the counters' numbers by name.
    `levels`: severity to Level. `floor`: the least average weight. `unit`: see report_text.py."""

    def __init__(self, name, unit, counters, value, levels, weight=None, floor=0, spikes=True,
                 without=("_total", "idle"), hold=FIVE_MINUTES):
        self.name, self.unit, self.counters, self.value, self.levels = name, unit, counters, value, levels
        self.weight, self.floor, self.spikes, self.without, self.hold = weight, floor, spikes, without, hold

    def subjects(self, log):
        for thing, instance, counter in self.counters.values():
            if instance == "*":
                return [one for one in log.instances(thing, counter)
                        if one is not None and one.lower() not in self.without]
        return [None]

    def numbers(self, log, subject):
        """The counters' numbers at each sample; None if a column is missing."""
        found = {}
        for name, (thing, instance, counter) in self.counters.items():
            column = log.columns.get((thing, subject if instance == "*" else instance, counter))
            if column is None:
                return None
            found[name] = column
        return [{name: column[i] for name, column in found.items()} for i in range(len(log.stamps))]


def fixed(bound):
    return lambda log: bound


def above(bound, condition=None):
    return Level(True, fixed(bound), condition)


def below(bound, condition=None):
    return Level(False, fixed(bound), condition)


def below_part_of_ram(part, least=0):
    return Level(False, lambda log: max(part * log.ram(), least), None)


CPU = ("Processor", "_Total", "% Processor Time")
KERNEL = ("Processor", "_Total", "% Privileged Time")


def disk(counter):
    return ("PhysicalDisk", "*", counter)


def fast_enough(n):
    """Of requests up to 64 KiB, and of larger ones above 35 ms."""
    is_small = n["bytes"] is not None and n["bytes"] <= 65536
    return n["queue"] > 1 and (is_small or n["latency"] > 0.035)


RULES = (
    Rule("cpu.busy", "percent", {"busy": CPU}, lambda n, log: n["busy"],
         {"critical": above(80), "warning": above(50)}),
    Rule("cpu.queue", "number", {"queue": ("System", None, "Processor Queue Length"), "busy": CPU},
         lambda n, log: n["queue"] / log.cpus(),
         {"critical": above(10, lambda n: n["busy"] > 70), "warning": above(2, lambda n: n["busy"] > 70)}),
    Rule("cpu.kernel", "percent", {"kernel": KERNEL, "busy": CPU}, lambda n, log: n["kernel"],
         {"critical": above(30, lambda n: n["kernel"] > n["busy"] / 3), "warning": above(20)}),
    Rule("cpu.irq", "percent", {"irq": ("Processor", "_Total", "% Interrupt Time")}, lambda n, log: n["irq"],
         {"critical": above(20), "warning": above(10)}),
    Rule("cpu.switch", "rate", {"switches": ("System", None, "Context Switches/sec"), "kernel": KERNEL, "busy": CPU},
         lambda n, log: n["switches"] / log.cpus(),
         {"critical": above(5000, lambda n: n["kernel"] > 30 and n["busy"] > 70),
          "warning": above(2500, lambda n: n["kernel"] > 20 and n["busy"] > 50)}),
    Rule("cpu.hog", "percent", {"busy": ("Process", "*", "% Processor Time")}, lambda n, log: n["busy"] / log.cpus(),
         {"critical": above(75), "warning": above(50)}),
    Rule("mem.avail", "bytes", {"available": ("Memory", None, "Available Bytes")}, lambda n, log: n["available"],
         {"critical": below_part_of_ram(0.05, 64 * MB), "warning": below_part_of_ram(0.1)}),
    Rule("mem.low", "bytes", {"available": ("Memory", None, "Available Bytes")}, lambda n, log: n["available"],
         {"critical": below(64 * MB)}, spikes=False),
    Rule("mem.commit", "percent", {"used": ("Memory", None, "% Committed Bytes In Use")}, lambda n, log: n["used"],
         {"critical": above(90), "warning": above(80)}),
    Rule("mem.handle", "number", {"handles": ("Process", "*", "Handle Count")}, lambda n, log: n["handles"],
         {"warning": above(16384)}, spikes=False),
    Rule("mem.thread", "number", {"threads": ("Process", "*", "Thread Count")}, lambda n, log: n["threads"],
         {"warning": above(1000)}, spikes=False),
    Rule("disk.over", "seconds", {"latency": disk("Avg. Disk sec/Transfer"), "queue": disk("Avg. Disk Queue Length"),
                                  "bytes": disk("Avg. Disk Bytes/Transfer")}, lambda n, log: n["latency"],
         {"critical": above(0.025, fast_enough), "warning": above(0.015, lambda n: n["queue"] > 1)}),
    Rule("disk.read", "seconds", {"latency": disk("Avg. Disk sec/Read"), "reads": disk("Disk Reads/sec")},
         lambda n, log: n["latency"], {"critical": above(0.025), "warning": above(0.015)},
         weight=lambda n: n["reads"], floor=1),
    Rule("disk.write", "seconds", {"latency": disk("Avg. Disk sec/Write"), "writes": disk("Disk Writes/sec")},
         lambda n, log: n["latency"], {"critical": above(0.025), "warning": above(0.015)},
         weight=lambda n: n["writes"], floor=1),
    Rule("disk.queue", "number", {"queue": disk("Avg. Disk Queue Length"), "latency": disk("Avg. Disk sec/Transfer")},
         lambda n, log: n["queue"], {"critical": above(2, lambda n: n["latency"] > 0.025),
                                     "warning": above(2, lambda n: n["latency"] > 0.015)}, spikes=False),
    Rule("disk.idle", "percent", {"idle": disk("% Idle Time"), "latency": disk("Avg. Disk sec/Transfer")},
         lambda n, log: n["idle"], {"critical": below(1, lambda n: n["latency"] > 0.025), "warning": below(10)},
         spikes=False),
    Rule("disk.low", "rate", {"transfers": disk("Disk Transfers/sec"), "latency": disk("Avg. Disk sec/Transfer")},
         lambda n, log: n["transfers"],
         {"warning": below(80, lambda n: n["latency"] > 0.025 and n["transfers"] >= 1)}, spikes=False),
    Rule("disk.free", "percent", {"free": ("LogicalDisk", "*", "% Free Space")}, lambda n, log: n["free"],
         {"critical": below(5), "warning": below(10)}, spikes=False),
    Rule("disk.freemb", "bytes",
         {"free": ("LogicalDisk", "*", "Free Megabytes"), "part": ("LogicalDisk", "*", "% Free Space")},
         lambda n, log: n["free"] * MB, {"critical": below(500 * MB, lambda n: n["part"] < 20),
                                         "warning": below(4 * GB, lambda n: n["part"] < 20)}, spikes=False),
    Rule("net.util.dir", "percent",
         {"sent": ("Network Interface", "*", "Bytes Sent/sec"),
          "received": ("Network Interface", "*", "Bytes Received/sec"),
          "bandwidth": ("Network Interface", "*", "Current Bandwidth")},
         lambda n, log: 800 * max(n["sent"], n["received"]) / n["bandwidth"],
         {"critical": above(90), "warning": above(70)}),
    Rule("proc.kernel", "percent", {"kernel": ("Process", "*", "% Privileged Time")},
         lambda n, log: n["kernel"] / log.cpus(),
         {"critical": above(20), "warning": above(10)}, without=("_total", "idle", "system")),
    Rule("old.pages", "rate", {"pages": ("Memory", None, "Pages/sec")}, lambda n, log: n["pages"],
         {"info": above(20)}, spikes=False),
    Rule("old.disktime", "percent", {"time": disk("% Disk Time")}, lambda n, log: n["time"], {"info": above(90)},
         spikes=False),
    Rule("old.queue", "number", {"queue": disk("Avg. Disk Queue Length")}, lambda n, log: n["queue"],
         {"info": above(2)}, spikes=False),
)
