#include "apps/program/draft_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/write_all.h"

namespace openperflib::apps {
namespace {

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

// Not every file system has files without a name.
UniqueFd open_named(std::string& name) {
  UniqueFd fd(::mkostemp(name.data(), O_CLOEXEC));
  if (fd) (void)::fchmod(fd.get(), usual_mode());
  return fd;
}

}  // namespace

DraftFile::DraftFile(std::string path, UniqueFd fd, std::string name, bool is_direct)
    : path_(std::move(path)), fd_(std::move(fd)), name_(std::move(name)), is_direct_(is_direct) {}

DraftFile::~DraftFile() {
  if (!name_.empty()) ::unlink(name_.c_str());
}

std::expected<DraftFile, SourceFault> DraftFile::open(std::string path) {
  if (is_special(path)) {
    UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!fd) return fault_of(path);
    return DraftFile(std::move(path), std::move(fd), {}, true);
  }
  path = followed(path);
  UniqueFd fd(::open(folder_of(path).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
  std::string name;
  if (!fd) {
    name = path + ".XXXXXX";
    fd = open_named(name);
  }
  if (!fd) return fault_of(path);
  return DraftFile(std::move(path), std::move(fd), std::move(name), false);
}

bool DraftFile::link_as(const std::string& name) const {
  if (!name_.empty()) return ::link(name_.c_str(), name.c_str()) == 0;
  const std::string self = "/proc/self/fd/" + std::to_string(fd_.get());
  return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

bool DraftFile::replace() {
  if (name_.empty()) {
    std::string name = path_ + "." + std::to_string(::getpid());
    if (!link_as(name)) return false;
    name_ = std::move(name);
  }
  if (::rename(name_.c_str(), path_.c_str()) != 0) return false;
  name_.clear();
  return true;
}

// rename() replaces silently and needs a name; link() does neither, so that nothing is lost to a
// race.
std::expected<void, SourceFault> DraftFile::publish(Existing existing) {
  if (is_direct_) return {};
  const bool done = existing == Existing::replaced ? replace() : link_as(path_);
  return done ? std::expected<void, SourceFault>() : fault_of(path_);
}

std::expected<void, SourceFault> write_whole_file(const std::string& path, std::string_view text,
                                                  DraftFile::Existing existing) {
  auto draft = OPENPERFLIB_TRY(DraftFile::open(path));
  const auto fault = [&](int errno_value) {
    return std::unexpected(
        SourceFault{.errno_value = errno_value, .file = path, .error = std::nullopt});
  };
  if (const auto written = write_all(draft.fd(), text); !written) return fault(written.error());
  if (draft.is_seekable() && ::fsync(draft.fd()) != 0) return fault(errno);
  return draft.publish(existing);
}

}  // namespace openperflib::apps
