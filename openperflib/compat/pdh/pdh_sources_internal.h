// What the name or the handle of a data source means, as the functions of pdh.h take them.
#pragma once

#include <expected>
#include <string>

#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh/pdh_handles_internal.h"
#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/pdh_status.h"

namespace openperflib::compat {

using FoundSource = std::expected<DataSource, PdhStatus>;

// The name of a log as it is kept, so that it means the same log wherever the program goes: files
// are opened again later, and a daemon goes to /. The name of a data source, and "", stay.
[[nodiscard]] std::string log_name_of(std::string text);

// NULL is this machine; any text is a log.
template <typename Char>
[[nodiscard]] DataSource source_of_name(const Char* name) {
  return name == nullptr ? DataSource() : DataSource::of_log(log_name_of(utf8_of(name)));
}

// The same for both kinds of functions. Errors: those of source_of().
[[nodiscard]] inline FoundSource find_source(LPCSTR name) { return source_of_name(name); }
[[nodiscard]] inline FoundSource find_source(LPCWSTR name) { return source_of_name(name); }
[[nodiscard]] inline FoundSource find_source(PDH_HLOG handle) { return source_of(handle); }

}  // namespace openperflib::compat
