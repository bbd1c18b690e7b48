// CX-11: through a counter set, every type gives the digits of docs/counter_types.md, section 2,
// also where instances have clocks of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/counter_sets.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/collection_status.h"
#include "openperflib/snapshot/counter_links.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

// A number at the first and at the second collection.
struct Pair {
  std::uint64_t older = 0;
  std::uint64_t newer = 0;
};

// The clock of an instance, and what the counter is by it.
struct Clocked {
  Pair time;
  std::uint64_t frequency = 0;
  double expected = 0;
};

struct Case {
  const char* name;
  std::uint32_t type;
  Pair value;
  double expected = 0;               // of both instances, if they have no clocks
  std::uint32_t companion_type = 0;  // of its base or multiplier; 0: it has none
  Pair companion = {};
  std::optional<Clocked> slow = {};  // the clocks of the two instances
  std::optional<Clocked> fast = {};
};

constexpr std::uint64_t kDay = 133'700'000'000'000'000;
constexpr std::uint32_t kRaw = PERF_COUNTER_RAWCOUNT;

const auto kCases = std::to_array<Case>({
    {"CounterCounter", PERF_COUNTER_COUNTER, {1000, 6000}, 1000},
    {"BulkCount", PERF_COUNTER_BULK_COUNT, {8589934592, 8589946937}, 2469},
    {"SampleCounter", PERF_SAMPLE_COUNTER, {10, 85}, 15},
    {"Timer", PERF_COUNTER_TIMER, {0, 12500000}, 25},
    {"TimerInv", PERF_COUNTER_TIMER_INV, {0, 12500000}, 75},
    {"100nsTimer", PERF_100NSEC_TIMER, {0, 5000000}, 10},
    {"100nsTimerInv", PERF_100NSEC_TIMER_INV, {1000, 45001000}, 9.999999999999998},
    {"ObjTimeTimer",
     PERF_OBJ_TIME_TIMER,
     {100, 1350},
     0,
     0,
     {},
     Clocked{{2000, 7000}, 1000, 25},
     Clocked{{500, 10500}, 2000, 12.5}},
    {"Queuelen", PERF_COUNTER_QUEUELEN_TYPE, {0, 125000000}, 2.5},
    {"LargeQueuelen", PERF_COUNTER_LARGE_QUEUELEN_TYPE, {0, 200000000}, 4},
    {"100nsQueuelen", PERF_COUNTER_100NS_QUEUELEN_TYPE, {0, 75000000}, 1.5},
    {"ObjTimeQueuelen",
     PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE,
     {0, 20000},
     0,
     0,
     {},
     Clocked{{2000, 7000}, 1000, 4},
     Clocked{{500, 10500}, 2000, 2}},
    {"MultiTimer", PERF_COUNTER_MULTI_TIMER, {0, 10}, 50, kRaw, {4, 4}},
    {"MultiTimerInv", PERF_COUNTER_MULTI_TIMER_INV, {0, 50000000}, 100, kRaw, {2, 2}},
    {"100nsMultiTimer",
     PERF_100NSEC_MULTI_TIMER,
     {0, 100000000},
     50,
     PERF_COUNTER_MULTI_BASE,
     {4, 4}},
    {"100nsMultiTimerInv", PERF_100NSEC_MULTI_TIMER_INV, {0, 75000000}, 50, kRaw, {2, 2}},
    {"Rawcount", PERF_COUNTER_RAWCOUNT, {1, 4000000000}, 4000000000},
    {"LargeRawcount", PERF_COUNTER_LARGE_RAWCOUNT, {1, 17179869184}, 17179869184},
    {"RawcountHex", PERF_COUNTER_RAWCOUNT_HEX, {1, 0xDEADBEEF}, 0xDEADBEEF},
    {"LargeRawcountHex", PERF_COUNTER_LARGE_RAWCOUNT_HEX, {1, 1ULL << 40U}, 1ULL << 40U},
    {"Delta", PERF_COUNTER_DELTA, {100, 142}, 42},
    {"LargeDelta", PERF_COUNTER_LARGE_DELTA, {1000000000000, 1000000000007}, 7},
    {"SampleFraction", PERF_SAMPLE_FRACTION, {10, 40}, 20, PERF_SAMPLE_BASE, {100, 250}},
    {"RawFraction", PERF_RAW_FRACTION, {1, 30}, 25, PERF_RAW_BASE, {9, 120}},
    {"LargeRawFraction",
     PERF_LARGE_RAW_FRACTION,
     {1, 3000000000000},
     37.5,
     PERF_LARGE_RAW_BASE,
     {9, 8000000000000}},
    {"AverageTimer", PERF_AVERAGE_TIMER, {0, 25000000}, 0.05, PERF_AVERAGE_BASE, {10, 60}},
    {"AverageBulk", PERF_AVERAGE_BULK, {4096, 1052672}, 4096, PERF_AVERAGE_BASE, {1, 257}},
    {"Elapsed",
     PERF_ELAPSED_TIME,
     {kDay, kDay},
     0,
     0,
     {},
     Clocked{{kDay, kDay + 123000000}, 10000000, 12.3},
     Clocked{{kDay, kDay + 123000000}, 5000000, 24.6}},
    {"PrecisionSystem",
     PERF_PRECISION_SYSTEM_TIMER,
     {0, 25000000},
     25,
     PERF_LARGE_RAW_BASE,
     {1000, 100001000}},
    {"Precision100ns",
     PERF_PRECISION_100NS_TIMER,
     {0, 10000000},
     20,
     PERF_LARGE_RAW_BASE,
     {0, 50000000}},
    {"PrecisionObject", PERF_PRECISION_OBJECT_TIMER, {0, 1000}, 25, PERF_LARGE_RAW_BASE, {0, 4000}},
    {"PrecisionObjectByItsClock",
     PERF_PRECISION_OBJECT_TIMER,
     {0, 1000},
     0,
     0,
     {},
     Clocked{{0, 4000}, 1000, 25},
     Clocked{{0, 8000}, 2000, 12.5}},
});

// A counter, and the values that the instances have of it.
struct Column {
  CounterTemplate counter;
  Pair slow;
  Pair fast;
};

// The counters of all cases, each with what it needs.
class Columns {
 public:
  Columns() {
    for (const Case& one : kCases) add(one);
  }
  [[nodiscard]] std::span<const Column> all() const { return columns_; }
  // The case of a counter, by its position in the set.
  [[nodiscard]] const Case* case_of(std::uint32_t position) const {
    const auto found = cases_.find(position);
    return found == cases_.end() ? nullptr : found->second;
  }

 private:
  std::uint32_t add(std::uint32_t type, Pair slow, Pair fast, std::uint64_t attributes) {
    const auto id = static_cast<std::uint32_t>(columns_.size() + 1);
    columns_.push_back({{.id = id, .type = type, .attributes = attributes}, slow, fast});
    return id;
  }
  void add(const Case& one) {
    std::optional<std::uint32_t> companion;
    std::optional<std::uint32_t> time;
    std::optional<std::uint32_t> frequency;
    constexpr std::uint64_t kHidden = PERF_ATTRIB_NO_DISPLAYABLE;
    if (one.companion_type != 0) {
      companion = add(one.companion_type, one.companion, one.companion, kHidden);
    }
    if (one.slow.has_value()) {
      time = add(PERF_COUNTER_LARGE_RAWCOUNT, one.slow->time, one.fast->time, kHidden);
      const Pair slow{one.slow->frequency, one.slow->frequency};
      const Pair fast{one.fast->frequency, one.fast->frequency};
      frequency = add(PERF_COUNTER_LARGE_RAWCOUNT, slow, fast, kHidden);
    }
    cases_[static_cast<std::uint32_t>(columns_.size())] = &one;
    add(one.type, one.value, one.value, 0);
    CounterTemplate& counter = columns_.back().counter;
    const bool has_multiplier = CounterType(one.type).is_multi();
    if (!has_multiplier) counter.base_id = companion.value_or(kNoCounterId);
    if (has_multiplier) counter.multi_id = companion.value_or(kNoCounterId);
    counter.perf_time_id = time.value_or(kNoCounterId);
    counter.perf_freq_id = frequency.value_or(kNoCounterId);
  }
  std::vector<Column> columns_;
  std::map<std::uint32_t, const Case*> cases_;
};

class CounterSetTypes : public ::testing::Test {
 protected:
  CounterSetTypes() {
    CounterSetTemplate set{.instance_type = PERF_COUNTERSET_MULTI_INSTANCES, .name = "Types"};
    set.set.bytes[0] = std::byte{1};
    for (const Column& column : columns_.all()) set.counters.push_back(column.counter);
    set_ = publisher_->add(set).value();
    slow_ = publisher_->add_instance(*set_, u"slow", 0).value();
    fast_ = publisher_->add_instance(*set_, u"fast", 0).value();
    sets_.emplace(
        fixed_titles(),
        CounterSetsOptions{.folders = {.system = "/none", .own = folder_.path()}, .stores = {}});
  }
  void write(std::uint64_t Pair::* at) {
    for (std::uint32_t i = 0; i < columns_.all().size(); ++i) {
      slow_.segment->value(slow_.slot, i) = columns_.all()[i].slow.*at;
      fast_.segment->value(fast_.slot, i) = columns_.all()[i].fast.*at;
    }
  }
  // A block of the values, at a time of the document's examples.
  void collect(std::int64_t perf_time, FileTime perf_time_100ns) {
    const Instant instant{};
    const ObjectRequest request;
    const CollectTask task{request, instant};
    report_.clear();
    builder_.begin(
        {.perf_time = perf_time, .perf_freq = 10'000'000, .perf_time_100ns = perf_time_100ns});
    sets_->begin(task);
    ASSERT_TRUE(sets_->collect(task, builder_, report_).has_value());
    write_counter_links(report_.links(), builder_);
    write_collection_status(report_, builder_);
    const auto block = builder_.finish();
    ASSERT_TRUE(snapshot_.assign(*block, {}, Conformance::strict).has_value());
    snapshot_.set_instance_keys(report_.keys());
  }
  void collect_both(Query& query) {
    write(&Pair::older);
    collect(50'000'000, static_cast<FileTime>(kDay));
    query.take(snapshot_);
    write(&Pair::newer);
    collect(100'000'000, static_cast<FileTime>(kDay + 50'000'000));
    query.take(snapshot_);
  }

  MadeFolder folder_;
  Columns columns_;
  std::unique_ptr<Publisher> publisher_ = Publisher::start({folder_.path()}).value();
  PublishedSet* set_ = nullptr;
  PublishedInstance slow_;
  PublishedInstance fast_;
  std::optional<CounterSets> sets_;
  DataBlockBuilder builder_;
  ProviderReport report_;
  Snapshot snapshot_;
};

TEST_F(CounterSetTypes, EveryType_GivesTheDigitsOfTheDocument) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\1000000(*)\\*").has_value());
  collect_both(query);
  const auto series = query.binding().series();
  EXPECT_EQ(series.size(), 2 * kCases.size());  // what is not displayed is not among them
  for (std::size_t i = 0; i < series.size(); ++i) {
    const std::uint32_t position =
        (series[i].counter_title_index - counter_title(kFirstUnregistered, 0)) / 2;
    const Case* const one = columns_.case_of(position);
    ASSERT_NE(one, nullptr) << position;
    const auto& clocked = series[i].instance == "slow" ? one->slow : one->fast;
    const Value& value = query.row().values[i];
    EXPECT_EQ(value.status, CStatus::valid_data) << one->name;
    EXPECT_EQ(value.number, clocked.has_value() ? clocked->expected : one->expected)
        << one->name << ' ' << *series[i].instance;
  }
}

TEST_F(CounterSetTypes, NotDisplayed_IsReadByItsName) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\1000000(fast)\\1000016").has_value());  // the time of ObjTimeTimer
  collect_both(query);
  ASSERT_EQ(query.row().values.size(), 1U);
  EXPECT_EQ(query.row().values[0].number, 10500);
}

// Readers of V1 that know nothing of Counter Links have the clock of the first instance.
TEST_F(CounterSetTypes, ClockOfTheObject_IsThatOfTheFirstInstance) {
  Query query(fixed_titles());
  collect_both(query);
  const auto object = snapshot_.view().find(kFirstUnregistered);
  ASSERT_TRUE(object.has_value());
  EXPECT_EQ(object->perf_time(), 7000);
  EXPECT_EQ(object->perf_freq(), 1000);
  const auto links = snapshot_.view().find(title::kCounterLinks);
  ASSERT_TRUE(links.has_value());
  EXPECT_EQ(links->instance_count(), snapshot_.counter_links().size());
}

}  // namespace
}  // namespace openperflib
