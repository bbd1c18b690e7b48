// The functions of pdh.h as a C program calls them, beside the same work of the layers below.
// docs/performance.md quotes the ratios.
#include <benchmark/benchmark.h>

#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "openperflib/compat/pdh/pdh_names.h"
#include "openperflib/compat/pdh/pdh_query.h"
#include "openperflib/compat/process/machine_source_internal.h"
#include "openperflib/counter/calculate.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/query.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/sleepers.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::bench {
namespace {

constexpr std::size_t kCounters = 1000;
constexpr std::size_t kInstances = 1000;
// System, Memory, Processor, PhysicalDisk, LogicalDisk, Network Interface, Cache, Paging File,
// Objects, Process: the last one has enough counters to fill up.
constexpr std::array<TitleIndex, 10> kObjects = {2, 4, 238, 234, 236, 510, 86, 700, 260, 230};

Snapshot read_objects() {
  ObjectRequest request = ObjectRequest::nothing();
  for (const TitleIndex object : kObjects) request.add_object(object);
  Snapshot snapshot;
  const auto source = compat::machine_source();
  for (int i = 0; i < 2; ++i) (void)source->read(request, snapshot);
  return snapshot;
}

// Returns paths of each of the objects, as many as there are.
std::vector<std::string> thousand_paths() {
  const Snapshot snapshot = read_objects();
  Query all(fixed_titles());
  for (const TitleIndex object : kObjects) {
    const std::string number = std::to_string(object);
    (void)all.add("\\" + number + "(*)\\*");
    (void)all.add("\\" + number + "\\*");
  }
  all.take(snapshot);
  std::vector<std::string> paths;
  for (const Series& series : all.binding().series()) {
    if (paths.size() < kCounters) paths.push_back(path_of(series));
  }
  return paths;
}

PDH_HQUERY open_query(const std::vector<std::string>& paths) {
  PDH_HQUERY query = nullptr;
  (void)PdhOpenQueryA(nullptr, 0, &query);
  for (const std::string& path : paths) {
    PDH_HCOUNTER counter = nullptr;
    if (PdhAddEnglishCounterA(query, path.c_str(), 0, &counter) != 0) return nullptr;
  }
  return query;
}

void note_allocations(benchmark::State& state, std::uint64_t before) {
  state.counters["allocations"] = benchmark::Counter(static_cast<double>(allocations - before),
                                                     benchmark::Counter::kAvgIterations);
}

void pdh_collect(benchmark::State& state) {
  const PDH_HQUERY query = open_query(thousand_paths());
  for (int i = 0; i < 4; ++i) (void)PdhCollectQueryData(query);
  const std::uint64_t before = allocations;
  for (auto _ : state) {
    if (PdhCollectQueryData(query) != 0) return state.SkipWithError("refused");
  }
  note_allocations(state, before);
  (void)PdhCloseQuery(query);
}

void read_and_take_floor(benchmark::State& state) {
  QueryOptions options;
  options.grammar = PathGrammar::pdh;
  Query query(fixed_titles(), options);
  for (const std::string& path : thousand_paths()) (void)query.add(path);
  const auto source = compat::machine_source();
  Snapshot snapshot;
  for (auto _ : state) {
    if (!source->read(query.request(), snapshot).has_value()) state.SkipWithError("unreadable");
    query.take(snapshot);
  }
}

void pdh_value(benchmark::State& state) {
  PDH_HQUERY query = nullptr;
  PDH_HCOUNTER counter = nullptr;
  PDH_FMT_COUNTERVALUE value{};
  (void)PdhOpenQueryA(nullptr, 0, &query);
  (void)PdhAddCounterA(query, "\\System\\Context Switches/sec", 0, &counter);
  for (int i = 0; i < 2; ++i) (void)PdhCollectQueryData(query);
  for (auto _ : state) {
    if (PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE, nullptr, &value) != 0) {
      state.SkipWithError("no value");
    }
    benchmark::DoNotOptimize(value);
  }
  (void)PdhCloseQuery(query);
}

// Two readings of a rate, which the compiler does not know.
std::array<RawCounter, 2> readings() {
  std::array<RawCounter, 2> both;
  both.fill({.first = 1000,
             .second = 1,
             .time_base = 10'000'000,
             .size = 8,
             .status = CStatus::valid_data});
  both[1].first = 6000;
  both[1].second = 50'000'001;
  benchmark::DoNotOptimize(both);
  return both;
}

void calculate_and_lock_twice_floor(benchmark::State& state) {
  const auto both = readings();
  const Formula formula = formula_of(CounterType(PERF_COUNTER_COUNTER));
  std::mutex first;
  std::mutex second;
  for (auto _ : state) {
    const std::lock_guard first_lock(first);
    const std::lock_guard second_lock(second);
    benchmark::DoNotOptimize(calculate(formula, both[0], both[1], {.cap = Cap::at_100}));
  }
}

class ManyInstances {
 public:
  ManyInstances() : sleepers_(kInstances) {
    (void)PdhOpenQueryA(nullptr, 0, &query_);
    (void)PdhAddCounterA(query_, "\\Process(*)\\% User Time", 0, &counter_);
    for (int i = 0; i < 2; ++i) (void)PdhCollectQueryData(query_);
  }
  ~ManyInstances() { (void)PdhCloseQuery(query_); }
  ManyInstances(const ManyInstances&) = delete;
  ManyInstances& operator=(const ManyInstances&) = delete;

  PDH_STATUS fill(std::vector<std::byte>& buffer, DWORD& count) const {
    auto size = static_cast<DWORD>(buffer.size());
    auto* const items = reinterpret_cast<PDH_FMT_COUNTERVALUE_ITEM_A*>(buffer.data());
    const PDH_STATUS status = PdhGetFormattedCounterArrayA(counter_, PDH_FMT_DOUBLE, &size, &count,
                                                           buffer.empty() ? nullptr : items);
    needed_ = size;
    return status;
  }
  [[nodiscard]] DWORD needed() const { return needed_; }  // bytes, after fill()

 private:
  Sleepers sleepers_;
  PDH_HQUERY query_ = nullptr;
  PDH_HCOUNTER counter_ = nullptr;
  mutable DWORD needed_ = 0;
};

void pdh_array(benchmark::State& state) {
  const ManyInstances many;
  DWORD count = 0;
  std::vector<std::byte> buffer(std::size_t{1} << 20U);
  for (auto _ : state) {
    if (many.fill(buffer, count) != 0) return state.SkipWithError("no array");
    benchmark::DoNotOptimize(buffer.data());
  }
  state.counters["items"] = count;
}

void pdh_array_size(benchmark::State& state) {
  const ManyInstances many;
  DWORD count = 0;
  std::vector<std::byte> none;
  for (auto _ : state) {
    (void)many.fill(none, count);
    benchmark::DoNotOptimize(count);
  }
  if (count < kInstances || many.needed() == 0) state.SkipWithError("no size");
}

// One value and one name for each instance of the array above.
void calculate_and_copy_names_floor(benchmark::State& state) {
  const ManyInstances many;
  DWORD count = 0;
  std::vector<std::byte> array(std::size_t{1} << 20U);
  if (many.fill(array, count) != 0) return state.SkipWithError("no array");
  std::vector<std::string> names;
  const auto* const items = reinterpret_cast<const PDH_FMT_COUNTERVALUE_ITEM_A*>(array.data());
  for (DWORD i = 0; i < count; ++i) names.emplace_back(items[i].szName);
  std::vector<std::array<RawCounter, 2>> all(count, readings());
  const Formula formula = formula_of(CounterType(PERF_100NSEC_TIMER));
  std::vector<Value> values(count);
  std::vector<char> packed(std::size_t{1} << 20U);
  for (auto _ : state) {
    char* place = packed.data();
    for (DWORD i = 0; i < count; ++i) {
      values[i] = calculate(formula, all[i][0], all[i][1], {.cap = Cap::at_100});
      std::memcpy(place, names[i].c_str(), names[i].size() + 1);
      place += names[i].size() + 1;
    }
    benchmark::DoNotOptimize(packed.data());
    benchmark::DoNotOptimize(values.data());
  }
}

// With the query, which is the only one: the machine is opened each time.
void pdh_add_first_counter_of_an_object(benchmark::State& state) {
  for (auto _ : state) {
    PDH_HQUERY query = nullptr;
    PDH_HCOUNTER counter = nullptr;
    (void)PdhOpenQueryA(nullptr, 0, &query);
    if (PdhAddCounterA(query, "\\Process(_Total)\\% User Time", 0, &counter) != 0) {
      state.SkipWithError("refused");
    }
    (void)PdhCloseQuery(query);
  }
}

void collect_the_object_floor(benchmark::State& state) {
  ObjectRequest request = ObjectRequest::nothing();
  request.add_object(title::kProcess);
  for (auto _ : state) {
    Snapshot snapshot;
    const auto source = compat::machine_source();
    if (!source->read(request, snapshot).has_value()) state.SkipWithError("unreadable");
  }
}

// And removes it, so that the query does not grow.
void pdh_add_later_counter(benchmark::State& state) {
  PDH_HQUERY query = nullptr;
  PDH_HCOUNTER counter = nullptr;
  (void)PdhOpenQueryA(nullptr, 0, &query);
  (void)PdhAddCounterA(query, "\\Process(_Total)\\% User Time", 0, &counter);
  for (auto _ : state) {
    if (PdhAddCounterA(query, "\\Process(_Total)\\% Processor Time", 0, &counter) != 0) {
      state.SkipWithError("refused");
    }
    (void)PdhRemoveCounter(counter);
  }
  (void)PdhCloseQuery(query);
}

// All paths of the machine, in two calls.
void pdh_expand_all(benchmark::State& state) {
  std::vector<char> list;
  for (auto _ : state) {
    DWORD size = 0;
    (void)PdhExpandWildCardPathA(nullptr, "\\*(*)\\*", nullptr, &size, 0);
    list.resize(size);
    if (PdhExpandWildCardPathA(nullptr, "\\*(*)\\*", list.data(), &size, 0) != 0) {
      state.SkipWithError("refused");
    }
    benchmark::DoNotOptimize(list.data());
  }
}

// "Global", its catalog, and each path of an instance written.
void read_and_write_paths_floor(benchmark::State& state) {
  Snapshot snapshot;
  for (auto _ : state) {
    const auto source = compat::machine_source();
    if (!source->read(ObjectRequest(), snapshot).has_value()) state.SkipWithError("unreadable");
    const Catalog catalog = catalog_of(snapshot, source->titles()->table());
    std::string list;
    for (const Catalog::Object& object : catalog.objects()) {
      for (const Catalog::Instance& instance : object.instances) {
        for (const Catalog::Counter& counter : object.counters) {
          list += write(CounterPath{std::string(object.machine), std::string(object.name),
                                    std::string(instance.parent), std::string(instance.name),
                                    instance.number, std::string(counter.name)});
          list += '\0';
        }
      }
    }
    benchmark::DoNotOptimize(list.data());
  }
}

BENCHMARK(pdh_collect);
BENCHMARK(read_and_take_floor);
BENCHMARK(pdh_value);
BENCHMARK(calculate_and_lock_twice_floor);
BENCHMARK(pdh_array);
BENCHMARK(pdh_array_size);
BENCHMARK(calculate_and_copy_names_floor);
BENCHMARK(pdh_add_first_counter_of_an_object);
BENCHMARK(collect_the_object_floor);
BENCHMARK(pdh_add_later_counter);
BENCHMARK(pdh_expand_all);
BENCHMARK(read_and_write_paths_floor);

}  // namespace
}  // namespace openperflib::bench
