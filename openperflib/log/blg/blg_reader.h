// BlgReader: a binary performance log of Windows (.blg), record by record.
//
// Source: docs/formats/blg.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/os/portable/byte_source.h"

namespace openperflib {

// Resource: the file. One thread. Memory: one buffer, one sample and the catalog. A damaged sample
// is left out, or has no values where it is damaged; anomalies() reports it.
class BlgReader final : public LogReader {
 public:
  // Reads up to the first sample. `shown_name` is used in faults. `titles`, whose texts must live
  // as long as the reader, has the usual names, for what the log does not name. It notes the same
  // anomalies whatever the form of the readings is. Errors: those of the system; that the file is
  // not a sequence of buffers or has no catalog.
  [[nodiscard]] static std::expected<std::unique_ptr<BlgReader>, SourceFault> open(
      ByteSource file, std::string shown_name, const TitleTable& titles,
      LogReadings readings = LogReadings::by_series);
  ~BlgReader() override;

  // See LogReader.
  [[nodiscard]] const LogHeader& header() const noexcept override;
  [[nodiscard]] const Catalog& catalog() const noexcept override;
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override;
  [[nodiscard]] Bytes stored_record() const noexcept override;
  [[nodiscard]] std::span<const LogAnomaly> anomalies() const noexcept override;
  [[nodiscard]] std::uint64_t anomaly_count() const noexcept override;
  [[nodiscard]] std::vector<Title> names_of(std::string_view machine) const override;
  [[nodiscard]] std::uint64_t position() const noexcept override;
  [[nodiscard]] std::uint64_t size() const noexcept override;

 private:
  class State;
  // Only for open().
  explicit BlgReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
