// LogOutputFile: the file of a log that PDH writes.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/pdh/pdh_status.h"

namespace openperflib {

// What a fault in writing a log is called. `otherwise`: where nothing more is known.
[[nodiscard]] PdhStatus status_of_write(const SourceFault& fault, PdhStatus otherwise) noexcept;

// Resource, movable: nobody else writes the file meanwhile.
class LogOutputFile {
 public:
  enum class Existing : std::uint8_t { refused, kept };

  // Creates the file, or opens one that exists, which stays as it is. Errors: those of
  // PdhLogOutput::open().
  [[nodiscard]] static std::expected<LogOutputFile, PdhStatus> open(const std::string& path,
                                                                    Existing existing);

  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  [[nodiscard]] std::uint64_t size() const noexcept;
  // Whether it can be read and written at any place; false for a pipe.
  [[nodiscard]] bool is_regular() const noexcept;
  // Whether it is also the file of that name.
  [[nodiscard]] bool is_file(const std::string& path) const noexcept;
  // Whether it still has its name. Error: PDH_FILE_NOT_FOUND.
  [[nodiscard]] PdhStatus check() const;
  void empty() noexcept;
  // Removes it if open() has created it.
  void discard() noexcept;
  // Others may write it.
  void close() noexcept { fd_.reset(); }

 private:
  LogOutputFile(UniqueFd fd, std::string path, bool is_created)
      : fd_(std::move(fd)), path_(std::move(path)), is_created_(is_created) {}
  UniqueFd fd_;
  std::string path_;
  bool is_created_;
};

}  // namespace openperflib
