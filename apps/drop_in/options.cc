#include "apps/drop_in/options.h"

#include <fmt/core.h>

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib::drop_in {
namespace {

bool looks_like_an_option(std::string_view word) {
  return word.size() > 1 && (word.front() == '-' || word.front() == '/');
}

std::unexpected<Failure> unknown(std::string_view place, std::string_view option) {
  return failure(at_place(place, fmt::format("unknown option {}; use -? for help", option)),
                 PDH_INVALID_ARGUMENT);
}

std::unexpected<Failure> no_value(std::string_view place, std::string_view option) {
  return failure(at_place(place, fmt::format("{} needs a value", option)), PDH_INVALID_ARGUMENT);
}

// -h and --help are usual on Linux. No tool has other options with these names.
std::string_view windows_name(std::string_view name) {
  return name == "h" || name == "-help" ? "?" : name;
}

// The words of a command line, one after the other.
class ArgumentReader {
 public:
  ArgumentReader(std::span<char* const> words, FindOption find) : words_(words), find_(find) {}

  std::expected<std::vector<GivenOption>, Failure> read();

 private:
  Outcome read_option(std::string_view option);
  void take(const OptionRow* row);
  [[nodiscard]] bool value_follows(Takes takes) const;
  [[nodiscard]] bool is_a_file(std::string_view word) const;

  std::span<char* const> words_;
  FindOption find_;
  std::size_t next_ = 0;
  std::vector<GivenOption> given_;
};

// Paths begin with /, so /x is an option only if the value is optional or may be repeated.
bool ArgumentReader::value_follows(Takes takes) const {
  if (next_ == words_.size()) return false;
  const std::string_view word = words_[next_];
  if (takes != Takes::one) return !looks_like_an_option(word);
  return !word.starts_with('-') || find_(windows_name(folded(word.substr(1)))) == nullptr;
}

// "/var/log/a.blg" is neither an option nor a misspelt one.
bool ArgumentReader::is_a_file(std::string_view word) const {
  return word.starts_with('/') && find_(folded(word.substr(1))) == nullptr;
}

void ArgumentReader::take(const OptionRow* row) {
  given_.push_back({.row = row, .value = words_[next_++], .place = {}});
}

Outcome ArgumentReader::read_option(std::string_view option) {
  const OptionRow* row = find_(windows_name(folded(option.substr(1))));
  if (row == nullptr) return unknown({}, option);
  const std::size_t before = given_.size();
  switch (row->takes) {
    case Takes::nothing:
      break;
    case Takes::one:
    case Takes::one_or_nothing:
      if (value_follows(row->takes)) take(row);
      break;
    case Takes::some:
      while (value_follows(row->takes)) take(row);
      break;
  }
  if (given_.size() > before) return {};
  if (row->takes == Takes::one || row->takes == Takes::some) return no_value({}, option);
  given_.push_back({.row = row, .value = std::nullopt, .place = {}});
  return {};
}

std::expected<std::vector<GivenOption>, Failure> ArgumentReader::read() {
  while (next_ < words_.size()) {
    const std::string_view word = words_[next_];
    if (!looks_like_an_option(word) || is_a_file(word)) {
      take(nullptr);
      continue;
    }
    ++next_;
    if (auto read = read_option(word); !read.has_value()) return std::unexpected(read.error());
  }
  return std::move(given_);
}

// A settings file, line by line.
class SettingsReader {
 public:
  SettingsReader(const std::string& file, FindOption find) : file_(file), find_(find) {}

  Outcome read(const TextLine& line);
  // The options, after the last line was read.
  std::expected<std::vector<GivenOption>, Failure> end();

 private:
  Outcome begin_option(std::string_view name, std::string place);
  Outcome add_value(const std::string& value, std::string place);
  Outcome end_option();

  const std::string& file_;
  FindOption find_;
  const OptionRow* row_ = nullptr;
  std::string row_place_;
  std::size_t values_ = 0;  // of row_
  std::vector<GivenOption> given_;
};

Outcome SettingsReader::end_option() {
  if (row_ == nullptr || values_ > 0) return {};
  if (row_->takes == Takes::one || row_->takes == Takes::some) {
    return no_value(row_place_, fmt::format("[{}]", row_->name));
  }
  given_.push_back({.row = row_, .value = std::nullopt, .place = row_place_});
  return {};
}

Outcome SettingsReader::begin_option(std::string_view name, std::string place) {
  if (auto ended = end_option(); !ended.has_value()) return ended;
  const bool with_sign = name.starts_with('-') || name.starts_with('/');
  row_ = find_(folded(name.substr(with_sign ? 1 : 0)));
  if (row_ == nullptr) return unknown(place, fmt::format("[{}]", name));
  row_place_ = std::move(place);
  values_ = 0;
  return {};
}

Outcome SettingsReader::add_value(const std::string& value, std::string place) {
  if (row_ == nullptr) {
    return failure(at_place(place, fmt::format("{} has no [option] line before it", value)),
                   PDH_INVALID_ARGUMENT);
  }
  if (row_->takes == Takes::nothing || (row_->takes != Takes::some && values_ > 0)) {
    return failure(at_place(place, fmt::format("too many values for [{}]: {}", row_->name, value)),
                   PDH_INVALID_ARGUMENT);
  }
  ++values_;
  given_.push_back({.row = row_, .value = value, .place = std::move(place)});
  return {};
}

Outcome SettingsReader::read(const TextLine& line) {
  std::string place = fmt::format("{}:{}", file_, line.number);
  const std::string_view text = line.text;
  if (text.starts_with('[') && text.ends_with(']')) {
    return begin_option(text.substr(1, text.size() - 2), std::move(place));
  }
  return add_value(line.text, std::move(place));
}

std::expected<std::vector<GivenOption>, Failure> SettingsReader::end() {
  if (auto ended = end_option(); !ended.has_value()) return std::unexpected(ended.error());
  return std::move(given_);
}

}  // namespace

std::expected<std::vector<GivenOption>, Failure> read_arguments(std::span<char* const> arguments,
                                                                FindOption find) {
  return ArgumentReader(arguments, find).read();
}

std::expected<std::vector<GivenOption>, Failure> read_settings(const std::string& file,
                                                               std::span<const TextLine> lines,
                                                               FindOption find) {
  SettingsReader reader(file, find);
  for (const TextLine& line : lines) {
    if (auto read = reader.read(line); !read.has_value()) return std::unexpected(read.error());
  }
  return reader.end();
}

bool is_called(const GivenOption& given, std::string_view name) noexcept {
  return given.row != nullptr && given.row->name == name;
}

std::expected<std::vector<GivenOption>, Failure> read_settings_files(
    std::span<const GivenOption> command_line, FindOption find) {
  std::vector<GivenOption> all;
  for (const GivenOption& given : command_line) {
    if (!is_called(given, "config")) continue;
    const auto lines = OPENPERFLIB_TRY(read_text_lines(*given.value));
    for (GivenOption& setting : OPENPERFLIB_TRY(read_settings(*given.value, lines, find))) {
      if (is_called(setting, "config")) {
        return wrong_value(setting, "a settings file cannot name another one");
      }
      all.push_back(std::move(setting));
    }
  }
  return all;
}

std::unexpected<Failure> wrong_value(const GivenOption& given, std::string_view why) {
  return failure(at_place(given.place, fmt::format("-{} {}: {}", given.row->name,
                                                   given.value.value_or(""), why)),
                 PDH_INVALID_ARGUMENT);
}

std::string without_quotes(const std::string& text) {
  const bool quoted = text.size() > 1 && text.starts_with('"') && text.ends_with('"');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

std::string at_place(std::string_view place, std::string_view text) {
  return place.empty() ? std::string(text) : fmt::format("{}: {}", place, text);
}

}  // namespace openperflib::drop_in
