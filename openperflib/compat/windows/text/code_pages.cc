// Checks the arguments of code_pages.h; the conversions are in code_page_texts.cc.
#include "openperflib/compat/windows/text/code_pages.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/text/code_page_texts_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

constexpr UINT kMacRoman = 10000;
constexpr UINT kGb18030 = 54936;

// The code pages of the system. Programs use flags with them that UTF-8 does not take, because
// elsewhere these are code pages like 1252.
bool is_of_system(UINT code_page) {
  return code_page == CP_ACP || code_page == CP_OEMCP || code_page == CP_THREAD_ACP;
}

// The code page that a number with a special meaning stands for.
UINT resolved(UINT code_page) {
  if (is_of_system(code_page)) return CP_UTF8;
  return code_page == CP_MACCP ? kMacRoman : code_page;
}

bool is_known(UINT code_page) { return code_page == CP_SYMBOL || knows_code_page(code_page); }

// Stateful code pages, which take no flags.
bool takes_no_flags(UINT code_page) {
  return code_page == CP_SYMBOL || code_page == CP_UTF7 ||
         (code_page >= 50220 && code_page <= 50229) || (code_page >= 57002 && code_page <= 57011);
}

// Whether the code page takes these flags.
bool are_flags(UINT code_page, DWORD flags, DWORD strict, DWORD others) {
  if (is_of_system(code_page)) return (flags & ~(strict | others)) == 0;
  if (takes_no_flags(code_page)) return flags == 0;
  if (code_page == CP_UTF8 || code_page == kGb18030) return (flags & ~strict) == 0;
  return (flags & ~others) == 0;
}

bool are_decoding_flags(UINT code_page, DWORD flags) {
  constexpr DWORD kBoth = MB_PRECOMPOSED | MB_COMPOSITE;
  return (flags & kBoth) != kBoth && are_flags(code_page, flags, MB_ERR_INVALID_CHARS,
                                               kBoth | MB_USEGLYPHCHARS | MB_ERR_INVALID_CHARS);
}

bool are_encoding_flags(UINT code_page, DWORD flags) {
  return are_flags(
      code_page, flags, WC_ERR_INVALID_CHARS,
      WC_DISCARDNS | WC_SEPCHARS | WC_DEFAULTCHAR | WC_COMPOSITECHECK | WC_NO_BEST_FIT_CHARS);
}

// Whether the source and destination of a conversion are valid.
bool are_buffers(const void* from, int size, const void* to, int room) {
  return from != nullptr && size != 0 && room >= 0 && (to != nullptr || room == 0) && from != to;
}

// Includes the NUL if the size is -1.
template <typename Char>
Text<Char> source_of(const Char* text, int size) {
  return size < 0 ? Text<Char>(text, Text<Char>(text).size() + 1)
                  : Text<Char>(text, static_cast<std::size_t>(size));
}

template <typename Char>
int give(Text<Char> text, Char* to, int room) {
  if (text.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    return fail(ERROR_INVALID_PARAMETER, 0);
  }
  const int length = static_cast<int>(text.size());
  if (room == 0) return length;
  if (length > room) return fail(ERROR_INSUFFICIENT_BUFFER, 0);
  std::ranges::copy(text, to);
  return length;
}

// The signs that an IBM PC shows for the control characters, from 0 on.
constexpr char16_t kGlyphs[] =
    u"\0\u263A\u263B\u2665\u2666\u2663\u2660\u2022\u25D8\u25CB\u25D9\u2642\u2640\u266A\u266B\u263C"
    u"\u25BA\u25C4\u2195\u203C\u00B6\u00A7\u25AC\u21A8\u2191\u2193\u2192\u2190\u221F\u2194\u25B2"
    u"\u25BC";

bool has_glyphs(UINT code_page) {
  return code_page == 437 || code_page == 737 || code_page == 775 ||
         (code_page >= 850 && code_page <= 869);
}

void show_glyphs(std::u16string& text) {
  for (char16_t& character : text) {
    if (character > 0 && character < 32) character = kGlyphs[character];
    if (character == 127) character = u'\u2302';
  }
}

// Symbols have no Unicode characters of their own; their bytes are mapped to U+F000 and above.
constexpr char16_t kSymbols = 0xF000;
constexpr char16_t kFirstSymbol = 0x20;

std::u16string decode_symbols(std::string_view bytes) {
  std::u16string text;
  for (const char byte : bytes) {
    const auto number = static_cast<unsigned char>(byte);
    text += static_cast<char16_t>(number < kFirstSymbol ? number : kSymbols + number);
  }
  return text;
}

std::optional<std::string> encode_symbols(std::u16string_view text) {
  std::string bytes;
  for (const char16_t character : text) {
    const bool is_symbol = character >= kSymbols + kFirstSymbol && character <= kSymbols + 0xFF;
    if (!is_symbol && character >= kFirstSymbol) return std::nullopt;
    bytes += static_cast<char>(character & 0xFF);
  }
  return bytes;
}

int decode(UINT code_page, DWORD flags, std::string_view bytes, WCHAR* wide, int room) {
  if (code_page == CP_SYMBOL) return give<WCHAR>(decode_symbols(bytes), wide, room);
  auto decoded = decode_bytes(code_page, bytes);
  if (!decoded.has_value()) return fail(ERROR_INVALID_PARAMETER, 0);
  if (decoded->has_invalid && (flags & MB_ERR_INVALID_CHARS) != 0) {
    return fail(ERROR_NO_UNICODE_TRANSLATION, 0);
  }
  if ((flags & MB_USEGLYPHCHARS) != 0 && has_glyphs(code_page)) show_glyphs(decoded->text);
  if ((flags & MB_COMPOSITE) != 0) decoded->text = decomposed(decoded->text);
  return give<WCHAR>(decoded->text, wide, room);
}

// Joins letters and accents; the flags say what happens to those without a joined form.
std::u16string checked_for_composites(std::u16string_view text, DWORD flags) {
  std::u16string whole = composed(text);
  if ((flags & (WC_DISCARDNS | WC_DEFAULTCHAR)) == 0) return whole;
  std::u16string out;
  for (const char16_t character : whole) {
    const bool follows = is_accent(character) && !out.empty();
    if (follows && (flags & WC_DEFAULTCHAR) != 0) out.back() = 0xFFFD;  // U+FFFD is in no code page
    if (!follows) out += character;
  }
  return out;
}

// One character of the code page: two bytes if the first one is a lead byte.
std::string_view replacement_of(UINT code_page, LPCCH replacement) {
  if (replacement == nullptr) return {};
  const bool is_pair =
      IsDBCSLeadByteEx(code_page, static_cast<BYTE>(*replacement)) != FALSE && replacement[1] != 0;
  return {replacement, is_pair ? 2U : 1U};
}

int encode(UINT code_page, DWORD flags, std::u16string_view text, LPSTR bytes, int room,
           LPCCH replacement, LPBOOL was_replaced) {
  if (code_page == CP_SYMBOL) {
    const auto symbols = encode_symbols(text);
    return symbols.has_value() ? give<CHAR>(*symbols, bytes, room)
                               : fail(ERROR_NO_UNICODE_TRANSLATION, 0);
  }
  std::u16string checked;
  if ((flags & WC_COMPOSITECHECK) != 0) text = checked = checked_for_composites(text, flags);
  const auto encoded = encode_text(code_page, text,
                                   {.best_fit = (flags & WC_NO_BEST_FIT_CHARS) == 0,
                                    .replacement = replacement_of(code_page, replacement)});
  if (!encoded.has_value()) return fail(ERROR_INVALID_PARAMETER, 0);
  if (encoded->has_replaced && (flags & WC_ERR_INVALID_CHARS) != 0) {
    return fail(ERROR_NO_UNICODE_TRANSLATION, 0);
  }
  const int length = give<CHAR>(encoded->bytes, bytes, room);
  if (was_replaced != nullptr) *was_replaced = encoded->has_replaced ? TRUE : FALSE;
  return length;
}

// The first bytes of two-byte characters.
struct LeadBytes {
  UINT code_page;
  std::array<BYTE, MAX_LEADBYTES> ranges;  // pairs: first, last
};
constexpr auto kLeadBytes = std::to_array<LeadBytes>({
    {932, {0x81, 0x9F, 0xE0, 0xFC}},
    {936, {0x81, 0xFE}},
    {949, {0x81, 0xFE}},
    {950, {0x81, 0xFE}},
    {1361, {0x84, 0xD3, 0xD8, 0xDE, 0xE0, 0xF9}},
    {20936, {0xA1, 0xF7}},
});

std::array<BYTE, MAX_LEADBYTES> lead_bytes_of(UINT code_page) {
  const auto row = std::ranges::find(kLeadBytes, code_page, &LeadBytes::code_page);
  return row == kLeadBytes.end() ? std::array<BYTE, MAX_LEADBYTES>{} : row->ranges;
}

// The size that GetCPInfo reports, in bytes.
UINT longest_character_of(UINT code_page) {
  if (code_page == CP_UTF7 || (code_page >= 50220 && code_page <= 50229)) return 5;
  if (code_page == CP_UTF8 || code_page == kGb18030 || code_page == 51950) return 4;
  if (code_page == 20932 || code_page == 51932) return 3;
  const bool is_pair = code_page == 51936 || code_page == 51949;
  return is_pair || lead_bytes_of(code_page)[0] != 0 ? 2 : 1;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

int MultiByteToWideChar(UINT code_page, DWORD flags, LPCCH bytes, int size, LPWSTR wide, int room) {
  const UINT resolved_page = resolved(code_page);
  if (!are_buffers(bytes, size, wide, room)) return fail(ERROR_INVALID_PARAMETER, 0);
  if (!is_known(resolved_page)) return fail(ERROR_INVALID_PARAMETER, 0);
  if (!are_decoding_flags(code_page, flags)) return fail(ERROR_INVALID_FLAGS, 0);
  return decode(resolved_page, flags, source_of(bytes, size), wide, room);
}

int WideCharToMultiByte(UINT code_page, DWORD flags, LPCWCH wide, int size, LPSTR bytes, int room,
                        LPCCH replacement, LPBOOL was_replaced) {
  const UINT resolved_page = resolved(code_page);
  if (!are_buffers(wide, size, bytes, room)) return fail(ERROR_INVALID_PARAMETER, 0);
  if (!is_known(resolved_page)) return fail(ERROR_INVALID_PARAMETER, 0);
  const bool is_utf = code_page == CP_UTF7 || code_page == CP_UTF8;
  if (is_utf && (replacement != nullptr || was_replaced != nullptr)) {
    return fail(ERROR_INVALID_PARAMETER, 0);
  }
  if (!are_encoding_flags(code_page, flags)) return fail(ERROR_INVALID_FLAGS, 0);
  if (is_of_system(code_page)) {  // UTF-8 has every character and every accent
    flags &= ~DWORD{WC_DISCARDNS | WC_DEFAULTCHAR};
    replacement = nullptr;
  }
  return encode(resolved_page, flags, source_of(wide, size), bytes, room, replacement,
                was_replaced);
}

UINT GetACP() { return CP_UTF8; }
UINT GetOEMCP() { return CP_UTF8; }
BOOL IsValidCodePage(UINT code_page) {
  return code_page > CP_THREAD_ACP && is_known(code_page) ? TRUE : FALSE;
}
BOOL GetCPInfo(UINT code_page, LPCPINFO info) {
  code_page = resolved(code_page);
  if (info == nullptr || !is_known(code_page)) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const auto question = encode_text(code_page, u"?", {});
  *info = {.MaxCharSize = longest_character_of(code_page), .DefaultChar = {}, .LeadByte = {}};
  info->DefaultChar[0] = question.has_value() && question->bytes.size() == 1
                             ? static_cast<BYTE>(question->bytes[0])
                             : BYTE{'?'};
  std::ranges::copy(lead_bytes_of(code_page), info->LeadByte);
  return TRUE;
}
BOOL IsDBCSLeadByteEx(UINT code_page, BYTE byte) {
  const auto ranges = lead_bytes_of(resolved(code_page));
  for (std::size_t i = 0; i < ranges.size() && ranges[i] != 0; i += 2) {
    if (byte >= ranges[i] && byte <= ranges[i + 1]) return TRUE;
  }
  return FALSE;
}
BOOL IsDBCSLeadByte(BYTE byte) { return IsDBCSLeadByteEx(CP_ACP, byte); }
