"""The objects of the network stack's counts: TCPv4 (638) to ICMPv6 (1534) and Linux TCP (100160).

data/objects.csv names the key of each; here the key is made out of the row's own text.
"""

import csv
import os
import re

import definitions
from assemble import Collected
from root import unsigned
from values import add, or_missing, subtract

ESTABLISHED, CLOSE_WAIT = b"01", b"08"  # states of proc/net/tcp6


def headed(root, file):
    """GROUP and NAME -> number of a file whose lines come in pairs: names, numbers."""
    lines, found = root.lines(file) or [], {}
    for names, numbers in zip(lines[0::2], lines[1::2]):
        names, numbers = names.split(), numbers.split()
        if not names or not numbers or names[0] != numbers[0]:
            continue
        numbers += [None] * len(names)
        for name, number in zip(names[1:], numbers[1:]):
            found.setdefault((names[0].rstrip(b":").decode(), name.decode("latin-1")),
                             unsigned(number))
    return found


def plain(root, file):
    """KEY -> number of proc/net/snmp6."""
    found = {}
    for line in root.lines(file) or []:
        words = line.split()
        if len(words) == 2:
            found.setdefault(words[0].decode("latin-1"), unsigned(words[1]))
    return found


def pairs(root, file):
    """GROUP and NAME -> number of proc/net/sockstat."""
    found = {}
    for line in root.lines(file) or []:
        words = line.split()
        group = words[0].rstrip(b":").decode() if words else ""
        for name, number in zip(words[1::2], words[2::2]):
            found.setdefault((group, name.decode("latin-1")), unsigned(number))
    return found


def rows(name):
    with open(os.path.join(definitions.DATA, "objects.csv"), newline="", encoding="utf-8") as file:
        return [(row["counter"], row["linux_source"]) for row in csv.DictReader(file)
                if row["object"] == name and row["linux_status"] not in ("none", "omit")]


def terms(text):
    """The keys of a row of snmp or snmp6, in their sum: "Tcp InSegs+OutSegs"."""
    found = re.search(r"/proc/net/snmp (\w+) ([\w+]+)", text)
    if found:
        return [(found.group(1), key) for key in found.group(2).split("+")]
    group, keys = re.search(r"/proc/net/snmp6 (Ip6|Udp6|Icmp6)([\w+]+)", text).groups()
    return [group + key for key in keys.split("+")]


def total(numbers, keys):
    """A key that the kernel lacks counts 0, but not where it lacks all of them."""
    found = [numbers[key] for key in keys if key in numbers]
    return add(*found) if found else None


def tcp6_sockets(root):
    """Established sockets of IPv6; 0 on a kernel without IPv6, which has tcp and no tcp6."""
    lines = root.lines("proc/net/tcp6")
    if lines is None:
        return 0 if root.exists("proc/net/tcp") else None
    states = [line.split()[3] for line in lines[1:] if len(line.split()) > 3]
    return sum(1 for state in states if state in (ESTABLISHED, CLOSE_WAIT))


class Module:
    """One object: what COLLECTORS of collect.py wants."""

    def __init__(self, name):
        self.name = name

    def collect(self, collection):
        numbers = headed(collection.root, "proc/net/snmp")
        numbers.update(plain(collection.root, "proc/net/snmp6"))
        values = {counter: total(numbers, terms(text)) for counter, text in rows(self.name)
                  if "/proc/net/snmp" in text}
        values.update(self.others(collection.root, values))
        return Collected([(None, {name: or_missing(value) for name, value in values.items()})])

    def others(self, root, values):
        if self.name == "TCPv4":
            return {"Connections Established":
                    subtract(values["Connections Established"], tcp6_sockets(root))}
        if self.name == "TCPv6":
            found = None if root.lines("proc/net/tcp6") is None else tcp6_sockets(root)
            return {"Connections Established": found}
        if self.name != "Linux TCP":
            return {}
        netstat, sockstat = headed(root, "proc/net/netstat"), pairs(root, "proc/net/sockstat")
        return {"ListenDrops/sec": netstat.get(("TcpExt", "ListenDrops")),
                "ListenOverflows/sec": netstat.get(("TcpExt", "ListenOverflows")),
                "TCPTimeouts/sec": netstat.get(("TcpExt", "TCPTimeouts")),
                "SynRetrans/sec": netstat.get(("TcpExt", "TCPSynRetrans")),
                "Time Wait Sockets": sockstat.get(("TCP", "tw")),
                "Orphans": sockstat.get(("TCP", "orphan"))}
