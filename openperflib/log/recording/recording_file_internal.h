// RecordingFile: the records of a recording, one after the other, skipping damaged places.
//
// Source: docs/formats/perfrec.md, "Records" and "Damaged files".
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/reader/log_anomalies.h"
#include "openperflib/log/recording/recording_record_internal.h"
#include "openperflib/os/portable/byte_source.h"

namespace openperflib::recording {

// A record: its position and its head. The payload follows the head.
struct FoundRecord {
  RecordHead head;
  std::uint64_t offset = 0;  // of the head
  [[nodiscard]] std::uint64_t payload_offset() const noexcept { return offset + record::kHeadSize; }
};

// The records between two indices: all of them can be skipped for some times.
struct IndexedSpan {
  std::uint64_t begin = 0;       // position of its first record
  std::uint64_t last_block = 0;  // position of its last block
  std::uint64_t end = 0;         // position of the first record after its index
  RecordHead index;              // its times are those of all blocks
};

// Resource.
class RecordingFile {
 public:
  // Errors: those of the system; that the file is not a recording, or has an unknown version.
  [[nodiscard]] static std::expected<RecordingFile, SourceFault> open(ByteSource file,
                                                                      LogAnomalies& anomalies);
  [[nodiscard]] const FileHead& head() const noexcept { return head_; }

  // The next record with an intact head, whose payload ends within the file; anything before it
  // that is not a record is reported. nullopt: there are no more. Errors: those of the system.
  [[nodiscard]] std::expected<std::optional<FoundRecord>, SourceFault> next(
      LogAnomalies& anomalies);
  // As many of the bytes at `offset` as exist. Valid until the next call.
  [[nodiscard]] std::expected<Bytes, SourceFault> read(std::uint64_t offset, std::size_t length);

  // The spans of the file's indices, in its order, found from its end. Indices are not trusted: a
  // disagreement is reported, and its span is left out. Errors: those of the system.
  [[nodiscard]] std::expected<std::vector<IndexedSpan>, SourceFault> spans(LogAnomalies& anomalies);
  // The last record of the file, searched for in its last 16 MiB. Errors: the system's.
  [[nodiscard]] std::expected<std::optional<FoundRecord>, SourceFault> last_record();
  // The record at `offset`; nullopt if there is none. Errors: the system's.
  [[nodiscard]] std::expected<std::optional<FoundRecord>, SourceFault> record_at(
      std::uint64_t offset);
  // Sets the position for next().
  void move_to(std::uint64_t offset) noexcept { at_ = offset; }

  [[nodiscard]] std::uint64_t position() const noexcept { return at_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

 private:
  RecordingFile(ByteSource file, std::string shown_name)
      : file_(std::move(file)), shown_name_(std::move(shown_name)) {}
  [[nodiscard]] std::expected<void, SourceFault> begin(LogAnomalies& anomalies);
  [[nodiscard]] std::expected<std::optional<std::uint64_t>, SourceFault> find_magic(
      std::uint64_t from);

  ByteSource file_;
  std::string shown_name_;
  FileHead head_;
  std::uint64_t size_ = 0;
  std::uint64_t at_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace openperflib::recording
