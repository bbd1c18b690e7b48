// Named memory that all processes of one user share: a file below /dev/shm.
//
// Each process that has the file open holds a shared flock on it, which the kernel also drops when
// the process is killed. A file that no process has locked is a leftover: opening it fails as if it
// did not exist, creating it starts with new contents, and creating any file removes all leftovers.
// Every open and close holds a flock on the folder.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include "openperflib/abi/windows_types.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::compat {

// A name belongs to one kind of object: a mutex cannot be opened as a mapping.
enum class NamedKind : std::uint32_t { mutex = 1, mapping = 2, event = 3 };

// Bytes before the contents; a multiple of every page size.
inline constexpr std::size_t kNamedHeadSize = 65536;

// Turns a name into a file name: drops "Local\" or "Global\", and writes "%5C" and the like for
// characters that a file name cannot have. Errors: ERROR_INVALID_HANDLE for an empty name,
// ERROR_PATH_NOT_FOUND for any other backslash, ERROR_FILENAME_EXCED_RANGE if the file name has
// more than 255 characters.
[[nodiscard]] std::expected<std::string, DWORD> file_name_of(std::string_view name);

// The folder of this user's names; no other user can read it.
[[nodiscard]] std::string named_memory_folder();

// Resource: one open file; moves, does not copy. The last process to close it removes it.
class NamedMemory {
 public:
  // What the creator writes at first, while the file is locked against all others.
  using Initialize = std::function<DWORD(const NamedMemory&)>;

  // Opens a file, or creates it with `size` bytes of contents, all 0, and calls `initialize`.
  // Errors: ERROR_INVALID_HANDLE if the name belongs to another kind, ERROR_COMMITMENT_LIMIT if
  // there is too little memory, ERROR_ACCESS_DENIED if the folder belongs to another user.
  [[nodiscard]] static std::expected<NamedMemory, DWORD> create(const std::string& folder,
                                                                const std::string& file_name,
                                                                NamedKind kind, std::uint64_t size,
                                                                const Initialize& initialize);
  // Opens an existing file. Errors: as above, and ERROR_FILE_NOT_FOUND.
  [[nodiscard]] static std::expected<NamedMemory, DWORD> open(const std::string& folder,
                                                              const std::string& file_name,
                                                              NamedKind kind);
  NamedMemory(NamedMemory&&) = default;
  NamedMemory& operator=(NamedMemory&&) = delete;
  ~NamedMemory();

  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  // The size of the contents in bytes when the file was opened; it never changes afterwards.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  // Whether the file existed before.
  [[nodiscard]] bool existed() const noexcept { return existed_; }

 private:
  NamedMemory(UniqueFd file, std::string folder, std::string file_name);
  [[nodiscard]] DWORD make(NamedKind kind, std::uint64_t size, const Initialize& initialize);
  [[nodiscard]] DWORD join(NamedKind kind);

  UniqueFd file_;
  std::string folder_;
  std::string file_name_;
  std::uint64_t size_ = 0;
  bool existed_ = false;
  pid_t owner_;  // a child after fork() shares the lock and must not remove the file
};

}  // namespace openperflib::compat
