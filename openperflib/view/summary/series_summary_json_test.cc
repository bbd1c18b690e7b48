#include "openperflib/view/summary/series_summary_json.h"

#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

SummaryOfSeries pages() {
  SummaryOfSeries one;
  one.path = R"(\Memory\Pages/sec)";
  one.type = CounterType(PERF_COUNTER_COUNTER);
  one.count = 3;
  one.gaps = 1;
  one.minimum = {.number = 0.5, .status = CStatus::valid_data};
  one.average = {.number = 2, .status = CStatus::valid_data};
  one.maximum = {.number = 4.25, .status = CStatus::valid_data};
  return one;
}

std::string json_of_summary(const SummaryOfSeries& one, RowsOf rows) {
  JsonWriter out(JsonLayout::line);
  write_summary(out, one, rows);
  return out.take();
}

// The percentiles are unknown here, so they are null and not 0.
TEST(SeriesSummaryJson, OfReadings_HasItsTypeAndNullForUnknownNumbers) {
  EXPECT_EQ(json_of_summary(pages(), RowsOf::readings),
            R"({"path":"\\Memory\\Pages/sec","type":"PERF_COUNTER_COUNTER","instances":1,)"
            R"("count":3,"gaps":1,"min":0.5,"average":2.0,"p50":null,"p95":null,"p99":null,)"
            R"("max":4.25,"percentiles_exact":true})");
}

TEST(SeriesSummaryJson, OfValues_HasNoType) {
  EXPECT_EQ(type_of(pages(), RowsOf::values), std::nullopt);
  EXPECT_EQ(type_of(pages(), RowsOf::readings), "PERF_COUNTER_COUNTER");
}

// A document and the pieces of it.
struct Document {
  std::string text;
  std::size_t pieces = 0;
};

Document document_of(const SummaryExtent& extent, const std::vector<WrittenNote>& notes,
                     const std::vector<SummaryOfSeries>& all) {
  Document document;
  write_summary_json(extent, notes, all, RowsOf::values, [&](std::string_view piece) {
    document.text += piece;
    ++document.pieces;
  });
  return document;
}

TEST(SeriesSummaryJson, OfNoRecord_HasNoTimes) {
  EXPECT_EQ(document_of({}, {}, {}).text,
            "{\n"
            "  \"records\": 0,\n"
            "  \"first\": null,\n"
            "  \"last\": null,\n"
            "  \"bias_minutes\": null,\n"
            "  \"notes\": [],\n"
            "  \"series\": []\n"
            "}\n");
}

TEST(SeriesSummaryJson, OfRecords_HasTheirTimesAndTheNotes) {
  const FileTime ten = *file_time_from({.year = 2026, .month = 11, .day = 21, .hour = 10});
  SummaryExtent extent{.bias_minutes = -60};
  extent.note(ten);
  extent.note(ten + 2 * kTicksPerSecond);
  const std::string text =
      document_of(extent, {{.time_local = ten + kTicksPerSecond, .text = "deployed \"2\""}}, {})
          .text;
  EXPECT_EQ(text,
            "{\n"
            "  \"records\": 2,\n"
            "  \"first\": \"2026-11-21T10:00:00.000\",\n"
            "  \"last\": \"2026-11-21T10:00:02.000\",\n"
            "  \"bias_minutes\": -60,\n"
            "  \"notes\": [\n"
            "    {\n"
            "      \"time\": \"2026-11-21T10:00:01.000\",\n"
            "      \"text\": \"deployed \\\"2\\\"\"\n"
            "    }\n"
            "  ],\n"
            "  \"series\": []\n"
            "}\n");
}

TEST(SeriesSummaryJson, SeriesAreWrittenOneByOne) {
  EXPECT_EQ(document_of({}, {}, {pages(), pages()}).pieces, 3U);
}

}  // namespace
}  // namespace openperflib
