// Process on this machine: children of ours that read, sleep, are reniced and end, with files kept
// open and without.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>

#include "openperflib/linux/process/process_files_internal.h"
#include "openperflib/testing/machines/process_stage.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::size_t kPriorityBase = 12, kIdProcess = 14, kHandleCount = 18, kReadCalls = 19,
                      kWriteCalls = 20, kReadBytes = 23;
constexpr std::size_t kBytesOfARead = 1000;

// Resource: a child that sleeps until it is told to read 1,000 bytes a number of times.
class Child {
 public:
  // With a wanted id only where the system lets us choose one; id() is -1 elsewhere.
  explicit Child(pid_t wanted_id = 0) {
    if (::pipe(orders_.data()) != 0 || ::pipe(answers_.data()) != 0) std::abort();
    id_ = wanted_id == 0 ? ::fork() : fork_as(wanted_id);
    if (id_ == 0) obey();
    ::close(orders_[0]);
    ::close(answers_[1]);
  }
  ~Child() {
    end();
    ::close(orders_[1]);
    ::close(answers_[0]);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  [[nodiscard]] pid_t id() const { return id_; }
  // Returns when it has read.
  void read_times(unsigned char times) {
    char answer = 0;
    ASSERT_EQ(::write(orders_[1], &times, 1), 1);
    ASSERT_EQ(::read(answers_[0], &answer, 1), 1);
  }
  void end() {
    if (id_ <= 0) return;
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
    id_ = 0;
  }

 private:
  static pid_t fork_as(pid_t id) {
    struct clone_args arguments = {};
    arguments.exit_signal = SIGCHLD;
    arguments.set_tid = reinterpret_cast<std::uintptr_t>(&id);
    arguments.set_tid_size = 1;
    return static_cast<pid_t>(::syscall(SYS_clone3, &arguments, sizeof arguments));
  }
  [[noreturn]] void obey() const {
    ::close(orders_[1]);  // so that we end with who gives the orders
    std::array<char, kBytesOfARead> bytes;
    const int zeros = ::open("/dev/zero", O_RDONLY | O_CLOEXEC);
    for (unsigned char times = 0; ::read(orders_[0], &times, 1) == 1;) {
      for (; times > 0; --times) {
        if (::read(zeros, bytes.data(), bytes.size()) < 0) ::_exit(1);
      }
      if (::write(answers_[1], "", 1) != 1) ::_exit(1);
    }
    ::_exit(0);
  }
  std::array<int, 2> orders_{}, answers_{};
  pid_t id_ = -1;
};

class LiveProcess : public testing::TestWithParam<unsigned> {
 protected:
  // Who keeps descriptors raises the limit, as the tools do; on a machine of many processes it
  // matters.
  LiveProcess() {
    struct rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  std::optional<std::size_t> row_of(pid_t id) {
    for (std::size_t row = 1; row + 1 < stage.table.instance_count(); ++row) {
      if (stage.table.value(row, kIdProcess) == static_cast<std::uint64_t>(id)) return row;
    }
    return std::nullopt;
  }
  // Collects; the value of the counter of a process, which must be there.
  std::uint64_t collected(pid_t id, std::size_t order) {
    stage.instant = read_clocks();
    stage.collect();
    return value(id, order);
  }
  std::uint64_t value(pid_t id, std::size_t order) {
    const auto row = row_of(id);
    if (!row.has_value()) return 0;
    EXPECT_EQ(stage.reasons.text(stage.table.reason(*row, order)), "");
    return stage.table.value(*row, order);
  }
  ProcessStage stage{"", GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Descriptors, LiveProcess, testing::Values(4000U, 200U, 0U));

TEST_P(LiveProcess, SleeperThatReads_IsSeenToHaveRead) {
  Child child;
  child.read_times(1);
  for (int i = 0; i < 3; ++i) collected(child.id(), kReadCalls);  // asleep, and known to be
  const std::uint64_t calls = value(child.id(), kReadCalls), bytes = value(child.id(), kReadBytes),
                      writes = value(child.id(), kWriteCalls);
  EXPECT_EQ(collected(child.id(), kReadCalls), calls);
  child.read_times(20);
  EXPECT_EQ(collected(child.id(), kReadCalls), calls + 21);  // and the order
  EXPECT_EQ(value(child.id(), kReadBytes), bytes + 20 * kBytesOfARead + 1);
  EXPECT_EQ(value(child.id(), kWriteCalls), writes + 1);
  EXPECT_EQ(collected(child.id(), kReadCalls), calls + 21);
}

TEST_P(LiveProcess, RenicedSleeper_HasTheNewPriorityAtOnce) {
  Child child;
  child.read_times(1);
  ASSERT_EQ(::setpriority(PRIO_PROCESS, static_cast<id_t>(child.id()), 0), 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(collected(child.id(), kPriorityBase), 8);
  ASSERT_EQ(::setpriority(PRIO_PROCESS, static_cast<id_t>(child.id()), 10), 0);
  EXPECT_EQ(collected(child.id(), kPriorityBase), 6);
  ASSERT_EQ(::setpriority(PRIO_PROCESS, static_cast<id_t>(child.id()), 19), 0);
  EXPECT_EQ(collected(child.id(), kPriorityBase), 4);
}

TEST_P(LiveProcess, HandleCount_IsThatOfTheListing) {
  Child child;
  child.read_times(1);
  const std::string folder = "/proc/" + std::to_string(child.id()) + "/fd";
  const auto listed = std::distance(std::filesystem::directory_iterator(folder), {});
  EXPECT_EQ(collected(child.id(), kHandleCount), static_cast<std::uint64_t>(listed));
  EXPECT_EQ(collected(child.id(), kHandleCount), static_cast<std::uint64_t>(listed));
}

TEST_P(LiveProcess, Key_IsOfTheIdAndTheStart) {
  Child first, second;
  const auto key = [&](const Child& child) {
    const std::uint64_t id = collected(child.id(), kIdProcess);
    EXPECT_EQ(id, static_cast<std::uint64_t>(child.id()));
    return stage.table.instance_key(row_of(child.id()).value_or(0));
  };
  EXPECT_EQ(key(first) & 0x3F'FFFF, static_cast<std::uint64_t>(first.id()));
  EXPECT_GT(key(first) >> 22, 0U);
  EXPECT_EQ(key(first), key(first));
  EXPECT_NE(key(first), key(second));
}

// A child's count, as a collection on an older kernel makes it: there the folder's size is always
// 0.
class OlderKernel : public testing::Test {
 protected:
  static_assert(descriptor_count_by(0) == DescriptorCount::entries_listed);
  static_assert(descriptor_count_by(std::nullopt) == DescriptorCount::entries_listed);
  static_assert(descriptor_count_by(3) == DescriptorCount::size_of_folder);
  void read(std::uint32_t id) {
    ProcessReading reading;
    reading.descriptor_count = descriptor_count_by(0);
    reading.wanted.add(ProcessFile::fd);
    process.id = id;
    ProcessReader(root, reasons, buffers, reading).read(process);
  }
  ProcRoot root = std::move(ProcRoot::open("", 0)).value();
  Reasons reasons;
  ProcessReader::Buffers buffers;
  Process process;
};

TEST_F(OlderKernel, HandleCount_IsListed) {
  Child child;
  child.read_times(1);
  read(static_cast<std::uint32_t>(child.id()));
  const std::string folder = "/proc/" + std::to_string(child.id()) + "/fd";
  const auto listed = std::distance(std::filesystem::directory_iterator(folder), {});
  ASSERT_GT(listed, 0);
  EXPECT_EQ(process.numbers.get(ProcessNumber::descriptors), static_cast<std::uint64_t>(listed));
}

TEST_F(OlderKernel, HandleCount_IsListedOrMissingNeverZero) {
  read(1);
  const auto count = process.numbers.get(ProcessNumber::descriptors);
  const bool may_list = ::access("/proc/1/fd", R_OK) == 0;
  EXPECT_EQ(reasons.text(process.reason(ProcessFile::fd)),
            may_list ? "" : "no permission: /proc/1/fd");
  EXPECT_EQ(count.has_value(), may_list);
}

// Our descriptors that lead to files of a process, dead or alive.
std::size_t descriptors_of(pid_t id) {
  const std::string begin = "/proc/" + std::to_string(id) + "/";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string target = std::filesystem::read_symlink(entry.path(), gone).string();
    if (target.starts_with(begin)) ++count;
  }
  return count;
}

TEST_P(LiveProcess, ExitedProcess_IsGoneWithItsDescriptors) {
  Child child;
  const pid_t id = child.id();
  collected(id, kIdProcess);
  EXPECT_TRUE(row_of(id).has_value());
  if (GetParam() == 0) {
    EXPECT_EQ(descriptors_of(id), 0);
  } else if (GetParam() == 4000) {
    EXPECT_EQ(descriptors_of(id), 4);
  }
  child.end();
  stage.collect();
  EXPECT_FALSE(row_of(id).has_value());
  EXPECT_EQ(descriptors_of(id), 0);
}

// Start times are told in ticks of 10 ms, and who has the id and the start of another is that one
// (docs/objects.md): so the second child must start in a later tick.
void let_a_tick_pass() {
  const auto tick = [] {
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return now.tv_sec * 100 + now.tv_nsec / 10'000'000;
  };
  for (const auto first = tick(); tick() < first + 2;) {
  }
}

TEST_P(LiveProcess, ReusedId_HasNothingOfTheOldProcess) {
  Child first;
  const pid_t id = first.id();
  first.read_times(200);
  for (int i = 0; i < 3; ++i) EXPECT_GE(collected(id, kReadBytes), 200 * kBytesOfARead);
  first.end();
  let_a_tick_pass();
  Child second(id);
  if (second.id() != id) GTEST_SKIP() << "the system does not let us choose an id";
  second.read_times(1);
  EXPECT_LT(collected(id, kReadBytes), 200 * kBytesOfARead);
  EXPECT_TRUE(row_of(id).has_value());
}

}  // namespace
}  // namespace openperflib::linux_objects
