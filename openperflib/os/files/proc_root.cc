#include "openperflib/os/files/proc_root.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/last_errno_internal.h"
#include "openperflib/os/files/standard_streams.h"

namespace openperflib {
namespace {

constexpr std::size_t kFirstBufferBytes = 4096;
constexpr std::size_t kListingBytes = 32768;  // of one getdents call
// Tries of an openat2 that fails with EAGAIN: a rename anywhere on the machine while it passed
// "..".
constexpr int kMostTries = 1000;

constexpr std::string_view kProc = "proc/";

constexpr int kReadLive = O_RDONLY | O_NOCTTY;
constexpr int kReadRecorded = kReadLive | O_NONBLOCK;  // so that a FIFO cannot block

// Repeats the call if a signal interrupted it.
template <typename Call>
auto uninterrupted(Call call) noexcept {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

// Reads at `offset`; kept files are read with pread, so that their position does not matter.
ssize_t read_at(int fd, char* to, std::size_t length, std::size_t offset) noexcept {
  return uninterrupted([&] { return ::pread(fd, to, length, static_cast<off_t>(offset)); });
}

// Appends the contents of the file, growing the buffer as needed.
std::expected<std::size_t, int> read_to_end(int fd, std::vector<char>& bytes, std::size_t limit,
                                            FileEnd end) {
  if (bytes.empty()) bytes.resize(kFirstBufferBytes);
  std::size_t size = 0;
  while (true) {
    if (size == bytes.size()) {
      const std::size_t room =
          size < limit / 2 ? size * 2 : limit + 1;  // one more byte is too long
      bytes.reserve(room);  // resize alone would double the existing capacity
      bytes.resize(room);
    }
    const std::size_t wanted = bytes.size() - size;
    const ssize_t count = read_at(fd, bytes.data() + size, wanted, size);
    if (count < 0) return last_errno();
    size += static_cast<std::size_t>(count);
    if (size > limit) return std::unexpected(EFBIG);
    if (count == 0) return size;
    const bool is_short = static_cast<std::size_t>(count) < wanted;
    if (is_short && end == FileEnd::short_read) return size;
  }
}

bool is_this_machine(const std::string& directory) { return directory.empty() || directory == "/"; }

int open_resolved(int root, const char* path, int flags, std::uint64_t resolve) noexcept {
  struct open_how how = {};
  how.flags = static_cast<unsigned>(flags);
  how.resolve = resolve;
  long fd = -1;
  for (int tries = 0; tries < kMostTries; ++tries) {
    fd = uninterrupted([&] { return ::syscall(SYS_openat2, root, path, &how, sizeof how); });
    if (fd >= 0 || errno != EAGAIN) break;
  }
  return static_cast<int>(fd);
}

int open_confined(int root, const char* path, int flags) noexcept {
  return open_resolved(root, path, flags, RESOLVE_IN_ROOT);
}

bool leads_down(std::string_view path) noexcept {
  return !path.starts_with('/') && !path.contains("..");
}

// A downward path without links stays inside the folder, and refusing links is a twelfth cheaper
// than checking the position after each step.
int open_confined_below(int folder, const char* path, int flags) noexcept {
  if (!leads_down(path)) return open_confined(folder, path, flags);
  const int fd = open_resolved(folder, path, flags, RESOLVE_NO_SYMLINKS);
  return fd < 0 && errno == ELOOP ? open_confined(folder, path, flags) : fd;
}

// Whether the kernel supports openat2 and no filter blocks it.
bool has_openat2(int root) noexcept {
  const UniqueFd probe(open_confined(root, ".", O_PATH | O_CLOEXEC));
  return static_cast<bool>(probe);
}

bool is_dot_name(const char* name) noexcept {
  return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

void append_name(std::vector<char>& names, std::string_view name) {
  names.insert(names.end(), name.begin(), name.end());
  names.push_back('\0');
}

// Whether the error means that the object of an open file is gone; its path may belong to another
// one by now.
bool is_stale(int error) noexcept { return error == ESRCH || error == ENODEV; }

// getdents64 returns records with a name at kNameOffset (getdents(2)).
constexpr std::size_t kNameOffset = offsetof(dirent64, d_name);

template <typename Visit>
std::expected<void, int> visit_entries(int folder, Visit visit) {
  alignas(dirent64) std::array<char, kListingBytes> records;
  while (true) {
    const ssize_t length =
        uninterrupted([&] { return ::getdents64(folder, records.data(), records.size()); });
    if (length < 0) return last_errno();
    if (length == 0) return {};
    for (std::size_t at = 0; at < static_cast<std::size_t>(length);) {
      const char* record = records.data() + at;
      std::uint16_t record_length = 0;
      std::memcpy(&record_length, record + offsetof(dirent64, d_reclen), sizeof record_length);
      const auto type = static_cast<unsigned char>(record[offsetof(dirent64, d_type)]);
      const char* name = record + kNameOffset;
      if (!is_dot_name(name)) visit(folder, name, type);
      at += record_length;
    }
  }
}

// Some file systems do not return the type, so that stat is needed.
bool is_folder_entry(int folder, const char* name, unsigned char type) noexcept {
  if (type != DT_UNKNOWN) return type == DT_DIR;
  struct stat status = {};
  return ::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

std::optional<std::uint32_t> id_of(std::string_view name) noexcept {
  std::uint32_t id = 0;
  const char* end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data(), end, id);
  if (error != std::errc() || rest != end) return std::nullopt;
  return id;
}

}  // namespace

std::expected<ProcRoot, SourceFault> ProcRoot::open(const std::string& directory,
                                                    unsigned kept_descriptors) {
  ProcRoot root;
  root.budget_ = kept_descriptors;
  if (auto moved = root.move_to(directory); !moved.has_value()) {
    return std::unexpected(std::move(moved).error());
  }
  return root;
}

std::expected<void, SourceFault> ProcRoot::move_to(const std::string& directory) {
  const bool live = is_this_machine(directory);
  UniqueFd fd = above_standard_streams(
      UniqueFd(::open(live ? "/" : directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)));
  if (!fd) return std::unexpected(SourceFault{errno, directory, std::nullopt});
  root_ = std::move(fd);
  proc_.reset();
  live_ = live;
  confined_ = !live && has_openat2(root_.get());
  ++folder_number_;
  return {};
}

// Starts at /proc itself once it was listed, which saves a folder and a mount for each of a
// thousand files.
ProcRoot::Start ProcRoot::start_of(const char* path) const noexcept {
  if (proc_ && std::strncmp(path, kProc.data(), kProc.size()) == 0) {
    return {proc_.get(), path + kProc.size()};
  }
  return {root_.get(), path};
}

std::expected<UniqueFd, int> ProcRoot::open_from(Start from, int flags) const noexcept {
  flags |= O_CLOEXEC;
  UniqueFd fd(confined_ ? open_confined(from.folder, from.path, flags)
                        : uninterrupted([&] { return ::openat(from.folder, from.path, flags); }));
  fd = above_standard_streams(std::move(fd));
  if (!fd) return last_errno();
  return fd;
}

std::expected<UniqueFd, int> ProcRoot::open_below(const char* path, int flags) const noexcept {
  return open_from(confined_ ? Start{root_.get(), path} : start_of(path), flags);
}

std::expected<UniqueFd, int> ProcRoot::open_file(const char* path) const noexcept {
  if (live_) return open_below(path, kReadLive);
  auto fd = open_below(path, kReadRecorded);
  if (!fd.has_value()) return fd;
  struct stat status = {};
  if (::fstat(fd->get(), &status) != 0) return last_errno();
  if (S_ISDIR(status.st_mode)) return std::unexpected(EISDIR);
  if (!S_ISREG(status.st_mode)) return std::unexpected(EINVAL);
  return fd;
}

// No fstat, which would be a quarter of the cost of a thread. Reading a FIFO fails with ESPIPE.
std::expected<UniqueFd, int> ProcRoot::open_file_in(int folder, const char* path) const noexcept {
  if (!confined_) return open_from({folder, path}, live_ ? kReadLive : kReadRecorded);
  UniqueFd fd = above_standard_streams(
      UniqueFd(open_confined_below(folder, path, kReadRecorded | O_CLOEXEC)));
  if (!fd) return last_errno();
  return fd;
}

std::expected<std::string_view, int> ProcRoot::read_open(int fd, TextBuffer& buffer,
                                                         std::size_t limit, FileEnd end) {
  const auto size = read_to_end(fd, buffer.bytes_, limit, end);
  buffer.size_ = size.value_or(0);
  if (!size.has_value()) return std::unexpected(size.error());
  return buffer.text();
}

std::expected<std::string_view, int> ProcRoot::read(const char* path, TextBuffer& buffer,
                                                    std::size_t limit) const {
  const UniqueFd fd = OPENPERFLIB_TRY(open_file(path));
  return read_open(fd.get(), buffer, limit, FileEnd::read_of_nothing);
}

std::expected<std::string_view, int> ProcRoot::read(KeptFile& file, TextBuffer& buffer,
                                                    std::size_t limit) {
  if (file.is_open() && file.folder_number_ == folder_number_) {
    const auto text = read_open(file.fd_.get(), buffer, limit, file.end_);
    if (text.has_value() || !is_stale(text.error())) return text;
  }
  release(file);
  UniqueFd fd = OPENPERFLIB_TRY(open_file(file.path_.c_str()));
  const auto text = read_open(fd.get(), buffer, limit, file.end_);
  if (!text.has_value() || budget_ == 0) return text;
  --budget_;
  file.fd_ = std::move(fd);
  file.folder_number_ = folder_number_;
  return text;
}

void ProcRoot::release(KeptFile& file) noexcept {
  if (!file.is_open()) return;
  file.fd_.reset();
  ++budget_;
}

std::expected<UniqueFd, int> ProcRoot::open_handle(const char* path) const noexcept {
  return open_below(path, O_PATH);
}

std::expected<std::uint64_t, int> ProcRoot::handle_size(int fd) noexcept {
  struct stat found = {};
  if (::fstat(fd, &found) != 0) return last_errno();
  return static_cast<std::uint64_t>(found.st_size);
}

bool ProcRoot::take_descriptor() noexcept {
  if (budget_ == 0) return false;
  --budget_;
  return true;
}

std::expected<UniqueFd, int> ProcRoot::open_folder(const char* path) const noexcept {
  return open_below(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK);
}

// /proc is listed in each collection, so its descriptor is kept.
template <typename Visit>
std::expected<void, int> ProcRoot::visit_names(const char* path, Visit visit) const {
  if (!live_ || std::string_view(path) != "proc") {
    const UniqueFd folder = OPENPERFLIB_TRY(open_folder(path));
    return visit_entries(folder.get(), visit);
  }
  if (!proc_) proc_ = OPENPERFLIB_TRY(open_folder(path));
  if (::lseek(proc_.get(), 0, SEEK_SET) != 0) return last_errno();
  return visit_entries(proc_.get(), visit);
}

std::expected<void, int> ProcRoot::list(const char* path, std::vector<char>& names) const {
  names.clear();
  return visit_names(path, [&](int, const char* name, unsigned char) { append_name(names, name); });
}

std::expected<void, int> ProcRoot::list_folders(const char* path, std::vector<char>& names) const {
  names.clear();
  return visit_names(path, [&](int folder, const char* name, unsigned char type) {
    if (is_folder_entry(folder, name, type)) append_name(names, name);
  });
}

std::expected<void, int> ProcRoot::list_numbers(const char* path,
                                                std::vector<std::uint32_t>& ids) const {
  ids.clear();
  const auto visited = visit_names(path, [&](int, const char* name, unsigned char) {
    if (const auto id = id_of(name)) ids.push_back(*id);
  });
  if (!visited.has_value()) return visited;
  std::ranges::sort(ids);
  return {};
}

std::expected<void, int> ProcRoot::list_numbers_in(int folder, std::vector<std::uint32_t>& ids) {
  ids.clear();
  const auto visited = visit_entries(folder, [&](int, const char* name, unsigned char) {
    if (const auto id = id_of(name)) ids.push_back(*id);
  });
  std::ranges::sort(ids);
  return visited;
}

std::expected<std::string_view, int> ProcRoot::read_link(const char* path,
                                                         TextBuffer& target) const {
  const UniqueFd link = OPENPERFLIB_TRY(open_below(path, O_PATH | O_NOFOLLOW));
  if (target.bytes_.size() < PATH_MAX) target.bytes_.resize(PATH_MAX);
  target.size_ = 0;
  const ssize_t length = ::readlinkat(link.get(), "", target.bytes_.data(), target.bytes_.size());
  if (length < 0) return std::unexpected(errno == ENOENT ? EINVAL : errno);  // no link: EINVAL
  target.size_ = static_cast<std::size_t>(length);
  return target.text();
}

std::expected<struct stat, int> ProcRoot::status(const char* path) const noexcept {
  struct stat status = {};
  if (!confined_) {
    const Start from = start_of(path);
    if (::fstatat(from.folder, from.path, &status, 0) != 0) return last_errno();
    return status;
  }
  const UniqueFd fd = OPENPERFLIB_TRY(open_below(path, O_PATH));
  if (::fstat(fd.get(), &status) != 0) return last_errno();
  return status;
}

bool ProcRoot::exists(const char* path) const noexcept { return status(path).has_value(); }

bool ProcRoot::is_folder(const char* path) const noexcept {
  const auto found = status(path);
  return found.has_value() && S_ISDIR(found->st_mode);
}

std::expected<std::uint64_t, int> ProcRoot::stat_size(const char* path) const noexcept {
  const struct stat found = OPENPERFLIB_TRY(status(path));
  return static_cast<std::uint64_t>(found.st_size);
}

}  // namespace openperflib
