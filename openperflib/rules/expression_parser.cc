// The grammar of expressions, one function per level: or, and, comparison, sum, product, unary,
// operand.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/rules/expression.h"

namespace openperflib {
namespace {

// Units that may follow a number, and their factors.
constexpr auto kUnits = std::to_array<std::pair<std::string_view, double>>(
    {{"KB", 1024.0}, {"MB", 1048576.0}, {"GB", 1073741824.0}, {"ms", 0.001}, {"us", 0.000001}});

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

// One parse. Depth of nesting and of the stack are bounded, so that no text can exhaust either.
class ExpressionParser {
 public:
  using Kind = ExpressionKind;
  using Code = Expression::Code;
  using Result = std::expected<Kind, ExpressionFault>;

  ExpressionParser(std::string_view text, std::span<const std::string_view> names)
      : text_(text), names_(names) {}

  std::expected<Expression, ExpressionFault> parse(Kind wanted) {
    const Kind kind = OPENPERFLIB_TRY(either());
    skip_blanks();
    if (place_ != text_.size()) return fault("unexpected text after the expression");
    if (kind != wanted) {
      place_ = 0;
      return fault(wanted == Kind::condition ? "not a condition: it has no comparison"
                                             : "a condition; expected a number");
    }
    return std::move(result_);
  }

 private:
  std::unexpected<ExpressionFault> fault(std::string reason) const {
    return std::unexpected(ExpressionFault{place_ + 1, std::move(reason)});
  }

  void skip_blanks() {
    while (place_ < text_.size() && text_[place_] == ' ') ++place_;
  }

  bool take(std::string_view word) {
    skip_blanks();
    if (!text_.substr(place_).starts_with(word)) return false;
    const std::size_t end = place_ + word.size();
    const bool is_cut = is_letter(word.front()) && end < text_.size() &&
                        (is_letter(text_[end]) || is_digit(text_[end]));
    if (is_cut) return false;
    place_ = end;
    return true;
  }

  std::expected<void, ExpressionFault> push(Expression::Step step) {
    const bool is_load = step.code <= Code::fall;
    if (is_load && ++depth_ > Expression::kMostDepth) return fault("nested too deeply");
    if (!is_load && step.code != Code::negate) --depth_;
    result_.steps_.push_back(step);
    return {};
  }

  std::expected<void, ExpressionFault> need(Kind kind, Kind wanted, std::size_t at) {
    if (kind == wanted) return {};
    place_ = at;
    return fault(wanted == Kind::number ? "expected a number, not a condition"
                                        : "expected a condition, not a number");
  }

  // An operand that must be of that kind.
  Result take_kind(Kind wanted, Result (ExpressionParser::*inner)()) {
    const std::size_t at = place_;
    const Kind kind = OPENPERFLIB_TRY((this->*inner)());
    OPENPERFLIB_TRY(need(kind, wanted, at));
    return kind;
  }

  // A chain of operands of one kind: a op b op c.
  template <std::size_t N>
  Result chain(const std::array<std::pair<std::string_view, Code>, N>& operators, Kind kind,
               Result (ExpressionParser::*inner)()) {
    const std::size_t at = place_;
    Kind result = OPENPERFLIB_TRY((this->*inner)());
    for (;;) {
      const auto found =
          std::ranges::find_if(operators, [&](const auto& one) { return take(one.first); });
      if (found == operators.end()) return result;
      OPENPERFLIB_TRY(need(result, kind, at));
      result = OPENPERFLIB_TRY(take_kind(kind, inner));
      OPENPERFLIB_TRY(push({.code = found->second}));
    }
  }

  Result either() {
    static constexpr std::array<std::pair<std::string_view, Code>, 1> kOr = {
        {{"or", Code::either}}};
    return chain(kOr, Kind::condition, &ExpressionParser::both);
  }
  Result both() {
    static constexpr std::array<std::pair<std::string_view, Code>, 1> kAnd = {
        {{"and", Code::both}}};
    return chain(kAnd, Kind::condition, &ExpressionParser::comparison);
  }
  Result sum() {
    static constexpr std::array<std::pair<std::string_view, Code>, 2> kSigns = {
        {{"+", Code::add}, {"-", Code::subtract}}};
    return chain(kSigns, Kind::number, &ExpressionParser::product);
  }
  Result product() {
    static constexpr std::array<std::pair<std::string_view, Code>, 2> kSigns = {
        {{"*", Code::multiply}, {"/", Code::divide}}};
    return chain(kSigns, Kind::number, &ExpressionParser::unary);
  }

  Result comparison() {
    static constexpr std::array<std::pair<std::string_view, Code>, 6> kSigns = {
        {{"<=", Code::less_or_equal},
         {"<", Code::less},
         {">=", Code::greater_or_equal},
         {">", Code::greater},
         {"==", Code::equal},
         {"!=", Code::not_equal}}};
    const std::size_t left = result_.steps_.size();
    const std::size_t at = place_;
    const Kind kind = OPENPERFLIB_TRY(sum());
    const auto found =
        std::ranges::find_if(kSigns, [&](const auto& one) { return take(one.first); });
    if (found == kSigns.end()) return kind;
    OPENPERFLIB_TRY(need(kind, Kind::number, at));
    const std::size_t right = result_.steps_.size();
    (void)OPENPERFLIB_TRY(take_kind(Kind::number, &ExpressionParser::sum));
    OPENPERFLIB_TRY(push({.code = found->second, .left = left, .right = right}));
    return Kind::condition;
  }

  Result unary() {
    if (!take("-")) return operand();
    (void)OPENPERFLIB_TRY(take_kind(Kind::number, &ExpressionParser::operand));
    OPENPERFLIB_TRY(push({.code = Code::negate}));
    return Kind::number;
  }

  Result operand() {
    skip_blanks();
    if (take("(")) return brackets();
    if (place_ < text_.size() && is_digit(text_[place_])) return number();
    if (place_ < text_.size() && is_letter(text_[place_])) return name();
    return fault("expected a number, a name or (");
  }

  Result brackets() {
    if (++nested_ > Expression::kMostDepth) return fault("nested too deeply");
    const Kind kind = OPENPERFLIB_TRY(either());
    if (!take(")")) return fault(") is missing");
    --nested_;
    return kind;
  }

  Result number() {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + place_, text_.data() + text_.size(), value);
    if (error != std::errc()) return fault("not a number");
    place_ = static_cast<std::size_t>(end - text_.data());
    for (const auto& [unit, worth] : kUnits) {
      if (!take(unit)) continue;
      value *= worth;
      break;
    }
    OPENPERFLIB_TRY(push({.code = Code::constant, .constant = value}));
    return Kind::number;
  }

  std::string_view word() {
    const std::size_t begin = place_;
    while (place_ < text_.size() && (is_letter(text_[place_]) || is_digit(text_[place_]))) ++place_;
    return text_.substr(begin, place_ - begin);
  }

  Result name() {
    const std::size_t at = place_;
    const std::string_view found = word();
    if (take("(")) return call(found, at);
    const auto known = std::ranges::find(names_, found);
    if (known == names_.end()) {
      place_ = at;
      return fault("\"" + std::string(found) + "\" is not a known name");
    }
    OPENPERFLIB_TRY(
        push({.code = Code::name, .name = static_cast<std::size_t>(known - names_.begin())}));
    return Kind::number;
  }

  // min(a, b), max(a, b), step(name), change(name), fall(name).
  Result call(std::string_view function, std::size_t at) {
    if (function == "step") return change(Code::step);
    if (function == "change") return change(Code::change);
    if (function == "fall") return change(Code::fall);
    if (function == "min") return pair(Code::least);
    if (function == "max") return pair(Code::largest);
    place_ = at;
    return fault("\"" + std::string(function) +
                 "\" is not a function; use min, max, step, change or fall");
  }

  Result change(Code code) {
    skip_blanks();
    const std::size_t at = place_;
    const auto known = std::ranges::find(names_, word());
    if (known == names_.end()) {
      place_ = at;
      return fault("expected the name of a counter");
    }
    if (!take(")")) return fault(") is missing");
    OPENPERFLIB_TRY(push({.code = code, .name = static_cast<std::size_t>(known - names_.begin())}));
    return Kind::number;
  }

  Result pair(Code code) {
    if (++nested_ > Expression::kMostDepth) return fault("nested too deeply");
    (void)OPENPERFLIB_TRY(take_kind(Kind::number, &ExpressionParser::sum));
    if (!take(",")) return fault(", is missing");
    (void)OPENPERFLIB_TRY(take_kind(Kind::number, &ExpressionParser::sum));
    if (!take(")")) return fault(") is missing");
    OPENPERFLIB_TRY(push({.code = code}));
    --nested_;
    return Kind::number;
  }

  std::string_view text_;
  std::span<const std::string_view> names_;
  std::size_t place_ = 0;
  std::size_t depth_ = 0;   // of the stack
  std::size_t nested_ = 0;  // brackets that are open
  Expression result_;
};

std::expected<Expression, ExpressionFault> Expression::parse(
    std::string_view text, std::span<const std::string_view> names, ExpressionKind kind) {
  return ExpressionParser(text, names).parse(kind);
}

}  // namespace openperflib
