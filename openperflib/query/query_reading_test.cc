// Which number of a block becomes which member of a RawCounter (docs/counter_types.md, section 3).
#include <gtest/gtest.h>

#include "openperflib/query/query.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kObject = 1500;
constexpr std::uint32_t kCounter = 1502;
constexpr std::int64_t kNow = 50'000'000;
constexpr std::uint64_t kWall = static_cast<std::uint64_t>(TestBlock::kEpoch + kNow);

// The reading of the first series of an object that has one instance of these values.
RawCounter reading_of(std::initializer_list<TestCounter> counters,
                      std::initializer_list<std::uint64_t> values) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add("\\1500(x)\\1502").has_value());
  query.take(TestBlock(kNow).object(kObject, counters).instance("x", values).snapshot());
  return query.newer().counters.empty() ? RawCounter{} : query.newer().counters[0];
}

RawCounter expected(std::uint64_t first, std::uint64_t second, std::uint64_t time_base,
                    std::uint32_t multi = 0, std::uint8_t size = 8) {
  return {first, second, time_base, multi, size, CStatus::valid_data};
}

TEST(QueryReading, TickTypes_HavePerfTimeAndItsFrequency) {
  EXPECT_EQ(reading_of({{kCounter, PERF_COUNTER_BULK_COUNT}}, {77}),
            expected(77, kNow, 10'000'000));
  EXPECT_EQ(reading_of({{kCounter, PERF_COUNTER_LARGE_QUEUELEN_TYPE}}, {77}),
            expected(77, kNow, 10'000'000));
}

TEST(QueryReading, HundredNanosecondTypes_HavePerfTime100nSec) {
  EXPECT_EQ(reading_of({{kCounter, PERF_100NSEC_TIMER_INV}}, {77}),
            expected(77, kWall, 10'000'000));
}

TEST(QueryReading, ObjectTypes_HaveTheObjectsClock) {
  EXPECT_EQ(reading_of({{kCounter, PERF_ELAPSED_TIME}}, {77}), expected(77, kWall, 10'000'000));
  EXPECT_EQ(reading_of({{kCounter, PERF_OBJ_TIME_TIMER}}, {77}), expected(77, kWall, 10'000'000));
}

TEST(QueryReading, RawCounts_HaveNoSecondValue) {
  EXPECT_EQ(reading_of({{kCounter, PERF_COUNTER_LARGE_RAWCOUNT}}, {77}),
            expected(77, 0, 10'000'000));
}

TEST(QueryReading, Fractions_HaveTheirBase) {
  EXPECT_EQ(reading_of({{kCounter, PERF_RAW_FRACTION, 4}, {kCounter, PERF_RAW_BASE, 4}}, {3, 4}),
            expected(3, 4, 10'000'000, 0, 4));
  EXPECT_EQ(reading_of({{kCounter, PERF_AVERAGE_TIMER}, {kCounter, PERF_AVERAGE_BASE, 4}}, {3, 4}),
            expected(3, 4, 10'000'000));
  EXPECT_EQ(
      reading_of({{kCounter, PERF_PRECISION_100NS_TIMER}, {0, PERF_PRECISION_TIMESTAMP}}, {3, 4}),
      expected(3, 4, 10'000'000));  // a base without a title is also a base
}

TEST(QueryReading, FractionWithoutItsBase_HasNoData) {
  EXPECT_EQ(reading_of({{kCounter, PERF_RAW_FRACTION, 4}}, {3}).status, CStatus::no_data);
  EXPECT_EQ(reading_of({{kCounter, PERF_RAW_FRACTION, 4}, {kCounter + 2, PERF_RAW_BASE, 4}}, {3, 4})
                .status,
            CStatus::no_data);  // that is the base of another counter
}

TEST(QueryReading, BaselessFractionOfAnotherType_IsDividedByItsClock) {
  constexpr std::uint32_t kOddFraction = PERF_SIZE_LARGE | PERF_TYPE_COUNTER |
                                         PERF_COUNTER_FRACTION | PERF_DELTA_COUNTER |
                                         PERF_DELTA_BASE | PERF_TIMER_100NS;
  EXPECT_EQ(reading_of({{kCounter, kOddFraction}}, {3}), expected(3, kWall, 10'000'000));
}

TEST(QueryReading, MultiplierOfMultiTypes_FollowsTheValueOrIsADefinition) {
  EXPECT_EQ(
      reading_of({{kCounter, PERF_COUNTER_MULTI_TIMER}, {kCounter + 2, PERF_COUNTER_RAWCOUNT, 4}},
                 {77, 4}),
      expected(77, kNow, 10'000'000, 4));
  EXPECT_EQ(reading_of({{kCounter, PERF_100NSEC_MULTI_TIMER}, {kCounter, PERF_COUNTER_MULTI_BASE}},
                       {77, 5}),
            expected(77, kWall, 10'000'000, 5));
}

TEST(QueryReading, NarrowValues_AreZeroExtended) {
  EXPECT_EQ(reading_of({{kCounter, PERF_COUNTER_RAWCOUNT, 4}, {1504, PERF_COUNTER_RAWCOUNT, 4}},
                       {0xFFFF'FFFF, 0xFFFF'FFFF})
                .first,
            0xFFFF'FFFFU);
  EXPECT_EQ(reading_of({{kCounter, PERF_COUNTER_RAWCOUNT, 2}}, {0xFFEE}).first, 0xFFEEU);
  EXPECT_EQ(reading_of({{kCounter, PERF_COUNTER_RAWCOUNT, 1}}, {0xFE}).first, 0xFEU);
}

TEST(QueryReading, TextsAndNothing_AreNotNumbers) {
  EXPECT_EQ(reading_of({{kCounter, PERF_COUNTER_TEXT, 16}}, {}).status, CStatus::no_data);
  EXPECT_EQ(reading_of({{kCounter, PERF_COUNTER_NODATA, 0}}, {}).status, CStatus::no_data);
}

TEST(QueryReading, BasesWithoutNumerators_AreNotSeries) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\1500(*)\\*").has_value());
  query.take(TestBlock(kNow)
                 .object(kObject, {{kCounter, PERF_RAW_BASE, 4},
                                   {1504, PERF_RAW_FRACTION, 4},
                                   {1504, PERF_RAW_BASE, 4},
                                   {1504, PERF_RAW_BASE, 4}})
                 .instance("x", {1, 2, 4, 8})
                 .snapshot());
  ASSERT_EQ(query.binding().series().size(), 1U);
  EXPECT_EQ(query.row().values[0].number, 50);
}

// A block in the other byte order: header, structures and values.
class BigEndianBlock {
 public:
  explicit BigEndianBlock(Bytes block) : bytes_(block.begin(), block.end()) {
    const DataBlockView view = DataBlockView::parse(block).value();
    for (const ObjectTypeView object : view.objects()) swap_object(block, object);
    store<std::uint32_t>(bytes_, 8, 0);  // LittleEndian
    swap_words(12, 36);
    for (std::size_t at = 36; at < 52; at += 2) swap<std::uint16_t>(at);
    for (const std::size_t at : {56U, 64U, 72U}) swap<std::uint64_t>(at);
    swap_words(80, 88);
  }
  [[nodiscard]] Bytes bytes() const { return bytes_; }

 private:
  template <typename T>
  void swap(std::size_t at) {
    store<T>(bytes_, at, std::byteswap(load<T>(bytes_, at)));
  }
  void swap_words(std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; at += 4) swap<std::uint32_t>(at);
  }
  void swap_object(Bytes block, const ObjectTypeView& object) {
    const auto offset = [&](Bytes part) {
      return static_cast<std::size_t>(part.data() - block.data());
    };
    for (const InstanceView instance : object.instances()) {
      for (const CounterDefinitionView counter : object.counters()) {
        const std::size_t value = offset(instance.counters.data(counter));
        counter.counter_size() == 8 ? swap<std::uint64_t>(value) : swap<std::uint32_t>(value);
      }
      const std::size_t definition = offset(instance.definition.bytes());
      swap_words(definition, definition + 24);
      swap<std::uint32_t>(offset(instance.counters.bytes()));
    }
    for (const CounterDefinitionView counter : object.counters()) {
      swap_words(offset(counter.bytes()), offset(counter.bytes()) + 40);
    }
    const std::size_t header = offset(object.bytes());
    swap_words(header, header + 48);
    swap<std::uint64_t>(header + 48);
    swap<std::uint64_t>(header + 56);
  }
  std::vector<std::byte> bytes_;
};

TEST(QueryReading, BigEndianBlock_GivesTheSameReadings) {
  TestBlock written(kNow);
  const Bytes little = written
                           .object(kObject, {{kCounter, PERF_RAW_FRACTION, 4},
                                             {kCounter, PERF_RAW_BASE, 4},
                                             {1504, PERF_COUNTER_BULK_COUNT},
                                             {1506, PERF_COUNTER_MULTI_TIMER},
                                             {1508, PERF_COUNTER_RAWCOUNT, 4}})
                           .instance("x", {3, 4, 5, 6, 7})
                           .bytes();
  const BigEndianBlock big(little);
  Query from_little(fixed_titles());
  Query from_big(fixed_titles());
  ASSERT_TRUE(from_little.add("\\1500(*)\\*").has_value());
  ASSERT_TRUE(from_big.add("\\1500(*)\\*").has_value());
  Snapshot snapshot;
  ASSERT_TRUE(snapshot.assign(little).has_value());
  from_little.take(snapshot);
  const auto assigned = snapshot.assign(big.bytes());
  ASSERT_TRUE(assigned.has_value()) << describe(assigned.error());
  from_big.take(snapshot);
  EXPECT_EQ(from_big.newer().counters, from_little.newer().counters);
  from_big.take(snapshot);
  EXPECT_EQ(from_big.binding().generation(), 1U);
}

}  // namespace
}  // namespace openperflib
