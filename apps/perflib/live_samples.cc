#include "apps/perflib/live_samples.h"

#include <utility>

#include "apps/perflib/exit_code.h"
#include "apps/perflib/messages.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

bool LiveSamples::keep(const SourceQuery& source, LiveMoment moment) {
  const Snapshot& newest = source.snapshot();
  if (samples_.empty()) {
    zone_ = source.zone_at(newest.view().perf_time_100ns());
    is_live_ = source.is_live();
  }
  Kept& kept = samples_.emplace_back(Kept{.snapshot = {}, .moment = moment});
  if (!kept.snapshot.assign(newest.view().bytes()).has_value()) {  // it was read before
    samples_.pop_back();
    return true;
  }
  std::vector<InstanceKey> keys = newest.instance_keys();
  kept.snapshot.set_instance_keys(keys);
  bytes_ += newest.view().bytes().size();
  if (bytes_ < kMostBytes) return true;
  print_error("-n",
              "the samples take 1 GB of memory; `perflib record` and a report of its log can "
              "cover more time");
  return false;
}

std::expected<LiveSamples, int> LiveSamples::collect(const LiveOptions& options,
                                                     const std::vector<std::string>& paths) {
  LiveSamples samples;
  samples.paths_ = paths;
  SourceQuery source;  // catches signals until the samples are there
  const auto take = [&](const SourceQuery& from, LiveMoment moment) {
    return samples.keep(from, moment);
  };
  if (const int code = run_live(source, options, paths, take)) return std::unexpected(code);
  return samples;
}

void LiveSamples::read(const TakeRecord& take) const {
  QueryOptions options;
  options.rows = QueryOptions::Rows::left_out;
  if (is_live_) options.policy.clock_check = ClockCheck::clock_was_set;
  Query query(fixed_titles(), std::move(options));
  for (const std::string& path : paths_) (void)query.add(path);  // valid: they were added before
  QuerySeries series;
  for (const Kept& kept : samples_) {
    query.take(kept.snapshot);
    series.take(query);
    take({.time_local = to_local(series.sample().time_utc, zone_.bias_minutes),
          .catalog = series.catalog(),
          .sample = series.sample(),
          .calculated = nullptr,
          .is_before = kept.moment == LiveMoment::before});
  }
}

}  // namespace openperflib::apps
