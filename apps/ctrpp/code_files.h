// The files of C that ctrpp generates. Each is ASCII and needs <perflib.h>, on Windows <windows.h>
// too. Manifests have no mistakes then: neither those of their readers nor those of
// code_mistakes().
#pragma once

#include <string>

#include "apps/ctrpp/code_parts.h"

namespace openperflib::ctrpp {

// -o: a header with everything that a program needs. All its files may include it.
[[nodiscard]] std::string code_header(const Manifest& manifest, const CodeStyle& style);

// -ch: names and GUIDs of sets, for consumers.
[[nodiscard]] std::string symbol_header(const Manifest& manifest, const CodeNames& names);

// -legacy: a header with declarations, the file that defines them, whose header has that name, and
// the ids of texts.
[[nodiscard]] std::string legacy_header(const Manifest& manifest, const CodeStyle& style);
[[nodiscard]] std::string legacy_source(const Manifest& manifest, const CodeStyle& style,
                                        const std::string& header_name);
[[nodiscard]] std::string legacy_resource_header(const Manifest& manifest, const CodeNames& names);

}  // namespace openperflib::ctrpp
