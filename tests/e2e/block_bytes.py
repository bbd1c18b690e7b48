"""Small performance data blocks, byte by byte (docs/structs.md, part A)."""

import struct

RAW_COUNT = 0x00010000  # PERF_COUNTER_RAWCOUNT


def definition(title, size, offset, kind=RAW_COUNT, order="<"):
    return struct.pack(order + "IIIIIiIIII", 40, title, 0, title + 1, 0, 0, 100, kind, size, offset)


def counter_block(values, order="<"):
    """Values of 4 bytes after their length, padded to a multiple of 8."""
    length = -(-(4 + 4 * len(values)) // 8) * 8
    return struct.pack(order + "%dI" % (1 + len(values)), length, *values).ljust(length, b"\0")


def instance(name, values, order="<", unique_id=-1):
    text = (name + "\0").encode("utf-16-le" if order == "<" else "utf-16-be") if name else b""
    length = -(-(24 + len(text)) // 8) * 8
    head = struct.pack(order + "IIIiII", length, 0, 0, unique_id, 24, len(text))
    return (head + text).ljust(length, b"\0") + counter_block(values, order)


def object_type(title, definitions, count, body, order="<", default_counter=0):
    """definitions and body are joined bytes; count is NumInstances."""
    defined = 64 + len(definitions)
    return struct.pack(order + "IIIIIIIIIiiIqq", defined + len(body), defined, 64, title, 0,
                       title + 1, 0, 100, len(definitions) // 40, default_counter, count, 0, 0,
                       10000000) + definitions + body


def data_block(objects, order="<", machine="HOST", default_object=-1):
    """objects: a list of bytes."""
    codec = "utf-16-le" if order == "<" else "utf-16-be"
    name = (machine + "\0").encode(codec)
    header = -(-(88 + len(name)) // 8) * 8
    total = header + sum(map(len, objects))
    head = "PERF".encode(codec) + struct.pack(
        order + "IIIIIIi8HHHqqqII", 1 if order == "<" else 0, 1, 1, total, header, len(objects),
        default_object, 2023, 11, 2, 14, 22, 13, 20, 0, 0, 0, 1000, 10000000, 133444736000000000,
        len(name), 88)
    return head.ljust(88, b"\0")[:88] + name.ljust(header - 88, b"\0") + b"".join(objects)


def small_block(order="<"):
    """Memory's Available MBytes, and two processors."""
    memory = object_type(4, definition(1382, 4, 4, order=order), -1, counter_block([77], order), order)
    processors = object_type(238, definition(6, 4, 4, order=order) + definition(142, 4, 8, order=order),
                             2, instance("0", [1, 2], order) + instance("_Total", [3, 4], order), order)
    return data_block([memory, processors], order)


def amplified_block(definitions, instances, size):
    """Every definition at one offset: `definitions` x `instances` values out of few bytes."""
    one = definition(6, size, 4)
    body = instance("", [0]) * instances
    return data_block([object_type(238, one * definitions, instances, body)])
