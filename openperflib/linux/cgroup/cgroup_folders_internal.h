// The folders of a cgroup v2 tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/os/files/proc_root.h"

namespace openperflib::linux_objects {

struct CollectContext;

// Resource, reused: a tree of a size seen before allocates nothing.
class CgroupFolders {
 public:
  // The folders of this collection, listed when the first object needs them.
  const CgroupFolders& list(const CollectContext& context);
  // Lists the folders below the first accessible cgroup v2 mount, without the mount itself: parents
  // before their children, children in byte order. None if there is no such mount.
  void list(ProcRoot& root);
  [[nodiscard]] std::size_t size() const noexcept { return folders_.size(); }
  // The path relative to the mount: "/system.slice/cron.service".
  [[nodiscard]] std::string_view path(std::size_t folder) const noexcept;
  // The path of the mount for ProcRoot: "sys/fs/cgroup".
  [[nodiscard]] const std::string& mount() const noexcept { return mount_; }

  static constexpr std::size_t kMost = 65536;  // folders listed

 private:
  std::uint64_t collection_number_ = ~0ULL;  // the collection that listed them
  struct Folder {
    std::uint32_t begin;
    std::uint32_t length;
  };
  [[nodiscard]] bool is_still_mounted(const ProcRoot& root);
  [[nodiscard]] bool find_mount(ProcRoot& root);
  void list_children(ProcRoot& root, std::string_view parent_path);
  void sort();
  std::string mount_;
  std::uint32_t mount_folder_number_ = 0;  // of the root below which it was found; 0: not found
  std::string paths_;
  std::string folder_;  // the folder being listed
  std::vector<Folder> folders_;
  std::vector<char> names_;
  std::vector<std::string_view> mount_points_;
  KeptFile mountinfo_{"proc/self/mountinfo"};
  TextBuffer mountinfo_text_;
};

}  // namespace openperflib::linux_objects
