"""Two samples of one machine: the raw numbers of `query --root A --root B` against the oracle's.

The tool prints docs/perflib.md section 2; `newer.first` must be the value of the second block, and
`older.first` one that this counter has in the first (which instance it is, identity decides).
"""

import json


def numbered(names):
    """Names as paths write them: the second of equal ones is NAME#1."""
    seen, out = {}, []
    for name in names:
        count = seen.get(name, 0)
        seen[name] = count + 1
        out.append(name if count == 0 else "%s#%d" % (name, count))
    return out


def full_name(objects, instance):
    """With the name of its parent: java/3."""
    parent = instance["parent"]
    if parent is None:
        return instance["name"]
    above = objects[parent["object_title_index"]]["instances"][parent["instance"]]
    return "%s/%s" % (above["name"], instance["name"])


def cells(document):
    """(object, instance or None, counter) -> value; of a pair the counter, not its base."""
    found = {}
    objects = {one["title_index"]: one for one in document["objects"]}
    for one in document["objects"]:
        names = numbered([full_name(objects, instance) for instance in one["instances"]])
        if [instance["name"] for instance in one["instances"]] == [None]:
            names = [None]
        for name, instance in zip(names, one["instances"]):
            for counter, value in zip(one["counters"], instance["values"]):
                found.setdefault((one["name"], name, counter["name"]), value)
    return found


def paths(document):
    """What to ask for: every counter of every instance of every object."""
    return ["\\%s%s\\*" % (one["name"], "" if is_single(one) else "(*)")
            for one in document["objects"] if one["instances"]]


def is_single(one):
    return [instance["name"] for instance in one["instances"]] == [None]


def differences(output, first, second):
    """Lines about the rows of `output`, the tool's JSON lines."""
    rows = [json.loads(line) for line in output.splitlines() if line.strip()]
    older, newer = cells(first), cells(second)
    by_counter = {}
    for (name, _, counter), value in older.items():
        by_counter.setdefault((name, counter), set()).add(value)
    known = {spelled(key).casefold(): key for key in newer}
    seen = set()
    for series in rows[-1]["series"] if rows else []:
        key = known.get(series["path"].split("\\", 3)[3].casefold())
        if key is None:
            yield "%s: the oracle has no such series" % series["path"]
            continue
        seen.add(key)
        yield from series_differences(series, newer[key], by_counter.get((key[0], key[2]), set()))
    for key in newer:
        if key not in seen and key[1] not in ("_Total", "_Total/_Total"):
            yield "%s: not printed" % spelled(key)


def spelled(key):
    name, instance, counter = key
    return name + ("" if instance is None else "(%s)" % instance) + "\\" + counter


def series_differences(series, expected, before):
    raw = series["raw"]
    found = raw["newer"]["first"] if raw else None
    if found != expected:
        yield "%s: newer.first %r, oracle %r" % (series["path"], found, expected)
    if raw and raw["older"] and raw["older"]["first"] not in before:
        yield "%s: older.first %r, oracle one of %r" % (series["path"], raw["older"]["first"],
                                                        sorted(before - {None}))
