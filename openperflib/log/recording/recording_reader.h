// RecordingReader reads a recording (.perfrec), sample by sample.
//
// Source: docs/formats/perfrec.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/recording/recording_window.h"
#include "openperflib/os/portable/byte_source.h"
#include "openperflib/snapshot/object_request.h"

namespace openperflib {

// Resource: the file. One thread. Memory: the samples of one block of the recording, one sample and
// the catalog. Damage loses the following samples up to the next block; anomalies() reports it.
class RecordingReader final : public LogReader {
 public:
  // Reads up to the first sample. `shown_name` is used in faults. `titles`, whose texts must live
  // as long as the reader, has the fixed names, which a recording lacks. Errors: those of the
  // system; that the file is not a recording or has an unknown version. If `request` names objects,
  // their readings are the same as without it; other series are left out or have no values, and
  // records have no blocks.
  [[nodiscard]] static std::expected<std::unique_ptr<RecordingReader>, SourceFault> open(
      ByteSource file, std::string shown_name, const TitleTable& titles,
      const RecordingWindow& window = {}, const ObjectRequest& request = {},
      LogReadings readings = LogReadings::by_series);
  ~RecordingReader() override;

  // See LogReader. Each object is an entry; its block has the rows of Collection Status about it.
  // Objects that the first sample lacks are series but not entries. By block, an object that a
  // later sample lacks keeps its instances, and its values are missing there.
  [[nodiscard]] const LogHeader& header() const noexcept override;
  [[nodiscard]] const Catalog& catalog() const noexcept override;
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override;
  [[nodiscard]] std::span<const LogAnomaly> anomalies() const noexcept override;
  [[nodiscard]] std::uint64_t anomaly_count() const noexcept override;
  [[nodiscard]] std::vector<Title> names_of(std::string_view machine) const override;
  [[nodiscard]] std::uint64_t position() const noexcept override;
  [[nodiscard]] std::uint64_t size() const noexcept override;

 private:
  class State;
  // Called only by open().
  explicit RecordingReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
