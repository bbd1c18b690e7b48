"""Linux Process (100220): docs/objects/process.md: an instance a process, without Idle, System and _Total."""

import processes
from assemble import Collected
from process import name_with_id
from processes import START, image_name
from root import TICK
from values import add, or_missing, times

STATES = {b"R": 0, b"S": 1, b"I": 2, b"D": 3, b"T": 4, b"t": 5, b"Z": 6, b"X": 7, b"x": 7}
STATE = 3  # the word of stat


def collect(collection):
    if not collection.root.is_folder("proc"):
        return Collected(None)
    name_of = name_with_id if collection.names_with_ids else image_name
    return Collected([(name_of(one), {name: or_missing(value) for name, value in values(collection.clock, one).items()})
                      for one in collection.once("processes", processes.read)
                      if collection.kthreads or not one.is_kernel_thread])


def values(clock, process):
    start = times(process.number(START), TICK)
    return {"State": STATES.get(process.word(STATE)), "ID Process": process.pid,
            "Elapsed Time": add(clock.boot_filetime, start) if clock.known else None}
