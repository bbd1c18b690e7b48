// What the arguments of PdhOpenLog mean.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "openperflib/abi/pdh_types.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/pdh/log_output.h"
#include "openperflib/pdh/pdh_status.h"

namespace openperflib::compat {

// As they were given. Value.
struct OpenLogArguments {
  std::string name;
  DWORD access = 0;
  DWORD type = PDH_LOG_TYPE_UNDEFINED;
  DWORD max_size = 0;
  std::optional<std::string> caption = {};  // nullopt: NULL
};

[[nodiscard]] DWORD log_type_of(LogFormat format) noexcept;

// Whether a log is to be read; if not, it is to be written.
[[nodiscard]] bool asks_to_read(const OpenLogArguments& arguments) noexcept;
// Proves that the access and its options go together. Error: PDH_INVALID_ARGUMENT.
[[nodiscard]] PdhStatus judge(const OpenLogArguments& arguments) noexcept;
// How a log is written, for arguments that judge() has accepted. Errors: PDH_INVALID_ARGUMENT,
// PDH_LOG_TYPE_NOT_FOUND, PDH_INVALID_SQL_LOG_FORMAT; those of open_log() for a log of any type
// that is updated.
[[nodiscard]] std::expected<PdhLogOptions, PdhStatus> options_of(const OpenLogArguments& arguments);

}  // namespace openperflib::compat
