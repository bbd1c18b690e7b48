// The tool columns: its numbers, and what its result says of them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/requests/tool.h"
#include "openperflib/requests/tool_session.h"
#include "openperflib/rules/located_json.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

const std::string kData = OPENPERFLIB_SOURCE_DIR "/tests/data";
constexpr std::string_view kThreeRows =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\A\\X\",\"\\\\M\\A\\Y\"\n"
    "\"11/21/2026 10:00:00.000\",\"1\",\"2.5\"\n"
    "\"11/21/2026 10:00:01.000\",\" \",\"3\"\n"
    "\"11/21/2026 10:00:02.500\",\"4\",\" \"\n";

class ColumnToolTest : public testing::Test {
 protected:
  struct Answer {
    LocatedJson json;
    std::vector<double> numbers;
  };

  static ToolEnvironment environment() {
    ToolEnvironment environment{.titles = fixed_titles()};
    environment.file_of = [](const std::string& path) { return path; };
    return environment;
  }

  // The result of a tool that must not fail.
  Answer called(std::string_view tool, const std::string& arguments) {
    const auto words = LocatedJson::parse(arguments);
    EXPECT_TRUE(words.has_value()) << arguments;
    auto run = begin_tool(*find_tool(tool), session_, words.value_or(LocatedJson()));
    EXPECT_TRUE(run.has_value()) << run.error().sentence;
    if (!run.has_value()) return {};
    for (;;) {
      const auto step = (*run)->step();
      EXPECT_TRUE(step.has_value()) << step.error().sentence;
      if (!step.has_value()) return {};
      if (*step == JobStep::done) break;
    }
    const std::string text = (*run)->result();
    return {.json = LocatedJson::parse(text).value_or(LocatedJson()),
            .numbers = (*run)->take_columns()};
  }
  // Opens a log, then asks for columns: `more` are members of the arguments.
  Answer columns(const std::string& file, const std::string& more) {
    const Answer opened = called("open_log", R"({"path":")" + file + R"("})");
    const std::string log(opened.json.text_of("log"));
    return called("columns", R"({"log":")" + log + "\"," + more + "}");
  }
  Answer columns_of_text(std::string_view text, const std::string& more) {
    folder_.write("log.csv", text);
    return columns(folder_.path() + "/log.csv", more);
  }
  static double number(const LocatedJson& json, std::string_view name) {
    const LocatedJson* const found = json.find(name);
    return found == nullptr ? -1 : found->number;
  }
  static const std::vector<LocatedJson>& list(const LocatedJson& json, std::string_view name) {
    static const std::vector<LocatedJson> kNone;
    const LocatedJson* const found = json.find(name);
    return found == nullptr ? kNone : found->parts;
  }

  MadeFolder folder_;
  ToolSession session_{environment()};
};

TEST_F(ColumnToolTest, NumbersOfALog_AreItsTimesThenEachColumn) {
  const Answer answer =
      columns(kData + "/blg/SampleLog.blg", R"("paths":["\\Memory\\Available Bytes"])");
  ASSERT_EQ(answer.numbers.size(), 22U);
  EXPECT_NEAR(answer.numbers[0], 1'187'120'438.659, 0.001);  // 2007-08-14 19:40:38.659 UTC
  EXPECT_EQ(answer.numbers[11], 83'587'072.0);
  EXPECT_EQ(answer.numbers[12], 113'057'792.0);
  EXPECT_EQ(number(answer.json, "rows"), 11);
  EXPECT_EQ(number(answer.json, "bias_minutes"), 240);
  ASSERT_EQ(list(answer.json, "columns").size(), 1U);
  const LocatedJson& column = list(answer.json, "columns")[0];
  EXPECT_TRUE(column.text_of("path").ends_with("\\Memory\\Available Bytes"));
  EXPECT_EQ(column.text_of("type"), "PERF_COUNTER_LARGE_RAWCOUNT");
  EXPECT_EQ(number(column, "offset"), 11);
  EXPECT_EQ(number(column, "count"), 11);
  EXPECT_EQ(column.find("missing"), nullptr);
}

TEST_F(ColumnToolTest, MissingValue_IsNotANumberAndHasItsStatus) {
  const Answer answer = columns_of_text(kThreeRows, R"("paths":["\\A\\X","\\A\\Y"])");
  ASSERT_EQ(answer.numbers.size(), 9U);
  constexpr double kTen = 1'795'255'200;  // 2026-11-21 10:00:00 UTC
  const std::vector<double> times(answer.numbers.begin(), answer.numbers.begin() + 3);
  EXPECT_EQ(times, (std::vector<double>{kTen, kTen + 1, kTen + 2.5}));
  EXPECT_EQ(answer.numbers[3], 1);
  EXPECT_TRUE(std::isnan(answer.numbers[4]));
  EXPECT_EQ(answer.numbers[5], 4);
  EXPECT_EQ(answer.numbers[6], 2.5);
  EXPECT_EQ(answer.numbers[7], 3);
  EXPECT_TRUE(std::isnan(answer.numbers[8]));
  ASSERT_EQ(list(answer.json, "columns").size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const LocatedJson& column = list(answer.json, "columns")[i];
    ASSERT_NE(column.find("missing"), nullptr);
    EXPECT_EQ(number(*column.find("missing"), "NO_DATA"), 1);
    ASSERT_EQ(list(column, "runs").size(), 1U);
    const std::vector<LocatedJson>& run = list(column, "runs")[0].parts;
    ASSERT_EQ(run.size(), 3U);
    EXPECT_EQ(run[0].number, i == 0 ? 1 : 2);
    EXPECT_EQ(run[1].number, 1);
    EXPECT_EQ(run[2].text, "NO_DATA");
    EXPECT_EQ(column.find("type")->kind, LocatedJson::Kind::nothing);
  }
}

TEST_F(ColumnToolTest, SeriesThatComeAndGo_HaveANumberForEachRow) {
  const Answer answer =
      columns(kData + "/blg/SampleLog.blg", R"("paths":["\\Process(*)\\ID Process"])");
  const std::vector<LocatedJson>& all = list(answer.json, "columns");
  ASSERT_GE(all.size(), 52U);
  ASSERT_EQ(answer.numbers.size(), 11 * (all.size() + 1));
  std::size_t columns_with_gaps = 0;
  for (const LocatedJson& column : all) {
    const auto first = static_cast<std::size_t>(number(column, "offset"));
    double missing = 0;
    for (std::size_t i = first; i < first + 11; ++i) {
      if (std::isnan(answer.numbers[i])) ++missing;
    }
    double told = 0;
    if (const LocatedJson* const statuses = column.find("missing"); statuses != nullptr) {
      ++columns_with_gaps;
      for (const LocatedJson& status : statuses->parts) told += status.number;
    }
    EXPECT_EQ(told, missing) << column.text_of("path");
  }
  EXPECT_GT(columns_with_gaps, 0U);
}

TEST_F(ColumnToolTest, Rows_AreTheFirstOnesAndTheOthersAreCounted) {
  const Answer answer = columns_of_text(kThreeRows, R"("paths":["\\A\\Y"],"rows":2)");
  ASSERT_EQ(answer.numbers.size(), 4U);
  EXPECT_EQ(answer.numbers[3], 3);
  EXPECT_EQ(number(answer.json, "rows"), 2);
  EXPECT_EQ(number(answer.json, "later_rows_left_out"), 1);
  const Answer later =
      columns_of_text(kThreeRows, R"("paths":["\\A\\Y"],"begin":"2026-11-21 10:00:01")");
  EXPECT_EQ(number(later.json, "rows"), 2);
  EXPECT_EQ(later.json.find("later_rows_left_out"), nullptr);
}

TEST_F(ColumnToolTest, LargeLog_IsCutAtAMillionNumbers) {
  std::string text = "\"(PDH-CSV 4.0) (UTC)(0)\"";
  std::string values;
  for (int i = 0; i < 1001; ++i) {
    text += ",\"\\\\M\\A(" + std::to_string(i) + ")\\X\"";
    values += ",\"1\"";
  }
  text += "\n";
  for (int row = 0; row < 1050; ++row) {
    const std::string minute = std::to_string(100 + row / 60).substr(1);
    const std::string second = std::to_string(100 + row % 60).substr(1);
    text += "\"11/21/2026 10:" + minute + ":" + second + ".000\"" + values + "\n";
  }
  const Answer answer = columns_of_text(text, R"("paths":["\\A(*)\\X"])");
  EXPECT_EQ(list(answer.json, "columns").size(), 1000U);
  EXPECT_EQ(number(answer.json, "columns_left_out"), 1);
  EXPECT_EQ(number(answer.json, "rows"), 1047);
  EXPECT_EQ(number(answer.json, "later_rows_left_out"), 3);
  EXPECT_EQ(answer.numbers.size(), 1047U * 1001U);
}

TEST_F(ColumnToolTest, PathsThatMatchNothing_AreNamed) {
  const Answer answer = columns_of_text(kThreeRows, R"("paths":["\\A\\Z"])");
  EXPECT_EQ(answer.numbers.size(), 3U);  // the times
  ASSERT_EQ(list(answer.json, "unmatched").size(), 1U);
  EXPECT_EQ(list(answer.json, "unmatched")[0].text_of("path"), "\\A\\Z");
}

TEST_F(ColumnToolTest, WithoutPaths_IsRefused) {
  const LocatedJson words = LocatedJson::parse(R"({"log":"log1","paths":[]})").value();
  EXPECT_EQ(begin_tool(*find_tool("columns"), session_, words).error().sentence,
            "paths names no counter");
}

}  // namespace
}  // namespace openperflib
