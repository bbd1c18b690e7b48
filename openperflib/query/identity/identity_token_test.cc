#include "openperflib/snapshot/identity_token.h"

#include <gtest/gtest.h>

#include <unordered_set>

namespace openperflib {
namespace {

TEST(IdentityToken, SameParts_GiveTheSameToken) {
  static_assert(IdentityToken().add(1).add("a").value() == IdentityToken().add(1).add("a").value());
  EXPECT_EQ(IdentityToken().add(7).value(), 0x63CBE1E459320DD7ULL);
}

TEST(IdentityToken, OrderAndPlaceOfParts_Matter) {
  const std::unordered_set<std::uint64_t> tokens = {IdentityToken().value(),
                                                    IdentityToken().add(0).value(),
                                                    IdentityToken().add(0).add(0).value(),
                                                    IdentityToken().add(1).add(2).value(),
                                                    IdentityToken().add(2).add(1).value(),
                                                    IdentityToken().add("ab").value(),
                                                    IdentityToken().add("a").add("b").value(),
                                                    IdentityToken().add("").value()};
  EXPECT_EQ(tokens.size(), 8U);
}

TEST(IdentityToken, IsNeverZero) { EXPECT_EQ(IdentityToken().value(), 1U); }

}  // namespace
}  // namespace openperflib
