// Performance modules in their hosts: a collection through one, against the same module in this
// process with the same checks; ten that wait; a steady tick of three; and what modules cost where
// none is registered.
#include <benchmark/benchmark.h>
#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/bench_store.h"
#include "openperflib/abi/winperf.h"
#include "openperflib/provider/v1/module_definitions.h"
#include "openperflib/provider/v1/v1_modules.h"
#include "openperflib/testing/counted_allocations.h"

namespace openperflib::bench {
namespace {

constexpr std::uint32_t kCounters = 10;
constexpr const char* kLibrary = "bench_module.so";

// `count` services with the module of the benches, in hosts.
class Served {
 public:
  Served(int count, const char* collect) {
    namespace fs = std::filesystem;
    const std::string library = store_.path() + "/" + kLibrary;
    fs::copy_file(BENCH_MODULE, library);  // hosts of root may not reach the folder of the build
    fs::permissions(library, fs::perms(0755));
    const auto values =
        std::to_array({text_value("Library", library), text_value("Open", "OpenBench"),
                       text_value("Collect", collect)});
    for (int i = 0; i < count; ++i) {
      const TitleRange range = store_.install("Bench" + std::to_string(i), kCounters, values);
      names_ += std::to_string(range.first) + " ";
    }
    modules_.emplace(
        fixed_titles(),
        V1Options{.folders = store_.folders(), .places = {.host_program = V1_HOST}, .start = {}});
    request_ = ObjectRequest::of_value_name(names_);
  }
  // The number of objects that are missing.
  std::size_t collect() {
    report_.clear();
    builder_.begin({});
    const CollectTask task{*request_, instant_};
    modules_->begin(task);
    const bool is_collected = modules_->collect(task, builder_, report_).has_value();
    return is_collected && builder_.finish().has_value() ? report_.missing().size() : 1;
  }

 private:
  BenchStore store_;
  std::string names_;
  std::optional<V1Modules> modules_;
  std::optional<ObjectRequest> request_;
  Instant instant_;
  DataBlockBuilder builder_;
  ProviderReport report_;
};

void collect_with(benchmark::State& state, int modules, const char* procedure) {
  Served served(modules, procedure);
  for (int i = 0; i < 5; ++i) (void)served.collect();
  const std::uint64_t before = allocations;
  for (auto _ : state) {
    if (served.collect() != 0) return state.SkipWithError("a module did not answer");
  }
  const auto more = static_cast<double>(allocations - before);
  state.counters["allocations"] = more / static_cast<double>(state.iterations());
}

void collect_50_instances_through_a_host(benchmark::State& state) {
  collect_with(state, 1, "CollectBench");
}
void collect_three_modules(benchmark::State& state) { collect_with(state, 3, "CollectBench"); }
void collect_one_that_waits(benchmark::State& state) { collect_with(state, 1, "CollectWaits"); }
void collect_ten_that_wait(benchmark::State& state) { collect_with(state, 10, "CollectWaits"); }

template <typename Procedure>
Procedure* procedure(void* library, const char* name) {
  return reinterpret_cast<Procedure*>(::dlsym(library, name));
}

// What a consumer without hosts would do: call, check, and rebuild into the block.
void collect_50_instances_in_process_floor(benchmark::State& state) {
  void* const library = ::dlopen(BENCH_MODULE, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return state.SkipWithError("no module");
  std::u16string context = u"1848";
  procedure<PM_OPEN_PROC>(library, "OpenBench")(context.data());
  auto* const collect = procedure<PM_COLLECT_PROC>(library, "CollectBench");
  std::u16string name = u"1848";
  std::vector<std::byte> buffer(1U << 16U);
  const AnswerRules rules{.titles = {.first = 1848, .last = 1848 + 2 * kCounters}};
  ModuleAnswer answer;
  ModuleDefinitions definitions;
  ModuleKeys keys;
  DataBlockBuilder builder;
  ProviderReport report;
  for (auto _ : state) {
    void* data = buffer.data();
    auto bytes = static_cast<DWORD>(buffer.size());
    DWORD objects = 0;
    if (collect(name.data(), &data, &bytes, &objects) != 0 ||
        !answer.check(Bytes(buffer).first(bytes), objects, rules).has_value() ||
        !definitions.check(answer.objects(), false).has_value()) {
      return state.SkipWithError("the answer is refused");
    }
    report.clear();
    builder.begin({});
    keys.begin({});
    for (const AnsweredObject& object : answer.objects()) {
      if (!builder.append_object(object.bytes).has_value()) return state.SkipWithError("refused");
      keys.add(object.view(), report);
    }
    benchmark::DoNotOptimize(builder.finish().has_value());
  }
}

// What every program that reads counters pays for modules where none is registered, from the first
// look to the end. That SQLite is not loaded then:
// TitleStore.NothingRegistered_IsEmptyAndLoadsNothing.
void modules_where_nothing_is_registered(benchmark::State& state) {
  const StoreFolders folders{.system = "/nonexistent/system", .user = "/nonexistent/user"};
  const ObjectRequest request = ObjectRequest::of_value_name("Global");
  const Instant instant;
  DataBlockBuilder builder;
  ProviderReport report;
  for (auto _ : state) {
    V1Modules modules(fixed_titles(), {.folders = folders, .start = {}});
    const CollectTask task{request, instant};
    builder.begin({});
    modules.begin(task);
    if (!modules.collect(task, builder, report).has_value()) return state.SkipWithError("failed");
  }
}

BENCHMARK(modules_where_nothing_is_registered)->UseRealTime();
BENCHMARK(collect_50_instances_in_process_floor)->UseRealTime();
BENCHMARK(collect_50_instances_through_a_host)->UseRealTime();
BENCHMARK(collect_three_modules)->UseRealTime();
BENCHMARK(collect_one_that_waits)->UseRealTime();
BENCHMARK(collect_ten_that_wait)->UseRealTime();

}  // namespace
}  // namespace openperflib::bench
