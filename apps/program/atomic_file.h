// AtomicFile: a file on its way to its name, so that it is there whole or not at all.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib::apps {

// Resource, movable. Until publish() the file has no name, so a killed process leaves nothing
// behind. File systems without such files get a name beside `path`, which the destructor removes.
class AtomicFile {
 public:
  // What publish() does if `path` exists by then: refuses (EEXIST), or replaces it.
  enum class Existing : std::uint8_t { kept, replaced };
  // Who may read the file: as with open(), or as the one that it replaces; or its owner alone.
  enum class Readers : std::uint8_t { usual, owner };

  // An empty file for reading and writing, in the folder of `path`. Other files than
  // regular ones (a pipe, /dev/stdout) are written directly. Errors: the system's; a log is being
  // written to `path`.
  [[nodiscard]] static std::expected<AtomicFile, SourceFault> open(
      std::string path, Readers readers = Readers::usual);
  AtomicFile(AtomicFile&&) noexcept = default;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  // Open until the draft ends.
  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  // Whether it has a beginning to go back to: false for what is written directly.
  [[nodiscard]] bool is_seekable() const noexcept { return !is_direct_; }
  // Gives the file its name; one that replaces another has its mode, and its owner where that is
  // allowed. Errors: as for open(); the file that was there is as it was then.
  [[nodiscard]] std::expected<void, SourceFault> publish(Existing existing);

 private:
  AtomicFile(std::string path, UniqueFd fd, std::string name, bool is_direct);
  void set_mode() const;
  [[nodiscard]] bool link_as(const std::string& name) const;
  [[nodiscard]] bool link_at_random();
  [[nodiscard]] bool replace();

  std::string path_;
  UniqueFd fd_;
  std::string name_;  // where it stands meanwhile; empty: nowhere
  bool is_direct_;
  Readers readers_ = Readers::usual;
};

// A file with this text, on the disk before it has its name. Errors: the system's; EEXIST where
// `existing` keeps what is there.
[[nodiscard]] std::expected<void, SourceFault> write_whole_file(
    const std::string& path, std::string_view text, AtomicFile::Existing existing,
    AtomicFile::Readers readers = AtomicFile::Readers::usual);

// A file and its whole text.
struct WholeFile {
  std::string path;
  std::string text;
};

// Files that belong together: they get their names, and replace what is there, only when all of
// them are on the disk. Errors: as above; no file has changed then, unless a rename has failed
// after another.
[[nodiscard]] std::expected<void, SourceFault> write_whole_files(std::span<const WholeFile> files);

}  // namespace openperflib::apps
