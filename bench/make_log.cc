// make_log FORM BYTES FILE: a log for the benches, the same bytes each time, a little longer than
// asked for. 1, 2, 5: a binary log whose records have that form; wide: form 5 with 20,000 series;
// busy: form 5 with processes that come and go; csv: a text log.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench/process_block.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/blg/writing/blg_object_writer.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::bench {
namespace {

using Written = std::expected<void, SourceFault>;

constexpr FileTime kStart = 133'700'000'000'000'000;
constexpr const char* kMachine = "DB-17";

// What is written, and how much of it.
struct Task {
  int fd;
  std::string path;
  std::uint64_t bytes;

  [[nodiscard]] bool is_done() const {
    struct stat status{};
    return ::fstat(fd, &status) != 0 || static_cast<std::uint64_t>(status.st_size) >= bytes;
  }
};

// A machine that takes one sample per second, each slightly late, while its counters grow
// irregularly: the rates have all digits of a double.
class Machine {
 public:
  void tick() { ticks_ += kTicksPerSecond + static_cast<std::int64_t>(random_() % 20'000); }
  [[nodiscard]] std::int64_t ticks() const { return ticks_; }
  [[nodiscard]] FileTime time_utc() const { return kStart + ticks_; }
  [[nodiscard]] std::uint64_t growth() { return random_() % 100'000'000; }
  [[nodiscard]] double rate() { return static_cast<double>(random_() % 100'000'000) / 1'000'003.0; }

 private:
  std::mt19937_64 random_{17};
  std::int64_t ticks_ = 0;
};

BlgWriterOptions options_of(std::vector<std::string> paths) {
  BlgWriterOptions options;
  options.paths = std::move(paths);
  options.guid = {0xFA, 0xB5, 0xC9, 0x84, 0x31, 0x82, 0xCE, 0x45,
                  0x87, 0xA3, 0x38, 0x14, 0x56, 0x9C, 0x13, 0x5F};
  options.file_path = R"(C:\PerfLogs\bench.blg)";
  options.zone = {.name = "CET", .bias_minutes = -60};
  options.start_time_utc = kStart;
  options.boot_time_utc = kStart;
  options.samples_per_flush = 0;
  return options;
}

// Counters of instances, as a log of single counters has them.
struct Counters {
  std::string_view object;
  std::vector<std::string> instances;
  std::vector<std::string_view> counters;

  [[nodiscard]] std::string path(std::string_view instance, std::string_view counter) const {
    return fmt::format(R"(\{}({})\{})", object, instance, counter);
  }
  [[nodiscard]] std::vector<std::string> paths(const std::vector<std::string>& of_instances) const {
    std::vector<std::string> paths;
    for (const std::string& instance : of_instances) {
      for (const std::string_view counter : counters) paths.push_back(path(instance, counter));
    }
    return paths;
  }
  void add_to(Catalog& catalog) const {
    for (const std::string_view counter : counters) {
      for (const std::string& instance : instances) {
        Series series;
        series.machine = kMachine;
        series.object = object;
        series.instance = instance;
        series.counter = counter;
        series.type = CounterType(PERF_COUNTER_BULK_COUNT);
        series.size = 8;
        catalog.add(series);
      }
    }
  }
};

std::vector<std::string> numbered(std::string_view name, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(fmt::format("{}{}", name, i));
  return names;
}

Written write_counters(const Task& task, const Counters& what, std::vector<std::string> paths) {
  QueryOptions options;
  options.rows = QueryOptions::Rows::left_out;
  Query query(fixed_titles(), options);
  for (const std::string& path : paths) (void)query.add(path).value();
  Catalog catalog;
  catalog.clear();
  what.add_to(catalog);
  Sample sample;
  sample.counters.assign(
      catalog.series().size(),
      {.time_base = kTicksPerSecond, .multi = 1, .size = 8, .status = CStatus::valid_data});
  std::vector<std::size_t> shown(sample.counters.size());
  for (std::size_t i = 0; i < shown.size(); ++i) shown[i] = i;
  BlgWriter writer(task.fd, task.path, options_of(std::move(paths)));
  bool has_begun = false;
  for (Machine machine; !task.is_done(); machine.tick()) {
    sample.time_utc = machine.time_utc();
    for (RawCounter& counter : sample.counters) {
      counter.first += machine.growth();
      counter.second = static_cast<std::uint64_t>(machine.ticks());
    }
    query.take({catalog, sample});
    if (!has_begun) OPENPERFLIB_TRY(writer.begin(query.binding(), shown));
    has_begun = true;
    OPENPERFLIB_TRY(writer.write(query.newer(), query.row()));
  }
  return writer.end();
}

Written write_form_1(const Task& task) {
  const Counters links{"Network Interface",
                       numbered("eth", 10),
                       {"Bytes Received/sec", "Bytes Sent/sec", "Bytes Total/sec", "Packets/sec",
                        "Packets Received/sec", "Packets Sent/sec", "Packets Received Unicast/sec",
                        "Packets Sent Unicast/sec", "Packets Received Non-Unicast/sec",
                        "Packets Sent Non-Unicast/sec"}};
  return write_counters(task, links, links.paths(links.instances));
}

Written write_form_2(const Task& task) {
  const Counters processes{
      "Process",
      numbered("worker", 50),
      {"IO Read Operations/sec", "IO Write Operations/sec", "IO Data Operations/sec",
       "IO Other Operations/sec", "IO Read Bytes/sec", "IO Write Bytes/sec", "IO Data Bytes/sec",
       "IO Other Bytes/sec"}};
  return write_counters(task, processes, processes.paths({"*"}));
}

// Process as Windows Vista has it, without the bytes' order.
constexpr auto kProcessCounters = std::to_array<MadeCounter>({
    {6, PERF_100NSEC_TIMER, 8},
    {142, PERF_100NSEC_TIMER, 8},
    {144, PERF_100NSEC_TIMER, 8},
    {172, PERF_COUNTER_LARGE_RAWCOUNT, 8},
    {174, PERF_COUNTER_LARGE_RAWCOUNT, 8},
    {178, PERF_COUNTER_LARGE_RAWCOUNT, 8},
    {180, PERF_COUNTER_LARGE_RAWCOUNT, 8},
    {182, PERF_COUNTER_LARGE_RAWCOUNT, 8},
    {184, PERF_COUNTER_LARGE_RAWCOUNT, 8},
    {186, PERF_COUNTER_LARGE_RAWCOUNT, 8},
    {1412, PERF_COUNTER_BULK_COUNT, 8},
    {1414, PERF_COUNTER_BULK_COUNT, 8},
    {1416, PERF_COUNTER_BULK_COUNT, 8},
    {1418, PERF_COUNTER_BULK_COUNT, 8},
    {1420, PERF_COUNTER_BULK_COUNT, 8},
    {1422, PERF_COUNTER_BULK_COUNT, 8},
    {1424, PERF_COUNTER_BULK_COUNT, 8},
    {1426, PERF_COUNTER_BULK_COUNT, 8},
    {1478, PERF_COUNTER_LARGE_RAWCOUNT, 8},
    {28, PERF_COUNTER_COUNTER, 4},
    {680, PERF_COUNTER_RAWCOUNT, 4},
    {682, PERF_COUNTER_RAWCOUNT, 4},
    {952, PERF_COUNTER_RAWCOUNT, 4},
    {56, PERF_COUNTER_RAWCOUNT, 4},
    {58, PERF_COUNTER_RAWCOUNT, 4},
});

class ProcessObject {
 public:
  explicit ProcessObject(int instances)
      : definitions_(definitions_of(kProcessCounters)), names_(numbered("worker", instances)) {
    values_.assign(names_.size() * definitions_.size(), 0);
  }

  // Some processes end, and others begin in their places, with names that there were before.
  void replace_some(Machine& machine) {
    constexpr auto kPrograms =
        std::to_array<std::string_view>({"sh", "cc1plus", "as", "ld", "sed", "grep", "cat"});
    constexpr std::uint64_t kReplaced = 10;
    for (std::uint64_t i = 0; i < kReplaced; ++i) {
      names_[machine.growth() % names_.size()] = kPrograms[machine.growth() % kPrograms.size()];
    }
  }
  // A block with only the object; its bytes live until the next one.
  [[nodiscard]] Bytes block(Machine& machine) {
    begin_processes(builder_,
                    {.ticks = machine.ticks(), .utc = machine.time_utc(), .shown = local(machine)},
                    kMachine, definitions_);
    auto value = values_.begin();
    for (const std::string& name : names_) {
      builder_.begin_instance(name);
      for (const CounterDefinition& one : definitions_) {
        builder_.set(one.offset, one.size, *value++ += machine.growth());
      }
    }
    builder_.end_object();
    return builder_.finish().value();
  }
  [[nodiscard]] static FileTime local(const Machine& machine) {
    return to_local(machine.time_utc(), options_of({}).zone.bias_minutes);
  }

 private:
  DataBlockBuilder builder_;
  std::vector<CounterDefinition> definitions_;
  std::vector<std::string> names_;
  std::vector<std::uint64_t> values_;
};

// Whether the processes of a log are the same in all records.
enum class Processes : std::uint8_t { stay, come_and_go };

Written write_objects(const Task& task, int instances, Processes processes = Processes::stay) {
  const auto names = fixed_titles().names();
  BlgObjectWriter writer(task.fd, task.path, options_of({}), {{kMachine, "Process", true}},
                         {{kMachine, {names.begin(), names.end()}}});
  ProcessObject object(instances);
  for (Machine machine; !task.is_done(); machine.tick()) {
    if (processes == Processes::come_and_go) object.replace_some(machine);
    const Bytes block = object.block(machine);
    OPENPERFLIB_TRY(writer.write(ProcessObject::local(machine), {&block, 1}));
  }
  return writer.end();
}

Written write_form_5(const Task& task) { return write_objects(task, 50); }

// 25 counters of as many instances are 20,000 series.
Written write_wide(const Task& task) { return write_objects(task, 800); }

// Each record has another layout, as on a machine that compiles.
Written write_busy(const Task& task) { return write_objects(task, 765, Processes::come_and_go); }

Written write_text(const Task& task) {
  constexpr int kColumns = 200;
  TextLogWriteOptions options;
  options.flush = TextLogWriteOptions::Flush::in_pieces;
  TextLogWriter writer(task.fd, task.path, TextLogFormat::csv, options_of({}).zone, options);
  std::vector<std::string> paths;
  for (const std::string& name : numbered("worker", kColumns / 2)) {  // what rules read
    for (const std::string_view counter : {"% Processor Time", "Handle Count"}) {
      paths.push_back(fmt::format(R"(\\{}\Process({})\{})", kMachine, name, counter));
    }
  }
  OPENPERFLIB_TRY(writer.begin_columns(paths));
  Row row{.values = std::vector<Value>(kColumns)};
  for (Machine machine; !task.is_done(); machine.tick()) {
    row.time_utc = machine.time_utc();
    for (Value& value : row.values) {
      value = {.number = machine.rate(), .status = CStatus::valid_data};
    }
    OPENPERFLIB_TRY(writer.write({}, row));
  }
  return writer.end();
}

struct Kind {
  std::string_view name;
  Written (*write)(const Task&);
};
constexpr auto kKinds = std::to_array<Kind>({
    {"1", write_form_1},
    {"2", write_form_2},
    {"5", write_form_5},
    {"wide", write_wide},
    {"busy", write_busy},
    {"csv", write_text},
});

int make_log(std::string_view kind, const char* bytes, const char* path) {
  const UniqueFd file(::open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file) return std::perror(path), 1;
  for (const Kind& one : kKinds) {
    if (one.name != kind) continue;
    const auto written =
        one.write({.fd = file.get(), .path = path, .bytes = std::strtoull(bytes, nullptr, 10)});
    if (written.has_value()) return 0;
    fmt::print(stderr, "make_log: {}\n", describe(written.error()));
    return 1;
  }
  fmt::print(stderr, "make_log: {} is not one of 1, 2, 5, wide, busy, csv\n", kind);
  return 1;
}

}  // namespace
}  // namespace openperflib::bench

int main(int count, char** arguments) {
  if (count == 4) return openperflib::bench::make_log(arguments[1], arguments[2], arguments[3]);
  fmt::print(stderr, "Usage: make_log 1|2|5|wide|busy|csv BYTES FILE\n");
  return 2;
}
