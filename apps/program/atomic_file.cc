#include "apps/program/atomic_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/files/output_file.h"
#include "openperflib/os/portable/write_all.h"

namespace openperflib::apps {
namespace {

constexpr int kMostNames = 100;  // that are tried

std::unexpected<SourceFault> fault_of(const std::string& path) {
  return std::unexpected(SourceFault{.errno_value = errno, .file = path, .error = std::nullopt});
}

bool is_special(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

// Where a link leads, so that the file is replaced and not the link.
std::string followed(const std::string& path) {
  std::array<char, PATH_MAX> real{};
  return ::realpath(path.c_str(), real.data()) == nullptr ? path : std::string(real.data());
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// The mode open() would have given the file: mkostemp gives 0600.
mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// A name beside others that nobody can foresee, and short: the file's own may be as long as names
// can be.
std::string random_name(const std::string& folder) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<unsigned char, 8> bytes{};
  (void)!::getrandom(bytes.data(), bytes.size(), 0);
  std::string name = folder + (folder.ends_with('/') ? "" : "/") + ".perflib-";
  for (const unsigned char byte : bytes) {
    name += kDigits[byte >> 4U];
    name += kDigits[byte & 15U];
  }
  return name;
}

// Not every file system has files without a name.
UniqueFd open_named(const std::string& folder, std::string& name) {
  for (int tries = 0; tries < kMostNames; ++tries) {
    name = random_name(folder);
    UniqueFd fd(::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (fd || errno != EEXIST) return fd;
  }
  return {};
}

// Keeps the access control list, so that the same users can read the file afterwards. Without the
// list, the mode of the group would have another meaning.
bool copy_access_list(const std::string& from, int to) {
  constexpr const char* kName = "system.posix_acl_access";
  std::array<std::byte, 4096> list{};
  const ssize_t size = ::getxattr(from.c_str(), kName, list.data(), list.size());
  if (size < 0) return errno == ENODATA || errno == EOPNOTSUPP;
  return ::fsetxattr(to, kName, list.data(), static_cast<std::size_t>(size), 0) == 0;
}

// Owner, group and mode of the file that is replaced, as far as that is allowed.
void take_after(const std::string& path, const struct stat& old, int fd) {
  if (::fchown(fd, old.st_uid, old.st_gid) != 0) {
    (void)!::fchown(fd, static_cast<uid_t>(-1), old.st_gid);
  }
  const mode_t mode = old.st_mode & 0777;
  (void)::fchmod(fd, mode);
  if (!copy_access_list(path, fd)) (void)::fchmod(fd, mode & ~static_cast<mode_t>(070));
}

}  // namespace

AtomicFile::AtomicFile(std::string path, UniqueFd fd, std::string name, bool is_direct)
    : path_(std::move(path)), fd_(std::move(fd)), name_(std::move(name)), is_direct_(is_direct) {}

AtomicFile::~AtomicFile() {
  if (!name_.empty()) ::unlink(name_.c_str());
}

std::expected<AtomicFile, SourceFault> AtomicFile::open(std::string path, Readers readers) {
  if (is_special(path)) {
    UniqueFd fd = open_output(path, O_WRONLY | O_CLOEXEC);
    if (!fd) return fault_of(path);
    return AtomicFile(std::move(path), std::move(fd), {}, true);
  }
  OPENPERFLIB_TRY(check_unlocked(path));
  path = followed(path);
  UniqueFd fd(::open(folder_of(path).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
  std::string name;
  if (!fd) fd = open_named(folder_of(path), name);
  if (!fd) return fault_of(path);
  AtomicFile draft(std::move(path), std::move(fd), std::move(name), false);
  draft.readers_ = readers;
  return draft;
}

bool AtomicFile::link_as(const std::string& name) const {
  if (!name_.empty()) return ::link(name_.c_str(), name.c_str()) == 0;
  const std::string self = "/proc/self/fd/" + std::to_string(fd_.get());
  return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

bool AtomicFile::link_at_random() {
  for (int tries = 0; tries < kMostNames; ++tries) {
    std::string name = random_name(folder_of(path_));
    if (link_as(name)) {
      name_ = std::move(name);
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

bool AtomicFile::replace() {
  if (name_.empty() && !link_at_random()) return false;
  if (::rename(name_.c_str(), path_.c_str()) != 0) return false;
  name_.clear();
  return true;
}

void AtomicFile::set_mode() const {
  struct stat old{};
  if (::stat(path_.c_str(), &old) == 0) {
    take_after(path_, old, fd_.get());
  } else if (!name_.empty()) {
    (void)::fchmod(fd_.get(), usual_mode());
  }
  if (readers_ == Readers::owner) (void)::fchmod(fd_.get(), 0600);
}

// rename() replaces silently and needs a name; link() does neither, so that nothing is lost to a
// race.
std::expected<void, SourceFault> AtomicFile::publish(Existing existing) {
  if (is_direct_) return {};
  OPENPERFLIB_TRY(check_unlocked(path_));
  set_mode();
  const bool done = existing == Existing::replaced ? replace() : link_as(path_);
  return done ? std::expected<void, SourceFault>() : fault_of(path_);
}

namespace {

// A draft with this text, on the disk.
std::expected<AtomicFile, SourceFault> written_draft(const std::string& path, std::string_view text,
                                                     AtomicFile::Readers readers) {
  auto draft = OPENPERFLIB_TRY(AtomicFile::open(path, readers));
  const auto fault = [&](int errno_value) {
    return std::unexpected(
        SourceFault{.errno_value = errno_value, .file = path, .error = std::nullopt});
  };
  if (const auto written = write_all(draft.fd(), text); !written) return fault(written.error());
  if (draft.is_seekable() && ::fsync(draft.fd()) != 0) return fault(errno);
  return draft;
}

}  // namespace

std::expected<void, SourceFault> write_whole_file(const std::string& path, std::string_view text,
                                                  AtomicFile::Existing existing,
                                                  AtomicFile::Readers readers) {
  return OPENPERFLIB_TRY(written_draft(path, text, readers)).publish(existing);
}

std::expected<void, SourceFault> write_whole_files(std::span<const WholeFile> files) {
  std::vector<AtomicFile> drafts;
  for (const WholeFile& file : files) {
    drafts.push_back(
        OPENPERFLIB_TRY(written_draft(file.path, file.text, AtomicFile::Readers::usual)));
  }
  for (AtomicFile& draft : drafts) {
    OPENPERFLIB_TRY(draft.publish(AtomicFile::Existing::replaced));
  }
  return {};
}

}  // namespace openperflib::apps
