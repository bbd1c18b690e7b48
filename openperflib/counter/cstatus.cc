#include "openperflib/counter/cstatus.h"

#include <algorithm>
#include <array>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/base/error_codes.h"

namespace openperflib {
namespace {

struct StatusRow {
  CStatus status;
  std::uint32_t code;
  std::string_view explanation;
};

// clang-format off
constexpr auto kStatuses = std::to_array<StatusRow>({
    {CStatus::valid_data,           PDH_CSTATUS_VALID_DATA,         "valid"},
    {CStatus::new_data,             PDH_CSTATUS_NEW_DATA,           "valid, changed since the last reading"},
    {CStatus::no_machine,           PDH_CSTATUS_NO_MACHINE,         "the machine cannot be reached"},
    {CStatus::no_instance,          PDH_CSTATUS_NO_INSTANCE,        "no such instance"},
    {CStatus::item_not_validated,   PDH_CSTATUS_ITEM_NOT_VALIDATED, "not read yet"},
    {CStatus::no_data,              PDH_NO_DATA,                    "no data"},
    {CStatus::negative_denominator, PDH_CALC_NEGATIVE_DENOMINATOR,  "the base fell"},
    {CStatus::negative_timebase,    PDH_CALC_NEGATIVE_TIMEBASE,     "the clock did not advance"},
    {CStatus::negative_value,       PDH_CALC_NEGATIVE_VALUE,        "the counter fell"},
    {CStatus::no_object,            PDH_CSTATUS_NO_OBJECT,          "no such object"},
    {CStatus::no_counter,           PDH_CSTATUS_NO_COUNTER,         "no such counter"},
    {CStatus::invalid_data,         PDH_CSTATUS_INVALID_DATA,       "cannot be calculated"},
    {CStatus::no_counter_name,      PDH_CSTATUS_NO_COUNTERNAME,     "no counter name given"},
    {CStatus::bad_counter_name,     PDH_CSTATUS_BAD_COUNTERNAME,    "not a counter path"},
});
// clang-format on

// The low word of a code is the enumerator, as cstatus.h states.
static_assert(std::ranges::all_of(kStatuses, [](const StatusRow& row) {
  return static_cast<std::uint32_t>(row.status) == (row.code & 0xFFFFu);
}));

// A CStatus cast from a number outside the table reads as invalid_data, never as valid.
const StatusRow& row_of(CStatus status) noexcept {
  const auto row = std::ranges::find(kStatuses, status, &StatusRow::status);
  return row != kStatuses.end()
             ? *row
             : *std::ranges::find(kStatuses, CStatus::invalid_data, &StatusRow::status);
}

}  // namespace

std::uint32_t pdh_code(CStatus status) noexcept { return row_of(status).code; }

std::optional<CStatus> cstatus_from_pdh_code(std::uint32_t code) noexcept {
  const auto row = std::ranges::find(kStatuses, code, &StatusRow::code);
  if (row == kStatuses.end()) return std::nullopt;
  return row->status;
}

std::string_view name_of(CStatus status) noexcept {
  constexpr std::string_view kPrefix = "PDH_";
  return find_pdh_code(row_of(status).code)->name.substr(kPrefix.size());
}

std::string_view explanation_of(CStatus status) noexcept { return row_of(status).explanation; }

}  // namespace openperflib
