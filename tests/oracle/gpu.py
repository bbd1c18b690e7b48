"""GPU Engine (100054), GPU Adapter Memory (100060), GPU Process Memory (100068): docs/objects/gpu.md.

The texts are those of the kernel's Documentation/gpu/drm-usage-stats.rst.
"""

import os
import re

import processes
from assemble import Collected
from root import unsigned
from values import add, or_missing

LARGEST_TEXT, MOST_NAMES = 65536, 64
ENGINES = {
    b"amdgpu": "gfx compute dma dec enc enc_1 jpeg vpe", b"xe": "rcs bcs vcs vecs ccs other",
    b"i915": "render copy video video-enhance compute", b"panfrost": "fragment vertex-tiler",
    b"panthor": "panthor", b"msm": "gpu", b"v3d": "bin render tfu csd cache_clean cpu"}
UNITS = {(): 1, (b"KiB",): 1024, (b"MiB",): 1048576}
UNKNOWN = object()  # of a client: nothing can be said


class Client:
    def __init__(self):
        self.driver = self.number = None
        self.engines = {}  # name -> nanoseconds, None if they are not a number or only cycles
        self.capacities = {}
        self.regions = {}  # name -> {"total", "resident", "memory"} -> bytes or None


def quantity(text, units):
    words = re.findall(rb"[^ \t]+", text)
    factor = units.get(tuple(words[1:])) if words else None
    number = unsigned(words[0]) if words else None
    if factor is None or number is None or number * factor >= 1 << 64:
        return None
    return number * factor


def lines(text):
    """(key, value), the first of each key."""
    found = {}
    for line in text.split(b"\n"):
        key, colon, value = line.partition(b":")
        if colon and key.startswith(b"drm-"):
            found.setdefault(key, value.strip(b" \t"))
    return found


def client(text):
    """A Client, or UNKNOWN."""
    if text is None or len(text) > LARGEST_TEXT:
        return UNKNOWN
    one = Client()
    for key, value in lines(text).items():
        take(one, key, value)
    names = set(one.engines) | set(one.capacities)
    if not one.driver or one.number is None or max(len(names), len(one.regions)) > MOST_NAMES:
        return UNKNOWN
    return one


def take(one, key, value):
    if key == b"drm-driver":
        one.driver = value
    elif key == b"drm-client-id":
        one.number = quantity(value, {(): 1})
    elif match := re.fullmatch(rb"drm-engine-capacity-(.+)", key, re.DOTALL):
        one.capacities[match[1]] = quantity(value, {(): 1}) or None  # 0 is not allowed
    elif match := re.fullmatch(rb"drm-engine-(.+)", key, re.DOTALL):
        one.engines[match[1]] = quantity(value, {(b"ns",): 1})
    elif key == b"drm-engine-capacity-" or key.startswith(b"drm-total-cycles-"):
        pass
    elif match := re.fullmatch(rb"drm-cycles-(.+)", key, re.DOTALL):
        one.engines.setdefault(match[1], None)
    elif match := re.fullmatch(rb"drm-(total|resident|memory)-(.+)", key, re.DOTALL):
        one.regions.setdefault(match[2], {})[match[1].decode()] = quantity(value, UNITS)


def is_dedicated(region):
    return region.startswith((b"vram", b"local", b"stolen"))


def is_shared(region):
    return region in (b"gtt", b"memory", b"cpu") or region.startswith(b"system")


def memory(one):
    """(dedicated, shared, committed) of a client; None if unknown."""
    kinds = {name: sizes for name, sizes in one.regions.items()
             if is_dedicated(name) or is_shared(name)}
    if not kinds:
        return None, None, None
    resident = {name: sizes["resident"] if "resident" in sizes else sizes.get("memory")
                for name, sizes in kinds.items()}
    return (add(*(size for name, size in resident.items() if is_dedicated(name))),
            add(*(size for name, size in resident.items() if is_shared(name))),
            add(*(sizes.get("total") for sizes in kinds.values())))


def node_devices(root):
    """Names in sys/class/drm -> the last part of where their device leads."""
    found = {}
    for name in root.names("sys/class/drm") or []:
        if re.fullmatch("(card|renderD)[0-9]{1,9}", name):
            found[name] = os.path.basename(root.link("sys/class/drm/%s/device" % name) or b"")
    return found


def minor(name):
    return int(re.search("[0-9]+$", name).group())


def adapter_of(link, devices):
    """The minor number of the card that a descriptor leads to; None for anything else."""
    match = re.fullmatch(rb"/dev/dri/((?:card|renderD)[0-9]{1,9})(?: \(deleted\))?", link or b"")
    if match is None:
        return None
    name = match[1].decode()
    cards = [minor(card) for card, device in devices.items()
             if card.startswith("card") and device and device == devices.get(name)]
    return min(cards) if name.startswith("renderD") and cards else minor(name)


class Use:
    """What a process does on an adapter, as it is seen now."""

    def __init__(self):
        self.clients = {}
        self.unknown = False


def uses(collection, process, devices):
    """adapter -> Use; None where the descriptors cannot be listed."""
    root, folder = collection.root, "proc/%d/" % process.pid
    names = root.names(folder + "fd")
    if names is None:
        return None
    found = {}
    for number in sorted(int(name) for name in names if re.fullmatch("[0-9]{1,9}", name)):
        adapter = adapter_of(root.link(folder + "fd/%d" % number), devices)
        if adapter is None:
            continue
        use = found.setdefault(adapter, Use())
        one = client(root.read(folder + "fdinfo/%d" % number))
        if one is UNKNOWN:
            use.unknown = True
        else:
            use.clients.setdefault(one.number, one)
            remember_engines(collection, adapter, one)
    return found


def remember_engines(collection, adapter, one):
    known = collection.kept.setdefault(
        ("engines", adapter), [name.encode() for name in ENGINES.get(one.driver, "").split()])
    known += [name for name in one.engines if name not in known]


class Scan:
    def __init__(self, collection):
        self.devices = node_devices(collection.root)
        self.by_process = {}  # process -> adapter -> Use
        self.all_listed = not processes.some_are_hidden(collection)
        is_used = self.devices or not collection.root.is_folder("sys/class")
        for process in collection.once("processes", processes.read) if is_used else ():
            if process.is_kernel_thread or process.number(processes.START) is None:
                continue
            found = uses(collection, process, self.devices)
            if found is None:
                self.all_listed = False
            else:
                self.by_process[process] = found
        histories = collection.kept.setdefault("gpu", {})
        self.histories = {}
        for process, found in self.by_process.items():
            history = histories.get(process.identity, {})
            self.histories[process.identity] = follow(history, found)
        collection.kept["gpu"] = self.histories

    def rows(self):
        for process, found in self.by_process.items():
            for adapter, use in sorted(found.items()):
                yield process, adapter, use


def follow(history, found):
    """The history of a process, adapter -> {"clients": id -> engine -> ns, "ended": engine -> ns}."""
    for adapter, use in found.items():
        own = history.setdefault(adapter, {"clients": {}, "ended": {}, "capacities": {}})
        for number, one in use.clients.items():
            times = own["clients"].setdefault(number, {})
            for engine, time in one.engines.items():
                times[engine] = max(times.get(engine, 0), time or 0)
                own["capacities"][engine] = one.capacities.get(engine, 1)
    for adapter, own in history.items():
        use = found.get(adapter, Use())
        for number in [] if use.unknown else list(own["clients"]):
            if number not in use.clients:
                for engine, time in own["clients"].pop(number).items():
                    own["ended"][engine] = own["ended"].get(engine, 0) + time
    return history


def scan(collection):
    return collection.once("gpu", Scan)


def luid(adapter):
    return "luid_0x00000000_0x%08X_phys_0" % adapter


class Engine:
    @staticmethod
    def collect(collection):
        rows, seen = [], scan(collection)
        for process, adapter, use in seen.rows():
            own = seen.histories[process.identity][adapter]
            known = collection.kept.get(("engines", adapter), [])
            for index, engine in enumerate(known):
                if any(engine in times for times in [own["ended"], *own["clients"].values()]):
                    name = "pid_%d_%s_eng_%d_engtype_%s" % (process.pid, luid(adapter), index,
                                                            processes.mangle(engine))
                    rows.append((name, engine_values(own, use, engine)))
        return Collected(rows or None)


def engine_values(own, use, engine):
    time = own["ended"].get(engine, 0) + sum(times.get(engine, 0)
                                             for times in own["clients"].values())
    if use.unknown or any(one.engines.get(engine, 0) is None for one in use.clients.values()):
        time = None
    if time is not None and time >= 1 << 64:
        time = None
    capacity = own["capacities"][engine]
    share = None if time is None or capacity is None else time // (100 * capacity)
    return {"Utilization Percentage": or_missing(share),
            "Running Time": or_missing(None if time is None else time // 100)}


class ProcessMemory:
    @staticmethod
    def collect(collection):
        rows = []
        for process, adapter, use in scan(collection).rows():
            kinds = [memory(one) for one in use.clients.values()] or [(0, 0, 0)]
            sums = [None if use.unknown else add(*kind) for kind in zip(*kinds)]
            rows.append(("pid_%d_%s" % (process.pid, luid(adapter)), process_values(*sums)))
        return Collected(rows or None)


def process_values(dedicated, shared, committed):
    return {"Dedicated Usage": or_missing(dedicated), "Local Usage": or_missing(dedicated),
            "Shared Usage": or_missing(shared), "Non Local Usage": or_missing(shared),
            "Total Committed": or_missing(committed)}


class AdapterMemory:
    @staticmethod
    def collect(collection):
        seen, root = scan(collection), collection.root
        adapters = {minor(name) for name in seen.devices if name.startswith("card")}
        adapters |= {adapter for _, adapter, _ in seen.rows()}
        rows = []
        for adapter in sorted(adapters):
            dedicated, shared = sums_of_clients(seen, adapter)
            folder = "sys/class/drm/card%d/device/mem_info_" % adapter
            if root.exists(folder + "vram_used"):
                dedicated = root.number(folder + "vram_used")
            if root.exists(folder + "gtt_used"):
                shared = root.number(folder + "gtt_used")
            rows.append((luid(adapter), {
                "Dedicated Usage": or_missing(dedicated), "Shared Usage": or_missing(shared),
                "Total Committed": or_missing(add(dedicated, shared))}))
        return Collected(rows or None)


def sums_of_clients(seen, adapter):
    """Each client once; (None, None) where something is unknown, or nobody is there."""
    clients = {}
    for _, where, use in seen.rows():
        if where != adapter:
            continue
        if use.unknown:
            return None, None
        for number, one in use.clients.items():
            clients.setdefault(number, one)
    if not clients or not seen.all_listed:
        return None, None
    kinds = list(zip(*(memory(one) for one in clients.values())))
    return add(*kinds[0]), add(*kinds[1])
