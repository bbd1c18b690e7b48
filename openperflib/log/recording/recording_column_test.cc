// Columns: whatever the values are, they come back; and what they cost.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "openperflib/log/recording/recording_column_internal.h"

namespace openperflib::recording {
namespace {

using Values = std::vector<std::uint64_t>;
using Lengths = std::vector<std::uint32_t>;

// Their bytes, read again and compared.
std::size_t round_trip(const Values& values, const Lengths& lengths) {
  std::vector<std::byte> bytes;
  const ColumnCoding coding = put_column(values, lengths, bytes);
  NumberReader reader(bytes);
  Values again(values.size());
  take_column(reader, coding, lengths, again);
  EXPECT_TRUE(reader.is_sound());
  EXPECT_TRUE(reader.rest().empty());
  EXPECT_EQ(values, again);
  return bytes.size();
}

TEST(RecordingColumn, AnyValues_ComeBack) {
  std::mt19937_64 random(4711);
  const Values edges = {0, 1, 1ULL << 31, 1ULL << 32, (1ULL << 63) - 1, 1ULL << 63, ~0ULL, 100'000};
  for (int round = 0; round < 2000; ++round) {
    Lengths lengths(random() % 6);
    for (std::uint32_t& length : lengths) length = static_cast<std::uint32_t>(random() % 5);
    Values values(std::accumulate(lengths.begin(), lengths.end(), std::size_t{0}));
    const std::uint64_t unit = edges[random() % edges.size()];
    for (std::uint64_t& value : values) {
      value = random() % 3 == 0 ? edges[random() % edges.size()] : unit * (random() % 1000);
    }
    (void)round_trip(values, lengths);
  }
}

// 9 and 6 are multiples of 3; three thirds of the range and a bit are none.
TEST(RecordingColumn, FirstValuesWhoseDifferencesWrap_ComeBack) {
  constexpr std::uint64_t kThird = 0x5555'5555'5555'5555;
  (void)round_trip({3 * (kThird / 3), 6 * (kThird / 3), 9 * (kThird / 3) + 0, 7}, {1, 1, 1, 1});
  (void)round_trip({kThird, 2 * kThird, 3 * kThird + 3}, {1, 1, 1});
}

TEST(RecordingColumn, TicksOfAClock_AreAByteEach) {
  Values values;
  for (std::uint64_t i = 0; i < 60; ++i) values.push_back(5'000'000 + (i * i % 7) * 100'000 * i);
  EXPECT_LE(round_trip(values, {60}), 60U * 2);
  Values steady;
  for (std::uint64_t i = 0; i < 60; ++i) steady.push_back(900'000'000'000 + i * 10'000'000);
  EXPECT_EQ(6U + 4U + 1U + 59U, round_trip(steady, {60}));  // two units, a first one, the others
}

}  // namespace
}  // namespace openperflib::recording
