// RowFeed: the rows of a query into a sink, which is told of each new layout first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_sink.h"

namespace openperflib {

// Resource: what it has told the sink, which must outlive it. All series are used, in the order of
// the binding.
class RowFeed {
 public:
  // Tells the sink nothing yet.
  explicit RowFeed(RowSink& sink) noexcept : sink_(&sink) {}

  // Whether the series of the query are others than those that the sink was told of.
  [[nodiscard]] bool has_new_layout(const Query& query) const noexcept {
    return generation_ != query.binding().generation();
  }
  // Tells the sink of them if they are. Errors: those of the sink.
  [[nodiscard]] std::expected<void, SourceFault> follow(const Query& query);
  // After follow(): the readings before the newest row, as a row without values. A log of readings
  // that begins there has the rates of the newest row, too. Errors: the same.
  [[nodiscard]] std::expected<void, SourceFault> write_older(const Query& query);
  // The newest row. Errors: the same.
  [[nodiscard]] std::expected<void, SourceFault> write(const Query& query);

 private:
  RowSink* sink_;
  std::optional<std::uint64_t> generation_;  // of the binding that the sink has
  std::vector<std::size_t> shown_;
  Row no_values_;
};

}  // namespace openperflib
