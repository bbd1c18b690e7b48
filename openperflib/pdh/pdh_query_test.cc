// Live queries: docs/pdh.md, "What a value says".
#include "openperflib/pdh/pdh_query.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "openperflib/abi/pdh_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/pdh/pdh_query_state_internal.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/machines/shop_machine.h"
#include "openperflib/testing/machines/short_lives.h"

namespace openperflib {
namespace {

constexpr const char* kRequests = "\\Web Shop(North)\\Requests/sec";

class PdhQueryTest : public testing::Test {
 protected:
  PdhQueryTest() : query_(PdhQuery::open(DataSource(), shop_.machine()).value()) {}

  PdhCounterId add(std::string_view path) { return query_->add(path).value(); }
  PdhValue value(PdhCounterId counter, std::uint32_t flags = PDH_FMT_DOUBLE) {
    return query_->value(counter, ValueFormat::of_flags(flags).value()).value();
  }
  CStatus raw_status(PdhCounterId counter) { return query_->reading(counter).value().raw.status; }
  void collect(int times = 1) {
    for (int i = 0; i < times; ++i) ASSERT_TRUE(query_->collect().has_value());
  }
  ScriptedProvider::Script& script() { return shop_.script(); }

  ShopMachine shop_;
  std::unique_ptr<PdhQuery> query_;
};

// As on Windows: a rate needs two readings of a process, however well its start is known.
TEST(PdhQuery, ProcessThatBeganSinceTheCollectionBefore_HasNoRateYet) {
  const PdhMachine machine{
      .open = [] { return short_lives::machine(); }, .name = "short", .fixed = fixed_titles()};
  const auto query = PdhQuery::open(DataSource(), machine).value();
  const auto counter = query->add("\\Process(short)\\% Processor Time").value();
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(query->collect().has_value());
  const PdhValue none =
      query->value(counter, ValueFormat::of_flags(PDH_FMT_DOUBLE).value()).value();
  EXPECT_EQ(none.status, PDH_INVALID_DATA);
  EXPECT_EQ(none.value.status, CStatus::invalid_data);
}

TEST_F(PdhQueryTest, UnknownName_IsRefused) {
  const auto why = [&](std::string_view path) { return query_->add(path).error(); };
  EXPECT_EQ(why(""), PDH_CSTATUS_NO_COUNTERNAME);
  EXPECT_EQ(why("Web Shop"), PDH_CSTATUS_BAD_COUNTERNAME);
  EXPECT_EQ(why("Memory/Available Bytes"), PDH_CSTATUS_BAD_COUNTERNAME);
  EXPECT_EQ(why("\\" + std::string(3000, 'x') + "\\y"), PDH_CSTATUS_BAD_COUNTERNAME);
  EXPECT_EQ(why("\\Nonsense\\Seats"), PDH_CSTATUS_NO_OBJECT);
  EXPECT_EQ(why("\\*(North)\\Seats"), PDH_CSTATUS_NO_OBJECT);
  EXPECT_EQ(why("\\Web Shop(North)\\Nonsense"), PDH_CSTATUS_NO_COUNTER);
  EXPECT_EQ(why("\\Web Shop(North)\\*"), PDH_CSTATUS_NO_COUNTER);
  EXPECT_EQ(why("\\\\ELSEWHERE\\Web Shop(North)\\Seats"), PDH_CSTATUS_NO_MACHINE);
}

TEST_F(PdhQueryTest, ThisMachineByName_IsAccepted) {
  EXPECT_TRUE(query_->add("\\\\shop\\web shop(north)\\SEATS").has_value());
  EXPECT_TRUE(query_->add("\\\\.\\Web Shop(North)\\Seats").has_value());
  EXPECT_TRUE(query_->add("\\2000(North)\\2006").has_value());  // by their numbers
}

TEST_F(PdhQueryTest, AddedCounter_IsDescribedBeforeItIsCollected) {
  const auto counter = add("\\web shop(North#0)\\requests/SEC");
  const auto described = query_->describe(counter).value();
  EXPECT_EQ(described.type.bits(), PERF_COUNTER_BULK_COUNT);
  EXPECT_EQ(described.status, CStatus::item_not_validated);
  EXPECT_EQ(described.path.object, "Web Shop");
  EXPECT_EQ(described.path.instance, "North");
  EXPECT_EQ(described.path.counter, "Requests/sec");
  EXPECT_FALSE(described.path.machine.empty());
  EXPECT_EQ(described.help, "Requests of all customers.");
  EXPECT_EQ(query_->time_base(counter), 10'000'000U);
}

TEST_F(PdhQueryTest, SecondCounterOfAnObject_ReadsNothing) {
  (void)add(kRequests);
  const int reads = shop_.reads();
  (void)add(kSeats);
  (void)add("\\Web Shop(*)\\% Load");
  EXPECT_EQ(shop_.reads(), reads);
}

TEST_F(PdhQueryTest, NeverCollected_IsNotValidated) {
  const auto counter = add(kSeats);
  const PdhValue none = value(counter);
  EXPECT_EQ(none.status, PDH_INVALID_DATA);
  EXPECT_EQ(none.value.status, CStatus::item_not_validated);
  const PdhReading reading = query_->reading(counter).value();
  EXPECT_EQ(reading.raw.status, CStatus::item_not_validated);
  EXPECT_EQ(reading.time_local, 0);
}

TEST_F(PdhQueryTest, RateOfOneSample_IsInvalidAndOfTwoAValue) {
  const auto counter = add(kRequests);
  script().requests_per_collection = 5;
  collect();
  EXPECT_EQ(value(counter).status, PDH_INVALID_DATA);
  EXPECT_EQ(value(counter).value.status, CStatus::invalid_data);
  EXPECT_EQ(query_->reading(counter).value().raw.first, 1000U);
  collect();
  EXPECT_EQ(value(counter).status, kPdhSuccess);
  EXPECT_GT(value(counter).value.real(), 0);
  EXPECT_EQ(query_->reading(counter).value().raw.first, 1005U);
}

TEST_F(PdhQueryTest, ValuesThatChangeAndThatStay_AreValid) {
  const auto counter = add(kSeats);
  for (const unsigned seats : {7U, 7U, 8U}) {
    script().shops[0].seats = seats;
    collect();
    EXPECT_EQ(raw_status(counter), CStatus::valid_data);
    EXPECT_EQ(query_->describe(counter)->status, CStatus::valid_data);
    EXPECT_EQ(query_->instances(counter)->value(0, {}).status, CStatus::valid_data);
    EXPECT_EQ(query_->instances(counter)->reading(0).status, CStatus::valid_data);
    EXPECT_EQ(value(counter).value.status, CStatus::valid_data);
    EXPECT_EQ(value(counter).value.status, CStatus::valid_data);
  }
}

TEST_F(PdhQueryTest, ReadingThatFell_IsANegativeValue) {
  const auto counter = add(kRequests);
  collect();
  script().shops[0].requests = 10;
  collect();
  EXPECT_EQ(value(counter).status, PDH_CALC_NEGATIVE_VALUE);
  EXPECT_EQ(value(counter).value.status, CStatus::negative_value);
  collect();
  EXPECT_EQ(value(counter).status, kPdhSuccess);
}

TEST_F(PdhQueryTest, UnknownInstance_WaitsUntilItAppears) {
  const auto counter = add("\\Web Shop(West)\\Seats");
  EXPECT_EQ(query_->collect().error(), PDH_NO_DATA);
  EXPECT_EQ(value(counter).status, PDH_INVALID_DATA);
  EXPECT_EQ(value(counter).value.status, CStatus::no_instance);
  EXPECT_EQ(raw_status(counter), CStatus::no_instance);
  script().shops.push_back({"West", 1, 1, 3});
  collect();
  EXPECT_EQ(value(counter, PDH_FMT_LONG).value.integer(), 3);
}

TEST_F(PdhQueryTest, OneOfTwoInstances_IsData) {
  const auto missing = add("\\Web Shop(West)\\Seats");
  const auto there = add(kSeats);
  collect();
  EXPECT_EQ(value(missing).value.status, CStatus::no_instance);
  EXPECT_EQ(value(there).status, kPdhSuccess);
}

TEST_F(PdhQueryTest, ValueThatTheProviderLacks_HasItsStatus) {
  const auto counter = add("\\Web Shop(South)\\Seats");
  collect();
  EXPECT_EQ(value(counter).status, PDH_INVALID_DATA);
  EXPECT_EQ(value(counter).value.status, CStatus::no_data);
  EXPECT_EQ(raw_status(counter), CStatus::no_data);
  EXPECT_EQ(query_->reading(counter).value().raw.first, 0U);
}

TEST_F(PdhQueryTest, WithoutCounters_CollectsNothing) {
  EXPECT_EQ(query_->collect().error(), PDH_NO_DATA);
  EXPECT_EQ(query_->collect_every(std::chrono::seconds(1), [] {}), PDH_NO_DATA);
}

TEST_F(PdhQueryTest, Wildcard_HasAnArrayOfItsInstances) {
  script().shops.push_back({"North", 1, 1, 9});
  const auto counter = add("\\Web Shop(*)\\Seats");
  EXPECT_EQ(query_->instances(counter).error(), PDH_NO_DATA);  // not collected
  collect();
  {
    const auto instances = query_->instances(counter);
    ASSERT_TRUE(instances.has_value());
    ASSERT_EQ(instances->size(), 3U);
    EXPECT_EQ(instances->names_utf8(), std::string_view("North\0South\0North#1\0", 20));
    EXPECT_EQ(instances->names_utf16(), std::u16string_view(u"North\0South\0North#1\0", 20));
    EXPECT_EQ(instances->utf8_offset(2), 12U);
    EXPECT_EQ(instances->utf16_offset(2), 12U);
    const ValueFormat format = *ValueFormat::of_flags(PDH_FMT_LONG);
    EXPECT_EQ(instances->value(0, format).integer(), 7);
    EXPECT_EQ(instances->value(1, format).status, CStatus::no_data);
    EXPECT_EQ(instances->value(1, format).integer(), 0);
    EXPECT_EQ(instances->value(2, format).integer(), 9);
    EXPECT_EQ(instances->reading(2).first, 9U);
  }
  EXPECT_EQ(query_->value(counter, {}).error(), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(query_->reading(counter).error(), PDH_INVALID_ARGUMENT);
}

TEST_F(PdhQueryTest, WildcardFollowsWhatIsThere) {
  const auto counter = add("\\Web Shop(*)\\Seats");
  script().shops.clear();
  EXPECT_EQ(query_->collect().error(), PDH_NO_DATA);
  EXPECT_EQ(query_->instances(counter).error(), PDH_NO_DATA);
  script().shops.push_back({"West", 1, 1, 3});
  collect();
  EXPECT_EQ(query_->instances(counter)->names_utf8(), std::string_view("West\0", 5));
}

TEST_F(PdhQueryTest, OnlyTheStarIsAWildcard) {
  script().shops = {{"a?", 1, 1, 3}, {"ab", 1, 1, 4}};
  const auto counter = add("\\Web Shop(a?)\\Seats");
  collect();
  EXPECT_EQ(value(counter, PDH_FMT_LONG).value.integer(), 3);
}

TEST_F(PdhQueryTest, NamesOfChildren_HaveTheirParent) {
  const auto counter = add("\\Shop Till(*)\\Sales");
  collect();
  EXPECT_EQ(query_->instances(counter)->names_utf8(),
            std::string_view("North/1\0North/2\0South/1\0", 24));
  const auto one = query_->describe(add("\\Shop Till(North/2)\\Sales"))->path;
  EXPECT_EQ(one.parent, "North");
  EXPECT_EQ(one.instance, "2");
}

TEST_F(PdhQueryTest, CounterWithoutWildcard_IsAnArrayOfOne) {
  const auto counter = add("\\Web Shop(West)\\Seats");
  EXPECT_EQ(query_->instances(counter)->names_utf8(), std::string_view("West\0", 5));
  (void)query_->collect();
  const auto instances = query_->instances(counter);
  ASSERT_EQ(instances->size(), 1U);
  EXPECT_EQ(instances->value(0, {}).status, CStatus::no_instance);
}

TEST_F(PdhQueryTest, RemovedCounter_IsGoneAndItsNumberIsNotReused) {
  const auto first = add(kSeats);
  EXPECT_EQ(query_->remove(first), kPdhSuccess);
  const auto second = add(kRequests);
  EXPECT_EQ(second.slot, first.slot);
  collect();
  EXPECT_EQ(query_->value(first, {}).error(), PDH_INVALID_HANDLE);
  EXPECT_EQ(query_->remove(first), PDH_INVALID_HANDLE);
  EXPECT_EQ(query_->describe(second)->type.bits(), PERF_COUNTER_BULK_COUNT);
  EXPECT_EQ(raw_status(second), CStatus::valid_data);
}

TEST_F(PdhQueryTest, AddedAndRemovedForDays_KeepsFewPaths) {
  const auto kept = add(kSeats);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(query_->remove(add(kRequests)), kPdhSuccess);
  EXPECT_EQ(query_->with_state([](PdhQueryState& state) {
    EXPECT_EQ(state.session->paths().size(), 2U);
    return kPdhSuccess;
  }),
            kPdhSuccess);
  collect();
  EXPECT_EQ(value(kept).value.real(), 7);
}

TEST_F(PdhQueryTest, CounterThisMachineCannotHave_IsRefused) {
  EXPECT_EQ(query_->add("\\Memory\\Pool Paged Allocs").error(), PDH_CSTATUS_NO_COUNTER);
}

TEST_F(PdhQueryTest, CounterThatMayCome_IsWaitedFor) {
  script().fault = {MissingReason::provider_failed, "the shop is closed"};
  const auto counter = add(kSeats);
  EXPECT_EQ(query_->collect().error(), PDH_NO_DATA);
  EXPECT_EQ(value(counter).value.status, CStatus::no_object);
  script().fault.text.clear();
  collect();
  EXPECT_EQ(value(counter, PDH_FMT_LONG).value.integer(), 7);
  EXPECT_EQ(query_->describe(counter)->type.bits(), PERF_COUNTER_RAWCOUNT);
}

TEST_F(PdhQueryTest, CounterAddedLater_HasNoOlderReading) {
  const auto first = add(kRequests);
  collect();
  const auto second = add(kRequests);
  EXPECT_EQ(value(second).value.status, CStatus::item_not_validated);
  collect();
  EXPECT_EQ(value(first).status, kPdhSuccess);
  EXPECT_EQ(value(second).value.status, CStatus::invalid_data);
}

TEST_F(PdhQueryTest, Scale_AppliesUnlessTheFormatSaysNot) {
  const auto counter = add(kSeats);
  collect();
  EXPECT_EQ(query_->set_scale(counter, 8), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(query_->set_scale(counter, -8), PDH_INVALID_ARGUMENT);
  EXPECT_EQ(query_->set_scale(counter, 2), kPdhSuccess);
  EXPECT_EQ(value(counter, PDH_FMT_LONG).value.integer(), 700);
  EXPECT_EQ(value(counter, PDH_FMT_LONG | PDH_FMT_NOSCALE).value.integer(), 7);
  EXPECT_EQ(value(counter, PDH_FMT_LONG | PDH_FMT_1000).value.integer(), 700'000);
  EXPECT_EQ(query_->describe(counter)->scale, 2);
}

TEST_F(PdhQueryTest, ReadingsOfTheProgram_AreCalculatedWithTheCountersTimeBase) {
  const auto counter = add(kRequests);
  const RawCounter older{.first = 100, .second = 0, .size = 8, .status = CStatus::valid_data};
  const RawCounter newer{
      .first = 350, .second = 20'000'000, .size = 8, .status = CStatus::new_data};
  EXPECT_EQ(query_->calculated(counter, {}, newer, older)->value.real(), 125);
  EXPECT_EQ(query_->calculated(counter, {}, newer, std::nullopt).error(), PDH_CSTATUS_INVALID_DATA);
  const auto statistics = query_->statistics(counter, {}, {newer, older}, 1).value();
  EXPECT_EQ(statistics.count, 1U);
  EXPECT_EQ(statistics.mean.real(), 125);
}

TEST_F(PdhQueryTest, StatisticsOfRawCounts_KeepTheir64Bits) {
  const auto counter = add("\\Shop Till(North/1)\\Sales");
  const auto count = [](std::uint64_t number) {
    return RawCounter{.first = number, .size = 8, .status = CStatus::valid_data};
  };
  const auto statistics =
      query_->statistics(counter, *ValueFormat::of_flags(PDH_FMT_LARGE),
                         {count(9'007'199'254'740'995), count(9'007'199'254'740'993)}, 0);
  EXPECT_EQ(statistics->minimum.integer(), 9'007'199'254'740'993);
  EXPECT_EQ(statistics->maximum.integer(), 9'007'199'254'740'995);
}

TEST_F(PdhQueryTest, CloseGivesTheLabelsAndEndsEverything) {
  const auto counter = add(kSeats);
  EXPECT_EQ(query_->set_label(counter, 42), kPdhSuccess);
  EXPECT_EQ(query_->close(), std::vector<std::uint64_t>{42});
  EXPECT_EQ(query_->set_label(counter, 43), PDH_INVALID_HANDLE);
  EXPECT_EQ(query_->collect().error(), PDH_INVALID_HANDLE);
  EXPECT_EQ(query_->add(kSeats).error(), PDH_INVALID_HANDLE);
  EXPECT_EQ(query_->collect_every(std::chrono::seconds(1), [] {}), PDH_INVALID_HANDLE);
  EXPECT_TRUE(query_->close().empty());
}

TEST_F(PdhQueryTest, RealTime_HasNoRange) {
  EXPECT_TRUE(query_->is_real_time());
  EXPECT_EQ(query_->set_range(1, 2), PDH_DATA_SOURCE_IS_REAL_TIME);
}

TEST_F(PdhQueryTest, SteadyCollection_AllocatesNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  (void)add("\\Memory\\Available Bytes");
  (void)add("\\System\\Processes");
  collect(4);
  const std::uint64_t before = bench::allocations;
  const auto collected = query_->collect();
  EXPECT_EQ(bench::allocations - before, 0U);
  EXPECT_TRUE(collected.has_value());
}

}  // namespace
}  // namespace openperflib
