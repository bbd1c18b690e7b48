"""Thread (232): docs/objects.md, section 6; docs/structs.md A.5; data/objects.csv."""

import re

import processes
from assemble import Collected
from process import BOOT_SLIP, REAL_TIME
from processes import NICE, POLICY, START, STIME, UTIME
from root import LARGEST_U64, TICK, signed, unsigned
from values import add, or_missing, times, total_of

PROCESS = 230
STATE, PRIORITY = 3, 18  # words of stat
RUNNING_TOTALS = ("% Processor Time", "% User Time", "% Privileged Time", "Context Switches/sec")
# A running thread and one that waits for a CPU are both R: it is taken for running.
STATES = {b"R": 2, b"S": 5, b"D": 5, b"I": 5, b"T": 5, b"t": 5, b"P": 5, b"K": 5, b"W": 5,
          b"Z": 4, b"X": 4, b"x": 4}
WAIT_REASONS = {b"S": 6, b"D": 0, b"I": 15, b"T": 5, b"t": 5}
SYSTEM_PID = 2


class Thread:
    def __init__(self, tid, fields, switches):
        self.tid = tid
        self.fields = fields
        self.switches = switches

    def word(self, field):
        return self.fields[field - 3] if field - 3 < len(self.fields) else None

    def number(self, field):
        return unsigned(self.word(field))


def collect(collection):
    if not collection.root.is_folder("proc"):
        return Collected(None)
    found = collection.once("processes", processes.read)
    fold = not collection.kthreads
    kernel = [process for process in found if process.is_kernel_thread and fold]
    user = [process for process in found if not (process.is_kernel_thread and fold)]
    groups = ([(kernel, SYSTEM_PID)] if kernel else []) + [([one], one.pid) for one in user]
    instances, parents, living = [], [], {}
    for place, (group, pid) in enumerate(groups, 1):  # Idle is the first process
        number = 0
        for process in group:
            for thread in threads_of(collection.root, process):
                values = values_of(collection.clock, pid, thread)
                living[process.pid, thread.tid, thread.number(START)] = values
                named = "%d_%d" % (number, thread.tid) if collection.names_with_ids else str(number)
                instances.append((named, values))
                parents.append(place)
                number += 1
    ended = ended_totals(collection, living)
    if instances:
        instances.append(("_Total", totals(collection, instances, ended)))
        parents.append(len(groups) + 1)
    return Collected([(name, {key: or_missing(value) for key, value in values.items()})
                      for name, values in instances],
                     [{"object_title_index": PROCESS, "instance": place} for place in parents])


def threads_of(root, process):
    """In the order of their ids; none where the folder is of another process by now."""
    folder = "proc/%d/task/" % process.pid
    tids = sorted({int(name) for name in root.names(folder) or []
                   if re.fullmatch("[0-9]+", name) and 0 < int(name) < 1 << 32})
    found = [thread for thread in (read(root, folder, tid) for tid in tids) if thread]
    leader = [thread for thread in found if thread.tid == process.pid]
    if leader and leader[0].number(START) != process.number(START):
        return []
    return found


def read(root, folder, tid):
    text = root.read(folder + "%d/stat" % tid) or b""
    match = re.match(rb"[0-9]+ \((.*)\) (.*)", text, re.DOTALL)
    if match is None:
        return None
    return Thread(tid, match.group(2).split(), switches(root, folder + "%d/status" % tid))


def switches(root, path):
    counts = {}
    for line in root.lines(path) or []:
        key, _, value = line.partition(b":")
        counts[key] = unsigned(value.strip())
    total = add(counts.get(b"voluntary_ctxt_switches"), counts.get(b"nonvoluntary_ctxt_switches"))
    return total if total is None or total <= LARGEST_U64 else None


def values_of(clock, pid, thread):
    user, privileged = (fits(times(thread.number(field), TICK)) for field in (UTIME, STIME))
    start = times(thread.number(START), TICK)
    state = thread.word(STATE)
    return {"% Processor Time": add(user, privileged), "% User Time": user,
            "% Privileged Time": privileged, "Context Switches/sec": thread.switches,
            "Elapsed Time": add(clock.boot_filetime, start) if clock.known else None,
            "Priority Current": priority_current(signed(thread.word(PRIORITY))),
            "Priority Base": priority_base(thread), "Thread State": STATES.get(state),
            "Thread Wait Reason": WAIT_REASONS.get(state), "ID Process": pid,
            "ID Thread": thread.tid}


def fits(number):
    return number if number is not None and number <= LARGEST_U64 else None


def class_of(nice):
    for least, base in ((15, 4), (5, 6), (-4, 8), (-14, 10)):
        if nice >= least:
            return base
    return 13


def priority_base(thread):
    policy, nice = thread.number(POLICY), signed(thread.word(NICE))
    if policy is None:
        return None
    if policy in REAL_TIME:
        return 24
    return None if nice is None else class_of(nice)


def priority_current(priority):
    """Field 18: 20 + nice, or below 0 -1 - the real-time priority of 1 to 99 (deadline: 100)."""
    if priority is None:
        return None
    if priority >= 0:
        return class_of(priority - 20)
    return 16 + (min(max(-1 - priority, 1), 99) - 1) * 15 // 98


def ended_totals(collection, living):
    """As Process: what threads had when they were last seen, of all that have ended since."""
    boot = collection.clock.boot_filetime
    before, kept = collection.kept.get("thread boot"), collection.kept.setdefault("threads", {})
    collection.kept["thread boot"] = boot
    if not before or not boot or abs(boot - before) > BOOT_SLIP:
        kept.clear()
    for identity, values in living.items():
        known = kept.setdefault(identity, dict.fromkeys(RUNNING_TOTALS, 0))
        known.update({name: values[name] for name in RUNNING_TOTALS if values[name] is not None})
    return {name: sum(known[name] for identity, known in kept.items() if identity not in living)
            for name in RUNNING_TOTALS}


def totals(collection, instances, ended):
    values = {name: total_of([or_missing(one[name]) for _, one in instances], "sum")
              for name in RUNNING_TOTALS}
    values.update({name: values[name] + ended[name] for name in RUNNING_TOTALS
                   if isinstance(values[name], int)})
    values.update(dict.fromkeys(("Priority Current", "Priority Base", "Thread State",
                                 "Thread Wait Reason", "ID Process", "ID Thread"), 0))
    values["Elapsed Time"] = collection.clock.filetime if collection.clock.known else None
    return values
