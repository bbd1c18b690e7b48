#include "openperflib/log/log_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/base/bytes.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/utf16_bytes.h"

namespace openperflib {
namespace {

using namespace std::string_view_literals;

LogFileKind kind_of(std::string_view bytes) {
  return detect_log_format(as_bytes(bytes), bytes.size()).kind;
}

constexpr std::string_view kCsv = "\"(PDH-CSV 4.0) (CET)(-60)\",\"\\\\A\\System\\Threads\"\r\n";

TEST(LogFormat, Csv_IsRecognisedInEveryEncoding) {
  EXPECT_EQ(kind_of(kCsv), LogFileKind::csv);
  EXPECT_EQ(kind_of("\xEF\xBB\xBF" + std::string(kCsv)), LogFileKind::csv);
  EXPECT_EQ(kind_of("\xFF\xFE" + utf16_bytes(kCsv)), LogFileKind::csv);
  EXPECT_EQ(kind_of("\xFE\xFF" + utf16_bytes(kCsv, ByteOrder::big)), LogFileKind::csv);
  EXPECT_EQ(kind_of("\r\n\"(pdh-csv 4.0)\",\"\\\\A\\System\\Threads\"\r\n"), LogFileKind::csv);
  EXPECT_EQ(kind_of("\"(PDH-CSV 4.0) (\xD0\xD2\xC7 2)(-180)\"\r\n"), LogFileKind::csv);
}

TEST(LogFormat, CsvWithZerosAfterItsRows_IsCsv) {
  EXPECT_EQ(kind_of(std::string(kCsv) + std::string(4096, '\0')), LogFileKind::csv);
  EXPECT_EQ(kind_of("hello" + std::string(4096, '\0')), LogFileKind::unknown);
}

TEST(LogFormat, Tsv_IsNotCsv) {
  EXPECT_EQ(kind_of("\"(PDH-TSV 4.0) (CET)(-60)\"\t\"\\\\A\\System\\Threads\"\r\n"),
            LogFileKind::tsv);
}

TEST(LogFormat, RealLogs_AreBlg) {
  for (const char* name : {"BasicPerfCounters.blg", "SampleLog.blg"}) {
    const auto bytes = blg_example::real_log(name);
    const auto found = detect_log_format(Bytes(bytes).first(kBytesToDetect), bytes.size());
    EXPECT_EQ(found.kind, LogFileKind::blg) << name;
    EXPECT_EQ(found.format, LogFormat::blg);
    EXPECT_EQ(found.pdh_code, 0U);
  }
}

TEST(LogFormat, TraceOfSomethingElse_IsNamed) {
  auto bytes = blg_example::real_log("BasicPerfCounters.blg");
  bytes.resize(kBytesToDetect);
  const std::string guid(reinterpret_cast<const char*>(blg::event::kPdhGuid.data()), 16);
  std::string text(as_text(bytes));
  for (std::size_t at = text.find(guid); at != std::string::npos; at = text.find(guid, at)) {
    text[at] = 'X';
  }
  const auto found = detect_log_format(as_bytes(text), text.size());
  EXPECT_EQ(found.kind, LogFileKind::event_trace);
  EXPECT_EQ(found.description, "an event trace log (ETL), not a performance log");
  EXPECT_EQ(found.pdh_code, PDH_UNKNOWN_LOG_FORMAT);
  EXPECT_FALSE(found.format.has_value());
}

TEST(LogFormat, BlgThatEndsInItsFirstBuffers_IsCutOff) {
  auto bytes = blg_example::real_log("BasicPerfCounters.blg");
  const std::uint32_t buffer = load<std::uint32_t>(bytes, blg::buffer::kSize.offset);
  for (const std::size_t size : {std::size_t{600}, std::size_t{buffer}, std::size_t{buffer} + 20}) {
    bytes.resize(size);
    const auto found = detect_log_format(bytes, size);
    EXPECT_EQ(found.kind, LogFileKind::cut_trace) << size;
    EXPECT_EQ(found.description, "the beginning of a BLG or ETL, cut off before its first sample");
    EXPECT_EQ(found.advice, "copy the whole file again");
    bytes = blg_example::real_log("BasicPerfCounters.blg");
  }
}

TEST(LogFormat, PackedFile_IsNamedWithTheToolThatUnpacksIt) {
  const auto zip = detect_log_format(as_bytes("PK\3\4\24\0\0\0\10\0"sv), 10);
  EXPECT_EQ(zip.kind, LogFileKind::packed);
  EXPECT_EQ(zip.description, "a ZIP archive");
  EXPECT_EQ(zip.advice, "unpack it first (unzip)");
  EXPECT_EQ(zip.pdh_code, PDH_UNKNOWN_LOG_FORMAT);
  EXPECT_FALSE(zip.format.has_value());
  EXPECT_EQ(detect_log_format(as_bytes("\x1F\x8B\10"sv), 3).advice, "decompress it first (gunzip)");
  EXPECT_EQ(kind_of("BZh91AY&SY...."), LogFileKind::packed);
  EXPECT_EQ(kind_of("\x28\xB5\x2F\xFD"sv), LogFileKind::packed);
  EXPECT_EQ(kind_of("\xFD"
                    "7zXZ\0"sv),
            LogFileKind::packed);
  EXPECT_EQ(kind_of(std::string(257, '\0') + "ustar"), LogFileKind::packed);
  EXPECT_EQ(kind_of("PK\3"), LogFileKind::unknown) << "cut off within its signature";
}

TEST(LogFormat, Workbook_IsNamedWithWhatToDo) {
  const std::string head = "PK\3\4" + std::string(26, '\0');
  const auto workbook =
      detect_log_format(as_bytes(head + "[Content_Types].xml<...>PK\3\4xl/workbook.xml"), 100);
  EXPECT_EQ(workbook.kind, LogFileKind::packed);
  EXPECT_EQ(workbook.description, "an Excel workbook");
  EXPECT_EQ(workbook.advice, "save it as CSV in Excel");
  EXPECT_EQ(detect_log_format(as_bytes(head + "word/document.xml"), 100).description,
            "a ZIP archive");
  const std::string_view calc = "mimetypeapplication/vnd.oasis.opendocument.spreadsheet";
  EXPECT_EQ(detect_log_format(as_bytes(head + std::string(calc)), 100).description,
            "an OpenDocument spreadsheet");
  EXPECT_EQ(detect_log_format(as_bytes("\x89PNG\r\n\x1A\n"sv), 8).description,
            "a PNG image, not a performance log");
}

TEST(LogFormat, BlgWithADamagedHeader_IsNamed) {
  auto bytes = blg_example::real_log("BasicPerfCounters.blg");
  std::ranges::fill(std::span(bytes).first(400), std::byte{0xA5});
  const auto found =
      detect_log_format(Bytes(bytes).first(std::min(bytes.size(), kBytesToDetect)), bytes.size());
  EXPECT_EQ(found.kind, LogFileKind::damaged_blg);
  EXPECT_EQ(found.description, "a binary performance log (BLG) whose header is damaged");
  EXPECT_EQ(found.pdh_code, PDH_UNKNOWN_LOG_FORMAT);
}

TEST(LogFormat, RecordingWithADamagedHeader_IsNamed) {
  const std::string damaged = std::string(128, '\1') + "\x5E\x9D" + "RECR\x7F\xA0" + "....";
  const auto found = detect_log_format(as_bytes(damaged), damaged.size());
  EXPECT_EQ(found.kind, LogFileKind::damaged_recording);
  EXPECT_EQ(found.description, "a recording (.perfrec) whose header is damaged");
}

TEST(LogFormat, EventLogAndDatabase_AreNamed) {
  EXPECT_EQ(kind_of("ElfFile\0\0\0"sv), LogFileKind::event_log);
  EXPECT_EQ(kind_of("SQLite format 3\0\20\0"sv), LogFileKind::database);
}

TEST(LogFormat, BlgWithADamagedBufferSize_IsBlg) {
  auto bytes = blg_example::real_log("BasicPerfCounters.blg");
  bytes[1] = std::byte{0x17};
  EXPECT_EQ(detect_log_format(Bytes(bytes).first(kBytesToDetect), bytes.size()).kind,
            LogFileKind::blg);
}

TEST(LogFormat, DataBlock_IsNotALog) {
  const auto found = detect_log_format(as_bytes("P\0E\0R\0F\0\1\0\0\0"sv), 12);
  EXPECT_EQ(found.kind, LogFileKind::data_block);
  EXPECT_EQ(found.description, "a performance data block, not a performance log");
  EXPECT_EQ(kind_of("\0P\0E\0R\0F\0\0\0\0"sv), LogFileKind::data_block);
}

TEST(LogFormat, LogOfNt4_IsRefusedByName) {
  const auto found =
      detect_log_format(as_bytes("\1\0\2\0\7\0\0\0P\0E\0R\0F\0\1\0\0\0\1\0\0\0"sv), 24);
  EXPECT_EQ(found.kind, LogFileKind::perfmon);
  EXPECT_EQ(found.description,
            "a log of Performance Monitor of Windows NT 4, which is not supported");
  EXPECT_EQ(found.pdh_code, PDH_UNKNOWN_LOG_FORMAT);
}

TEST(LogFormat, SheetWithoutAZone_IsALogIfAPathFollows) {
  EXPECT_EQ(kind_of("\xEF\xBB\xBF\"time\",\"\\\\ONE\\Memory\\Available Bytes\"\r\n"),
            LogFileKind::csv);
  EXPECT_EQ(kind_of("time;\\\\ONE\\Memory\\Available Bytes\r\n"), LogFileKind::csv);
  EXPECT_EQ(kind_of("\"time\",\"path\",\"value\"\r\n"), LogFileKind::text);
}

TEST(LogFormat, WhatIsNone_IsNamed) {
  EXPECT_EQ(detect_log_format({}, 0).description, "an empty file, not a performance log");
  EXPECT_EQ(detect_log_format({}, 0).pdh_code, PDH_UNKNOWN_LOG_FORMAT);
  EXPECT_EQ(kind_of("time,value\n1,2\n"), LogFileKind::text);
  EXPECT_EQ(detect_log_format(as_bytes("hello"), 5).description,
            "a text file, not a performance log");
  EXPECT_EQ(kind_of("\x7F"
                    "ELF\2\1\1\0\0\0\0\0"sv),
            LogFileKind::unknown);
  EXPECT_EQ(detect_log_format(as_bytes("\0"sv), 1).description, "not a performance log");
}

}  // namespace
}  // namespace openperflib
