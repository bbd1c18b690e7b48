// TitleCopies: a copy of the titles that a block brings along.
#pragma once

#include <span>
#include <vector>

#include "openperflib/text/string_pool.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Resource: owns its texts. The same titles again change and allocate nothing.
class TitleCopies {
 public:
  // Becomes a copy of `titles`, which are not its own. Returns whether it was one of others before.
  bool take(std::span<const Title> titles);
  // Returns the titles taken last, in their order; valid until others are taken.
  [[nodiscard]] std::span<const Title> titles() const noexcept { return titles_; }

 private:
  std::vector<Title> titles_;
  StringPool texts_;
};

}  // namespace openperflib
