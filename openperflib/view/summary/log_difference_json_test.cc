#include "openperflib/view/summary/log_difference_json.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

constexpr std::string_view kNoNumbers =
    R"("count":0,"gaps":0,"min":null,"average":null,"p50":null,"p95":null,"p99":null,)"
    R"("max":null,"percentiles_exact":true)";

TEST(LogDifferenceJson, ChangeFromZero_HasNoPart) {
  SeriesChange change;
  change.path = R"(\Memory\Pages/sec)";
  change.difference = 2.5;
  change.weight = 0.25;
  change.duplicate_of = R"(\Memory\Page Reads/sec)";
  JsonWriter out(JsonLayout::line);
  write_change(out, change, RowsOf::values);
  const std::string numbers(kNoNumbers);
  EXPECT_EQ(out.take(), R"({"path":"\\Memory\\Pages/sec","type":null,"before":{)" + numbers +
                            R"(},"after":{)" + numbers +
                            R"(},"difference":2.5,"part":null,"weight":0.25,)"
                            R"("duplicate_of":"\\Memory\\Page Reads/sec"})");
}

TEST(LogDifferenceJson, WhatOnlyOneLogHas_IsNamedByItsSide) {
  LogDifference difference;
  LoneInstance ended;
  ended.path = R"(\Process(make))";
  ended.counters = 2;
  difference.only_in_first.instances = {ended};
  difference.only_in_second.paths = {R"(\Memory\*)"};
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  write_what_is_not_in_both(out, difference);
  out.end_object();
  EXPECT_EQ(out.take(), R"j({"ended":[{"instance":"\\Process(make)","counters":2,"counter":null,)j"
                        R"("average":null,"count":0,"weight":0.0}],"began":[],"only_before":[],)"
                        R"("only_after":["\\Memory\\*"],"without_values":[]})");
}

TEST(LogDifferenceJson, Document_NamesBothLogsBeforeTheChanges) {
  LogDifference difference;
  difference.second_machine = "db-17";
  const FileTime ten = *file_time_from({.year = 2026, .month = 11, .day = 21, .hour = 10});
  ComparedLog before{.file = "monday.blg", .extent = {}};
  before.extent.note(ten);
  ComparedLog after{.file = "tuesday.csv", .extent = {.bias_minutes = 60}};
  after.extent.note(ten + kTicksPerSecond);
  std::string text;
  write_difference_json(difference, before, after, RowsOf::values,
                        [&](std::string_view piece) { text += piece; });
  EXPECT_EQ(text,
            "{\n"
            "  \"before\": {\n"
            "    \"file\": \"monday.blg\",\n"
            "    \"machine\": null,\n"
            "    \"records\": 1,\n"
            "    \"first\": \"2026-11-21T10:00:00.000\",\n"
            "    \"last\": \"2026-11-21T10:00:00.000\",\n"
            "    \"bias_minutes\": null\n"
            "  },\n"
            "  \"after\": {\n"
            "    \"file\": \"tuesday.csv\",\n"
            "    \"machine\": \"db-17\",\n"
            "    \"records\": 1,\n"
            "    \"first\": \"2026-11-21T10:00:01.000\",\n"
            "    \"last\": \"2026-11-21T10:00:01.000\",\n"
            "    \"bias_minutes\": 60\n"
            "  },\n"
            "  \"series\": [],\n"
            "  \"ended\": [],\n"
            "  \"began\": [],\n"
            "  \"only_before\": [],\n"
            "  \"only_after\": [],\n"
            "  \"without_values\": []\n"
            "}\n");
}

}  // namespace
}  // namespace openperflib
