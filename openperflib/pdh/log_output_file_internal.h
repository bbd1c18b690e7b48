// LogOutputFile: the file of a log that PDH writes.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/pdh/pdh_status.h"

namespace openperflib {

// Returns the status of a fault in writing a log. `otherwise`: for faults without a status of their
// own.
[[nodiscard]] PdhStatus status_of_write(const SourceFault& fault, PdhStatus otherwise) noexcept;

// Resource, movable. Holds an exclusive lock on the file.
class LogOutputFile {
 public:
  enum class Existing : std::uint8_t { refused, kept };

  // Creates the file, or opens one that exists, which stays as it is. Errors: those of
  // PdhLogOutput::open().
  [[nodiscard]] static std::expected<LogOutputFile, PdhStatus> open(const std::string& path,
                                                                    Existing existing);

  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  [[nodiscard]] std::uint64_t size() const noexcept;
  // Returns whether it can be read and written at any place; false for a pipe.
  [[nodiscard]] bool is_regular() const noexcept;
  // Returns whether the path names the same file.
  [[nodiscard]] bool is_file(const std::string& path) const noexcept;
  // Checks that the file still has its name. Error: PDH_FILE_NOT_FOUND.
  [[nodiscard]] PdhStatus check() const;
  void empty() noexcept;
  // Removes it if open() has created it.
  void discard() noexcept;
  // Unlocks the file.
  void close() noexcept { fd_.reset(); }

 private:
  LogOutputFile(UniqueFd fd, std::string path, bool is_created)
      : fd_(std::move(fd)), path_(std::move(path)), is_created_(is_created) {}
  UniqueFd fd_;
  std::string path_;
  bool is_created_;
};

}  // namespace openperflib
