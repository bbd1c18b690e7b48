#include "openperflib/view/explain/series_explanation.h"

#include <gtest/gtest.h>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

class SeriesExplanationTest : public testing::Test {
 protected:
  SeriesExplanationTest() : query_(fixed_titles()) {
    EXPECT_TRUE(query_.add("\\PhysicalDisk(0 sda)\\Disk Bytes/sec").has_value());
  }
  // A second later, the counter has that value.
  void take(std::uint64_t value) {
    query_.take(
        TestBlock(taken_ * kTicksPerSecond)
            .object(title::kPhysicalDisk, {{title::kDiskBytesPerSec, PERF_COUNTER_BULK_COUNT, 8}})
            .instance("0 sda", {value})
            .snapshot());
    ++taken_;
  }

  Query query_;
  std::int64_t taken_ = 1;
};

TEST_F(SeriesExplanationTest, Rate_HasItsNumbersInTheFormula) {
  take(1000);
  take(1600);
  EXPECT_EQ(text_of(explain_series(query_, 0,
                                   {.row_time = {},
                                    .source = "/proc/diskstats, sda",
                                    .closeness = "the same",
                                    .private_state = {},
                                    .summary = "Bytes read and written."})),
            "\\PhysicalDisk(0 sda)\\Disk Bytes/sec  600 B/s\n"
            "  type     PERF_COUNTER_BULK_COUNT 0x10410500, 8 bytes, title 218\n"
            "  formula  (N1 - N0) / ((T1 - T0) / F)\n"
            "  now      (1600 - 1000) / ((20000000 - 10000000) / 10000000) = 600,"
            " over the last 1.000 s\n"
            "  source   /proc/diskstats, sda\n"
            "  meaning  the same\n"
            "  what     Bytes read and written.\n");
}

TEST_F(SeriesExplanationTest, ValueInTheUnitOfItsName_IsDividedInItsCalculation) {
  Query query(fixed_titles(), {.units = QueryOptions::Units::of_names});
  ASSERT_TRUE(query.add("\\Linux System\\Load Average 1m").has_value());
  query.take(TestBlock()
                 .object(title::kLinuxSystem, {{title::kLoadAverage1m, PERF_COUNTER_RAWCOUNT, 4}},
                         Instances::none)
                 .single({1381})
                 .snapshot());
  const SeriesExplanation explanation = explain_series(query, 0, {});
  EXPECT_EQ(explanation.value, "13.81");
  ASSERT_EQ(explanation.lines.size(), 3U);
  EXPECT_EQ(explanation.lines[1].text, "N1");
  EXPECT_EQ(explanation.lines[2].text, "1381 / 100 = 13.81");
}

TEST_F(SeriesExplanationTest, ValueThatIsMissing_HasItsReason) {
  take(1000);
  const SeriesExplanation explanation = explain_series(query_, 0, {});
  EXPECT_EQ(explanation.value, "-");
  ASSERT_EQ(explanation.lines.size(), 3U);
  EXPECT_EQ(explanation.lines[2].label, "now");
  EXPECT_TRUE(explanation.lines[2].text.starts_with("no value: ")) << explanation.lines[2].text;
}

TEST_F(SeriesExplanationTest, CounterWithoutADefinition_HasTheTypeOfItsDescription) {
  query_.take(TestBlock()
                  .status()
                  .left_out("nobody publishes it", title::kPhysicalDisk, title::kDiskBytesPerSec)
                  .snapshot());
  const SeriesExplanation explanation = explain_series(query_, 0,
                                                       {.row_time = {},
                                                        .source = {},
                                                        .closeness = {},
                                                        .private_state = {},
                                                        .summary = {},
                                                        .type = PERF_COUNTER_BULK_COUNT,
                                                        .size = 8});
  ASSERT_EQ(explanation.lines.size(), 3U);
  EXPECT_EQ(explanation.lines[0].text, "PERF_COUNTER_BULK_COUNT 0x10410500, 8 bytes, title 218");
  EXPECT_EQ(explanation.lines[1].text, "(N1 - N0) / ((T1 - T0) / F)");
  EXPECT_EQ(explanation.lines[2].text, "no value: nobody publishes it");
}

TEST_F(SeriesExplanationTest, LoggedReading_HasItsTime) {
  take(1000);
  take(1600);
  const SeriesExplanation explanation =
      explain_series(query_, 0,
                     {.origin = SeriesBackground::Origin::log_readings,
                      .row_time = "2026-11-23 12:00:00",
                      .source = {},
                      .closeness = {},
                      .private_state = {},
                      .summary = {}});
  EXPECT_EQ(explanation.lines.back().label, "last");
  EXPECT_TRUE(explanation.lines.back().text.ends_with("1.000 s, at 2026-11-23 12:00:00"));
}

TEST_F(SeriesExplanationTest, CalculatedValue_HasNoFormula) {
  take(1000);
  take(1600);
  EXPECT_EQ(text_of(explain_series(query_, 0,
                                   {.origin = SeriesBackground::Origin::log_values,
                                    .row_time = "2026-11-23 12:00:00",
                                    .source = {},
                                    .closeness = {},
                                    .private_state = {},
                                    .summary = {}})),
            "\\PhysicalDisk(0 sda)\\Disk Bytes/sec  600 B/s\n"
            "  type     unknown: a text log has only calculated values\n"
            "  last     600, at 2026-11-23 12:00:00, as calculated when the log was written\n");
}

TEST_F(SeriesExplanationTest, ControlCharacters_AreMadePrintable) {
  take(1000);
  const SeriesExplanation explanation{
      .object = "a\x1b", .counter = "b", .value = "-", .lines = {{"what", "c\n"}}};
  const std::string text = text_of(explanation);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
}

}  // namespace
}  // namespace openperflib
