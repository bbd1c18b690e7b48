// What 500 providers in processes of their own cost a reader: the first look at them, and later
// ones. Floors: the system calls of a reader that asks one after the other, and the same values
// read through pointers that were prepared; docs/performance.md has the ratios.
#include <benchmark/benchmark.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "openperflib/os/net/unix_socket.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib::bench {
namespace {

constexpr unsigned kProviders = 500;
constexpr std::uint32_t kCounters = 10;
constexpr std::uint32_t kInstances = 4;
const OfferLimits kPatient{.patience = std::chrono::minutes(1),
                           .settling = std::chrono::nanoseconds(0)};

CounterSetTemplate ten_counters() {
  CounterSetTemplate set{.instance_type = 2};
  for (std::uint32_t i = 0; i < kCounters; ++i) {
    set.counters.push_back({.id = i, .type = 0x0001'0100});  // PERF_COUNTER_LARGE_RAWCOUNT
  }
  return set;
}

[[noreturn]] void publish(const std::string& folder, int begun) {
  (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const auto publisher = Publisher::start({folder}).value();
  PublishedSet& set = **publisher->add(ten_counters());
  for (std::uint32_t i = 0; i < kInstances; ++i) (void)publisher->add_instance(set, u"worker", i);
  (void)!::write(begun, "x", 1);
  for (;;) ::pause();
}

// Started once, for all benches of the program, and killed with it.
class Providers {
 public:
  static const Providers& instance() {
    static const Providers providers;
    return providers;
  }
  Providers() {
    std::array<int, 2> begun{};
    if (::pipe(begun.data()) != 0) std::abort();
    for (unsigned i = 0; i < kProviders; ++i) {
      const pid_t child = ::fork();
      if (child == 0) publish(folder_.path(), begun[1]);
      children_.push_back(child);
    }
    char byte = 0;
    for (unsigned i = 0; i < kProviders; ++i) (void)!::read(begun[0], &byte, 1);
    for (const int end : begun) ::close(end);
  }
  Providers(const Providers&) = delete;
  Providers& operator=(const Providers&) = delete;
  ~Providers() {
    for (const pid_t child : children_) ::kill(child, SIGKILL);
    for (const pid_t child : children_) ::waitpid(child, nullptr, 0);
  }
  [[nodiscard]] const std::string& folder() const { return folder_.path(); }

 private:
  MadeFolder folder_;
  std::vector<pid_t> children_;
};

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator names("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(names), end(names)));
}

// Connects, receives, maps and closes.
void ask_as_a_floor(const std::string& path) {
  const UniqueFd socket = connect_to(path).value();
  (void)send_message(socket.get(), bytes_of(RequestMessage{}), {});
  pollfd ready{.fd = socket.get(), .events = POLLIN, .revents = 0};
  while (::poll(&ready, 1, -1) != 1) continue;
  std::array<std::byte, 64> buffer{};
  const ReceivedMessage received = receive_message(socket.get(), buffer).value();
  for (const UniqueFd& descriptor : received.descriptors) {
    struct stat facts = {};
    (void)::fstat(descriptor.get(), &facts);
    const auto size = static_cast<std::size_t>(facts.st_size);
    void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor.get(), 0);
    ::munmap(memory, size);
  }
}

void ask_500_processes_floor(benchmark::State& state) {
  const Providers& providers = Providers::instance();
  for (auto _ : state) {
    for (const auto& entry : std::filesystem::directory_iterator(providers.folder())) {
      ask_as_a_floor(entry.path());
    }
  }
}
BENCHMARK(ask_500_processes_floor)->UseRealTime()->Unit(benchmark::kMillisecond);

void first_look_at_500_processes(benchmark::State& state) {
  const Providers& providers = Providers::instance();
  const std::size_t before = open_descriptors();
  for (auto _ : state) {
    OfferWatch watch({.system = providers.folder(), .own = {}}, kPatient);
    (void)watch.look();
    if (watch.processes().size() != kProviders) state.SkipWithError("some are missing");
    if (open_descriptors() != before) state.SkipWithError("it keeps descriptors");
  }
}
BENCHMARK(first_look_at_500_processes)->UseRealTime()->Unit(benchmark::kMillisecond);

// One socket with 64 names, at none of which anybody answers.
class SilentNames {
 public:
  SilentNames() {
    for (int i = 1; i < 64; ++i) {
      std::filesystem::create_hard_link(folder() + "/0", folder() + "/" + std::to_string(i));
    }
  }
  [[nodiscard]] std::string folder() const { return folder_.path(); }

 private:
  MadeFolder folder_;
  ListeningSocket socket_ = ListeningSocket::listen(folder_.path(), "0").value();
};

void later_look_beside_64_silent(benchmark::State& state) {
  const SilentNames silent;
  OfferWatch watch({.system = silent.folder(), .own = {}});
  (void)watch.look();
  for (auto _ : state) (void)watch.look();
}
BENCHMARK(later_look_beside_64_silent)->UseRealTime()->Unit(benchmark::kMicrosecond);

// A watch that has seen all of them.
struct Attached {
  OfferWatch watch{{.system = Providers::instance().folder(), .own = {}}, kPatient};
  Attached() { read(); }
  void read() {
    (void)watch.look();
    ReadBudget budget;
    for (OfferedProcess& process : watch.processes()) {
      for (OfferedSegment& segment : process.segments) segment.view.read(segment.reading, budget);
    }
  }
};

void read_values_of_500_processes_floor(benchmark::State& state) {
  Attached attached;
  std::vector<const std::byte*> places;
  for (const OfferedProcess& process : attached.watch.processes()) {
    for (const OfferedSegment& segment : process.segments) {
      const SegmentLayout& layout = segment.view.layout();
      for (std::uint32_t slot = 0; slot < kInstances; ++slot) {
        const std::size_t at = layout.slot_offset(slot) + layout.value_offset(0);
        places.push_back(&segment.mapping.bytes()[at]);
      }
    }
  }
  std::vector<std::uint64_t> values(places.size() * kCounters);
  for (auto _ : state) {
    std::uint64_t* to = values.data();
    for (const std::byte* place : places) {
      std::memcpy(to, place, kCounters * sizeof *to);
      to += kCounters;
    }
    benchmark::ClobberMemory();
  }
}
BENCHMARK(read_values_of_500_processes_floor);

void read_500_idle_processes(benchmark::State& state) {
  Attached attached;
  const std::size_t descriptors = open_descriptors();
  const std::uint64_t before = allocations;
  for (auto _ : state) attached.read();
  state.counters["allocations"] =
      static_cast<double>(allocations - before) / static_cast<double>(state.iterations());
  if (open_descriptors() != descriptors) state.SkipWithError("it keeps descriptors");
}
BENCHMARK(read_500_idle_processes);

}  // namespace
}  // namespace openperflib::bench
