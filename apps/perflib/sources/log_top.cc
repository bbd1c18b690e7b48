#include "apps/perflib/sources/log_top.h"

#include <map>
#include <string_view>
#include <tuple>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_progress.h"
#include "apps/perflib/sources/log_reading.h"
#include "apps/perflib/sources/open_session.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

using InstanceName = std::tuple<std::string_view, std::string_view, std::string_view,
                                std::string_view, std::uint32_t>;

InstanceName full_instance_name(const Series& series) {
  return {series.machine, series.object, series.parent, series.instance.value_or(""),
          series.instance_number};
}

}  // namespace

// A name passes from one instance to the next, so the instance that has it now is remembered.
void LogTop::note_series(const Query& query) {
  if (generation_ == query.binding().generation()) return;
  generation_ = query.binding().generation();
  std::map<InstanceName, std::uint64_t> owners;
  for (const Series& series : query.binding().series()) {
    if (series.counter_ordinal == Series::kNoOrdinal) continue;
    if (series.path == 0) owners.emplace(full_instance_name(series), series.identity);
    const auto owner = owners.find(full_instance_name(series));
    if (owner == owners.end() || !known_.insert(series.identity).second) continue;
    owners_.emplace(series.identity, owner->second);
    series_.add(series);
  }
}

std::expected<LogTop, Failure> LogTop::read(const LogOptions& options,
                                            const std::vector<std::string>& paths) {
  LogOptions chosen = options;
  chosen.request = request_of(paths, options);
  LogCursor log = OPENPERFLIB_TRY(open_cursor(chosen));
  Query query = OPENPERFLIB_TRY(query_of(paths, titles_of(options)));
  LogTop top(titles_of(options));
  LogProgress progress;
  while (OPENPERFLIB_TRY(take_next_shown(log, query, progress))) {
    top.ranking_.note(query);
    top.note_series(query);
  }
  return top;
}

std::expected<void, SourceFault> LogTop::begin(RowSink& sink, const std::vector<std::string>& paths,
                                               const std::vector<std::uint64_t>& chosen) const {
  auto query = query_of(paths, titles_);
  if (!query.has_value()) return {};  // read() has added the same paths
  const Sample nothing_read{.counters = std::vector<RawCounter>(series_.series().size())};
  query->take(series_, nothing_read);
  std::vector<std::size_t> shown;
  const auto series = query->binding().series();
  for (const std::uint64_t instance : chosen) {
    for (std::size_t i = 0; i < series.size(); ++i) {
      const auto owner = owners_.find(series[i].identity);
      if (owner != owners_.end() && owner->second == instance) shown.push_back(i);
    }
  }
  return sink.begin(query->binding(), shown);
}

}  // namespace openperflib::apps
