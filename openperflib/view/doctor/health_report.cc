#include "openperflib/view/doctor/health_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "openperflib/text/utf16.h"
#include "openperflib/view/text/needed_right.h"

namespace openperflib {
namespace {

constexpr std::string_view kCapabilityPrefix = "CAP_";  // container tools leave this prefix out

}  // namespace

std::string_view name_of(Remedy remedy) {
  switch (remedy) {
    case Remedy::rights:
      return "rights";
    case Remedy::machine:
      return "machine";
    case Remedy::live:
      return "live";
    case Remedy::nobody:
      return "none";
  }
  return "none";
}

std::string advice(const Lack& lack, const ProcessRights& rights) {
  const NeededRight& right = right_for(lack.reason);
  if (right.capability.empty()) return "requires root";
  if (rights.has(right.bit)) {
    return fmt::format(
        "{} is granted but has no effect here (a user namespace or a security module)",
        right.capability);
  }
  std::string text =
      rights.is_root
          ? fmt::format("requires {}, which this container lacks; start it with --cap-add={}",
                        right.capability, right.capability.substr(kCapabilityPrefix.size()))
          : fmt::format("requires root or {} (setcap {}+ep on perflib)", right.capability,
                        folded(right.capability));
  if (!right.otherwise.empty()) text += fmt::format(", or {}", right.otherwise);
  return text;
}

std::string head_of(const HealthReport& report) {
  std::string text = report.distribution;
  if (!report.kernel.empty()) text += fmt::format("{}{}", text.empty() ? "" : ", ", report.kernel);
  const ProcessRights& rights = report.rights;
  if (!rights.is_live) return text.empty() ? "a recorded machine" : text;
  return fmt::format("{}, {}, up to {} open files", text,
                     rights.is_root ? "as root" : fmt::format("as user {}", rights.user),
                     rights.descriptors);
}

std::string counters_text(const Lack& lack) {
  constexpr std::size_t kShown = 3;
  const auto shown = std::span(lack.counters).first(std::min(kShown, lack.counters.size()));
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (lack.counters.size() > kShown) {
    text += fmt::format(" and {} more", lack.counters.size() - kShown);
  }
  if (lack.instances == 1) text += " (1 instance)";
  if (lack.instances > 1) text += fmt::format(" ({} instances)", lack.instances);
  return text;
}

std::size_t counters_without_source(const Diagnosis& diagnosis) {
  std::size_t counters = 0;
  for (const Lack& lack : diagnosis.lacks) {
    if (lack.remedy == Remedy::nobody) counters += lack.counters.size();
  }
  return counters;
}

}  // namespace openperflib
