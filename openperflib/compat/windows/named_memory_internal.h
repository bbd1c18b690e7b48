// Memory under a name, for all processes of one user: a file below /dev/shm.
//
// A file lives as long as a process has it open, which holds a shared flock on it; the kernel drops
// that also when the process is killed. Who finds a file that nobody holds finds a leftover: it is
// made anew, or counts as not there; who makes a file removes all leftovers. All coming and going
// is under a flock on the folder.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "openperflib/abi/windows_types.h"
#include "openperflib/os/unique_fd.h"

namespace openperflib::compat {

// Names are of one kind each: a mutex is not opened as a mapping.
enum class NamedKind : std::uint32_t { mutex = 1, mapping = 2 };

// Bytes before the contents; a multiple of every page size.
inline constexpr std::size_t kNamedHeadSize = 65536;

// The name without "Local\" or "Global\", as a file name: "%5C" for what a file name cannot have.
// Errors: ERROR_INVALID_HANDLE for no name, ERROR_PATH_NOT_FOUND for another backslash,
// ERROR_FILENAME_EXCED_RANGE for a file name of more than 255 characters.
[[nodiscard]] std::expected<std::string, DWORD> file_name_of(std::string_view name);

// Where this user's names live; nobody else reads it.
[[nodiscard]] std::string named_memory_folder();

// Resource: one open file; moves, does not copy. The last to close it removes it.
class NamedMemory {
 public:
  // What of it the creator must write: the file is locked against all others meanwhile.
  using Initialize = DWORD (*)(const NamedMemory&);

  // Opens a file, or makes it with `size` bytes of contents, all 0, and `initialize`.
  // Errors: ERROR_INVALID_HANDLE for another kind, ERROR_COMMITMENT_LIMIT for too little memory,
  // ERROR_ACCESS_DENIED where the folder is somebody else's.
  [[nodiscard]] static std::expected<NamedMemory, DWORD> create(const std::string& folder,
                                                                const std::string& file_name,
                                                                NamedKind kind, std::uint64_t size,
                                                                Initialize initialize);
  // Opens one that is there. Errors: as above, and ERROR_FILE_NOT_FOUND.
  [[nodiscard]] static std::expected<NamedMemory, DWORD> open(const std::string& folder,
                                                              const std::string& file_name,
                                                              NamedKind kind);
  NamedMemory(NamedMemory&&) = default;
  NamedMemory& operator=(NamedMemory&&) = delete;
  ~NamedMemory();

  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  // Of the contents, in bytes, when it was opened; nobody changes it after that.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  // Whether it was there before.
  [[nodiscard]] bool existed() const noexcept { return existed_; }

 private:
  NamedMemory(UniqueFd file, std::string folder, std::string file_name);
  [[nodiscard]] DWORD make(NamedKind kind, std::uint64_t size, Initialize initialize);
  [[nodiscard]] DWORD join(NamedKind kind);

  UniqueFd file_;
  std::string folder_;
  std::string file_name_;
  std::uint64_t size_ = 0;
  bool existed_ = false;
  pid_t owner_;  // a child after fork() shares the lock, and must not remove what its parent uses
};

}  // namespace openperflib::compat
