// The text of an instance's name, whatever it is stored in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "openperflib/base/bytes.h"
#include "openperflib/base/utf16.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {

// Makes UTF-8 of `text` in a Windows code page; nullopt where it does not know the code page or the
// bytes are no text of it. os/code_page.h has one; wire itself knows UTF-16 and UTF-8 only.
using CodePageDecoder = std::optional<std::string> (*)(std::uint32_t code_page, Bytes text);

// The name of an instance of `object`, up to its first NUL; empty where it has none (then
// definition.name() is empty too). What is no character becomes U+FFFD and is counted, and so does
// every byte above 127 of a code page that `decode` does not know, or that there is no `decode`
// for.
[[nodiscard]] Utf8Text instance_name(const ObjectTypeView& object,
                                     const InstanceDefinitionView& definition,
                                     CodePageDecoder decode = nullptr);

// `bytes` up to their first NUL, in that code page (0: UTF-16 of the given order), by the same
// rules.
[[nodiscard]] Utf8Text stored_text(Bytes bytes, std::uint32_t code_page, ByteOrder order,
                                   CodePageDecoder decode = nullptr);

}  // namespace openperflib
