#include "apps/drop_in/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace openperflib::drop_in {
namespace {

constexpr std::array kCodes = {
    kInvalidArgument,
    kFileNotFound,
    kFileAlreadyExists,
    kAccessDenied,
    kNotImplemented,
    kLogFileOpenError,
    kLogFileCreateError,
    kNoData,
    kNoCounters,
    kInvalidPath,
    kUnableReadLogHeader,
    kInvalidDatasource,
    kInvalidSqlLogFormat,
    kUnknownLogFormat,
    kBinaryLogCorrupt,
    kIncorrectAppendTime,
    kUnmatchedAppendCounter,
};

std::unexpected<Failure> cannot_open(const SourceFault& fault, PdhCode otherwise) {
  const bool denied = fault.errno_value == EACCES || fault.errno_value == EPERM;
  const PdhCode code = fault.errno_value == ENOENT ? kFileNotFound
                       : denied                    ? kAccessDenied
                                                   : otherwise;
  return failure(fmt::format("{}: {}", fault.file, reason_of(fault)), code);
}

}  // namespace

PdhCode pdh_code_of(std::uint32_t code) noexcept {
  const auto* const found = std::ranges::find(kCodes, code, &PdhCode::code);
  return found == kCodes.end() ? kLogFileOpenError : *found;
}

std::string with_code(std::string_view text, PdhCode code) {
  return fmt::format("{} (0x{:08X} {})", text, code.code, code.name);
}

std::string with_code(std::string_view text, CStatus status) {
  return fmt::format("{} (0x{:08X} PDH_{})", text, pdh_code(status), name_of(status));
}

std::unexpected<Failure> failure(std::string text) {
  return std::unexpected(Failure{std::move(text)});
}

std::unexpected<Failure> failure(std::string_view text, PdhCode code) {
  return std::unexpected(Failure{with_code(text, code)});
}

std::unexpected<Failure> cannot_read(const SourceFault& fault) {
  return cannot_open(fault, kLogFileOpenError);
}

std::unexpected<Failure> cannot_create(const SourceFault& fault) {
  return cannot_open(fault, kLogFileCreateError);
}

}  // namespace openperflib::drop_in
