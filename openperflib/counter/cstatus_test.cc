#include "openperflib/counter/cstatus.h"

#include <gtest/gtest.h>

#include <array>

namespace openperflib {
namespace {

// pdhmsg.h: the code, and its name without PDH_.
struct StatusCase {
  CStatus status;
  std::uint32_t code;
  std::string_view name;
};
constexpr auto kCases = std::to_array<StatusCase>({
    {CStatus::valid_data, 0x00000000, "CSTATUS_VALID_DATA"},
    {CStatus::new_data, 0x00000001, "CSTATUS_NEW_DATA"},
    {CStatus::no_machine, 0x800007D0, "CSTATUS_NO_MACHINE"},
    {CStatus::no_instance, 0x800007D1, "CSTATUS_NO_INSTANCE"},
    {CStatus::item_not_validated, 0x800007D3, "CSTATUS_ITEM_NOT_VALIDATED"},
    {CStatus::no_data, 0x800007D5, "NO_DATA"},
    {CStatus::negative_denominator, 0x800007D6, "CALC_NEGATIVE_DENOMINATOR"},
    {CStatus::negative_timebase, 0x800007D7, "CALC_NEGATIVE_TIMEBASE"},
    {CStatus::negative_value, 0x800007D8, "CALC_NEGATIVE_VALUE"},
    {CStatus::no_object, 0xC0000BB8, "CSTATUS_NO_OBJECT"},
    {CStatus::no_counter, 0xC0000BB9, "CSTATUS_NO_COUNTER"},
    {CStatus::invalid_data, 0xC0000BBA, "CSTATUS_INVALID_DATA"},
    {CStatus::no_counter_name, 0xC0000BBF, "CSTATUS_NO_COUNTERNAME"},
    {CStatus::bad_counter_name, 0xC0000BC0, "CSTATUS_BAD_COUNTERNAME"},
});

TEST(CStatus, EachHasItsPdhCodeAndName) {
  for (const StatusCase& c : kCases) {
    EXPECT_EQ(pdh_code(c.status), c.code);
    EXPECT_EQ(cstatus_from_pdh_code(c.code), c.status);
    EXPECT_EQ(name_of(c.status), c.name);
    EXPECT_FALSE(explanation_of(c.status).empty()) << c.name;
  }
}

TEST(CStatus, OnlyValidAndNewDataAreUsable) {
  for (const StatusCase& c : kCases) EXPECT_EQ(usable(c.status), c.code <= 1) << c.name;
}

TEST(CStatus, OtherPdhCode_IsNone) {
  EXPECT_EQ(cstatus_from_pdh_code(0x800007D2), std::nullopt);  // PDH_MORE_DATA
  EXPECT_EQ(cstatus_from_pdh_code(0x000007D1), std::nullopt);  // the number without its severity
}

TEST(CStatus, ForeignNumber_ReadsAsInvalidData) {
  EXPECT_EQ(pdh_code(static_cast<CStatus>(0x1234)), 0xC0000BBAu);
  EXPECT_EQ(name_of(static_cast<CStatus>(0x1234)), "CSTATUS_INVALID_DATA");
}

}  // namespace
}  // namespace openperflib
