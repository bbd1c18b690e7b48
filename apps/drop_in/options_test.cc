#include "apps/drop_in/options.h"

#include <gtest/gtest.h>

#include "apps/drop_in/options_example.h"

namespace openperflib::drop_in {
namespace {

// "o=a.csv", "q", "=word": one word per entry.
std::vector<std::string> shown(const std::expected<std::vector<GivenOption>, Failure>& read) {
  if (!read.has_value()) return {"Error: " + read.error().text};
  std::vector<std::string> words;
  for (const GivenOption& given : *read) {
    std::string word(given.row == nullptr ? "" : given.row->name);
    if (given.value.has_value()) word += "=" + *given.value;
    words.push_back(given.place.empty() ? word : given.place + " " + word);
  }
  return words;
}

std::vector<std::string> arguments(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  return shown(read_arguments(pointers, find_example_option));
}

std::vector<std::string> settings(std::vector<std::string> texts) {
  std::vector<TextLine> lines;
  for (std::string& text : texts) lines.push_back({lines.size() + 1, std::move(text)});
  return shown(read_settings("s.txt", lines, find_example_option));
}

using Words = std::vector<std::string>;
constexpr const char* kCode = " (0xC0000BBD PDH_INVALID_ARGUMENT)";

TEST(Arguments, SignAndCase_DoNotMatter) {
  EXPECT_EQ(arguments({"-Y", "/y", "/O", "a", "-o", "b"}), (Words{"y", "y", "o=a", "o=b"}));
}

TEST(Arguments, ValueOfOne_MayBeAFileOfLinuxOrANegativeWord) {
  EXPECT_EQ(arguments({"-o", "/tmp/a.csv"}), (Words{"o=/tmp/a.csv"}));
  EXPECT_EQ(arguments({"-o", "-"}), (Words{"o=-"}));
  EXPECT_EQ(arguments({"-o", "-strange"}), (Words{"o=-strange"}));
  EXPECT_EQ(arguments({"-o", "-y"}), (Words{std::string("Error: -o needs a value") + kCode}));
}

TEST(Arguments, ValueThatMayBeLeftOut_IsNotAnOption) {
  EXPECT_EQ(arguments({"-q", "-y"}), (Words{"q", "y"}));
  EXPECT_EQ(arguments({"-q", "/y"}), (Words{"q", "y"}));
  EXPECT_EQ(arguments({"-q", "a", "b"}), (Words{"q=a", "=b"}));
}

TEST(Arguments, SomeValues_EndAtTheNextOption) {
  EXPECT_EQ(arguments({"-c", "a", "b", "-y", "d"}), (Words{"c=a", "c=b", "y", "=d"}));
  EXPECT_EQ(arguments({"-c"}), (Words{std::string("Error: -c needs a value") + kCode}));
}

TEST(Arguments, UnknownOption_IsNamedAsItWasWritten) {
  EXPECT_EQ(arguments({"-Nix"}),
            (Words{std::string("Error: unknown option -Nix; use -? for help") + kCode}));
}

TEST(Settings, ValuesStandBelowTheirOption) {
  EXPECT_EQ(settings({"[c]", "a", "b", "[-O]", "x y", "[Q]", "[y]"}),
            (Words{"s.txt:2 c=a", "s.txt:3 c=b", "s.txt:5 o=x y", "s.txt:6 q", "s.txt:7 y"}));
}

TEST(Arguments, HelpAsOnLinux_IsTheOptionOfWindows) {
  EXPECT_EQ(arguments({"-h", "--help", "--HELP"}), (Words{"?", "?", "?"}));
  EXPECT_EQ(arguments({"-o", "--help"}), (Words{std::string("Error: -o needs a value") + kCode}));
}

TEST(Settings, BadLine_IsNamedWithItsNumber) {
  const auto error = [](std::string_view text) {
    return Words{"Error: s.txt:" + std::string(text) + kCode};
  };
  EXPECT_EQ(settings({"a"}), error("1: a has no [option] line before it"));
  EXPECT_EQ(settings({"[y]", "a"}), error("2: too many values for [y]: a"));
  EXPECT_EQ(settings({"[q]", "a", "b"}), error("3: too many values for [q]: b"));
  EXPECT_EQ(settings({"[o]", "[y]"}), error("1: [o] needs a value"));
  EXPECT_EQ(settings({"[]"}), error("1: unknown option []; use -? for help"));
  EXPECT_EQ(settings({"[y]", "[y"}), error("2: too many values for [y]: [y"));
}

}  // namespace
}  // namespace openperflib::drop_in
