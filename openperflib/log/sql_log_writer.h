// SqlLogWriter: rows as a log set of a database, in the three tables of Windows.
//
// Source: docs/formats/sql.md.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/log_reader.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/query/source.h"

namespace openperflib {

// What a set is made with.
struct SqlLogWriteOptions {
  // What the rows hold: readings, or values alone as text logs have them.
  LogContent content = LogContent::readings;
  ZoneOffset zone;  // of a new set
  // Whether each row is in the database when write() returns, or many at once.
  enum class Flush : std::uint8_t { each_row, in_batches };
  Flush flush = Flush::each_row;
};

// Resource: owns its connection. A set that is there is gone on with, always: its counters may be
// others. A value that is not there has no row in CounterData: never 0. What was flushed stays,
// whatever happens; after a fault nothing more is written, and every call gives the same fault.
class SqlLogWriter final : public Sink {
 public:
  // Opens the database, makes the file and the tables that are missing, and finds the set. Errors:
  // the database's; `name` names no set; the set holds the other content.
  [[nodiscard]] static std::expected<std::unique_ptr<SqlLogWriter>, SourceFault> open(
      const SqlLogName& name, SqlLogWriteOptions options);
  ~SqlLogWriter() override;

  // As Sink says. Errors: the database's.
  [[nodiscard]] std::expected<void, SourceFault> begin(const Binding& binding,
                                                       std::span<const std::size_t> shown) override;
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& sample,
                                                       const Row& row) override;
  // Writes what was not flushed yet.
  [[nodiscard]] std::expected<void, SourceFault> flush();
  [[nodiscard]] std::expected<void, SourceFault> end() override;

 private:
  struct State;
  explicit SqlLogWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
