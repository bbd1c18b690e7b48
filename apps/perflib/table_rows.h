// Rows as a table for people: a group an object instance, a line a series.
#pragma once

#include <string>
#include <vector>

#include "apps/perflib/row_sinks.h"
#include "apps/perflib/source_query.h"
#include "openperflib/query/source.h"

namespace openperflib::apps {

// Resource. Prints to standard output; `source` must outlive it.
class TableRows final : public Sink {
 public:
  TableRows(const SourceQuery& source, RawNumbers raw) : source_(source), raw_(raw) {}
  std::expected<void, SourceFault> begin(const Binding& binding,
                                         std::span<const std::size_t> shown) override;
  std::expected<void, SourceFault> write(const Sample& /*sample*/, const Row& row) override;
  std::expected<void, SourceFault> end() override { return {}; }

 private:
  void append_series(std::size_t series);

  const SourceQuery& source_;
  RawNumbers raw_;
  std::vector<std::size_t> shown_;
  std::size_t width_ = 0;  // of the widest counter name
  bool first_row_ = true;
  std::string text_;
};

}  // namespace openperflib::apps
