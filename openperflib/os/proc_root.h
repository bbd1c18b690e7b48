// ProcRoot: the only opener of files below /proc and /sys.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/unique_fd.h"

namespace openperflib {

// Bytes of one file, kept between reads so that a file of a size seen before allocates nothing.
class TextBuffer {
 public:
  // What was read last; empty after a failure. Valid until the next read into this buffer.
  [[nodiscard]] std::string_view text() const noexcept { return {bytes_.data(), size_}; }

 private:
  friend class ProcRoot;
  std::vector<char> bytes_;
  std::size_t size_ = 0;
};

// How the end of a file is known.
enum class FileEnd : std::uint8_t {
  read_of_nothing,  // any file: a further read gives no bytes
  short_read,       // what the kernel makes in one piece (/proc/PID/stat): saves a system call
};

// A file that is read again and again: its descriptor is kept open while the root's budget allows
// it, else the file is opened and closed each time. Belongs to one ProcRoot, which must outlive it.
class KeptFile {
 public:
  KeptFile() = default;
  // Opens nothing yet. `path` as in ProcRoot; `end` must fit how the kernel makes the file.
  explicit KeptFile(std::string path, FileEnd end = FileEnd::read_of_nothing)
      : path_(std::move(path)), end_(end) {}
  // Relative to the root: "proc/stat".
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // Whether a descriptor is kept open now.
  [[nodiscard]] bool is_open() const noexcept { return static_cast<bool>(fd_); }

 private:
  friend class ProcRoot;
  std::string path_;  // relative to the root: "proc/stat"
  UniqueFd fd_;
  std::uint32_t folder_number_ = 0;  // of the folder fd_ was opened below
  FileEnd end_ = FileEnd::read_of_nothing;
};

// Resource. Reads this machine's /proc and /sys, or those below a folder. Paths are relative to the
// root and begin with "proc/" or "sys/" (or are "dev/shm", of which the kernel tells nowhere else).
// Nothing here throws; errors are errno values, so that a source that fails at every collection
// costs no allocation.
//
// Below a folder, absolute links are those of the recorded machine, nothing outside the folder is
// reached (openat2, Linux 5.6; on older kernels links are followed as they stand), and what is no
// ordinary file is not read (EINVAL, EISDIR): a FIFO or device in a support bundle blocks nobody.
class ProcRoot {
 public:
  // `directory` empty or "/": this machine. `kept_descriptors`: how many may stay open at once.
  // Errors: the folder cannot be opened.
  [[nodiscard]] static std::expected<ProcRoot, SourceFault> open(const std::string& directory,
                                                                 unsigned kept_descriptors);
  ProcRoot(ProcRoot&&) noexcept = default;
  ProcRoot& operator=(ProcRoot&&) noexcept = default;

  // Goes on with another folder; files kept open below the one before are opened anew when they are
  // read next. Errors: the folder cannot be opened; the root is as it was.
  [[nodiscard]] std::expected<void, SourceFault> move_to(const std::string& directory);

  // Whether this is the running machine: only then may anything but files be asked (statvfs,
  // netlink).
  [[nodiscard]] bool is_live() const noexcept { return live_; }
  // Grows with move_to: what was found out about the files of one folder holds for that one.
  [[nodiscard]] std::uint32_t folder_number() const noexcept { return folder_number_; }
  // Reads the whole file (to the end, EINTR retried, at most `limit` bytes: more is EFBIG). The
  // text lives until the next read into the same buffer. Errors: errno.
  [[nodiscard]] std::expected<std::string_view, int> read(const char* path, TextBuffer& buffer,
                                                          std::size_t limit = kFileLimit) const;
  // The same; opens the file where it is not open below this folder, or where what it was open for
  // is gone.
  [[nodiscard]] std::expected<std::string_view, int> read(KeptFile& file, TextBuffer& buffer,
                                                          std::size_t limit = kFileLimit);
  // Gives the descriptor of a kept file back to the budget (its process has ended).
  void release(KeptFile& file) noexcept;
  // How many more descriptors may be kept open.
  [[nodiscard]] unsigned descriptors_left() const noexcept { return budget_; }

  // Names in a folder, "." and ".." left out, in the order the system gives; into `names`, reused:
  // one NUL-terminated name after the other. Errors: errno.
  [[nodiscard]] std::expected<void, int> list(const char* path, std::vector<char>& names) const;
  // As list, but only of folders; links to folders are not.
  [[nodiscard]] std::expected<void, int> list_folders(const char* path,
                                                      std::vector<char>& names) const;
  // Numeric names in a folder (process and thread ids), ascending, into `ids`, reused.
  [[nodiscard]] std::expected<void, int> list_numbers(const char* path,
                                                      std::vector<std::uint32_t>& ids) const;
  // Where a symbolic link points; into `target`, reused. Errors: errno.
  [[nodiscard]] std::expected<std::string_view, int> read_link(const char* path,
                                                               TextBuffer& target) const;
  // Whether there is anything, links followed; what cannot be reached does not exist.
  [[nodiscard]] bool exists(const char* path) const noexcept;
  // Whether it is a folder or a link to one.
  [[nodiscard]] bool is_folder(const char* path) const noexcept;
  // st_size of a file or folder, as stat says (the number of descriptors of /proc/PID/fd on Linux
  // 6.2).
  [[nodiscard]] std::expected<std::uint64_t, int> stat_size(const char* path) const noexcept;

  static constexpr std::size_t kFileLimit = 64U << 20;  // bytes of one file

  // For a collector that keeps the descriptors of its files itself, because which of them belong
  // together matters to it (the files of one process).
  // A file opened for reading. Errors: errno.
  [[nodiscard]] std::expected<UniqueFd, int> open_file(const char* path) const noexcept;
  // Reads a file that open_file gave, from its start, as read() does.
  [[nodiscard]] static std::expected<std::string_view, int> read_open(int fd, TextBuffer& buffer,
                                                                      std::size_t limit,
                                                                      FileEnd end);
  // A handle of a file or folder, by which it can be asked for its size only. Errors: errno.
  [[nodiscard]] std::expected<UniqueFd, int> open_handle(const char* path) const noexcept;
  [[nodiscard]] static std::expected<std::uint64_t, int> handle_size(int fd) noexcept;
  // A folder of many files, opened for list_numbers_in and open_file_in: each path below it is
  // short, and all of them are of what the folder was when it was opened. Errors: errno.
  [[nodiscard]] std::expected<UniqueFd, int> open_folder(const char* path) const noexcept;
  // As list_numbers, once for each open_folder.
  [[nodiscard]] static std::expected<void, int> list_numbers_in(int folder,
                                                                std::vector<std::uint32_t>& ids);
  // A file below such a folder; below a recording no link leads out of it, and what is no ordinary
  // file blocks nobody: a FIFO or a folder cannot be read. Errors: errno.
  [[nodiscard]] std::expected<UniqueFd, int> open_file_in(int folder,
                                                          const char* path) const noexcept;
  // Takes one descriptor out of the budget; false where none is left. Who closes it gives it back.
  [[nodiscard]] bool take_descriptor() noexcept;
  void give_back_descriptor() noexcept { ++budget_; }

 private:
  ProcRoot() = default;
  // A path and the folder from which it is opened.
  struct Start {
    int folder;
    const char* path;
  };
  // Of a path below proc/ that folder, where it is kept open; else the root.
  [[nodiscard]] Start start_of(const char* path) const noexcept;
  // Opens below the root with these flags and O_CLOEXEC; confined, where the kernel can. Errors:
  // errno.
  [[nodiscard]] std::expected<UniqueFd, int> open_below(const char* path, int flags) const noexcept;
  // The same below one of its folders.
  [[nodiscard]] std::expected<UniqueFd, int> open_from(Start from, int flags) const noexcept;
  // stat, links followed below the root. Errors: errno.
  [[nodiscard]] std::expected<struct stat, int> status(const char* path) const noexcept;
  // Calls visit(folder descriptor, name, DT_ constant) for each entry but "." and "..".
  template <typename Visit>
  [[nodiscard]] std::expected<void, int> visit_names(const char* path, Visit visit) const;

  UniqueFd root_;          // O_PATH directory descriptor, "/" or the folder
  mutable UniqueFd proc_;  // /proc of this machine, listed at each collection
  bool live_ = true;
  mutable bool confined_ = false;    // openat2 keeps paths inside the folder
  unsigned budget_ = 0;              // descriptors that may still be kept
  std::uint32_t folder_number_ = 1;  // grows with move_to
};

}  // namespace openperflib
