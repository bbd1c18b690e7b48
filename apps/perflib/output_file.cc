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
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto written = openperflib::write_all(fd, text);
  if (!written.has_value()) errno = written.error();
  return written.has_value();
}

// rename() replaces silently; link() does not, so that nothing is lost to a race either.
bool move_into_place(const std::string& temporary, const std::string& path, Overwrite overwrite) {
  if (overwrite == Overwrite::yes) return ::rename(temporary.c_str(), path.c_str()) == 0;
  if (::link(temporary.c_str(), path.c_str()) != 0) return false;
  return ::unlink(temporary.c_str()) == 0;
}

// The mode open() would have given the file: mkostemp gives 0600.
mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
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
  std::string temporary = path + ".XXXXXX";
  const UniqueFd fd(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!fd) return fail(path);
  const bool written = write_all(fd.get(), bytes) && ::fchmod(fd.get(), usual_mode()) == 0 &&
                       move_into_place(temporary, path, overwrite);
  if (written) return kAllWell;
  const int code = fail(path);
  ::unlink(temporary.c_str());
  return code;
}

}  // namespace openperflib::apps
