// What is left of a log when writing it fails: at each of its writes, on a full disk, by a signal.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <random>

#include "openperflib/testing/all_cases.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/test_block.h"

namespace {

// Writes to `fd` fail with `error` from the `first`-th on, `count` of them; the first one is partly
// written before.
struct WriteFaults {
  int fd = -1;
  int first = 0;
  int count = 0;
  int error = EIO;
  int calls = 0;
};
WriteFaults write_faults;

}  // namespace

// Replaces the function of the C library: calls it unless a test makes it fail.
extern "C" ssize_t pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  using Pwrite = ssize_t (*)(int, const void*, size_t, off_t);
  static const auto real = reinterpret_cast<Pwrite>(::dlsym(RTLD_NEXT, "pwrite"));
  if (fd != write_faults.fd) return real(fd, bytes, size, offset);
  const int call = write_faults.calls++ - write_faults.first;
  if (call < 0 || call > write_faults.count) return real(fd, bytes, size, offset);
  if (call == 0 && size > 1) return real(fd, bytes, size / 2, offset);
  errno = write_faults.error;
  return -1;
}

namespace openperflib {
namespace {

using namespace blg_written;

constexpr std::uint32_t kInstances =
    250;  // 16,540 bytes a sample: three parts, four samples a buffer

Snapshot numbered_processes(std::uint64_t sample) {
  return processes(static_cast<std::int64_t>(sample) * kTicksPerSecond,
                   rising_values(sample * 1000, kInstances));
}

// Writes samples until one fails or `most` are written; how many were.
std::uint64_t write_samples(BlgWriter& writer, std::uint64_t most, SourceFault* fault = nullptr,
                            int tell = -1) {
  Query query = query_of(kProcessPaths);
  for (std::uint64_t i = 0; i < most; ++i) {
    query.take(numbered_processes(i));
    const auto written = write_sample(writer, query);
    if (!written.has_value()) {
      if (fault != nullptr) *fault = written.error();
      return i;
    }
    if (tell >= 0 && ::write(tell, &i, sizeof i) != sizeof i) return i;
  }
  return most;
}

// The number of samples in a log; nullopt if one differs from what was written.
std::optional<std::uint64_t> numbered_samples(const blg_example::ReadLog& log) {
  for (std::uint64_t i = 0; i < log.records.size(); ++i) {
    const auto& counters = log.records[i].sample.counters;
    if (counters.size() != kInstances) return std::nullopt;
    for (std::uint32_t k = 0; k < kInstances; ++k) {
      if (counters[k].first != i * 1000 + k) return std::nullopt;
    }
  }
  return log.records.size();
}

class FaultyWrites {
 public:
  FaultyWrites(int fd, int first, int count, int error) {
    write_faults = {.fd = fd, .first = first, .count = count, .error = error, .calls = 0};
  }
  ~FaultyWrites() { write_faults = {}; }
  FaultyWrites(const FaultyWrites&) = delete;
  FaultyWrites& operator=(const FaultyWrites&) = delete;
};

constexpr std::uint64_t kSamples = 10;
constexpr int kWrites = 26;  // of a log of this many samples: slightly more than there are

// The disk works again after the fault: the log is restored to the last flush, and completed.
TEST(BlgWriterFault, EachWriteThatFailsOnce_LeavesALogOfAllBefore) {
  int faults_of_writes = 0;
  int faults_of_ends = 0;
  for (int first = 1; first < kWrites; ++first) {
    SCOPED_TRACE(first);
    LogFile file;
    BlgWriter writer(file.fd(), "a.blg", options_for(kProcessPaths));
    SourceFault fault;
    const FaultyWrites faults(file.fd(), first, 1, ENOSPC);
    const std::uint64_t written = write_samples(writer, kSamples, &fault);
    const auto ended = writer.end();
    faults_of_writes += written < kSamples ? 1 : 0;
    faults_of_ends += written == kSamples && !ended.has_value() ? 1 : 0;
    if (written < kSamples) {
      EXPECT_EQ(describe(fault), "No space left on device: a.blg");
      EXPECT_EQ(ended, std::unexpected(fault));
    }
    const auto log = file.bytes();
    EXPECT_EQ(log.size() % kBuffer, 0U);
    for (std::size_t i = 0; i < log.size() / kBuffer; ++i) EXPECT_TRUE(has_clean_tail(log, i)) << i;
    if (written == 0) continue;  // there may be no catalog
    const auto read = blg_example::read_log(log);
    EXPECT_EQ(numbered_samples(read), written);
    EXPECT_TRUE(blg_example::anomalies_of(read).empty());
  }
  EXPECT_EQ(faults_of_writes, 20) << "events and header of each sample";
  EXPECT_EQ(faults_of_ends, 3) << "the last buffer, and two numbers of the file header";
}

TEST(BlgWriterFault, DiskThatIsGone_LeavesAllThatWasFlushed) {
  for (int first = 1; first < kWrites; ++first) {
    SCOPED_TRACE(first);
    LogFile file;
    BlgWriter writer(file.fd(), "a.blg", options_for(kProcessPaths));
    SourceFault fault;
    const FaultyWrites faults(file.fd(), first, 1'000'000, EIO);
    const std::uint64_t written = write_samples(writer, kSamples, &fault);
    if (written == kSamples || written == 0) continue;
    EXPECT_EQ(fault.errno_value, EIO);
    EXPECT_FALSE(writer.end().has_value());
    EXPECT_EQ(numbered_samples(blg_example::read_log(file.bytes())), written);
  }
}

constexpr int kFirstAround = 95;  // writes of a circle of 42 samples, before it is full
constexpr int kLastAround = 125;

// For a log whose oldest samples are overwritten: it has consecutive samples up to the last one
// written.
void expect_newest(Bytes bytes, std::uint64_t written) {
  const auto log = blg_example::read_log(bytes);
  ASSERT_GE(log.records.size(), 36U) << "of 42 at most one buffer is lost, and the next one";
  std::uint64_t number = written - log.records.size();
  for (const LogRecord& record : log.records) {
    ASSERT_EQ(record.sample.counters.size(), kInstances);
    EXPECT_EQ(record.sample.counters[0].first, number * 1000);
    EXPECT_EQ(record.sample.counters[kInstances - 1].first, number * 1000 + kInstances - 1);
    ++number;
  }
}

// Whether the disk comes back, or the process has ended at that write. Every fifth in turn of both,
// all of them in script/test-slow.
TEST(BlgWriterFault, CircleThatFailsAtAnyWrite_HasItsNewestSamples) {
  BlgWriterOptions options = options_for(kProcessPaths);
  options.circle_bytes = 1U << 20;
  int faults_of_writes = 0;
  int cases = 0;
  for (int first = kFirstAround; first < kLastAround; ++first) {
    for (const int count : {1, 1'000'000}) {
      if (!takes_all_cases() && (2 * first + (count == 1 ? 0 : 1)) % 5 != 0) continue;
      ++cases;
      SCOPED_TRACE(testing::Message() << first << " and " << count << " writes");
      LogFile file;
      BlgWriter writer(file.fd(), "a.blg", options);
      const FaultyWrites faults(file.fd(), first, count, EIO);
      const std::uint64_t written = write_samples(writer, 60);
      faults_of_writes += written < 60 ? 1 : 0;
      EXPECT_FALSE(writer.end().has_value());
      expect_newest(file.bytes(), written);
    }
  }
  EXPECT_EQ(faults_of_writes, cases);
}

TEST(BlgWriterFault, AfterAFault_EachWriteGivesIt) {
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(kProcessPaths));
  SourceFault fault;
  {
    const FaultyWrites faults(file.fd(), 5, 1, EIO);
    ASSERT_LT(write_samples(writer, kSamples, &fault), kSamples);
  }
  SourceFault again;
  EXPECT_EQ(write_samples(writer, 1, &again), 0U);
  EXPECT_EQ(again, fault);
}

TEST(BlgWriterFault, FullDevice_IsAFaultOfTheFirstBegin) {
  const UniqueFd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  BlgWriter writer(full.get(), "a.blg", options_for(kProcessPaths));
  SourceFault fault;
  EXPECT_EQ(write_samples(writer, 1, &fault), 0U);
  EXPECT_EQ(describe(fault), "No space left on device: a.blg");
  EXPECT_FALSE(writer.end().has_value());
}

TEST(BlgWriterFault, FileThatIsOpenForReadingAlone_IsAFault) {
  LogFile file;
  const std::string path = "/proc/self/fd/" + std::to_string(file.fd());
  const UniqueFd read_only(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  BlgWriter writer(read_only.get(), "a.blg", options_for(kProcessPaths));
  SourceFault fault;
  EXPECT_EQ(write_samples(writer, 1, &fault), 0U);
  EXPECT_EQ(fault.errno_value, EBADF);
  EXPECT_TRUE(file.bytes().empty());
}

// In a child, whose limit on the size of files it is; its last word is how many samples it wrote.
TEST(BlgWriterFault, LimitOfFileSize_KeepsTheSamplesBefore) {
  LogFile file;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = 3 * kBuffer + 12'345, .rlim_max = RLIM_INFINITY};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(255);
    BlgWriter writer(file.fd(), "a.blg", options_for(kProcessPaths));
    SourceFault fault;
    const std::uint64_t written = write_samples(writer, 100, &fault);
    const bool ended = writer.end().has_value();
    ::_exit(fault.errno_value == EFBIG && !ended ? static_cast<int>(written) : 254);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  const auto log = file.bytes();
  EXPECT_EQ(log.size(), 3 * kBuffer) << "the buffer that did not fit is cut off again";
  const auto read = blg_example::read_log(log);
  EXPECT_EQ(numbered_samples(read), WEXITSTATUS(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_TRUE(blg_example::anomalies_of(read).empty());
}

// Kills a child that writes samples after the `after`-th that it reported; returns the number
// reported.
std::uint64_t write_and_kill(const LogFile& file, std::uint64_t after) {
  int ends[2];
  EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const UniqueFd from(ends[0]);
  UniqueFd to(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    BlgWriter writer(file.fd(), "a.blg", options_for(kProcessPaths));
    write_samples(writer, 1'000'000, nullptr, to.get());
    ::_exit(0);
  }
  to.reset();
  std::uint64_t told = 0;
  std::uint64_t number = 0;
  while (::read(from.get(), &number, sizeof number) == sizeof number) {
    told = number + 1;
    if (told == after) ::kill(child, SIGKILL);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  return told;
}

void kill_many(int times) {
  std::minstd_rand random(4711);
  for (int i = 0; i < times; ++i) {
    SCOPED_TRACE(i);
    LogFile file;
    const std::uint64_t told = write_and_kill(file, 1 + random() % 40);
    const auto read = blg_example::read_log(file.bytes());
    ASSERT_NE(read.reader, nullptr);
    const auto samples = numbered_samples(read);
    ASSERT_TRUE(samples.has_value());
    EXPECT_GE(*samples, told);
    EXPECT_LE(*samples, told + 1) << "the one that it was about to tell of";
  }
}

// A hundred times in script/test-slow.
TEST(BlgWriterFault, KilledInMidWrite_KeepsWhatWasFlushed) {
  kill_many(takes_all_cases() ? 100 : 8);
}

}  // namespace
}  // namespace openperflib
