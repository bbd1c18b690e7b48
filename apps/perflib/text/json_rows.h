// Rows as JSON, one per line (docs/perflib.md, section 2).
#pragma once

#include <vector>

#include "openperflib/jobs/remainder_reading.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/session/counter_session.h"

namespace openperflib::apps {

// Resource. Prints to standard output; `source` must outlive it.
class JsonRows final : public RowSink {
 public:
  explicit JsonRows(const CounterSession& source) : source_(source), remainder_(source) {}
  std::expected<void, SourceFault> begin(const Binding& binding,
                                         std::span<const std::size_t> shown) override;
  std::expected<void, SourceFault> write(const Sample& /*sample*/, const Row& row) override;
  std::expected<void, SourceFault> end() override { return {}; }

 private:
  const CounterSession& source_;
  RemainderReading remainder_;
  std::vector<std::size_t> shown_;
};

}  // namespace openperflib::apps
