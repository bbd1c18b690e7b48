// Rows in batches: all of them, in their order, while others are added.
#include "openperflib/query/row_batches.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/late_workers.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

// Notes "task BATCH/TASK" and, at the end of a batch, its values.
class NotingUser final : public RowBatches::User {
 public:
  std::vector<std::string> noted;
  std::size_t batches = 0;
  bool fails = false;
  bool notes = true;

  [[nodiscard]] std::size_t tasks_of(const RowBatch& /*batch*/) override {
    ++batches;
    return 2;
  }
  void run(const RowBatch& batch, std::size_t task) override {
    if (!notes) return;
    noted.push_back("task " + std::to_string(batch.size()) + "/" + std::to_string(task));
  }
  [[nodiscard]] std::expected<void, SourceFault> end(const RowBatch& batch) override {
    if (fails) return std::unexpected(SourceFault{.errno_value = 28, .file = "x", .error = {}});
    if (!notes) return {};
    std::string values = "end";
    for (std::size_t i = 0; i < batch.size(); ++i) {
      values += " " + std::to_string(static_cast<int>(batch.row(i).values.at(0).number));
    }
    noted.push_back(values);
    return {};
  }
};

constexpr std::string_view kFreeBytes = "\\Memory\\Available Bytes";

Snapshot free_bytes(std::uint64_t value) {
  return TestBlock()
      .object(title::kMemory, {{title::kAvailableBytes}}, Instances::none)
      .single({value})
      .snapshot();
}

TEST(RowBatches, Rows_ComeInTheirOrderWithTheFlush) {
  LateWorkers workers;
  NotingUser user;
  RowBatches batches(workers, user, RowBatches::Contents::rows);
  Query query = query_of(kFreeBytes);
  for (const std::uint64_t value : {7U, 8U, 9U}) {
    query.take(free_bytes(value));
    ASSERT_TRUE(batches.add(query).has_value());
  }
  EXPECT_TRUE(user.noted.empty());
  ASSERT_TRUE(batches.flush().has_value());
  EXPECT_EQ(user.noted, (std::vector<std::string>{"task 3/0", "task 3/1", "end 7 8 9"}));
  ASSERT_TRUE(batches.flush().has_value());  // nothing more
  EXPECT_EQ(user.batches, 1U);
}

TEST(RowBatches, FullBatch_IsHandedOverAndEndsBeforeTheNext) {
  LateWorkers workers;
  NotingUser user;
  RowBatches batches(workers, user, RowBatches::Contents::rows);
  Query query = query_of(kFreeBytes);
  query.take(free_bytes(1));
  for (std::size_t i = 0; i < 2 * RowBatches::kMostRows; ++i) {
    EXPECT_EQ(workers.starts, i / RowBatches::kMostRows);
    ASSERT_TRUE(batches.add(query).has_value());
  }
  EXPECT_EQ(workers.starts, 2U);
  EXPECT_EQ(user.noted.size(), 3U);  // the first batch has ended
  ASSERT_TRUE(batches.flush().has_value());
  EXPECT_EQ(user.noted.size(), 6U);
}

// Rows of 513 numbers are 65 lines of a cache apart.
TEST(RowBatches, BatchOfNumbers_HasAsManyRowsAsFitWithWhatIsBetweenThem) {
  LateWorkers workers;
  NotingUser user;
  user.notes = false;
  RowBatches batches(workers, user, RowBatches::Contents::numbers);
  TestBlock block;
  block.object(title::kPhysicalDisk, {{title::kDiskBytesPerSec}});
  for (int i = 0; i < 513; ++i) block.instance(std::to_string(i), {7});
  Query query = query_of("\\PhysicalDisk(*)\\Disk Bytes/sec");
  query.take(block.snapshot());
  ASSERT_EQ(query.row().values.size(), 513U);
  constexpr std::size_t kRows = RowBatches::kMostBytes / (65 * 64);
  for (std::size_t i = 0; i < kRows; ++i) {
    EXPECT_EQ(workers.starts, 0U);
    ASSERT_TRUE(batches.add(query).has_value());
  }
  EXPECT_EQ(workers.starts, 1U);
}

// Keeps the numbers of the first two series of a batch, those of the second from the second row on.
class CopyingUser final : public RowBatches::User {
 public:
  std::vector<std::vector<double>> copied;
  [[nodiscard]] std::size_t tasks_of(const RowBatch& /*batch*/) override { return 1; }
  void run(const RowBatch& batch, std::size_t /*task*/) override {
    for (const std::size_t series : {0U, 1U}) {
      std::array<double, 3> numbers{};
      const std::size_t count = batch.copy_numbers(series, series, numbers);
      copied.emplace_back(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count));
      const double number = batch.number(1, series);
      EXPECT_TRUE(number == numbers.at(1 - series) || std::isnan(number)) << number;
    }
  }
};

Snapshot free_and_cached_bytes(std::uint64_t free, std::uint64_t cached) {
  return TestBlock()
      .object(title::kMemory, {{title::kAvailableBytes}, {title::kCacheBytes}}, Instances::none)
      .single({free, cached})
      .snapshot();
}

TEST(RowBatches, Numbers_AreThoseOfEachSeries) {
  LateWorkers workers;
  CopyingUser user;
  RowBatches batches(workers, user, RowBatches::Contents::numbers);
  Query query = query_of(kFreeBytes);
  ASSERT_TRUE(query.add("\\Memory\\Cache Bytes").has_value());
  for (const std::uint64_t value : {7U, 8U, 9U}) {
    query.take(free_and_cached_bytes(value, 10 * value));
    ASSERT_TRUE(batches.add(query).has_value());
  }
  ASSERT_TRUE(batches.flush().has_value());
  EXPECT_EQ(user.copied, (std::vector<std::vector<double>>{{7, 8, 9}, {80, 90}}));
}

// Tells why the other counter is not in the block.
Snapshot free_bytes_alone(std::uint64_t value) {
  return TestBlock()
      .object(title::kMemory, {{title::kAvailableBytes}}, Instances::none)
      .single({value})
      .status()
      .left_out("no cache", title::kMemory, title::kCacheBytes)
      .snapshot();
}

TEST(RowBatches, NumberOfAValueThatIsMissing_IsNotANumber) {
  LateWorkers workers;
  CopyingUser user;
  RowBatches batches(workers, user, RowBatches::Contents::numbers);
  Query query = query_of(kFreeBytes);
  ASSERT_TRUE(query.add("\\Memory\\Cache Bytes").has_value());
  for (const std::uint64_t value : {7U, 8U}) {
    query.take(free_bytes_alone(value));
    ASSERT_EQ(query.row().values.size(), 2U);
    ASSERT_TRUE(batches.add(query).has_value());
  }
  ASSERT_TRUE(batches.flush().has_value());
  EXPECT_EQ(user.copied.at(0), (std::vector<double>{7, 8}));
  ASSERT_EQ(user.copied.at(1).size(), 1U);
  EXPECT_TRUE(std::isnan(user.copied.at(1).at(0)));
}

TEST(RowBatches, FaultOfTheUser_IsThatOfALaterCall) {
  LateWorkers workers;
  NotingUser user;
  user.fails = true;
  RowBatches batches(workers, user, RowBatches::Contents::rows);
  Query query = query_of(kFreeBytes);
  query.take(free_bytes(1));
  ASSERT_TRUE(batches.add(query).has_value());
  const auto flushed = batches.flush();
  ASSERT_FALSE(flushed.has_value());
  EXPECT_EQ(flushed.error().errno_value, 28);
}

TEST(RowBatches, BatchThatRuns_EndsWithThem) {
  LateWorkers workers;
  NotingUser user;
  std::optional<RowBatches> batches(std::in_place, workers, user, RowBatches::Contents::rows);
  Query query = query_of(kFreeBytes);
  query.take(free_bytes(1));
  for (std::size_t i = 0; i < RowBatches::kMostRows; ++i) (void)batches->add(query);
  batches.reset();
  EXPECT_EQ(user.noted.size(), 2U);  // its tasks; nobody asks for the end
}

TEST(RowBatches, SteadyRows_AllocateNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  LateWorkers workers;
  NotingUser user;
  user.notes = false;
  RowBatches batches(workers, user, RowBatches::Contents::numbers);
  Query query = query_of(kFreeBytes);
  query.take(free_bytes(1));
  query.take(free_bytes(2));
  for (std::size_t i = 0; i < 2 * RowBatches::kMostRows; ++i) (void)batches.add(query);
  const std::uint64_t before = bench::allocations;
  for (std::size_t i = 0; i < 2 * RowBatches::kMostRows; ++i) (void)batches.add(query);
  EXPECT_EQ(bench::allocations - before, 0U);
}

}  // namespace
}  // namespace openperflib
