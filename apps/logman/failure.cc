#include "apps/logman/failure.h"

#include <fmt/core.h>

#include <cerrno>
#include <utility>

namespace openperflib::logman {

std::unexpected<Failure> refusal(const PlaError& answer, std::string_view what) {
  return std::unexpected(
      Failure{std::string(answer.text),
              fmt::format("{} (0x{:08X} {})", what, answer.hresult, answer.name)});
}

std::unexpected<Failure> invalid(std::string_view what) {
  return std::unexpected(Failure{fmt::format("{} (0x80070057 E_INVALIDARG)", what), {}});
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
