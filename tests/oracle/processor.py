"""Processor (238), and the readings it shares with Processor Information and Process.

docs/objects.md, sections 4 to 6; data/objects.csv.
"""

import re

from assemble import Collected
from root import TICK, natural, unsigned
from values import (FIRST_COLLECTION, NO_DATA, add, or_missing, present, subtract, times,
                    total_of)

FIELDS = ("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal")
BUSY = ("user", "nice", "system", "irq", "softirq", "steal")
TICK_MS = 15.625  # Windows' clock tick, the unit of DPC Rate
DIRECTORY = "sys/devices/system/cpu/"


class Cpu:
    """The raw numbers of one CPU in this collection; None where there is none."""

    def __init__(self):
        self.ticks = {}
        self.idle = None  # 100 ns
        self.interrupts = None
        self.clock_interrupts = None
        self.softirqs = None
        self.dpc_rate = NO_DATA
        self.states = None  # [(C number or 0, time in us, uses)]; None without a cpuidle folder

    def time(self, *fields):
        """Sum of fields of its stat line in 100 ns."""
        return times(add(*(self.ticks.get(field) for field in fields)), TICK)


def cpu_lines(root):
    """CPU number -> words of its cpuN line in proc/stat."""
    lines = {}
    for line in root.lines("proc/stat") or []:
        words = line.split()
        if words and re.fullmatch(rb"cpu[0-9]+", words[0]):
            lines.setdefault(int(words[0][3:]), words[1:])
    return lines


def number_list(text):
    """The numbers of a list like 0-3,8,10-11, in its order; None where it is none."""
    numbers = []
    for part in (text or b"").split(b","):
        match = re.fullmatch(rb"([0-9]+)(?:-([0-9]+))?", part.strip())
        if match is None:
            return None
        first = int(match.group(1))
        last = int(match.group(2) or first)
        if not first <= last < first + 65536:
            return None
        numbers += range(first, last + 1)
    return numbers


def cpu_numbers(root):
    """Those of proc/stat; without it those online; else every cpuN folder."""
    lines = cpu_lines(root)
    if lines:
        return sorted(lines)
    online = number_list(root.word(DIRECTORY + "online"))
    if online:
        return sorted(online)
    folders = [name for name in root.names(DIRECTORY) or [] if re.fullmatch("cpu[0-9]+", name)]
    return sorted(natural(name) for name in folders)


def read(collection):
    """CPU number -> Cpu, in order. Remembers what must never fall while the CPU is online."""
    root = collection.root
    lines = cpu_lines(root)
    interrupts = column_sums(root, "proc/interrupts")
    clock = column_sums(root, "proc/interrupts", is_clock_row)
    softirqs = column_sums(root, "proc/softirqs")
    before = collection.kept.get("cpus", {})
    cpus, remembered = {}, {}
    for number in cpu_numbers(root):
        cpu = Cpu()
        old = before.get(number, {"ticks": {}, "idle": 0})
        cpu.ticks = held_ticks(lines.get(number, []), old["ticks"])
        cpu.idle = idle_time(collection.clock, cpu, old["idle"])
        cpu.interrupts = interrupts.get(number)
        cpu.clock_interrupts = clock.get(number)
        cpu.softirqs = softirqs.get(number)
        cpu.dpc_rate = dpc_rate(collection.clock, cpu, old)
        cpu.states = idle_states(root, number)
        cpus[number] = cpu
        remembered[number] = {"ticks": cpu.ticks, "idle": cpu.idle or old["idle"],
                              "softirqs": cpu.softirqs, "boottime": collection.clock.boottime}
    collection.kept["cpus"] = remembered
    return cpus


def held_ticks(words, before):
    """Field -> ticks. A field that went backwards is held; steal may be lacking and is 0 then."""
    ticks = {}
    for position, field in enumerate(FIELDS):
        if position < len(words):
            ticks[field] = unsigned(words[position])
        else:
            ticks[field] = 0 if field == "steal" and words else None
        if None not in (ticks[field], before.get(field)):
            ticks[field] = max(ticks[field], before[field])
    return ticks


def idle_time(clock, cpu, before):
    """Time since boot that was not busy, in 100 ns; it never falls."""
    busy = cpu.time(*BUSY)
    if busy is None or not clock.known:
        return None
    return max(before, subtract(clock.boottime, busy))


def column_sums(root, file, wanted=None):
    """CPU number -> sum of its column, columns found by their CPUn heading."""
    lines = root.lines(file) or []
    heads = [int(word[3:]) for word in (lines[0].split() if lines else [])
             if re.fullmatch(rb"CPU[0-9]+", word)]
    sums = dict.fromkeys(heads)
    for line in lines[1:]:
        label, colon, rest = line.partition(b":")
        words = rest.split()
        numbers = [unsigned(word) for word in words[:len(heads)]]
        if not colon or len(numbers) < len(heads) or None in numbers:
            continue
        if label.strip() in (b"ERR", b"MIS") or (wanted and not wanted(label.strip(), words)):
            continue
        for head, number in zip(heads, numbers):
            sums[head] = (sums[head] or 0) + number
    return sums


def is_clock_row(label, words):
    return label == b"LOC" or b"arch_timer" in words


def dpc_rate(clock, cpu, old):
    """floor(d softirqs * 15.625 / d ms) of the last two collections."""
    if cpu.softirqs is None or not clock.known:
        return NO_DATA
    if old.get("softirqs") is None or not old.get("boottime"):
        return FIRST_COLLECTION
    elapsed = clock.boottime - old["boottime"]  # 100 ns: 10,000 in a ms
    if elapsed <= 0:
        return NO_DATA
    grown = subtract(cpu.softirqs, old["softirqs"])
    return int(TICK_MS * 1000) * 10 * grown // elapsed


def idle_states(root, number):
    """The cpuidle states by number: (C number, time, uses); C number 0 is none that counts."""
    folder = DIRECTORY + "cpu%d/cpuidle/" % number
    if not root.is_folder(folder):
        return None
    names = [name for name in root.names(folder) or [] if re.fullmatch("state[0-9]+", name)]
    states, counted = [], 0
    for name in sorted(names, key=natural):
        depth = c_number(root.word(folder + name + "/name"), counted == 0)
        counted += 1 if depth != 0 else 0
        states.append((depth, root.number(folder + name + "/time"),
                       root.number(folder + name + "/usage")))
    return states


def c_number(name, is_first):
    """1 to 3; 0 for POLL, snooze and C0; None for a state without a name."""
    if name is None:
        return None
    match = re.search(rb"C([0-9]+)", name)
    if match:
        return min(3, int(match.group(1)))
    if name in (b"POLL", b"snooze"):
        return 0
    return 1 if is_first else 3


def state_sum(cpu, depth, member):
    """Time (1) or uses (2) of the states of a C number; depth None for all states there are."""
    if cpu.states is None or (depth and any(state[0] is None for state in cpu.states)):
        return None
    return add(0, *(state[member] for state in cpu.states if depth in (None, state[0])))


def common_values(cpu):
    """The fifteen counters that Processor and Processor Information share."""
    values = {
        "% Processor Time": cpu.idle, "% Idle Time": cpu.idle,
        "% User Time": cpu.time("user", "nice"),
        "% Privileged Time": cpu.time("system", "irq", "softirq"),
        "% DPC Time": cpu.time("softirq"), "% Interrupt Time": cpu.time("irq"),
        "Interrupts/sec": cpu.interrupts, "DPCs Queued/sec": cpu.softirqs,
        "DPC Rate": cpu.dpc_rate}
    for depth in (1, 2, 3):
        values["%% C%d Time" % depth] = times(state_sum(cpu, depth, 1), 10)
        values["C%d Transitions/sec" % depth] = state_sum(cpu, depth, 2)
    return {name: or_missing(value) for name, value in values.items()}


def interrupt_total(root):
    """The first number of "intr" in proc/stat."""
    for line in root.lines("proc/stat") or []:
        words = line.split(None, 2)
        if len(words) >= 2 and words[0] == b"intr":
            return or_missing(unsigned(words[1]))
    return NO_DATA


def totals(instances, rules):
    """`_Total` over the values of instances; DPCs Queued/sec over those that have one."""
    total = {name: total_of([values[name] for values in instances], rule)
             for name, rule in rules.items()}
    queued = [values["DPCs Queued/sec"] for values in instances]
    queued = [value for value in queued if present(value)]
    total["DPCs Queued/sec"] = sum(queued) if queued else NO_DATA
    return total


RULES = {"% Processor Time": "avg", "% Idle Time": "avg", "% User Time": "avg",
         "% Privileged Time": "avg", "% DPC Time": "avg", "% Interrupt Time": "avg",
         "% C1 Time": "avg", "% C2 Time": "avg", "% C3 Time": "avg",
         "C1 Transitions/sec": "sum", "C2 Transitions/sec": "sum", "C3 Transitions/sec": "sum",
         "DPC Rate": "sum"}


def collect(collection):
    cpus = collection.once("cpus", read)
    if not cpus:
        return Collected(None)
    instances = [(str(number), common_values(cpu)) for number, cpu in cpus.items()]
    total = totals([values for _, values in instances], RULES)
    total["Interrupts/sec"] = interrupt_total(collection.root)
    return Collected(instances + [("_Total", total)])
