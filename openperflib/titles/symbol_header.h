// SymbolHeader: the numbers of the symbols of an .ini, from a C header: #define QRATE 4.
//
// Value: owns its names.
// Source: docs/formats/ini.md, section Symbol header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/titles/title_remark.h"

namespace openperflib {

// A macro with a value.
struct Symbol {
  std::string name;
  std::uint32_t number = 0;  // 0 if it has a fault
  std::size_t line = 1;      // of the definition, or of the one that contradicts it
  // Why it cannot be used in an .ini: a header may define other things too.
  std::optional<TitleRule> fault = std::nullopt;
  bool operator==(const Symbol&) const = default;
};

// Value: the macros of a header that have values. See above.
class SymbolHeader {
 public:
  // Reads as much as can be read. Time and memory are linear in the size, but for sorting.
  [[nodiscard]] static SymbolHeader read(Bytes bytes);

  // In the order of the file, each name once.
  [[nodiscard]] std::span<const Symbol> symbols() const noexcept { return symbols_; }
  // With that name; if there is none, the one with that name ignoring case. Null: there is none,
  // or there are several with different numbers.
  [[nodiscard]] const Symbol* find(std::string_view name) const;
  // On the file itself: too large, a comment without an end.
  [[nodiscard]] const TitleRemarks& remarks() const noexcept { return remarks_; }

 private:
  std::vector<Symbol> symbols_;
  std::vector<std::pair<std::string, std::uint32_t>> by_folded_name_;  // positions in symbols_
  TitleRemarks remarks_;
};

}  // namespace openperflib
