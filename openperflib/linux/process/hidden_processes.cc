#include <algorithm>

#include "openperflib/linux/process/hidden_processes_internal.h"
#include "openperflib/linux/storage/filesystems_internal.h"
#include "openperflib/linux/storage/mounts_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr unsigned kSysPtrace = 19;          // capabilities(7)
constexpr std::size_t kFilesystemGroup = 3;  // position in Gid: real, effective, saved, filesystem

std::string_view hidepid_of(std::string_view proc_options) noexcept {
  return mount_option(proc_options, "hidepid").value_or("");
}

// The text after a key in a status; empty if the key is missing.
std::string_view line_behind(std::string_view status, std::string_view key) noexcept {
  Lines lines(status);
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with(key)) return line.substr(key.size());
  }
  return {};
}

bool may_trace_all(std::string_view status) noexcept {
  const auto capabilities = number_in(word_at(line_behind(status, "CapEff:"), 0), 16);
  return capabilities.has_value() && (*capabilities >> kSysPtrace & 1U) != 0;
}

bool is_in_group(std::string_view status, std::string_view group) noexcept {
  if (word_at(line_behind(status, "Gid:"), kFilesystemGroup) == group) return true;
  Words groups(line_behind(status, "Groups:"));
  for (std::string_view word = groups.next(); !word.empty(); word = groups.next()) {
    if (word == group) return true;
  }
  return false;
}

}  // namespace

bool hides_processes(std::string_view proc_options) noexcept {
  const auto shows_all = {"", "0", "off", "1", "noaccess"};
  return std::ranges::find(shows_all, hidepid_of(proc_options)) == shows_all.end();
}

bool sees_hidden_processes(std::string_view proc_options, std::string_view status) noexcept {
  if (may_trace_all(status)) return true;
  const std::string_view hidepid = hidepid_of(proc_options);
  if (hidepid == "4" || hidepid == "ptraceable") return false;
  return is_in_group(status, mount_option(proc_options, "gid").value_or("0"));
}

ReasonId HiddenProcesses::reason(CollectContext& context) {
  if (collection_number_ != context.number) reason_ = find_reason(context);
  collection_number_ = context.number;
  return reason_;
}

ReasonId HiddenProcesses::find_reason(CollectContext& context) {
  Filesystems& filesystems = context.filesystems;
  if (!filesystems.read(context)) return Reasons::kPresent;
  const std::string_view options = filesystems.proc_options();
  if (!hides_processes(options)) return Reasons::kPresent;
  const auto status = context.root.read("proc/self/status", status_);
  if (status.has_value() && sees_hidden_processes(options, *status)) return Reasons::kPresent;
  return context.reasons.add("no permission: /proc hides the processes of other users (hidepid)",
                             MissingReason::no_permission);
}

}  // namespace openperflib::linux_objects
