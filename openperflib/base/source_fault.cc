#include "openperflib/base/source_fault.h"

#include <fmt/core.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace openperflib {
namespace {

struct ErrnoText {
  int value;
  const char* text;
};

// Replaces strerror's text where ours is clearer.
constexpr auto kErrnoTexts = std::to_array<ErrnoText>({
    {EACCES, "no permission"},
    {EPERM, "no permission"},
    {ENOENT, "no such file"},
    {ENOTDIR, "no such file"},
    {ESRCH, "the process has ended"},
    {ETIMEDOUT, "no answer in time"},
});

std::string errno_text(int value) {
  for (const ErrnoText& row : kErrnoTexts) {
    if (row.value == value) return row.text;
  }
  return std::generic_category().message(value);
}

}  // namespace

std::string describe(const SourceFault& fault) {
  if (fault.errno_value != 0)
    return fmt::format("{}: {}", errno_text(fault.errno_value), fault.file);
  if (fault.error.has_value()) return fmt::format("{}: {}", fault.file, describe(*fault.error));
  if (!fault.message.empty()) return fmt::format("{}: {}", fault.file, fault.message);
  return fault.file;
}

std::string reason_of(const SourceFault& fault) {
  if (fault.errno_value != 0) return errno_text(fault.errno_value);
  return fault.error.has_value() ? describe(*fault.error) : fault.message;
}

}  // namespace openperflib
