// DraftFile: a file on its way to its name, so that it is there whole or not at all.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/unique_fd.h"

namespace openperflib::apps {

// Resource, movable. Until publish() the file has no name, or on file systems that do not know such
// files one beside `path` that the destructor removes: whoever is killed leaves nothing behind.
class DraftFile {
 public:
  // What publish() does where `path` is there by then: refuses (EEXIST), or replaces it.
  enum class Existing : std::uint8_t { kept, replaced };

  // An empty file for reading and writing, in the folder of `path`. What is no regular file (a
  // pipe, /dev/stdout) is written directly. Errors: the system's.
  [[nodiscard]] static std::expected<DraftFile, SourceFault> open(std::string path);
  DraftFile(DraftFile&&) noexcept = default;
  DraftFile& operator=(DraftFile&&) = delete;
  ~DraftFile();

  // Open until the draft ends.
  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  // Whether it has a beginning to go back to: false for what is written directly.
  [[nodiscard]] bool is_seekable() const noexcept { return !is_direct_; }
  // Gives the file its name. Errors: the system's; the file that was there is as it was then.
  [[nodiscard]] std::expected<void, SourceFault> publish(Existing existing);

 private:
  DraftFile(std::string path, UniqueFd fd, std::string name, bool is_direct);
  [[nodiscard]] bool link_as(const std::string& name) const;
  [[nodiscard]] bool replace();

  std::string path_;
  UniqueFd fd_;
  std::string name_;  // where it stands meanwhile; empty: nowhere
  bool is_direct_;
};

// A file with this text, on the disk before it has its name. Errors: the system's; EEXIST where
// `existing` keeps what is there.
[[nodiscard]] std::expected<void, SourceFault> write_whole_file(const std::string& path,
                                                                std::string_view text,
                                                                DraftFile::Existing existing);

}  // namespace openperflib::apps
