// Seeded damage: 5,000 cases a format on logs of three samples, and recordings of 24, that our
// writers made, 2,000 on each genuine text. One change is compared with the intact log; of several
// it is asked that what is read is whole, and that what is not has its place.
#include <gtest/gtest.h>

#include <filesystem>

#include "openperflib/testing/file_text.h"
#include "openperflib/testing/logs/blg_damage.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/logs/text_log_damage.h"
#include "tests/interop/written_logs.h"

namespace openperflib {
namespace {

using blg_damage::Seeded;

constexpr std::uint64_t kCases = 5'000;
constexpr std::uint64_t kCasesOfGenuine = 2'000;
constexpr std::size_t kMostChanges = 8;
constexpr std::size_t kMostMoved = 300;  // bytes

// A byte, a number of 32 bits, a piece that goes, or one that comes twice: anywhere in what is
// used.
template <typename Text>
void change_once(Text& bytes, Seeded& random) {
  using Byte = typename Text::value_type;
  const std::size_t at = random.below(bytes.size());
  const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  const std::size_t length = std::min(random.below(kMostMoved), bytes.size() - at);
  const auto end = place + static_cast<std::ptrdiff_t>(length);
  switch (random.below(4)) {
    case 0:
      *place = static_cast<Byte>(random.below(256));
      break;
    case 1: {
      const std::uint32_t edge = blg_damage::kEdges[random.below(blg_damage::kEdges.size())];
      for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i) {
        bytes[at + i] = static_cast<Byte>(edge >> (8 * i) & 0xFF);
      }
      break;
    }
    case 2:
      bytes.erase(place, end);
      break;
    default: {
      const Text again(place, end);
      bytes.insert(place, again.begin(), again.end());
    }
  }
}

// A copy with up to eight changes; never empty.
template <typename Text>
Text changed(const Text& sound, Seeded& random) {
  Text bytes = sound;
  for (std::size_t changes = 1 + random.below(kMostChanges); changes != 0; --changes) {
    if (!bytes.empty()) change_once(bytes, random);
  }
  return bytes.empty() ? sound : bytes;
}

void expect_sane(const blg_example::ReadLog& log, std::size_t size) {
  if (log.reader == nullptr) {
    EXPECT_FALSE(describe(log.fault).empty());
    return;
  }
  EXPECT_LE(log.records.size(), size / blg::event::kHeadSize);
  for (std::size_t i = 0; i < log.records.size(); ++i) {
    EXPECT_LT(log.records[i].offset, size);
    EXPECT_EQ(log.records[i].sample.counters.size(), log.names[i].size());
  }
  for (const LogAnomaly& anomaly : log.reader->anomalies()) {
    EXPECT_LE(anomaly.what.error->offset, size);
    EXPECT_LE(anomaly.skipped_bytes, size);
  }
}

void expect_sound_after_one(const blg_damage::Reference& log, Seeded& random) {
  const std::size_t at = log.used_place(random);
  const std::uint32_t number = blg_damage::kEdges[random.below(blg_damage::kEdges.size())];
  log.expect_sound(blg_damage::with_number(log.bytes, at, number), {at, at + 4});
}

class SeededBlgDamage : public testing::TestWithParam<interop::BinaryForm> {};

TEST_P(SeededBlgDamage, FiveThousandCases_LeaveWhatIsSound) {
  const blg_damage::Reference log(GetParam().written());
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    SCOPED_TRACE(seed);
    Seeded random(seed);
    if (seed % 2 == 0) {
      expect_sound_after_one(log, random);
      continue;
    }
    const auto damaged = changed(log.bytes, random);
    expect_sane(blg_example::read_log(damaged), damaged.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, SeededBlgDamage, testing::ValuesIn(interop::kBinaryForms),
                         [](const auto& form) { return form.param.name; });

// Three blocks of eight samples, or two and the journal of the third.
std::vector<std::byte> recording_of_24(bool is_closed) {
  recording_example::Example example({.zone = {}, .block_seconds = 8});
  for (std::uint64_t n = 0; n < 24; ++n) {
    example.write(static_cast<std::int64_t>(n), {{"a", 1000 + 7 * n}, {n % 3 == 0 ? "b" : "c", n}});
  }
  return is_closed ? example.finish() : example.bytes();
}

// Each sample that was read is one of the recording, in its place; it has its values, or none.
void expect_no_wrong_value(const recording_example::ReadRecording& read) {
  std::int64_t before = -1;
  for (std::size_t i = 0; i < read.values.size(); ++i) {
    ASSERT_GT(read.seconds[i], before);
    before = read.seconds[i];
    const auto n = static_cast<std::uint64_t>(before);
    if (read.values[i].empty()) continue;
    EXPECT_EQ((std::vector<std::uint64_t>{1000 + 7 * n, n}), read.values[i]);
  }
  EXPECT_LT(before, 24);
}

TEST(SeededRecordingDamage, FiveThousandCases_ChangeNoValue) {
  for (const bool is_closed : {false, true}) {
    const auto sound = recording_of_24(is_closed);
    for (std::uint64_t seed = 0; seed < kCases; ++seed) {
      SCOPED_TRACE(seed);
      Seeded random(seed);
      const auto damaged = changed(sound, random);
      if (!recording_example::open(damaged).has_value())
        continue;  // its header says that it is something else
      expect_no_wrong_value(recording_example::read_recording(damaged));
    }
  }
}

struct TextForm {
  const char* name;
  TextLogFormat format;
};

class SeededTextDamage : public testing::TestWithParam<TextForm> {};

TEST_P(SeededTextDamage, FiveThousandCases_LeaveWhatIsSound) {
  const text_damage::Reference log(interop::written_text(GetParam().format));
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    SCOPED_TRACE(seed);
    Seeded random(seed);
    const std::size_t at = random.below(log.bytes.size());
    std::string damaged = log.bytes;
    damaged[at] = static_cast<char>(random.below(256));
    if (seed % 2 == 0) {
      log.expect_sound(damaged, {at, at + 1});
      continue;
    }
    damaged = changed(log.bytes, random);
    text_damage::expect_sane(read_log(damaged), damaged.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, SeededTextDamage,
                         testing::Values(TextForm{"Csv", TextLogFormat::csv},
                                         TextForm{"Tsv", TextLogFormat::tsv}),
                         [](const auto& form) { return form.param.name; });

TEST(SeededGenuineTexts, TwoThousandCasesOfEach_AreReadToTheirEnd) {
  const std::filesystem::path folder(OPENPERFLIB_SOURCE_DIR "/tests/data/text_logs");
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path());
    const std::string sound = text_of_file(entry.path());
    for (std::uint64_t seed = 0; seed < kCasesOfGenuine; ++seed) {
      Seeded random(seed);
      const std::string damaged = changed(sound, random);
      text_damage::expect_sane(read_log(damaged), damaged.size());
    }
  }
}

}  // namespace
}  // namespace openperflib
