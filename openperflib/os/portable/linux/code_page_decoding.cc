// Code pages by iconv.
#include <iconv.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "openperflib/os/portable/code_page.h"

namespace openperflib {
namespace {

// A character of a code page takes at most four bytes of UTF-8 for each of its own.
constexpr std::size_t kMostUtf8BytesPerByte = 4;

// Resource: one conversion to UTF-8.
class Converter {
 public:
  explicit Converter(const char* from) noexcept : handle_(::iconv_open("UTF-8", from)) {}
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;
  ~Converter() {
    if (is_open()) ::iconv_close(handle_);
  }
  [[nodiscard]] bool is_open() const noexcept { return handle_ != reinterpret_cast<iconv_t>(-1); }
  [[nodiscard]] std::optional<std::string> convert(std::string text) noexcept;

 private:
  iconv_t handle_;
};

std::optional<std::string> Converter::convert(std::string text) noexcept {
  std::string utf8(text.size() * kMostUtf8BytesPerByte + kMostUtf8BytesPerByte, '\0');
  char* from = text.data();
  char* to = utf8.data();
  std::size_t left = text.size(), room = utf8.size();
  if (::iconv(handle_, &from, &left, &to, &room) == static_cast<std::size_t>(-1))
    return std::nullopt;
  if (::iconv(handle_, nullptr, nullptr, &to, &room) == static_cast<std::size_t>(-1)) {
    return std::nullopt;  // input held back in case an accent follows
  }
  utf8.resize(utf8.size() - room);
  return utf8;
}

}  // namespace

bool has_code_page(std::uint32_t code_page) {
  return Converter(charset_of_code_page(code_page).c_str()).is_open();
}

std::optional<std::string> decode_code_page(std::uint32_t code_page, Bytes text) {
  Converter converter(charset_of_code_page(code_page).c_str());
  if (!converter.is_open()) return std::nullopt;
  std::string bytes(text.size(), '\0');
  std::ranges::transform(text, bytes.begin(),
                         [](std::byte byte) { return static_cast<char>(byte); });
  return converter.convert(std::move(bytes));
}

}  // namespace openperflib
