#include "apps/perflib/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include "apps/perflib/messages.h"
#include "apps/perflib/subcommand.h"
#include "apps/program/draft_file.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/os/write_all.h"

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
  auto draft = DraftFile::open(path);
  if (!draft.has_value()) return std::unexpected(draft.error());
  const auto written = write_bytes(draft->fd(), path, bytes);
  if (!written.has_value()) return written;
  return draft->publish(overwrite == Overwrite::yes ? DraftFile::Existing::replaced
                                                    : DraftFile::Existing::kept);
}

// Pipes and devices are there all the time.
bool is_in_the_way(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

}  // namespace

bool refuses(const std::string& path, Overwrite overwrite) {
  if (overwrite == Overwrite::yes || !is_in_the_way(path)) return false;
  complain(path, "exists; -y overwrites it");
  return true;
}

int write_output(const std::string& path, Bytes bytes, Overwrite overwrite) {
  if (path != "-" && refuses(path, overwrite)) return kFailed;
  const auto written = path == "-" ? write_bytes(STDOUT_FILENO, "standard output", bytes)
                                   : write_file(path, bytes, overwrite);
  if (written.has_value()) return kAllWell;
  complain(written.error());
  return kFailed;
}

}  // namespace openperflib::apps
