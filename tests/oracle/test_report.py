"""What the second implementation of a report promises, whatever the log: tests/oracle/report.py."""

import datetime
import os
import random
import unittest

import report

PATH = r"\\M\Processor(_Total)\% Processor Time"
LIMIT = 80
LONG_LOGS = 30 if "OPENPERFLIB_SLOW" in os.environ else 6


def log_of(values, seconds):
    start = datetime.datetime(2026, 11, 16)
    lines = ['"(PDH-CSV 4.0) (UTC)(0)","%s"' % PATH]
    for i, value in enumerate(values):
        time = start + datetime.timedelta(seconds=i * seconds)
        lines.append('"%s.000","%r"' % (time.strftime("%m/%d/%Y %H:%M:%S"), value))
    return "\r\n".join(lines)


def load(dice, count):
    """Calm, noisy and busy times of random lengths, with dips and spikes."""
    values = []
    while len(values) < count:
        center, spread = dice.choice(((20, 5), (70, 15), (82, 6), (79, 4), (95, 3), (50, 40)))
        values += [min(100.0, max(0.0, dice.gauss(center, spread))) for _ in range(dice.randrange(1, 40))]
    return values[:count]


def busy(values, seconds):
    log, found = report.findings(log_of(values, seconds))
    return log, found["cpu.busy"]


class Promises(unittest.TestCase):
    def test_samples_that_are_all_beyond_the_limit_for_the_time_are_in_a_run(self):
        for seed in range(150):
            dice = random.Random(seed)
            seconds = dice.choice((1, 15, 60, 240, 3600))
            values = load(dice, 400)
            log, found = busy(values, seconds)
            needed = min(300, log.length / report.SECOND / 3) / seconds
            runs = [one for finding in found for level in finding["levels"] if level["severity"] == "critical"
                    for one in level["long"]]
            begin = 0
            for end, value in enumerate([*values, 0]):
                if value > LIMIT:
                    continue
                if end - begin >= needed:
                    self.assertTrue(any(run["begin"] <= log.stamps[begin] and run["end"] >= log.stamps[end - 1]
                                        for run in runs), (seed, begin, end))
                begin = end + 1

    def test_runs_begin_and_end_beyond_the_limit_and_so_is_their_average(self):
        for seed in range(150):
            dice = random.Random(1000 + seed)
            values = load(dice, 400)
            log, found = busy(values, 15)
            value_at = dict(zip(log.stamps, values))
            for finding in found:
                for level in finding["levels"]:
                    ends = [level["limit"]]
                    for run in level["long"]:
                        self.assertGreater(min(value_at[run["begin"]], value_at[run["end"]], run["average"]), ends[0])
                        self.assertGreaterEqual(run["seconds"] + 1.5, level["hold"])
                    times = [time for run in level["long"] for time in (run["begin"], run["end"])]
                    self.assertEqual(sorted(times), times)

    def test_calm_before_and_after_changes_nothing(self):
        for seed in range(LONG_LOGS):
            values = [20.0] * 100 + load(random.Random(seed), 200) + [20.0] * 100
            stretches = []
            for calm in (0, 5000):
                log, found = busy([20.0] * calm + values + [20.0] * calm, 60)
                stretches.append([[(run["begin"] - log.stamps[calm], run["end"] - log.stamps[calm], run["average"])
                                   for run in level["long"]] for finding in found for level in finding["levels"]])
            for short, long in zip(*stretches):
                self.assertEqual([one[:2] for one in short], [one[:2] for one in long])


if __name__ == "__main__":
    unittest.main()
