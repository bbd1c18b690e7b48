// The file systems mounted as logical disks, and their usage: for LogicalDisk and Linux Filesystem.
// Source: docs/objects/disks.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/storage/mounts_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"
#include "openperflib/os/files/filesystem_space.h"
#include "openperflib/os/files/proc_root.h"

namespace openperflib::linux_objects {

// How file systems are queried for their usage.
struct SpaceQuestions {
  FilesystemSpace::Ask ask = FilesystemSpace::ask_statvfs;  // or a substitute in tests
  std::chrono::milliseconds patience{100};  // for a file system that has always answered so far
};

// A file system, as long as it is mounted there.
struct Filesystem {
  Mount mount;
  std::string instance_name;
  ReasonId space_reason = Reasons::kPresent;  // why `space` is not set in this collection
  SpaceBlocks space;
};

// Identifies a file system across collections; 0: its name does.
[[nodiscard]] std::uint64_t filesystem_key(const Mount& mount) noexcept;

// "statvfs: no answer in time: /mnt", without an allocation.
[[nodiscard]] ReasonId reason_with_name(std::string_view text, std::string_view name,
                                        MissingReason code, CollectContext& context);

// Resource, kept between collections.
class Filesystems {
 public:
  explicit Filesystems(SpaceQuestions questions);

  // Reads the mount table, once per collection; false if there is none.
  [[nodiscard]] bool read(CollectContext& context);
  // Queries the usage of all file systems, once per collection; call after read().
  void ask_for_space(CollectContext& context);

  // The file systems in the order of the table; call after read().
  [[nodiscard]] std::span<const Filesystem> all() const noexcept { return filesystems_; }
  // The mount options of the proc file system; empty if they are unknown. Call after read().
  [[nodiscard]] std::string_view proc_options() const noexcept {
    return has_table_ ? std::string_view(proc_options_) : std::string_view();
  }
  // Changes whenever the set of mounts does.
  [[nodiscard]] std::uint32_t layout() const noexcept { return layout_; }

 private:
  static constexpr std::uint64_t kNever = ~0ULL;
  [[nodiscard]] bool read_table(ProcRoot& root);

  KeptFile mountinfo_file_{"proc/self/mountinfo"};
  KeptFile mounts_file_{"proc/mounts"};
  TextBuffer buffer_;
  FilesystemSpace space_;
  std::chrono::milliseconds patience_;

  std::vector<Filesystem> filesystems_;  // from the text below
  std::string text_;
  std::string proc_options_;
  std::optional<MountFormat> format_;
  std::uint32_t layout_ = 0;
  bool has_table_ = false;
  std::uint64_t read_in_ = kNever;  // the number of the collection that read it
  std::uint64_t asked_in_ = kNever;
  std::vector<std::string_view> asked_paths_;
  std::vector<Filesystem*> asked_;
  std::vector<SpaceAnswer> answers_;
};

}  // namespace openperflib::linux_objects
