#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "openperflib/linux/storage/mounts_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

constexpr std::array<std::string_view, 3> kFullByNature = {"iso9660", "squashfs", "udf"};
constexpr std::array<std::string_view, 3> kSpanDevices = {"btrfs", "overlay", "zfs"};
constexpr std::array<std::string_view, 17> kNetwork = {
    "afs",         "beegfs",    "ceph",       "cifs",      "coda",   "davfs", "fuse.glusterfs",
    "fuse.rclone", "fuse.s3fs", "fuse.sshfs", "glusterfs", "lustre", "ncpfs", "nfs",
    "nfs4",        "smb3",      "smbfs"};

template <std::size_t N>
bool is_one_of(std::string_view type, const std::array<std::string_view, N>& types) noexcept {
  return std::ranges::find(types, type) != types.end();
}

bool is_octal(char c) noexcept { return c >= '0' && c <= '7'; }

// Whether an octal escape \ooo for one byte starts at `at`.
bool is_escape(std::string_view text, std::size_t at) noexcept {
  return text[at] == '\\' && text.size() - at >= 4 && text[at + 1] <= '3' &&
         is_octal(text[at + 1]) && is_octal(text[at + 2]) && is_octal(text[at + 3]);
}

// The relevant words of a line, undecoded.
struct MountWords {
  std::string_view device, source, mount_point, type;
  std::array<std::string_view, 2>
      options;  // of the mount and of its file system, or of both together
  [[nodiscard]] bool complete() const noexcept { return !source.empty() && !type.empty(); }
};

MountWords words_of_mountinfo(std::string_view line) noexcept {
  Words words(line);
  MountWords found;
  static_cast<void>(words.next());  // mount id
  static_cast<void>(words.next());  // parent's id
  found.device = words.next();
  static_cast<void>(words.next());  // the mounted part of the file system
  found.mount_point = words.next();
  found.options[0] = words.next();
  std::string_view word = words.next();  // any number of tags, up to a dash
  while (!word.empty() && word != "-") word = words.next();
  found.type = words.next();
  found.source = words.next();
  found.options[1] = words.next();
  return found;
}

MountWords words_of_mounts(std::string_view line) noexcept {
  Words words(line);
  MountWords found;
  found.source = words.next();
  found.mount_point = words.next();
  found.type = words.next();
  found.options.fill(words.next());
  return found;
}

std::optional<DeviceNumber> parse_device(std::string_view word) noexcept {
  const std::size_t colon = std::min(word.find(':'), word.size());
  const auto major = device_part(word.substr(0, colon));
  const auto minor = device_part(word.substr(std::min(colon + 1, word.size())));
  if (!major.has_value() || !minor.has_value()) return std::nullopt;
  return DeviceNumber{*major, *minor};
}

bool lists_read_only(std::string_view options) noexcept {
  return mount_option(options, "ro") == "";
}

std::optional<bool> read_only_of(const MountWords& words) noexcept {
  if (std::ranges::any_of(words.options, lists_read_only)) return true;
  const bool all_are_there = std::ranges::none_of(words.options, &std::string_view::empty);
  return all_are_there ? std::optional(false) : std::nullopt;
}

bool is_logical_disk(const Mount& mount) noexcept {
  if (is_one_of(mount.type, kFullByNature)) return false;
  return mount.mount_point == "/" || mount.source.starts_with("/dev/") || mount.type == "zfs";
}

std::optional<Mount> parse_mount(std::string_view line, MountFormat format) {
  const bool has_device = format == MountFormat::mountinfo;
  const MountWords words = has_device ? words_of_mountinfo(line) : words_of_mounts(line);
  if (!words.complete()) return std::nullopt;
  Mount mount{std::nullopt, decode_mount_text(words.source), decode_mount_text(words.mount_point),
              decode_mount_text(words.type), read_only_of(words)};
  if (has_device) {
    mount.device = parse_device(words.device);
    if (!mount.device.has_value()) return std::nullopt;
  }
  return mount;
}

// The identity of the mounted file system.
std::string identity_of(const Mount& mount) {
  if (!mount.device.has_value()) return mount.source;
  return std::to_string(mount.device->major) + ':' + std::to_string(mount.device->minor);
}

// All lines except those whose mount point is covered by a later line and cannot be reached.
std::vector<Mount> visible_mounts(std::string_view text, MountFormat format) {
  std::vector<Mount> all;
  std::unordered_map<std::string, std::size_t> last;  // mount point -> position of its last line
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    auto mount = parse_mount(line, format);
    if (!mount.has_value()) continue;
    last[mount->mount_point] = all.size();
    all.push_back(*std::move(mount));
  }
  std::vector<Mount> visible;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (last[all[i].mount_point] == i) visible.push_back(std::move(all[i]));
  }
  return visible;
}

}  // namespace

void append_mount_text(std::string& decoded, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_escape(text, i)) {
      decoded += text[i];
      continue;
    }
    const auto digit = [&](std::size_t at) { return text[i + at] - '0'; };
    decoded += static_cast<char>(digit(1) << 6 | digit(2) << 3 | digit(3));
    i += 3;
  }
}

std::string decode_mount_text(std::string_view text) {
  std::string decoded;
  append_mount_text(decoded, text);
  return decoded;
}

std::vector<Mount> parse_mounts(std::string_view text, MountFormat format) {
  std::vector<Mount> mounts;
  std::unordered_map<std::string, std::size_t> known;  // identity -> position
  for (Mount& mount : visible_mounts(text, format)) {
    if (!is_logical_disk(mount)) continue;
    const auto [place, is_new] = known.try_emplace(identity_of(mount), mounts.size());
    if (is_new) {
      mounts.push_back(std::move(mount));
    } else if (mount.mount_point.size() < mounts[place->second].mount_point.size()) {
      mounts[place->second] = std::move(mount);
    }
  }
  return mounts;
}

std::string_view proc_options(std::string_view text, MountFormat format) {
  std::string_view options;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    const MountWords words =
        format == MountFormat::mountinfo ? words_of_mountinfo(line) : words_of_mounts(line);
    if (!words.complete() || words.mount_point != "/proc") continue;
    options = words.type == "proc" ? words.options.back() : std::string_view();
  }
  return options;
}

std::optional<std::string_view> mount_option(std::string_view options,
                                             std::string_view name) noexcept {
  for (std::size_t begin = 0; begin < options.size();) {
    const std::size_t end = std::min(options.find(',', begin), options.size());
    const std::string_view option = options.substr(begin, end - begin);
    const std::size_t equals = std::min(option.find('='), option.size());
    if (option.substr(0, equals) == name) return option.substr(std::min(equals + 1, option.size()));
    begin = end + 1;
  }
  return std::nullopt;
}

bool is_network_filesystem(std::string_view type) noexcept { return is_one_of(type, kNetwork); }
bool spans_devices(std::string_view type) noexcept { return is_one_of(type, kSpanDevices); }

}  // namespace openperflib::linux_objects
