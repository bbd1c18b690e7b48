#include "openperflib/view/text/spreadsheet_limits.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(SpreadsheetLimits, AtTheLimit_NothingIsSaid) {
  EXPECT_EQ(too_large_for_sheets(16'384, 1'048'576, "choose"), "");
}

TEST(SpreadsheetLimits, OneColumnMore_IsTold) {
  EXPECT_EQ(too_large_for_sheets(16'385, 2, "choose counters with -c"),
            "has 16385 columns, and spreadsheets open at most 16384; choose counters with -c");
}

TEST(SpreadsheetLimits, OneRowMore_IsTold) {
  EXPECT_EQ(too_large_for_sheets(2, 1'048'577, "choose"),
            "has 1048577 rows, and spreadsheets open at most 1048576; choose");
}

}  // namespace
}  // namespace openperflib
