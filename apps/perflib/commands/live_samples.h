// LiveSamples: samples of this machine, or of root folders, kept so that they can be read several
// times, as a log is.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "apps/perflib/commands/live_run.h"
#include "openperflib/jobs/report/report_passes.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/query_series.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib::apps {

// Resource, movable. Memory: the blocks, with the objects of the paths only.
class LiveSamples {
 public:
  // Watches for the time of `options`. Ends earlier on a signal, and with a message when the blocks
  // take kMostBytes.
  [[nodiscard]] static std::expected<LiveSamples, Failure> collect(
      const LiveOptions& options, const std::vector<std::string>& paths);
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

  // Passes on all samples, from the first one on: the series that the paths mean.
  void read(const std::function<void(const TakenRecord&)>& take) const;

  [[nodiscard]] std::size_t size() const noexcept { return samples_.size(); }
  // The clock of its times.
  [[nodiscard]] const ZoneOffset& zone() const noexcept { return zone_; }

 private:
  struct Kept {
    Snapshot snapshot;
    LiveMoment moment;
  };
  // Keeps the newest snapshot. False: there is no room for more.
  [[nodiscard]] bool keep(const CounterSession& session, LiveMoment moment);

  std::vector<std::string> paths_;
  std::shared_ptr<const TitleSet> titles_;
  std::vector<Kept> samples_;
  std::uint64_t bytes_ = 0;
  ZoneOffset zone_;
  bool is_live_ = false;
};

}  // namespace openperflib::apps
