// CounterPath: the name of one counter of one instance,
// \\machine\object(parent/instance#n)\counter.
//
// Value:  owns its texts (UTF-8).
// Source: docs/counter_paths.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/base/error.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// The longest path that Windows accepts (PDH_MAX_COUNTER_PATH), in UTF-16 units, its NUL included.
inline constexpr std::size_t kLongestPath = 2048;

// Whether the instances of an object belong to instances of another one (Thread: "process/0"). The
// text before the first / is a parent only then: mount points and other names contain slashes too.
enum class ObjectParents : std::uint8_t { none, possible };

// Returns whether the instances of the object with that name belong to those of another one on
// every machine: Thread and a few others. Case is ignored.
[[nodiscard]] bool is_child_object(std::string_view object) noexcept;
// Returns whether the instances in a path may have parents, if its source is not asked: not those
// of an object that has a title and is not such a child.
[[nodiscard]] ObjectParents parents_of_object(std::string_view object, const TitleTable& titles);

// Returns "\\\\db-17" as "db-17": removes the backslashes that paths and pdh.h have before a
// machine.
[[nodiscard]] inline std::string_view without_backslashes(std::string_view machine) noexcept {
  return machine.starts_with("\\\\") ? machine.substr(2) : machine;
}

// The parts of "parent/name#n"; views of its text.
struct InstanceParts {
  std::string_view parent;  // empty: none
  std::string_view name;
  std::uint32_t index = 0;  // the n of #n
};
// Splits at the first / with text on both sides of it, and at a last # that only digits follow. All
// of a text without these is the name.
[[nodiscard]] InstanceParts split_instance(std::string_view text, ObjectParents parents) noexcept;

// The parts of a path as they are written: nothing is folded, matched or looked up.
struct CounterPath {
  std::string machine;  // without backslashes; empty: the path names none
  std::string object;
  std::string parent;                   // empty: none
  std::optional<std::string> instance;  // nullopt: the object has none by nature
  std::uint32_t index = 0;              // the n of #n among equal names
  std::string counter;

  // Parses a path with backslashes. The instance is the text between the first ( and the last )
  // before the last backslash, so that names with parentheses and backslashes are found. Errors:
  // syntax, with the byte; over_limit for a path beyond kLongestPath.
  [[nodiscard]] static std::expected<CounterPath, Error> parse(
      std::string_view text, ObjectParents parents = ObjectParents::none);

  bool operator==(const CounterPath&) const = default;
};

// The texts of the parts of a path. View.
struct CounterPathTexts {
  std::string_view machine;  // without backslashes; empty: the path names none
  std::string_view object;
  std::string_view parent;                   // empty: none
  std::optional<std::string_view> instance;  // nullopt: the object has none by nature
  std::uint32_t index = 0;                   // the n of #n among equal names
  std::string_view counter;
};
// Returns write() of a path with these parts, none of which is copied before.
[[nodiscard]] std::string write(const CounterPathTexts& path);

// Returns the path as text. #0 is never written. A name that contains a reserved character where it
// means something else cannot be parsed back: Windows has no escape for it.
[[nodiscard]] std::string write(const CounterPath& path);

// Returns the path with every * and ? in it escaped, so that they are taken literally
// (docs/counter_paths.md).
[[nodiscard]] CounterPath literal_pattern(CounterPath path);

}  // namespace openperflib
