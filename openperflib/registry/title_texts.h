// TitleTexts: the tables of titles as values of the performance keys, made once and kept.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "openperflib/base/bytes.h"
#include "openperflib/snapshot/value_name.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// The encoding of texts in a value: that of A functions or of W functions.
enum class Encoding : std::uint8_t { utf8, utf16 };

// Resource.
class TitleTexts {
 public:
  // The texts of `titles` must live as long as this.
  explicit TitleTexts(const TitleTable& titles) : titles_(titles) {}

  // The table as a REG_MULTI_SZ: the same bytes at each call. Valid until release(). `kind` is not
  // ValueKind::objects.
  [[nodiscard]] Bytes text(ValueKind kind, Encoding encoding);
  // Frees the memory.
  void release() noexcept;

 private:
  // A table in both encodings, each empty until it is asked for.
  struct Kept {
    std::string utf8;
    std::u16string utf16;
  };
  TitleTable titles_;
  std::array<Kept, 4> kept_;  // by ValueKind, from names
};

}  // namespace openperflib
