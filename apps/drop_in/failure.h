// Failure: why a run of a drop-in tool ends, as a sentence with the code that Windows has for it.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/counter/cstatus.h"

namespace openperflib::drop_in {

// Value. The text is printed after "Error: "; the exit code is always 1.
struct Failure {
  std::string text;
  bool operator==(const Failure&) const = default;
};

// The result of a step of a run.
using Outcome = std::expected<void, Failure>;

// A code of pdhmsg.h and its name.
struct PdhCode {
  std::uint32_t code;
  std::string_view name;
};

inline constexpr PdhCode kInvalidArgument{PDH_INVALID_ARGUMENT, "PDH_INVALID_ARGUMENT"};
inline constexpr PdhCode kFileNotFound{PDH_FILE_NOT_FOUND, "PDH_FILE_NOT_FOUND"};
inline constexpr PdhCode kFileAlreadyExists{PDH_FILE_ALREADY_EXISTS, "PDH_FILE_ALREADY_EXISTS"};
inline constexpr PdhCode kAccessDenied{PDH_ACCESS_DENIED, "PDH_ACCESS_DENIED"};
inline constexpr PdhCode kNotImplemented{PDH_NOT_IMPLEMENTED, "PDH_NOT_IMPLEMENTED"};
inline constexpr PdhCode kLogFileCreateError{PDH_LOG_FILE_CREATE_ERROR,
                                             "PDH_LOG_FILE_CREATE_ERROR"};
inline constexpr PdhCode kLogFileOpenError{PDH_LOG_FILE_OPEN_ERROR, "PDH_LOG_FILE_OPEN_ERROR"};
inline constexpr PdhCode kNoData{PDH_NO_DATA, "PDH_NO_DATA"};
inline constexpr PdhCode kNoCounters{PDH_NO_COUNTERS, "PDH_NO_COUNTERS"};
inline constexpr PdhCode kInvalidPath{PDH_INVALID_PATH, "PDH_INVALID_PATH"};
inline constexpr PdhCode kUnableReadLogHeader{PDH_UNABLE_READ_LOG_HEADER,
                                              "PDH_UNABLE_READ_LOG_HEADER"};
inline constexpr PdhCode kInvalidSqlLogFormat{PDH_INVALID_SQL_LOG_FORMAT,
                                              "PDH_INVALID_SQL_LOG_FORMAT"};
inline constexpr PdhCode kInvalidDatasource{PDH_INVALID_DATASOURCE, "PDH_INVALID_DATASOURCE"};
inline constexpr PdhCode kUnknownLogFormat{PDH_UNKNOWN_LOG_FORMAT, "PDH_UNKNOWN_LOG_FORMAT"};
inline constexpr PdhCode kBinaryLogCorrupt{PDH_BINARY_LOG_CORRUPT, "PDH_BINARY_LOG_CORRUPT"};
inline constexpr PdhCode kIncorrectAppendTime{PDH_INCORRECT_APPEND_TIME,
                                              "PDH_INCORRECT_APPEND_TIME"};
inline constexpr PdhCode kUnmatchedAppendCounter{PDH_UNMATCHED_APPEND_COUNTER,
                                                 "PDH_UNMATCHED_APPEND_COUNTER"};

// The constant above with this number; kLogFileOpenError if there is none.
[[nodiscard]] PdhCode pdh_code_of(std::uint32_t code) noexcept;

// "TEXT (0xC0000BD1 PDH_FILE_NOT_FOUND)".
[[nodiscard]] std::string with_code(std::string_view text, PdhCode code);
[[nodiscard]] std::string with_code(std::string_view text, CStatus status);

[[nodiscard]] std::unexpected<Failure> failure(std::string text);
[[nodiscard]] std::unexpected<Failure> failure(std::string_view text, PdhCode code);

// A file could not be opened for reading, or for writing: the reason of the system, and the code.
[[nodiscard]] std::unexpected<Failure> cannot_read(const SourceFault& fault);
[[nodiscard]] std::unexpected<Failure> cannot_create(const SourceFault& fault);

}  // namespace openperflib::drop_in
