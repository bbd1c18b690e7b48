// export into a file .html: the page of a report.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/analysis/rule_file.h"
#include "openperflib/jobs/report/report_job.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/testing/called_tools.h"
#include "openperflib/testing/file_text.h"
#include "openperflib/view/report/report_page.h"

namespace openperflib {
namespace {

constexpr std::string_view kTwoSamples =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\A\\X\"\n"
    "\"11/21/2026 10:00:00.000\",\"1\"\n"
    "\"11/21/2026 10:00:02.500\",\"3\"\n";
constexpr std::string_view kNotes =
    "2026-11-21 10:00:01.250 deployed <b>\n2026-11-21 10:00:02.500 later\n";

WrittenNote note(std::string_view time, std::string text) {
  return {.time_local = time_from_written(time).value(), .text = std::move(text)};
}

// The page of a log, as `perflib report -o FILE.html` makes it.
std::string page_of(const std::string& file, std::vector<WrittenNote> notes) {
  auto job = ReportJob::begin({.logs = {.files = {file}},
                               .rules = read_rules(built_in_rules()).value(),
                               .notes = std::move(notes),
                               .overview = true},
                              fixed_titles());
  while (job->step().value() == JobStep::more) continue;
  const ReportModel model = job->take_model();
  return report_page(model.report, "1.2");
}

class ReportPageToolTest : public ToolTest {
 protected:
  // Opens a log with notes beside it, as log1. Returns its file.
  std::string opened_with_notes() {
    folder().write("a.csv", kTwoSamples);
    folder().write("a.csv.notes.txt", kNotes);
    const std::string file = folder().path() + "/a.csv";
    EXPECT_EQ(opened(file), "log1");
    return file;
  }
  std::string text_of(const std::string& name) {
    return text_of_file(folder().path() + "/" + name);
  }
};

TEST_F(ReportPageToolTest, Page_IsThatOfTheReportWithTheNotes) {
  const std::string file = opened_with_notes();
  const ToolAnswer exported = called("export", R"({"log":"log1","file":"out.HTML"})");
  EXPECT_EQ(exported.json.text_of("file"), "out.HTML");
  EXPECT_EQ(exported.json.text_of("format"), "HTML");
  EXPECT_EQ(exported.json.text_of("verdict"), "No verdict");
  const std::string page = text_of("out.HTML");
  EXPECT_EQ(number(exported.json, "bytes"), static_cast<double>(page.size()));
  EXPECT_EQ(page, page_of(file, {note("2026-11-21 10:00:01.250", "deployed <b>"),
                                 note("2026-11-21 10:00:02.500", "later")}));
  EXPECT_NE(page.find("deployed &lt;b&gt;"), std::string::npos);
}

TEST_F(ReportPageToolTest, PartOfALog_HasTheNotesInIt) {
  opened_with_notes();
  (void)called("export", R"({"log":"log1","file":"out.htm","end":"2026-11-21 10:00:02"})");
  const std::string page = text_of("out.htm");
  EXPECT_NE(page.find("deployed"), std::string::npos);
  EXPECT_EQ(page.find("later"), std::string::npos);
}

TEST_F(ReportPageToolTest, WhatAReportDoesNotHave_IsRefused) {
  opened_with_notes();
  EXPECT_EQ(refused("export", R"({"log":"log1","file":"a.html","paths":["\\A\\X"]})"),
            "a report is about whole logs; leave out paths");
  (void)called("export", R"({"log":"log1","file":"a.html"})");
  EXPECT_EQ(refused("export", R"({"log":"log1","file":"a.html"})"), "a.html: cannot be created");
}

}  // namespace
}  // namespace openperflib
