// The name of an instance as UTF-8, whatever its stored encoding.
#pragma once

#include <string>

#include "openperflib/base/code_page_decoder.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {

// The name of an instance of `object`, up to its first NUL; empty if it has none (then
// definition.name() is empty too). Invalid characters become U+FFFD and are counted, as are all
// bytes above 127 if the code page is not known to `decode` or `decode` is null.
[[nodiscard]] Utf8Text instance_name(const ObjectTypeView& object,
                                     const InstanceDefinitionView& definition,
                                     CodePageDecoder decode = nullptr);

// Returns what an instance is called: its name by the same rules; its UniqueID in digits if it
// has one instead of a name.
[[nodiscard]] std::string name_or_id(const ObjectTypeView& object,
                                     const InstanceDefinitionView& definition,
                                     CodePageDecoder decode = nullptr);

// `bytes` up to their first NUL, in the given code page (0: UTF-16 of the given order), by the same
// rules.
[[nodiscard]] Utf8Text stored_text(Bytes bytes, std::uint32_t code_page, ByteOrder order,
                                   CodePageDecoder decode = nullptr);

}  // namespace openperflib
