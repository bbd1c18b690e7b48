#include "openperflib/log/text/text_log_encoding.h"

#include <gtest/gtest.h>

#include "openperflib/log/text/text_log_encoding_internal.h"
#include "openperflib/testing/logs/text_log_example.h"
#include "openperflib/testing/utf16_bytes.h"

namespace openperflib {
namespace {

using How = TextLogEncoding::How;

// A log of one column and one row, with the column's bytes as they are.
std::string log_with_column(std::string_view column) {
  return "\"(PDH-CSV 4.0) (UTC)(0)\",\"" + std::string(column) +
         "\"\r\n\"09/13/2021 10:00:00.000\",\"1.5\"\r\n";
}

// The one column of a log, and how its letters are known.
struct FoundColumn {
  std::string column;
  std::string encoding;
  std::size_t records = 0;
  bool operator==(const FoundColumn&) const = default;
};

std::ostream& operator<<(std::ostream& out, const FoundColumn& found) {
  return out << found.column << " | " << found.encoding << " | " << found.records;
}

FoundColumn found_in(std::string_view bytes, const TextLogOptions& options = {}) {
  const ReadLog log = read_log(bytes, options);
  if (log.reader == nullptr) return {describe(log.fault), "", 0};
  return {std::string(log.reader->column_text(0)), describe(log.reader->encoding()),
          log.records.size()};
}

constexpr std::string_view kMemory = "\\\\H\\M\xC3\xA9moire\\Octets valid\xC3\xA9s";  // Mémoire

TEST(TextLogEncoding, Utf8_WithAndWithoutItsMark) {
  const FoundColumn wanted{std::string(kMemory), "UTF-8", 1};
  EXPECT_EQ(found_in(log_with_column(kMemory)), wanted);
  EXPECT_EQ(found_in("\xEF\xBB\xBF" + log_with_column(kMemory)), wanted);
}

TEST(TextLogEncoding, Utf16_WithAndWithoutItsMark) {
  for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
    const FoundColumn wanted{std::string(kMemory),
                             order == ByteOrder::little ? "UTF-16LE" : "UTF-16BE", 1};
    EXPECT_EQ(found_in(utf16_bytes(log_with_column(kMemory), order)), wanted);
    EXPECT_EQ(found_in(utf16_bytes("\xEF\xBB\xBF" + log_with_column(kMemory), order)), wanted);
    EXPECT_EQ(found_in(utf16_bytes("\r\n" + log_with_column(kMemory), order)), wanted);
  }
}

TEST(TextLogEncoding, OffsetsInUtf16_AreBytesOfTheFile) {
  const std::string row = "\"09/13/2021 10:00:00.000\",\"x\"\r\n";
  const std::string text = "\xEF\xBB\xBF" + log_with_column(kMemory);
  const ReadLog log = read_log(utf16_bytes(text + row, ByteOrder::little));
  ASSERT_EQ(log.records.size(), 2U);
  const std::size_t begin = utf16_bytes(text, ByteOrder::little).size();
  EXPECT_EQ(log.records[1].offset, begin);
  ASSERT_EQ(log.reader->anomalies().size(), 1U);
  EXPECT_EQ(log.reader->anomalies()[0].what.error->offset, begin + 2 * row.find("\"x"));
  EXPECT_EQ(log.reader->position(), log.reader->size());
}

// "\\H\Процессор(0)\% загруженности процессора", as a Russian Windows writes it.
constexpr std::string_view kRussian1251 =
    "\\\\H\\\xCF\xF0\xEE\xF6\xE5\xF1\xF1\xEE\xF0(0)\\% "
    "\xE7\xE0\xE3\xF0\xF3\xE6\xE5\xED\xED\xEE\xF1\xF2\xE8 \xEF\xF0\xEE\xF6\xE5\xF1\xF1\xEE\xF0\xE0";
constexpr std::string_view kFrench1252 = "\\\\H\\M\xE9moire\\Octets valid\xE9s";
constexpr std::string_view kChinese936 =
    "\\\\H\\\xC4\xDA\xB4\xE6\\\xBF\xC9\xD3\xC3\xD7\xD6\xBD\xDA";

TEST(TextLogEncoding, CodePages_AreDetectedByTheirLettersAndReported) {
  EXPECT_EQ(found_in(log_with_column(kRussian1251)),
            (FoundColumn{"\\\\H\\Процессор(0)\\% загруженности процессора",
                         "code page 1251 (detected)", 1}));
  EXPECT_EQ(found_in(log_with_column(kFrench1252)),
            (FoundColumn{std::string(kMemory), "code page 1252 (detected)", 1}));
  EXPECT_EQ(found_in(log_with_column(kChinese936)),
            (FoundColumn{"\\\\H\\内存\\可用字节", "code page 936 (detected)", 1}));
  EXPECT_EQ(
      anomalies_of(read_log(log_with_column(kRussian1251))),
      "log.csv, line 1: text log.code page (detected) at byte 0: has an invalid value (1251)\n");
}

// "\\SRV\İşlemci(_Total)\% İşlemci Zamanı", as a Turkish Windows writes it.
constexpr std::string_view kTurkish1254 =
    "\\\\SRV\\\xDD\xFElemci(_Total)\\% \xDD\xFElemci Zaman\xFD";

TEST(TextLogEncoding, OtherCodePagesWithOtherLetters_AreNamed) {
  const ReadLog log = read_log(log_with_column(kTurkish1254));
  EXPECT_EQ(describe(log.reader->encoding()), "code page 1252 (detected)");
  ASSERT_EQ(log.reader->anomaly_count(), 2U);
  std::vector<std::uint32_t> pages;
  for (std::size_t i = 0; i < kAnsiCodePages.size(); ++i) {
    if ((log.reader->anomalies()[1].what.error->aux >> i & 1U) != 0)
      pages.push_back(kAnsiCodePages[i]);
  }
  EXPECT_EQ(pages, (std::vector<std::uint32_t>{1250, 1254, 1257}));
  EXPECT_EQ(read_log(log_with_column(kFrench1252)).reader->anomaly_count(), 1U)
      << "all code pages have the same letters there";
  TextLogOptions options;
  options.code_page = 1254;
  EXPECT_EQ(found_in(log_with_column(kTurkish1254), options).column,
            "\\\\SRV\\İşlemci(_Total)\\% İşlemci Zamanı");
}

TEST(TextLogEncoding, GreekArabicAndKorean_AreNotTakenForTheirNeighbours) {
  // Επεξεργαστής(_Total)\% Χρόνος επεξεργαστή
  EXPECT_EQ(
      found_in(log_with_column("\\\\H\\\xC5\xF0\xE5\xEE\xE5\xF1\xE3\xE1\xF3\xF4\xDE\xF2(_Total)\\% "
                               "\xD7\xF1\xFC\xED\xEF\xF2"))
          .column,
      "\\\\H\\Επεξεργαστής(_Total)\\% Χρόνος");
  // المعالج
  EXPECT_EQ(found_in(log_with_column("\\\\H\\\xC7\xE1\xE3\xDA\xC7\xE1\xCC\\X")).column,
            "\\\\H\\المعالج\\X");
  // 프로세서(_Total)\% 프로세서 시간
  EXPECT_EQ(found_in(log_with_column("\\\\H\\\xC7\xC1\xB7\xCE\xBC\xBC\xBC\xAD(_Total)\\% "
                                     "\xC7\xC1\xB7\xCE\xBC\xBC\xBC\xAD \xBD\xC3\xB0\xA3"))
                .column,
            "\\\\H\\프로세서(_Total)\\% 프로세서 시간");
}

TEST(TextLogEncoding, CallersChoice_IsOverWhatIsDetected) {
  TextLogOptions options;
  options.code_page = 1251;
  EXPECT_EQ(found_in(log_with_column(kFrench1252), options),
            (FoundColumn{"\\\\H\\Mйmoire\\Octets validйs", "code page 1251", 1}));
  EXPECT_EQ(anomalies_of(read_log(log_with_column(kFrench1252), options)), "");
}

TEST(TextLogEncoding, UndecodableBytes_AreKeptAsUnknownLettersAndReported) {
  const ReadLog log = read_log(log_with_column("\\\\H\\\x81\x8D\x8F\x90\x9D\\X"));
  EXPECT_EQ(log.reader->encoding().how, How::unknown);
  EXPECT_EQ(log.reader->column_text(0), "\\\\H\\\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\\X");
  EXPECT_EQ(log.records.size(), 1U);
  EXPECT_EQ(log.reader->anomaly_count(), 2U) << "the letters, and code pages that have all of them";
}

TEST(TextLogEncoding, QuotesAndCommas_AreNotPartOfALetter) {
  TextLogOptions options;
  options.code_page = 932;  // the second byte of its letters may be a backslash, never a quote
  EXPECT_EQ(found_in(log_with_column("\\\\H\\\x83\x5C\\X"), options).column, "\\\\H\\ソ\\X");
}

}  // namespace
}  // namespace openperflib
