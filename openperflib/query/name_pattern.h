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

namespace openperflib {

// A name as a pattern of that name alone: "a*" is "a[*]".
[[nodiscard]] std::string literal_pattern(std::string_view name);
// Whether there is a * or ? in it that is not [*] or [?].
[[nodiscard]] bool has_wildcards(std::string_view pattern) noexcept;

// A name, with * (any characters, also none) and ? (one character) in it; [*] and [?] are those
// characters themselves.
class NamePattern {
 public:
  NamePattern() = default;
  // Any text is a pattern. The empty one is the name "" alone.
  explicit NamePattern(std::string_view text);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }  // as it was written
  // As folded() makes it (base/utf16.h); where it has no wildcards, the name that it stands for.
  [[nodiscard]] const std::string& folded_text() const noexcept { return folded_; }
  // Whether there is a * or ? in it.
  [[nodiscard]] bool has_wildcards() const noexcept { return has_wildcards_; }
  // Whether it is nothing but *.
  [[nodiscard]] bool matches_everything() const noexcept { return matches_everything_; }
  // The title index that a name of digits alone means.
  [[nodiscard]] std::optional<std::uint32_t> number() const noexcept { return number_; }

  // Whether it stands for that name, given as folded() makes it (base/utf16.h).
  [[nodiscard]] bool matches(std::string_view folded_name) const noexcept;
  // Whether it stands for an object or counter: by its name or by its title index.
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

// "parent/name#n" with wildcards in any part; #* is any n. A name without #n is the first of equal
// ones; one with wildcards is all of them. A mount point may be written as Linux writes it: /home
// stands for \home too.
class InstancePattern {
 public:
  InstancePattern() = default;
  // Any text is a pattern; it is read as written, and with a / in front as a mount point too.
  explicit InstancePattern(std::string_view text);

  // The name that it stands for where it has no wildcards, in the case of its letters.
  [[nodiscard]] std::string name() const;
  // Whether it may stand for several instances.
  [[nodiscard]] bool has_wildcards() const noexcept {
    return any_number_ || readings_.front().whole.has_wildcards();
  }
  // Whether it is nothing but *: every instance, whatever its number.
  [[nodiscard]] bool matches_everything() const noexcept {
    return readings_.front().whole.matches_everything();
  }
  // Whether it stands for the instance whose folded name ("parent/name" where it has a parent) is
  // that, the n-th of those that are called so.
  [[nodiscard]] bool matches(std::string_view folded_name, std::uint32_t number) const;
  // Without wildcards: all that such an instance can be called, folded, to look it up by.
  [[nodiscard]] std::vector<std::string_view> possible_names() const;

 private:
  // One way to understand the text.
  struct Reading {
    NamePattern whole;
    NamePattern base;  // without #n or #*; whole where there is none
  };
  std::vector<Reading> readings_ = std::vector<Reading>(1);  // as written; as a mount point
  std::optional<std::uint32_t> number_;                      // the n of #n
  bool any_number_ = false;                                  // #*
};

}  // namespace openperflib
