#include "openperflib/analysis/thresholds/comparison.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostWords = 32;  // of a call; StaticThreshold has 9
constexpr std::size_t kShownColumns = 60;
constexpr std::string_view kFunction = "StaticThreshold";
constexpr std::string_view kSeveral = "is more than one comparison";

// A word of a script.
struct Word {
  enum class Kind : std::uint8_t { bare, quoted, end };  // end: of a statement
  Kind kind = Kind::bare;
  std::string text;
};

// Takes the words of a script from its text.
class ScriptWords {
 public:
  explicit ScriptWords(std::string_view text) : text_(text) {}

  // nullopt: the text is at its end, or a quotation or a comment has no end.
  std::optional<Word> next() {
    while (skip_blank() || skip_comment()) {
    }
    if (place_ >= text_.size()) return std::nullopt;
    const char first = text_[place_];
    if (first == '\n' || first == ';') {
      ++place_;
      return Word{Word::Kind::end, {}};
    }
    if (first == '\'' || first == '"') return quoted(first);
    return bare();
  }
  [[nodiscard]] bool is_cut() const noexcept { return is_cut_; }

 private:
  static constexpr std::string_view kBlanks = " \t\r\f\v";

  // A line that ends with ` continues.
  bool skip_blank() {
    const std::size_t before = place_;
    while (place_ < text_.size() && kBlanks.contains(text_[place_])) ++place_;
    for (const std::string_view continued : {"`\n", "`\r\n"}) {
      if (text_.substr(place_).starts_with(continued)) place_ += continued.size();
    }
    return place_ != before;
  }

  bool skip_comment() {
    const std::string_view rest = text_.substr(place_);
    if (rest.starts_with('#')) {
      place_ = std::min(text_.find('\n', place_), text_.size());
      return true;
    }
    if (!rest.starts_with("<#")) return false;
    const std::size_t end = text_.find("#>", place_ + 2);
    is_cut_ = is_cut_ || end == text_.npos;
    place_ = end == text_.npos ? text_.size() : end + 2;
    return true;
  }

  // A quotation mark within is written twice.
  std::optional<Word> quoted(char mark) {
    Word word{Word::Kind::quoted, {}};
    for (++place_; place_ < text_.size(); ++place_) {
      if (text_[place_] != mark) {
        word.text += text_[place_];
        continue;
      }
      ++place_;
      if (place_ == text_.size() || text_[place_] != mark) return word;
      word.text += mark;
    }
    is_cut_ = true;
    return std::nullopt;
  }

  Word bare() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\f\v\n;'\"", place_), text_.size());
    Word word{Word::Kind::bare, std::string(text_.substr(place_, end - place_))};
    place_ = end;
    return word;
  }

  std::string_view text_;
  std::size_t place_ = 0;
  bool is_cut_ = false;
};

// The words of the only statement of a script.
std::expected<std::vector<Word>, std::string> only_statement(std::string_view script) {
  ScriptWords words(script);
  std::vector<Word> statement;
  bool is_ended = false;
  while (auto word = words.next()) {
    if (word->kind == Word::Kind::end) {
      is_ended = !statement.empty();
      continue;
    }
    if (is_ended || statement.size() == kMostWords) return std::unexpected(std::string(kSeveral));
    statement.push_back(*std::move(word));
  }
  if (words.is_cut()) return std::unexpected("has a script without its end");
  if (statement.empty()) return std::unexpected("has no script");
  return statement;
}

std::string shown_word(std::string_view text) {
  return cut_to_width(printable(text), kShownColumns);
}

using Read = std::expected<void, std::string>;

Read take_collection(Comparison& comparison, const Word& value) {
  if (value.kind != Word::Kind::bare || !value.text.starts_with('$') ||
      value.text.find_first_of("$(){}[].:,|+*/", 1) != value.text.npos) {
    return std::unexpected(std::string(kSeveral));
  }
  comparison.collection = value.text.substr(1);
  return {};
}

Read take_operator(Comparison& comparison, const Word& value) {
  static constexpr auto kOperators = std::to_array<std::pair<std::string_view, ComparisonOperator>>(
      {{"gt", ComparisonOperator::greater},
       {"ge", ComparisonOperator::greater_or_equal},
       {"lt", ComparisonOperator::less},
       {"le", ComparisonOperator::less_or_equal}});
  const std::string_view text = value.text;
  const std::string_view word = text.starts_with('-') ? text.substr(1) : text;
  const auto known = std::ranges::find_if(
      kOperators, [&](const auto& row) { return equal_ignoring_case(row.first, word); });
  if (known == kOperators.end()) {
    return std::unexpected(
        fmt::format("compares with the operator {}, not gt, ge, lt or le", shown_word(text)));
  }
  comparison.is = known->second;
  return {};
}

Read take_limit(Comparison& comparison, const Word& value) {
  if (value.text.starts_with('$') || value.text.starts_with('(')) {
    return std::unexpected(
        fmt::format("compares with {}, which only a script knows", shown_word(value.text)));
  }
  comparison.limit = OPENPERFLIB_TRY(read_script_number(value.text));
  return {};
}

Read take_trend(Comparison& comparison, const Word& value) {
  const bool is_true = equal_ignoring_case(value.text, "$true");
  if (!is_true && !equal_ignoring_case(value.text, "$false")) {
    return std::unexpected(
        fmt::format("has {} as -IsTrendOnly, not $True or $False", shown_word(value.text)));
  }
  comparison.of_trend = is_true;
  return {};
}

struct Parameter {
  std::string_view name;
  Read (*take)(Comparison& comparison, const Word& value);
  bool is_required;
};
constexpr auto kParameters = std::to_array<Parameter>({
    {"CollectionOfCounterInstances", take_collection, true},
    {"Operator", take_operator, true},
    {"Threshold", take_limit, true},
    {"IsTrendOnly", take_trend, false},
});

// A parameter may be shortened, as all names of them begin with different letters.
std::size_t parameter_of(std::string_view name) {
  const auto known = std::ranges::find_if(kParameters, [&](const Parameter& one) {
    return !name.empty() && begins_ignoring_case(one.name, name);
  });
  return static_cast<std::size_t>(known - kParameters.begin());
}

// A word that names a parameter: a number may begin with - too.
bool is_parameter(const Word& word) {
  return word.kind == Word::Kind::bare && word.text.size() > 1 && word.text[0] == '-' &&
         ((word.text[1] >= 'A' && word.text[1] <= 'Z') ||
          (word.text[1] >= 'a' && word.text[1] <= 'z'));
}

// The words after the function, each parameter with its value. "-Threshold:10" is one word.
class Arguments {
 public:
  explicit Arguments(std::vector<Word> words) : words_(std::move(words)) {}

  std::expected<Comparison, std::string> read() {
    while (place_ < words_.size()) OPENPERFLIB_TRY(take_next());
    for (std::size_t i = 0; i < kParameters.size(); ++i) {
      if (is_given_[i] || !kParameters[i].is_required) continue;
      return std::unexpected(fmt::format("has no -{}", kParameters[i].name));
    }
    return std::move(comparison_);
  }

 private:
  Read take_next() {
    const Word& word = words_[place_++];
    if (!is_parameter(word)) return std::unexpected(std::string(kSeveral));
    const std::size_t colon = std::min(word.text.find(':'), word.text.size());
    const std::size_t number = parameter_of(std::string_view(word.text).substr(1, colon - 1));
    if (number == kParameters.size() || is_given_[number]) {
      return std::unexpected(std::string(kSeveral));
    }
    is_given_[number] = true;
    if (colon + 1 < word.text.size()) {
      return kParameters[number].take(comparison_,
                                      Word{Word::Kind::bare, word.text.substr(colon + 1)});
    }
    if (place_ == words_.size()) {
      return std::unexpected(fmt::format("has no value of -{}", kParameters[number].name));
    }
    return kParameters[number].take(comparison_, words_[place_++]);
  }

  std::vector<Word> words_;
  std::size_t place_ = 1;  // after the function
  Comparison comparison_;
  std::array<bool, kParameters.size()> is_given_{};
};

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// The digits at the start of `text`, which they are removed from.
std::optional<double> digits_of(std::string_view& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  if (text.starts_with("0x") || text.starts_with("0X")) {
    std::uint64_t whole = 0;
    const auto [stop, error] = std::from_chars(text.data() + 2, end, whole, 16);
    if (error != std::errc()) return std::nullopt;
    text = {stop, end};
    return static_cast<double>(whole);
  }
  // The words inf and nan are not numbers of a script.
  if (text.empty() || (!is_digit(text[0]) && text[0] != '.')) return std::nullopt;
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc()) return std::nullopt;
  text = {stop, end};
  return number;
}

// What the letters after a number multiply it with.
std::optional<double> factor_of(std::string_view letters) {
  static constexpr auto kFactors = std::to_array<std::pair<std::string_view, double>>(
      {{"", 1.0},
       {"l", 1.0},  // types, which do not change the number
       {"d", 1.0},
       {"kb", 1024.0},
       {"mb", 1048576.0},
       {"gb", 1073741824.0},
       {"tb", 1099511627776.0},
       {"pb", 1125899906842624.0}});
  const auto known = std::ranges::find_if(
      kFactors, [&](const auto& row) { return equal_ignoring_case(row.first, letters); });
  return known == kFactors.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace

std::expected<double, std::string> read_script_number(std::string_view text) {
  std::string_view rest = text;
  const bool is_negative = rest.starts_with('-');
  if (is_negative || rest.starts_with('+')) rest.remove_prefix(1);
  const auto digits = digits_of(rest);
  const auto factor = factor_of(rest);
  const double number = digits.value_or(std::numeric_limits<double>::quiet_NaN()) *
                        factor.value_or(1) * (is_negative ? -1 : 1);
  if (digits.has_value() && factor.has_value() && std::isfinite(number)) return number;
  return std::unexpected(fmt::format("compares with {}, which is not a number",
                                     text.empty() ? "an empty text" : shown_word(text)));
}

std::expected<Comparison, std::string> read_comparison(std::string_view script) {
  std::vector<Word> words = OPENPERFLIB_TRY(only_statement(script));
  if (words.front().kind != Word::Kind::bare ||
      !equal_ignoring_case(words.front().text, kFunction)) {
    return std::unexpected(std::string(kSeveral));
  }
  return Arguments(std::move(words)).read();
}

std::string_view sign_of(ComparisonOperator is) noexcept {
  constexpr auto kSigns = std::to_array<std::string_view>({">", ">=", "<", "<="});
  return kSigns[static_cast<std::size_t>(is)];
}

}  // namespace openperflib
