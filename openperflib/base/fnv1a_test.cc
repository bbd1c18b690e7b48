#include "openperflib/base/fnv1a.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The values are those of the authors' test vectors.
TEST(Fnv1a, TextsOfTheAuthors_HaveTheirHashes) {
  EXPECT_EQ(fnv1a(""), 0xCBF29CE484222325U);
  EXPECT_EQ(fnv1a("a"), 0xAF63DC4C8601EC8CU);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171F73967E8U);
  EXPECT_EQ(fnv1a<std::uint32_t>(""), 0x811C9DC5U);
  EXPECT_EQ(fnv1a<std::uint32_t>("a"), 0xE40C292CU);
  EXPECT_EQ(fnv1a<std::uint32_t>("foobar"), 0xBF9CF968U);
}

TEST(Fnv1a, TextInTwoParts_HasTheHashOfTheWhole) {
  EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar"));
  EXPECT_EQ(fnv1a_step(fnv1a("fooba"), 'r'), fnv1a("foobar"));
}

TEST(Fnv1a, FoldedText_HasTheHashOfWhatItIsFoldedTo) {
  EXPECT_EQ(fnv1a_folded<std::uint32_t>("FooBAR", lower), fnv1a<std::uint32_t>("foobar"));
  EXPECT_EQ(fnv1a_folded("FooBAR", lower), fnv1a("foobar"));
}

TEST(Fnv1a, TextsOfAList_AreDividedByTheirEnds) {
  constexpr auto kBegin = kFnv1aBegin<std::uint64_t>;
  EXPECT_EQ(fnv1a_of_list(fnv1a_of_list(kBegin, "ab"), "c"), fnv1a("c\xFF", fnv1a("ab\xFF")));
  EXPECT_NE(fnv1a_of_list(fnv1a_of_list(kBegin, "ab"), "c"),
            fnv1a_of_list(fnv1a_of_list(kBegin, "a"), "bc"));
}

// A byte counts as its value from 0 to 255, whatever the sign of char is.
TEST(Fnv1a, BytesAbove127_AreWithoutSign) {
  EXPECT_EQ(fnv1a("\xFF"), fnv1a_step(kFnv1aBegin<std::uint64_t>, 0xFF));
}

}  // namespace
}  // namespace openperflib
