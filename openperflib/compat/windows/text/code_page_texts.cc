#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "openperflib/compat/windows/text/code_page_texts_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/text/utf16.h"

namespace openperflib::compat {
namespace {

constexpr std::uint32_t kUtf8 = 65001;
constexpr const char* kUtf16 = "UTF-16LE";  // the byte order of the processors that run this
constexpr char16_t kNoCharacter = 0xFFFD;

// Resource: an open conversion descriptor of iconv.
class CharsetConverter {
 public:
  CharsetConverter(const char* to, const char* from) noexcept : handle_(::iconv_open(to, from)) {}
  CharsetConverter(const CharsetConverter&) = delete;
  CharsetConverter& operator=(const CharsetConverter&) = delete;
  ~CharsetConverter() {
    if (is_open()) ::iconv_close(handle_);
  }
  [[nodiscard]] bool is_open() const noexcept { return handle_ != reinterpret_cast<iconv_t>(-1); }

  // Converts as much of `from` as possible and removes it from there. Whether that was everything.
  bool append(std::string_view& from, std::string& out) {
    char* at = const_cast<char*>(from.data());
    std::size_t left = from.size();
    while (left > 0) {
      if (step(&at, &left, out) == E2BIG) continue;
      if (left > 0) break;
    }
    from.remove_prefix(from.size() - left);
    return left == 0;
  }
  // Writes what a stateful encoding adds at its end, or held back until the next character.
  void flush(std::string& out) { (void)step(nullptr, nullptr, out); }

 private:
  // Returns 0 or an errno number.
  int step(char** at, std::size_t* left, std::string& out) {
    std::array<char, 1024> buffer;
    char* to = buffer.data();
    std::size_t room = buffer.size();
    const std::size_t result = ::iconv(handle_, at, left, &to, &room);
    const int error = result == static_cast<std::size_t>(-1) ? errno : 0;
    out.append(buffer.data(), buffer.size() - room);
    return error;
  }

  iconv_t handle_;
};

std::string_view bytes_of(std::u16string_view text) {
  return {reinterpret_cast<const char*>(text.data()), text.size() * sizeof(char16_t)};
}

std::u16string text_of(std::string_view bytes) {
  std::u16string text(bytes.size() / sizeof(char16_t), u'\0');
  std::ranges::copy(bytes, reinterpret_cast<char*>(text.data()));
  return text;
}

// The single-byte code pages of Windows decode 0x80 to 0x9F to the control characters of Latin-1
// where they have no letter.
bool is_control_of(std::uint32_t code_page, char byte) {
  const bool is_ansi = code_page == 874 || (code_page >= 1250 && code_page <= 1258);
  const auto number = static_cast<unsigned char>(byte);
  return is_ansi && number >= 0x80 && number <= 0x9F;
}

DecodedText decode_utf8(std::string_view bytes) {
  return {.text = utf16_from_utf8(bytes), .has_invalid = valid_utf8(bytes).replaced > 0};
}

EncodedText encode_utf8(std::u16string_view text) {
  EncodedText encoded;
  encoded.has_replaced = append_utf8(encoded.bytes, text) > 0;
  return encoded;
}

struct Decomposition {
  char16_t whole;
  char16_t letter;
  char16_t accent;
};
constexpr auto kDecompositions = std::to_array<Decomposition>({
#include "openperflib/compat/windows/text/decompositions.inc"
});
static_assert(std::ranges::is_sorted(kDecompositions, {}, &Decomposition::whole));

const Decomposition* find_decomposition(char16_t whole) {
  const auto* row = std::ranges::lower_bound(kDecompositions, whole, {}, &Decomposition::whole);
  return row != kDecompositions.end() && row->whole == whole ? row : nullptr;
}

char16_t composition_of(char16_t letter, char16_t accent) {
  for (const Decomposition& row : kDecompositions) {
    if (row.letter == letter && row.accent == accent) return row.whole;
  }
  return 0;
}

// Similar characters for those without an accent. The table is our own: the tables of Microsoft
// differ from code page to code page.
struct Similar {
  char16_t first, last;
  char16_t similar;
};
constexpr auto kSimilar = std::to_array<Similar>({
    {0x00A0, 0x00A0, ' '},  {0x00A6, 0x00A6, '|'}, {0x00A9, 0x00A9, 'c'},  {0x00AB, 0x00AB, '<'},
    {0x00AD, 0x00AD, '-'},  {0x00AE, 0x00AE, 'r'}, {0x00B2, 0x00B2, '2'},  {0x00B3, 0x00B3, '3'},
    {0x00B4, 0x00B4, '\''}, {0x00B7, 0x00B7, '.'}, {0x00B8, 0x00B8, ','},  {0x00B9, 0x00B9, '1'},
    {0x00BB, 0x00BB, '>'},  {0x00C6, 0x00C6, 'A'}, {0x00D0, 0x00D0, 'D'},  {0x00D7, 0x00D7, 'x'},
    {0x00D8, 0x00D8, 'O'},  {0x00E6, 0x00E6, 'a'}, {0x00F0, 0x00F0, 'd'},  {0x00F8, 0x00F8, 'o'},
    {0x0110, 0x0110, 'D'},  {0x0111, 0x0111, 'd'}, {0x0126, 0x0126, 'H'},  {0x0127, 0x0127, 'h'},
    {0x0131, 0x0131, 'i'},  {0x0141, 0x0141, 'L'}, {0x0142, 0x0142, 'l'},  {0x0152, 0x0152, 'O'},
    {0x0153, 0x0153, 'o'},  {0x0166, 0x0166, 'T'}, {0x0167, 0x0167, 't'},  {0x0192, 0x0192, 'f'},
    {0x2000, 0x200A, ' '},  {0x2010, 0x2015, '-'}, {0x2018, 0x201B, '\''}, {0x201C, 0x201F, '"'},
    {0x2020, 0x2020, '+'},  {0x2022, 0x2022, '*'}, {0x2024, 0x2024, '.'},  {0x2026, 0x2026, '.'},
    {0x2032, 0x2032, '\''}, {0x2033, 0x2033, '"'}, {0x2039, 0x2039, '<'},  {0x203A, 0x203A, '>'},
    {0x2044, 0x2044, '/'},  {0x2122, 0x2122, 'T'}, {0x2212, 0x2212, '-'},  {0x2215, 0x2215, '/'},
    {0x2217, 0x2217, '*'},  {0x221E, 0x221E, '8'}, {0x2236, 0x2236, ':'},  {0x223C, 0x223C, '~'},
    {0x3000, 0x3000, ' '},
});

// The next candidate for a character that the code page lacks; 0 if there is none.
char16_t similar_to(char16_t character) {
  if (character >= 0xFF01 && character <= 0xFF5E) {  // the wide forms of ASCII
    return static_cast<char16_t>(character - 0xFF01 + 0x21);
  }
  if (const Decomposition* row = find_decomposition(character)) return row->letter;
  for (const Similar& row : kSimilar) {
    if (character >= row.first && character <= row.last) return row.similar;
  }
  return 0;
}

bool append_character(CharsetConverter& converter, char16_t character, std::string& out) {
  std::string_view from = bytes_of({&character, 1});
  return converter.append(from, out);
}

bool append_best_fit(CharsetConverter& converter, char16_t character, std::string& out) {
  for (character = similar_to(character); character != 0; character = similar_to(character)) {
    if (append_character(converter, character, out)) return true;
  }
  return false;
}

// Writes a substitute for a unit that the code page lacks; as on Windows, a surrogate pair counts
// as two. Returns whether that is the replacement.
bool append_substitute(CharsetConverter& converter, char16_t unit, const EncodeOptions& options,
                       std::string& out) {
  if (options.best_fit && append_best_fit(converter, unit, out)) return false;
  if (!options.replacement.empty()) {
    out += options.replacement;
  } else if (!append_character(converter, u'?', out)) {
    out += '?';
  }
  return true;
}

}  // namespace

bool knows_code_page(std::uint32_t code_page) {
  return code_page == kUtf8 ||
         CharsetConverter(kUtf16, charset_of_code_page(code_page).c_str()).is_open();
}

std::optional<DecodedText> decode_bytes(std::uint32_t code_page, std::string_view bytes) {
  if (code_page == kUtf8) return decode_utf8(bytes);
  CharsetConverter converter(kUtf16, charset_of_code_page(code_page).c_str());
  if (!converter.is_open()) return std::nullopt;
  std::string out;
  bool has_invalid = false;
  while (!converter.append(bytes, out)) {
    const bool is_control = is_control_of(code_page, bytes.front());
    const char16_t character =
        is_control ? static_cast<unsigned char>(bytes.front()) : kNoCharacter;
    has_invalid |= !is_control;
    converter.flush(out);
    out += bytes_of({&character, 1});
    bytes.remove_prefix(1);
  }
  converter.flush(out);
  return DecodedText{.text = text_of(out), .has_invalid = has_invalid};
}

std::optional<EncodedText> encode_text(std::uint32_t code_page, std::u16string_view text,
                                       const EncodeOptions& options) {
  if (code_page == kUtf8) return encode_utf8(text);
  CharsetConverter converter(charset_of_code_page(code_page).c_str(), kUtf16);
  if (!converter.is_open()) return std::nullopt;
  EncodedText encoded;
  std::string_view left = bytes_of(text);
  while (!converter.append(left, encoded.bytes)) {
    const char16_t unit = text[text.size() - left.size() / sizeof(char16_t)];
    encoded.has_replaced |= append_substitute(converter, unit, options, encoded.bytes);
    left.remove_prefix(sizeof(char16_t));
  }
  converter.flush(encoded.bytes);
  return encoded;
}

std::u16string decomposed(std::u16string_view text) {
  std::u16string out;
  for (const char16_t character : text) {
    const Decomposition* row = find_decomposition(character);
    if (row == nullptr) {
      out += character;
    } else {
      out += decomposed({&row->letter, 1});
      out += row->accent;
    }
  }
  return out;
}

std::u16string composed(std::u16string_view text) {
  std::u16string out;
  for (const char16_t character : text) {
    const char16_t whole =
        out.empty() || !is_accent(character) ? char16_t{0} : composition_of(out.back(), character);
    if (whole != 0) {
      out.back() = whole;
    } else {
      out += character;
    }
  }
  return out;
}

bool is_accent(char16_t character) noexcept {
  return std::ranges::any_of(
      kDecompositions, [character](const Decomposition& row) { return row.accent == character; });
}

}  // namespace openperflib::compat
