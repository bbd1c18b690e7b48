// Expression: arithmetic and conditions over named numbers, as rule files write them:
// "avg > 50", "queue / cpus > 2 and busy > 70".
//
// Value:   owns its steps; the numbers come with each evaluate().
// Threads: immutable after parse().
// Errors:  parse() names the column and the reason; evaluate() cannot fail: what is not known is
// NaN,
//          and a comparison with it does not hold.
// Source:  docs/formats/rules.md, section 3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib {

// What an expression comes to.
enum class ExpressionKind : std::uint8_t { number, condition };

// Why a text is no expression. Value.
struct ExpressionFault {
  std::size_t column = 1;  // from 1, in bytes
  std::string reason;
  bool operator==(const ExpressionFault&) const = default;
};

// A name that an expression may use; its place in the list is that of its number in evaluate().
struct ExpressionName {
  std::string_view name;
  // What stands for it in the widened form (see Expression::widened()): the places of the largest
  // and of the least number of the same thing.
  std::optional<std::size_t> largest;
  std::optional<std::size_t> least;
};

class Expression {
 public:
  // Errors: not of that kind; an unknown name; anything that the grammar has no place for.
  [[nodiscard]] static std::expected<Expression, ExpressionFault> parse(
      std::string_view text, std::span<const ExpressionName> names, ExpressionKind kind);

  // A number, or of a condition 1 or 0. `numbers`: one a name, NaN for what is not known; `before`:
  // the same of the last time, for step() and fall(); as many or none.
  [[nodiscard]] double evaluate(std::span<const double> numbers,
                                std::span<const double> before = {}) const noexcept;
  [[nodiscard]] bool holds(std::span<const double> numbers,
                           std::span<const double> before = {}) const noexcept {
    return evaluate(numbers, before) == 1;
  }

  // Whether that name stands in it.
  [[nodiscard]] bool uses(std::size_t name) const noexcept;
  // Whether it looks at `before`.
  [[nodiscard]] bool uses_before() const noexcept;

  // The condition with each name on the left of a comparison replaced by its extreme: a condition
  // over averages becomes the one that a single number would have to meet.
  [[nodiscard]] Expression widened(std::span<const ExpressionName> names) const;

  // Of the first comparison that has a name alone on its left, one of those from `first_name` on:
  // that name, what it is compared with, and in which direction. What people call the limit.
  struct Limit;
  [[nodiscard]] std::optional<Limit> limit(std::size_t first_name) const;

  bool operator==(const Expression&) const = default;

 private:
  friend class ExpressionParser;
  enum class Code : std::uint8_t {
    constant,
    name,
    step,
    fall,
    negate,
    add,
    subtract,
    multiply,
    divide,
    least,
    largest,
    less,
    less_or_equal,
    greater,
    greater_or_equal,
    equal,
    not_equal,
    both,
    either
  };
  struct Step {
    Code code = Code::constant;
    std::size_t name = 0;
    double constant = 0;
    std::size_t left = 0;   // of a comparison: where the steps of its left side begin
    std::size_t right = 0;  // and of its right side
    bool operator==(const Step&) const = default;
  };
  [[nodiscard]] static bool is_comparison(Code code) noexcept;
  [[nodiscard]] static bool wants_large(Code code) noexcept;
  static double combine(Code code, double a, double b) noexcept;
  [[nodiscard]] static double load(const Step& step, std::span<const double> numbers,
                                   std::span<const double> before) noexcept;

  static constexpr std::size_t kMostDepth = 32;  // of the stack; checked by parse()
  std::vector<Step> steps_;                      // in the order of evaluation, operands first
};

struct Expression::Limit {
  std::size_t name = 0;
  Expression number;
  bool is_upper = true;  // what is above it is bad
};

}  // namespace openperflib
