#include "openperflib/log/text/text_log_encoding.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "openperflib/base/bytes.h"
#include "openperflib/log/text/text_log_encoding_internal.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kChinese = 936, kKorean = 949, kCyrillic = 1251, kLatin = 1252;
constexpr std::uint32_t kGreek = 1253, kArabic = 1256;
constexpr std::uint32_t kUtf16 = 1200, kUtf16Big = 1201;

struct Beginning {
  std::string_view bytes;
  TextLogEncoding encoding;
};

using EncodingKind = TextLogEncoding::Kind;
using How = TextLogEncoding::How;
using namespace std::string_view_literals;

// Marks first; a header without a mark begins with a quote or a parenthesis, never with a zero.
constexpr auto kBeginnings = std::to_array<Beginning>({
    {"\xEF\xBB\xBF"sv, {EncodingKind::utf8, How::mark, 65001, 3}},
    {"\xFF\xFE"sv, {EncodingKind::utf16_little, How::mark, kUtf16, 2}},
    {"\xFE\xFF"sv, {EncodingKind::utf16_big, How::mark, kUtf16Big, 2}},
    {"\"\0(\0"sv, {EncodingKind::utf16_little, How::bytes, kUtf16, 0}},
    {"(\0P\0"sv, {EncodingKind::utf16_little, How::bytes, kUtf16, 0}},
    {"\0\"\0("sv, {EncodingKind::utf16_big, How::bytes, kUtf16Big, 0}},
    {"\0(\0P"sv, {EncodingKind::utf16_big, How::bytes, kUtf16Big, 0}},
    {"\r\0\n\0"sv, {EncodingKind::utf16_little, How::bytes, kUtf16, 0}},  // as typeperf begins
    {"\0\r\0\n"sv, {EncodingKind::utf16_big, How::bytes, kUtf16Big, 0}},
});

unsigned byte_of(char c) noexcept { return static_cast<unsigned char>(c); }
bool is_ascii(char c) noexcept { return byte_of(c) < 0x80; }

// Statistics of the bytes outside ASCII.
struct Letters {
  std::size_t bytes = 0;           // outside ASCII
  std::size_t runs = 0;            // sequences of them without ASCII in between
  std::size_t cyrillic = 0;        // bytes that are letters in code page 1251
  std::size_t hanzi = 0;           // pairs of the common characters of code page 936
  std::size_t beyond_hangul = 0;   // those of them that are impossible in code page 949
  std::size_t broken_pairs = 0;    // pairs that are impossible in code page 936
  std::size_t inner_capitals = 0;  // C0..DB behind another letter
  std::size_t inner_accents = 0;   // DC..DF there: in Greek, small letters with an accent
  std::size_t inner_small = 0;     // E0..FF there
};

void count_pairs(std::string_view run, Letters& letters) {
  for (std::size_t i = 0; i + 1 < run.size(); i += 2) {
    const unsigned lead = byte_of(run[i]), trail = byte_of(run[i + 1]);
    const bool common = lead >= 0xB0 && lead <= 0xD7 && trail >= 0xA1 && trail <= 0xFE;
    const bool sign = lead >= 0xA1 && lead <= 0xA9 && trail >= 0xA1;
    letters.hanzi += common ? 1 : 0;
    letters.beyond_hangul += common && lead > 0xC8 ? 1 : 0;
    letters.broken_pairs += common || sign ? 0 : 1;
  }
  letters.broken_pairs += run.size() % 2;
}

void count_inner_letters(std::string_view run, Letters& letters) {
  for (const char c : run.substr(std::min<std::size_t>(run.size(), 1))) {
    const unsigned byte = byte_of(c);
    letters.inner_capitals += byte >= 0xC0 && byte < 0xDC ? 1 : 0;
    letters.inner_accents += byte >= 0xDC && byte < 0xE0 ? 1 : 0;
    letters.inner_small += byte >= 0xE0 ? 1 : 0;
  }
}

Letters count_letters(std::string_view text) {
  Letters letters;
  auto at = text.begin();
  while ((at = std::find_if_not(at, text.end(), is_ascii)) != text.end()) {
    const auto end = std::find_if(at, text.end(), is_ascii);
    const std::string_view run(at, end);
    letters.bytes += run.size();
    ++letters.runs;
    letters.cyrillic += static_cast<std::size_t>(std::ranges::count_if(
        run, [](char c) { return byte_of(c) >= 0xC0 || c == '\xA8' || c == '\xB8'; }));
    count_pairs(run, letters);
    count_inner_letters(run, letters);
    at = end;
  }
  return letters;
}

// Tells words in long runs apart: Cyrillic ones have capitals only at their beginning, or only
// capitals; Greek ones have accents where Cyrillic has its last capitals; Arabic ones have both
// halves mixed.
std::uint32_t code_page_of_words(const Letters& letters) {
  if (letters.inner_capitals == 0 && letters.inner_accents != 0) return kGreek;
  const bool is_mixed =
      letters.inner_capitals * 4 > letters.inner_small && letters.inner_small != 0;
  return is_mixed ? kArabic : kCyrillic;
}

// Chinese consists of whole pairs of common characters, Korean of those of a part of them. Words of
// other alphabets are long runs; accented Latin letters occur individually.
std::optional<std::uint32_t> detect_code_page(std::string_view text) {
  const Letters letters = count_letters(text);
  if (letters.bytes == 0) return std::nullopt;
  constexpr std::size_t kEnoughPairs = 8;
  if (letters.broken_pairs * 20 <= letters.hanzi) {
    const bool is_hangul = letters.hanzi >= kEnoughPairs && letters.beyond_hangul == 0;
    return is_hangul ? kKorean : kChinese;
  }
  const bool long_runs = letters.bytes >= 3 * letters.runs;
  if (long_runs && letters.cyrillic * 10 >= letters.bytes * 9) return code_page_of_words(letters);
  if (letters.bytes <= 2 * letters.runs && decode_code_page(kLatin, as_bytes(text))) return kLatin;
  return std::nullopt;
}

// Returns whether all letters outside ASCII are Latin ones.
bool has_latin_letters(std::string_view utf8) {
  std::u16string letters;
  utf16_from_utf8(utf8, letters);
  return std::ranges::all_of(letters, [](char16_t c) {
    const bool is_sign = c == u'\u00D7' || c == u'\u00F7';
    const bool is_latin = (c >= u'\u00C0' && c <= u'\u024F') || (c >= u'\u1E00' && c <= u'\u1EFF');
    return c < 0x80 || (is_latin && !is_sign);
  });
}

}  // namespace

std::uint32_t other_code_pages(std::string_view header, const TextLogEncoding& encoding) {
  const bool is_latin = encoding.how == How::detected && encoding.code_page == kLatin;
  if (!is_latin && encoding.how != How::unknown) return 0;
  const std::string as_read = decoded(header, encoding);
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < kAnsiCodePages.size(); ++i) {
    const auto text = decode_code_page(kAnsiCodePages[i], as_bytes(header));
    if (!text.has_value() || (is_latin && (*text == as_read || !has_latin_letters(*text))))
      continue;
    found |= 1U << i;
  }
  return found;
}

std::string describe(const TextLogEncoding& encoding) {
  switch (encoding.kind) {
    case EncodingKind::utf8:
      return encoding.how == How::unknown ? "ASCII and unknown letters" : "UTF-8";
    case EncodingKind::utf16_little:
      return "UTF-16LE";
    case EncodingKind::utf16_big:
      return "UTF-16BE";
    case EncodingKind::code_page:
      break;
  }
  return fmt::format("code page {}{}", encoding.code_page,
                     encoding.how == How::detected ? " (detected)" : "");
}

std::optional<TextLogEncoding> encoding_by_beginning(std::string_view file) {
  const auto row = std::ranges::find_if(
      kBeginnings, [&](const Beginning& one) { return file.starts_with(one.bytes); });
  return row == kBeginnings.end() ? std::nullopt : std::optional(row->encoding);
}

TextLogEncoding encoding_by_letters(std::string_view header, std::optional<std::uint32_t> asked) {
  if (asked.has_value()) {
    return {.kind = EncodingKind::code_page, .how = How::asked, .code_page = *asked};
  }
  if (valid_utf8(header).replaced == 0) return {};
  const auto found = detect_code_page(header);
  if (!found.has_value()) return {.how = How::unknown};
  return {.kind = EncodingKind::code_page, .how = How::detected, .code_page = *found};
}

std::string decoded(std::string_view text, const TextLogEncoding& encoding) {
  if (encoding.kind == EncodingKind::code_page && !std::ranges::all_of(text, is_ascii)) {
    if (auto utf8 = decode_code_page(encoding.code_page, as_bytes(text))) return *std::move(utf8);
  }
  return valid_utf8(text).text;
}

}  // namespace openperflib
