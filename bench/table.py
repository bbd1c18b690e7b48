"""The rows of benchmarks and tools, with their goals; run.py measures them.

The other rows are in log_rows.py, recording_rows.py and sql_rows.py.
"""
import dataclasses
from typing import Optional

from programs import REPETITIONS, run, run_benchmarks
from row import Row, Task, result
from workspace import SOURCE


@dataclasses.dataclass(frozen=True)
class Benchmark:
    """A row with the figures of one benchmark of Google Benchmark, and of its reference."""
    id: str
    title: str
    program: str  # and target of ninja
    ours: str
    reference: Optional[str]
    # What is compared with the goal:
    #   ratio       ours / reference <= goal
    #   per_item    ns an item <= goal
    #   difference  ours - reference <= goal
    #   value_us    ours <= goal; value_ms
    #   ratio_less_120_us  (ours - 120 us) / reference <= goal; ratio_less_1_ms
    #   allocations of an iteration <= goal
    #   growth      KiB, the benchmark's own counter <= goal, the largest
    #   percent     of a CPU, the benchmark's own counter <= goal
    kind: str
    goal: float
    items: int
    repetitions: int = REPETITIONS  # fewer where one takes seconds, more where it has one iteration
    better = "lower"

    @property
    def names(self):
        return {self.ours, self.reference} - {None}


BENCHMARKS = [Benchmark(*columns) for columns in (
    ("block.refuse", "refuse a block that claims 2^31 instances",
     "wire_bench", "refuse_two_to_the_31_instances", None, "value_us", 5.0, 1),
    ("block.samples", "validate a 1.31 MB block and read it into Sample rows",
     "query_bench", "validate_and_read_into_sample_rows", "copy_every_value_floor", "ratio", 3.0,
     112800),
    ("paths.proved", "10,000 bound paths: validate, prove the layout, read, calculate",
     "query_bench", "validate_prove_read_calculate_10000_paths", "copy_every_value_floor",
     "per_item", 40.0, 10000),
    ("paths.read", "10,000 bound paths: read and calculate alone",
     "query_bench", "read_and_calculate_10000_paths", "copy_every_value_floor", "per_item", 25.0,
     10000),
    ("process.kept", "Process, 1,000 sleepers, kept descriptors",
     "linux_bench", "collect_with_kept_descriptors", "open_read_close_floor", "ratio", 0.85, 1),
    ("process.reopened", "Process, 1,000 sleepers, no descriptor kept",
     "linux_bench", "collect_without_kept_descriptors", "open_read_close_floor", "ratio", 1.25, 1),
    ("thread.20000", "Thread, 20,000 threads of a made /proc in memory, listing and block included",
     "linux_bench", "collect_20000_threads", "open_read_close_thread_stats_floor", "ratio", 1.0,
     1, 15),
    ("global.kept", "Global, later collections, kept descriptors",
     "global_bench", "global_with_kept_descriptors", "open_read_close_every_file_floor", "ratio",
     1.0, 1),
    ("global.reopened", "Global, later collections, no descriptor kept",
     "global_bench", "global_without_kept_descriptors", "open_read_close_every_file_floor",
     "ratio", 1.25, 1),
    ("global.cpu", "Global once a second, 200 processes beside those of the machine",
     "global_bench", "global_once_a_second/iterations:1", None, "percent", 1.0, 1, 5),
    ("set.add", "counter set: add to a value",
     "provider_bench", "increment", "add_to_shared_word_floor", "ratio", 1.15, 1),
    ("set.read", "counter set: read 10,000 instances of 10 counters",
     "provider_bench", "read_10000_instances", "copy_values_floor", "ratio", 6.0, 100000),
    ("set.instance", "counter set: create and delete an instance",
     "provider_bench", "create_and_remove", None, "value_us", 0.5, 1),
    ("set.first-look", "first look at 500 providers in processes of their own",
     "provider_bench", "first_look_at_500_processes/real_time",
     "ask_500_processes_floor/real_time", "ratio", 1.0, 1),
    ("set.silent", "a later look beside 64 names at which nobody answers",
     "provider_bench", "later_look_beside_64_silent/real_time", None, "value_us", 1000.0, 1),
    ("set.later-look", "allocations of a later look at them that reads 4 instances of each",
     "provider_bench", "read_500_idle_processes", None, "allocations", 0.0, 1),
    ("perf.increment-16", "PerfIncrementULongLongCounterValue, rotating over 16 ids",
     "perflib_bench", "perf_increment/16", "add_by_position_floor/16", "ratio", 1.5, 1),
    ("perf.increment-1000", "PerfIncrementULongLongCounterValue, rotating over 1,000 ids",
     "perflib_bench", "perf_increment/1000", "add_by_position_floor/1000", "ratio", 2.0, 1),
    ("perf.increment-scattered", "the same, ids far apart",
     "perflib_bench", "perf_increment_scattered/1000", "add_by_position_floor/1000", "ratio", 2.0,
     1),
    ("perf.instance", "PerfCreateInstance and PerfDeleteInstance",
     "perflib_bench", "perf_create_and_delete", None, "value_us", 0.5, 1),
    ("counter.1-thread", "Counter::increment, one thread",
     "counter_set_bench", "counter_increment/real_time", "bare_fetch_add_floor/real_time", "ratio",
     1.15, 1),
    ("counter.prometheus", "Counter::increment, one thread, beside prometheus::Counter::Increment",
     "counter_set_bench", "counter_increment/real_time", "prometheus_increment/real_time", "ratio",
     0.5, 1),
    ("counter.2-threads", "2 threads, one counter",
     "counter_set_bench", "counter_increment/real_time/threads:2",
     "bare_fetch_add_floor/real_time/threads:2", "ratio", 1.15, 1),
    ("counter.4-threads", "4 threads, one counter",
     "counter_set_bench", "counter_increment/real_time/threads:4",
     "bare_fetch_add_floor/real_time/threads:4", "ratio", 1.15, 1),
    ("sharded.2-threads", "2 threads, a sharded counter",
     "counter_set_bench", "sharded_increment/real_time/threads:2",
     "fetch_add_on_own_line_floor/real_time/threads:2", "ratio", 1.2, 1),
    ("sharded.2-threads-lines", "2 threads, a sharded counter, beside the single writer of a line each",
     "counter_set_bench", "sharded_increment/real_time/threads:2",
     "line_of_each_thread_floor/real_time/threads:2", "ratio", 3.0, 1),
    ("sharded.4-threads", "4 threads, a sharded counter",
     "counter_set_bench", "sharded_increment/real_time/threads:4",
     "fetch_add_on_own_line_floor/real_time/threads:4", "ratio", 1.2, 1),
    ("sharded.4-threads-lines", "4 threads, a sharded counter, beside the single writer of a line each",
     "counter_set_bench", "sharded_increment/real_time/threads:4",
     "line_of_each_thread_floor/real_time/threads:4", "ratio", 3.0, 1),
    ("sharded.sum", "4 threads, 10^8 additions to a sharded counter, of which none is lost",
     "counter_set_bench", "sharded_hundred_million/iterations:1/real_time", None, "value_ms",
     1000.0, 1),
    ("reply.10000", "reply with 10,000 instances of 10 counters of 8 providers",
     "machine_bench", "reply_of_10000_instances_of_8_providers",
     "copy_10000_instances_of_8_providers_floor", "ratio", 6.0, 100000),
    ("reply.500-idle", "reply with 4 instances of 500 idle providers",
     "machine_bench", "reply_of_4_instances_of_500_providers",
     "read_4_instances_of_500_providers_floor", "ratio", 5.0, 20000),
    ("registry.query", "RegQueryValueEx \"2 238 4\"",
     "registry_bench", "registry_query_of_three_objects", "open_read_close_files_of_query_floor",
     "ratio", 1.0, 1),
    ("registry.titles", "RegQueryValueEx \"Counter 009\", unchanged",
     "registry_bench", "registry_counter_titles", "copy_of_titles_floor", "ratio", 1.5, 1),
    ("registry.growth", "memory that 10,000 queries leave behind, more than 10 do",
     "registry_bench", "growth_by_queries/iterations:1", None, "growth", 0.0, 1, 3),
    ("pdh.collect", "PdhCollectQueryData, 1,000 counters of 10 objects",
     "pdh_bench", "pdh_collect", "read_and_take_floor", "ratio", 1.1, 1),
    ("pdh.value", "PdhGetFormattedCounterValue",
     "pdh_bench", "pdh_value", "calculate_and_lock_twice_floor", "ratio", 1.5, 1),
    ("pdh.array", "PdhGetFormattedCounterArray, 1,000 instances and those of the machine, filled",
     "pdh_bench", "pdh_array", "calculate_and_copy_names_floor", "ratio", 2.0, 1),
    ("pdh.array-size", "the same, the call for the size",
     "pdh_bench", "pdh_array_size", "calculate_and_copy_names_floor", "ratio", 1.0, 1),
    ("pdh.add-first", "PdhAddCounter, the first of an object, with PdhOpenQuery, less 1 ms",
     "pdh_bench", "pdh_add_first_counter_of_an_object", "collect_the_object_floor",
     "ratio_less_1_ms", 1.2, 1),
    ("pdh.add-later", "PdhAddCounter and PdhRemoveCounter, another one of that object",
     "pdh_bench", "pdh_add_later_counter", None, "value_us", 10.0, 1),
    ("pdh.expand", "PdhExpandWildCardPath of all paths of this machine, both calls",
     "pdh_bench", "pdh_expand_all", "read_and_write_paths_floor", "ratio", 1.5, 1),
    ("v1.collect", "collect 50 instances of 10 counters through a host, less 120 us",
     "v1_bench", "collect_50_instances_through_a_host/real_time",
     "collect_50_instances_in_process_floor/real_time", "ratio_less_120_us", 1.5, 1),
    ("v1.waits", "ten modules that wait 5 ms each",
     "v1_bench", "collect_ten_that_wait/real_time", "collect_one_that_waits/real_time", "ratio",
     1.3, 1),
    ("v1.allocations", "allocations of a steady tick of three modules",
     "v1_bench", "collect_three_modules/real_time", None, "allocations", 0.0, 1),
    ("v1.nothing", "modules where nothing is registered",
     "v1_bench", "modules_where_nothing_is_registered/real_time", None, "value_us", 100.0, 1),
    ("titles.find", "title by name, 10,000 titles",
     "title_bench", "title_by_name", "unordered_map_with_folding_floor", "ratio", 2.0, 1),
    ("titles.registry", "RegQueryValueEx \"Counter 009\", 10,000 titles, unchanged",
     "title_bench", "registry_counter_009/real_time", "copy_and_two_stats_floor/real_time",
     "ratio", 1.5, 1),
    ("titles.lodctr", "lodctr of 50 counters into 10,000 titles",
     "title_bench", "lodctr_of_50_counters/real_time", "write_fsync_rename_fsync_floor/real_time",
     "ratio", 3.0, 1),
    ("titles.query", "perflib query of one counter, 10,000 titles, more than with nothing registered",
     "tool_bench", "spawn_query_with_10000_titles/iterations:12/real_time",
     "spawn_query_with_nothing_registered_floor/iterations:12/real_time", "difference", 5.0, 1),
    ("csv.wide", "CSV of 130,410 columns that come and go, beside 20,400: 6.4 times the cells",
     "log_bench", "wide_log_to_csv/churn_130000_columns", "wide_log_to_csv/churn_20000_columns",
     "ratio", 9.0, 1, 3),
    ("tool.query", "perflib query of one instantaneous counter, more than an empty program",
     "tool_bench", "spawn_query_of_one_counter/iterations:12/real_time",
     "spawn_empty_program_floor/iterations:12/real_time", "difference", 4.0, 1),
    ("tool.typeperf", "typeperf -sc 1 of an instantaneous counter, more than an empty program",
     "tool_bench", "spawn_typeperf_of_one_sample/iterations:12/real_time",
     "spawn_empty_program_floor/iterations:12/real_time", "difference", 4.0, 1),
    ("tool.completion", "completion of a counter path",
     "tool_bench", "spawn_completion/iterations:12/real_time", None, "value_ms", 50.0, 1),
)]
WATCH_MEMORY = SOURCE / "bench/watch_memory"
MEMORY = Row("watch.memory", "memory of perflib watch @process with 1,000 processes", 32.0)
ROWS = [*BENCHMARKS, MEMORY]

ALLOWANCES = {"ratio_less_120_us": 120e3, "ratio_less_1_ms": 1e6}  # ns


def result_of(row, times, allocations, counted):
    value, floor, kind = times[row.ours], times.get(row.reference), row.kind
    made = result(row, value / row.items, "ns", row.reference,
                  None if floor is None else floor / row.items,
                  None if floor is None else value / floor, allocations.get(row.ours))
    if kind == "value_us":
        made.update(value=value / 1e3, unit="us")
    if kind == "value_ms":
        made.update(value=value / 1e6, unit="ms")
    if kind == "growth":
        made.update(value=counted[row.ours], unit="KiB")
    if kind == "percent":
        made.update(value=counted[row.ours], unit="%")
    if kind in ALLOWANCES:
        made.update(ratio=(value - ALLOWANCES[kind]) / floor)
    if kind == "allocations":
        made.update(value=allocations[row.ours], unit="")
    if kind == "per_item":
        made.update(ratio=None)
    if kind == "difference":
        made.update(value=(value - floor) / 1e6, unit="ms", reference_value=floor / 1e6, ratio=None)
    return made


def benchmark_task(rows):
    """One run of the program that these rows share."""
    program = rows[0].program

    def measure(space):
        names = set().union(*(row.names for row in rows))
        figures = run_benchmarks(space.bench_program(program), names,
                                 repetitions=max(row.repetitions for row in rows))
        return [result_of(row, *figures) for row in rows]

    return Task(tuple(rows), (program,), measure)


def memory_task():
    """The largest resident size of `perflib watch @process` with 1,000 processes, in MiB."""
    return Task((MEMORY,), ("perflib",), lambda space: [
        result(MEMORY, float(run(WATCH_MEMORY, SOURCE)), "MiB")])


def with_shared_benchmarks(rows):
    """Lists of rows: those that share a benchmark are measured in one run, and no others."""
    lists = []
    for row in rows:
        for one in lists:
            if any(row.program == other.program and row.names & other.names for other in one):
                one.append(row)
                break
        else:
            lists.append([row])
    return lists


def tasks(chosen):
    yield from map(benchmark_task, with_shared_benchmarks([row for row in chosen if row != MEMORY]))
    if MEMORY in chosen:
        yield memory_task()
