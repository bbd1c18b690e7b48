// The tool picture with at_most_bytes: pictures of a log that is not read to its end yet.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/testing/called_tools.h"
#include "openperflib/testing/logs/made_recording.h"

namespace openperflib {
namespace {

const std::string kReadInPieces = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/BasicPerfCounters.blg";
const std::string kTextInPieces = OPENPERFLIB_SOURCE_DIR "/tests/data/report_logs/one_hour.csv";
constexpr double kFirstRow = 1'795'255'200;  // 2026-11-21 10:00:00 UTC
constexpr std::string_view kFirstThree =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\A\\X\",\"\\\\M\\A\\Y\"\n"
    "\"11/21/2026 10:00:00.000\",\"1\",\"2.5\"\n"
    "\"11/21/2026 10:00:01.000\",\" \",\"3\"\n"
    "\"11/21/2026 10:00:02.000\",\"4\",\" \"\n";
const std::string kAllFive = std::string(kFirstThree) +
                             "\"11/21/2026 10:00:03.000\",\"6\",\" \"\n"
                             "\"11/21/2026 10:00:13.000\",\"8\",\"9\"\n";
constexpr std::string_view kPathX = R"("paths":["\\A\\X"])";
constexpr std::string_view kPathY = R"("paths":["\\A\\Y"])";
constexpr std::string_view kBothPaths = R"("paths":["\\A\\X","\\A\\Y"])";

std::string arguments_of(const std::string& log, std::string_view more) {
  return R"({"log":")" + log + "\"," + std::string(more) + "}";
}

std::string with_most_bytes(std::string_view more, std::size_t bytes) {
  return std::string(more) + R"(,"at_most_bytes":)" + std::to_string(bytes);
}

class UnfinishedPictureTest : public ToolTest {
 protected:
  ToolAnswer picture(const std::string& log, std::string_view more) {
    return called("picture", arguments_of(log, more));
  }
  // The picture of the first three of five rows, which are read.
  ToolAnswer picture_of_three(const std::string& log, std::string_view more) {
    ToolAnswer answer = picture(log, with_most_bytes(more, kFirstThree.size()));
    EXPECT_NE(answer.json.find("unfinished"), nullptr) << answer.text;
    return answer;
  }
  // A column of the series at a place.
  static std::vector<double> column(const ToolAnswer& answer, std::size_t series,
                                    std::string_view name) {
    const LocatedJson& of = list(answer.json, "series").at(series);
    const auto offset = static_cast<std::size_t>(number(*of.find(name), "offset"));
    const auto count = static_cast<std::size_t>(number(*of.find(name), "count"));
    const auto begin = answer.numbers.begin() + static_cast<std::ptrdiff_t>(offset);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }
  static void expect_equal(const ToolAnswer& found, const ToolAnswer& expected) {
    EXPECT_EQ(found.text, expected.text);
    ASSERT_EQ(found.numbers.size(), expected.numbers.size());
    for (std::size_t i = 0; i < found.numbers.size(); ++i) {
      ASSERT_TRUE(found.numbers[i] == expected.numbers[i] ||
                  (std::isnan(found.numbers[i]) && std::isnan(expected.numbers[i])))
          << i;
    }
  }
  // The last picture of a log that is read in pieces, and how many different ones came before it.
  struct Pieces {
    ToolAnswer last;
    std::size_t before = 0;
  };
  Pieces in_pieces(const std::string& file, std::string_view paths, std::size_t piece) {
    const std::string log = opened(file);
    std::set<double> records;
    for (std::size_t bytes = 0;; bytes += piece) {
      ToolAnswer answer = picture(log, with_most_bytes(paths, bytes));
      const LocatedJson* const unfinished = answer.json.find("unfinished");
      if (unfinished == nullptr) return {.last = std::move(answer), .before = records.size()};
      records.insert(number(answer.json, "records"));
      EXPECT_LT(static_cast<double>(bytes), number(*unfinished, "size_bytes"));
    }
  }
  void expect_equal_in_pieces(const std::string& file, std::string_view paths, std::size_t piece) {
    const ToolAnswer whole = picture(opened(file), paths);
    EXPECT_FALSE(list(whole.json, "series").empty());
    const Pieces pieces = in_pieces(file, paths, piece);
    EXPECT_GE(pieces.before, 2U) << file;
    expect_equal(pieces.last, whole);
  }
};

TEST_F(UnfinishedPictureTest, BinaryLogInPieces_IsThatOfTheWholeLog) {
  expect_equal_in_pieces(kReadInPieces,
                         R"("paths":["\\Processor(*)\\*","\\Memory\\*","\\No\\Such"],"pixels":100)",
                         30'000);
}

TEST_F(UnfinishedPictureTest, TextLogInPieces_IsThatOfTheWholeLog) {
  expect_equal_in_pieces(kTextInPieces, R"("paths":["\\Process(*)\\*"],"pixels":20)", 200);
}

TEST_F(UnfinishedPictureTest, RecordingInPieces_IsThatOfTheWholeLog) {
  const auto bytes = recording_example::MadeRecording().bytes();
  folder().write("made.perfrec", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  expect_equal_in_pieces(folder().path() + "/made.perfrec",
                         R"("paths":["\\Process(*)\\*","\\Memory\\*","\\Processor(*)\\*"])", 200);
}

// Its records, statistics, breaks and steps: only how far it was read is more.
TEST_F(UnfinishedPictureTest, Answer_IsThatOfALogThatEndsThere) {
  const ToolAnswer expected = picture(opened_text(kFirstThree), kBothPaths);
  ToolAnswer found = picture_of_three(opened_text(kAllFive), kBothPaths);
  const LocatedJson* const unfinished = found.json.find("unfinished");
  ASSERT_NE(unfinished, nullptr);
  EXPECT_EQ(number(*unfinished, "read_bytes"), static_cast<double>(kFirstThree.size()));
  EXPECT_EQ(number(*unfinished, "size_bytes"), static_cast<double>(kAllFive.size()));
  EXPECT_EQ(number(*unfinished, "read_to_unix"), kFirstRow + 2);
  EXPECT_EQ(number(found.json, "records"), 3);
  const std::size_t begin = found.text.find("\"unfinished\":{");
  ASSERT_NE(begin, std::string::npos);
  found.text.erase(begin, found.text.find("},", begin) + 2 - begin);
  expect_equal(found, expected);
}

TEST_F(UnfinishedPictureTest, NothingWasRead_HasNoRows) {
  const ToolAnswer answer = picture(opened_text(kAllFive), with_most_bytes(kPathX, 0));
  EXPECT_EQ(number(answer.json, "records"), 0);
  EXPECT_EQ(number(answer.json, "rows"), 0);
  ASSERT_NE(answer.json.find("unfinished"), nullptr);
  EXPECT_TRUE(is_null(*answer.json.find("unfinished"), "read_to_unix"));
}

TEST_F(UnfinishedPictureTest, AsManyBytesAsTheLogHas_AreAll) {
  const ToolAnswer answer =
      picture(opened_text(kAllFive), with_most_bytes(kPathX, kAllFive.size()));
  EXPECT_EQ(number(answer.json, "records"), 5);
  EXPECT_EQ(answer.json.find("unfinished"), nullptr);
}

TEST_F(UnfinishedPictureTest, NumberThatNoLogHas_IsTheNearest) {
  const std::string log = opened_text(kAllFive);
  const auto records = [&](const std::string& bytes) {
    const std::string more = std::string(kPathX) + R"(,"at_most_bytes":)" + bytes;
    return number(picture(log, more).json, "records");
  };
  EXPECT_EQ(records("-1e300"), 0);
  EXPECT_EQ(records("-1"), 0);
  EXPECT_EQ(records("0.5"), 0);
  EXPECT_EQ(records("1e300"), 5);
}

// The file is gone: only a reading that has it open can continue.
TEST_F(UnfinishedPictureTest, NextRequest_ContinuesTheReading) {
  const ToolAnswer whole = picture(opened_text(kAllFive), kPathX);
  const std::string log = opened_text(kAllFive);
  (void)picture_of_three(log, kPathX);
  folder().remove("log2.csv");
  const ToolAnswer other_width = picture_of_three(log, std::string(kPathX) + R"(,"pixels":2)");
  EXPECT_EQ(number(other_width.json, "rows"), 2);
  expect_equal(picture(log, kPathX), whole);
}

TEST_F(UnfinishedPictureTest, FewerBytesThanWereRead_ShowAllThatWere) {
  const std::string log = opened_text(kAllFive);
  (void)picture_of_three(log, kPathX);
  EXPECT_EQ(number(picture(log, with_most_bytes(kPathX, 1)).json, "records"), 3);
}

TEST_F(UnfinishedPictureTest, SomeOfItsPaths_ContinueTheReading) {
  const std::string log = opened_text(kAllFive);
  (void)picture_of_three(log, kBothPaths);
  folder().remove("log1.csv");
  const ToolAnswer y = picture(log, kPathY);
  EXPECT_EQ(number(y.json, "records"), 5);
  EXPECT_EQ(list(y.json, "series").size(), 1U);
  EXPECT_EQ(number(picture(log, kBothPaths).json, "records"), 5);
}

TEST_F(UnfinishedPictureTest, DroppedRequest_IsContinued) {
  const std::string log = opened_text(kAllFive);
  const auto arguments = LocatedJson::parse(arguments_of(log, kPathX));
  ASSERT_TRUE(arguments.has_value());
  {
    const auto run = begin_tool(*find_tool("picture"), session(), *arguments);
    ASSERT_TRUE(run.has_value());
  }
  folder().remove("log1.csv");
  EXPECT_EQ(number(picture(log, kPathX).json, "records"), 5);
}

TEST_F(UnfinishedPictureTest, OtherPathsBetween_DoNotDisturbIt) {
  const ToolAnswer whole = picture(opened_text(kAllFive), kPathX);
  const std::string log = opened_text(kAllFive);
  (void)picture_of_three(log, kPathX);
  EXPECT_EQ(number(picture(log, kPathY).json, "records"), 5);
  folder().remove("log2.csv");
  expect_equal(picture(log, kPathX), whole);
}

// X has all of its records, Y the first three of them.
TEST_F(UnfinishedPictureTest, PathThatIsHeld_IsCompleteBesideOneThatIsRead) {
  const std::string log = opened_text(kAllFive);
  (void)picture(log, kPathX);
  const ToolAnswer answer = picture_of_three(log, kBothPaths);
  EXPECT_EQ(number(answer.json, "records"), 5);
  EXPECT_EQ(number(*answer.json.find("unfinished"), "read_to_unix"), kFirstRow + 2);
  const std::vector<double> x = column(answer, 0, "last");
  const std::vector<double> y = column(answer, 1, "last");
  ASSERT_EQ(x.size(), 5U);
  ASSERT_EQ(y.size(), 5U);
  EXPECT_EQ(x[4], 8);
  EXPECT_EQ(y[1], 3);
  EXPECT_TRUE(std::isnan(y[4]));
  EXPECT_EQ(column(picture(log, kBothPaths), 1, "last")[4], 9);
}

TEST_F(UnfinishedPictureTest, PathThatMayComeLater_IsNotUnmatchedYet) {
  const std::string log = opened_text(kAllFive);
  constexpr std::string_view kNone = R"("paths":["\\A\\Z"])";
  EXPECT_TRUE(list(picture_of_three(log, kNone).json, "unmatched").empty());
  EXPECT_EQ(list(picture(log, kNone).json, "unmatched").size(), 1U);
}

// What was held of the log before it changed is read again, too.
TEST_F(UnfinishedPictureTest, LogThatChanged_IsNeverMixedWithWhatItWas) {
  const std::string log = opened_text(kAllFive);
  (void)picture(log, kPathX);
  std::string later = kAllFive;
  for (std::size_t at = later.find(" 10:"); at != std::string::npos; at = later.find(" 10:", at)) {
    later.replace(at, 4, " 11:");
  }
  folder().write("log1.csv", later);
  const ToolAnswer answer = picture(log, with_most_bytes(kBothPaths, kFirstThree.size()));
  EXPECT_EQ(number(answer.json, "begin_unix"), kFirstRow + 3600);
  EXPECT_EQ(number(picture(log, kBothPaths).json, "records"), 5);
}

}  // namespace
}  // namespace openperflib
