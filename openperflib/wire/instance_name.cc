#include "openperflib/wire/instance_name.h"

#include <algorithm>
#include <utility>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kUtf8CodePage = 65001;
constexpr std::string_view kReplacement = "\uFFFD";

Bytes up_to_nul(Bytes bytes) noexcept {
  const auto nul = std::ranges::find(bytes, std::byte{0});
  return bytes.first(static_cast<std::size_t>(nul - bytes.begin()));
}

// Every code page that Windows uses for names agrees on ASCII, and on nothing else.
Utf8Text ascii_only(Bytes bytes) {
  Utf8Text result;
  for (const std::byte byte : bytes) {
    if (std::to_integer<unsigned>(byte) < 0x80) {
      result.text += static_cast<char>(byte);
    } else {
      result.text += kReplacement;
      ++result.replaced;
    }
  }
  return result;
}

}  // namespace

Utf8Text stored_text(Bytes bytes, std::uint32_t code_page, ByteOrder order,
                     CodePageDecoder decode) {
  if (code_page == 0) return utf8_from_utf16(bytes, order);
  const Bytes text = up_to_nul(bytes);
  if (code_page == kUtf8CodePage) return valid_utf8(as_text(text));
  if (decode != nullptr) {
    if (std::optional<std::string> decoded = decode(code_page, text)) {
      return {.text = *std::move(decoded), .replaced = 0};
    }
  }
  return ascii_only(text);
}

Utf8Text instance_name(const ObjectTypeView& object, const InstanceDefinitionView& definition,
                       CodePageDecoder decode) {
  return stored_text(definition.name(), object.code_page(), object.text_order(), decode);
}

std::string name_or_id(const ObjectTypeView& object, const InstanceDefinitionView& definition,
                       CodePageDecoder decode) {
  const bool has_only_id = definition.name().empty() && definition.unique_id() != PERF_NO_UNIQUE_ID;
  return has_only_id ? std::to_string(definition.unique_id())
                     : instance_name(object, definition, decode).text;
}

}  // namespace openperflib
