#include "apps/drop_in/completion.h"

#include "apps/completion/database_completion.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/text/utf16.h"

namespace openperflib::drop_in {
namespace {

const OptionRow* option_of(std::string_view word, FindOption find) {
  const bool may_be_one = word.size() > 1 && (word.front() == '-' || word.front() == '/');
  return may_be_one ? find(folded(word.substr(1))) : nullptr;
}

bool takes_more(const OptionRow& row, std::size_t taken) {
  switch (row.takes) {
    case Takes::nothing:
      return false;
    case Takes::one:
    case Takes::one_or_nothing:
      return taken == 0;
    case Takes::some:
      break;
  }
  return true;
}

}  // namespace

bool is_completion(std::span<char* const> arguments) noexcept {
  return !arguments.empty() && arguments.front() == std::string_view("--complete");
}

CursorLine::CursorLine(std::span<char* const> words, FindOption find) {
  if (words.empty()) return;
  word_ = words.back();
  std::size_t taken = 0;
  for (const char* const word : words.first(words.size() - 1)) {
    if (const OptionRow* const row = option_of(word, find)) {
      row_ = row;
      taken = 0;
    } else {
      before_.push_back({.row = row_, .value = word, .place = {}});
      ++taken;
    }
    if (row_ != nullptr && !takes_more(*row_, taken)) row_ = nullptr;
  }
}

std::string_view CursorLine::option() const noexcept {
  return row_ == nullptr ? std::string_view() : row_->name;
}

std::vector<std::string> CursorLine::values_of(std::string_view option) const {
  std::vector<std::string> values;
  for (const GivenOption& given : before_) {
    const std::string_view name = given.row == nullptr ? std::string_view() : given.row->name;
    if (name == option) values.push_back(*given.value);
  }
  return values;
}

std::string completion_lines(const CursorLine& line, const Completion& completion) {
  std::string text;
  for (const std::string& word : completion.words) {
    if (begins_ignoring_case(word, line.word())) text += word + '\n';
  }
  if (completion.files) text += "<files>\n";
  return text;
}

Completion file_or_database(const CursorLine& line) {
  if (!SqlLogName::is_one(line.word())) return {.words = {}, .files = true};
  return {.words = apps::database_completions(line.word()), .files = false};
}

}  // namespace openperflib::drop_in
