#include "apps/logman/run/failure.h"

#include <fmt/core.h>

#include <cerrno>
#include <utility>

#include "openperflib/base/error_codes.h"

namespace openperflib::logman {
namespace {

std::string with_hresult(std::string_view text, std::int32_t hresult) {
  const auto number = static_cast<std::uint32_t>(hresult);
  const ErrorCode* const row = find_system_code(number);
  return fmt::format("{} (0x{:08X} {})", text, number, row == nullptr ? "?" : row->name);
}

}  // namespace

std::unexpected<Failure> refusal(const PlaError& answer, std::string_view what) {
  return std::unexpected(Failure{std::string(answer.text), with_hresult(what, answer.hresult)});
}

std::unexpected<Failure> invalid(std::string_view what) {
  return std::unexpected(Failure{with_hresult(what, E_INVALIDARG), {}});
}

std::unexpected<Failure> system_failure(const SourceFault& fault) {
  if (fault.errno_value == EACCES || fault.errno_value == EPERM) {
    return refusal(kAccessDenied, fmt::format("{}: {}", fault.file, reason_of(fault)));
  }
  return std::unexpected(Failure{fmt::format("{}: {}", fault.file, reason_of(fault)), {}});
}

std::unexpected<Failure> system_failure(int errno_value, std::string file) {
  return system_failure(
      SourceFault{.errno_value = errno_value, .file = std::move(file), .error = std::nullopt});
}

}  // namespace openperflib::logman
