// RemarkList: collects the remarks on one file, up to a limit.
#pragma once

#include <cstddef>
#include <string_view>

#include "openperflib/titles/title_remark.h"

namespace openperflib {

// After so many, too_many_mistakes is the last one; a file may be wrong in every line.
inline constexpr std::size_t kMostRemarks = 10'000;

// Value.
class RemarkList {
 public:
  explicit RemarkList(TitleFile file) : file_(file) {}
  // Keeps what can be shown of `subject`.
  void add(std::size_t line, TitleRule rule, std::string_view subject = {});
  // Whether more would not be kept, so that reading on is of no use.
  [[nodiscard]] bool is_full() const noexcept { return remarks_.size() > kMostRemarks; }
  // Returns the remarks so far, and empties the list.
  [[nodiscard]] TitleRemarks take() noexcept;

 private:
  TitleFile file_;
  TitleRemarks remarks_;
};

}  // namespace openperflib
