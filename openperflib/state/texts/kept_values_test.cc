#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "openperflib/abi/winreg_constants.h"
#include "openperflib/state/texts/kept_values_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::string_view kValuesExample = R"(openperflib values 1
service "Disque \x22Svc\x22"
key service
key performance
performance "" sz ""
performance "First Counter" dword 1848
performance "Library" expand_sz "C:\x5cdisque.dll"
performance "Odd" 77 hex:00ff
key linkage
linkage "Export" multi_sz hex:6100000000000000
end
)";

TEST(KeptValues, Example_IsReadAndWrittenAgain) {
  const auto values = parse_kept_values(kValuesExample);
  ASSERT_TRUE(values.has_value()) << describe(values.error());
  EXPECT_EQ(values->service, "Disque \"Svc\"");
  EXPECT_EQ(values->keys[0], std::vector<RegisteredValue>());
  ASSERT_EQ(values->keys[1]->size(), 4U);
  EXPECT_EQ(values->keys[1]->at(1), number_value("First Counter", 1848));
  EXPECT_EQ(values->keys[1]->at(2),
            (RegisteredValue{"Library", REG_EXPAND_SZ, text_value("", "C:\\disque.dll").data}));
  EXPECT_EQ(values->keys[1]->at(3), (RegisteredValue{"Odd", 77, {std::byte{0}, std::byte{255}}}));
  EXPECT_EQ(values->keys[2]->at(0).type, REG_MULTI_SZ);
  EXPECT_EQ(text_of(*values), kValuesExample);
}

TEST(KeptValues, CutAnywhere_IsRefused) {
  for (std::size_t size = 0; size < kValuesExample.size(); ++size) {
    EXPECT_FALSE(parse_kept_values(kValuesExample.substr(0, size)).has_value()) << size;
  }
}

TEST(KeptValues, Mistake_IsNamedWithItsByte) {
  const auto described = [](std::string_view lines) {
    const auto values = parse_kept_values("openperflib values 1\n" + std::string(lines));
    return values.has_value() ? "" : describe(values.error());
  };
  EXPECT_EQ(described("service \"S\"\nkey service\nend\n"), "");
  EXPECT_EQ(described("perflib\nkey service\nend\n"), "");
  EXPECT_EQ(described("service S\n"), "values.service at byte 29: is malformed");
  EXPECT_EQ(described("service \"\"\n"), "values.service at byte 31: has an invalid value (0)");
  EXPECT_EQ(described("perflib\nkey service\nkey linkage\nend\n"),
            "values.end at byte 53: is malformed");
  EXPECT_EQ(described("perflib\nkey service\nservice \"a\" dword 4294967296\nend\n"),
            "values.value at byte 59: is not a number");
  EXPECT_EQ(described("perflib\nkey service\nservice \"a\" 1 1\nend\n"),
            "values.value at byte 55: is malformed");
  EXPECT_EQ(described("perflib\nkey service\nservice \"a\" 3 hex:0\nend\n"),
            "values.value at byte 59: is malformed");
  EXPECT_EQ(described("perflib\nkey service\nservice \"b\" 1 \"\"\nservice \"A\" 1 \"\"\nend\n"),
            "values.value at byte 74: does not match the rest of the data (0)");
}

TEST(KeptValues, FolderNames_AreSafeAndDiffer) {
  EXPECT_EQ(folder_name_of("DisqueSvc-2_x"), "disquesvc-2_x");
  EXPECT_EQ(folder_name_of(".."), "%2e%2e");
  EXPECT_EQ(folder_name_of("a b\xC3\x84"), "a%20b%c3%a4");
  const std::string long_name = folder_name_of(std::string(256, '%'));
  EXPECT_LE(long_name.size(), 255U);
  EXPECT_NE(long_name, folder_name_of(std::string(255, '%')));
}

rc::Gen<RegisteredValue> any_value() {
  return rc::gen::map(
      rc::gen::tuple(rc::gen::string<std::string>(), rc::gen::inRange<std::uint32_t>(0, 13),
                     rc::gen::arbitrary<std::vector<std::uint8_t>>(),
                     rc::gen::string<std::string>(), rc::gen::arbitrary<bool>()),
      [](const auto& parts) {
        const auto& [name, type, bytes, text, is_text] = parts;
        std::string clean = valid_utf8(name).text;
        std::erase(clean, '\0');
        if (is_text) return text_value(clean, text);
        RegisteredValue value{clean, type, {}};
        for (const std::uint8_t byte : bytes) value.data.push_back(std::byte{byte});
        return value;
      });
}

RC_GTEST_PROP(KeptValues, WrittenThenRead_AreTheSame, ()) {
  KeptValues values{.service = "S", .keys = {}};
  for (auto& key : values.keys) {
    if (&key != &values.keys[0] && *rc::gen::arbitrary<bool>()) continue;
    key = *rc::gen::container<std::vector<RegisteredValue>>(any_value());
    const auto name = [](const RegisteredValue& value) { return folded(value.name); };
    std::ranges::sort(*key, {}, name);
    const auto repeated = std::ranges::unique(*key, {}, name);
    key->erase(repeated.begin(), repeated.end());
  }
  RC_ASSERT(parse_kept_values(text_of(values)).value() == values);
}

}  // namespace
}  // namespace openperflib
