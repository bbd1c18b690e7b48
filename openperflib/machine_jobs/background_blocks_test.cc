#include "openperflib/machine_jobs/background_blocks.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "openperflib/testing/counted_allocations.h"

namespace openperflib {
namespace {

SourceFault script_fault(int errno_value) {
  return {.errno_value = errno_value, .file = "a.perfrec", .error = std::nullopt};
}

// What the sink of a test answers, and what it was given. The test reads the latter when the thread
// has ended.
struct BlocksScript {
  std::atomic<bool> is_open = true;  // until then write() waits, as on a busy disk
  FileTime fails_at = 0;             // the sample that is not written; 0: none
  int end_fails_with = 0;            // errno; 0: it does not

  std::string given = {};  // "1:block|block|;2:block|;"
  std::uint64_t samples = 0;
  int ends = 0;
  std::thread::id thread = {};
  sigset_t signals = {};  // that the thread blocks

  void open() {
    is_open = true;
    is_open.notify_all();
  }
};

class ScriptedBlocks final : public BlockSink {
 public:
  explicit ScriptedBlocks(BlocksScript& script) : script_(&script) {}

  [[nodiscard]] std::expected<void, SourceFault> write(FileTime time_local,
                                                       std::span<const Bytes> blocks) override {
    script_->is_open.wait(false);
    script_->thread = std::this_thread::get_id();
    ::pthread_sigmask(SIG_SETMASK, nullptr, &script_->signals);
    if (time_local == script_->fails_at) return std::unexpected(script_fault(ENOSPC));
    script_->given += std::to_string(time_local);
    script_->given += ':';
    for (const Bytes block : blocks) {
      script_->given += as_text(block);
      script_->given += '|';
    }
    script_->given += ';';
    ++script_->samples;
    return {};
  }
  [[nodiscard]] std::expected<void, SourceFault> end() override {
    ++script_->ends;
    if (script_->end_fails_with == 0) return {};
    return std::unexpected(script_fault(script_->end_fails_with));
  }
  [[nodiscard]] std::uint64_t removed_for_room() const noexcept override {
    return script_->samples;
  }

 private:
  BlocksScript* script_;
};

// Writes a sample of one block.
std::expected<void, SourceFault> put_block(BackgroundBlocks& blocks, FileTime time,
                                           std::string_view text) {
  const Bytes block = as_bytes(text);
  return blocks.write(time, {&block, 1});
}

constexpr auto kSlots = static_cast<FileTime>(BackgroundBlocks::kSlots);

// Fills all slots, of which the sink has not written one.
void fill_slots(BackgroundBlocks& blocks, std::string_view text) {
  for (FileTime time = 1; time <= kSlots; ++time) {
    ASSERT_TRUE(put_block(blocks, time, text).has_value());
  }
}

TEST(BackgroundBlocks, Samples_AreWrittenInTheirOrder) {
  BlocksScript script;
  BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
  std::string expected;
  for (FileTime time = 1; time <= 100; ++time) {
    const std::string text = std::to_string(time * time);
    ASSERT_TRUE(put_block(blocks, time, text).has_value());
    expected += std::to_string(time) + ":" + text + "|;";
  }
  ASSERT_TRUE(blocks.end().has_value());
  EXPECT_EQ(script.given, expected);
  EXPECT_EQ(script.ends, 1);
  EXPECT_EQ(blocks.written().records, 100U);
  EXPECT_EQ(blocks.written().first_local, 1);
  EXPECT_EQ(blocks.written().last_local, 100);
}

TEST(BackgroundBlocks, Thread_IsAnotherOneThatReceivesNoSignals) {
  BlocksScript script;
  BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
  ASSERT_TRUE(put_block(blocks, 1, "one").has_value());
  ASSERT_TRUE(blocks.end().has_value());
  EXPECT_NE(script.thread, std::this_thread::get_id());
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGALRM}) {
    EXPECT_EQ(::sigismember(&script.signals, signal), 1) << signal;
  }
}

TEST(BackgroundBlocks, BlocksOfTheCaller_MayChangeAfterWrite) {
  BlocksScript script;
  script.is_open = false;
  BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
  std::string first = "first";
  std::string second = "the second";
  const std::array<Bytes, 3> both{as_bytes(first), Bytes(), as_bytes(second)};
  ASSERT_TRUE(blocks.write(7, both).has_value());
  first = "other";
  second = "one as long";
  script.open();
  ASSERT_TRUE(blocks.end().has_value());
  EXPECT_EQ(script.given, "7:first||the second|;");
}

// The slots are full, so the next sample is accepted only when the disk has taken one.
TEST(BackgroundBlocks, BusyDisk_IsWaitedForAndGetsEverySample) {
  BlocksScript script;
  script.is_open = false;
  BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
  fill_slots(blocks, "x");
  EXPECT_EQ(blocks.written().records, 0U);
  EXPECT_EQ(blocks.removed_for_room(), 0U);
  std::thread disk([&] { script.open(); });
  EXPECT_TRUE(put_block(blocks, kSlots + 1, "x").has_value());
  EXPECT_GE(blocks.written().records, 1U);
  EXPECT_GE(blocks.removed_for_room(), 1U);
  disk.join();
  ASSERT_TRUE(blocks.end().has_value());
  EXPECT_EQ(script.given, "1:x|;2:x|;3:x|;4:x|;");
  EXPECT_EQ(blocks.removed_for_room(), 4U);
}

TEST(BackgroundBlocks, Fault_IsReturnedByALaterWriteAndNothingMoreIsWritten) {
  BlocksScript script;
  script.fails_at = 2;
  BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
  FileTime time = 0;
  std::expected<void, SourceFault> written;
  while (written.has_value()) written = put_block(blocks, ++time, "x");
  EXPECT_EQ(written.error(), script_fault(ENOSPC));
  EXPECT_GT(time, 2);
  EXPECT_LE(time, 2 + kSlots);  // the second one and those after it were in the slots
  const auto again = put_block(blocks, ++time, "x");
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error(), script_fault(ENOSPC));
  EXPECT_EQ(blocks.written().records, 1U);
  EXPECT_EQ(blocks.written().last_local, 1);
  const auto ended = blocks.end();
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error(), script_fault(ENOSPC));
  EXPECT_EQ(script.given, "1:x|;");
  EXPECT_EQ(script.ends, 1);
}

// The sample that fails is in a slot, and so are two that are never written.
TEST(BackgroundBlocks, FaultOfAnAcceptedSample_IsReturnedByEndBeforeThatOfTheEnd) {
  BlocksScript script;
  script.is_open = false;
  script.fails_at = 1;
  script.end_fails_with = EIO;
  BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
  fill_slots(blocks, "x");
  script.open();
  const auto ended = blocks.end();
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error(), script_fault(ENOSPC));
  EXPECT_EQ(script.given, "");
  EXPECT_EQ(script.ends, 1);
  EXPECT_EQ(blocks.written().records, 0U);
}

TEST(BackgroundBlocks, FaultOfTheEnd_IsReturned) {
  BlocksScript script;
  script.end_fails_with = EIO;
  BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
  ASSERT_TRUE(put_block(blocks, 1, "x").has_value());
  const auto ended = blocks.end();
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error(), script_fault(EIO));
  EXPECT_EQ(blocks.written().records, 1U);
}

TEST(BackgroundBlocks, Destructor_WritesWhatWasAccepted) {
  BlocksScript script;
  script.is_open = false;
  {
    BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
    fill_slots(blocks, "x");
    script.open();
  }
  EXPECT_EQ(script.given, "1:x|;2:x|;3:x|;");
  EXPECT_EQ(script.ends, 0);
}

// Each slot has its memory once all of them were full.
TEST(BackgroundBlocks, SteadySamples_AllocateNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  BlocksScript script;
  script.is_open = false;
  script.given.reserve(std::size_t{1} << 20);
  BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
  const std::string text(1000, 'x');
  const std::string longer(1100, 'x');
  fill_slots(blocks, text);
  script.open();
  const std::uint64_t before = bench::allocations;
  bool is_well = true;
  for (FileTime time = kSlots + 1; time <= 200; ++time) {
    is_well = is_well && put_block(blocks, time, time % 2 == 0 ? text : longer).has_value();
  }
  EXPECT_EQ(bench::allocations, before);
  EXPECT_TRUE(is_well);
  ASSERT_TRUE(blocks.end().has_value());
  EXPECT_EQ(blocks.written().records, 200U);
}

// A recorder does not grow long after its beginning, when a disk is slow for the first time.
TEST(BackgroundBlocks, SlowDiskAfterAQuickOne_NeedsNoMoreMemory) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  BlocksScript script;
  script.given.reserve(std::size_t{1} << 20);
  BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
  const std::string text(1000, 'x');
  for (FileTime time = 1; time <= kSlots; ++time) {
    ASSERT_TRUE(put_block(blocks, time, text).has_value());
    while (blocks.written().records < static_cast<std::uint64_t>(time)) std::this_thread::yield();
  }
  script.is_open = false;
  const std::uint64_t before = bench::allocations;
  for (FileTime time = kSlots + 1; time <= 2 * kSlots; ++time) {
    ASSERT_TRUE(put_block(blocks, time, text).has_value());
  }
  EXPECT_EQ(bench::allocations, before);
  script.open();
  ASSERT_TRUE(blocks.end().has_value());
  EXPECT_EQ(blocks.written().records, 2 * static_cast<std::uint64_t>(kSlots));
}

// Resource: threads cannot be started, because their stacks are larger than any address space.
class RefusedThreads {
 public:
  RefusedThreads() {
    ::pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    ::pthread_attr_init(&huge);
    ::pthread_attr_setstacksize(&huge, std::size_t{1} << 62);
    ::pthread_setattr_default_np(&huge);
    ::pthread_attr_destroy(&huge);
  }
  RefusedThreads(const RefusedThreads&) = delete;
  RefusedThreads& operator=(const RefusedThreads&) = delete;
  ~RefusedThreads() {
    ::pthread_setattr_default_np(&before_);
    ::pthread_attr_destroy(&before_);
  }

 private:
  pthread_attr_t before_{};
};

TEST(BackgroundBlocks, WithoutAThread_WriteReturnsTheFaultOfItsOwnSample) {
  BlocksScript script;
  script.fails_at = 6;
  const RefusedThreads refused;
  BackgroundBlocks blocks(std::make_unique<ScriptedBlocks>(script));
  for (FileTime time = 1; time <= 5; ++time) {
    ASSERT_TRUE(put_block(blocks, time, "x").has_value());
    EXPECT_EQ(blocks.removed_for_room(), static_cast<std::uint64_t>(time));
  }
  EXPECT_EQ(script.thread, std::this_thread::get_id());
  EXPECT_EQ(put_block(blocks, 6, "x").error(), script_fault(ENOSPC));
  EXPECT_EQ(blocks.end().error(), script_fault(ENOSPC));
  EXPECT_EQ(blocks.written().records, 5U);
  EXPECT_EQ(script.ends, 1);
}

}  // namespace
}  // namespace openperflib
