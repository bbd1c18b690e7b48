// Laws of the readers of manifests and translations, for every damage to a good file.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/testing/all_cases.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/manifest/manifest.h"
#include "openperflib/titles/manifest/manifest_example.h"
#include "openperflib/titles/manifest/translation.h"

namespace openperflib {
namespace {

constexpr std::string_view kTranslation =
    "#pragma code_page(65001)\n// Disque\nLANGUAGE LANG_ITALIAN, 1\nSTRINGTABLE DISCARDABLE\n"
    "BEGIN\n  100 \"Code di Disque\"\n  0x66, L\"Le \"\"code\"\" \\x41\"\nEND\n";

bool is_sound(const TitleRemarks& remarks, std::size_t lines) {
  return std::ranges::is_sorted(remarks, {}, &TitleRemark::line) &&
         std::ranges::all_of(remarks, [lines](const TitleRemark& remark) {
           return remark.line >= 1 && remark.line <= lines &&
                  valid_utf8(describe(remark)).replaced == 0;
         });
}

std::size_t most_lines_of(std::string_view text) {
  return 2 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST(ManifestProperty, EveryPrefix_IsReadOrRefused) {
  for (std::size_t size = 0; size < kManifestExample.size(); ++size) {
    const Manifest manifest = read_manifest(as_bytes(kManifestExample.substr(0, size)));
    ASSERT_TRUE(is_sound(manifest.remarks, most_lines_of(kManifestExample))) << size;
    const bool is_whole = size + 1 == kManifestExample.size();  // the last line end may be missing
    ASSERT_EQ(has_mistakes(manifest.remarks), !is_whole) << size;
  }
}

// Each byte to each of the three in script/test-slow; otherwise to one of them, in turn.
TEST(ManifestProperty, EveryByteChanged_IsReadOrRefused) {
  constexpr std::array kOthers = {'<', '"', '\xFF'};
  const std::size_t step = takes_all_cases() ? 1 : kOthers.size();
  std::string text(kManifestExample);
  for (std::size_t change = 0; change < text.size() * kOthers.size(); change += step) {
    char& byte = text[change / kOthers.size()];
    const std::size_t turn = step == 1 ? change : change / kOthers.size();
    const char before = std::exchange(byte, kOthers[turn % kOthers.size()]);
    const Manifest manifest = read_manifest(as_bytes(text));
    ASSERT_TRUE(is_sound(manifest.remarks, most_lines_of(text) + 1)) << text;
    byte = before;
  }
}

TEST(TranslationProperty, EveryPrefix_IsReadOrRefused) {
  for (std::size_t size = 0; size <= kTranslation.size(); ++size) {
    const Translation translation = read_translation(as_bytes(kTranslation.substr(0, size)));
    ASSERT_TRUE(is_sound(translation.remarks, most_lines_of(kTranslation))) << size;
    ASSERT_LE(translation.texts.size(), 2U) << size;
  }
}

TEST(TranslationProperty, EveryByteChanged_IsReadOrRefused) {
  std::string text(kTranslation);
  for (char& byte : text) {
    for (int other = 0; other < 0x100; ++other) {
      const char before = std::exchange(byte, static_cast<char>(other));
      const Translation translation = read_translation(as_bytes(text));
      ASSERT_TRUE(is_sound(translation.remarks, most_lines_of(text) + 1)) << text;
      byte = before;
    }
  }
}

}  // namespace
}  // namespace openperflib
