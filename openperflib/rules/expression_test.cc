#include "openperflib/rules/expression.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace openperflib {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<std::string_view, 5> kNames = {"a", "b", "avg", "most", "least"};

double value_of(std::string_view text, double a = 0, double b = 0) {
  const std::array<double, 5> numbers = {a, b, kUnknown, kUnknown, kUnknown};
  return Expression::parse(text, kNames, ExpressionKind::number).value().evaluate(numbers);
}

bool holds(std::string_view text, double a = 0, double b = 0) {
  const std::array<double, 5> numbers = {a, b, kUnknown, kUnknown, kUnknown};
  return Expression::parse(text, kNames, ExpressionKind::condition).value().holds(numbers);
}

TEST(Expression, Operators_BindAsInArithmetic) {
  EXPECT_EQ(value_of("2 + 3 * 4 - 6 / 3"), 12);
  EXPECT_EQ(value_of("(2 + 3) * -4"), -20);
  EXPECT_EQ(value_of("10 - 3 - 2"), 5);
  EXPECT_EQ(value_of("max(a, 3) + min(b, 1)", 2, 5), 4);
  EXPECT_TRUE(holds("a > 1 and b > 1 or a == 0", 0, 0));
  EXPECT_FALSE(holds("a > 1 and (b > 1 or a == 0)", 0, 0));
  EXPECT_TRUE(holds("a != b and a <= 2 and b >= 3", 2, 3));
}

TEST(Expression, Units_AreFactors) {
  EXPECT_EQ(value_of("64 KB"), 65536);
  EXPECT_EQ(value_of("1.5 MB"), 1572864);
  EXPECT_EQ(value_of("1GB"), 1073741824);
  EXPECT_EQ(value_of("25 ms"), 25 * 0.001);
}

TEST(Expression, UnknownNumber_MakesNoComparisonHold) {
  EXPECT_FALSE(holds("a > 1", kUnknown));
  EXPECT_FALSE(holds("a <= 1", kUnknown));
  EXPECT_FALSE(holds("a == a", kUnknown));
  EXPECT_FALSE(holds("a != 1", kUnknown));
  EXPECT_TRUE(holds("a > 1 or b > 1", kUnknown, 2));
  EXPECT_TRUE(std::isnan(value_of("max(a, 1)", kUnknown)));
}

TEST(Expression, DivisionByZero_IsUnknown) {
  EXPECT_TRUE(std::isnan(value_of("a / b", 1, 0)));
  EXPECT_FALSE(holds("a / b > 0", 1, 0));
}

TEST(Expression, Step_IsTheRiseSinceBeforeAndFallTheOpposite) {
  const auto step = Expression::parse("step(a)", kNames, ExpressionKind::number).value();
  const auto fall = Expression::parse("fall(a)", kNames, ExpressionKind::number).value();
  const std::array<double, 5> before = {10, 0, 0, 0, 0};
  const std::array<double, 5> higher = {13, 0, 0, 0, 0};
  const std::array<double, 5> lower = {4, 0, 0, 0, 0};
  EXPECT_EQ(step.evaluate(higher, before), 3);
  EXPECT_TRUE(std::isnan(step.evaluate(lower, before)));
  EXPECT_TRUE(std::isnan(step.evaluate(higher)));
  EXPECT_EQ(fall.evaluate(lower, before), 6);
  EXPECT_EQ(fall.evaluate(higher, before), 0);
  EXPECT_TRUE(step.uses_before());
}

TEST(Expression, Change_IsTheDifferenceWithItsSign) {
  const auto change = Expression::parse("change(a)", kNames, ExpressionKind::number).value();
  const std::array<double, 5> before = {10, 0, 0, 0, 0};
  EXPECT_EQ(change.evaluate(std::array<double, 5>{13, 0, 0, 0, 0}, before), 3);
  EXPECT_EQ(change.evaluate(std::array<double, 5>{4, 0, 0, 0, 0}, before), -6);
  EXPECT_TRUE(std::isnan(change.evaluate(before)));
  EXPECT_TRUE(change.uses_before());
  EXPECT_TRUE(change.uses(0));
  EXPECT_FALSE(change.uses(1));
}

TEST(Expression, Limit_IsWhatTheFirstNameAloneIsComparedWith) {
  const auto both =
      Expression::parse("a * 2 > 3 and avg < max(0.05 * b, 64)", kNames, ExpressionKind::condition)
          .value();
  const auto limit = both.limit(0);
  ASSERT_TRUE(limit.has_value());
  EXPECT_EQ(limit->name, 2U);
  EXPECT_FALSE(limit->is_upper);
  const std::array<double, 5> numbers = {0, 2000, 0, 0, 0};
  EXPECT_EQ(limit->number.evaluate(numbers), 100);
  EXPECT_FALSE(
      Expression::parse("a / b > 1", kNames, ExpressionKind::condition)->limit(0).has_value());
  const auto behind =
      Expression::parse("a > 3 and b > 4", kNames, ExpressionKind::condition)->limit(1);
  ASSERT_TRUE(behind.has_value());
  EXPECT_EQ(behind->name, 1U);
  EXPECT_EQ(behind->number.evaluate(numbers), 4);
}

struct BadText {
  const char* text;
  ExpressionKind kind;
  std::size_t column;
  const char* reason;
};

class BadExpressions : public testing::TestWithParam<BadText> {};

TEST_P(BadExpressions, AreNamedByColumnAndReason) {
  const auto parsed = Expression::parse(GetParam().text, kNames, GetParam().kind);
  ASSERT_FALSE(parsed.has_value());
  EXPECT_EQ(parsed.error(), (ExpressionFault{GetParam().column, GetParam().reason}));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadExpressions,
    testing::Values(
        BadText{"", ExpressionKind::number, 1, "expected a number, a name or ("},
        BadText{"a +", ExpressionKind::number, 4, "expected a number, a name or ("},
        BadText{"a > 1", ExpressionKind::number, 1, "a condition; expected a number"},
        BadText{"a + 1", ExpressionKind::condition, 1, "not a condition: it has no comparison"},
        BadText{"a > 1 >", ExpressionKind::condition, 7, "unexpected text after the expression"},
        BadText{"c > 1", ExpressionKind::condition, 1, "\"c\" is not a known name"},
        BadText{"a > 1 and b", ExpressionKind::condition, 10, "expected a condition, not a number"},
        BadText{"(a > 1) + 2", ExpressionKind::number, 1, "expected a number, not a condition"},
        BadText{"sin(a)", ExpressionKind::number, 1,
                "\"sin\" is not a function; use min, max, step, change or fall"},
        BadText{"min(a)", ExpressionKind::number, 6, ", is missing"},
        BadText{"step(1)", ExpressionKind::number, 6, "expected the name of a counter"},
        BadText{"(a", ExpressionKind::number, 3, ") is missing"},
        BadText{"1e999", ExpressionKind::number, 1, "not a number"}));

TEST(Expression, DeepNesting_IsRefusedInsteadOfExhaustingTheStack) {
  const std::string brackets = std::string(100'000, '(') + "a" + std::string(100'000, ')');
  EXPECT_EQ(Expression::parse(brackets, kNames, ExpressionKind::number).error().reason,
            "nested too deeply");
  std::string calls;
  for (int i = 0; i < 100'000; ++i) calls += "max(a, ";
  EXPECT_EQ(Expression::parse(calls, kNames, ExpressionKind::number).error().reason,
            "nested too deeply");
}

}  // namespace
}  // namespace openperflib
