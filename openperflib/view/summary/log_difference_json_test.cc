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
                        R"("average":null,"weight":0.0}],"began":[],"only_before":[],)"
                        R"("only_after":["\\Memory\\*"],"without_values":[]})");
}

}  // namespace
}  // namespace openperflib
