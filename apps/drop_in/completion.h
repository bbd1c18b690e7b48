// What a drop-in tool offers for the word at the cursor: its --complete is called by the
// completions of the shells, with the words of the line up to there, without quotes. It is in no
// help.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/drop_in/options.h"

namespace openperflib::drop_in {

// Whether the tool is asked for that: the words to complete follow the first one.
[[nodiscard]] bool is_completion(std::span<char* const> arguments) noexcept;

// The words of a command line up to the cursor. Value; views what it was made of.
class CursorLine {
 public:
  // `words`: those after the program's name; the last one is at the cursor.
  CursorLine(std::span<char* const> words, FindOption find);

  // What the word at the cursor has before the cursor.
  [[nodiscard]] const std::string& word() const noexcept { return word_; }
  // Whether it begins as an option does.
  [[nodiscard]] bool begins_an_option() const noexcept { return word_.starts_with('-'); }
  // The option that it is a value of; empty: it is a word of its own.
  [[nodiscard]] std::string_view option() const noexcept;
  // The words before that belong to that option, or with an empty name to none.
  [[nodiscard]] std::vector<std::string> values_of(std::string_view option) const;

 private:
  std::string word_;
  std::vector<GivenOption> before_;
  const OptionRow* row_ = nullptr;
};

// Value.
struct Completion {
  std::vector<std::string> words;
  bool files = false;  // names of files too
};

// One word per line, those that begin as the word at the cursor does, in any letter case; then
// "<files>", which no word is, where names of files are wanted.
[[nodiscard]] std::string completion_lines(const CursorLine& line, const Completion& completion);

// A file, or where the word begins with SQL: a database.
[[nodiscard]] Completion file_or_database(const CursorLine& line);

}  // namespace openperflib::drop_in
