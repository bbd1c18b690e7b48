// The table in docs/counter_types.md, section 2, agrees with the code.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "openperflib/counter/type_table.h"

namespace openperflib {
namespace {

using Cells = std::vector<std::string>;

Cells cells(const std::string& line) {
  Cells result;
  std::size_t begin = 2;  // after the first "| "
  for (std::size_t end = line.find(" |", begin); end != std::string::npos;
       end = line.find(" |", begin)) {
    result.push_back(line.substr(begin, end - begin));
    begin = end + 3;
  }
  return result;
}

// Lines such as "| 1 | PERF_COUNTER_COUNTER | 0x10410400 | 2 | ...".
std::vector<Cells> documented_types() {
  std::ifstream document(OPENPERFLIB_SOURCE_DIR "/docs/counter_types.md");
  std::vector<Cells> rows;
  for (std::string line; std::getline(document, line);) {
    if (line.starts_with("| ") && line.find("| PERF_") != std::string::npos) {
      rows.push_back(cells(line));
    }
  }
  return rows;
}

std::string shown_suffix(const TypeRow& row) {
  if (row.winperf == "PERF_AVERAGE_BULK") return "";  // shown, although its flags say not to be
  switch (row.type.suffix()) {
    case Suffix::per_second:
      return "/sec";
    case Suffix::percent:
      return "%";
    case Suffix::seconds:
      return "secs";
    case Suffix::not_shown:
      return "not shown";
    default:
      return "";
  }
}

std::string limits(const TypeRow& row) {
  if (!row.formula.is_percentage) return "";
  return row.formula.never_below_zero ? "clamp, cap" : "cap";
}

TEST(TypeTableDocument, HasTheRowsOfTheTable) {
  const auto documented = documented_types();
  ASSERT_EQ(documented.size(), type_table().size());
  for (std::size_t i = 0; i < documented.size(); ++i) {
    const TypeRow& row = type_table()[i];
    const Cells& line = documented[i];
    SCOPED_TRACE(row.winperf);
    ASSERT_EQ(line.size(), 9u);
    EXPECT_EQ(line[0], fmt::format("{}", row.row));
    EXPECT_EQ(line[1], row.winperf);
    EXPECT_EQ(line[2], fmt::format("0x{:08X}", row.type.bits()));
    EXPECT_EQ(line[3], fmt::format("{}", row.formula.samples));
    if (row.formula.samples != 0) {
      EXPECT_EQ(line[4], row.formula_text);
    }
    EXPECT_EQ(line[7], shown_suffix(row));
    EXPECT_EQ(line[8], limits(row));
  }
}

}  // namespace
}  // namespace openperflib
