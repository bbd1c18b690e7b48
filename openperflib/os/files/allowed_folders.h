// AllowedFolders: the files that a client may read.
#pragma once

#include <expected>
#include <string>
#include <vector>

namespace openperflib {

// Value.
class AllowedFolders {
 public:
  // Errors: a folder that cannot be entered, and why.
  [[nodiscard]] static std::expected<AllowedFolders, std::string> of(
      const std::vector<std::string>& folders);

  // The file or folder that `path` means, without links and dots, if it is in one of the folders. A
  // relative path is looked for in each of them, in their order. Errors: a sentence.
  [[nodiscard]] std::expected<std::string, std::string> file_of(const std::string& path) const;

 private:
  std::vector<std::string> folders_;  // without links, ending in a slash
};

}  // namespace openperflib
