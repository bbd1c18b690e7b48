// The mutator of segment_fuzz: its results have room, most are read, and the others are refused.
#include "openperflib/testing/providers/segment_mutation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "openperflib/testing/providers/segment_example.h"

namespace openperflib {
namespace {

using fuzz_mutation::changed_input;
using fuzz_mutation::Input;
using segment_mutation::kFormat;
using segment_mutation::parts_of;
using segment_mutation::SegmentParts;

constexpr unsigned kMutatedSegments = 2'000;
constexpr std::size_t kSegmentRoom = 16'384;

// A segment of a set, with two instances.
Input segment_with_instances(const CounterSetTemplate& set) {
  SegmentExample example(set);
  example.add(u"Laser", 1);
  example.add(u"Ink", 2);
  const Bytes memory = example.memory();
  return {memory.begin(), memory.end()};
}

// Segments whose values are plain, copied, and in cells.
std::vector<Input> segments_of_each_kind() {
  CounterSetTemplate set_in_cells = example_set();
  set_in_cells.cell_rows = 2;
  return {segment_with_instances(example_set()), segment_with_instances(referring_set()),
          segment_with_instances(set_in_cells)};
}

TEST(SegmentMutation, TwoThousandSeeds_AQuarterIsReadAndOthersAreRefused) {
  const std::vector<Input> segments = segments_of_each_kind();
  unsigned read = 0;
  unsigned refused = 0;
  for (unsigned seed = 0; seed < kMutatedSegments; ++seed) {
    Seeded random(seed);
    const auto changed =
        changed_input(kFormat, segments[seed % segments.size()], kSegmentRoom, random);
    if (!changed.has_value()) continue;
    EXPECT_LE(changed->size(), kSegmentRoom) << seed;
    ++(parts_of(*changed).has_value() ? read : refused);
  }
  EXPECT_GE(read, kMutatedSegments / 4);
  EXPECT_GE(refused, kMutatedSegments / 20);
}

TEST(SegmentMutation, SameSeed_GivesTheSameBytes) {
  const Input segment = segment_with_instances(example_set());
  for (unsigned seed = 0; seed < 100; ++seed) {
    Seeded random(seed);
    Seeded same(seed);
    EXPECT_EQ(changed_input(kFormat, segment, kSegmentRoom, random),
              changed_input(kFormat, segment, kSegmentRoom, same))
        << seed;
  }
}

TEST(SegmentMutation, RepeatedRecords_AreReadAsOneMore) {
  SegmentParts parts = parts_of(segment_with_instances(example_set())).value();
  Seeded random(7);
  segment_mutation::repeat_counter(parts, random);
  segment_mutation::repeat_instance(parts, random);
  const auto written = segment_mutation::segment_of(parts, kSegmentRoom);
  ASSERT_TRUE(written.has_value());
  const auto read = parts_of(*written);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->set.counters.size(), 5U);
  EXPECT_EQ(read->instances.size(), 3U);
}

TEST(SegmentMutation, UnchangedParts_AreWrittenAsTheSameBytes) {
  const Input segment = segment_with_instances(example_set());
  EXPECT_EQ(segment_mutation::segment_of(parts_of(segment).value(), kSegmentRoom), segment);
}

TEST(SegmentMutation, CountsThatDisagree_AreRepaired) {
  for (const std::uint32_t count : {0U, 3U, 5U, 0xFFFF'FFFFU}) {
    Input segment = segment_with_instances(example_set());
    store(MutableBytes(segment), segment::header::kCounterCount, count);
    EXPECT_FALSE(parts_of(segment).has_value()) << count;
    const auto repaired = segment_mutation::repaired_segment(segment, kSegmentRoom);
    ASSERT_TRUE(repaired.has_value()) << count;
    EXPECT_LE(repaired->size(), kSegmentRoom) << count;
    EXPECT_TRUE(parts_of(*repaired).has_value()) << count;
  }
}

TEST(SegmentMutation, SoundSegment_IsRepairedToItself) {
  for (const Input& segment : segments_of_each_kind()) {
    EXPECT_EQ(segment_mutation::repaired_segment(segment, kSegmentRoom), segment);
  }
}

// Buffers end where their room ends, which AddressSanitizer watches.
TEST(SegmentMutation, AnyBytes_StayInTheirRoom) {
  const Input segment = segment_with_instances(example_set());
  for (unsigned seed = 0; seed < kMutatedSegments; ++seed) {
    Seeded random(seed);
    const std::size_t size = random.below(segment.size() + 1);
    std::vector<std::uint8_t> buffer(size + random.below(300));
    for (std::size_t i = 0; i < size; ++i) buffer[i] = std::to_integer<std::uint8_t>(segment[i]);
    for (int i = 0; i < 8 && size != 0; ++i) {
      buffer[random.below(size)] = static_cast<std::uint8_t>(random.below(256));
    }
    EXPECT_LE(fuzz_mutation::mutate_input(kFormat, buffer.data(), size, buffer.size(), seed),
              buffer.size())
        << seed;
  }
}

}  // namespace
}  // namespace openperflib
