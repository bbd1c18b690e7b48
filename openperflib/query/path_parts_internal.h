// The parts of a path with backslashes, and what all readers of paths share.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "openperflib/base/error.h"

namespace openperflib {

// Views of the path's text.
struct PathParts {
  std::string_view machine;
  std::string_view object;
  std::optional<std::string_view> instance;  // "parent/name#n" as it stands
  std::string_view counter;
};

// Splits \\machine\object(instance)\counter. Errors: syntax, with the byte.
[[nodiscard]] std::expected<PathParts, Error> split_path(std::string_view text);

// What holds of every spelling: not empty, no NUL, not too long.
[[nodiscard]] std::expected<void, Error> check_path_text(std::string_view text);

// A fault of a path at that byte.
[[nodiscard]] std::unexpected<Error> path_fault(Errc code, std::size_t offset);

// "name#12" as name and number; the whole as the name where no number follows the last #.
struct NumberedName {
  std::string_view name;
  std::optional<std::uint32_t> number;
};
[[nodiscard]] NumberedName split_number(std::string_view text) noexcept;

// The decimal number that `text` is as a whole, if it is one of 32 bits.
[[nodiscard]] std::optional<std::uint32_t> whole_number(std::string_view text) noexcept;

}  // namespace openperflib
