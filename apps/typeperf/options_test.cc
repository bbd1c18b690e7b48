#include "apps/typeperf/options.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace openperflib::typeperf {
namespace {

using std::chrono::seconds;

std::expected<Options, Failure> options_of(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return read_options(arguments);
}

TEST(Options, WithoutAny_AreThoseOfWindows) {
  const auto options = options_of({"\\Memory\\*"});
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->job, Job::record);
  EXPECT_EQ(options->format, LogFormat::csv);
  EXPECT_EQ(options->interval, seconds(1));
  EXPECT_EQ(options->samples, std::nullopt);
  EXPECT_EQ(options->output, "");
  EXPECT_EQ(options->overwrite, Overwrite::ask);
}

TEST(Options, TheLastOfOneKind_Counts) {
  const auto options =
      options_of({"-sc", "1", "\\Memory\\*", "-SC", "2", "-f", "bin", "-o", "/a", "/F", "Tsv"});
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->samples, 2U);
  EXPECT_EQ(options->format, LogFormat::tsv);
  EXPECT_EQ(options->output, "/a");
}

TEST(Options, Counters_KeepTheirOrderAndLoseTheQuotesOfLists) {
  const auto options = options_of({"\\A\\b", "-c", "\"\\C\\d\"", "\\E\\f", "-y", "\\G\\h"});
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->paths, (std::vector<WantedPath>{
                                {"\\A\\b", ""}, {"\\C\\d", ""}, {"\\E\\f", ""}, {"\\G\\h", ""}}));
}

TEST(Options, ListingOfAnObject_TakesOneWord) {
  const auto all = options_of({"-q", "-o", "list.txt"});
  ASSERT_TRUE(all.has_value());
  EXPECT_EQ(all->job, Job::list_counters);
  EXPECT_EQ(all->object, "");
  const auto one = options_of({"/qx", "Process"});
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ(one->job, Job::list_instances);
  EXPECT_EQ(one->object, "Process");
}

TEST(Options, ComputerWithBackslashes_IsItsName) {
  EXPECT_EQ(options_of({"\\Memory\\*", "-s", "\\\\db-17"})->computer, "db-17");
  EXPECT_EQ(options_of({"\\Memory\\*", "-s", "\\\\"})->computer, "");
}

TEST(Options, BinaryLogOnTheConsole_IsRefused) {
  const auto options = options_of({"\\Memory\\*", "-f", "BIN"});
  ASSERT_FALSE(options.has_value());
  EXPECT_EQ(options.error().text,
            "-f BIN cannot be written to the console; use -o to name a file (0xC0000BBD "
            "PDH_INVALID_ARGUMENT)");
}

}  // namespace
}  // namespace openperflib::typeperf
