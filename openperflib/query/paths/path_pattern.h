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

  // What a path requests from one object.
  struct Request {
    std::optional<InstancePattern> instance;  // nullopt: the path names none
    NamePattern counter;
  };

  // Errors: syntax, with the byte; over_limit for a path beyond kLongestPath.
  [[nodiscard]] static std::expected<PathPattern, Error> parse(
      std::string_view text, PathGrammar grammar = PathGrammar::full);

  // The text that was given to parse().
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  // Only shell paths have several readings.
  [[nodiscard]] Spelling spelling() const noexcept { return spelling_; }
  // Whether it may match more than one series.
  [[nodiscard]] bool has_wildcards() const noexcept { return has_wildcards_; }
  // The machine as the path writes it; empty: it names none.
  [[nodiscard]] std::string_view machine() const noexcept;
  // Whether it is for that machine: it names none, "." or "localhost", or this one. In PDH's
  // grammar a machine is a name without wildcards.
  [[nodiscard]] bool is_for_machine(std::string_view machine) const;
  // Whether it is for that machine in a source of several, where the machine has that position:
  // without a machine, and with "." or "localhost", it is for the first one only.
  [[nodiscard]] bool is_for_machine(std::string_view machine, std::size_t position) const;

  // The readings of the path for an object with that name, best first: one for a path with
  // backslashes; for a shell path one per slash, the longest counter first, because counters and
  // instances contain slashes. Empty: the path is not for this object. `folded_original`: the name
  // of the object in the language of the log, if it is not English.
  [[nodiscard]] std::vector<Request> requests_for(std::string_view folded_object,
                                                  std::uint32_t object_title_index,
                                                  std::string_view folded_original = {}) const;
  // What a path with backslashes asks of the one object that it names; nullptr for a shell path.
  [[nodiscard]] const Request* single_request() const noexcept {
    return spelling_ == Spelling::windows ? &request_ : nullptr;
  }
  // The patterns of the objects that the path may name: one, or for shells one per slash, shortest
  // first.
  [[nodiscard]] std::span<const NamePattern> objects() const noexcept { return objects_; }
  // The readings of the text after one of objects(), best first.
  [[nodiscard]] std::vector<Request> requests_behind(const NamePattern& object) const;

 private:
  // Whether it is for this machine, whatever its name.
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
