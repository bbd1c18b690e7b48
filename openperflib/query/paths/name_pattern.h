// Patterns of single names: objects, counters, and instances with their #n.
//
// Values: own their texts. Names are compared without regard to case.
// Source: docs/counter_paths.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/paths/path_grammar.h"

namespace openperflib {

// A pattern of the full grammar that matches only this name: "a*" becomes "a[*]".
[[nodiscard]] std::string literal_pattern(std::string_view name);
// Returns whether it contains a * or ? other than [*] or [?]; in PDH's grammar a *.
[[nodiscard]] bool has_wildcards(std::string_view pattern,
                                 PathGrammar grammar = PathGrammar::full) noexcept;

// A name with * (any number of characters) and ? (one character) in it; [*] and [?] are the
// characters themselves. In PDH's grammar only * is special.
class NamePattern {
 public:
  NamePattern() = default;
  // Any text is a pattern. The empty one matches only the name "".
  explicit NamePattern(std::string_view text, PathGrammar grammar = PathGrammar::full);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }  // as it was written
  // As folded() makes it (text/utf16.h); without wildcards, the name that it matches.
  [[nodiscard]] const std::string& folded_text() const noexcept { return folded_; }
  // Returns whether it may match several names.
  [[nodiscard]] bool has_wildcards() const noexcept { return has_wildcards_; }
  // Returns whether it is just *.
  [[nodiscard]] bool matches_everything() const noexcept { return matches_everything_; }
  // The title index, if the name consists of digits only.
  [[nodiscard]] std::optional<std::uint32_t> number() const noexcept { return number_; }

  // Returns whether it matches that name, which must be folded (text/utf16.h).
  [[nodiscard]] bool matches(std::string_view folded_name) const noexcept;
  // Returns whether it matches an object or counter by its name or its title index.
  [[nodiscard]] bool matches(std::string_view folded_name,
                             std::uint32_t title_index) const noexcept {
    return (number_.has_value() && *number_ == title_index) || matches(folded_name);
  }

 private:
  std::string text_;
  std::string folded_;
  std::optional<std::uint32_t> number_;
  bool has_wildcards_ = false;
  bool matches_everything_ = false;
};

// "parent/name#n" with wildcards in any part; #* is any n. A name without #n is the first of
// several equal ones; one with wildcards is all of them. A mount point may be written as on Linux:
// /home also matches \home.
class InstancePattern {
 public:
  InstancePattern() = default;
  // Any text is a pattern; it is read as written and, if it begins with a /, also as a mount point.
  explicit InstancePattern(std::string_view text, PathGrammar grammar = PathGrammar::full);

  // As it was written.
  [[nodiscard]] const std::string& text() const noexcept { return readings_.front().whole.text(); }
  // Without wildcards, the name that it matches, in its original case.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  // Returns whether it may match several instances.
  [[nodiscard]] bool has_wildcards() const noexcept {
    return any_number_ || readings_.front().whole.has_wildcards();
  }
  // Returns whether it is just *: every instance, whatever its number.
  [[nodiscard]] bool matches_everything() const noexcept {
    return readings_.front().whole.matches_everything();
  }
  // Returns whether it matches the n-th instance with this folded name ("parent/name" if it has a
  // parent).
  [[nodiscard]] bool matches(std::string_view folded_name, std::uint32_t number) const;
  // Without wildcards: all possible names of such an instance, folded, to look it up by.
  [[nodiscard]] std::vector<std::string_view> possible_names() const;

 private:
  // One way to understand the text.
  struct Reading {
    NamePattern whole;
    NamePattern base;  // without #n or #*; all of it if there is none
  };
  std::vector<Reading> readings_ = std::vector<Reading>(1);  // as written; as a mount point
  std::string name_;
  std::optional<std::uint32_t> number_;  // the n of #n
  bool any_number_ = false;              // #*
};

}  // namespace openperflib
