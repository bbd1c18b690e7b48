// OutputFile: the file of -o, which holds whole lines whatever happens.
#pragma once

#include <sys/types.h>

#include <expected>
#include <string>
#include <string_view>

#include "apps/drop_in/failure.h"
#include "apps/drop_in/overwrite_question.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::typeperf {

// Resource, movable. Written in place, so that others may read along and a kill loses nothing that
// was written.
class OutputFile {
 public:
  // Creates `path`, or empties it; a pipe or a device is opened as it is. To be called after
  // ask_to_overwrite() and when there is something to write. Errors: the system's, and that another
  // process is writing it, with PDH's code.
  [[nodiscard]] static std::expected<OutputFile, drop_in::Failure> create(const std::string& path);

  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  // Writes all of `text`. Errors: the system's; the file then ends where it ended before.
  [[nodiscard]] drop_in::Outcome write(std::string_view text);
  // Whether the file still has its name. Errors: it was deleted, replaced or renamed.
  [[nodiscard]] std::expected<void, SourceFault> check() const;
  // All that was written through fd() stays.
  void keep() noexcept;
  // Takes back what was written through fd() since keep(): half a line.
  void take_back() noexcept;

 private:
  OutputFile(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  UniqueFd fd_;
  std::string path_;
  off_t kept_ = 0;  // bytes; -1: it cannot be truncated
};

}  // namespace openperflib::typeperf
