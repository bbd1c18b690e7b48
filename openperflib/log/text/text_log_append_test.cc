#include <fcntl.h>
#include <gtest/gtest.h>

#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/testing/logs/text_log_example.h"
#include "openperflib/testing/size_limit.h"

namespace openperflib {
namespace {

using Target = TextLogWriteOptions::Target;
using Flush = TextLogWriteOptions::Flush;

const std::vector<std::string>& two_paths() {
  static const std::vector<std::string> paths = {R"(\\H\Memory\A)", R"(\\H\Memory\B)"};
  return paths;
}

constexpr std::string_view kHeadInCet =
    "\"(PDH-CSV 4.0) (CET)(-60)\",\"\\\\H\\Memory\\A\",\"\\\\H\\Memory\\B\"\r\n";

std::string written_text(const UniqueFd& file) {
  std::string text(1U << 20, '\0');
  const ssize_t size = ::pread(file.get(), text.data(), text.size(), 0);
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return text;
}

Row row_of(double a) {
  Row row{.time_utc = kMidnight, .values = {}};
  row.values = {{.number = a, .status = CStatus::valid_data}, Value::unusable(CStatus::no_data)};
  return row;
}

TextLogWriter writer_of(const UniqueFd& file, ZoneOffset zone = {"CET", -60},
                        TextLogWriteOptions options = {}) {
  return {file.get(), "log.csv", TextLogFormat::csv, std::move(zone), std::move(options)};
}

// The result of begin_columns() for a file with `text`, and the file afterwards.
struct Appended {
  std::expected<void, SourceFault> begun;
  std::string text;
};

Appended append_to(std::string_view text, const std::vector<std::string>& paths = two_paths(),
                   TextLogWriteOptions options = {}) {
  const UniqueFd file = file_of(text);
  options.target = Target::append;
  auto writer = writer_of(file, {"UTC", 0}, options);
  auto begun = writer.begin_columns(paths);
  if (begun.has_value()) {
    EXPECT_TRUE(writer.write({}, row_of(7)).has_value());
    EXPECT_TRUE(writer.end().has_value());
  }
  return {std::move(begun), written_text(file)};
}

// A log of Windows is read by the rules of its zone, so new rows follow them too.
TEST(TextLogAppend, RowsAfterTheEndOfDaylightTime_AreOnTheClockOfTheZone) {
  for (const char* first : {"07/01/2026 12:00:00.000", "11/01/2026 00:30:00.000"}) {
    const Appended appended = append_to(
        "\"(PDH-CSV 4.0) (Eastern Daylight "
        "Time)(240)\",\"\\\\H\\Memory\\A\",\"\\\\H\\Memory\\B\"\r\n\"" +
        std::string(first) + "\",\"1\",\"2\"\r\n");
    ASSERT_TRUE(appended.begun.has_value());
    EXPECT_TRUE(appended.text.ends_with("\"11/21/2026 19:00:00.000\",\"7\",\" \"\r\n"))
        << appended.text;
    const ReadLog log = read_log(appended.text);
    EXPECT_EQ(log.records.back().row.time_utc, kMidnight);
  }
}

constexpr std::string_view kRowInCet = "\"11/22/2026 01:00:00.000\",\"7\",\" \"\r\n";

TEST(TextLogAppend, ToTheSameColumns_ContinuesOnTheClockOfTheHeader) {
  const Appended appended = append_to(std::string(kHeadInCet) + std::string(kRowInCet));
  ASSERT_TRUE(appended.begun.has_value());
  EXPECT_EQ(appended.text,
            std::string(kHeadInCet) + std::string(kRowInCet) + std::string(kRowInCet));
}

TEST(TextLogAppend, ToAnEmptyFile_BeginsIt) {
  EXPECT_EQ(append_to("").text,
            "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\H\\Memory\\A\",\"\\\\H\\Memory\\B\"\r\n"
            "\"11/22/2026 00:00:00.000\",\"7\",\" \"\r\n");
}

TEST(TextLogAppend, AfterACutRow_BeginsANewLine) {
  const std::string cut = std::string(kHeadInCet) + "\"11/22/2026 01:0";
  const Appended appended = append_to(cut);
  EXPECT_EQ(appended.text, cut + "\r\n" + std::string(kRowInCet));
  EXPECT_EQ(read_log(appended.text).records.size(), 1U);
}

TEST(TextLogAppend, ToOtherColumns_IsRefusedWithTheColumnAndNothingIsWritten) {
  const struct {
    std::string_view text;
    std::string_view told;
  } cases[] = {
      {"\"(PDH-CSV 4.0) (CET)(-60)\",\"\\\\H\\Memory\\A\",\"\\\\H\\Memory\\C\"\r\n",
       "42: does not match the rest of the data (2)"},
      {"\"(PDH-CSV 4.0) (CET)(-60)\",\"\\\\H\\Memory\\A\"\r\n",
       "0: does not match the rest of the data (2)"},
      {"\"(PDH-TSV 4.0) (CET)(-60)\"\t\"\\\\H\\Memory\\A\"\t\"\\\\H\\Memory\\B\"\r\n",
       "0: does not match the rest of the data (0)"},
      {"\"(PDH-CSV 4.0)\",\"\\\\H\\Memory\\A\",\"\\\\H\\Memory\\B\"\r\n",
       "0: does not match the rest of the data (0)"},
      {"hello\r\n", "0: does not match the rest of the data (0)"},
  };
  for (const auto& one : cases) {
    const Appended appended = append_to(one.text);
    ASSERT_FALSE(appended.begun.has_value()) << one.text;
    EXPECT_TRUE(is_unmatched_append(appended.begun.error()));
    EXPECT_EQ(describe(appended.begun.error()),
              "log.csv: text log.header to append to at byte " + std::string(one.told));
    EXPECT_EQ(appended.text, one.text);
  }
}

TEST(TextLogAppend, ToOneThatCannotBeRead_IsTheSystemsFault) {
  const UniqueFd written(::open("/tmp", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  ASSERT_EQ(::write(written.get(), "x", 1), 1);
  TextLogWriteOptions options;
  options.target = Target::append;
  auto writer = writer_of(written, {}, options);
  const auto begun = writer.begin_columns(two_paths());
  ASSERT_FALSE(begun.has_value());
  EXPECT_FALSE(is_unmatched_append(begun.error()));
  EXPECT_EQ(describe(begun.error()), "Bad file descriptor: log.csv");
}

TEST(TextLogWriter, Caption_IsTheLastCellOfTheHeaderAndABlankOfEachRow) {
  const UniqueFd file = empty_file();
  TextLogWriteOptions options;
  options.caption = "say \"when\"";
  auto writer = writer_of(file, {"CET", -60}, options);
  ASSERT_TRUE(writer.begin_columns(two_paths()).has_value());
  ASSERT_TRUE(writer.write({}, row_of(7)).has_value());
  EXPECT_EQ(written_text(file),
            "\"(PDH-CSV 4.0) (CET)(-60)\",\"\\\\H\\Memory\\A\",\"\\\\H\\Memory\\B\",\"say "
            "\"\"when\"\"\"\r\n"
            "\"11/22/2026 01:00:00.000\",\"7\",\" \",\" \"\r\n");
  const ReadLog log = read_log(written_text(file));
  EXPECT_EQ(log.reader->header().caption, "say \"when\"");
  EXPECT_EQ(log.records.at(0).row.values.size(), 2U);
}

TEST(TextLogWriter, Comment_IsInTheColumnOfTheCaptionOfOneRow) {
  const UniqueFd file = empty_file();
  TextLogWriteOptions options;
  options.caption = "notes";
  auto writer = writer_of(file, {"CET", -60}, options);
  ASSERT_TRUE(writer.begin_columns(two_paths()).has_value());
  const auto rows_from = written_text(file).size();
  for (const std::string_view comment : {"so \"it\"\r\nbegins, now", "", "end"}) {
    writer.set_comment(comment);
    ASSERT_TRUE(writer.write({}, row_of(7)).has_value());
  }
  ASSERT_TRUE(writer.write({}, row_of(7)).has_value());
  const std::string row = "\"11/22/2026 01:00:00.000\",\"7\",\" \",";
  EXPECT_EQ(written_text(file).substr(rows_from), row + "\"so \"\"it\"\"  begins, now\"\r\n" + row +
                                                      "\" \"\r\n" + row + "\"end\"\r\n" + row +
                                                      "\" \"\r\n");
  const ReadLog log = read_log(written_text(file));
  EXPECT_EQ(log.records.size(), 4U);
  EXPECT_EQ(anomalies_of(log), "");
}

TEST(TextLogWriter, CommentWithoutACaption_IsDropped) {
  const UniqueFd file = empty_file();
  auto writer = writer_of(file);
  ASSERT_TRUE(writer.begin_columns(two_paths()).has_value());
  writer.set_comment("lost");
  ASSERT_TRUE(writer.write({}, row_of(7)).has_value());
  EXPECT_EQ(written_text(file), std::string(kHeadInCet) + std::string(kRowInCet));
}

TEST(TextLogWriter, ZoneOutsideAscii_IsCalledByItsOffset) {
  const struct {
    std::string name;
    std::string first_cell;
  } cases[] = {{"Москва", "(PDH-CSV 4.0) (UTC+03:00)(-180)"},
               {"", "(PDH-CSV 4.0) (UTC+03:00)(-180)"},
               {"a\"b", "(PDH-CSV 4.0) (UTC+03:00)(-180)"},
               {"Arab Standard Time", "(PDH-CSV 4.0) (Arab Standard Time)(-180)"}};
  for (const auto& one : cases) {
    const UniqueFd file = empty_file();
    auto writer = writer_of(file, {one.name, -180});
    ASSERT_TRUE(writer.begin_columns({}).has_value());
    EXPECT_EQ(written_text(file), '"' + one.first_cell + "\"\r\n");
  }
}

TEST(TextLogWriter, NameWithALineEnd_StaysInItsLine) {
  const UniqueFd file = empty_file();
  auto writer = writer_of(file);
  const std::vector<std::string> paths = {"\\\\H\\Process(a\r\nb)\\X"};
  ASSERT_TRUE(writer.begin_columns(paths).has_value());
  EXPECT_EQ(written_text(file), "\"(PDH-CSV 4.0) (CET)(-60)\",\"\\\\H\\Process(a  b)\\X\"\r\n");
}

TEST(TextLogWriter, EachRow_IsInTheFileBeforeTheNext) {
  const UniqueFd file = empty_file();
  auto writer = writer_of(file);
  ASSERT_TRUE(writer.begin_columns(two_paths()).has_value());
  EXPECT_EQ(written_text(file), kHeadInCet);
  ASSERT_TRUE(writer.write({}, row_of(7)).has_value());
  EXPECT_EQ(written_text(file), std::string(kHeadInCet) + std::string(kRowInCet));
}

TEST(TextLogWriter, InPieces_NothingIsLostAtTheEnd) {
  const UniqueFd file = empty_file();
  TextLogWriteOptions options;
  options.flush = Flush::in_pieces;
  auto writer = writer_of(file, {"CET", -60}, options);
  ASSERT_TRUE(writer.begin_columns(two_paths()).has_value());
  std::string wanted(kHeadInCet);
  for (int i = 0; i < 5'000; ++i) {
    ASSERT_TRUE(writer.write({}, row_of(7)).has_value());
    wanted += kRowInCet;
  }
  ASSERT_TRUE(writer.end().has_value());
  EXPECT_EQ(written_text(file), wanted);
}

TEST(TextLogWriter, RowThatDoesNotFit_IsTakenBackAsAWhole) {
  const UniqueFd file(::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  auto writer = writer_of(file);
  ASSERT_TRUE(writer.begin_columns(two_paths()).has_value());
  {
    const SizeLimit limit(kHeadInCet.size() + kRowInCet.size() + 5);
    ASSERT_TRUE(writer.write({}, row_of(7)).has_value());
    const auto refused = writer.write({}, row_of(7));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(describe(refused.error()), "File too large: log.csv");
  }
  EXPECT_EQ(written_text(file), std::string(kHeadInCet) + std::string(kRowInCet));
  ASSERT_TRUE(writer.write({}, row_of(7)).has_value()) << "there is room again";
  EXPECT_EQ(written_text(file),
            std::string(kHeadInCet) + std::string(kRowInCet) + std::string(kRowInCet));
}

}  // namespace
}  // namespace openperflib
