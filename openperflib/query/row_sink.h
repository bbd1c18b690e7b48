// RowSink: accepts the rows of a query.
#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"

namespace openperflib {

class Binding;
struct Row;
struct Sample;

// Makes the text of a row, if it does not depend on other rows.
class RowText {
 public:
  virtual ~RowText() = default;
  // Appends the text that RowSink::write() would write. Several threads may call it while nothing
  // but write_text() changes the sink. Errors: a row that cannot be written.
  [[nodiscard]] virtual std::expected<void, SourceFault> append(const Row& row,
                                                                std::string& text) const = 0;
};

// Anything that accepts rows, calculated and raw: a console, CSV, JSON, a binary log.
class RowSink {
 public:
  virtual ~RowSink() = default;
  // Announces the series of the following rows, and which of them to use, in this order (positions
  // in binding.series()). Called before the first row and after each change of either.
  [[nodiscard]] virtual std::expected<void, SourceFault> begin(
      const Binding& binding, std::span<const std::size_t> shown) = 0;
  // Proves, after begin() and before the first row, that rows with readings like those of `sample`
  // (which is not a row itself) can be written, and writes everything that precedes the first row.
  // Errors: those of write(), so that a caller learns of them before its first row.
  [[nodiscard]] virtual std::expected<void, SourceFault> prepare(const Sample& /*sample*/) {
    return {};
  }
  // Sets the comment of a person on the next row; dropped if rows have no place for it.
  virtual void set_comment(std::string_view /*text*/) {}
  // Writes one row: the values, and the readings that they were calculated from, both in the order
  // of binding.series(). The readings are unusable if the source holds only calculated values.
  // Errors: those of the system, on writing.
  [[nodiscard]] virtual std::expected<void, SourceFault> write(const Sample& sample,
                                                               const Row& row) = 0;
  // Returns an object with which several threads can make the text of rows without comments, for
  // write_text(); null: rows are passed to write() only. Lives as long as the sink.
  [[nodiscard]] virtual const RowText* row_text() const noexcept { return nullptr; }
  // Writes rows in order, as text that row_text() has made since the last begin().
  // Errors: those of write().
  [[nodiscard]] virtual std::expected<void, SourceFault> write_text(std::string_view /*rows*/) {
    return {};
  }
  // Returns the paths of new series of the last begin() that have no column, because the columns
  // are those of the first begin(). The texts live until the next begin().
  [[nodiscard]] virtual std::span<const std::string> without_column() const noexcept { return {}; }
  // Ends the rows: no more follow.
  [[nodiscard]] virtual std::expected<void, SourceFault> end() = 0;
};

}  // namespace openperflib
