// TitleTexts: the tables of titles as values of the performance keys, made once and kept.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "openperflib/base/bytes.h"
#include "openperflib/query/value_name.h"

namespace openperflib::compat {

// What the texts of a value are made of: those of A functions and of W functions.
enum class Encoding : std::uint8_t { utf8, utf16 };

// Resource.
class TitleTexts {
 public:
  // The table as a REG_MULTI_SZ: the same bytes at each call. Valid until release(). `kind` is not
  // ValueKind::objects.
  [[nodiscard]] Bytes text(ValueKind kind, Encoding encoding);
  // Gives the memory back.
  void release() noexcept;

 private:
  struct Kept {
    std::string utf8;
    std::u16string utf16;
  };
  std::array<Kept, 4> kept_;  // by ValueKind, from names
};

}  // namespace openperflib::compat
