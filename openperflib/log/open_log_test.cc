// Any file opened as a log: what it is, or why it is none.
#include "openperflib/log/open_log.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

std::string source_path(const std::string& name) {
  return std::string(OPENPERFLIB_SOURCE_DIR "/") + name;
}

TEST(OpenLog, BinaryLog_IsReadAsOne) {
  const auto log =
      open_log(source_path("tests/data/blg/SampleLog.blg"), {.titles = fixed_titles()});
  ASSERT_TRUE(log.has_value());
  EXPECT_EQ((*log)->header().format, LogFormat::blg);
  EXPECT_EQ((*log)->header().content, LogContent::readings);
}

TEST(OpenLog, TextLogNamedBlg_IsReadAsWhatItIs) {
  MadeFolder folder;
  folder.write("server.blg",
               "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\Memory\\Available Bytes\"\r\n"
               "\"11/22/2026 10:00:00.000\",\"4096\"\r\n");
  const auto log = open_log(folder.path() + "/server.blg", {.titles = fixed_titles()});
  ASSERT_TRUE(log.has_value());
  EXPECT_EQ((*log)->header().format, LogFormat::csv);
}

TEST(OpenLog, WhatIsNotALog_IsNamedWithPdhsCode) {
  MadeFolder folder;
  folder.write("notes.blg", "Dear all,\n");
  folder.write("empty.blg", "");
  const auto text = open_log(folder.path() + "/notes.blg", {.titles = fixed_titles()});
  ASSERT_FALSE(text.has_value());
  EXPECT_EQ(text.error().pdh_code, PDH_UNKNOWN_LOG_FORMAT);
  EXPECT_EQ(text.error().kind, LogFileKind::text);
  EXPECT_EQ(describe(text.error()), folder.path() +
                                        "/notes.blg: is a text file, not a performance log; "
                                        "text logs begin with PDH-CSV or PDH-TSV");
  const auto empty = open_log(folder.path() + "/empty.blg", {.titles = fixed_titles()});
  ASSERT_FALSE(empty.has_value());
  EXPECT_EQ(empty.error().kind, LogFileKind::empty);
}

TEST(OpenLog, BinaryLogThatEndsBeforeItsCatalog_IsCutOff) {
  std::ifstream whole(source_path("tests/data/blg/SampleLog.blg"), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(whole), std::istreambuf_iterator<char>()};
  text.resize(80'000);  // within its tables of names
  MadeFolder folder;
  folder.write("begins.blg", text);
  const auto log = open_log(folder.path() + "/begins.blg", {.titles = fixed_titles()});
  ASSERT_FALSE(log.has_value());
  EXPECT_EQ(describe(log.error()),
            folder.path() +
                "/begins.blg: is a binary log without a list of counters; it is cut "
                "off or damaged, so copy the whole file again");
}

TEST(OpenLog, WhatCannotBeOpened_SaysWhatTheSystemSaid) {
  MadeFolder folder;
  const auto missing = open_log(folder.path() + "/no.blg", {.titles = fixed_titles()});
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().pdh_code, PDH_FILE_NOT_FOUND);
  EXPECT_FALSE(open_log(folder.path(), {.titles = fixed_titles()}).has_value());
}

}  // namespace
}  // namespace openperflib
