// Binds a block that has the layout of the one before it, but other processes: names are used again
// all the time, so that nothing but identities differs.
#include <algorithm>

#include "openperflib/query/query_state_internal.h"

namespace openperflib {

// Identifies the series in their places. Returns whether some are others than before.
bool Query::State::identify_again() {
  const auto bound = binder.series();
  std::vector<Series>& series = binding.state_->named.series;
  identities_.resize(series.size());
  bool is_another = false;  // the instance of the series before is another one than before
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Catalog::Place& place = bound[i].place;
    const bool is_there = bound[i].number != BoundSeries::kNone;
    const bool is_next = i != 0 && bound[i - 1].number != BoundSeries::kNone &&
                         bound[i - 1].place.object == place.object &&
                         bound[i - 1].place.instance == place.instance;
    if (!is_next) is_another = is_there && !layout.has_instance_of(next_layout_, place);
    identities_[i] = is_there && is_another ? layout.identity_of(place) : series[i].identity;
  }
  older_series_.assign_in_place(series, identities_);
  if (std::ranges::equal(series, identities_, {}, &Series::identity)) return false;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (bound[i].number == BoundSeries::kNone) continue;
    series[i].identity = identities_[i];
    series[i].process_id = layout.process_id_of(bound[i].place);
  }
  return true;
}

void Query::State::bind_other_processes(const Snapshot& snapshot) {
  const Catalog& catalog = binding.state_->named.catalog;
  layout.replace_processes(snapshot, catalog, next_layout_);
  layout.continue_from(next_layout_, step.time);
  if (wants_first_rates()) layout.note_starts(snapshot, catalog, step.time);
  object_processes_.take(snapshot.instance_keys());
  const bool some_are_others = identify_again();
  align_samples(true);
  if (some_are_others) {
    const auto before = older_series_.positions();
    binding.state_->before.assign(before.begin(), before.end());
    binding.state_->kept_names = ++binding.state_->generation;
  }
  ++bindings;
  if (wants_first_rates()) find_begun_in_block();
}

}  // namespace openperflib
