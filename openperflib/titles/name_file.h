// NameFile: texts of titles as pairs "index NUL text NUL", as in the title tables of the registry.
//
// Value: owns its texts. Source: docs/lodctr.md, section Name files.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

inline constexpr std::size_t kMostNameFileBytes = std::size_t{64} << 20U;

// Value: the pairs of a file. See above.
struct NameFile {
  struct Entry {
    TitleIndex index = 0;
    std::string text;  // UTF-8
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries = {};  // in the order of the file

  // Reads UTF-16 with and without a mark, UTF-8 and Windows-1252, up to the empty index that ends
  // the list, or the end. Errors: not_a_number, an index that is not one; truncated, an index
  // without a text. The offset is that of the pair in the file's text as UTF-8.
  [[nodiscard]] static std::expected<NameFile, Error> read(Bytes bytes);
  bool operator==(const NameFile&) const = default;
};

}  // namespace openperflib
