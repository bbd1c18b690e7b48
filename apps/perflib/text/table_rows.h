// Rows as a table for people: one group per instance of an object, one line per series. On a
// terminal, a few series of a log are shown as columns, with one line per row.
#pragma once

#include <string>
#include <vector>

#include "apps/perflib/text/row_sinks.h"
#include "openperflib/jobs/remainder_reading.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/session/counter_session.h"

namespace openperflib::apps {

// Resource. Prints to standard output; `source` must outlive it.
class TableRows final : public RowSink {
 public:
  TableRows(const CounterSession& source, RawNumbers raw);
  std::expected<void, SourceFault> begin(const Binding& binding,
                                         std::span<const std::size_t> shown) override;
  std::expected<void, SourceFault> write(const Sample& /*sample*/, const Row& row) override;
  std::expected<void, SourceFault> end() override { return {}; }

 private:
  [[nodiscard]] bool is_in_columns() const noexcept;
  void append_group_rows();
  void append_series(std::size_t series);
  // Explains the columns, before their first row and when they change.
  void append_legend();
  void append_column_heads(const std::string& date);
  void append_column_row();

  // Says what no process accounts for, if that is much.
  void append_remainder();

  const CounterSession& source_;
  RemainderReading remainder_;
  RawNumbers raw_;
  std::vector<std::size_t> shown_;
  std::size_t width_ = 0;  // of the widest counter name
  bool first_row_ = true;
  bool may_have_columns_;
  std::string date_;  // the last date shown above the rows
  std::string text_;
};

}  // namespace openperflib::apps
