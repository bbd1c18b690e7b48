// TitleRow: the texts of one service in one language, as one value of the table `titles`.
//
// Both directions. Source: docs/formats/title_store.md, "The tables".
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Name and help of one index; empty: none.
struct RowTitle {
  TitleIndex distance = 0;  // of the name from the first one of the service: even
  std::string_view name;    // valid as long as the row
  std::string_view help;
};

// Adds a title whose distance is larger than those before it.
void append_row_title(std::vector<std::byte>& row, const RowTitle& title);
// Replaces `into` by the titles of a row, ascending. Returns whether it is what append_row_title()
// writes, with texts that is_title() accepts; otherwise `into` has those before the damage.
[[nodiscard]] bool read_title_row(Bytes row, std::vector<RowTitle>& into);

}  // namespace openperflib
