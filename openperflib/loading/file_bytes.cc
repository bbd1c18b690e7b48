#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "openperflib/loading/file_bytes_internal.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/os/portable/whole_file.h"
#include "openperflib/os/portable/write_all.h"

namespace openperflib {
namespace {

std::unexpected<LoadFault> failed(const std::string& path) {
  return std::unexpected(file_fault(path, errno));
}

// Writes all bytes to the descriptor and waits until they are on the disk.
std::expected<void, LoadFault> write_through(const UniqueFd& fd, const std::string& path,
                                             Bytes bytes) {
  const auto written = write_all(fd.get(), as_text(bytes));
  if (!written.has_value()) return std::unexpected(file_fault(path, written.error()));
  const bool is_synced = ::fsync(fd.get()) == 0 || errno == EINVAL || errno == ENOTSUP;
  if (!is_synced) return failed(path);
  return {};
}

// A pipe, a terminal, /dev/stdout.
bool is_written_directly(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode);
}

// A name beside `path` that no other process uses; it is hidden.
std::string draft_name(const std::string& path) {
  const std::size_t name = path.rfind('/') + 1;  // 0 without a slash
  return fmt::format("{}.{}.{}", path.substr(0, name), path.substr(name), ::getpid());
}

std::expected<void, LoadFault> write_directly(const std::string& path, Bytes bytes) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd) return failed(path);
  return write_through(fd, path, bytes);
}

std::expected<void, LoadFault> write_draft(const std::string& draft, const std::string& path,
                                           Bytes bytes) {
  constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  UniqueFd fd(::open(draft.c_str(), kNew, 0666));
  if (!fd && errno == EEXIST && ::unlink(draft.c_str()) == 0) {  // of a killed process
    fd.reset(::open(draft.c_str(), kNew, 0666));
  }
  if (!fd) return failed(path);
  return write_through(fd, path, bytes);
}

}  // namespace

LoadFault file_fault(const std::string& path, int errno_value) {
  return {.code = LoadErrc::file,
          .source = {.errno_value = errno_value, .file = path, .error = std::nullopt}};
}

std::expected<std::vector<std::byte>, LoadFault> read_file(const std::string& path,
                                                           std::size_t most) {
  auto bytes = read_whole_file(path, most);
  if (!bytes.has_value()) return std::unexpected(file_fault(path, bytes.error()));
  return *std::move(bytes);
}

std::expected<void, LoadFault> write_file(const std::string& path, Bytes bytes) {
  if (is_written_directly(path)) return write_directly(path, bytes);
  const std::string draft = draft_name(path);
  auto written = write_draft(draft, path, bytes);
  if (written.has_value() && ::rename(draft.c_str(), path.c_str()) != 0) {
    written = std::unexpected(file_fault(path, errno));
  }
  if (!written.has_value()) (void)::unlink(draft.c_str());
  return written;
}

}  // namespace openperflib
