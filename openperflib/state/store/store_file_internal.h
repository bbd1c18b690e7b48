// The file of a title store: who may have written it, its bytes, and how it is replaced.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <ctime>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/state/store/store_fault.h"

namespace openperflib {

inline constexpr const char* kStoreName = "titles.db";
inline constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;

// What changes with every change of a file. Value.
struct FileStamp {
  int errno_value = 0;  // of stat: ENOENT if there is no file
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;
  bool operator==(const FileStamp&) const = default;
};
// Costs one call of the system.
[[nodiscard]] FileStamp stamp_of(const std::string& path) noexcept;

// A folder that nobody but root and this user can write. Faults: io, no_permission, not_trusted.
[[nodiscard]] std::expected<UniqueFd, StoreFault> open_trusted_folder(const std::string& folder);
// The same for a folder in an open one; `path` stands in faults.
[[nodiscard]] std::expected<UniqueFd, StoreFault> open_trusted_folder_at(int parent_fd,
                                                                         const char* name,
                                                                         const std::string& path);
// The same for a regular file in a folder. ENOENT is io.
[[nodiscard]] std::expected<UniqueFd, StoreFault> open_trusted_file(int folder_fd,
                                                                    const std::string& folder,
                                                                    const std::string& name,
                                                                    int flags, mode_t mode = 0);

// All bytes of a descriptor and what the file was when they were read.
struct StoreFile {
  std::vector<unsigned char> bytes;
  FileStamp stamp;
};
// The store in a folder; nullopt if there is none. Faults: as above, and damaged if it is larger
// than a store may be.
[[nodiscard]] std::expected<std::optional<StoreFile>, StoreFault> read_store_file(
    const std::string& folder);
// All bytes of a trusted file of at most `most` bytes.
[[nodiscard]] std::expected<std::vector<unsigned char>, StoreFault> read_trusted_file(
    int folder_fd, const std::string& folder, const std::string& name, std::size_t most);

// A fault of the system, from errno: no_permission for EACCES and EPERM.
[[nodiscard]] StoreFault system_fault(const std::string& file, int errno_value);

// Returns whether the fault is that of a file or folder that does not exist.
[[nodiscard]] bool is_missing(const StoreFault& fault) noexcept;

// The clock of the system in nanoseconds since 1970.
[[nodiscard]] std::int64_t now_ns() noexcept;

}  // namespace openperflib
