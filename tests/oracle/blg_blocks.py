#!/usr/bin/env python3
"""blg_blocks.py FILE OUTDIR: cuts the PERF_DATA_BLOCKs out of a binary performance log.

docs/blg.md, sections 1 to 3 and 5 (form 5). Each goes to OUTDIR/SAMPLE-OBJECT.bin: the sample
counted from 00, the object by its English name. A message cut over several events is joined.
"""

import os
import struct
import sys

import definitions

BUFFER_HEADER = 0x48
EVENT_HEADER = 72
USED = 0x30  # in the buffer header: where its valid events end
DATA = 0x22
PDH_LOG = bytes.fromhex("b33b3f933e940d499ced3cbb14c14479")


def buffers(raw):
    """The parts of the file that hold events, the first buffer (the log's own header) left out."""
    size = struct.unpack_from("<I", raw, 0)[0]
    if size == 0 or len(raw) % size != 0:
        raise ValueError("the file is not a whole number of buffers of %d bytes" % size)
    for start in range(size, len(raw), size):
        used = struct.unpack_from("<I", raw, start + USED)[0]
        yield raw[start + BUFFER_HEADER:start + min(used, size)]


def events(raw):
    """(kind, time, part, parts, body) of every event in file order."""
    for part in buffers(raw):
        place = 0
        while place + EVENT_HEADER <= len(part):
            length = struct.unpack_from("<H", part, place)[0]
            if length < EVENT_HEADER or place + length > len(part):
                raise ValueError("an event of %d bytes leaves its buffer" % length)
            event = part[place:place + length]
            if event[24:40] != PDH_LOG:
                raise ValueError("an event is not PDH's")
            time, = struct.unpack_from("<q", event, 16)
            number, count = struct.unpack_from("<II", event, 64)
            yield event[4], time, number, count, event[EVENT_HEADER:]
            place += -(-length // 8) * 8


def messages(raw):
    """(kind, body), the parts of a split one joined."""
    body = b""
    for kind, _, number, count, part in events(raw):
        body = part if number == 1 else body + part
        if number == count:
            yield kind, body


def records(body):
    """(form, payload) of each record inside a data message."""
    if body[:4] != b"BL\3\0" or struct.unpack_from("<I", body, 4)[0] != len(body):
        raise ValueError("a data message without its outer record")
    place = 8
    while place < len(body):
        length, = struct.unpack_from("<I", body, place + 4)
        if body[place:place + 3] != b"BL\3" or length < 8 or place + length > len(body):
            raise ValueError("a record leaves its message")
        yield body[place + 3], body[place + 8:place + length]
        place += length


def blocks(raw):
    """(sample number, PERF_DATA_BLOCK) in file order."""
    sample = -1
    for kind, body in messages(raw):
        if kind != DATA:
            continue
        sample += 1
        for form, payload in records(body):
            if form == 5:
                yield sample, payload


def object_name(block):
    """The English name of a block's only object."""
    header, = struct.unpack_from("<I", block, 24)
    title, = struct.unpack_from("<I", block, header + 12)
    return definitions.title_names()[title]


def main(arguments):
    if len(arguments) != 2:
        print("usage: blg_blocks.py FILE OUTDIR", file=sys.stderr)
        return 2
    with open(arguments[0], "rb") as handle:
        raw = handle.read()
    os.makedirs(arguments[1], exist_ok=True)
    for sample, block in blocks(raw):
        name = "%02d-%s.bin" % (sample, object_name(block))
        with open(os.path.join(arguments[1], name), "wb") as handle:
            handle.write(block)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
