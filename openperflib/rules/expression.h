// Expression: arithmetic and conditions over named numbers, as in rule files: "avg > 50", "queue /
// cpus > 2 and busy > 70".
//
// Value:   owns its steps; the numbers are passed to each evaluate().
// Threads: immutable after parse().
// Errors:  parse() reports the column and the reason; evaluate() cannot fail: unknown numbers are
// NaN, and a comparison with NaN does not hold.
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

// The type of an expression's result.
enum class ExpressionKind : std::uint8_t { number, condition };

// Why a text is not an expression. Value.
struct ExpressionFault {
  std::size_t column = 1;  // from 1, in bytes
  std::string reason;
  bool operator==(const ExpressionFault&) const = default;
};

// A default one has no steps; its value is always NaN.
class Expression {
 public:
  // `names`: those that it may use; the position of a name is that of its number in evaluate().
  // Errors: not of that kind; an unknown name; anything that the grammar does not allow.
  [[nodiscard]] static std::expected<Expression, ExpressionFault> parse(
      std::string_view text, std::span<const std::string_view> names, ExpressionKind kind);

  // A number; for a condition 1 or 0. `numbers`: one per name, NaN if unknown; `before`: those of
  // the previous call, for step(), change() and fall(), the same number of them or none.
  [[nodiscard]] double evaluate(std::span<const double> numbers,
                                std::span<const double> before = {}) const noexcept;
  // Whether a condition is true; a comparison with an unknown number never is.
  [[nodiscard]] bool holds(std::span<const double> numbers,
                           std::span<const double> before = {}) const noexcept {
    return evaluate(numbers, before) == 1;
  }

  // Whether it uses that name.
  [[nodiscard]] bool uses(std::size_t name) const noexcept;
  // Whether it uses `before`.
  [[nodiscard]] bool uses_before() const noexcept;

  // The limit, as people call it: for the first comparison with just a name on its left, one of
  // those from `first_name` on, that name, the number that it is compared with, and the direction.
  struct Limit;
  // nullopt: none of its comparisons has that form.
  [[nodiscard]] std::optional<Limit> limit(std::size_t first_name) const;

  bool operator==(const Expression&) const = default;

 private:
  friend class ExpressionParser;
  // What a step does with the numbers on the stack.
  enum class Code : std::uint8_t {
    constant,
    name,
    step,
    change,
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
  // One operation; constants and names put a number onto the stack.
  struct Step {
    Code code = Code::constant;
    std::size_t name = 0;
    double constant = 0;
    std::size_t left = 0;   // of a comparison: where the steps of its left side begin
    std::size_t right = 0;  // and of its right side
    bool operator==(const Step&) const = default;
  };
  // From less to not_equal in the order of Code.
  [[nodiscard]] static bool is_comparison(Code code) noexcept;
  // Whether it holds for large left sides: greater, and greater or equal.
  [[nodiscard]] static bool wants_large(Code code) noexcept;
  // The result of an operation with two operands; NaN for a division by 0.
  static double combine(Code code, double a, double b) noexcept;
  // The number that a step puts onto the stack; step(), change() and fall() are NaN without
  // `before`, and step() also if the number fell.
  [[nodiscard]] static double load(const Step& step, std::span<const double> numbers,
                                   std::span<const double> before) noexcept;

  static constexpr std::size_t kMostDepth = 32;  // of the stack; checked by parse()
  std::vector<Step> steps_;                      // in the order of evaluation, operands first
};

// What a condition compares a name with, for display and charts.
struct Expression::Limit {
  std::size_t name = 0;
  Expression number;
  bool is_upper = true;  // values above it are bad
};

}  // namespace openperflib
