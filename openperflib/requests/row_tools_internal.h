// What the tools of rows have in common: the rows of a log as a tool, and the columns of series.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "openperflib/jobs/rows_job.h"
#include "openperflib/query/binding/binding.h"
#include "openperflib/requests/tool.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/requests/tool_session.h"

namespace openperflib {

// The columns of rows whose series come and go: each series has its column from its first row on.
// Value.
class SeriesColumns {
 public:
  static constexpr std::size_t kNoColumn = std::numeric_limits<std::size_t>::max();

  // Called when the series change. New ones get columns while there are fewer than `most`; those
  // that get none are counted, and have none later either.
  void take(const Binding& binding, std::size_t most);

  // By series of the last binding: its column, or kNoColumn.
  [[nodiscard]] const std::vector<std::size_t>& of_series() const noexcept { return of_series_; }
  // By column: its path.
  [[nodiscard]] const std::vector<std::string>& paths() const noexcept { return paths_; }
  // How many series have no column.
  [[nodiscard]] std::size_t left_out() const noexcept { return left_out_; }

 private:
  std::vector<std::string> paths_;
  std::unordered_map<std::string, std::size_t> by_path_;
  std::vector<std::size_t> of_series_;
  std::size_t left_out_ = 0;
};

// All rows of the argument `log` into a sink, also if no path matches anything. `write` and `take`
// are those of tool_of().
[[nodiscard]] BegunTool rows_tool(ToolSession& session, const ToolArguments& words,
                                  const std::vector<std::string>& paths, OpenRowSink open,
                                  JobTool<RowsJob>::Write write,
                                  JobTool<RowsJob>::TakeColumns take = {});

}  // namespace openperflib
