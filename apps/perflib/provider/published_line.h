// A line that `perflib provider publish` reads: what happens to a counter or an instance.
//
// Source: docs/formats/publish.md.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "openperflib/query/paths/counter_path.h"

namespace openperflib::apps {

enum class LineAction : std::uint8_t { set, add, subtract, remove };

// Value. `\Set(instance)\Counter = 5`, `+ 5`, `- 5`, or `delete \Set(instance)`.
struct PublishedLine {
  LineAction action = LineAction::set;
  CounterPath path = {};  // without a counter, if the instance is removed
  std::uint64_t number = 0;
  bool operator==(const PublishedLine&) const = default;
};

// The error of a line: what is wrong with it, for people.
[[nodiscard]] std::unexpected<std::string> wrong_line(std::string why);

// Returns whether the line has nothing but blanks: it is skipped.
[[nodiscard]] bool is_blank(std::string_view line) noexcept;

// Reads a line without its end. Errors: what is wrong, for people.
[[nodiscard]] std::expected<PublishedLine, std::string> read_published_line(std::string_view line);

}  // namespace openperflib::apps
