#include "apps/typeperf/output_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "openperflib/os/files/output_file.h"
#include "openperflib/os/portable/write_all.h"

namespace openperflib::typeperf {

std::expected<OutputFile, drop_in::Failure> OutputFile::create(const std::string& path) {
  UniqueFd fd = open_output(path, O_WRONLY | O_CREAT | O_CLOEXEC);
  if (!fd) {
    return drop_in::cannot_create(
        SourceFault{.errno_value = errno, .file = path, .error = std::nullopt});
  }
  const auto locked = lock_output(fd.get(), path);
  if (!locked.has_value()) return drop_in::cannot_create(locked.error());
  (void)!::ftruncate(fd.get(), 0);  // a pipe cannot be truncated
  OutputFile file(std::move(fd), path);
  file.keep();
  return file;
}

drop_in::Outcome OutputFile::write(std::string_view text) {
  const auto written = write_all(fd_.get(), text);
  if (written.has_value()) {
    keep();
    return {};
  }
  take_back();
  const SourceFault fault{.errno_value = written.error(), .file = path_, .error = std::nullopt};
  return drop_in::failure(fmt::format("{}: {}", path_, reason_of(fault)));
}

std::expected<void, SourceFault> OutputFile::check() const {
  return check_still_there(fd_.get(), path_);
}

void OutputFile::keep() noexcept { kept_ = ::lseek(fd_.get(), 0, SEEK_CUR); }

void OutputFile::take_back() noexcept {
  if (kept_ < 0) return;
  if (::ftruncate(fd_.get(), kept_) == 0) (void)::lseek(fd_.get(), kept_, SEEK_SET);
}

}  // namespace openperflib::typeperf
