// EXPECT_EQ and ASSERT_EQ of texts, compiled once. GoogleTest makes eight functions for each length
// of a literal that a text is compared with, which took compilers a tenth of the time for our
// tests. It is part of the precompiled header of all tests, which include GoogleTest alone.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <type_traits>

namespace openperflib::text_equality {

template <class T>
inline constexpr bool kIsString =
    std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>;

template <class T>
inline constexpr bool kIsLiteral =
    std::is_array_v<T> && std::is_same_v<std::remove_cv_t<std::remove_extent_t<T>>, char>;

// Two literals are left to GoogleTest, which compares their addresses.
template <class A, class B>
concept Texts =
    (kIsString<A> && (kIsString<B> || kIsLiteral<B>)) || (kIsLiteral<A> && kIsString<B>);

inline testing::AssertionResult compare(const char* left_words, const char* right_words,
                                        std::string_view left, std::string_view right) {
  if (left == right) return testing::AssertionSuccess();
  return testing::internal::EqFailure(left_words, right_words,
                                      testing::PrintToString(std::string(left)),
                                      testing::PrintToString(std::string(right)), false);
}

template <class A, class B>
  requires(!Texts<A, B>)
testing::AssertionResult compare(const char* left_words, const char* right_words, const A& left,
                                 const B& right) {
  return testing::internal::EqHelper::Compare(left_words, right_words, left, right);
}

}  // namespace openperflib::text_equality

#undef EXPECT_EQ
#undef ASSERT_EQ
#define EXPECT_EQ(left, right) \
  EXPECT_PRED_FORMAT2(::openperflib::text_equality::compare, left, right)
#define ASSERT_EQ(left, right) \
  ASSERT_PRED_FORMAT2(::openperflib::text_equality::compare, left, right)
