#include "openperflib/view/text/remainder_text.h"

#include <fmt/core.h>

#include <cmath>

namespace openperflib {
namespace {

std::string rest_text(double number) {
  return number < 10 ? fmt::format("{:.1f} %", number) : fmt::format("{:.0f} %", number);
}

}  // namespace

std::string forks_text(const CpuRemainder& remainder) {
  if (std::isnan(remainder.forks_per_second)) return {};
  return fmt::format("{:.0f} forks/s", remainder.forks_per_second);
}

std::string remainder_text(const CpuRemainder& remainder) {
  const std::string rest = rest_text(remainder.rest());
  const std::string forks = forks_text(remainder);
  if (forks.empty()) {
    return fmt::format("not attributed: {} (interrupts, ended processes)", rest);
  }
  return fmt::format("not attributed: {} (ended processes), {}", rest, forks);
}

void write_remainder(JsonWriter& out, const CpuRemainder& remainder) {
  out.key("not_attributed");
  out.begin_object();
  out.member("percent", remainder.rest());
  out.member("used", remainder.used);
  out.member("by_processes", remainder.by_processes);
  out.member("forks_per_second", remainder.forks_per_second);  // null if it is not known
  out.member("is_notable", remainder.is_notable());
  out.end_object();
}

}  // namespace openperflib
