// PathPattern: a path of a query in any spelling: \object(instance)\counter, also with \\machine,
// by numbers (\238(_Total)\6), or for shells (Processor/_Total/% Processor Time).
//
// Value:  owns its texts. It need not match anything: it is matched again as instances come and go.
// Source: docs/counter_paths.md.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/query/paths/name_pattern.h"
#include "openperflib/query/paths/path_grammar.h"

namespace openperflib {

struct PathParts;

// A path as it was written; it is matched against each object. A default one matches nothing.
class PathPattern {
 public:
  // windows: begins with a backslash; shell: slashes between the parts.
  enum class Spelling : std::uint8_t { windows, shell };

  // The part of a path below its object: an instance and a counter.
  struct Request {
    std::optional<InstancePattern> instance;  // nullopt: the path names none
    NamePattern counter;
  };

  // Errors: syntax, with the byte; over_limit for a path beyond kLongestPath.
  [[nodiscard]] static std::expected<PathPattern, Error> parse(
      std::string_view text, PathGrammar grammar = PathGrammar::full);

  // Returns the text that was given to parse().
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  // Only shell paths have several readings.
  [[nodiscard]] Spelling spelling() const noexcept { return spelling_; }
  // Returns whether it may match more than one series.
  [[nodiscard]] bool has_wildcards() const noexcept { return has_wildcards_; }
  // Returns the machine as the path spells it; empty: it names none.
  [[nodiscard]] std::string_view machine() const noexcept;
  // Returns whether the path is for that machine: it names none, "." or "localhost", or this one.
  // In PDH's grammar a machine is a name without wildcards.
  [[nodiscard]] bool is_for_machine(std::string_view machine) const;
  // Returns whether the path is for that machine, at that position in a source of several: without
  // a machine, and with "." or "localhost", it is for the first one only.
  [[nodiscard]] bool is_for_machine(std::string_view machine, std::size_t position) const;

  // Returns the readings of the path for an object with that name, best first: one for a path with
  // backslashes; for a shell path one per slash, the longest counter first, because counters and
  // instances contain slashes. Empty: the path is not for this object. `folded_original`: the name
  // of the object in the language of the log, if it is not English.
  [[nodiscard]] std::vector<Request> requests_for(std::string_view folded_object,
                                                  std::uint32_t object_title_index,
                                                  std::string_view folded_original = {}) const;
  // Returns the request of a path with backslashes; nullptr for a shell path, which may have
  // several.
  [[nodiscard]] const Request* single_request() const noexcept {
    return spelling_ == Spelling::windows ? &request_ : nullptr;
  }
  // Returns the patterns of the objects that the path may name: one, or for shells one per slash,
  // shortest first.
  [[nodiscard]] std::span<const NamePattern> objects() const noexcept { return objects_; }
  // Returns the readings of the text after one of objects(), best first.
  [[nodiscard]] std::vector<Request> requests_behind(const NamePattern& object) const;

 private:
  // Returns whether the path is for this machine, whatever its name.
  [[nodiscard]] bool is_for_this_machine() const noexcept;
  // Fills objects_: the text before the first slash, before the second, and so on.
  void read_shell_spelling();
  // Fills the rest from the parts of a path with backslashes.
  void read_parts(const PathParts& parts);
  std::string text_;
  PathGrammar grammar_ = PathGrammar::full;
  Spelling spelling_ = Spelling::windows;
  bool has_wildcards_ = false;
  std::optional<NamePattern> machine_;
  std::vector<NamePattern> objects_;
  Request request_;  // of paths with backslashes
};

}  // namespace openperflib
