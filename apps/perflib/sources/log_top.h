// The largest instances of a whole log: for query --top on logs.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "apps/perflib/sources/log_input.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/view/summary/top_instances.h"

namespace openperflib::apps {

// Resource: the instances of path 0 in all records of a log, and every series that the paths match
// there.
class LogTop {
 public:
  // Reads all of the log, with progress on a terminal.
  [[nodiscard]] static std::expected<LogTop, Failure> read(const LogOptions& options,
                                                           const std::vector<std::string>& paths);

  [[nodiscard]] const TopRanking& ranking() const noexcept { return ranking_; }
  // Begins a text log with the columns of these instances, largest first: all columns that a query
  // with the same paths will have for them. Errors: those of the sink.
  [[nodiscard]] std::expected<void, SourceFault> begin(
      RowSink& sink, const std::vector<std::string>& paths,
      const std::vector<std::uint64_t>& chosen) const;

 private:
  void note_series(const Query& query);

  explicit LogTop(const TitleTable& titles) : titles_(titles) {}

  TitleTable titles_;
  TopRanking ranking_;
  Catalog series_;  // from all records, each once
  std::unordered_set<std::uint64_t> known_;
  std::unordered_map<std::uint64_t, std::uint64_t>
      owners_;  // series to that of path 0, by identity
  std::uint64_t generation_ = 0;
};

}  // namespace openperflib::apps
