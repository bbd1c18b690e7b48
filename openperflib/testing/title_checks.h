// What the fuzz targets of the readers of titles require of every input.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string_view>

#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

// Aborts unless it holds: a fuzzer reports that with its input.
inline void check(bool holds) {
  if (!holds) std::abort();
}

// The text is valid UTF-8.
inline void check_valid(std::string_view text) { check(valid_utf8(text).replaced == 0); }

// They are in the order of their lines, each of which a file of `size` bytes can have.
inline void check_remarks(std::span<const TitleRemark> remarks, std::size_t size) {
  check(std::ranges::is_sorted(remarks, {}, &TitleRemark::line));
  for (const TitleRemark& remark : remarks) {
    check(remark.line >= 1 && remark.line <= size + 1);
    check_valid(describe(remark));
  }
}

}  // namespace openperflib
