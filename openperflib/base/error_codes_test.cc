#include "openperflib/base/error_codes.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "openperflib/abi/pdhmsg_constants.h"

namespace openperflib {
namespace {

using Names = std::vector<std::string_view>;

Names names_for(std::string_view text) {
  Names names;
  for (const ErrorCode* code : find_error_codes(text)) names.push_back(code->name);
  return names;
}

TEST(ErrorCodes, EverySpelling_FindsTheCode) {
  const Names found = {"PDH_CSTATUS_NO_OBJECT"};
  for (const std::string_view text :
       {"0xC0000BB8", "0XC0000bb8", "C0000BB8", "3221228472", "-1073738824",
        "PDH_CSTATUS_NO_OBJECT", "pdh_cstatus_no_object", "CSTATUS_NO_OBJECT", "no_object"}) {
    EXPECT_EQ(names_for(text), found) << text;
  }
}

TEST(ErrorCodes, NumberOfBoth_FindsWin32First) {
  EXPECT_EQ(names_for("0"), (Names{"ERROR_SUCCESS", "PDH_CSTATUS_VALID_DATA"}));
  EXPECT_EQ(names_for("0x1"), (Names{"ERROR_INVALID_FUNCTION", "PDH_CSTATUS_NEW_DATA"}));
  EXPECT_EQ(names_for("access_denied"), (Names{"ERROR_ACCESS_DENIED", "PDH_ACCESS_DENIED"}));
}

TEST(ErrorCodes, TextOfNoCode_FindsNone) {
  for (const std::string_view text :
       {"", "-", "0x", "0x-5", "-0x5", "+5", " 5", "5 ", "5.0", "0x1C0000BB8", "4294967296",
        "-2147483649", "99999999", "C0000BB", "PDH_", "ERROR_", "PDH_NO", "-C0000BB"}) {
    EXPECT_EQ(names_for(text), Names{}) << text;
  }
}

TEST(ErrorCodes, HresultOfWin32Code_HasItsRowUnlessItHasOne) {
  EXPECT_EQ(find_system_code(0x8007'00EA)->name, "ERROR_MORE_DATA");
  EXPECT_EQ(find_system_code(0x8007'0057)->name, "E_INVALIDARG");
  EXPECT_EQ(find_system_code(0x8030'0002)->name, "PLA_E_DCS_NOT_FOUND");
  EXPECT_EQ(find_system_code(0x8007'FFFF), nullptr);
  EXPECT_EQ(find_system_code(PDH_CSTATUS_NO_OBJECT), nullptr);
  EXPECT_EQ(find_pdh_code(5), nullptr);
}

// pdhmsg.h numbers its codes without a gap, in two runs; the severity is not part of the count.
TEST(PdhCodes, EveryNumberOfBothRunsHasARow) {
  std::set<std::uint32_t> rows;
  for (const ErrorCode& code : pdh_codes()) rows.insert(code.number & 0xFFFFu);
  std::set<std::uint32_t> expected = {0, 1};
  for (std::uint32_t low = 0x7D0; low <= 0x7DC; ++low) expected.insert(low);
  for (std::uint32_t low = 0xBB8; low <= 0xBFE; ++low) expected.insert(low);
  EXPECT_EQ(rows, expected);
  EXPECT_EQ(pdh_codes().size(), 86U);
}

TEST(ErrorCodes, EveryRow_HasSentences) {
  std::set<std::string_view> names;
  for (const auto& codes : {system_codes(), pdh_codes()}) {
    for (const ErrorCode& code : codes) {
      EXPECT_TRUE(names.insert(code.name).second) << code.name;
      EXPECT_TRUE(code.meaning.ends_with('.')) << code.name;
      EXPECT_TRUE(code.remedy.ends_with('.')) << code.name;
      EXPECT_EQ(code.meaning.contains('%'), code.name == "ERROR_MR_MID_NOT_FOUND") << code.name;
    }
  }
}

}  // namespace
}  // namespace openperflib
