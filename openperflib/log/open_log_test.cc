// Any file opened as a log: what it is, or why it is none.
#include "openperflib/log/open_log.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/testing/file_text.h"
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

std::uint64_t records_left_in(LogReader& log) {
  LogRecord record;
  std::uint64_t records = 0;
  while (log.read(record).value_or(ReadResult::end) != ReadResult::end) ++records;
  return records;
}

TEST(OpenLog, BytesInMemory_AreTheSameLogAsTheirFile) {
  for (const char* name :
       {"tests/data/blg/SampleLog.blg", "tests/data/blg/BasicPerfCounters.blg"}) {
    const std::string bytes = text_of_file(source_path(name));
    const auto file = open_log(source_path(name), {.titles = fixed_titles()});
    const auto memory =
        open_log(ByteSource(as_bytes(bytes)), "memory.blg", {.titles = fixed_titles()});
    ASSERT_TRUE(file.has_value() && memory.has_value()) << name;
    EXPECT_EQ((*memory)->size(), (*file)->size());
    const std::uint64_t records = records_left_in(**file);
    EXPECT_GT(records, 0U);
    EXPECT_EQ(records_left_in(**memory), records);
  }
}

TEST(OpenLog, TextInMemory_IsReadToItsEnd) {
  const std::string_view text =
      "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\Memory\\Available Bytes\"\r\n"
      "\"11/22/2026 10:00:00.000\",\"4096\"\r\n\"11/22/2026 10:00:01.000\",\"4097\"\r\n";
  const auto log = open_log(ByteSource(as_bytes(text)), "memory", {.titles = fixed_titles()});
  ASSERT_TRUE(log.has_value());
  EXPECT_EQ((*log)->header().format, LogFormat::csv);
  EXPECT_EQ((*log)->size(), text.size());
  EXPECT_EQ(records_left_in(**log), 2U);
}

TEST(OpenLog, BytesInMemoryThatAreNotALog_AreNamedAsTheCallerCallsThem) {
  const auto log =
      open_log(ByteSource(as_bytes("Dear all,\n")), "notes", {.titles = fixed_titles()});
  ASSERT_FALSE(log.has_value());
  EXPECT_EQ(log.error().fault.file, "notes");
  EXPECT_EQ(log.error().pdh_code, PDH_UNKNOWN_LOG_FORMAT);
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
