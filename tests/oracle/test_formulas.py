"""The 39 formulas: examples of docs/counter_types.md, section 2, and vectors of 2.1, exact."""

import math
import unittest

import formulas
from formulas import INVALID, NEGATIVE_DENOMINATOR, NEGATIVE_TIMEBASE, NEGATIVE_VALUE, VALID

T = (50000000, 100000000)  # with F = 10,000,000: five seconds
H = (133700000000000000, 133700000050000000)
OT = (2000, 7000)  # with OF = 1000
F = 10_000_000
ONE = None  # of rows that need one sample only

# name, first, second (older, newer), time base, multi, result; in the order of section 2
EXAMPLES = (
    ("PERF_COUNTER_COUNTER", (1000, 6000), T, F, 1, 1000.0),
    ("PERF_COUNTER_BULK_COUNT", (8589934592, 8589946937), T, F, 1, 2469.0),
    ("PERF_SAMPLE_COUNTER", (10, 85), T, F, 1, 15.0),
    ("PERF_COUNTER_TIMER", (0, 12500000), T, F, 1, 25.0),
    ("PERF_COUNTER_TIMER_INV", (0, 12500000), T, F, 1, 75.0),
    ("PERF_100NSEC_TIMER", (0, 5000000), H, F, 1, 10.0),
    ("PERF_100NSEC_TIMER_INV", (1000, 45001000), H, F, 1, 9.999999999999998),
    ("PERF_OBJ_TIME_TIMER", (100, 1350), OT, 1000, 1, 25.0),
    ("PERF_COUNTER_QUEUELEN_TYPE", (0, 125000000), T, F, 1, 2.5),
    ("PERF_COUNTER_LARGE_QUEUELEN_TYPE", (0, 200000000), T, F, 1, 4.0),
    ("PERF_COUNTER_100NS_QUEUELEN_TYPE", (0, 75000000), H, F, 1, 1.5),
    ("PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE", (0, 20000), OT, 1000, 1, 4.0),
    ("PERF_COUNTER_MULTI_TIMER", (0, 10), T, F, 4, 50.0),
    ("PERF_COUNTER_MULTI_TIMER_INV", (0, 50000000), T, F, 2, 100.0),
    ("PERF_100NSEC_MULTI_TIMER", (0, 100000000), H, F, 4, 50.0),
    ("PERF_100NSEC_MULTI_TIMER_INV", (0, 75000000), H, F, 2, 50.0),
    ("PERF_COUNTER_RAWCOUNT", (ONE, 4000000000), (0, 0), F, 1, 4000000000),
    ("PERF_COUNTER_LARGE_RAWCOUNT", (ONE, 17179869184), (0, 0), F, 1, 17179869184),
    ("PERF_COUNTER_RAWCOUNT_HEX", (ONE, 3735928559), (0, 0), F, 1, 0xDEADBEEF),
    ("PERF_COUNTER_LARGE_RAWCOUNT_HEX", (ONE, 1 << 40), (0, 0), F, 1, 1 << 40),
    ("PERF_COUNTER_DELTA", (100, 142), (0, 0), F, 1, 42),
    ("PERF_COUNTER_LARGE_DELTA", (1000000000000, 1000000000007), (0, 0), F, 1, 7),
    ("PERF_SAMPLE_FRACTION", (10, 40), (100, 250), F, 1, 20.0),
    ("PERF_SAMPLE_BASE", (1, 2), (1, 2), F, 1, None),
    ("PERF_RAW_FRACTION", (ONE, 30), (0, 120), F, 1, 25.0),
    ("PERF_LARGE_RAW_FRACTION", (ONE, 3 * 10**12), (0, 8 * 10**12), F, 1, 37.5),
    ("PERF_RAW_BASE", (1, 2), (1, 2), F, 1, None),
    ("PERF_LARGE_RAW_BASE", (1, 2), (1, 2), F, 1, None),
    ("PERF_AVERAGE_TIMER", (0, 25000000), (10, 60), F, 1, 0.05),
    ("PERF_AVERAGE_BULK", (4096, 1052672), (1, 257), F, 1, 4096.0),
    ("PERF_AVERAGE_BASE", (1, 2), (1, 2), F, 1, None),
    ("PERF_COUNTER_MULTI_BASE", (1, 2), (1, 2), F, 1, None),
    ("PERF_ELAPSED_TIME", (ONE, 133700000000000000), (0, 133700000123000000), F, 1, 12.3),
    ("PERF_PRECISION_SYSTEM_TIMER", (0, 25000000), (1000, 100001000), F, 1, 25.0),
    ("PERF_PRECISION_100NS_TIMER", (0, 10000000), (0, 50000000), F, 1, 20.0),
    ("PERF_PRECISION_OBJECT_TIMER", (0, 1000), (0, 4000), F, 1, 25.0),
    ("PERF_COUNTER_TEXT", (1, 2), (1, 2), F, 1, None),
    ("PERF_COUNTER_NODATA", (1, 2), (1, 2), F, 1, None),
    ("PERF_COUNTER_HISTOGRAM_TYPE", (1, 2), (1, 2), F, 1, None),
)

QPC = 3579545  # the Vista machine's PerfFreq
QT = (7178903079, 7393519392)
QH = (128315940386596596, 128315940986148066)
BASES = (120426, 122711)
VECTORS = (  # docs/counter_types.md, 2.1: what Windows itself wrote
    ("PERF_100NSEC_TIMER_INV", (12558750000, 12665781250), QH, F, 82.1481131553226),
    ("PERF_100NSEC_TIMER", (2041875000, 2268125000), QH, F, 37.73654328626698),
    ("PERF_COUNTER_COUNTER", (2125688, 2199337), QT, QPC, 1228.3777780908947),
    ("PERF_PRECISION_100NS_TIMER", (27706059000, 27892765000),
     (128315940386606361, 128315940986148066), F, 31.14145328722378),
    ("PERF_COUNTER_100NS_QUEUELEN_TYPE", (27706059000, 27892765000), QH, F, 0.3114094608090945),
    ("PERF_AVERAGE_TIMER", (9917508496, 9984340749), BASES, QPC, 0.008170940934075234),
    ("PERF_AVERAGE_BULK", (2262855168, 2350840832), BASES, QPC, 38505.76105032823),
    ("PERF_COUNTER_BULK_COUNT", (2262855168, 2350840832), QT, QPC, 1467496.292524977),
    ("PERF_ELAPSED_TIME", (ONE, 128315920365000000), (0, 128315940986157831), F, 2062.1157831),
    ("PERF_RAW_FRACTION", (ONE, 14827904), (0, 714429781), F, 2.0754879477791532),
)


def question(kind, first, second, time_base=F, multi=1, **policy):
    older = None if first[0] is ONE else {"first": first[0], "second": second[0], "multi": multi}
    newer = {"first": first[1], "second": second[1], "multi": multi}
    return dict({"type": kind, "older": older, "newer": newer, "time_base": time_base}, **policy)


class Formulas(unittest.TestCase):
    def test_the_table_has_the_39_rows_in_order(self):
        self.assertEqual([row[0] for row in EXAMPLES], [row[1] for row in formulas.TYPES])
        self.assertEqual(len(formulas.FORMULAS), 39)

    def test_examples(self):
        for name, first, second, time_base, multi, expected in EXAMPLES:
            value, status = formulas.calculate(question(name, first, second, time_base, multi))
            self.assertEqual(value, expected, name)
            self.assertEqual(status, INVALID if expected is None else VALID, name)

    def test_only_a_large_raw_count_is_below_zero(self):
        below = 2**64 - 3000
        for name, expected in (("PERF_COUNTER_LARGE_RAWCOUNT", -3000), ("PERF_COUNTER_LARGE_RAWCOUNT_HEX", below)):
            value, status = formulas.calculate(question(name, (ONE, below), (0, 0)))
            self.assertEqual((value, status), (expected, VALID), name)

    def test_vectors_of_windows(self):
        for name, first, second, time_base, expected in VECTORS:
            value, _ = formulas.calculate(question(name, first, second, time_base))
            self.assertEqual(repr(value), repr(expected), name)

    def test_hex_is_shown(self):
        answer = formulas.answer(question(0, (ONE, 0xDEADBEEF), (0, 0)))
        self.assertEqual((answer["hex"], answer["repr"]), ("deadbeef", "3735928559"))

    def test_multi_timer_in_its_plain_form(self):
        value, _ = formulas.calculate(question("PERF_COUNTER_MULTI_TIMER", (0, 100000000), T,
                                               multi=4, multi_timer="plain"))
        self.assertEqual(value, 50.0)


class Statuses(unittest.TestCase):
    def status(self, *arguments, **policy):
        return formulas.calculate(question(*arguments, **policy))

    def test_one_sample_of_two(self):
        for name in ("PERF_COUNTER_COUNTER", "PERF_AVERAGE_TIMER", "PERF_AVERAGE_BULK"):
            self.assertEqual(self.status(name, (ONE, 5), (0, 9)), (None, INVALID))

    def test_time_that_does_not_go_on(self):
        for later in (5, 4):
            self.assertEqual(self.status("PERF_100NSEC_TIMER", (1, 2), (5, later)),
                             (None, NEGATIVE_TIMEBASE))

    def test_a_value_that_falls(self):
        self.assertEqual(self.status("PERF_COUNTER_COUNTER", (7, 6), T), (None, NEGATIVE_VALUE))

    def test_a_base_that_falls(self):
        self.assertEqual(self.status("PERF_AVERAGE_BULK", (1, 2), (9, 8)),
                         (None, NEGATIVE_DENOMINATOR))

    def test_no_operations_is_zero(self):
        self.assertEqual(self.status("PERF_AVERAGE_TIMER", (5, 5), (9, 9)), (0.0, VALID))
        self.assertEqual(self.status("PERF_RAW_FRACTION", (ONE, 5), (0, 0)), (0.0, VALID))

    def test_inverse_stops_at_zero(self):
        value, _ = self.status("PERF_100NSEC_TIMER_INV", (0, 60000000), H)
        self.assertEqual((value, math.copysign(1, value)), (0.0, 1.0))

    def test_elapsed_without_a_start(self):
        for first, now, frequency in ((0, 9, F), (9, 9, F), (9, 8, F), (5, 9, 0)):
            self.assertEqual(self.status("PERF_ELAPSED_TIME", (ONE, first), (0, now), frequency),
                             (0.0, VALID))

    def test_a_32_bit_wrap_where_told(self):
        first = ((1 << 32) - 10, 40)
        self.assertEqual(self.status("PERF_COUNTER_COUNTER", first, T, size=4),
                         (None, NEGATIVE_VALUE))
        self.assertEqual(self.status("PERF_COUNTER_COUNTER", first, T, size=4, wrap="modulo_2_32"),
                         (10.0, VALID))
        self.assertEqual(self.status("PERF_COUNTER_COUNTER", first, T, size=8, wrap="modulo_2_32"),
                         (None, NEGATIVE_VALUE))
        self.assertEqual(self.status("PERF_COUNTER_COUNTER", (1 << 31, 0), T, size=4,
                                     wrap="modulo_2_32"), (None, NEGATIVE_VALUE))

    def test_cap_is_for_percentages(self):
        full = ("PERF_100NSEC_TIMER", (0, 100000000), H)
        self.assertEqual(self.status(*full), (200.0, VALID))
        self.assertEqual(self.status(*full, cap="at_100"), (100.0, VALID))
        self.assertEqual(self.status("PERF_COUNTER_COUNTER", (1000, 6000), T, cap="at_100"),
                         (1000.0, VALID))

    def test_an_unknown_type(self):
        self.assertEqual(self.status(0x12345678, (1, 2), T), (None, INVALID))


if __name__ == "__main__":
    unittest.main()
