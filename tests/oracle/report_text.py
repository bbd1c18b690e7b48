"""The sentence of a finding, from the numbers of report.py: what a report must say."""

KI = 1024
UNITS = {
    "number": ((1, ""), (1e6, "M"), (1e9, "G")),
    "percent": ((1, "%"),),
    "rate": ((1, "/s"), (1e3, "k/s"), (1e6, "M/s"), (1e9, "G/s")),
    "seconds": ((1e-6, "us"), (1e-3, "ms"), (1, "s"), (60, "min"), (3600, "h"), (86400, "d")),
    "bits per second": ((1, "bit/s"), (1e3, "kbit/s"), (1e6, "Mbit/s"), (1e9, "Gbit/s")),
    "bytes": ((1, "B"), (KI, "KB"), (KI ** 2, "MB"), (KI ** 3, "GB"), (KI ** 4, "TB")),
}


def quantity(unit, number):
    """Three significant digits and a unit that fits."""
    if unit == "percent":
        return "%.1f %%" % number
    worth, name = UNITS[unit][0]
    for one in UNITS[unit]:
        if (abs(number) if number != 0 else 1) >= one[0] * 0.9995:
            worth, name = one
    if number == 0:
        text = "0"
    elif unit == "bytes" and worth == 1 and number == int(number):
        text = "%d" % number
    else:
        shown = number / worth
        decimals = 3 if abs(shown) < 0.9995 else 1 if abs(shown) < 99.95 else 0
        text = "%.*f" % (decimals, shown)
    return (text + " " + name).strip()


def two(whole, unit, rest, rest_unit):
    return "%d %s" % (whole, unit) if rest == 0 else "%d %s %d %s" % (whole, unit, rest, rest_unit)


def duration(seconds):
    if seconds < 0.95:
        return "%.1f s" % seconds
    whole = int(seconds + 0.5)
    if whole < 60:
        return "%d s" % whole
    if whole < 3600:
        return two(whole // 60, "min", whole % 60, "s")
    minutes = (whole + 30) // 60
    if minutes < 48 * 60:
        return two(minutes // 60, "h", minutes % 60, "min")
    return two(minutes // 1440, "days", minutes // 60 % 24, "h")


def share(part):
    if part < 0.001:
        return "less than 0.1 %"
    return "%.*f %%" % (1 if part < 0.0995 or part >= 0.995 else 0, 100 * min(part, 1))


def moment(log, time):
    return time.strftime("%H:%M:%S" if log.is_one_day() else "%Y-%m-%d %H:%M:%S")


def stretch(log, begin, end):
    if begin == end:
        return "at " + moment(log, begin)
    last = end.strftime("%H:%M:%S") if begin.date() == end.date() else moment(log, end)
    return "from %s to %s" % (moment(log, begin), last)


def exceeded(rule, level):
    """above 80.0 % (critical) for 1 h (0.6 % of the time)"""
    how_long = "all the time" if level["share"] >= 0.9995 else \
        "for %s (%s of the time)" % (duration(level["seconds"]), share(level["share"]))
    return "%s %s (%s) %s" % ("above" if level["above"] else "below", quantity(rule.unit, level["limit"]),
                              level["severity"], how_long)


def sentence(rule, finding, log):
    level, worst = finding["level"], finding["worst"]
    runs = level["short" if finding["spike"] else "long"]
    text = "worst %s; %s, " % (quantity(rule.unit, worst["worst"]), exceeded(rule, level))
    if len(runs) > 1:
        text += "%d times, " % len(runs)
    if finding["spike"]:
        text += "never for %s at a time, " % duration(level["hold"])
    if len(runs) > 1 or finding["spike"]:
        text += "worst "
    text += stretch(log, worst["begin"], worst["end"])
    if worst["samples"] > 1:
        text += " (average %s)" % quantity(rule.unit, worst["average"])
    order = [one["severity"] for one in finding["levels"]]
    for other in finding["levels"]:
        if other is level or other["samples"] == 0:
            continue
        text += "; " + exceeded(rule, other)
        if order.index(other["severity"]) < order.index(level["severity"]):
            text += ", never for %s at a time" % duration(other["hold"])
    return text
