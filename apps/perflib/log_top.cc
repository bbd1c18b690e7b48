#include "apps/perflib/log_top.h"

#include <map>
#include <string_view>
#include <tuple>

#include "apps/perflib/exit_code.h"
#include "apps/perflib/log_progress.h"
#include "apps/perflib/log_source.h"
#include "apps/perflib/messages.h"
#include "apps/perflib/source_query.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

using InstanceName = std::tuple<std::string_view, std::string_view, std::string_view,
                                std::string_view, std::uint32_t>;

InstanceName instance_of(const Series& series) {
  return {series.machine, series.object, series.parent, series.instance.value_or(""),
          series.instance_number};
}

// An exit code after a message.
std::expected<Query, int> query_of(const std::vector<std::string>& paths) {
  Query query(fixed_titles());
  for (const std::string& path : paths) {
    const auto added = query.add(path);
    if (added.has_value()) continue;
    print_error(path, not_a_path(added.error()));
    return std::unexpected(kUsageError);
  }
  return query;
}

}  // namespace

// A name passes from one instance to the next, so the instance that has it now is remembered.
void LogTop::note_series(const Query& query) {
  if (generation_ == query.binding().generation()) return;
  generation_ = query.binding().generation();
  std::map<InstanceName, std::uint64_t> owners;
  for (const Series& series : query.binding().series()) {
    if (series.counter_ordinal == Series::kNoOrdinal) continue;
    if (series.path == 0) owners.emplace(instance_of(series), series.identity);
    const auto owner = owners.find(instance_of(series));
    if (owner == owners.end() || !known_.insert(series.identity).second) continue;
    owners_.emplace(series.identity, owner->second);
    series_.add(series);
  }
}

std::expected<LogTop, int> LogTop::read(const LogOptions& options,
                                        const std::vector<std::string>& paths) {
  LogOptions chosen = options;
  chosen.request = request_of(paths);
  LogSource log = OPENPERFLIB_TRY(LogSource::open(chosen));
  Query query = OPENPERFLIB_TRY(query_of(paths.empty() ? all_paths() : paths));
  LogTop top;
  LogProgress progress;
  while (OPENPERFLIB_TRY(log.take_next_shown(query, progress))) {
    top.ranking_.note(query);
    top.note_series(query);
  }
  return top;
}

std::expected<void, SourceFault> LogTop::begin(RowSink& sink, const std::vector<std::string>& paths,
                                               const std::vector<std::uint64_t>& chosen) const {
  Query query(fixed_titles());
  for (const std::string& path : paths.empty() ? all_paths() : paths) (void)query.add(path);
  const Sample nothing_read{.counters = std::vector<RawCounter>(series_.series().size())};
  query.take(series_, nothing_read);
  std::vector<std::size_t> shown;
  const auto series = query.binding().series();
  for (const std::uint64_t instance : chosen) {
    for (std::size_t i = 0; i < series.size(); ++i) {
      const auto owner = owners_.find(series[i].identity);
      if (owner != owners_.end() && owner->second == instance) shown.push_back(i);
    }
  }
  return sink.begin(query.binding(), shown);
}

}  // namespace openperflib::apps
