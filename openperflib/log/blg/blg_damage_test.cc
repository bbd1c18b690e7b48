// Damaged logs: intact parts are read, and damage is reported with its place.
#include "openperflib/testing/logs/blg_damage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/testing/all_cases.h"

namespace openperflib {
namespace {

using blg_example::anomalies_of;
using testing::ElementsAre;
using testing::HasSubstr;

const blg_damage::Reference& small() {
  static const blg_damage::Reference reference(blg_damage::small_log());
  return reference;
}

TEST(BlgDamage, SmallLog_IsReadWithoutAWord) {
  EXPECT_EQ(small().records.size(), 3U);
  EXPECT_THAT(anomalies_of(blg_example::read_log(small().bytes)), testing::IsEmpty());
}

// Two thousand in script/test-slow; otherwise the first four hundred.
TEST(BlgDamage, SmallLog_SurvivesSeededChanges) {
  const int changes = takes_all_cases() ? 1000 : 200;
  blg_damage::Seeded random(1806);
  for (int i = 0; i < changes; ++i) {
    const std::size_t at = random.below(small().bytes.size());
    const auto change = blg_damage::kChanges[random.below(blg_damage::kChanges.size())];
    small().expect_sound(blg_damage::with_byte(small().bytes, at, change), {at, at + 1});
    small().expect_sound(Bytes(small().bytes).first(at), {at, small().bytes.size()});
  }
}

// A thousand in script/test-slow; otherwise the first hundred.
TEST(BlgDamage, RealLogs_SurviveSeededChanges) {
  const int changes = takes_all_cases() ? 500 : 50;
  for (const char* name : {"BasicPerfCounters.blg", "SampleLog.blg"}) {
    const blg_damage::Reference reference(blg_damage::shortened(blg_example::real_log(name)));
    blg_damage::Seeded random(20'071);
    for (int i = 0; i < changes; ++i) {
      const std::size_t at = random.below(reference.bytes.size() / 4) * 4;
      const std::uint32_t number = blg_damage::kEdges[random.below(blg_damage::kEdges.size())];
      reference.expect_sound(blg_damage::with_number(reference.bytes, at, number), {at, at + 4});
    }
  }
}

// Offsets and sizes of the small log: 0 file header, 1024 name table, catalog and samples.
std::vector<std::string> anomalies_in(const blg_example::Block& bytes) {
  return anomalies_of(blg_example::read_log(bytes));
}

TEST(BlgDamage, SampleOfWhichAPartIsLost_IsCountedOnce) {
  const std::size_t at = small().events.at(2);
  EXPECT_THAT(
      anomalies_in(blg_damage::with_byte(small().bytes, at + 24, blg_damage::Change::flipped)),
      ElementsAre(testing::AllOf(HasSubstr("blg event.Guid at byte " + std::to_string(at + 24)),
                                 HasSubstr("; lost 376 bytes, 1 samples")),
                  testing::AllOf(HasSubstr("blg event.PartNumber at byte"),
                                 HasSubstr("; lost 0 bytes, 0 samples"))));
}

// The events of one sample are connected by its time: the wrong one does not become a separate
// sample.
TEST(BlgDamage, WrongTimeOfAPart_CostsOneSample) {
  for (const std::size_t event : {2U, 3U}) {
    const std::size_t at = small().events.at(event) + 16;
    const auto log = blg_example::read_log(
        blg_damage::with_byte(small().bytes, at, blg_damage::Change::flipped));
    std::uint64_t lost = 0;
    for (const LogAnomaly& anomaly : log.reader->anomalies()) lost += anomaly.skipped_records;
    EXPECT_EQ(log.records.size(), 2U);
    EXPECT_EQ(lost, 1U) << "event " << event;
  }
}

TEST(BlgDamage, SizeThatSwallowsTheNextEvent_CostsOneSample) {
  const blg_damage::Reference reference(
      blg_damage::shortened(blg_example::real_log("BasicPerfCounters.blg")));
  auto bytes = reference.bytes;
  const std::size_t at = reference.events.at(5);
  store<std::uint16_t>(MutableBytes(bytes), at, 3 * 520 + 8);
  const auto log = blg_example::read_log(bytes);
  EXPECT_EQ(log.records.size() + 1, reference.records.size());
  EXPECT_THAT(anomalies_of(log),
              ElementsAre(HasSubstr("BuffersWritten"),  // the file was shortened
                          "a.blg: blg event.Size at byte " + std::to_string(at) +
                              ": extends past its parent (1568); lost 520 bytes, 1 samples"));
}

}  // namespace
}  // namespace openperflib
