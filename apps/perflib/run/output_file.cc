#include "apps/perflib/run/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/program/atomic_file.h"
#include "openperflib/os/files/output_file.h"
#include "openperflib/os/portable/write_all.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

std::expected<void, SourceFault> write_bytes(int fd, const std::string& path, Bytes bytes) {
  const auto written = write_all(fd, as_text(bytes));
  if (written.has_value()) return {};
  return std::unexpected(
      SourceFault{.errno_value = written.error(), .file = path, .error = std::nullopt});
}

std::expected<void, SourceFault> write_file(const std::string& path, Bytes bytes,
                                            Overwrite overwrite) {
  auto draft = AtomicFile::open(path);
  if (!draft.has_value()) return std::unexpected(creation_fault(draft.error()));
  const auto written = write_bytes(draft->fd(), path, bytes);
  if (!written.has_value()) return written;
  return draft->publish(overwrite == Overwrite::yes ? AtomicFile::Existing::replaced
                                                    : AtomicFile::Existing::kept);
}

// The kind of an existing file; 0: there is none. Pipes and devices always exist.
mode_t file_kind(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & S_IFMT : 0;
}

}  // namespace

bool refuses(const std::string& path, Overwrite overwrite) {
  const mode_t kind = file_kind(path);
  if (kind == S_IFDIR) {
    print_error(path, "is a folder; choose another name");
    return true;
  }
  if (kind != S_IFREG || overwrite == Overwrite::yes) return false;
  print_error(path, "already exists; use -y to overwrite");
  return true;
}

Step write_output(const std::string& path, Bytes bytes, Overwrite overwrite) {
  if (path != "-" && refuses(path, overwrite)) return reported(Ending::failed);
  const auto written = path == "-" ? write_bytes(STDOUT_FILENO, "standard output", bytes)
                                   : write_file(path, bytes, overwrite);
  if (written.has_value()) return {};
  return failed(written.error());
}

std::string extension_of(const std::string& file) {
  return folded(std::filesystem::path(file).extension().string());
}

bool is_extension_of_page(std::string_view extension) noexcept {
  return extension == ".html" || extension == ".htm";
}

}  // namespace openperflib::apps
