#include "openperflib/view/summary/alert_rehearsal.h"

#include <algorithm>

namespace openperflib {

void AlertRehearsal::note(const AlertEvent& event) {
  RuleTally& tally = tallies_[event.rule];
  ++all_events_;
  if (events_.size() < most_events_) events_.push_back({now_, event});
  const auto key = std::pair(event.rule, event.series);
  switch (event.kind) {
    case AlertEventKind::fired:
      ++tally.fired;
      fired_at_.insert_or_assign(key, now_);
      return;
    case AlertEventKind::suppressed:
      ++tally.suppressed;
      return;
    case AlertEventKind::cleared:
    case AlertEventKind::gone:
      break;
  }
  ++tally.over;
  const auto on = fired_at_.find(key);
  if (on == fired_at_.end()) return;
  tally.longest = std::max(tally.longest, now_ - on->second);
  fired_at_.erase(on);
}

void AlertRehearsal::take(const Query& query, FileTime time_local) {
  now_ = time_local;
  for (std::uint32_t path = 0; path < had_path_.size(); ++path) {
    if (query.match(path) == Query::Match::matched) had_path_[path] = true;
  }
  for (const AlertEvent& event : watch_.take(query)) note(event);
}

void AlertRehearsal::end() {
  for (const auto& [key, time] : fired_at_) {
    RuleTally& tally = tallies_[key.first];
    ++tally.still_on;
    tally.longest = std::max(tally.longest, now_ - time);
  }
}

}  // namespace openperflib
