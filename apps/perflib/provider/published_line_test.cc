#include "apps/perflib/provider/published_line.h"

#include <gtest/gtest.h>

#include <vector>

#include "apps/perflib/provider/bounded_lines.h"

namespace openperflib::apps {
namespace {

std::string error_of(std::string_view line) {
  const auto read = read_published_line(line);
  EXPECT_FALSE(read.has_value()) << line;
  return read.has_value() ? "" : read.error();
}

TEST(PublishedLine, Change_HasPathSignAndNumber) {
  const PublishedLine hall{.action = LineAction::set,
                           .path = CounterPath::parse("\\Coffee(Hall)\\Cups").value(),
                           .number = 12};
  EXPECT_EQ(read_published_line("\\Coffee(Hall)\\Cups = 12"), hall);
  EXPECT_EQ(read_published_line("  \\Coffee(Hall)\\Cups\t=\t12\r"), hall);
  EXPECT_EQ(read_published_line("\\Coffee(Hall)\\Cups + 1")->action, LineAction::add);
  EXPECT_EQ(read_published_line("\\Coffee(Hall)\\Cups - 1")->action, LineAction::subtract);
  EXPECT_EQ(read_published_line("\\Coffee\\Cups = 18446744073709551615")->number,
            18'446'744'073'709'551'615U);
}

// Names may have blanks, signs and parentheses, as in all paths.
TEST(PublishedLine, NamesWithSigns_AreRead) {
  const auto line = read_published_line("\\A + B(c = (d) - e)\\% F + 1 - 2").value();
  EXPECT_EQ(line.path.object, "A + B");
  EXPECT_EQ(line.path.instance, "c = (d) - e");
  EXPECT_EQ(line.path.counter, "% F + 1");
  EXPECT_EQ(line.number, 2U);
}

TEST(PublishedLine, Delete_HasNoCounter) {
  const auto line = read_published_line("delete \\Coffee(Hall)").value();
  EXPECT_EQ(line.action, LineAction::remove);
  EXPECT_EQ(line.path.object, "Coffee");
  EXPECT_EQ(line.path.instance, "Hall");
  EXPECT_EQ(line.path.counter, "");
}

TEST(PublishedLine, WrongNumber_IsQuoted) {
  constexpr std::string_view kText = "\" is not a whole number from 0 to 2^64-1";
  for (const std::string number : {"x", "-1", "1.5", "1e3", "0x10", "18446744073709551616"}) {
    EXPECT_EQ(error_of("\\Coffee(Hall)\\Cups = " + number), "\"" + number + std::string(kText));
  }
}

TEST(PublishedLine, NoSign_IsRefused) {
  for (const char* line :
       {"", "x", "\\Coffee(Hall)\\Cups", "\\Coffee(Hall)\\Cups 5", "= 5", "\\Coffee(Hall)\\Cups= 5",
        "\\Coffee(Hall)\\Cups =5", "delete", "deleted \\Coffee(Hall)", "+"}) {
    EXPECT_EQ(error_of(line),
              "the line must end with \"= N\", \"+ N\" or \"- N\" (blanks around the sign)")
        << line;
  }
}

TEST(PublishedLine, PathThatNamesNoInstanceOfHere_IsRefused) {
  EXPECT_EQ(error_of("Coffee = 5"),
            R"(counter path at byte 0 is malformed; write \Object(instance)\Counter or )"
            R"(\Object\Counter)");
  EXPECT_EQ(error_of("\\\\box\\Coffee(Hall)\\Cups = 5"),
            "a path of this machine has no name of a machine");
  EXPECT_EQ(error_of("\\Coffee(*)\\Cups = 5"), "* stands for several instances: name one");
  EXPECT_EQ(error_of("delete \\Coffee(Hall#2)"), "an instance has a name of its own, without #N");
}

TEST(BoundedLines, LinesInPieces_AreWhole) {
  BoundedLines lines;
  std::vector<std::string> got;
  const auto take = [&](const BoundedLines::Line& line) {
    got.push_back(std::to_string(line.number) + ":" + std::string(line.text));
  };
  for (const char* piece : {"a", "b\n", "\nc\nd", "", "e"}) lines.add(piece, take);
  lines.finish(take);
  EXPECT_EQ(got, (std::vector<std::string>{"1:ab", "2:", "3:c", "4:de"}));
}

TEST(BoundedLines, LongLine_IsCutAndCountedOnce) {
  BoundedLines lines;
  std::vector<bool> cut;
  std::vector<std::size_t> sizes;
  const auto take = [&](const BoundedLines::Line& line) {
    cut.push_back(line.is_cut);
    sizes.push_back(line.text.size());
  };
  for (int i = 0; i < 100; ++i) lines.add(std::string(1'000, 'x'), take);
  lines.add("\n" + std::string(BoundedLines::kMostBytes, 'y') + "\n", take);
  EXPECT_EQ(cut, (std::vector<bool>{true, false}));
  EXPECT_EQ(sizes, (std::vector<std::size_t>{BoundedLines::kMostBytes, BoundedLines::kMostBytes}));
}

}  // namespace
}  // namespace openperflib::apps
