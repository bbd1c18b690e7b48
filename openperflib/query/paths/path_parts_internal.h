// The parts of a path with backslashes, and helpers shared by all parsers of paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "openperflib/base/error.h"

namespace openperflib {

inline constexpr std::size_t kNotFound = std::string_view::npos;

// Views into the text of the path.
struct PathParts {
  std::string_view machine;
  std::string_view object;
  std::optional<std::string_view> instance;  // "parent/name#n" as written
  std::string_view counter;
};

// Splits \\machine\object(instance)\counter. Errors: syntax, with the byte.
[[nodiscard]] std::expected<PathParts, Error> split_path(std::string_view text);

// Checks that apply to every spelling: not empty, no NUL, not too long.
[[nodiscard]] std::expected<void, Error> check_path_text(std::string_view text);

// An error at this byte of a path.
[[nodiscard]] std::unexpected<Error> path_fault(Errc code, std::size_t offset);

// "name#12" as name and number; if no number follows the last #, all of it is the name.
struct NumberedName {
  std::string_view name;
  std::optional<std::uint32_t> number;
};
[[nodiscard]] NumberedName split_number(std::string_view text) noexcept;

}  // namespace openperflib
