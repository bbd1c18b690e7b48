// query, explain: values of counters.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/explanation.h"
#include "openperflib/jobs/no_rows.h"
#include "openperflib/jobs/rows_job.h"
#include "openperflib/query/catalog/series.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/requests/row_tools_internal.h"
#include "openperflib/requests/session_tool_internal.h"
#include "openperflib/requests/tool_parts_internal.h"
#include "openperflib/view/explain/series_explanation_json.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostColumns = 100;
constexpr std::size_t kMostExplained = 5;
constexpr std::size_t kRowsOfAMachine = 2;  // a rate needs two

// The last rows of a session.
class LastRows final : public RowSink {
 public:
  explicit LastRows(std::size_t most) : most_(most) {}

  // From now on the rows are those of this session, which must outlive the last one.
  RowSink* of(const CounterSession& session) {
    session_ = &session;
    return this;
  }
  [[nodiscard]] std::expected<void, SourceFault> begin(
      const Binding& /*binding*/, std::span<const std::size_t> /*shown*/) override {
    return {};
  }
  [[nodiscard]] std::expected<void, SourceFault> write(const Sample& /*sample*/,
                                                       const Row& /*row*/) override {
    take(*session_);
    return {};
  }
  [[nodiscard]] std::expected<void, SourceFault> end() override { return {}; }

  void take(const CounterSession& session) {
    const Query& query = session.query();
    map_columns(query);
    if (rows_.size() == most_) {
      rows_.pop_front();
      ++left_out_;
    }
    KeptRow& row = rows_.emplace_back();
    row.time = row_time(session);
    row.values.resize(columns_.paths().size());
    for (std::size_t i = 0; i < columns_.of_series().size(); ++i) {
      const std::size_t column = columns_.of_series()[i];
      if (column != SeriesColumns::kNoColumn && query.row().values[i].usable()) {
        row.values[column] = query.row().values[i].number;
      }
    }
  }

  // Members of an object.
  void write_members(JsonWriter& out, const CounterSession& session) const {
    out.member("columns", columns_.paths());
    if (columns_.left_out() != 0) out.member("columns_left_out", columns_.left_out());
    out.objects("rows", rows_, [&](const KeptRow& row) {
      out.member("time", row.time);
      out.key("values");
      out.begin_array();
      for (std::size_t i = 0; i < columns_.paths().size(); ++i) {
        out.value(i < row.values.size() ? row.values[i] : std::nullopt);
      }
      out.end_array();
    });
    if (left_out_ != 0) out.member("earlier_rows_left_out", left_out_);
    write_missing(out, session);
  }

 private:
  struct KeptRow {
    std::optional<std::string> time;
    std::vector<std::optional<double>> values;
  };

  void map_columns(const Query& query) {
    if (generation_ == query.binding().generation()) return;
    generation_ = query.binding().generation();
    columns_.take(query.binding(), kMostColumns);
  }

  // Why the newest row lacks values, and which paths match nothing.
  void write_missing(JsonWriter& out, const CounterSession& session) const {
    struct Missing {
      std::string path;
      std::string reason;
    };
    std::vector<Missing> missing;
    for (std::size_t i = 0; i < columns_.of_series().size(); ++i) {
      const std::size_t column = columns_.of_series()[i];
      const std::string reason = session.query().reason(i);
      if (column != SeriesColumns::kNoColumn && !reason.empty()) {
        missing.push_back({columns_.paths()[column], reason});
      }
    }
    for (Query::PathId path = 0; path < session.paths().size(); ++path) {
      const std::string why = session.unmatched_text(path);
      if (!why.empty()) missing.push_back({session.paths()[path], why});
    }
    if (missing.empty()) return;
    write_bounded(out, "missing", missing, kMostColumns, [&](const Missing& one) {
      out.member("path", one.path);
      out.member("reason", one.reason);
    });
  }

  const CounterSession* session_ = nullptr;
  std::size_t most_;
  std::deque<KeptRow> rows_;
  SeriesColumns columns_;
  std::uint64_t generation_ = 0;
  std::size_t left_out_ = 0;
};

std::string explained(const CounterSession& session) {
  const std::size_t count = session.query().row().values.size();
  std::vector<SeriesExplanation> explanations;
  for (std::size_t i = 0; i < std::min(count, kMostExplained); ++i) {
    explanations.push_back(explanation_of(session, i));
  }
  return json_object([&](JsonWriter& out) {
    write_explanations(out, row_time(session), explanations);
    if (explanations.size() < count) out.member("left_out", count - explanations.size());
    const std::string why = session.unmatched_text(0);
    if (!why.empty()) out.member("unmatched", why);
  });
}

}  // namespace

void SeriesColumns::take(const Binding& binding, std::size_t most) {
  of_series_.clear();
  for (const Series& series : binding.series()) {
    const auto [place, is_new] = by_path_.emplace(path_of(series), kNoColumn);
    if (is_new && paths_.size() < most) {
      place->second = paths_.size();
      paths_.push_back(place->first);
    } else if (is_new) {
      ++left_out_;
    }
    of_series_.push_back(place->second);
  }
}

BegunTool rows_tool(ToolSession& session, const ToolArguments& words,
                    const std::vector<std::string>& paths, OpenRowSink open,
                    JobTool<RowsJob>::Write write, JobTool<RowsJob>::TakeColumns take) {
  const TitleTable& titles = session.environment().titles;
  RowsOptions options{.logs = OPENPERFLIB_TRY(log_of(session, words)),
                      .window = OPENPERFLIB_TRY(window_of(session, words)),
                      .paths = paths,
                      .without_series = RowsOptions::WithoutSeries::empty_rows};
  options.logs.request = request_of(paths, titles);
  return tool_of(RowsJob::begin(std::move(options), std::move(open), titles), std::move(write),
                 std::move(take));
}

BegunTool begin_query(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const auto paths = words.texts("paths");
  if (paths.empty()) return std::unexpected("paths names no counter");
  if (!words.has("log")) {
    return machine_tool(session, paths, kRowsOfAMachine, [](CounterSession& machine) {
      LastRows rows(1);
      rows.take(machine);
      return json_object([&](JsonWriter& out) { rows.write_members(out, machine); });
    });
  }
  const auto rows = std::make_shared<LastRows>(words.count("rows", 20, 200));
  return rows_tool(
      session, words, paths, [rows](const CounterSession& log) { return rows->of(log); },
      [rows](RowsJob& job) {
        return json_object([&](JsonWriter& out) {
          rows->write_members(out, job.session());
          write_findings(out, job.findings());
        });
      });
}

BegunTool begin_explain(ToolSession& session, const LocatedJson& arguments) {
  const ToolArguments words(arguments);
  const std::vector<std::string> paths{words.text("path")};
  if (!words.has("log")) return machine_tool(session, paths, kRowsOfAMachine, &explained);
  const auto none = std::make_shared<NoRows>();
  return rows_tool(
      session, words, paths, [none](const CounterSession& /*log*/) { return none.get(); },
      [](RowsJob& job) { return explained(job.session()); });
}

}  // namespace openperflib
