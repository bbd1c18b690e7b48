#include "apps/relog/report.h"

#include <gtest/gtest.h>

#include <vector>

namespace openperflib::relog {
namespace {

// 2018-01-13 05:13:23.999 and 14:29:55.000.
constexpr FileTime kBegin = 131'602'940'039'990'000;
constexpr FileTime kEnd = 131'603'273'950'000'000;
const LogExtent kExtent{.records = 2227, .first_local = kBegin, .last_local = kEnd};

TEST(Report, InputBlock_IsThatOfWindows) {
  const std::vector<InputFile> files = {{"C:\\temp\\perfmon.blg", LogFormat::blg},
                                        {"b.csv", LogFormat::csv}};
  EXPECT_EQ(
      input_block(files, kExtent),
      "\r\nInput\r\n----------------\r\nFile(s):\r\n     C:\\temp\\perfmon.blg (Binary)\r\n"
      "     b.csv (CSV)\r\n\r\nBegin:    1/13/2018 5:13:23\r\nEnd:      1/13/2018 14:29:55\r\n"
      "Samples:  2227\r\n\r\n");
}

TEST(Report, OutputBlock_IsThatOfWindows) {
  EXPECT_EQ(
      output_block("a/c.csv", kExtent),
      "\r\nOutput\r\n----------------\r\nFile:     a/c.csv\r\n\r\n"
      "Begin:    1/13/2018 5:13:23\r\nEnd:      1/13/2018 14:29:55\r\nSamples:  2227\r\n\r\n");
}

}  // namespace
}  // namespace openperflib::relog
