#include "apps/typeperf/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "openperflib/os/write_all.h"

namespace openperflib::typeperf {

std::expected<OutputFile, windows_tool::Failure> OutputFile::create(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!fd) {
    return windows_tool::cannot_create(
        SourceFault{.errno_value = errno, .file = path, .error = std::nullopt});
  }
  OutputFile file(std::move(fd), path);
  file.keep();
  return file;
}

windows_tool::Outcome OutputFile::write(std::string_view text) {
  const auto written = write_all(fd_.get(), text);
  if (written.has_value()) {
    keep();
    return {};
  }
  take_back();
  const SourceFault fault{.errno_value = written.error(), .file = path_, .error = std::nullopt};
  return windows_tool::failure(fmt::format("{}: {}", path_, reason_of(fault)));
}

void OutputFile::keep() noexcept { kept_ = ::lseek(fd_.get(), 0, SEEK_CUR); }

void OutputFile::take_back() noexcept {
  if (kept_ < 0) return;
  if (::ftruncate(fd_.get(), kept_) == 0) (void)::lseek(fd_.get(), kept_, SEEK_SET);
}

}  // namespace openperflib::typeperf
