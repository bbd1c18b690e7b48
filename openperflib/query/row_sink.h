// RowSink: where the rows of a query go to.
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

// What rows are as text, where that of a row does not depend on other rows.
class RowText {
 public:
  virtual ~RowText() = default;
  // Appends the text of a row, which is that of RowSink::write(). Several threads may call it while
  // the sink is not changed. Errors: a row that cannot be written.
  [[nodiscard]] virtual std::expected<void, SourceFault> append(const Row& row,
                                                                std::string& text) const = 0;
};

// Anything that accepts rows, calculated and raw: a console, CSV, JSON, a binary log.
class RowSink {
 public:
  virtual ~RowSink() = default;
  // The series of the following rows, and which of them to use, in this order (positions in
  // binding.series()). Called before the first row and after each change of either.
  [[nodiscard]] virtual std::expected<void, SourceFault> begin(
      const Binding& binding, std::span<const std::size_t> shown) = 0;
  // After begin() and before the first row: proves that rows can be written whose readings are like
  // those of `sample`, which is not a row itself, and writes what comes before the first one.
  // Errors: those of write(), so that a caller need not wait for its first row to learn of them.
  [[nodiscard]] virtual std::expected<void, SourceFault> prepare(const Sample& /*sample*/) {
    return {};
  }
  // What a person says about the next row. Dropped where rows have no place for it.
  virtual void set_comment(std::string_view /*text*/) {}
  // One row: the values, and the readings that they were calculated from, both in the order of
  // binding.series(). The readings are unusable if the source holds only calculated values. Errors:
  // those of the system, on writing.
  [[nodiscard]] virtual std::expected<void, SourceFault> write(const Sample& sample,
                                                               const Row& row) = 0;
  // Returns what makes text of rows that have no comment, so that several threads may, and
  // write_text() takes it; null: rows are passed to write() only. Lives as long as the sink.
  [[nodiscard]] virtual const RowText* row_text() const noexcept { return nullptr; }
  // Writes rows as their text, which row_text() has made since the last begin(), in their order.
  // Errors: those of write().
  [[nodiscard]] virtual std::expected<void, SourceFault> write_text(std::string_view /*rows*/) {
    return {};
  }
  // Paths of the series that the last begin() brought and that have no column here, because the
  // columns are those of the first begin(). The texts live until the next begin().
  [[nodiscard]] virtual std::span<const std::string> without_column() const noexcept { return {}; }
  // No more rows will follow.
  [[nodiscard]] virtual std::expected<void, SourceFault> end() = 0;
};

}  // namespace openperflib
