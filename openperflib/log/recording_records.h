// RecordingRecords: what a recording (.perfrec) is made of, record by record: for who looks at the
// file and not at its samples.
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
#include "openperflib/os/unique_fd.h"

namespace openperflib {

// What a recording says of itself. Value.
struct RecordingHeader {
  std::uint32_t version = 0;
  FileTime started_utc = 0;
  std::int32_t bias_minutes = 0;  // to add to local time to get UTC
  std::string zone;               // UTF-8; empty: unknown
};

// A journal part, a block or an index. Value.
struct RecordingRecord {
  enum class Kind : std::uint8_t { journal_part, block, index };
  Kind kind = Kind::journal_part;
  std::uint64_t offset = 0;           // in the file
  std::uint64_t bytes = 0;            // head and payload
  std::uint64_t directory_bytes = 0;  // of a block: of them those that say where its columns are
  std::uint32_t block = 0;   // number of the block that it is, or will be; the first of an index
  std::uint32_t part = 0;    // of its journal
  std::uint32_t blocks = 0;  // that an index is of
  std::uint32_t samples = 0;
  FileTime first_time_utc = 0;
  FileTime last_time_utc = 0;
};

// Resource: the file. Reads the heads alone. What is damaged is passed over unsaid: RecordingReader
// tells it.
class RecordingRecords {
 public:
  // `shown_name` stands in faults. Errors: the system's; where the file is no recording or of a
  // version that is not known, that.
  [[nodiscard]] static std::expected<RecordingRecords, SourceFault> open(UniqueFd file,
                                                                         std::string shown_name);
  RecordingRecords(RecordingRecords&&) noexcept;
  RecordingRecords& operator=(RecordingRecords&&) noexcept;
  ~RecordingRecords();

  [[nodiscard]] RecordingHeader header() const;
  [[nodiscard]] std::uint64_t size() const noexcept;  // of the file, bytes
  // The next one in the file. Nothing: there is none left. Errors: the system's.
  [[nodiscard]] std::expected<std::optional<RecordingRecord>, SourceFault> next();

 private:
  struct State;
  explicit RecordingRecords(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
