// SqlLogWriter writes rows as a log set of a database, in the three tables of Windows.
//
// Source: docs/formats/sql.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_sink.h"

namespace openperflib {

// The properties of a new set.
struct SqlLogWriteOptions {
  // The contents of the rows: readings, or only values as in text logs.
  LogContent content = LogContent::readings;
  ZoneOffset zone;  // of a new set
  // Whether each row is in the database when write() returns, or many are written together.
  enum class Flush : std::uint8_t { each_row, in_batches };
  Flush flush = Flush::each_row;
};

// Resource: owns its connection. An existing set is always appended to; its counters may be
// different. A missing value has no row in CounterData: never 0. What was flushed stays, whatever
// happens; after a fault nothing more is written, and every call returns the same fault.
class SqlLogWriter final : public RowSink {
 public:
  // Opens the database, creates the file and the tables if they are missing, and finds the set.
  // Errors: those of the database; `name` names no set; the set has the other content.
  [[nodiscard]] static std::expected<std::unique_ptr<SqlLogWriter>, SourceFault> open(
      const SqlLogName& name, SqlLogWriteOptions options);
  ~SqlLogWriter() override;

  // See RowSink. Errors: those of the database.
  [[nodiscard]] std::expected<void, SourceFault> begin(const Binding& binding,
                                                       std::span<const std::size_t> shown) override;
  // Adds the row of a new set, so that the set can be found. Errors: those of the database.
  [[nodiscard]] std::expected<void, SourceFault> prepare(const Sample& /*sample*/) override {
    return flush();
  }
  // One row of CounterData for each usable value. Errors: those of the database; the set is full.
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& sample,
                                                       const Row& row) override;
  // Writes everything that was not flushed yet.
  [[nodiscard]] std::expected<void, SourceFault> flush();
  [[nodiscard]] std::expected<void, SourceFault> end() override;

 private:
  struct State;
  // Called only by open().
  explicit SqlLogWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
