#include "openperflib/view/explain/series_explanation_json.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <string>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

// The explanation of a rate after these readings, a second apart.
SeriesExplanation explained_rate(std::initializer_list<std::uint64_t> readings,
                                 const SeriesBackground& background) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add("\\PhysicalDisk(0 sda)\\Disk Bytes/sec").has_value());
  std::int64_t seconds = 1;
  for (const std::uint64_t reading : readings) {
    query.take(
        TestBlock(seconds++ * kTicksPerSecond)
            .object(title::kPhysicalDisk, {{title::kDiskBytesPerSec, PERF_COUNTER_BULK_COUNT, 8}})
            .instance("0 sda", {reading})
            .snapshot());
  }
  return explain_series(query, 0, background);
}

std::string json_of_explanation(const SeriesExplanation& explanation) {
  JsonWriter out(JsonLayout::line);
  write_explanation(out, explanation);
  return out.take();
}

TEST(SeriesExplanationJson, Rate_HasItsNumberAndTheWordsForIt) {
  EXPECT_EQ(
      json_of_explanation(explained_rate({1000, 1600}, {.row_time = {},
                                                        .source = "/proc/diskstats, sda",
                                                        .closeness = "the same",
                                                        .private_state = {},
                                                        .summary = "Bytes read and written."})),
      R"~({"path":"\\\\db-17\\PhysicalDisk(0 sda)\\Disk Bytes/sec",)~"
      R"~("type":"PERF_COUNTER_BULK_COUNT","value":600.0,"status":"CSTATUS_VALID_DATA",)~"
      R"~("reason":null,"shown":"600 B/s","explanation":{)~"
      R"~("type":"PERF_COUNTER_BULK_COUNT 0x10410500, 8 bytes, title 218",)~"
      R"~("formula":"(N1 - N0) / ((T1 - T0) / F)",)~"
      R"~("now":"(1600 - 1000) / ((20000000 - 10000000) / 10000000) = 600,)~"
      R"~( over the last 1.000 s",)~"
      R"~("source":"/proc/diskstats, sda","meaning":"the same",)~"
      R"~("what":"Bytes read and written."}})~");
}

TEST(SeriesExplanationJson, MissingValue_IsNullWithItsStatusAndReason) {
  EXPECT_EQ(json_of_explanation(explained_rate({1000}, {})),
            R"~({"path":"\\\\db-17\\PhysicalDisk(0 sda)\\Disk Bytes/sec",)~"
            R"~("type":"PERF_COUNTER_BULK_COUNT","value":null,"status":"CSTATUS_INVALID_DATA",)~"
            R"~("reason":"first sample: a rate needs two","shown":null,"explanation":{)~"
            R"~("type":"PERF_COUNTER_BULK_COUNT 0x10410500, 8 bytes, title 218",)~"
            R"~("formula":"(N1 - N0) / ((T1 - T0) / F)",)~"
            R"~("now":"no value: first sample: a rate needs two"}})~");
}

TEST(SeriesExplanationJson, CalculatedValue_HasNoType) {
  EXPECT_EQ(
      json_of_explanation(
          explained_rate({1000, 1600}, {.origin = SeriesBackground::Origin::log_values,
                                        .row_time = "2026-11-23 12:00:00",
                                        .source = {},
                                        .closeness = {},
                                        .private_state = {},
                                        .summary = {}})),
      R"~({"path":"\\\\db-17\\PhysicalDisk(0 sda)\\Disk Bytes/sec","type":null,"value":600.0,)~"
      R"~("status":"CSTATUS_VALID_DATA","reason":null,"shown":"600 B/s","explanation":{)~"
      R"~("type":"unknown: a text log has only calculated values",)~"
      R"~("last":"600, at 2026-11-23 12:00:00, as calculated when the log was written"}})~");
}

TEST(SeriesExplanationJson, Explanations_HaveTheTimeOfTheRow) {
  const SeriesExplanation one{.object = "\\Processor",
                              .counter = "% Idle Time",
                              .value = "-",
                              .lines = {{"in log", "\\Prozessor\\Leerlaufzeit (%)"}}};
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  write_explanations(out, std::nullopt, {&one, 1});
  out.end_object();
  EXPECT_EQ(out.take(), R"~({"time":null,"explanations":[{"path":"","type":null,"value":null,)~"
                        R"~("status":"NO_DATA","reason":null,"shown":null,)~"
                        R"~("explanation":{"in_log":"\\Prozessor\\Leerlaufzeit (%)"}}]})~");
}

}  // namespace
}  // namespace openperflib
