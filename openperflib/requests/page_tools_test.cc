// The tools of the views of a page: times as numbers, one moment, the largest instances, the
// report, the comparison, the structure of files, and what is exported.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "openperflib/testing/called_tools.h"
#include "openperflib/testing/file_text.h"

namespace openperflib {
namespace {

const std::string kSampleFile = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";
constexpr double kTenUtc = 1'795'255'200;  // 2026-11-21 10:00:00 UTC
constexpr std::string_view kTwoInstances =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\A(a)\\X\",\"\\\\M\\A(b)\\X\",\"\\\\M\\A(a)\\Y\"\n"
    "\"11/21/2026 10:00:00.000\",\"1\",\"20\",\"5\"\n"
    "\"11/21/2026 10:00:01.250\",\"2\",\"30\",\"6\"\n"
    "\"11/21/2026 10:00:02.500\",\"3\",\"40\",\"7\"\n";

using PageToolsTest = ToolTest;

std::string of_log1(std::string_view more) { return fmt::format(R"({{"log":"log1",{}}})", more); }

TEST_F(PageToolsTest, TimeAsANumber_IsThatOfTheRecord) {
  opened_text(kTwoInstances);
  const ToolAnswer rows =
      called("columns", of_log1(fmt::format(R"("paths":["\\A(a)\\X"],"begin":{:.2f},"end":{:.2f})",
                                            kTenUtc + 1.25, kTenUtc + 1.25)));
  ASSERT_EQ(rows.numbers.size(), 2U);
  EXPECT_EQ(rows.numbers[0], kTenUtc + 1.25);
  EXPECT_EQ(rows.numbers[1], 2);
}

// 2007-08-14 15:45:38.6 on a clock four hours behind UTC.
TEST_F(PageToolsTest, TimeAsANumber_IsInUtc) {
  opened(kSampleFile);
  const ToolAnswer as_text =
      called("columns", of_log1(R"("paths":["\\Memory\\*"],"begin":"2007-08-14 15:45")"));
  const ToolAnswer as_number =
      called("columns", of_log1(R"("paths":["\\Memory\\*"],"begin":1187120700)"));
  EXPECT_EQ(as_number.text, as_text.text);
  EXPECT_LT(number(as_text.json, "rows"), 11);
}

TEST_F(PageToolsTest, Moment_HasTheLinesOfASample) {
  opened_text(kTwoInstances);
  const ToolAnswer at =
      called("at", of_log1(fmt::format(R"("time":{:.2f},"paths":["\\A(*)\\X"])", kTenUtc + 1.25)));
  EXPECT_EQ(number(at.json, "time_unix"), kTenUtc + 1.25);
  ASSERT_EQ(list(at.json, "groups").size(), 1U);
  const LocatedJson& group = list(at.json, "groups")[0];
  ASSERT_EQ(list(group, "lines").size(), 2U);
  EXPECT_EQ(list(group, "lines")[0].text_of("path"), "\\\\M\\A(b)\\X");
  EXPECT_EQ(number(list(group, "lines")[0], "value"), 30);
  EXPECT_EQ(number(list(group, "lines")[1], "value"), 2);
  const ToolAnswer first =
      called("at", of_log1(R"("time":"2026-11-21 10:00:02","paths":["\\A(*)\\X"],"limit":1)"));
  EXPECT_EQ(number(first.json, "time_unix"), kTenUtc + 1.25);
  EXPECT_EQ(list(list(first.json, "groups").at(0), "lines").size(), 1U);
  EXPECT_EQ(number(list(first.json, "groups").at(0), "left_out"), 1);
}

TEST_F(PageToolsTest, MomentOutsideTheLog_HasNoSample) {
  opened_text(kTwoInstances);
  const ToolAnswer at = called("at", of_log1(R"("time":"2026-11-20 10:00")"));
  EXPECT_TRUE(is_null(at.json, "time"));
  EXPECT_TRUE(is_null(at.json, "time_unix"));
  EXPECT_TRUE(list(at.json, "groups").empty());
}

TEST_F(PageToolsTest, Top_HasFurtherCountersOfTheSameInstances) {
  opened_text(kTwoInstances);
  const ToolAnswer top =
      called("top", of_log1(R"("path":"\\A(*)\\X","also":["y","Z"],"by":"max")"));
  ASSERT_EQ(list(top.json, "series").size(), 2U);
  const LocatedJson& b = list(top.json, "series")[0];
  EXPECT_EQ(b.text_of("path"), "\\\\M\\A(b)\\X");
  EXPECT_EQ(b.text_of("title"), "\\A(b)");
  EXPECT_EQ(number(b, "average"), 30);
  ASSERT_EQ(list(b, "also").size(), 2U);
  EXPECT_EQ(list(b, "also")[0].kind, LocatedJson::Kind::nothing);
  const LocatedJson& a = list(top.json, "series")[1];
  EXPECT_EQ(number(list(a, "also").at(0), "average"), 6);
  EXPECT_EQ(number(list(a, "also")[0], "max"), 7);
  EXPECT_EQ(list(a, "also").at(1).kind, LocatedJson::Kind::nothing);
  EXPECT_EQ(number(top.json, "first_unix"), kTenUtc);
}

TEST_F(PageToolsTest, ReportWithDetails_HasRunsFactsAndSkippedRules) {
  opened(kSampleFile);
  const ToolAnswer report = called("report", of_log1(R"("details":true)"));
  ASSERT_FALSE(list(report.json, "findings").empty());
  const LocatedJson& worst = list(report.json, "findings")[0];
  EXPECT_EQ(worst.text_of("rule"), "cpu.kernel");
  const LocatedJson& finding = list(worst, "instances").at(0);
  EXPECT_EQ(finding.text_of("level"), "critical");
  ASSERT_FALSE(list(finding, "paths").empty());
  ASSERT_FALSE(list(finding, "runs").empty());
  const LocatedJson& run = list(finding, "runs")[0];
  EXPECT_GE(number(run, "begin_unix"), 1'187'120'438);
  EXPECT_LE(number(run, "begin_unix"), number(run, "end_unix"));
  const LocatedJson* const counts = report.json.find("counts");
  ASSERT_NE(counts, nullptr);
  EXPECT_EQ(number(*counts, "judged") + number(*counts, "skipped"), number(*counts, "rules"));
  double skipped = 0;
  for (const LocatedJson& one : list(report.json, "skipped")) {
    EXPECT_FALSE(one.text_of("reason").empty());
    skipped += static_cast<double>(list(one, "rules").size());
  }
  EXPECT_EQ(skipped, number(*counts, "skipped"));
  EXPECT_EQ(static_cast<double>(list(report.json, "passed").size()), number(*counts, "passed"));
  EXPECT_FALSE(list(report.json, "facts").empty());
  const ToolAnswer brief = called("report", R"({"log":"log1"})");
  EXPECT_EQ(brief.json.find("counts"), nullptr);
  EXPECT_EQ(list(list(brief.json, "findings").at(0), "instances").at(0).find("runs"), nullptr);
}

// A page draws what a finding is about: each of its paths is one that the log has or none.
TEST_F(PageToolsTest, PathsOfAFinding_AreThoseOfItsInstance) {
  opened(kSampleFile);
  const ToolAnswer report = called("report", of_log1(R"("details":true)"));
  for (const LocatedJson& rule : list(report.json, "findings")) {
    for (const LocatedJson& finding : list(rule, "instances")) {
      const std::string object(finding.text_of("object"));
      const std::string instance(finding.text_of("instance"));
      for (const LocatedJson& path : list(finding, "paths")) {
        if (instance.empty() || !path.text.starts_with("\\" + object + "(")) continue;
        EXPECT_TRUE(path.text.starts_with("\\" + object + "(" + instance + ")")) << path.text;
      }
    }
  }
}

TEST_F(PageToolsTest, DifferenceOfTwoParts_ComparesThem) {
  opened_text(kTwoInstances);
  const ToolAnswer difference =
      called("difference", fmt::format(R"({{"before":"log1","after":"log1","at_before":{:.0f},)"
                                       R"("at_after":{:.2f},"seconds":1}})",
                                       kTenUtc, kTenUtc + 1.25));
  const LocatedJson* const before = difference.json.find("before");
  const LocatedJson* const after = difference.json.find("after");
  ASSERT_NE(before, nullptr);
  ASSERT_NE(after, nullptr);
  EXPECT_EQ(number(*before, "first_unix"), kTenUtc);
  EXPECT_EQ(number(*after, "first_unix"), kTenUtc + 1.25);
  EXPECT_EQ(refused("difference", R"({"before":"log1","after":"log1","seconds":-1})"),
            "seconds is not a length of time");
}

TEST_F(PageToolsTest, Facts_HaveTheStructureOfEachFile) {
  opened(kSampleFile);
  const ToolAnswer facts = called("facts", R"({"log":"log1"})");
  ASSERT_EQ(list(facts.json, "files").size(), 1U);
  const LocatedJson& file = list(facts.json, "files")[0];
  EXPECT_EQ(file.text_of("name"), kSampleFile);
  ASSERT_NE(file.find("structure"), nullptr);
  EXPECT_EQ(file.find("structure")->text_of("format"), "blg");
  EXPECT_EQ(number(file, "size"), number(*file.find("structure"), "size"));
  EXPECT_FALSE(file.text_of("version").empty());
  const std::string text = opened_text(kTwoInstances);
  const ToolAnswer of_text = called("facts", R"({"log":")" + text + R"("})");
  EXPECT_TRUE(is_null(list(of_text.json, "files").at(0), "structure"));
}

TEST_F(PageToolsTest, ExportedText_HasThePathsAndTheTime) {
  opened_text(kTwoInstances);
  const ToolAnswer exported = called(
      "export", of_log1(R"("file":"out.csv","paths":["\\A(b)\\X"],"begin":"2026-11-21 10:00:01")"));
  EXPECT_EQ(number(exported.json, "records"), 2);
  EXPECT_EQ(number(exported.json, "first_unix"), kTenUtc + 1.25);
  EXPECT_EQ(number(exported.json, "bytes"), 103);
  EXPECT_EQ(text_of_file(folder().path() + "/out.csv"),
            "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\A(b)\\X\"\r\n"
            "\"11/21/2026 10:00:01.250\",\"30\"\r\n"
            "\"11/21/2026 10:00:02.500\",\"40\"\r\n");
}

TEST_F(PageToolsTest, ExportedBlg_IsALogOfTheSameValues) {
  opened(kSampleFile);
  const ToolAnswer exported =
      called("export", of_log1(R"("file":"out.blg","paths":["\\Memory\\Available Bytes"])"));
  EXPECT_EQ(number(exported.json, "records"), 11);
  const std::string copy = opened(folder().path() + "/out.blg");
  const ToolAnswer numbers =
      called("columns", R"({"log":")" + copy + R"(","paths":["\\Memory\\Available Bytes"]})");
  ASSERT_EQ(numbers.numbers.size(), 22U);
  EXPECT_EQ(numbers.numbers[11], 83'587'072.0);
}

TEST_F(PageToolsTest, WhatCannotBeExported_IsASentence) {
  opened_text(kTwoInstances);
  for (const std::string_view name : {"out.xlsx", "-", "", "SQL:a!b"}) {
    EXPECT_EQ(refused("export", of_log1(fmt::format(R"("file":"{}")", name))),
              "file is not the name of a .csv, .tsv, .blg, .perfrec or .html")
        << name;
  }
  EXPECT_FALSE(refused("export", of_log1(R"("file":"out.blg")")).empty());  // it has no readings
  EXPECT_FALSE(refused("export", of_log1(R"("file":"a.csv","end":"2020-01-01")")).empty());
  (void)called("export", of_log1(R"("file":"out.csv")"));
  EXPECT_EQ(refused("export", of_log1(R"("file":"out.csv")")), "out.csv: cannot be created");
}

TEST_F(PageToolsTest, ClientThatMayNotWrite_IsRefused) {
  ToolEnvironment environment{.titles = fixed_titles()};
  environment.file_of = [](const std::string& path) { return path; };
  ToolSession session(std::move(environment));
  const LocatedJson words = LocatedJson::parse(of_log1(R"("file":"out.csv")")).value();
  EXPECT_EQ(begin_tool(*find_tool("export"), session, words).error().sentence,
            "this client may not write files");
}

}  // namespace
}  // namespace openperflib
