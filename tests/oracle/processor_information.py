"""Processor Information (100000): docs/objects.md, sections 4 and 6; data/objects.csv."""

import re

import processor
from assemble import Collected
from processor import BUSY, DIRECTORY
from root import natural, unsigned
from values import (FIRST_COLLECTION, NO_DATA, Pair, add, or_missing, pair, present, subtract,
                    times)

MS = 10_000  # 100 ns

RULES = dict(processor.RULES)
RULES.update({
    "Parking Status": "floor of the mean", "Processor Frequency": "floor of the mean",
    "% of Maximum Frequency": "floor of the mean", "Clock Interrupts/sec": "sum",
    "Interrupts/sec": "sum", "Average Idle Time": "floor of the mean",
    "Idle Break Events/sec": "sum", "% Processor Performance": "floor of the mean",
    "% Processor Utility": "floor of the mean", "% Privileged Utility": "floor of the mean",
    "% Performance Limit": "floor of the mean", "Performance Limit Flags": "or"})


def node_lists(root, numbers):
    """Node number -> its CPUs in the order of its cpulist. A CPU in no list is node 0's."""
    folder = "sys/devices/system/node/"
    names = [name for name in root.names(folder) or [] if re.fullmatch("node[0-9]+", name)]
    nodes = {natural(name): processor.number_list(root.word(folder + name + "/cpulist")) or []
             for name in sorted(names, key=natural)}
    listed = {number for cpus in nodes.values() for number in cpus}
    homeless = [number for number in numbers if number not in listed]
    if homeless:
        nodes[0] = nodes.get(0, []) + homeless
    return dict(sorted(nodes.items()))


def frequency_mhz(root, number, megahertz):
    """cpufreq's base frequency, else CPPC's nominal one, else /proc/cpuinfo's "cpu MHz"."""
    cpu = DIRECTORY + "cpu%d/" % number
    base = root.number(cpu + "cpufreq/base_frequency")
    if base is not None:
        return base // 1000
    nominal = root.number(cpu + "acpi_cppc/nominal_freq")
    return nominal if nominal else megahertz.get(number)


def cpuinfo_megahertz(root):
    """CPU number -> "cpu MHz" of its paragraph, cut to an integer."""
    found, number = {}, None
    for line in root.lines("proc/cpuinfo") or []:
        key, _, value = line.partition(b":")
        if key.strip() == b"processor":
            number = unsigned(value.strip())
        elif key.strip() == b"cpu MHz" and number is not None:
            match = re.fullmatch(rb"([0-9]+)(\.[0-9]*)?", value.strip())
            found[number] = unsigned(match.group(1)) if match else None
    return found


def percent(part, whole):
    return None if None in (part, whole) or whole == 0 else part * 100 // whole


def frequency_values(collection, number, megahertz):
    root, folder = collection.root, DIRECTORY + "cpu%d/cpufreq/" % number
    current = root.number(folder + "scaling_cur_freq")
    largest = root.number(folder + "cpuinfo_max_freq")
    frequency = frequency_mhz(root, number, megahertz)
    performance = None if None in (current, frequency) or frequency == 0 else (
        current // (10 * frequency))
    return {"Processor Frequency": frequency,
            "% of Maximum Frequency": percent(current, largest),
            "% Performance Limit": percent(root.number(folder + "scaling_max_freq"), largest)
            }, performance


def work_values(collection, number, cpu, performance):
    """Three sums that grow by milliseconds times percent; nothing has gone by at the first."""
    clock = collection.clock
    busy, privileged = cpu.time(*BUSY), cpu.time("system", "irq", "softirq")
    names = ("% Processor Performance", "% Processor Utility", "% Privileged Utility")
    clocks = (clock.boottime if clock.known else None, busy, privileged)
    milliseconds = clock.boottime // MS & 0xFFFFFFFF if clock.known else None
    values = {}
    for name, now in zip(names, clocks):
        key = ("work", name, number)
        if None in (now, performance, milliseconds):
            collection.kept.pop(key, None)
            values[name] = NO_DATA
            continue
        before, amount = collection.kept.get(key, (now, 0))
        amount += subtract(now, before) // MS * performance
        collection.kept[key] = (now, amount)
        values[name] = pair(amount, milliseconds)
    return values


def limit_flags(collection, number):
    """1 where a throttle count rose since the last collection of this process."""
    folder = DIRECTORY + "cpu%d/thermal_throttle/" % number
    counts = [collection.root.number(folder + name)
              for name in ("core_throttle_count", "package_throttle_count")]
    counts = [count for count in counts if count is not None]
    before = collection.kept.get(("throttle", number))
    collection.kept["throttle", number] = counts or None
    if not counts:
        return NO_DATA
    if before is None:
        return FIRST_COLLECTION
    return 1 if any(new > old for new, old in zip(counts, before)) else 0


def cpu_values(collection, number, cpu, megahertz):
    values = processor.common_values(cpu)
    plain, performance = frequency_values(collection, number, megahertz)
    plain["Parking Status"] = 0
    plain["Clock Interrupts/sec"] = cpu.clock_interrupts
    uses = processor.state_sum(cpu, None, 2)
    plain["Idle Break Events/sec"] = uses
    values.update({name: or_missing(value) for name, value in plain.items()})
    time = processor.state_sum(cpu, None, 1)
    values["Average Idle Time"] = pair(None if time is None else time // 10, uses)
    values.update(work_values(collection, number, cpu, performance))
    values["Performance Limit Flags"] = limit_flags(collection, number)
    return values


def forget_offline(collection, cpus):
    """What was remembered of a CPU that is gone goes with it."""
    for key in list(collection.kept):
        if key[0] in ("work", "throttle") and key[-1] not in cpus:
            del collection.kept[key]


def collect(collection):
    cpus = collection.once("cpus", processor.read)
    forget_offline(collection, cpus)
    if not cpus:
        return Collected(None)
    megahertz = cpuinfo_megahertz(collection.root)
    values = {number: cpu_values(collection, number, cpu, megahertz)
              for number, cpu in cpus.items()}
    instances = []
    for node, listed in node_lists(collection.root, list(cpus)).items():
        mine = [("%d,%d" % (node, position), values[number])
                for position, number in enumerate(listed) if number in values]
        if mine:
            instances += mine
            instances.append(("%d,_Total" % node,
                              processor.totals([one for _, one in mine], RULES)))
    total = processor.totals(list(values.values()), RULES)
    total["Interrupts/sec"] = processor.interrupt_total(collection.root)
    return Collected(instances + [("_Total", total)])
