#include <algorithm>

#include "openperflib/linux/cgroup/cgroup_folders_internal.h"
#include "openperflib/linux/cgroup/pressure_text_internal.h"
#include "openperflib/linux/storage/mounts_internal.h"
#include "openperflib/linux/table/collect_context_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::string_view kFileOfEveryCgroup = "/cgroup.controllers";

// The part of a path below a folder sorts after the folder itself and before its next sibling.
bool stands_before(std::string_view a, std::string_view b) noexcept {
  const auto rank = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c); };
  return std::ranges::lexicographical_compare(a, b, {}, rank, rank);
}

}  // namespace

std::string_view CgroupFolders::path(std::size_t folder) const noexcept {
  return std::string_view(paths_).substr(folders_[folder].begin, folders_[folder].length);
}

// Mounts rarely change and are expensive to list: while the mount found earlier is still the root
// of a cgroup tree, it is reused.
bool CgroupFolders::is_still_mounted(const ProcRoot& root) {
  if (!root.is_live() || mount_folder_number_ != root.folder_number()) return false;
  folder_ = mount_;
  folder_ += kFileOfEveryCgroup;
  return root.exists(folder_.c_str());
}

bool CgroupFolders::find_mount(ProcRoot& root) {
  if (is_still_mounted(root)) return true;
  mount_folder_number_ = 0;
  const auto text = root.read(mountinfo_, mountinfo_text_);
  if (!text.has_value()) return false;
  parse_cgroup_mounts(*text, mount_points_);
  for (const std::string_view point : mount_points_) {
    if (!point.starts_with('/')) continue;
    mount_ = point.substr(1);
    if (mount_.find('\\') != std::string::npos) mount_ = decode_mount_text(mount_);
    if (!root.is_folder(mount_.c_str())) continue;
    mount_folder_number_ = root.folder_number();
    return true;
  }
  return false;
}

void CgroupFolders::list_children(ProcRoot& root, std::string_view parent_path) {
  const std::size_t parent_begin = static_cast<std::size_t>(parent_path.data() - paths_.data());
  const std::size_t parent_length = parent_path.size();
  folder_ = mount_;
  folder_ += parent_path;
  if (!root.list_folders(folder_.c_str(), names_).has_value()) return;
  for (std::size_t at = 0; at < names_.size() && folders_.size() < kMost;) {
    const std::string_view name(names_.data() + at);
    const std::size_t begin = paths_.size();
    paths_.append(paths_, parent_begin, parent_length);
    paths_ += '/';
    paths_ += name;
    folders_.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(paths_.size() - begin)});
    at += name.size() + 1;
  }
}

void CgroupFolders::sort() {
  std::ranges::sort(folders_, [this](const Folder& a, const Folder& b) {
    const std::string_view paths(paths_);
    return stands_before(paths.substr(a.begin, a.length), paths.substr(b.begin, b.length));
  });
}

const CgroupFolders& CgroupFolders::list(const CollectContext& context) {
  if (collection_number_ != context.number) list(context.root);
  collection_number_ = context.number;
  return *this;
}

void CgroupFolders::list(ProcRoot& root) {
  paths_.clear();
  folders_.clear();
  if (!find_mount(root)) return;
  list_children(root, std::string_view(paths_).substr(0, 0));
  for (std::size_t next = 0; next < folders_.size(); ++next) list_children(root, path(next));
  sort();
}

}  // namespace openperflib::linux_objects
