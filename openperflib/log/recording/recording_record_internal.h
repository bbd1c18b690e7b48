// RecordHead: the head of each journal part, block and index of a recording.
//
// Source: docs/formats/perfrec.md, "Records".
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/log/recording/recording_layout_internal.h"

namespace openperflib::recording {

// CRC-32C (Castagnoli) of the bytes.
[[nodiscard]] std::uint32_t crc32c(Bytes bytes) noexcept;

// Value.
struct RecordHead {
  RecordKind kind = RecordKind::journal;
  std::uint32_t samples = 0;  // of an index: the number of blocks since the previous index
  std::uint32_t block = 0;    // number of the block of the samples; of an index: of its first block
  std::uint32_t part = 0;     // of a journal: 0, 1, 2 ...
  FileTime first_time = 0;    // UTC, of its first sample
  FileTime last_time = 0;
  std::uint64_t length = 0;  // of the payload
  // In a block, the bytes of the payload that the checksum covers; in an index, the distance back
  // to the start of the last block.
  std::uint32_t directory_length = 0;
  std::uint32_t payload_checksum = 0;  // of a journal part: of all of it
  std::uint64_t index_offset = 0;      // position of the last index before it; 0: none
  bool operator==(const RecordHead&) const = default;
};

// Writes its bytes, including the checksum, into `into`, which must be large enough.
void build(const RecordHead& head, MutableBytes into) noexcept;
// Errors: truncated, wrong_value (magic, kind, checksum), with the byte in `bytes`.
[[nodiscard]] std::expected<RecordHead, Error> parse_record_head(Bytes bytes) noexcept;

// The header of a recording.
struct FileHead {
  FileTime started_utc = 0;
  std::int32_t bias_minutes = 0;  // to add to local time to get UTC
  std::string zone;
};
[[nodiscard]] std::vector<std::byte> build(const FileHead& head);
// Errors: truncated, wrong_value, over_limit.
[[nodiscard]] std::expected<FileHead, Error> parse_file_head(Bytes bytes);

}  // namespace openperflib::recording
