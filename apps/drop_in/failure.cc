#include "apps/drop_in/failure.h"

#include <fmt/core.h>

#include <cerrno>
#include <utility>

#include "openperflib/base/error_codes.h"

namespace openperflib::drop_in {
namespace {

std::unexpected<Failure> cannot_open(const SourceFault& fault, std::uint32_t otherwise) {
  const bool denied = fault.errno_value == EACCES || fault.errno_value == EPERM;
  const std::uint32_t code = fault.errno_value == ENOENT ? PDH_FILE_NOT_FOUND
                             : denied                    ? PDH_ACCESS_DENIED
                                                         : otherwise;
  return failure(fmt::format("{}: {}", fault.file, reason_of(fault)), code);
}

}  // namespace

std::string with_code(std::string_view text, std::uint32_t pdh_code) {
  const ErrorCode* const row = find_pdh_code(pdh_code);
  return fmt::format("{} (0x{:08X} {})", text, pdh_code, row == nullptr ? "?" : row->name);
}

std::string with_code(std::string_view text, CStatus status) {
  return with_code(text, pdh_code(status));
}

std::unexpected<Failure> failure(std::string text) {
  return std::unexpected(Failure{std::move(text)});
}

std::unexpected<Failure> failure(std::string_view text, std::uint32_t pdh_code) {
  return std::unexpected(Failure{with_code(text, pdh_code)});
}

std::unexpected<Failure> cannot_read(const SourceFault& fault) {
  return cannot_open(fault, PDH_LOG_FILE_OPEN_ERROR);
}

std::unexpected<Failure> cannot_create(const SourceFault& fault) {
  return cannot_open(fault, PDH_LOG_FILE_CREATE_ERROR);
}

}  // namespace openperflib::drop_in
