// ProcRoot: the only opener of files below /proc and /sys.
#pragma once

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
  [[nodiscard]] std::string_view text() const noexcept { return {bytes_.data(), size_}; }

 private:
  friend class ProcRoot;
  std::vector<char> bytes_;
  std::size_t size_ = 0;
};

// A file that is read again and again: its descriptor is kept open while the root's budget allows it,
// else the file is opened and closed each time. Belongs to one ProcRoot.
class KeptFile {
 public:
  KeptFile() = default;
  explicit KeptFile(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  friend class ProcRoot;
  std::string path_;  // relative to the root: "proc/stat"
  UniqueFd fd_;
};

// Resource. Reads this machine's /proc and /sys, or those below a folder. Paths are relative to the
// root and begin with "proc/" or "sys/". Nothing here throws; errors are errno values, so that a
// source that fails at every collection costs no allocation.
class ProcRoot {
 public:
  // `directory` empty or "/": this machine. `kept_descriptors`: how many may stay open at once.
  // Errors: the folder cannot be opened.
  [[nodiscard]] static std::expected<ProcRoot, SourceFault> open(std::string directory,
                                                                 unsigned kept_descriptors);
  ProcRoot(ProcRoot&&) noexcept = default;
  ProcRoot& operator=(ProcRoot&&) noexcept = default;

  // Whether this is the running machine: only then may anything but files be asked (statvfs, netlink).
  [[nodiscard]] bool is_live() const noexcept { return live_; }
  // The folder as people see it in reasons: "" for this machine ("/proc/stat"), else as given.
  [[nodiscard]] const std::string& shown_prefix() const noexcept { return prefix_; }
  // A path as it is shown in reasons: "/proc/4711/io" or "DIR/proc/4711/io".
  [[nodiscard]] std::string shown(std::string_view path) const;

  // Reads the whole file (to the end, EINTR retried, at most `limit` bytes: more is EFBIG). The text
  // lives until the next read into the same buffer. Errors: errno.
  [[nodiscard]] std::expected<std::string_view, int> read(const char* path, TextBuffer& buffer,
                                                          std::size_t limit = kFileLimit) const;
  [[nodiscard]] std::expected<std::string_view, int> read(KeptFile& file, TextBuffer& buffer,
                                                          std::size_t limit = kFileLimit);
  // Gives the descriptor of a kept file back to the budget (its process has ended).
  void release(KeptFile& file) noexcept;

  // Names in a folder, "." and ".." left out, in the order the system gives; into `names`, reused:
  // one NUL-terminated name after the other. Errors: errno.
  [[nodiscard]] std::expected<void, int> list(const char* path, std::vector<char>& names) const;
  // Numeric names in a folder (process and thread ids), ascending, into `ids`, reused.
  [[nodiscard]] std::expected<void, int> list_numbers(const char* path,
                                                      std::vector<std::uint32_t>& ids) const;
  // Where a symbolic link points; into `target`, reused. Errors: errno.
  [[nodiscard]] std::expected<std::string_view, int> read_link(const char* path,
                                                               TextBuffer& target) const;
  [[nodiscard]] bool exists(const char* path) const noexcept;
  // st_size of a file or folder, as stat says (the number of descriptors of /proc/PID/fd on Linux 6.2).
  [[nodiscard]] std::expected<std::uint64_t, int> stat_size(const char* path) const noexcept;

  static constexpr std::size_t kFileLimit = 64U << 20;

 private:
  ProcRoot() = default;
  UniqueFd root_;  // O_PATH directory descriptor, "/" or the folder
  std::string prefix_;
  bool live_ = true;
  unsigned budget_ = 0;  // descriptors that may still be kept
};

}  // namespace openperflib
