// RecordingRecords: the records of a recording (.perfrec), for inspecting the file rather than its
// samples.
//
// Source: docs/formats/perfrec.md, "File header" and "Records".
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "openperflib/base/civil_time.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/os/portable/byte_source.h"

namespace openperflib {

// The header of a recording. Value.
struct RecordingHeader {
  std::uint32_t version = 0;
  FileTime started_utc = 0;
  std::int32_t bias_minutes = 0;  // to add to local time to get UTC
  std::string zone;               // UTF-8; empty: unknown
};

// A journal part, a block or an index. Value.
struct RecordingRecord {
  // As in the head of a record: docs/formats/perfrec.md, "Records".
  enum class Kind : std::uint8_t { journal_part, block, index };
  Kind kind = Kind::journal_part;
  std::uint64_t offset = 0;           // in the file
  std::uint64_t bytes = 0;            // head and payload
  std::uint64_t directory_bytes = 0;  // of a block: the bytes of its directory
  std::uint32_t block = 0;   // number of the block; of a journal: of the block that it will become;
                             // of an index: of its first block
  std::uint32_t part = 0;    // of its journal
  std::uint32_t blocks = 0;  // covered by an index
  std::uint32_t samples = 0;
  FileTime first_time_utc = 0;
  FileTime last_time_utc = 0;
};

// Resource: the file. Reads only the heads. Damage is skipped silently: RecordingReader reports it.
class RecordingRecords {
 public:
  // `shown_name` is used in faults. Errors: those of the system; that the file is not a recording
  // or has an unknown version.
  [[nodiscard]] static std::expected<RecordingRecords, SourceFault> open(ByteSource file,
                                                                         std::string shown_name);
  // The moved-from one may only be destroyed or assigned to.
  RecordingRecords(RecordingRecords&&) noexcept;
  RecordingRecords& operator=(RecordingRecords&&) noexcept;
  ~RecordingRecords();

  // As stored in the file; open() has checked its version.
  [[nodiscard]] RecordingHeader header() const;
  [[nodiscard]] std::uint64_t size() const noexcept;  // of the file, bytes
  // The next record in the file. nullopt: there are no more. Errors: those of the system.
  [[nodiscard]] std::expected<std::optional<RecordingRecord>, SourceFault> next();

 private:
  struct State;
  // Called only by open().
  explicit RecordingRecords(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
