// ProcRoot: the only opener of files below /proc and /sys.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// Bytes of one file, kept between reads so that a file of a size seen before allocates nothing.
class TextBuffer {
 public:
  // The text of the last read; empty after a failure. Valid until the next read into this buffer.
  [[nodiscard]] std::string_view text() const noexcept { return {bytes_.data(), size_}; }

 private:
  friend class ProcRoot;
  std::vector<char> bytes_;
  std::size_t size_ = 0;
};

// How a reader recognises the end of a file.
enum class FileEnd : std::uint8_t {
  read_of_nothing,  // any file: another read returns no bytes
  short_read,       // files the kernel writes in one piece (/proc/PID/stat): saves a system call
};

// A file that is read repeatedly: its descriptor is kept open if the root's budget allows it;
// otherwise the file is opened and closed each time. Belongs to one ProcRoot, which must outlive
// it.
class KeptFile {
 public:
  KeptFile() = default;
  // Opens nothing yet. `path` as in ProcRoot; `end` must match how the kernel writes the file.
  explicit KeptFile(std::string path, FileEnd end = FileEnd::read_of_nothing)
      : path_(std::move(path)), end_(end) {}
  // Relative to the root: "proc/stat".
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // Whether its descriptor is currently kept open.
  [[nodiscard]] bool is_open() const noexcept { return static_cast<bool>(fd_); }

 private:
  friend class ProcRoot;
  std::string path_;  // relative to the root: "proc/stat"
  UniqueFd fd_;
  std::uint32_t folder_number_ = 0;  // of the folder fd_ was opened below
  FileEnd end_ = FileEnd::read_of_nothing;
};

// Resource. Reads this machine's /proc and /sys, or those below a folder. Paths are relative to the
// root and begin with "proc/" or "sys/" (or are "dev/shm", whose contents the kernel shows nowhere
// else). Errors are errno values, so that a source that fails in every collection allocates
// nothing.
//
// Below a folder, absolute links are those of the recorded machine, nothing outside the folder is
// reached (openat2, Linux 5.6; older kernels follow links normally), and only regular files are
// read (otherwise EINVAL or EISDIR): a FIFO or device in a support bundle cannot block.
class ProcRoot {
 public:
  // `directory` empty or "/": this machine. `kept_descriptors`: how many may stay open at once.
  // Errors: the folder cannot be opened.
  [[nodiscard]] static std::expected<ProcRoot, SourceFault> open(const std::string& directory,
                                                                 unsigned kept_descriptors);
  ProcRoot(ProcRoot&&) noexcept = default;
  ProcRoot& operator=(ProcRoot&&) noexcept = default;

  // Continues with another folder; files kept open below the previous one are reopened on their
  // next read. Errors: the folder cannot be opened; the root is then unchanged.
  [[nodiscard]] std::expected<void, SourceFault> move_to(const std::string& directory);

  // Whether this is the running machine: only then may sources other than files be used (statvfs,
  // netlink).
  [[nodiscard]] bool is_live() const noexcept { return live_; }
  // Grows with move_to: facts about the files of a folder hold only for that folder.
  [[nodiscard]] std::uint32_t folder_number() const noexcept { return folder_number_; }
  // Reads the whole file, retrying on EINTR. The text lives until the next read into the same
  // buffer. Errors: errno; EFBIG for more than `limit` bytes.
  [[nodiscard]] std::expected<std::string_view, int> read(const char* path, TextBuffer& buffer,
                                                          std::size_t limit = kFileLimit) const;
  // The same for a kept file; opens it if it is not open below this folder, or if its object is
  // gone.
  [[nodiscard]] std::expected<std::string_view, int> read(KeptFile& file, TextBuffer& buffer,
                                                          std::size_t limit = kFileLimit);
  // Closes a kept file (for example, its process has ended), which frees its place in the budget.
  void release(KeptFile& file) noexcept;
  // How many more descriptors may be kept open.
  [[nodiscard]] unsigned descriptors_left() const noexcept { return budget_; }

  // Lists the names in a folder, except "." and "..", in system order, into `names`, reused:
  // consecutive NUL-terminated names. Errors: errno.
  [[nodiscard]] std::expected<void, int> list(const char* path, std::vector<char>& names) const;
  // As list, but only folders, not links to folders.
  [[nodiscard]] std::expected<void, int> list_folders(const char* path,
                                                      std::vector<char>& names) const;
  // Lists the numeric names in a folder (process and thread ids), ascending, into `ids`, reused.
  [[nodiscard]] std::expected<void, int> list_numbers(const char* path,
                                                      std::vector<std::uint32_t>& ids) const;
  // Reads the target of a symbolic link into `target`, reused. Errors: errno.
  [[nodiscard]] std::expected<std::string_view, int> read_link(const char* path,
                                                               TextBuffer& target) const;
  // Whether the path exists, following links; false if it cannot be reached.
  [[nodiscard]] bool exists(const char* path) const noexcept;
  // Whether it is a folder or a link to one.
  [[nodiscard]] bool is_folder(const char* path) const noexcept;
  // st_size of a file or folder (since Linux 6.2, the number of descriptors for /proc/PID/fd).
  [[nodiscard]] std::expected<std::uint64_t, int> stat_size(const char* path) const noexcept;

  static constexpr std::size_t kFileLimit = 64U << 20;  // bytes of one file

  // The following functions are for collectors that keep descriptors themselves, because they must
  // know which of them belong together (the files of one process).
  // Opens a file for reading. Errors: errno.
  [[nodiscard]] std::expected<UniqueFd, int> open_file(const char* path) const noexcept;
  // Reads a file opened by open_file from its start, as read() does.
  [[nodiscard]] static std::expected<std::string_view, int> read_open(int fd, TextBuffer& buffer,
                                                                      std::size_t limit,
                                                                      FileEnd end);
  // Opens a handle of a file or folder that can only be asked for its size. Errors: errno.
  [[nodiscard]] std::expected<UniqueFd, int> open_handle(const char* path) const noexcept;
  [[nodiscard]] static std::expected<std::uint64_t, int> handle_size(int fd) noexcept;
  // Opens a folder of many files for list_numbers_in and open_file_in: paths below it are short,
  // and all of them belong to the object that the folder was opened for. Errors: errno.
  [[nodiscard]] std::expected<UniqueFd, int> open_folder(const char* path) const noexcept;
  // As list_numbers; call once per open_folder.
  [[nodiscard]] static std::expected<void, int> list_numbers_in(int folder,
                                                                std::vector<std::uint32_t>& ids);
  // Opens a file below such a folder. In a recorded folder no link leads outside, and a FIFO or a
  // folder fails to be read instead of blocking. Errors: errno.
  [[nodiscard]] std::expected<UniqueFd, int> open_file_in(int folder,
                                                          const char* path) const noexcept;
  // Takes a descriptor from the budget; false if none is left. Closing it must return it.
  [[nodiscard]] bool take_descriptor() noexcept;
  void give_back_descriptor() noexcept { ++budget_; }

 private:
  ProcRoot() = default;
  // A path and the folder from which it is opened.
  struct Start {
    int folder;
    const char* path;
  };
  // The folder proc/ for a path below it, if it is kept open; otherwise the root.
  [[nodiscard]] Start start_of(const char* path) const noexcept;
  // Opens below the root with these flags and O_CLOEXEC, confined if the kernel supports it.
  // Errors: errno.
  [[nodiscard]] std::expected<UniqueFd, int> open_below(const char* path, int flags) const noexcept;
  // The same below one of its folders.
  [[nodiscard]] std::expected<UniqueFd, int> open_from(Start from, int flags) const noexcept;
  // stat, following links below the root. Errors: errno.
  [[nodiscard]] std::expected<struct stat, int> status(const char* path) const noexcept;
  // Calls visit(folder descriptor, name, DT_ constant) for each entry except "." and "..".
  template <typename Visit>
  [[nodiscard]] std::expected<void, int> visit_names(const char* path, Visit visit) const;

  UniqueFd root_;          // O_PATH directory descriptor, "/" or the folder
  mutable UniqueFd proc_;  // /proc of this machine, listed at each collection
  bool live_ = true;
  mutable bool confined_ = false;    // whether openat2 keeps paths inside the folder
  unsigned budget_ = 0;              // descriptors that may still be kept
  std::uint32_t folder_number_ = 1;  // grows with move_to
};

}  // namespace openperflib
