#include "openperflib/rules/located_json.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "openperflib/base/try_internal.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Records how far the parser has read, because it reports no positions.
class CountedBytes {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountedBytes(const char* at, const char** seen) : at_(at), seen_(seen) {}
  reference operator*() const { return *at_; }
  CountedBytes& operator++() {
    *seen_ = ++at_;
    return *this;
  }
  CountedBytes operator++(int) {
    CountedBytes before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountedBytes& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** seen_;
};

// The part of the parser's message that helps users.
std::string reason_of(const std::string& what) {
  const std::size_t at = what.find("syntax error");
  return at == std::string::npos ? "is not valid JSON" : "is not valid JSON: " + what.substr(at);
}

// Builds the tree from the parser's events. One per parse.
class Builder {
 public:
  Builder(const char* begin, const char* const* seen) : counted_(begin), seen_(seen) {}

  bool null() { return add({}); }
  bool boolean(bool value) {
    return add({.kind = LocatedJson::Kind::boolean, .number = value ? 1.0 : 0.0});
  }
  bool number_integer(nlohmann::json::number_integer_t value) {
    return add_number(static_cast<double>(value));
  }
  bool number_unsigned(nlohmann::json::number_unsigned_t value) {
    return add_number(static_cast<double>(value));
  }
  bool number_float(nlohmann::json::number_float_t value, const std::string& /*text*/) {
    return add_number(value);
  }
  bool string(std::string& value) {
    return add({.kind = LocatedJson::Kind::text, .text = std::move(value)});
  }
  bool binary(nlohmann::json::binary_t& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return open(LocatedJson::Kind::object); }
  bool end_object() { return close(); }
  bool start_array(std::size_t /*size*/) { return open(LocatedJson::Kind::list); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    open_.back().names.push_back(std::move(name));
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::json::exception& what) {
    return refuse(reason_of(what.what()));
  }

  [[nodiscard]] LocatedJson& root() { return root_; }
  [[nodiscard]] const RuleFault& fault() const { return fault_; }

 private:
  // After numbers the parser has read one byte ahead.
  std::size_t line_here(bool looked_ahead) {
    const char* const end = *seen_ - (looked_ahead ? 1 : 0);
    if (end > counted_) {
      line_ += static_cast<std::size_t>(std::count(counted_, end, '\n'));
      counted_ = end;
    }
    return line_;
  }
  bool refuse(std::string reason) {
    fault_ = {line_here(true), {}, std::move(reason)};
    return false;
  }
  bool add_number(double value) {
    return add({.kind = LocatedJson::Kind::number, .number = value}, true);
  }
  bool add(LocatedJson part, bool looked_ahead = false) {
    part.line = line_here(looked_ahead);
    if (++parts_ > LocatedJson::kMostParts) return refuse("has too many parts");
    (open_.empty() ? root_ : open_.back().parts.emplace_back()) = std::move(part);
    return true;
  }
  bool open(LocatedJson::Kind kind) {
    if (open_.size() == LocatedJson::kMostDepth) return refuse("is nested too deeply");
    open_.push_back({.kind = kind, .line = line_here(false)});
    return true;
  }
  bool close() {
    LocatedJson done = std::move(open_.back());
    open_.pop_back();
    const std::size_t line = done.line;
    if (!add(std::move(done))) return false;
    (open_.empty() ? root_ : open_.back().parts.back()).line = line;
    return true;
  }

  const char* counted_;
  const char* const* seen_;
  std::size_t line_ = 1;
  std::size_t parts_ = 0;
  std::vector<LocatedJson> open_;
  LocatedJson root_;
  RuleFault fault_;
};

// Other words for members of rules.
struct OtherMember {
  std::string_view word;
  std::array<std::string_view, 2> ours;
};
constexpr auto kOtherMembers = std::to_array<OtherMember>({
    {"over", {"above", "below"}},
    {"under", {"above", "below"}},
    {"threshold", {"above", "below"}},
    {"limit", {"above", "below"}},
    {"max", {"above", "below"}},
    {"min", {"above", "below"}},
    {"path", {"counter", ""}},
    {"duration", {"seconds", ""}},
    {"for", {"seconds", ""}},
});

// Returns those of many names that are meant by `word`, or the nearest one.
std::vector<std::string_view> meant_members(std::string_view word,
                                            std::span<const std::string_view> names) {
  const auto row = std::ranges::find(kOtherMembers, word, &OtherMember::word);
  std::vector<std::string_view> meant;
  if (row != kOtherMembers.end()) {
    for (const std::string_view one : row->ours) {
      if (std::ranges::find(names, one) != names.end()) meant.push_back(one);
    }
  }
  return meant.empty() ? nearest_names(word, names, 1) : meant;
}

// Returns `; expected "a", "b" or "c"`: the names, or those of many that are meant by `word`.
std::string expected_names(std::string_view word, std::span<const std::string_view> all) {
  constexpr std::size_t kMostNamed = 6;
  std::vector<std::string_view> names(all.begin(), all.end());
  if (names.size() > kMostNamed) names = meant_members(word, all);
  if (names.empty()) return {};
  std::string text = "; expected ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += fmt::format("\"{}\"", names[i]);
  }
  return text;
}

}  // namespace

const LocatedJson* LocatedJson::find(std::string_view name) const noexcept {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? nullptr : &parts[static_cast<std::size_t>(found - names.begin())];
}

std::string_view LocatedJson::text_of(std::string_view name) const noexcept {
  const LocatedJson* const found = find(name);
  return found == nullptr ? std::string_view() : std::string_view(found->text);
}

std::unexpected<RuleFault> LocatedJson::fault(std::string reason) const {
  return std::unexpected(RuleFault{line, {}, std::move(reason)});
}

std::expected<void, RuleFault> LocatedJson::expect(Kind wanted) const {
  if (kind == wanted) return {};
  return fault(fmt::format("expected {}, not {}", name_of(wanted), name_of(kind)));
}

std::expected<void, RuleFault> LocatedJson::expect_members(std::span<const std::string_view> known,
                                                           std::string_view what) const {
  OPENPERFLIB_TRY(expect(Kind::object));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string_view name = names[i];
    if (std::ranges::find(known, name) == known.end()) {
      return parts[i].fault(
          fmt::format("unknown member \"{}\" in {}{}", name, what, expected_names(name, known)));
    }
    if (std::ranges::count(names, name) > 1) {
      return parts[i].fault(fmt::format("\"{}\" is given twice", name));
    }
  }
  return {};
}

std::expected<std::string, RuleFault> LocatedJson::as_text() const {
  OPENPERFLIB_TRY(expect(Kind::text));
  if (valid_utf8(text).replaced != 0) return fault("is not valid UTF-8");
  return text;
}

std::expected<bool, RuleFault> LocatedJson::as_flag() const {
  OPENPERFLIB_TRY(expect(Kind::boolean));
  return number == 1;
}

std::expected<double, RuleFault> LocatedJson::as_number() const {
  OPENPERFLIB_TRY(expect(Kind::number));
  return number;
}

std::expected<std::vector<std::string>, RuleFault> LocatedJson::as_texts() const {
  OPENPERFLIB_TRY(expect(Kind::list));
  if (parts.size() > kMostTexts) return fault("has too many entries");
  std::vector<std::string> texts;
  for (const LocatedJson& part : parts) texts.push_back(OPENPERFLIB_TRY(part.as_text()));
  return texts;
}

std::expected<LocatedJson, RuleFault> LocatedJson::parse(std::string_view text) {
  const char* const begin = text.data();
  const char* seen = begin;
  Builder builder(begin, &seen);
  const bool is_json = nlohmann::json::sax_parse(
      CountedBytes(begin, &seen), CountedBytes(begin + text.size(), &seen), &builder);
  if (!is_json) return std::unexpected(builder.fault());
  return std::move(builder.root());
}

std::string_view name_of(LocatedJson::Kind kind) noexcept {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"nothing", "true or false", "a number", "a text", "a list", "an object"});
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace openperflib
