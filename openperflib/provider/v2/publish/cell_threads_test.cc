// Sharded counter sets: many threads add, and readers lose nothing. ThreadSanitizer runs these.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kIncrementsPerThread = 50'000;
#else
constexpr std::uint64_t kIncrementsPerThread = 2'500'000;
#endif
constexpr int kThreads = 4;
constexpr std::uint64_t kSample = 10;

// A sharded set of one instance, and what a reader sees of it.
class CellThreads : public ::testing::Test {
 protected:
  explicit CellThreads(bool sharded = true) {
    set_.emplace(CounterSet::publish(
                     *publisher_, {.guid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11",
                                   .name = "Cells",
                                   .counters = {{.name = "Jobs"},
                                                {.name = "Time/Job", .kind = CounterKind::average}},
                                   .sharded = sharded})
                     .value());
    instance_.emplace(set_->add("all").value());
    EXPECT_TRUE(watch_.look());
  }
  std::span<const std::uint64_t> values() {
    OfferedSegment& segment = watch_.processes()[0].segments[0];
    ReadBudget budget;
    segment.view.read(segment.reading, budget);
    return segment.reading[0].values;
  }
  [[nodiscard]] const Counter& jobs() const { return (*instance_)[0]; }
  [[nodiscard]] const Counter& average() const { return (*instance_)[1]; }

  MadeFolder folder_;
  std::unique_ptr<Publisher> publisher_ = Publisher::start({folder_.path()}).value();
  std::optional<CounterSet> set_;
  std::optional<CounterSetInstance> instance_;
  OfferWatch watch_{{.system = folder_.path(), .own = {}}};
};

void add_samples(const Counter& average) {
  for (std::uint64_t i = 0; i < kIncrementsPerThread / 10; ++i) average.add_sample(kSample);
}

TEST_F(CellThreads, FourThreadsAdd_NoneIsLost) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (std::uint64_t n = 0; n < kIncrementsPerThread; ++n) jobs().increment();
    });
  }
  std::uint64_t last = 0;
  while (last < kThreads * kIncrementsPerThread) {
    const std::uint64_t value = values()[0];
    ASSERT_GE(value, last);
    last = value;
  }
  EXPECT_EQ(last, kThreads * kIncrementsPerThread);
}

TEST_F(CellThreads, MoreThreadsThanCells_NoneIsLost) {
  constexpr std::uint64_t kMany = kCellRows + 8;
  constexpr std::uint64_t kFew = 1'000;
  std::barrier all_have_begun(static_cast<std::ptrdiff_t>(kMany));
  std::atomic<unsigned> without = 0;
  std::vector<std::jthread> threads;
  for (std::uint64_t i = 0; i < kMany; ++i) {
    threads.emplace_back([&] {
      jobs().increment();
      all_have_begun.arrive_and_wait();
      if (cell_number() >= kCellRows) ++without;
      for (std::uint64_t n = 1; n < kFew; ++n) jobs().increment();
    });
  }
  threads.clear();
  EXPECT_EQ(values()[0], kMany * kFew);
  EXPECT_GE(without, 8U);
}

// A thread goes on where another one ended.
TEST_F(CellThreads, ThreadEnds_ItsCellIsUsedAgain) {
  std::uint32_t number = 0;
  std::jthread([&] { number = take_cell_number(); }).join();
  for (int i = 0; i < 100; ++i) {
    std::jthread([&] {
      jobs().increment(3);
      EXPECT_EQ(cell_number(), number);
    }).join();
  }
  EXPECT_EQ(values()[0], 300U);
}

TEST_F(CellThreads, Decrement_GoesBelowWhatItsCellHas) {
  jobs().increment(5);
  std::jthread([&] { jobs().decrement(2); }).join();
  EXPECT_EQ(values()[0], 3U);
}

TEST_F(CellThreads, Set_CountsWhatThreadsHaveAdded) {
  jobs().increment(5);
  std::jthread([&] { jobs().increment(2); }).join();
  jobs().set(40);
  EXPECT_EQ(values()[0], 40U);
  jobs().increment();
  EXPECT_EQ(values()[0], 41U);
}

// An instance that takes the slot of another one begins at 0.
TEST_F(CellThreads, InstanceIsMadeAgain_StartsAtZero) {
  jobs().increment(5);
  instance_.reset();
  instance_.emplace(set_->add("all").value());
  EXPECT_EQ(values()[0], 0U);
}

// The promise of segment.md, "Averages": at most one sample of each thread is not counted yet.
void expect_bounded_skew(std::span<const std::uint64_t> values) {
  const std::uint64_t counted = values[2] * kSample;
  ASSERT_GE(values[1], counted);
  ASSERT_LE(values[1], counted + kThreads * kSample);
}

// The promise ends with a reader's 256 tries, and threads that do nothing but add can change the
// base at each of them. These give way after each sample, as work between two samples does.
void add_samples_between_work(const Counter& average) {
  for (std::uint64_t i = 0; i < kIncrementsPerThread / 100; ++i) {
    average.add_sample(kSample);
    std::this_thread::yield();
  }
}

TEST_F(CellThreads, Average_IsAheadByOneSampleOfEachThread) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] { add_samples_between_work(average()); });
  }
  while (values()[2] < kThreads * (kIncrementsPerThread / 100)) expect_bounded_skew(values());
  EXPECT_EQ(values()[1], kSample * kThreads * (kIncrementsPerThread / 100));
}

class SharedCells : public CellThreads {
 protected:
  SharedCells() : CellThreads(false) {}
};

// Threads that share the words may change them at each of a reader's tries, so that only the lower
// bound is certain while they do.
TEST_F(SharedCells, Average_HasAllSamplesThatItsBaseCounts) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back([&] { add_samples(average()); });
  for (auto now = values(); now[2] < kThreads * (kIncrementsPerThread / 10); now = values()) {
    EXPECT_GE(now[1], kSample * now[2]);
  }
  EXPECT_EQ(values()[1], kSample * kThreads * (kIncrementsPerThread / 10));
}

}  // namespace
}  // namespace openperflib
