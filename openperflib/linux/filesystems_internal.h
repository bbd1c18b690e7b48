// The file systems that are mounted as logical disks, and how full they are: for LogicalDisk and
// Linux Filesystem. Source: docs/objects/disks.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/collection_internal.h"
#include "openperflib/linux/mounts_internal.h"
#include "openperflib/os/filesystem_space.h"
#include "openperflib/os/proc_root.h"

namespace openperflib::linux_objects {

// How file systems are asked how full they are.
struct SpaceQuestions {
  FilesystemSpace::Ask ask = FilesystemSpace::ask_statvfs;  // or what a test puts in its place
  std::chrono::milliseconds patience{100};  // for one that has always answered so far
};

// One of them, as long as it is mounted there.
struct Filesystem {
  Mount mount;
  std::string instance_name;
  ReasonId space_reason = Reasons::kPresent;  // why `space` has no numbers; of this collection
  SpaceBlocks space;
};

// What makes a file system the same as in an earlier collection; 0: its name.
[[nodiscard]] std::uint64_t filesystem_key(const Mount& mount) noexcept;

// "statvfs: no answer in time: /mnt", without an allocation.
[[nodiscard]] ReasonId reason_with_name(std::string_view text, std::string_view name,
                                        Collection& collection);

// Resource, kept between collections.
class Filesystems {
 public:
  explicit Filesystems(SpaceQuestions questions);

  // Reads what is mounted, once a collection. False: there is no table of mounts.
  [[nodiscard]] bool read(Collection& collection);
  // Asks all of them how full they are, once a collection; after read().
  void ask_for_space(Collection& collection);

  // In the order of the table; after read().
  [[nodiscard]] std::span<const Filesystem> all() const noexcept { return filesystems_; }
  // Of the proc file system itself; after read(). Empty where nothing tells them.
  [[nodiscard]] std::string_view proc_options() const noexcept {
    return has_table_ ? std::string_view(proc_options_) : std::string_view();
  }
  // Another number wherever what is mounted has changed.
  [[nodiscard]] std::uint32_t layout() const noexcept { return layout_; }

 private:
  static constexpr std::uint64_t kNever = ~0ULL;
  [[nodiscard]] bool read_table(ProcRoot& root);

  KeptFile mountinfo_file_{"proc/self/mountinfo"};
  KeptFile mounts_file_{"proc/mounts"};
  TextBuffer buffer_;
  FilesystemSpace space_;
  std::chrono::milliseconds patience_;

  std::vector<Filesystem> filesystems_;  // of the text below
  std::string text_;
  std::string proc_options_;
  std::optional<MountFormat> format_;
  std::uint32_t layout_ = 0;
  bool has_table_ = false;
  std::uint64_t read_in_ = kNever;  // the number of the collection that did it
  std::uint64_t asked_in_ = kNever;
  std::vector<std::string_view> asked_paths_;
  std::vector<Filesystem*> asked_;
  std::vector<SpaceAnswer> answers_;
};

}  // namespace openperflib::linux_objects
