#include "openperflib/base/guid.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string_view>

namespace openperflib {
namespace {

// As Windows stores it: the first three groups are little-endian numbers.
constexpr std::string_view kStored =
    "\x20\x13\x8e\xab\x5a\x96\xf9\x4c\x9c\x07\xfe\x25\x37\x8c\x2a\x23";
const Guid kGuid = load_guid(as_bytes(kStored), 0);

TEST(GuidOf, WindowsSpelling_IsReadInEitherCase) {
  EXPECT_EQ(guid_of("{ab8e1320-965a-4cf9-9c07-fe25378c2a23}"), kGuid);
  EXPECT_EQ(guid_of("{AB8E1320-965A-4CF9-9C07-FE25378C2A23}"), kGuid);
  EXPECT_EQ(guid_text(kGuid), "{ab8e1320-965a-4cf9-9c07-fe25378c2a23}");
}

TEST(GuidOf, OtherSpellings_AreNone) {
  for (const char* text :
       {"", "{}", "ab8e1320-965a-4cf9-9c07-fe25378c2a23", "{ab8e1320-965a-4cf9-9c07-fe25378c2a2}",
        "{ab8e1320-965a-4cf9-9c07-fe25378c2a233}", "{ab8e1320-965a-4cf9-9c07fe-25378c2a23}",
        "{gb8e1320-965a-4cf9-9c07-fe25378c2a23}", "(ab8e1320-965a-4cf9-9c07-fe25378c2a23)",
        " {ab8e1320-965a-4cf9-9c07-fe25378c2a23}"}) {
    EXPECT_FALSE(guid_of(text).has_value()) << text;
  }
}

RC_GTEST_PROP(GuidText, AnyGuid_IsReadBack, ()) {
  Guid guid;
  for (std::byte& byte : guid.bytes) byte = std::byte{*rc::gen::arbitrary<std::uint8_t>()};
  RC_ASSERT(guid_of(guid_text(guid)) == guid);
}

}  // namespace
}  // namespace openperflib
