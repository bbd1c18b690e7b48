// make_example FILE: writes the example of the page, a recording of half an hour of a machine that
// does not exist. Its problem: a backup that runs for eight minutes keeps the only disk so busy
// that the shop's database waits for it; a process of thumbnails grows all the time.
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/recording/recording_writer.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/titles/object_catalogue.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib {
namespace {

constexpr FileTime kStart = file_time_from_unix(1'795'255'200, 0);  // 2026-11-21 10:00 UTC
constexpr int kSeconds = 10;                                        // from one sample to the next
constexpr int kSamples = 181;
constexpr int kCpus = 4;
constexpr double kBackupBegins = 700;  // seconds after the start
constexpr double kBackupEnds = 1180;
constexpr double kTicks = 1e7;  // of a second
constexpr double kMegabyte = 1048576;

// Writes objects with some of the counters that the catalogue has of them, in its order.
class ObjectWriter {
 public:
  explicit ObjectWriter(DataBlockBuilder& builder) : builder_(builder) {}

  // Begins an object; end() ends it. `time`: what its times count from, if it has its own clock.
  void begin(std::string_view name, std::span<const std::string_view> counters, FileTime time) {
    object_ = &*std::ranges::find(object_catalogue(), name, &CatalogueObject::name);
    counters_.clear();
    std::vector<CounterDefinition> definitions;
    for (const std::string_view counter : counters) {
      const auto row = std::ranges::find(object_->counters, counter, &CatalogueCounter::name);
      counters_.push_back(&*row);
      append_definitions(*row, definitions);
    }
    builder_.begin_object(
        {.name_title_index = object_->name_index,
         .help_title_index = object_->help_index,
         .detail_level = object_->detail_level,
         .default_counter = 0,
         .instances = object_->has_instances ? Instances::multiple : Instances::none,
         .perf_time = time,
         .perf_freq = kTicksPerSecond},
        definitions);
  }
  // The values of an instance, or of the object if it has none, in the order of its counters.
  void instance(std::string_view name) {
    object_->has_instances ? builder_.begin_instance(name) : builder_.begin_single();
    next_ = 0;
  }
  ObjectWriter& put(double value, double base = 0) {
    const CatalogueCounter& counter = *counters_[next_++];
    builder_.set(counter.offset, counter.size, static_cast<std::uint64_t>(value));
    if (counter.base_type != 0) {
      builder_.set(counter.base_offset, counter.base_size, static_cast<std::uint64_t>(base));
    }
    return *this;
  }
  void end() { builder_.end_object(); }

 private:
  static void append_definitions(const CatalogueCounter& counter,
                                 std::vector<CounterDefinition>& definitions) {
    definitions.push_back({.name_title_index = counter.name_index,
                           .help_title_index = counter.help_index,
                           .default_scale = counter.default_scale,
                           .detail_level = counter.detail_level,
                           .type = counter.type,
                           .size = counter.size,
                           .offset = counter.offset});
    if (counter.base_type == 0) return;
    definitions.push_back({.name_title_index = counter.name_index,
                           .help_title_index = counter.help_index,
                           .detail_level = counter.base_detail_level,
                           .type = counter.base_type,
                           .size = counter.base_size,
                           .offset = counter.base_offset});
  }

  DataBlockBuilder& builder_;
  const CatalogueObject* object_ = nullptr;
  std::vector<const CatalogueCounter*> counters_;
  std::size_t next_ = 0;
};

// A program of the machine. Rates are those of ordinary minutes, and of the backup's.
struct Program {
  std::string_view name;
  std::uint32_t id;
  double begins;           // seconds after the start; negative: before it
  double cpus, busy_cpus;  // processors used
  double reads, writes;    // bytes per second
  double working_set;      // MB
  double growth;           // MB per second
  double threads;
};

constexpr auto kPrograms = std::to_array<Program>({
    // clang-format off
    {"System",     2, -86400, 0.03, 0.22,       0,      0,   0, 0,    118},
    {"sshd",     611, -86390, 0.00, 0.00,      90,     60,   9, 0,      1},
    {"nginx",    702, -86385, 0.11, 0.07,  410000, 520000,  64, 0,      5},
    {"shop-api", 745, -86380, 0.78, 0.41,  220000,  90000, 690, 0,     38},
    {"postgres", 766, -86384, 0.46, 0.33, 1300000, 940000, 880, 0.01,  21},
    {"redis",    790, -86384, 0.05, 0.04,   12000,   9000, 210, 0,      4},
    {"thumbnails", 1204, -4200, 0.19, 0.14, 160000, 70000, 960, 0.24, 9},
});  // clang-format on
constexpr Program kBackup{"backup", 3391, kBackupBegins, 0, 0.62, 9.4e7, 4.7e7, 55, 0.02, 3};

// What has been counted of a program since it began.
struct Counted {
  double user = 0, kernel = 0;  // in 100 ns
  double read = 0, written = 0, reads = 0, writes = 0, faults = 0;
};

constexpr std::array<std::string_view, 12> kProcessCounters = {
    "% Processor Time", "% User Time",       "% Privileged Time",  "Page Faults/sec",
    "Working Set",      "Private Bytes",     "Thread Count",       "Elapsed Time",
    "ID Process",       "IO Read Bytes/sec", "IO Write Bytes/sec", "IO Data Bytes/sec"};
constexpr std::array<std::string_view, 4> kProcessorCounters = {
    "% Processor Time", "% User Time", "% Privileged Time", "Interrupts/sec"};
constexpr std::array<std::string_view, 9> kMemoryCounters = {
    "Page Faults/sec", "Available Bytes", "Committed Bytes",  "Commit Limit",    "Pages/sec",
    "Pages Input/sec", "Cache Bytes",     "Available KBytes", "Available MBytes"};
constexpr std::array<std::string_view, 5> kSystemCounters = {
    "Context Switches/sec", "System Up Time", "Processor Queue Length", "Processes", "Threads"};
constexpr std::array<std::string_view, 10> kDiskCounters = {"Current Disk Queue Length",
                                                            "Avg. Disk Queue Length",
                                                            "Avg. Disk sec/Transfer",
                                                            "Avg. Disk sec/Read",
                                                            "Avg. Disk sec/Write",
                                                            "Disk Transfers/sec",
                                                            "Disk Reads/sec",
                                                            "Disk Writes/sec",
                                                            "Disk Bytes/sec",
                                                            "% Idle Time"};
constexpr std::array<std::string_view, 2> kVolumeCounters = {"% Free Space", "Free Megabytes"};
constexpr std::array<std::string_view, 6> kNetworkCounters = {
    "Bytes Total/sec",    "Packets/sec",    "Current Bandwidth",
    "Bytes Received/sec", "Bytes Sent/sec", "Output Queue Length"};

// The machine at one moment after the other.
class Machine {
 public:
  [[nodiscard]] Bytes next() {
    advance();
    const FileTime now = kStart + static_cast<FileTime>(seconds_ * kTicks);
    builder_.begin({.system_time = system_time_from(now),
                    .perf_time = static_cast<std::int64_t>(uptime()),
                    .perf_freq = kTicksPerSecond,
                    .perf_time_100ns = now,
                    .machine_name = "SHOP-7"});
    put_system(now);
    put_memory();
    put_processors();
    put_disks(now);
    put_network();
    put_processes(now);
    seconds_ += kSeconds;
    return builder_.finish().value();
  }

 private:
  [[nodiscard]] double uptime() const { return (86'400 + seconds_) * kTicks; }
  [[nodiscard]] bool is_busy() const { return seconds_ >= kBackupBegins && seconds_ < kBackupEnds; }
  // About 1: the load of the shop goes up and down, and varies by `share` at random.
  double varied(double share) {
    const double random = static_cast<double>(random_() % 2001) / 1000 - 1;
    return (1 + 0.12 * std::sin(seconds_ / 260)) * (1 + share * random);
  }

  void advance() {
    for (std::size_t i = 0; i < kPrograms.size(); ++i) advance(kPrograms[i], counted_[i]);
    if (is_busy()) advance(kBackup, backup_);
    if (!is_busy()) backup_ = {};
    double cpus = 0;
    for (const Program& program : kPrograms) cpus += is_busy() ? program.busy_cpus : program.cpus;
    if (is_busy()) cpus += kBackup.busy_cpus;
    for (double& idle : idle_) {
      idle += kSeconds * kTicks * std::clamp(1 - cpus / kCpus * varied(0.1), 0.01, 0.99);
    }
    const double reads = (is_busy() ? 310 : 22) * varied(0.15);
    const double writes = (is_busy() ? 165 : 31) * varied(0.15);
    const double latency = (is_busy() ? 0.041 : 0.0024) * varied(0.2);
    disk_reads_ += reads * kSeconds;
    disk_writes_ += writes * kSeconds;
    read_time_ += reads * kSeconds * latency * kTicks;
    write_time_ += writes * kSeconds * latency * 1.3 * kTicks;
    disk_bytes_ += (reads + writes) * kSeconds * (is_busy() ? 290'000 : 26'000);
    disk_idle_ += kSeconds * kTicks * (is_busy() ? 0.004 : 0.91 * std::min(varied(0.03), 1.09));
    queue_ = is_busy() ? std::round(16 * varied(0.3)) : std::round(varied(0.9) / 2);
    received_ += 640'000 * varied(0.1) * kSeconds * (is_busy() ? 0.6 : 1);
    sent_ += 3'900'000 * varied(0.1) * kSeconds * (is_busy() ? 0.6 : 1);
    switches_ += 9'000 * varied(0.1) * kSeconds;
  }

  void advance(const Program& program, Counted& counted) {
    const double cpus = (is_busy() ? program.busy_cpus : program.cpus) * varied(0.1);
    counted.user += cpus * 0.72 * kSeconds * kTicks;
    counted.kernel += cpus * 0.28 * kSeconds * kTicks;
    counted.read += program.reads * varied(0.1) * kSeconds;
    counted.written += program.writes * varied(0.1) * kSeconds;
    counted.faults += std::round(600 * cpus * kSeconds);
  }

  [[nodiscard]] double working_set(const Program& program) const {
    const double since = program.begins < 0 ? seconds_ : seconds_ - program.begins;
    return std::round((program.working_set + program.growth * since) * 256) * 4096;
  }

  void put_system(FileTime now) {
    writer_.begin("System", kSystemCounters, now);
    writer_.instance("");
    const double processes = static_cast<double>(kPrograms.size()) + (is_busy() ? 1 : 0);
    const double waiting =
        is_busy() ? 1 + static_cast<double>(random_() % 3) : static_cast<double>(random_() % 2);
    writer_.put(switches_).put(static_cast<double>(kStart) - 86'400 * kTicks).put(waiting);
    writer_.put(processes).put(196 + (is_busy() ? kBackup.threads : 0));
    writer_.end();
  }

  void put_memory() {
    double used = 900 * kMegabyte, faults = 0;
    for (std::size_t i = 0; i < kPrograms.size(); ++i) {
      used += working_set(kPrograms[i]);
      faults += counted_[i].faults;
    }
    if (is_busy()) used += working_set(kBackup);
    const double available = 8192 * kMegabyte - used;
    paged_ += is_busy() ? 40 * varied(0.5) * kSeconds : 0;
    writer_.begin("Memory", kMemoryCounters, 0);
    writer_.instance("");
    writer_.put(faults)
        .put(available)
        .put(used * 1.1)
        .put(12'288 * kMegabyte)
        .put(paged_)
        .put(paged_);
    writer_.put(available * 0.4).put(available / 1024).put(available / kMegabyte);
    writer_.end();
  }

  void put_processors() {
    writer_.begin("Processor", kProcessorCounters, 0);
    double idle = 0;
    for (int cpu = 0; cpu < kCpus; ++cpu) {
      idle += idle_[static_cast<std::size_t>(cpu)];
      put_processor(fmt::format("{}", cpu), idle_[static_cast<std::size_t>(cpu)], switches_ / 9);
    }
    put_processor("_Total", idle / kCpus, switches_ / 9 * kCpus);
    writer_.end();
  }
  void put_processor(const std::string& name, double idle, double interrupts) {
    const double busy = (seconds_ + kSeconds) * kTicks - idle;
    writer_.instance(name);
    writer_.put(idle).put(busy * 0.72).put(busy * 0.28).put(interrupts);
  }

  void put_disks(FileTime now) {
    writer_.begin("PhysicalDisk", kDiskCounters, now);
    for (const std::string_view name : {"0 vda", "_Total"}) {
      writer_.instance(name);
      writer_.put(queue_).put(read_time_ + write_time_);
      writer_.put(read_time_ + write_time_, disk_reads_ + disk_writes_);
      writer_.put(read_time_, disk_reads_).put(write_time_, disk_writes_);
      writer_.put(disk_reads_ + disk_writes_).put(disk_reads_).put(disk_writes_).put(disk_bytes_);
      writer_.put(disk_idle_, static_cast<double>(now - kStart));
    }
    writer_.end();
    constexpr double kVolume = 60 * 1024;  // MB
    const double free = kVolume * 0.37 - counted_[4].written / kMegabyte;
    writer_.begin("LogicalDisk", kVolumeCounters, now);
    for (const std::string_view name : {"/", "_Total"}) {
      writer_.instance(name);
      writer_.put(free, kVolume).put(free);
    }
    writer_.end();
  }

  void put_network() {
    writer_.begin("Network Interface", kNetworkCounters, 0);
    writer_.instance("eth0");
    writer_.put(received_ + sent_)
        .put((received_ + sent_) / 900)
        .put(1e9)
        .put(received_)
        .put(sent_)
        .put(0);
    writer_.instance("lo");
    writer_.put(received_ / 3)
        .put(received_ / 2000)
        .put(0)
        .put(received_ / 6)
        .put(received_ / 6)
        .put(0);
    writer_.end();
  }

  void put_processes(FileTime now) {
    writer_.begin("Process", kProcessCounters, now);
    for (std::size_t i = 0; i < kPrograms.size(); ++i) put_process(kPrograms[i], counted_[i]);
    if (is_busy()) put_process(kBackup, backup_);
    writer_.end();
  }
  void put_process(const Program& program, const Counted& counted) {
    writer_.instance(program.name);
    writer_.put(counted.user + counted.kernel)
        .put(counted.user)
        .put(counted.kernel)
        .put(counted.faults);
    writer_.put(working_set(program)).put(working_set(program) * 0.9).put(program.threads);
    writer_.put(static_cast<double>(kStart) + program.begins * kTicks).put(program.id);
    writer_.put(counted.read).put(counted.written).put(counted.read + counted.written);
  }

  double seconds_ = 0;
  std::mt19937_64 random_{40};
  std::array<Counted, kPrograms.size()> counted_{};
  Counted backup_;
  std::array<double, kCpus> idle_{};
  double disk_reads_ = 0, disk_writes_ = 0, read_time_ = 0, write_time_ = 0;
  double disk_bytes_ = 0, disk_idle_ = 0, queue_ = 0;
  double received_ = 0, sent_ = 0, switches_ = 0, paged_ = 0;
  DataBlockBuilder builder_;
  ObjectWriter writer_{builder_};
};

// Returns false if the system refuses.
bool write_example(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!fd) return false;
  RecordingWriter writer(fd.get(), path, {.zone = {}, .flush_seconds = 1e9, .block_seconds = 1e9});
  Machine machine;
  for (int sample = 0; sample < kSamples; ++sample) {
    const auto block = DataBlockView::parse(machine.next());
    if (!block.has_value() || !writer.write(*block).has_value()) return false;
  }
  return writer.end().has_value();
}

}  // namespace
}  // namespace openperflib

int main(int argc, char** argv) {
  if (argc == 2 && openperflib::write_example(argv[1])) return 0;
  fmt::print(stderr, "usage: make_example FILE\n");
  return 1;
}
