#include <array>
#include <cstdio>
#include <string_view>

#include "openperflib/compat/windows/text/format_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"

namespace openperflib::compat {
namespace {

// The size of an argument.
enum class Width { unsaid, char_sized, narrow, wide, bits_64, pointer_sized, long_double };

// Two prefixes can begin with the same letter; the longer one comes first.
struct Prefix {
  std::string_view word;
  Width width;
};
constexpr auto kPrefixes = std::to_array<Prefix>({
    {"hh", Width::char_sized},
    {"h", Width::narrow},
    {"ll", Width::bits_64},
    {"l", Width::wide},
    {"I64", Width::bits_64},
    {"I32", Width::unsaid},
    {"I", Width::pointer_sized},
    {"w", Width::wide},
    {"j", Width::bits_64},
    {"z", Width::pointer_sized},
    {"t", Width::pointer_sized},
    {"L", Width::long_double},
});

// One conversion (%...) of a format.
struct Conversion {
  std::string flags;
  int field = 0;       // the minimum number of characters
  int precision = -1;  // -1: not given
  Width width = Width::unsaid;
  char letter = 0;
};

// A va_list that can be passed by reference.
struct Arguments {
  va_list list;
};

constexpr bool is_digit(char32_t character) { return character >= '0' && character <= '9'; }

template <typename Char>
class Formatter {
 public:
  Formatter(const Char* format, va_list arguments) : at_(format) {
    va_copy(arguments_.list, arguments);
  }
  ~Formatter() { va_end(arguments_.list); }
  Formatter(const Formatter&) = delete;
  Formatter& operator=(const Formatter&) = delete;

  std::optional<std::basic_string<Char>> text() {
    while (*at_ != 0) {
      if (*at_ != '%') {
        out_ += *at_++;
      } else if (++at_; *at_ == '%') {
        out_ += *at_++;
      } else if (!append(next_conversion())) {
        return std::nullopt;
      }
    }
    return std::move(out_);
  }

 private:
  Conversion next_conversion() {
    Conversion conversion;
    while (is_flag(*at_)) conversion.flags += static_cast<char>(*at_++);
    conversion.field = next_number(0);
    if (conversion.field < 0) {
      conversion.flags += '-';
      conversion.field = -conversion.field;
    }
    if (*at_ == '.') {
      ++at_;
      conversion.precision = next_number(0);
    }
    conversion.width = next_width();
    if (*at_ > 0 && *at_ < 128) conversion.letter = static_cast<char>(*at_++);
    return conversion;
  }

  static bool is_flag(Char character) {
    return character == '-' || character == '+' || character == ' ' || character == '0' ||
           character == '#';
  }

  // Reads digits, or * for the next argument.
  int next_number(int number) {
    constexpr int kMost = 100'000'000;  // stays below INT_MAX; no text is that long
    if (*at_ == '*') {
      ++at_;
      return std::clamp(va_arg(arguments_.list, int), -kMost, kMost);
    }
    for (; is_digit(static_cast<char32_t>(*at_)); ++at_) {
      number = std::min(number * 10 + static_cast<int>(*at_ - '0'), kMost);
    }
    return number;
  }

  Width next_width() {
    for (const Prefix& prefix : kPrefixes) {
      if (!starts_with(prefix.word)) continue;
      at_ += prefix.word.size();
      return prefix.width;
    }
    return Width::unsaid;
  }

  bool starts_with(std::string_view word) const {
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (at_[i] != static_cast<Char>(word[i])) return false;
    }
    return true;
  }

  bool append(const Conversion& conversion) {
    switch (conversion.letter) {
      case 'd':
      case 'i':
        append_signed(conversion);
        return true;
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        append_unsigned(conversion);
        return true;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        append_floating(conversion);
        return true;
      case 'p':
        append_number(conversion, "ll", 'X',
                      reinterpret_cast<std::uintptr_t>(va_arg(arguments_.list, void*)), 16);
        return true;
      case 'c':
      case 'C':
        append_character(conversion);
        return true;
      case 's':
      case 'S':
        append_string(conversion);
        return true;
      default:
        return false;  // also at the end of the format
    }
  }

  void append_signed(const Conversion& conversion) {
    long long number = 0;
    if (conversion.width == Width::bits_64 || conversion.width == Width::pointer_sized) {
      number = va_arg(arguments_.list, long long);
    } else {
      number = va_arg(arguments_.list, int);
      if (conversion.width == Width::narrow) number = static_cast<short>(number);
      if (conversion.width == Width::char_sized) number = static_cast<signed char>(number);
    }
    append_number(conversion, "ll", conversion.letter, number, conversion.precision);
  }

  void append_unsigned(const Conversion& conversion) {
    unsigned long long number = 0;
    if (conversion.width == Width::bits_64 || conversion.width == Width::pointer_sized) {
      number = va_arg(arguments_.list, unsigned long long);
    } else {
      number = va_arg(arguments_.list, unsigned);
      if (conversion.width == Width::narrow) number = static_cast<unsigned short>(number);
      if (conversion.width == Width::char_sized) number = static_cast<unsigned char>(number);
    }
    append_number(conversion, "ll", conversion.letter, number, conversion.precision);
  }

  void append_floating(const Conversion& conversion) {
    if (conversion.width == Width::long_double) {
      append_number(conversion, "L", conversion.letter, va_arg(arguments_.list, long double),
                    conversion.precision);
    } else {
      append_number(conversion, "", conversion.letter, va_arg(arguments_.list, double),
                    conversion.precision);
    }
  }

  // Lets the C library write a number; the digits are the same as on Windows.
  template <typename Number>
  void append_number(const Conversion& conversion, const char* width, char letter, Number number,
                     int precision) {
    const std::string format = "%" + conversion.flags + "*.*" + width + letter;
    const int length =
        std::snprintf(nullptr, 0, format.c_str(), conversion.field, precision, number);
    if (length < 0) return;
    std::string digits(static_cast<std::size_t>(length) + 1, '\0');
    (void)std::snprintf(digits.data(), digits.size(), format.c_str(), conversion.field, precision,
                        number);
    out_.append(digits.begin(), digits.end() - 1);
  }

  // Whether %s and %c mean wide characters: the width of the function decides, unless the letter or
  // a prefix says otherwise.
  static bool is_wide(const Conversion& conversion) {
    if (conversion.width == Width::narrow) return false;
    if (conversion.width == Width::wide) return true;
    const bool is_small = conversion.letter == 's' || conversion.letter == 'c';
    return is_small == (sizeof(Char) == 2);
  }

  void append_character(const Conversion& conversion) {
    const int character = va_arg(arguments_.list, int);
    if (is_wide(conversion)) {
      const auto wide = static_cast<char16_t>(character);
      append_padded(conversion, in_own_width(std::u16string_view(&wide, 1)));
    } else {
      const auto narrow = static_cast<char>(character);
      append_padded(conversion, in_own_width(std::string_view(&narrow, 1)));
    }
  }

  void append_string(const Conversion& conversion) {
    if (is_wide(conversion)) {
      append_padded(conversion,
                    text_at(va_arg(arguments_.list, const char16_t*), conversion.precision));
    } else {
      append_padded(conversion,
                    text_at(va_arg(arguments_.list, const char*), conversion.precision));
    }
  }

  // Reads at most `precision` characters, which need not end with a NUL.
  template <typename Other>
  static std::basic_string<Char> text_at(const Other* text, int precision) {
    if (text == nullptr)
      return in_own_width(std::string_view("(null)").substr(
          0, precision < 0 ? 6U : static_cast<std::size_t>(precision)));
    std::size_t length = 0;
    while ((precision < 0 || length < static_cast<std::size_t>(precision)) && text[length] != 0)
      ++length;
    return in_own_width(std::basic_string_view<Other>(text, length));
  }

  static std::basic_string<Char> in_own_width(std::string_view text) {
    return text_from<Char>(text);
  }
  static std::basic_string<Char> in_own_width(std::u16string_view text) {
    if constexpr (sizeof(Char) == 2) {
      return std::u16string(text);
    } else {
      return utf8_from(text);
    }
  }

  void append_padded(const Conversion& conversion, const std::basic_string<Char>& text) {
    const auto field = static_cast<std::size_t>(conversion.field);
    const std::size_t padding = field > text.size() ? field - text.size() : 0;
    const bool is_left = conversion.flags.contains('-');
    if (!is_left) out_.append(padding, ' ');
    out_ += text;
    if (is_left) out_.append(padding, ' ');
  }

  const Char* at_;
  Arguments arguments_;
  std::basic_string<Char> out_;
};

}  // namespace

std::optional<std::string> format_text(const CHAR* format, va_list arguments) {
  if (format == nullptr) return std::nullopt;
  return Formatter<char>(format, arguments).text();
}

std::optional<std::u16string> format_text(const char16_t* format, va_list arguments) {
  if (format == nullptr) return std::nullopt;
  return Formatter<char16_t>(format, arguments).text();
}

}  // namespace openperflib::compat
