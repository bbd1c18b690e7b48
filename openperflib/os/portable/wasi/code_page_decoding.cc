// Code pages by the host of the module: a browser has decoders (apps/web/worker/code_pages.ts).
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/os/portable/code_page.h"

extern "C" {

[[clang::import_module("openperflib"), clang::import_name("has_code_page")]] bool
openperflib_has_code_page(std::uint32_t code_page);

// Writes the text as UTF-8, at most `room` bytes, and returns how many; -1: the bytes are not valid
// in the code page.
[[clang::import_module("openperflib"), clang::import_name("decode_code_page")]] std::int32_t
openperflib_decode_code_page(std::uint32_t code_page, const void* text, std::size_t size,
                             void* utf8, std::size_t room);

}  // extern "C"

namespace openperflib {
namespace {

// A character of a code page takes at most four bytes of UTF-8 for each of its own.
constexpr std::size_t kUtf8RoomPerByte = 4;

}  // namespace

bool has_code_page(std::uint32_t code_page) { return openperflib_has_code_page(code_page); }

std::optional<std::string> decode_code_page(std::uint32_t code_page, Bytes text) {
  if (!has_code_page(code_page)) return std::nullopt;
  std::string utf8(text.size() * kUtf8RoomPerByte, '\0');
  const std::int32_t length =
      openperflib_decode_code_page(code_page, text.data(), text.size(), utf8.data(), utf8.size());
  if (length < 0) return std::nullopt;
  utf8.resize(static_cast<std::size_t>(length));
  return utf8;
}

}  // namespace openperflib
