#include "apps/perflib/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "apps/perflib/command_line.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/os/unique_fd.h"
#include "openperflib/os/write_all.h"

namespace openperflib::apps {
namespace {

int fail(const std::string& path) {
  complain(SourceFault{.errno_value = errno, .file = path, .error = std::nullopt});
  return kFailed;
}

bool write_all(int fd, Bytes bytes) {
  const auto written = openperflib::write_all(fd, as_text(bytes));
  if (!written.has_value()) errno = written.error();
  return written.has_value();
}

// The mode open() would have given the file: mkostemp gives 0600.
mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// A file on its way to its name: until then it has none, so that nothing is left behind by a kill.
struct Draft {
  UniqueFd fd;
  std::string name;  // empty: none; else where it stands meanwhile
};

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Not every file system has files without a name: there the draft stands beside `path`.
Draft open_draft(const std::string& path) {
  Draft draft{.fd = UniqueFd(::open(folder_of(path).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666)),
              .name = {}};
  if (draft.fd) return draft;
  draft.name = path + ".XXXXXX";
  draft.fd = UniqueFd(::mkostemp(draft.name.data(), O_CLOEXEC));
  if (draft.fd) (void)::fchmod(draft.fd.get(), usual_mode());
  return draft;
}

bool link_as(const Draft& draft, const std::string& path) {
  if (!draft.name.empty()) return ::link(draft.name.c_str(), path.c_str()) == 0;
  const std::string self = fmt::format("/proc/self/fd/{}", draft.fd.get());
  return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

// rename() replaces silently and needs a name; link() does neither, so that nothing is lost to a race.
bool move_into_place(Draft& draft, const std::string& path, Overwrite overwrite) {
  if (overwrite == Overwrite::no) return link_as(draft, path);
  if (draft.name.empty()) {
    const std::string name = fmt::format("{}.{}", path, ::getpid());
    if (!link_as(draft, name)) return false;
    draft.name = name;
  }
  if (::rename(draft.name.c_str(), path.c_str()) != 0) return false;
  draft.name.clear();
  return true;
}

bool is_special(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

int write_directly(const std::string& path, Bytes bytes) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd || !write_all(fd.get(), bytes)) return fail(path);
  return kAllWell;
}

}  // namespace

int write_output(const std::string& path, Bytes bytes, Overwrite overwrite) {
  if (path == "-") {
    return write_all(STDOUT_FILENO, bytes) ? kAllWell : fail("standard output");
  }
  if (is_special(path)) return write_directly(path, bytes);  // a pipe, /dev/stdout
  if (overwrite == Overwrite::no && ::access(path.c_str(), F_OK) == 0) {
    complain(path, "exists; -y overwrites it");
    return kFailed;
  }
  Draft draft = open_draft(path);
  if (!draft.fd) return fail(path);
  const bool written = write_all(draft.fd.get(), bytes) && move_into_place(draft, path, overwrite);
  const int code = written ? kAllWell : fail(path);
  if (!draft.name.empty()) ::unlink(draft.name.c_str());
  return code;
}

}  // namespace openperflib::apps
