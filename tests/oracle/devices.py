"""Thermal Zone Information (100032), Energy Meter (100042) and Power Meter (100050).

data/objects.csv; docs/objects.md, section 6: whole kelvin and tenths, RAPL that wraps.
"""

import re

import processor
from assemble import Collected
from processes import mangle
from root import signed
from values import FIRST_COLLECTION, NO_DATA, or_missing, present

THERMAL, POWERCAP, HWMON = "sys/class/thermal", "sys/class/powercap", "sys/class/hwmon"
CPUS = "sys/devices/system/cpu/cpu%d/thermal_throttle/%s_throttle_count"


def folders(root, folder, pattern):
    """Names by their numbers, which are longer where they are larger."""
    found = [name for name in root.names(folder) or [] if re.fullmatch(pattern, name)]
    return sorted(found, key=lambda name: (len(name), name))


def label(root, file):
    words = (root.read(file) or b"").split(b"\n")[0].split()
    return words[0] if words else b""


def named(first, second):
    return mangle(first.encode() + (b" " + second if second else b""))


class Thermal:
    @staticmethod
    def collect(collection):
        root = collection.root
        zones = folders(root, THERMAL, "thermal_zone.*")
        throttled = throttle_reasons(collection) if zones else None
        return Collected([zone(root, name, throttled) for name in zones] or None)


def zone(root, name, throttled):
    folder = "%s/%s/" % (THERMAL, name)
    celsius = signed(root.word(folder + "temp"))
    is_int = celsius is not None and -273150 <= celsius < 1 << 31  # the kernel has an int
    kelvin = celsius + 273150 if is_int else None
    bound = [folder + one for one in root.names(folder) or [] if re.fullmatch("cdev[0-9]+", one)]
    limits = [limit(root, one) for one in bound]
    values = {"Temperature": or_missing(None if kelvin is None else kelvin // 1000),
              "High Precision Temperature": or_missing(None if kelvin is None else kelvin // 100),
              "% Passive Limit": or_missing(None if None in limits else min(limits, default=100)),
              "Throttle Reasons": throttled}
    return named(name[len("thermal_zone"):], label(root, folder + "type")), values


def limit(root, device):
    """What a cooling device leaves of the full speed, in percent."""
    now, most = root.number(device + "/cur_state"), root.number(device + "/max_state")
    if None in (now, most):
        return None
    return 100 if most == 0 else 100 * (most - min(now, most)) // most


def throttle_reasons(collection):
    """1 where a count of some CPU has grown since the last collection."""
    answers = []
    for cpu in processor.cpu_numbers(collection.root):
        counts = [collection.root.number(CPUS % (cpu, kind)) for kind in ("core", "package")]
        before = collection.kept.get(("thermal", cpu), [None, None])
        collection.kept["thermal", cpu] = [old if new is None else new
                                           for new, old in zip(counts, before)]
        rose = [None if None in pair else pair[0] > pair[1] for pair in zip(counts, before)]
        if any(one is not None for one in rose):
            answers.append(1 if any(rose) else 0)
        else:
            answers.append(FIRST_COLLECTION if any(one is not None for one in counts) else NO_DATA)
    there = [answer for answer in answers if present(answer)]
    if there:
        return max(there)
    return FIRST_COLLECTION if FIRST_COLLECTION in answers else NO_DATA


class Energy:
    @staticmethod
    def collect(collection):
        root = collection.root
        zones = [name for name in folders(root, POWERCAP, ".*")
                 if root.exists("%s/%s/energy_uj" % (POWERCAP, name))]
        return Collected([(named(name, label(root, "%s/%s/name" % (POWERCAP, name))),
                           energy_values(collection, name)) for name in zones] or None)


def energy_values(collection, name):
    """Microjoules are carried over the end of a round; 1 Wh = 3,600 J."""
    folder, clock = "%s/%s/" % (POWERCAP, name), collection.clock
    time = clock.boottime if clock.known else None
    values = {"Time": or_missing(time), "Energy": NO_DATA, "Power": NO_DATA}
    now = collection.root.number(folder + "energy_uj")
    if now is None:
        return values
    before = collection.kept.get(("energy", name))
    carried = before["carried"] if before else 0
    if before and now < before["now"]:
        span = collection.root.number(folder + "max_energy_range_uj")
        carried += before["now"] if span is None else span
    collection.kept["energy", name] = {"now": now, "carried": carried, "time": clock.boottime}
    values["Energy"] = or_missing((now + carried) * 2500 // 9
                                  if (now + carried) * 2500 < 1 << 64 else None)
    values["Power"] = FIRST_COLLECTION
    if before:
        passed = clock.boottime - before["time"]
        grown = now + carried - before["now"] - before["carried"]
        values["Power"] = or_missing(grown * 10000 // passed if passed > 0 else None)
    return values


class Power:
    @staticmethod
    def collect(collection):
        root, instances = collection.root, []
        for name in folders(root, HWMON, "hwmon.*"):
            folder = "%s/%s/" % (HWMON, name)
            files = [folder + one for one in ("power1_average", "power1_input")
                     if root.exists(folder + one)]
            if files:
                numbers = {"Power": root.number(files[0]),
                           "Power Budget": root.number(folder + "power1_cap")}
                instances.append((named(name[len("hwmon"):], label(root, folder + "name")),
                                  {key: or_missing(None if number is None else number // 1000)
                                   for key, number in numbers.items()}))
        return Collected(instances or None)
