#include "openperflib/provider/v2/read/set_instances.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "openperflib/provider/v2/read/counter_relations.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/providers/segment_example.h"

namespace openperflib {
namespace {

using Values = std::vector<std::uint64_t>;

// 4 and 8 bytes of each function, and an average with its base.
CounterSetTemplate set_of(std::uint32_t type) {
  CounterSetTemplate set{.instance_type = type};
  set.counters = {
      {.id = 1, .type = PERF_COUNTER_RAWCOUNT, .aggregate = PERF_AGGREGATE_TOTAL},
      {.id = 2, .type = PERF_COUNTER_LARGE_RAWCOUNT, .aggregate = PERF_AGGREGATE_AVG},
      {.id = 3, .type = PERF_COUNTER_LARGE_RAWCOUNT, .aggregate = PERF_AGGREGATE_MIN},
      {.id = 4, .type = PERF_COUNTER_LARGE_RAWCOUNT, .aggregate = PERF_AGGREGATE_MAX},
      {.id = 5, .type = PERF_COUNTER_LARGE_RAWCOUNT, .aggregate = PERF_AGGREGATE_UNDEFINED}};
  return set;
}

// The processes of a set.
class SetInstancesTest : public ::testing::Test {
 protected:
  struct Process {
    explicit Process(const CounterSetTemplate& set) : segment(set), view(segment.view()) {}
    // All its values are `value`.
    std::uint32_t add(std::u16string_view name, std::uint64_t value, std::uint32_t id = 0) {
      const std::uint32_t slot = segment.add(name, id);
      for (std::uint32_t i = 0; i < view.set().counters.size(); ++i) {
        segment.writer().value(slot, i) = value;
      }
      return slot;
    }
    SegmentExample segment;
    SegmentView view;
    SegmentReading reading = {};
    std::uint64_t budget = 1U << 20U;
  };

  void start(std::uint32_t type) { start(set_of(type)); }
  void start(const CounterSetTemplate& set) {
    first_.emplace(set);
    second_.emplace(set);
    instances_.emplace(set);
  }
  // The instances as they are now.
  std::span<const SetInstance> read() {
    segments_.clear();
    std::uint64_t number = 0;
    for (std::optional<Process>* process : {&first_, &second_}) {
      ++number;
      if (!process->has_value()) continue;
      ReadBudget budget{.bytes = (*process)->budget};
      (*process)->view.read((*process)->reading, budget);
      segments_.push_back({number, &(*process)->reading});
    }
    instances_->assign(segments_);
    return instances_->get();
  }
  static Values values_of(const SetInstance& instance) {
    return {instance.values.begin(), instance.values.end()};
  }
  std::vector<std::u16string> names() {
    std::vector<std::u16string> names;
    for (const SetInstance& instance : read()) names.emplace_back(instance.name);
    return names;
  }
  std::optional<Process> first_;
  std::optional<Process> second_;
  std::optional<SetInstances> instances_;
  std::vector<SetSegment> segments_;
};

TEST_F(SetInstancesTest, None_HasNone) {
  for (const std::uint32_t type : {0U, 2U, 4U, 6U, 12U, 22U}) {
    start(type);
    EXPECT_TRUE(read().empty()) << type;
  }
}

TEST_F(SetInstancesTest, Single_IsTheFirstWithoutItsLabel) {
  start(PERF_COUNTERSET_SINGLE_INSTANCE);
  first_->add(u"label", 5, 9);
  second_->add(u"other", 6);
  ASSERT_EQ(names(), (std::vector<std::u16string>{u""}));
  EXPECT_EQ(values_of(read()[0]), (Values{5, 5, 5, 5, 5}));
  EXPECT_EQ(read()[0].id, 9U);
}

TEST_F(SetInstancesTest, SameMembers_HaveTheirNewestValues) {
  start(PERF_COUNTERSET_MULTI_INSTANCES);
  const std::uint32_t slot = first_->add(u"a", 5);
  second_->add(u"b", 6);
  ASSERT_EQ(names(), (std::vector<std::u16string>{u"a", u"b"}));
  first_->segment.writer().value(slot, 1) = 7;
  EXPECT_EQ(values_of(read()[0]), (Values{5, 7, 5, 5, 5}));
  EXPECT_EQ(read()[0].segment, 0U);
  first_.reset();  // its segment has gone
  ASSERT_EQ(names(), (std::vector<std::u16string>{u"b"}));
  EXPECT_EQ(read()[0].segment, 0U);
}

TEST_F(SetInstancesTest, OtherSegmentsOfTheSameAddress_AreReadAgain) {
  start(PERF_COUNTERSET_MULTI_INSTANCES);
  first_->add(u"a", 5);
  ASSERT_EQ(names(), (std::vector<std::u16string>{u"a"}));
  first_.emplace(set_of(PERF_COUNTERSET_MULTI_INSTANCES));
  first_->add(u"c", 6);
  instances_->expect_other_segments();
  EXPECT_EQ(names(), (std::vector<std::u16string>{u"c"}));
}

TEST_F(SetInstancesTest, Multiple_KeepsDuplicatesWithTheirOwnKeys) {
  start(PERF_COUNTERSET_MULTI_INSTANCES);
  first_->add(u"a", 5);
  second_->add(u"A", 6);
  second_->add(u"a", 7);
  EXPECT_EQ(names(), (std::vector<std::u16string>{u"a", u"A", u"a"}));
  EXPECT_NE(read()[0].key, read()[1].key);
  EXPECT_EQ(read()[2].segment, 1U);
  EXPECT_TRUE(read()[2].lacks.empty());
}

TEST_F(SetInstancesTest, GlobalAggregate_IsOneValueByEachFunction) {
  start(PERF_COUNTERSET_SINGLE_AGGREGATE);
  first_->add(u"a", 5);
  first_->add(u"b", 0xFFFF'FFFF);
  second_->add(u"c", 1);
  const auto all = read();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].name, u"");
  EXPECT_EQ(all[0].id, SetInstance::kAggregateId);
  EXPECT_EQ(values_of(all[0]), (Values{5, (0xFFFF'FFFFULL + 6) / 3, 1, 0xFFFF'FFFF, 0}));
  EXPECT_EQ(all[0].lack(0), ValueLack::none);
  EXPECT_EQ(all[0].lack(4), ValueLack::not_aggregated);
  EXPECT_EQ(text_of(all[0].lack(4)), "its counter is not aggregated");
}

TEST_F(SetInstancesTest, MemberNamedAsTheTotal_IsNotTakenForIt) {
  start(PERF_COUNTERSET_MULTI_AGGREGATE);
  first_->add(u"_tOTAL", 999);
  first_->add(u"a", 1);
  EXPECT_EQ(names(), (std::vector<std::u16string>{u"_Total_", u"a", u"_Total"}));
  start(PERF_COUNTERSET_MULTI_INSTANCES);
  first_->add(u"_Total", 1);  // its own, because nobody else makes one
  EXPECT_EQ(names(), std::vector<std::u16string>{u"_Total"});
}

TEST_F(SetInstancesTest, MultipleAggregate_HasTotalLast) {
  start(PERF_COUNTERSET_MULTI_AGGREGATE);
  first_->add(u"b", 5);
  second_->add(u"a", 7);
  EXPECT_EQ(names(), (std::vector<std::u16string>{u"b", u"a", u"_Total"}));
  EXPECT_EQ(values_of(read()[1]), (Values{7, 7, 7, 7, 7}));
  EXPECT_EQ(values_of(read()[2]), (Values{12, 6, 5, 7, 0}));
}

// A difference between sums of other instances would be no growth of anything.
TEST_F(SetInstancesTest, AggregateOfOtherMembers_HasAnotherKey) {
  start(PERF_COUNTERSET_SINGLE_AGGREGATE);
  const std::uint32_t slot = first_->add(u"a", 5);
  const std::uint64_t one = read()[0].key;
  EXPECT_EQ(read()[0].key, one);
  second_->add(u"b", 5);
  const std::uint64_t two = read()[0].key;
  EXPECT_NE(two, one);
  first_->segment.writer().remove(slot);
  EXPECT_NE(read()[0].key, two);
  EXPECT_NE(read()[0].key, one);
}

TEST_F(SetInstancesTest, History_KeepsTheLastValuesOfWhatHasEnded) {
  start(PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY);
  const std::uint32_t slot = first_->add(u"a", 8);
  second_->add(u"b", 2);
  const std::uint64_t key = read()[0].key;
  first_->segment.writer().value(slot, 0) = 9;
  (void)read();
  first_->segment.writer().remove(slot);
  EXPECT_EQ(values_of(read()[0]), (Values{11, 5, 2, 8, 0}));
  second_.reset();
  EXPECT_EQ(values_of(read()[0]), (Values{11, 5, 2, 8, 0}));
  first_->add(u"a", 1);
  EXPECT_EQ(values_of(read()[0]), (Values{12, 3, 1, 8, 0}));
  EXPECT_EQ(read()[0].key, key);
}

// It would count twice if it had ended.
TEST_F(SetInstancesTest, HistoryOfAnUnreadSlot_CountsOnce) {
  start(PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY);
  first_->add(u"a", 8);
  (void)read();
  first_->budget = 1;
  EXPECT_EQ(read()[0].values[0], 8U);
  first_->budget = 1U << 20U;
  EXPECT_EQ(read()[0].values[0], 8U);
}

// The values of the set are copied: those of which a bit of `missing` is set do not exist.
class SetInstancesWithLacks : public SetInstancesTest {
 protected:
  void start_referring(std::uint32_t type) {
    CounterSetTemplate set = set_of(type);
    for (CounterTemplate& counter : set.counters) counter.attributes = PERF_ATTRIB_BY_REFERENCE;
    start(set);
  }
  void copy(std::uint32_t slot, std::uint64_t value, std::uint64_t missing) {
    const Values values(5, value);
    first_->segment.writer().copy_values(slot, values, std::array{missing});
  }
  std::vector<ValueLack> lacks() {
    std::vector<ValueLack> lacks;
    for (std::size_t i = 0; i < 4; ++i) lacks.push_back(read()[0].lack(i));
    return lacks;
  }
};

TEST_F(SetInstancesWithLacks, History_KeepsTheLastValuesThatWereKnown) {
  start_referring(PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY);
  using enum ValueLack;
  const std::uint32_t slot = first_->segment.add(u"a");
  copy(slot, 8, 0b00110);
  EXPECT_EQ(lacks(), (std::vector{none, no_data, no_data, none}));
  copy(slot, 6, 0b00101);
  EXPECT_EQ(lacks(), (std::vector{no_data, none, no_data, none}));  // what it lacks is not known
  first_->segment.writer().remove(slot);
  EXPECT_EQ(lacks(), (std::vector{none, none, no_data, none}));
  EXPECT_EQ(values_of(read()[0]), (Values{8, 6, 0, 6, 0}));
  const std::uint32_t other = first_->segment.add(u"b");
  copy(other, 9, 0b00011);
  (void)read();
  first_->segment.writer().remove(other);
  EXPECT_EQ(values_of(read()[0]), (Values{8, 6, 9, 9, 0}));
}

TEST_F(SetInstancesWithLacks, HistoryOfNothingKnown_HasNoValue) {
  start_referring(PERF_COUNTERSET_SINGLE_AGGREGATE_HISTORY);
  const std::uint32_t slot = first_->segment.add(u"a");
  (void)read();
  first_->segment.writer().remove(slot);
  EXPECT_EQ(lacks(), std::vector(4, ValueLack::no_data));
}

TEST_F(SetInstancesTest, InstanceAggregate_IsOnePerNameIgnoringCase) {
  start(PERF_COUNTERSET_INSTANCE_AGGREGATE);
  first_->add(u"z", 1);
  first_->add(u"\u00C4", 5, 3);
  second_->add(u"m", 2);
  second_->add(u"\u00E4", 6, 4);
  EXPECT_EQ(names(), (std::vector<std::u16string>{u"z", u"\u00C4", u"m"}));
  EXPECT_EQ(values_of(read()[0]), (Values{1, 1, 1, 1, 0}));
  EXPECT_EQ(values_of(read()[1]), (Values{11, 5, 5, 6, 0}));
  EXPECT_EQ(read()[1].id, 3U);
  EXPECT_EQ(read()[2].lack(4), ValueLack::not_aggregated);
}

TEST_F(SetInstancesTest, AsManyAsBefore_AllocatesNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "allocations are not counted here";
  for (const std::uint32_t type : {0U, 2U, 4U, 6U, 12U, 22U}) {
    start(type);
    for (const char16_t* name : {u"a", u"b", u"A"}) first_->add(name, 5);
    second_->add(u"b", 5);
    (void)read();
    (void)read();
    const std::uint64_t before = bench::allocations;
    (void)read();
    EXPECT_EQ(bench::allocations, before) << type;
  }
}

TEST(ValueAggregate, Sum_WrapsAtTheWidth) {
  ValueAggregate all;
  all.add(0xFFFF'FFFF);
  all.add(3);
  EXPECT_EQ(all.result(PERF_AGGREGATE_TOTAL, 4), 2U);
  EXPECT_EQ(all.result(PERF_AGGREGATE_TOTAL, 8), 0x1'0000'0002U);
  EXPECT_EQ(all.result(PERF_AGGREGATE_UNDEFINED, 8), std::nullopt);
  EXPECT_EQ(ValueAggregate().result(PERF_AGGREGATE_TOTAL, 8), std::nullopt);
}

TEST(ValueAggregate, MeanOfGreatValues_IsExact) {
  ValueAggregate all;
  all.add(~std::uint64_t{0});
  all.add(~std::uint64_t{0} - 2);
  all.add(~std::uint64_t{0} - 1);
  EXPECT_EQ(all.result(PERF_AGGREGATE_AVG, 8), ~std::uint64_t{0} - 1);
  EXPECT_EQ(all.result(PERF_AGGREGATE_TOTAL, 8), ~std::uint64_t{0} - 5);
}

TEST(AggregateFunctions, BaseMultiplierAndClock_FollowTheirCounter) {
  CounterSetTemplate set;
  set.counters = {
      {.id = 1, .type = PERF_AVERAGE_BULK, .base_id = 2, .aggregate = PERF_AGGREGATE_AVG},
      {.id = 2, .type = PERF_AVERAGE_BASE, .aggregate = PERF_AGGREGATE_TOTAL},
      {.id = 3, .type = PERF_100NSEC_MULTI_TIMER, .multi_id = 4, .aggregate = PERF_AGGREGATE_MIN},
      {.id = 4, .type = PERF_COUNTER_RAWCOUNT, .aggregate = 0},
      {.id = 5, .type = PERF_OBJ_TIME_TIMER, .perf_time_id = 6, .perf_freq_id = 7},
      {.id = 6, .type = PERF_COUNTER_LARGE_RAWCOUNT, .aggregate = 0},
      {.id = 7, .type = PERF_COUNTER_LARGE_RAWCOUNT, .aggregate = PERF_AGGREGATE_MIN},
      {.id = 8, .type = PERF_COUNTER_RAWCOUNT, .aggregate = 5}};
  EXPECT_EQ(
      aggregate_functions_of(set),
      (std::vector<std::uint32_t>{PERF_AGGREGATE_AVG, PERF_AGGREGATE_AVG, PERF_AGGREGATE_MIN,
                                  PERF_AGGREGATE_MIN, PERF_AGGREGATE_TOTAL, PERF_AGGREGATE_MAX,
                                  PERF_AGGREGATE_MIN, PERF_AGGREGATE_UNDEFINED}));
}

TEST(CounterRelations, NotNamed_AreTheCountersThatFollow) {
  CounterSetTemplate set;
  set.counters = {{.id = 1, .type = PERF_RAW_FRACTION},
                  {.id = 2, .type = PERF_RAW_BASE},
                  {.id = 3, .type = PERF_COUNTER_MULTI_TIMER},
                  {.id = 4, .type = PERF_COUNTER_MULTI_BASE},
                  {.id = 5, .type = PERF_COUNTER_MULTI_TIMER},
                  {.id = 6, .type = PERF_PRECISION_OBJECT_TIMER, .perf_time_id = 2},
                  {.id = 7, .type = PERF_PRECISION_100NS_TIMER, .perf_time_id = 9}};
  constexpr std::uint32_t kNone = CounterRelations::kNone;
  EXPECT_EQ(
      relations_of(set),
      (std::vector<CounterRelations>{
          {.base = 1}, {}, {.multiplier = 3}, {}, {}, {.base = 1, .time = 1}, {.base = kNone}}));
}

}  // namespace
}  // namespace openperflib
