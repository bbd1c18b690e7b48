#include <utility>

#include "openperflib/linux/storage/filesystems_internal.h"
#include "openperflib/linux/table/instance_name_internal.h"

namespace openperflib::linux_objects {
namespace {

// Why a file system must not be queried, else kPresent.
ReasonId reason_not_to_ask(const Filesystem& filesystem, CollectContext& context) {
  if (!context.root.is_live()) {
    return context.reasons.add("statvfs: not available for a recorded folder",
                               MissingReason::recorded_folder);
  }
  if (!is_network_filesystem(filesystem.mount.type)) return Reasons::kPresent;
  return context.reasons.add("statvfs: network file systems are not queried");
}

ReasonId reason_of_answer(const SpaceAnswer& answer, const Mount& mount, CollectContext& context) {
  switch (answer.kind) {
    case SpaceAnswer::Kind::answered:
      return Reasons::kPresent;
    case SpaceAnswer::Kind::refused:
      return context.reasons.add_errno(answer.errno_value, mount.mount_point);
    case SpaceAnswer::Kind::no_answer:
      return reason_with_name("statvfs: no answer in time: ", mount.mount_point,
                              MissingReason::too_late, context);
    case SpaceAnswer::Kind::too_many_silent:
      break;
  }
  return context.reasons.add("statvfs: skipped because too many file systems do not answer",
                             MissingReason::too_late);
}

}  // namespace

std::uint64_t filesystem_key(const Mount& mount) noexcept {
  if (!mount.device.has_value()) return 0;
  return (static_cast<std::uint64_t>(mount.device->major) << 20 | mount.device->minor) << 32;
}

ReasonId reason_with_name(std::string_view text, std::string_view name, MissingReason code,
                          CollectContext& context) {
  context.scratch = text;
  context.scratch += name;
  return context.reasons.add(context.scratch, code);
}

Filesystems::Filesystems(SpaceQuestions questions)
    : space_(std::move(questions.ask)), patience_(questions.patience) {}

// Parses the table only if it has changed.
bool Filesystems::read_table(ProcRoot& root) {
  MountFormat read_format = MountFormat::mountinfo;
  auto text = root.read(mountinfo_file_, buffer_);
  if (!text.has_value()) {
    read_format = MountFormat::mounts;
    text = root.read(mounts_file_, buffer_);
  }
  if (!text.has_value()) return false;
  if (format_ == read_format && text_ == *text) return true;
  format_ = read_format;
  text_ = *text;
  ++layout_;
  proc_options_ = linux_objects::proc_options(text_, read_format);
  filesystems_.clear();
  for (Mount& mount : parse_mounts(*text, read_format)) {
    Filesystem& filesystem = filesystems_.emplace_back();
    append_path_instance_name(filesystem.instance_name, mount.mount_point);
    filesystem.mount = std::move(mount);
  }
  return true;
}

bool Filesystems::read(CollectContext& context) {
  if (read_in_ != context.number) has_table_ = read_table(context.root);
  read_in_ = context.number;
  return has_table_;
}

void Filesystems::ask_for_space(CollectContext& context) {
  if (asked_in_ == context.number) return;
  asked_in_ = context.number;
  asked_.clear();
  asked_paths_.clear();
  for (Filesystem& filesystem : filesystems_) {
    filesystem.space_reason = reason_not_to_ask(filesystem, context);
    if (filesystem.space_reason != Reasons::kPresent) continue;
    asked_.push_back(&filesystem);
    asked_paths_.push_back(filesystem.mount.mount_point);
  }
  space_.ask(asked_paths_, patience_, answers_);
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    asked_[i]->space = answers_[i].space;
    asked_[i]->space_reason = reason_of_answer(answers_[i], asked_[i]->mount, context);
  }
}

}  // namespace openperflib::linux_objects
