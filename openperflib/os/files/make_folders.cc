#include "openperflib/os/files/make_folders.h"

#include <sys/stat.h>

#include <cerrno>

#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

std::unexpected<SourceFault> fault_of(const std::string& folder) {
  return std::unexpected(SourceFault{.errno_value = errno, .file = folder, .error = std::nullopt});
}

bool is_folder(const std::string& path) noexcept {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

// Returns whether it was missing. It gets its rights last: until then nobody else can enter it.
std::expected<bool, SourceFault> make_folder(const std::string& folder, mode_t mode) {
  if (is_folder(folder)) return false;
  if (::mkdir(folder.c_str(), 0700) != 0) {
    if (errno == EEXIST && is_folder(folder)) return false;
    return fault_of(folder);
  }
  if (::chmod(folder.c_str(), mode) != 0) return fault_of(folder);
  return true;
}

}  // namespace

std::expected<bool, SourceFault> make_folders(const std::string& path, mode_t mode) {
  bool is_new = false;
  for (std::size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    is_new = OPENPERFLIB_TRY(make_folder(path.substr(0, end), mode));
  }
  return is_new;
}

}  // namespace openperflib
