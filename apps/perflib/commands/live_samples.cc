#include "apps/perflib/commands/live_samples.h"

#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "openperflib/base/try_internal.h"

namespace openperflib::apps {

bool LiveSamples::keep(const CounterSession& session, LiveMoment moment) {
  const Snapshot& newest = session.snapshot();
  if (samples_.empty()) {
    zone_ = session.zone_at(newest.view().perf_time_100ns());
    is_live_ = session.is_live();
    titles_ = session.titles();
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

std::expected<LiveSamples, Failure> LiveSamples::collect(const LiveOptions& options,
                                                         const std::vector<std::string>& paths) {
  LiveSamples samples;
  samples.paths_ = paths;
  const auto take = [&](const CounterSession& from, LiveMoment moment) {
    return samples.keep(from, moment);
  };
  (void)OPENPERFLIB_TRY(run_live(options, paths, take));
  return samples;
}

void LiveSamples::read(const std::function<void(const TakenRecord&)>& take) const {
  QueryOptions options;
  options.rows = QueryOptions::Rows::left_out;
  if (is_live_) options.policy.clock_check = ClockCheck::clock_was_set;
  Query query(titles_, std::move(options));
  for (const std::string& path : paths_) (void)query.add(path);  // valid: they were added before
  QuerySeries series;
  for (const Kept& kept : samples_) {
    query.take(kept.snapshot);
    series.take(query);
    take({.time_local = to_local(series.sample().time_utc, zone_.bias_minutes),
          .record = {series.catalog(), series.sample()},
          .is_before = kept.moment == LiveMoment::before});
  }
}

}  // namespace openperflib::apps
