#!/usr/bin/env python3
"""Runs the benches and prints each figure as a ratio against its reference of the same run.

Usage: table.py BUILD_DIR OUTPUT.json

Each program is run with its repetitions interleaved at random, so that reference and ours alternate;
the figures are medians. OUTPUT.json is a list of rows: name, value, unit, reference, reference_value,
ratio, goal, better, allocations (a steady tick's; null where a row has none). A goal compares with the
ratio, or with the value where the ratio is null; better says on which side of it they should be. The
rows of logs stand in log_rows.py, of recordings in recording_rows.py, of databases in sql_rows.py.
"""
import json
import pathlib
import re
import statistics
import subprocess
import sys

import log_rows
import recording_rows
import sql_rows

REPETITIONS = 9

# name, program, benchmark, reference benchmark, kind, goal, per items
#   ratio       ours / reference <= goal
#   per_item    ns an item <= goal
#   difference  ours - reference <= goal
#   value       ours <= goal
#   ratio_less_120_us  (ours - 120 us) / reference <= goal; ratio_less_1_ms
#   allocations of an iteration <= goal
#   growth      KiB, the benchmark's own counter <= goal, the largest
#   percent     of a CPU, the benchmark's own counter <= goal
ROWS = [
    ("validate a 1.31 MB block and read its 112,800 values", "wire_bench",
     "validate_and_read_every_value", "copy_every_value_floor", "ratio", 2.0, 112800),
    ("refuse a block that claims 2^31 instances", "wire_bench",
     "refuse_two_to_the_31_instances", None, "value_us", 5.0, 1),
    ("validate the block and read it into Sample rows", "query_bench",
     "validate_and_read_into_sample_rows", "copy_every_value_floor", "ratio", 3.0, 112800),
    ("10,000 bound paths: validate, prove the layout, read, calculate", "query_bench",
     "validate_prove_read_calculate_10000_paths", "copy_every_value_floor", "per_item", 40.0, 10000),
    ("10,000 bound paths: read and calculate alone", "query_bench",
     "read_and_calculate_10000_paths", "copy_every_value_floor", "per_item", 25.0, 10000),
    ("Process, 1,000 sleepers, kept descriptors", "linux_bench",
     "collect_with_kept_descriptors", "open_read_close_floor", "ratio", 0.85, 1),
    ("Process, 1,000 sleepers, no descriptor kept", "linux_bench",
     "collect_without_kept_descriptors", "open_read_close_floor", "ratio", 1.25, 1),
    ("Thread, 20,000 threads of a made /proc in memory, listing and block included", "linux_bench",
     "collect_20000_threads", "open_read_close_thread_stats_floor", "ratio", 1.0, 1),
    ("Global, later collections, kept descriptors", "global_bench",
     "global_with_kept_descriptors", "open_read_close_every_file_floor", "ratio", 1.0, 1),
    ("Global, later collections, no descriptor kept", "global_bench",
     "global_without_kept_descriptors", "open_read_close_every_file_floor", "ratio", 1.25, 1),
    ("Global once a second, 200 processes beside those of the machine", "global_bench",
     "global_once_a_second/iterations:1", None, "percent", 1.0, 1),
    ("counter set: add to a value", "provider_bench",
     "increment", "add_to_shared_word_floor", "ratio", 1.15, 1),
    ("counter set: read 10,000 instances of 10 counters", "provider_bench",
     "read_10000_instances", "copy_values_floor", "ratio", 6.0, 100000),
    ("counter set: create and delete an instance", "provider_bench",
     "create_and_remove", None, "value_us", 0.5, 1),
    ("first look at 500 providers in processes of their own", "provider_bench",
     "first_look_at_500_processes/real_time", "ask_500_processes_floor/real_time", "ratio", 1.0, 1),
    ("allocations of a later look at them that reads 4 instances of each", "provider_bench",
     "read_500_idle_processes", None, "allocations", 0.0, 1),
    ("PerfIncrementULongLongCounterValue, rotating over 16 ids", "perflib_bench",
     "perf_increment/16", "add_by_position_floor/16", "ratio", 1.5, 1),
    ("PerfIncrementULongLongCounterValue, rotating over 1,000 ids", "perflib_bench",
     "perf_increment/1000", "add_by_position_floor/1000", "ratio", 2.0, 1),
    ("the same, ids far apart", "perflib_bench",
     "perf_increment_scattered/1000", "add_by_position_floor/1000", "ratio", 2.0, 1),
    ("PerfCreateInstance and PerfDeleteInstance", "perflib_bench",
     "perf_create_and_delete", None, "value_us", 0.5, 1),
    ("Counter::increment, one thread", "counter_set_bench",
     "counter_increment/real_time", "bare_fetch_add_floor/real_time", "ratio", 1.15, 1),
    ("Counter::increment, one thread, beside prometheus::Counter::Increment", "counter_set_bench",
     "counter_increment/real_time", "prometheus_increment/real_time", "ratio", 0.5, 1),
    ("2 threads, one counter", "counter_set_bench",
     "counter_increment/real_time/threads:2", "bare_fetch_add_floor/real_time/threads:2",
     "ratio", 1.15, 1),
    ("4 threads, one counter", "counter_set_bench",
     "counter_increment/real_time/threads:4", "bare_fetch_add_floor/real_time/threads:4",
     "ratio", 1.15, 1),
    ("2 threads, a sharded counter", "counter_set_bench",
     "sharded_increment/real_time/threads:2", "fetch_add_on_own_line_floor/real_time/threads:2",
     "ratio", 1.2, 1),
    ("2 threads, a sharded counter, beside the single writer of a line each", "counter_set_bench",
     "sharded_increment/real_time/threads:2", "line_of_each_thread_floor/real_time/threads:2",
     "ratio", 3.0, 1),
    ("4 threads, a sharded counter", "counter_set_bench",
     "sharded_increment/real_time/threads:4", "fetch_add_on_own_line_floor/real_time/threads:4",
     "ratio", 1.2, 1),
    ("4 threads, a sharded counter, beside the single writer of a line each", "counter_set_bench",
     "sharded_increment/real_time/threads:4", "line_of_each_thread_floor/real_time/threads:4",
     "ratio", 3.0, 1),
    ("4 threads, 10^8 additions to a sharded counter, of which none is lost", "counter_set_bench",
     "sharded_hundred_million/iterations:1/real_time", None, "value_ms", 1000.0, 1),
    ("reply with 10,000 instances of 10 counters of 8 providers", "machine_bench",
     "reply_of_10000_instances_of_8_providers", "copy_10000_instances_of_8_providers_floor", "ratio",
     6.0, 100000),
    ("reply with 4 instances of 500 idle providers", "machine_bench",
     "reply_of_4_instances_of_500_providers", "read_4_instances_of_500_providers_floor", "ratio", 5.0,
     20000),
    ("RegQueryValueEx \"2 238 4\"", "registry_bench",
     "registry_query_of_three_objects", "open_read_close_files_of_query_floor", "ratio", 1.0, 1),
    ("RegQueryValueEx \"Counter 009\", unchanged", "registry_bench",
     "registry_counter_titles", "copy_of_titles_floor", "ratio", 1.5, 1),
    ("memory that 10,000 queries leave behind, more than 10 do", "registry_bench",
     "growth_by_queries/iterations:1", None, "growth", 0.0, 1),
    ("PdhCollectQueryData, 1,000 counters of 10 objects", "pdh_bench",
     "pdh_collect", "read_and_take_floor", "ratio", 1.1, 1),
    ("PdhGetFormattedCounterValue", "pdh_bench",
     "pdh_value", "calculate_and_lock_twice_floor", "ratio", 1.5, 1),
    ("PdhGetFormattedCounterArray, 1,000 instances and those of the machine, filled", "pdh_bench",
     "pdh_array", "calculate_and_copy_names_floor", "ratio", 2.0, 1),
    ("the same, the call for the size", "pdh_bench",
     "pdh_array_size", "calculate_and_copy_names_floor", "ratio", 1.0, 1),
    ("PdhAddCounter, the first of an object, with PdhOpenQuery, less 1 ms", "pdh_bench",
     "pdh_add_first_counter_of_an_object", "collect_the_object_floor", "ratio_less_1_ms", 1.2, 1),
    ("PdhAddCounter and PdhRemoveCounter, another one of that object", "pdh_bench",
     "pdh_add_later_counter", None, "value_us", 10.0, 1),
    ("PdhExpandWildCardPath of all paths of this machine, both calls", "pdh_bench",
     "pdh_expand_all", "read_and_write_paths_floor", "ratio", 1.5, 1),
    ("collect 50 instances of 10 counters through a host, less 120 us", "v1_bench",
     "collect_50_instances_through_a_host/real_time",
     "collect_50_instances_in_process_floor/real_time", "ratio_less_120_us", 1.5, 1),
    ("ten modules that wait 5 ms each", "v1_bench", "collect_ten_that_wait/real_time",
     "collect_one_that_waits/real_time", "ratio", 1.3, 1),
    ("allocations of a steady tick of three modules", "v1_bench", "collect_three_modules/real_time",
     None, "allocations", 0.0, 1),
    ("modules where nothing is registered", "v1_bench",
     "modules_where_nothing_is_registered/real_time", None, "value_us", 100.0, 1),
    ("title by name, 10,000 titles", "title_bench", "title_by_name",
     "unordered_map_with_folding_floor", "ratio", 2.0, 1),
    ("RegQueryValueEx \"Counter 009\", 10,000 titles, unchanged", "title_bench",
     "registry_counter_009/real_time", "copy_and_two_stats_floor/real_time", "ratio", 1.5, 1),
    ("lodctr of 50 counters into 10,000 titles", "title_bench", "lodctr_of_50_counters/real_time",
     "write_fsync_rename_fsync_floor/real_time", "ratio", 3.0, 1),
    ("perflib query of one counter, 10,000 titles, more than with nothing registered", "tool_bench",
     "spawn_query_with_10000_titles/iterations:12/real_time",
     "spawn_query_with_nothing_registered_floor/iterations:12/real_time", "difference", 5.0, 1),
    ("CSV of 130,410 columns that come and go, beside 20,400: 6.4 times the cells", "log_bench",
     "wide_log_to_csv/churn_130000_columns", "wide_log_to_csv/churn_20000_columns", "ratio", 9.0, 1),
    ("perflib query of one instantaneous counter, more than an empty program", "tool_bench",
     "spawn_query_of_one_counter/iterations:12/real_time",
     "spawn_empty_program_floor/iterations:12/real_time", "difference", 4.0, 1),
    ("typeperf -sc 1 of an instantaneous counter, more than an empty program", "tool_bench",
     "spawn_typeperf_of_one_sample/iterations:12/real_time",
     "spawn_empty_program_floor/iterations:12/real_time", "difference", 4.0, 1),
    ("completion of a counter path", "tool_bench",
     "spawn_completion/iterations:12/real_time", None, "value_ms", 50.0, 1),
]
ALLOWANCES = {"ratio_less_120_us": 120e3, "ratio_less_1_ms": 1e6}  # ns
# Counters of a benchmark's own, and what of the repetitions counts.
COUNTERS = {"growth": max, "percent": statistics.median}
TO_NS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def run(program, names, what="real_time"):
    """By benchmark: the median of `what` (times in ns), the last allocations, its own counter."""
    command = [str(program), "--benchmark_format=json", "--benchmark_repetitions=%d" % REPETITIONS,
               "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.1",
               "--benchmark_filter=^(%s)$" % "|".join(map(re.escape, sorted(names)))]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    measured, allocations, counted = {}, {}, {}
    for row in json.loads(done.stdout)["benchmarks"]:
        if row.get("error_occurred"):
            sys.exit("%s: %s: %s" % (program.name, row["name"], row["error_message"]))
        if row["run_type"] != "iteration":
            continue
        factor = TO_NS[row["time_unit"]] if what in ("real_time", "cpu_time") else 1
        measured.setdefault(row["run_name"], []).append(row[what] * factor)
        allocations.setdefault(row["run_name"], []).append(row.get("allocations"))
        for kind in COUNTERS.keys() & row.keys():
            counted.setdefault((row["run_name"], kind), []).append(row[kind])
    return ({name: statistics.median(all_) for name, all_ in measured.items()},
            {name: all_[-1] for name, all_ in allocations.items()},
            {name: COUNTERS[kind](all_) for (name, kind), all_ in counted.items()})


def make_row(spec, times, allocations, counted):
    name, _, ours, reference, kind, goal, items = spec
    value, floor = times[ours], times.get(reference)
    row = {"name": name, "value": value / items, "unit": "ns", "reference": reference,
           "reference_value": None if floor is None else floor / items,
           "ratio": None if floor is None else value / floor, "goal": goal, "better": "lower",
           "allocations": allocations.get(ours)}
    if kind == "value_us":
        row.update(value=value / 1e3, unit="us")
    if kind == "value_ms":
        row.update(value=value / 1e6, unit="ms")
    if kind == "growth":
        row.update(value=counted[ours], unit="KiB")
    if kind == "percent":
        row.update(value=counted[ours], unit="%")
    if kind in ALLOWANCES:
        row.update(ratio=(value - ALLOWANCES[kind]) / floor)
    if kind == "allocations":
        row.update(value=allocations[ours], unit="")
    if kind == "per_item":
        row.update(ratio=None)
    if kind == "difference":
        row.update(value=(value - floor) / 1e6, unit="ms", reference_value=floor / 1e6, ratio=None)
    return row


def meets(row):
    figure = row["value"] if row["ratio"] is None else row["ratio"]
    return figure <= row["goal"] if row["better"] == "lower" else figure >= row["goal"]


def memory_row(root):
    """VmHWM of `perflib watch @process` with 1,000 processes, in MiB."""
    text = subprocess.run([str(root / "bench/watch_memory"), str(root)], stdout=subprocess.PIPE,
                          check=True, text=True).stdout
    return {"name": "memory of perflib watch @process with 1,000 processes", "value": float(text),
            "unit": "MiB", "reference": None, "reference_value": None, "ratio": None, "goal": 32.0,
            "better": "lower", "allocations": None}


def print_table(rows):
    print("%-72s %12s %12s %8s %6s" % ("work", "ours", "reference", "ratio", "goal"))
    for row in rows:
        reference = "-" if row["reference_value"] is None else "%.4g" % row["reference_value"]
        ratio = "-" if row["ratio"] is None else "%.2f" % row["ratio"]
        print("%-72s %9.4g %-2s %12s %8s %6g %s%s" % (
            row["name"], row["value"], row["unit"], reference, ratio, row["goal"],
            "met" if meets(row) else "MISSED",
            "" if row["allocations"] in (None, 0) else ", %g allocations" % row["allocations"]))


def main():
    build, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    rows = []
    for program in dict.fromkeys(spec[1] for spec in ROWS):
        specs = [spec for spec in ROWS if spec[1] == program]
        names = {name for spec in specs for name in (spec[2], spec[3]) if name}
        path = next(path for path in build.rglob(program) if path.is_file())
        figures = run(path, names)
        rows += [make_row(spec, *figures) for spec in specs]
    rows.append(memory_row(pathlib.Path(__file__).resolve().parent.parent))
    rows += sql_rows.sql_rows(build)
    rows += recording_rows.recording_rows(build, run)
    rows += log_rows.log_rows(build, run)
    print_table(rows)
    output.write_text(json.dumps(rows, indent=1) + "\n")
    return 0 if all(meets(row) for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
