// A binary log of two recorded folders, read back. The other outputs are tested from outside, to
// the byte (tests/e2e/test_typeperf.py).
#include "apps/typeperf/recording.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "openperflib/log/open_log.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::typeperf {
namespace {

class BinaryLog : public testing::Test {
 protected:
  BinaryLog() { std::filesystem::create_directories(folder_); }
  ~BinaryLog() override { std::filesystem::remove_all(folder_); }

  Options options(std::vector<WantedPath> paths) const {
    const std::string machines = OPENPERFLIB_BINARY_DIR "/machines/";
    static const apps::Environment environment{fixed_titles()};
    Options options;
    options.environment = &environment;
    options.paths = std::move(paths);
    options.format = LogFormat::blg;
    options.output = log_;
    options.target = LogTarget::parse(log_, options.format).value();
    options.overwrite = Overwrite::yes;
    options.roots = {machines + "made-pair-a", machines + "made-pair-b"};
    return options;
  }

  // "\\pair\Processor(0)\% Processor Time: -, 40.1", one line per series; what a query makes of the
  // log.
  std::string read_back(std::vector<std::string> paths) const {
    const auto reader = open_log(log_, {.titles = fixed_titles()});
    if (!reader.has_value()) return describe(reader.error());
    Query query(fixed_titles());
    for (const std::string& path : paths) (void)query.add(path);
    std::vector<std::string> lines;
    LogRecord record;
    while ((*reader)->read(record) == ReadResult::reading) {
      query.take({(*reader)->catalog(), record.sample});
      for (std::size_t i = 0; i < query.row().values.size(); ++i) {
        if (lines.size() == i) lines.push_back(query.binding().path_of(i) + ":");
        lines[i] += shown(query.row().values[i]);
      }
    }
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }

  static std::string shown(const Value& value) {
    std::ostringstream text;
    text << ' ';
    if (value.usable()) {
      text << std::fixed << value.number;
    } else {
      text << '-';
    }
    return text.str();
  }

  const std::string folder_ = testing::TempDir() + "typeperf-" + std::to_string(::getpid());
  const std::string log_ = folder_ + "/log.blg";
};

TEST_F(BinaryLog, OfTwoSamples_HasBothReadingsAndSoTheRate) {
  const Outcome outcome = record(
      options({{"\\Processor(0)\\% Processor Time", ""}, {"\\Memory\\Available Bytes", ""}}));
  ASSERT_TRUE(outcome.has_value()) << outcome.error().text;
  EXPECT_EQ(read_back({"\\Processor(*)\\*", "\\Memory\\*"}),
            "\\\\pair\\Processor(0)\\% Processor Time: - 40.100000\n"
            "\\\\pair\\Memory\\Available Bytes: 5120000000.000000 4608000000.000000\n");
}

TEST_F(BinaryLog, StopsAfterTheSamplesThatWereAskedFor) {
  Options one = options({{"\\Memory\\Available Bytes", ""}});
  one.samples = 1;
  ASSERT_TRUE(record(one).has_value());
  EXPECT_EQ(read_back({"\\Memory\\*"}), "\\\\pair\\Memory\\Available Bytes: 5120000000.000000\n");
}

TEST_F(BinaryLog, WithoutAValidCounter_LeavesTheOldFile) {
  std::ofstream(log_) << "older";
  const Outcome outcome = record(options({{"\\Nix\\x", ""}}));
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().text, "No valid counters.");
  EXPECT_EQ(std::filesystem::file_size(log_), 5U);
}

}  // namespace
}  // namespace openperflib::typeperf
