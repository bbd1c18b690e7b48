#include "openperflib/view/text/needed_right.h"

#include <algorithm>
#include <array>

namespace openperflib {
namespace {

constexpr std::string_view kNoPermission = "no permission: ";

// capabilities(7)
constexpr unsigned kDacReadSearch = 2;
constexpr unsigned kSysPtrace = 19;

constexpr std::string_view kGroupOfProc =
    "membership in the group of the gid= option of the /proc mount";

constexpr auto kRights = std::to_array<NeededRight>({
    {"/proc/PID/fd", "CAP_SYS_PTRACE", kSysPtrace, ""},
    {"/proc/PID/io", "CAP_SYS_PTRACE", kSysPtrace, ""},
    {"/proc/PID/smaps_rollup", "CAP_SYS_PTRACE", kSysPtrace, ""},
    {"/proc/PID/", "CAP_SYS_PTRACE", kSysPtrace, kGroupOfProc},
    {"/proc hides the processes", "CAP_SYS_PTRACE", kSysPtrace, kGroupOfProc},
    {"/sys/class/powercap/", "CAP_DAC_READ_SEARCH", kDacReadSearch,
     "a udev rule that lets a group read it"},
    {"/sys/devices/virtual/powercap/", "CAP_DAC_READ_SEARCH", kDacReadSearch,
     "a udev rule that lets a group read it"},
    {"", "", 0, ""},
});

bool ends_component(std::string_view text, std::size_t end) {
  return end == text.size() || text[end] == '/';
}

}  // namespace

std::string without_ids(std::string_view reason) {
  struct Id {
    std::string_view before;
    std::string_view name;
  };
  constexpr auto kIds = std::to_array<Id>({{"/proc/", "PID"}, {"/task/", "TID"}, {"/cpu", "N"}});
  std::string text;
  for (std::size_t at = 0; at < reason.size();) {
    const auto id = std::ranges::find_if(
        kIds, [&](const Id& one) { return reason.substr(at).starts_with(one.before); });
    if (id == kIds.end()) {
      text += reason[at++];
      continue;
    }
    text += id->before;
    at += id->before.size();
    const std::size_t end = std::min(reason.find_first_not_of("0123456789", at), reason.size());
    if (end != at && ends_component(reason, end)) {
      text += id->name;
      at = end;
    }
  }
  return text;
}

const NeededRight& right_for(std::string_view reason) {
  if (reason.starts_with(kNoPermission)) reason.remove_prefix(kNoPermission.size());
  return *std::ranges::find_if(
      kRights, [reason](const NeededRight& right) { return reason.starts_with(right.path); });
}

}  // namespace openperflib
