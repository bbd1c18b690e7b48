"""A log of whole objects in another language: tests/data/blg/SampleLog.blg with other name tables.

Each table keeps its length, so that nothing else of the file moves: the names that are wanted first,
then one that fills it (docs/formats/blg.md, "Name table").
"""

import struct

BUFFER = 0x10000
BUFFER_HEAD = 0x48
BYTES_USED = 0x30
EVENT_HEAD = 72
NAME_TABLE = 0x24
FILLER = "99998"

# As a German Windows has them.
GERMAN = {2: "System", 4: "Arbeitsspeicher", 6: "Prozessorzeit (%)", 24: "Verfügbare Bytes",
          28: "Seitenfehler/s", 142: "Benutzerzeit (%)", 144: "Privilegierte Zeit (%)",
          230: "Prozess", 238: "Prozessor", 784: "Prozesskennung"}


def table(machine, names, size):
    words = [machine] + [word for index, name in names for word in (str(index), name)]
    text = "".join(word + "\0" for word in [*words, FILLER])
    room = size // 2 - len(text) - 1
    assert room > 0
    return (text + "x" * room + "\0").encode("utf-16-le")


def events(log):
    """(place, size) of each."""
    for start in range(BUFFER, len(log), BUFFER):
        end = start + struct.unpack_from("<I", log, start + BYTES_USED)[0]
        place = start + BUFFER_HEAD
        while place < end:
            size, = struct.unpack_from("<H", log, place)
            yield place, size
            place += (size + 7) // 8 * 8


def localised(genuine, names):
    """The bytes of a log of English names with these instead."""
    log = bytearray(genuine)
    left = sorted(names.items())
    for place, size in events(log):
        if log[place + 4] != NAME_TABLE:
            continue
        body = slice(place + EVENT_HEAD, place + size)
        machine = log[body].decode("utf-16-le").split("\0")[0]
        log[body] = table(machine, left, size - EVENT_HEAD)
        left = []
    return bytes(log)
