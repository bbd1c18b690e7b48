#include "bench/recorded_samples.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <random>
#include <thread>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/testing/sleepers.h"
#include "openperflib/wire/data_block_view.h"
#include "openperflib/wire/layout.h"

namespace openperflib::bench {
namespace {

using Clock = std::chrono::steady_clock;

// What each of the busy children does until its parent is gone.
[[noreturn]] void work_now_and_then(pid_t parent, unsigned seed) {
  std::minstd_rand random(seed);
  while (::getppid() == parent) {
    const auto until = Clock::now() + std::chrono::microseconds(random() % 4000);
    while (Clock::now() < until) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100 + random() % 300));
  }
  ::_exit(0);
}

[[noreturn]] void come_and_go(pid_t parent, unsigned /*seed*/) {
  constexpr std::chrono::milliseconds kLife{700};
  while (::getppid() == parent) {
    const pid_t child = ::fork();
    if (child == 0) {
      std::this_thread::sleep_for(kLife);
      ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
  }
  ::_exit(0);
}

// Resource: children that do not outlive us.
class Workers {
 public:
  Workers(unsigned count, void (*work)(pid_t, unsigned)) {
    const pid_t parent = ::getpid();
    for (unsigned i = 0; i < count; ++i) {
      const pid_t child = ::fork();
      if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        work(parent, i + 1);
      }
      if (child > 0) ids_.push_back(child);
    }
  }
  ~Workers() {
    for (const pid_t id : ids_) ::kill(id, SIGKILL);
    for (const pid_t id : ids_) ::waitpid(id, nullptr, 0);
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

 private:
  std::vector<pid_t> ids_;
};

SourceFault fault_of(const std::string& path) {
  return {.errno_value = errno, .file = path, .error = std::nullopt};
}

bool put(int fd, const Block& block) {
  const auto length = static_cast<std::uint64_t>(block.size());
  return ::write(fd, &length, sizeof(length)) == sizeof(length) &&
         ::write(fd, block.data(), block.size()) == static_cast<ssize_t>(block.size());
}

template <typename T>
void move(Block& block, std::size_t offset, std::int64_t ticks) {
  store(MutableBytes(block), offset, static_cast<T>(load<T>(block, offset) + ticks));
}

}  // namespace

RecordedSamples::RecordedSamples(const std::string& path)
    : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

std::optional<Bytes> RecordedSamples::next() {
  std::uint64_t length = 0;
  if (::read(fd_.get(), &length, sizeof(length)) != sizeof(length)) return std::nullopt;
  block_.resize(static_cast<std::size_t>(length));
  const ssize_t got = ::read(fd_.get(), block_.data(), block_.size());
  if (got != static_cast<ssize_t>(block_.size())) return std::nullopt;
  return Bytes(block_);
}

void move_clocks(Block& block, std::int64_t ticks) {
  move<std::int64_t>(block, layout::data_block::kPerfTime, ticks);
  move<std::int64_t>(block, layout::data_block::kPerfTime100nSec, ticks);
  const auto view = DataBlockView::parse(block);
  if (!view.has_value()) return;
  std::vector<std::size_t> objects;
  for (const ObjectTypeView& object : view->objects()) {
    objects.push_back(static_cast<std::size_t>(object.bytes().data() - block.data()));
  }
  for (const std::size_t object : objects) {
    move<std::int64_t>(block, object + layout::object_type::kPerfTime, ticks);
  }
}

std::expected<void, SourceFault> collect_samples(double pace, int count, const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!fd) return std::unexpected(fault_of(path));
  const Sleepers sleepers(150);
  const Workers workers(49, &work_now_and_then);
  const Workers passers(1, &come_and_go);
  const auto source = OPENPERFLIB_TRY(LocalSource::open(fixed_titles(), {}));
  Snapshot snapshot;
  const auto begin = Clock::now();
  const std::chrono::duration<double> step(pace);
  const auto gap = static_cast<std::int64_t>((1.0 - pace) * kTicksPerSecond);
  for (int i = 0; i < count; ++i) {
    std::this_thread::sleep_until(begin + std::chrono::duration_cast<Clock::duration>(i * step));
    OPENPERFLIB_TRY(source->read({}, snapshot));
    Block block(source->block().begin(), source->block().end());
    move_clocks(block, i * gap);
    if (!put(fd.get(), block)) return std::unexpected(fault_of(path));
  }
  return {};
}

namespace {

std::uint64_t counters_in(const ObjectTypeView& object) {
  std::uint64_t counters = 0;
  for (const CounterDefinitionView& counter : object.counters()) {
    if (!CounterType(counter.counter_type()).is_base()) ++counters;
  }
  return counters;
}

std::uint64_t readings_in(const ObjectTypeView& object) {
  std::uint64_t rows = object.single().has_value() ? 1 : 0;
  for (const InstanceView& instance : object.instances()) {
    (void)instance;
    ++rows;
  }
  return counters_in(object) * rows;
}

}  // namespace

std::uint64_t readings_in(Bytes block) {
  std::uint64_t readings = 0;
  const auto view = DataBlockView::parse(block);
  if (!view.has_value()) return 0;
  for (const ObjectTypeView& object : view->objects()) readings += readings_in(object);
  return readings;
}

// The object with only its first `instances`.
Block cut(const ObjectTypeView& object, std::uint64_t instances) {
  const Bytes bytes = object.bytes();
  std::size_t end = object.definition_length();
  std::uint32_t count = 0;
  for (const InstanceView& instance : object.instances()) {
    if (count == instances) break;
    const Bytes counters = instance.counters.bytes();
    end = static_cast<std::size_t>(counters.data() + counters.size() - bytes.data());
    ++count;
  }
  Block made(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(end));
  store(MutableBytes(made), layout::object_type::kTotalByteLength, static_cast<std::uint32_t>(end));
  store(MutableBytes(made), layout::object_type::kNumInstances, count);
  return made;
}

Block with_readings(Bytes block, std::uint64_t most) {
  const auto view = DataBlockView::parse(block);
  if (!view.has_value()) return {};
  std::vector<ObjectTypeView> objects(view->objects().begin(), view->objects().end());
  std::ranges::stable_sort(objects, {},
                           [](const ObjectTypeView& object) { return readings_in(object); });
  const auto header = load<std::uint32_t>(block, layout::data_block::kHeaderLength);
  Block made(block.begin(), block.begin() + header);
  std::uint32_t count = 0;
  for (const ObjectTypeView& object : objects) {
    const std::uint64_t readings = readings_in(object);
    const Block one = readings <= most ? Block(object.bytes().begin(), object.bytes().end())
                                       : cut(object, most / counters_in(object));
    made.insert(made.end(), one.begin(), one.end());
    ++count;
    if (readings > most) break;
    most -= readings;
  }
  store(MutableBytes(made), layout::data_block::kTotalByteLength,
        static_cast<std::uint32_t>(made.size()));
  store(MutableBytes(made), layout::data_block::kNumObjectTypes, count);
  return made;
}

}  // namespace openperflib::bench
