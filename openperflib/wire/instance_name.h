// The name of an instance as UTF-8, whatever its stored encoding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/base/bytes.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {

// Converts `text` from a Windows code page to UTF-8; nullopt if the code page is unknown or the
// bytes are not valid in it. os/code_page.h has one; wire itself knows only UTF-16 and UTF-8.
using CodePageDecoder = std::optional<std::string> (*)(std::uint32_t code_page, Bytes text);

// The name of an instance of `object`, up to its first NUL; empty if it has none (then
// definition.name() is empty too). Invalid characters become U+FFFD and are counted, as are all
// bytes above 127 if the code page is not known to `decode` or `decode` is null.
[[nodiscard]] Utf8Text instance_name(const ObjectTypeView& object,
                                     const InstanceDefinitionView& definition,
                                     CodePageDecoder decode = nullptr);

// `bytes` up to their first NUL, in the given code page (0: UTF-16 of the given order), by the same
// rules.
[[nodiscard]] Utf8Text stored_text(Bytes bytes, std::uint32_t code_page, ByteOrder order,
                                   CodePageDecoder decode = nullptr);

}  // namespace openperflib
