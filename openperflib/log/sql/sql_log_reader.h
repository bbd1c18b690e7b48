// SqlLogReader reads a log set of a database, record by record.
//
// Source: docs/formats/sql.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib {

// Resource: owns its connection. Memory: the rows of a span and the catalog, which has all counters
// of the set from the start. The offset of a record is its RecordIndex.
class SqlLogReader final : public LogReader {
 public:
  // Errors: those of the database; the set does not exist, or none is named and there are several.
  [[nodiscard]] static std::expected<std::unique_ptr<SqlLogReader>, SourceFault> open(
      const SqlLogName& name);
  ~SqlLogReader() override;

  // See LogReader; position and size are counted in records.
  [[nodiscard]] const LogHeader& header() const noexcept override;
  [[nodiscard]] const Catalog& catalog() const noexcept override;
  [[nodiscard]] std::expected<ReadResult, SourceFault> read(LogRecord& into) override;
  [[nodiscard]] std::span<const LogAnomaly> anomalies() const noexcept override;
  [[nodiscard]] std::uint64_t anomaly_count() const noexcept override;
  [[nodiscard]] std::uint64_t position() const noexcept override;
  [[nodiscard]] std::uint64_t size() const noexcept override;

 private:
  struct State;
  // Called only by open().
  explicit SqlLogReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
