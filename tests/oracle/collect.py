#!/usr/bin/env python3
"""collect.py --root DIR [--root DIR2]: the block of a recorded machine, naively, as JSON.

Prints one line per root: the document of docs/perflib.md, section 3, and beside it "missing".
All roots are collected by one process, so held maxima and accumulations apply from the second on.
"""

import argparse
import json
import sys

import assemble
import cache
import definitions
import devices
import filesystem_disk_activity
import gpu
import job_object
import linux_filesystem
import linux_memory
import linux_pressure
import linux_process
import linux_processor
import linux_system
import logical_disk
import memory
import mib
import network_interface
import numa_node_memory
import objects
import paging_file
import physical_disk
import process
import process_v2
import processor
import processor_information
import system
import thread
from collection import Collection

# Clock-sensitive objects first, Process last (docs/objects.md, section 5).
COLLECTORS = {
    "System": system, "Processor": processor, "Processor Information": processor_information,
    "PhysicalDisk": physical_disk, "LogicalDisk": logical_disk, "Memory": memory,
    "Network Interface": network_interface,
    "Network Adapter": network_interface.Adapter, "Linux Pressure": linux_pressure,
    "Paging File": paging_file, "Cache": cache, "Objects": objects,
    "Linux Processor": linux_processor, "Linux System": linux_system, "Linux Memory": linux_memory,
    "Linux Filesystem": linux_filesystem,
    **{name: mib.Module(name) for name in (
        "TCPv4", "TCPv6", "UDPv4", "UDPv6", "IPv4", "IPv6", "ICMP", "ICMPv6", "Linux TCP")},
    "NUMA Node Memory": numa_node_memory, "Thermal Zone Information": devices.Thermal,
    "Energy Meter": devices.Energy, "Power Meter": devices.Power,
    "Job Object": job_object,
    "FileSystem Disk Activity": filesystem_disk_activity,
    "Process": process, "Thread": thread, "Process V2": process_v2, "Linux Process": linux_process,
    "GPU Engine": gpu.Engine, "GPU Adapter Memory": gpu.AdapterMemory,
    "GPU Process Memory": gpu.ProcessMemory}
COSTLY = ("GPU Engine", "GPU Adapter Memory", "GPU Process Memory")  # never in Global


def requested(request, objects):
    """The objects that a value name asks for: Global, title indices, or all by name (Query)."""
    if request.lower() == "global":
        return [name for name in objects if name not in COSTLY]
    if request.lower() == "query":
        return list(objects)
    wanted = {int(word) for word in request.split()}
    if wanted & {objects["Thread"].title_index}:  # its parents come along
        wanted |= {objects["Process"].title_index}
    return [name for name, one in objects.items() if one.title_index in wanted]


def block(folder, kept, request="Global", page_size=4096, kthreads=False, names_with_ids=False):
    """One collection as its document."""
    objects = definitions.load(COLLECTORS)
    collection = Collection(folder, kept, page_size, kthreads, request.lower() != "global",
                            names_with_ids)
    parts = [(objects[name], COLLECTORS[name].collect(collection))
             for name in requested(request, objects)]
    return assemble.document(collection.machine_name(), collection.clock, parts)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", action="append", required=True, metavar="DIR")
    parser.add_argument("--request", default="Global", help='Global or "238 2"')
    parser.add_argument("--page-size", type=int, default=4096)
    parser.add_argument("--kthreads", action="store_true")
    parser.add_argument("--names-with-ids", action="store_true")
    parser.add_argument("--pretty", action="store_true", help="indented")
    options = parser.parse_args(arguments)
    kept = {}
    for folder in options.root:
        found = block(folder, kept, options.request, options.page_size, options.kthreads,
                      options.names_with_ids)
        print(json.dumps(found, indent=1 if options.pretty else None, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:]))
