#include "openperflib/os/files/allowed_folders.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

namespace openperflib {
namespace {

std::optional<std::string> without_links(const std::filesystem::path& path) {
  std::error_code error;
  const auto real = std::filesystem::canonical(path, error);
  return error ? std::nullopt : std::optional(real.string());
}

}  // namespace

std::expected<AllowedFolders, std::string> AllowedFolders::of(
    const std::vector<std::string>& folders) {
  AllowedFolders allowed;
  for (const std::string& folder : folders) {
    const auto real = without_links(folder);
    std::error_code error;
    if (!real.has_value() || !std::filesystem::is_directory(*real, error)) {
      return std::unexpected(folder + ": is not a folder that can be read");
    }
    allowed.folders_.push_back(real->ends_with('/') ? *real : *real + '/');
  }
  return allowed;
}

// A path is compared after its links were followed, so that no link leads out of the folders.
std::expected<std::string, std::string> AllowedFolders::file_of(const std::string& path) const {
  if (path.find('\0') != std::string::npos) return std::unexpected("the path contains a NUL");
  const auto is_in = [](const std::string& real, const std::string& folder) {
    return real.starts_with(folder) || real + '/' == folder;
  };
  for (const std::string& folder : folders_) {
    const auto real = without_links(std::filesystem::path(folder) / path);
    if (!real.has_value()) continue;
    if (std::ranges::any_of(folders_, [&](const std::string& one) { return is_in(*real, one); })) {
      return *real;
    }
  }
  return std::unexpected(path + ": no such file in the folders that may be read");
}

}  // namespace openperflib
