"""Network Interface (510): docs/objects.md, section 6; data/objects.csv."""

import os

from assemble import Collected
from processes import mangle
from root import unsigned
from values import add, or_missing, subtract, times

LOOPBACK = 772
FILES = ("rx_bytes", "rx_packets", "rx_errors", "rx_dropped", "rx_missed_errors", "rx_nohandler",
         "multicast", "tx_bytes", "tx_packets", "tx_errors", "tx_dropped")
# proc/net/dev: eight columns in, eight out. Its drop column holds the missed ones too.
COLUMNS = {"rx_bytes": 0, "rx_packets": 1, "rx_errors": 2, "rx_dropped": 3, "multicast": 7,
           "tx_bytes": 8, "tx_packets": 9, "tx_errors": 10, "tx_dropped": 11}
AFTER_ALL = 1 << 64  # where an interface without an index is sorted


class Interface:
    def __init__(self, name, index, speed, statistics, has_device=False):
        self.name = name
        self.has_device = has_device
        self.index = index
        self.speed = speed  # Mbit/s; None where unknown
        self.statistics = statistics


def net_dev(root):
    """Interface name -> its statistics in proc/net/dev."""
    found = {}
    for line in root.lines("proc/net/dev") or []:
        name, colon, rest = line.partition(b":")
        words = rest.split()
        if colon and len(words) >= 16:
            found[name.strip()] = dict(
                {file: unsigned(words[column]) for file, column in COLUMNS.items()},
                rx_missed_errors=0)
    return found


def read(root):
    """The interfaces by index, then name; loopback left out."""
    lines = net_dev(root)
    names = root.names("sys/class/net")
    if names is None:
        found = [Interface(name, AFTER_ALL, None, statistics)
                 for name, statistics in lines.items() if name != b"lo"]
    else:
        found = [interface(root, name, lines) for name in names]
        found = [one for one in found if one is not None]
    return sorted(found, key=lambda one: (one.index, one.name))


def interface(root, name, lines):
    """None for anything that is not an interface, has no statistics anywhere, or is loopback."""
    folder, raw = "sys/class/net/%s/" % name, os.fsencode(name)
    if root.number(folder + "type") == LOOPBACK or (
            not root.exists(folder + "type") and raw == b"lo"):
        return None
    if root.is_folder(folder + "statistics"):
        statistics = {file: root.number(folder + "statistics/" + file) for file in FILES}
    else:
        statistics = lines.get(raw)
    if statistics is None:
        return None
    index = root.number(folder + "ifindex")
    return Interface(raw, AFTER_ALL if index is None else index,
                     root.number(folder + "speed") or None, statistics,
                     root.exists(folder + "device"))


def values_of(interface):
    get = interface.statistics.get
    plain = {
        "Bytes Total/sec": add(get("rx_bytes"), get("tx_bytes")),
        "Packets/sec": add(get("rx_packets"), get("tx_packets")),
        "Packets Received/sec": get("rx_packets"), "Packets Sent/sec": get("tx_packets"),
        "Current Bandwidth": times(interface.speed, 1_000_000),
        "Bytes Received/sec": get("rx_bytes"), "Bytes Sent/sec": get("tx_bytes"),
        "Packets Received Unicast/sec": subtract(get("rx_packets"), get("multicast")),
        "Packets Received Non-Unicast/sec": get("multicast"),
        "Packets Received Discarded": add(get("rx_dropped"), get("rx_missed_errors")),
        "Packets Received Errors": get("rx_errors"),
        "Packets Received Unknown": get("rx_nohandler"),
        "Packets Sent Unicast/sec": get("tx_packets"),
        "Packets Outbound Discarded": get("tx_dropped"),
        "Packets Outbound Errors": get("tx_errors")}
    return {name: or_missing(value) for name, value in plain.items()}


def collect(collection):
    found = read(collection.root)
    return Collected([(mangle(one.name), values_of(one)) for one in found] or None)


class Adapter:
    """Network Adapter (1820): the same, of interfaces that are hardware, which have a device link."""

    @staticmethod
    def collect(collection):
        found = [one for one in read(collection.root) if one.has_device]
        return Collected([(mangle(one.name), values_of(one)) for one in found] or None)
