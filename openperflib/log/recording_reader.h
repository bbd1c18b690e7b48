// RecordingReader: a recording (.perfrec), sample by sample.
//
// Source: docs/formats/perfrec.md.
#pragma once

#include <cstdint>
#include <expected>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "openperflib/log/log_reader.h"
#include "openperflib/os/unique_fd.h"
#include "openperflib/query/object_request.h"

namespace openperflib {

// Which samples somebody wants, by the recording's own clock (local), both ends included. A block
// of which none is wanted is passed over unread, but for the one before the first that is.
struct RecordingWindow {
  FileTime begin_local = std::numeric_limits<FileTime>::min();
  FileTime end_local = std::numeric_limits<FileTime>::max();
};

// Resource: the file. One thread. Memory: the samples of one block of the recording, one sample and
// the catalog. What is damaged costs the samples behind it up to the next block; oddities() tells.
class RecordingReader final : public LogReader {
 public:
  // Reads up to the first sample. `shown_name` stands in faults. Errors: the system's; where the
  // file is no recording or of a version that is not known, that. Of `request`, where it names
  // objects, the readings are the same as those of everything; the other series are left out or
  // have no value, and records no blocks.
  [[nodiscard]] static std::expected<std::unique_ptr<RecordingReader>, SourceFault> open(
      UniqueFd file, std::string shown_name, const RecordingWindow& window = {},
      const ObjectRequest& request = {});
  ~RecordingReader() override;

  // As LogReader says. Each object is an entry; its block has the rows of Collection Status that
  // are of it. Objects that the first sample does not have are series, and no entries.
  [[nodiscard]] const LogHeader& header() const noexcept override;
  [[nodiscard]] const SeriesCatalog& catalog() const noexcept override;
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override;
  [[nodiscard]] std::span<const LogOddity> oddities() const noexcept override;
  [[nodiscard]] std::uint64_t oddity_count() const noexcept override;
  [[nodiscard]] std::vector<Title> names_of(std::string_view machine) const override;
  [[nodiscard]] std::uint64_t position() const noexcept override;
  [[nodiscard]] std::uint64_t size() const noexcept override;

 private:
  class State;
  explicit RecordingReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
