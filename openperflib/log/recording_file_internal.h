// RecordingFile: the records of a recording, found one after the other, damaged places passed over.
//
// Source: docs/formats/perfrec.md, "Records" and "Damaged files".
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/oddity_list.h"
#include "openperflib/log/recording_record_internal.h"
#include "openperflib/os/unique_fd.h"

namespace openperflib::recording {

// Where a record stands, and what it says of itself. The payload is behind the head.
struct FoundRecord {
  RecordHead head;
  std::uint64_t offset = 0;  // of the head
  [[nodiscard]] std::uint64_t payload_offset() const noexcept { return offset + record::kHeadSize; }
};

// Records of which none need be read for some time: all between two indices.
struct IndexedSpan {
  std::uint64_t begin = 0;       // where the first record of it stands
  std::uint64_t last_block = 0;  // where its last block stands
  std::uint64_t end = 0;         // where the first record behind its index stands
  RecordHead index;              // its times are those of all blocks
};

// Resource.
class RecordingFile {
 public:
  // Errors: the system's, and those of a file that is no recording, or of a version that is not
  // known.
  [[nodiscard]] static std::expected<RecordingFile, SourceFault> open(UniqueFd file,
                                                                      OddityList& oddities);
  [[nodiscard]] const FileHead& head() const noexcept { return head_; }

  // The next record whose head is sound, and whose payload ends in the file; what stands before it
  // and is none is told. Nothing: there is none left. Errors: the system's.
  [[nodiscard]] std::expected<std::optional<FoundRecord>, SourceFault> next(OddityList& oddities);
  // As many of the bytes at `offset` as there are. Valid until the next call.
  [[nodiscard]] std::expected<Bytes, SourceFault> read(std::uint64_t offset, std::size_t length);

  // What the indices of the file say, in its order, found from its end. Nothing of it need be true:
  // what disagrees is told, and what it is of is not among them. Errors: the system's.
  [[nodiscard]] std::expected<std::vector<IndexedSpan>, SourceFault> spans(OddityList& oddities);
  // The last one of the file, looked for in its last 16 MiB. Errors: the system's.
  [[nodiscard]] std::expected<std::optional<FoundRecord>, SourceFault> last_record();
  // The record at `offset`; nothing where none is. Errors: the system's.
  [[nodiscard]] std::expected<std::optional<FoundRecord>, SourceFault> record_at(
      std::uint64_t offset);
  // Where next() goes on.
  void move_to(std::uint64_t offset) noexcept { at_ = offset; }

  [[nodiscard]] std::uint64_t position() const noexcept { return at_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

 private:
  RecordingFile(UniqueFd file, std::string shown_name)
      : file_(std::move(file)), shown_name_(std::move(shown_name)) {}
  [[nodiscard]] std::expected<void, SourceFault> begin(OddityList& oddities);
  [[nodiscard]] std::expected<std::optional<std::uint64_t>, SourceFault> find_magic(
      std::uint64_t from);

  UniqueFd file_;
  std::string shown_name_;
  FileHead head_;
  std::uint64_t size_ = 0;
  std::uint64_t at_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace openperflib::recording
