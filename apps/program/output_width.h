// How wide the lines may be that a tool writes to standard output.
#pragma once

#include <cstddef>
#include <optional>

namespace openperflib::apps {

// The columns of the terminal on standard output (80 if the terminal does not know). Nothing where
// standard output is a file or a pipe.
[[nodiscard]] std::optional<std::size_t> terminal_columns() noexcept;

// The columns of that terminal. Elsewhere the number in the variable COLUMNS, if it is one from 20
// to 1000, and `otherwise` if it is not.
[[nodiscard]] std::size_t output_columns(std::size_t otherwise) noexcept;

}  // namespace openperflib::apps
