#include <algorithm>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/pdh/pdh_query_state_internal.h"
#include "openperflib/pdh/pdh_sessions_internal.h"

namespace openperflib {
namespace {

// The parts as pdh.h has them. A path that was found has them all.
CounterPath parts_of(const PathPattern& pattern, const FoundCounter& found,
                     const PdhMachine& machine) {
  const ObjectParents parents = parents_of_object(found.object, machine.fixed);
  CounterPath parts = CounterPath::parse(pattern.text(), parents).value_or(CounterPath());
  parts.machine = found.machine.empty() ? machine.name : found.machine;
  parts.object = found.object;
  parts.counter = found.definition.name;
  return parts;
}

// Whether a status says that there is nothing that could have a value.
bool is_absent(CStatus status) noexcept {
  return status == CStatus::no_instance || status == CStatus::no_object;
}

CStatus status_of_match(PathMatch match) noexcept {
  switch (match) {
    case PathMatch::no_machine:
      return CStatus::no_machine;
    case PathMatch::no_object:
      return CStatus::no_object;
    case PathMatch::no_counter:
      return CStatus::no_counter;
    case PathMatch::no_instance:
    case PathMatch::matched:  // by wildcards, and no instance is there now
      return CStatus::no_instance;
    case PathMatch::left_out:
      break;
  }
  return CStatus::no_counter;
}

}  // namespace

std::expected<void, PdhStatus> PdhQueryState::open() {
  session = OPENPERFLIB_TRY(open_session(source, window, machine));
  holds_values_ = session->holds_values();
  ++sessions;
  generation_ = 0;
  bind_again();
  return {};
}

// Paths keep their numbers: open logs refer to series by them.
void PdhQueryState::bind_again() {
  const std::vector<std::uint32_t> slots = std::exchange(slot_of_path_, {});
  free_paths_.clear();
  std::vector<Query::PathId> unused;
  for (const std::uint32_t slot : slots) {
    if (slot != kNone) {
      (void)bind(*slots_[slot].counter, slot);
      continue;
    }
    unused.push_back(session->reserve());
    slot_of_path_.push_back(kNone);
  }
  free_paths_ = std::move(unused);
}

bool PdhQueryState::has_logs() const {
  return std::ranges::any_of(at_close, [](const AtClose& log) { return !log.owner.expired(); });
}

std::expected<void, PdhStatus> PdhQueryState::add_path(PdhCounter& counter) {
  if (free_paths_.empty() || has_logs()) {
    const auto added = session->add(counter.session_path);
    if (!added.has_value()) return std::unexpected(PDH_CSTATUS_BAD_COUNTERNAME);
    counter.session_id = *added;
    return {};
  }
  if (!session->replace(free_paths_.back(), counter.session_path).has_value()) {
    return std::unexpected(PDH_CSTATUS_BAD_COUNTERNAME);
  }
  counter.session_id = free_paths_.back();
  free_paths_.pop_back();
  return {};
}

std::expected<void, PdhStatus> PdhQueryState::bind(PdhCounter& counter, std::uint32_t slot) {
  OPENPERFLIB_TRY(add_path(counter));
  counter.collections_before = collections;
  counter.series_count = 0;
  counter.names_generation = 0;
  if (counter.session_id >= slot_of_path_.size()) {
    slot_of_path_.resize(std::size_t{counter.session_id} + 1, kNone);
  }
  slot_of_path_[counter.session_id] = slot;
  return {};
}

std::expected<PdhCounter, PdhStatus> PdhQueryState::described(std::string_view path) {
  if (path.empty()) return std::unexpected(PDH_CSTATUS_NO_COUNTERNAME);
  const auto pattern = PathPattern::parse(path, PathGrammar::pdh);
  if (!pattern.has_value()) return std::unexpected(PDH_CSTATUS_BAD_COUNTERNAME);
  FoundCounter found = OPENPERFLIB_TRY(finder.find(*pattern));
  const auto& instance = pattern->single_request()->instance;
  PdhCounter counter;
  counter.path = parts_of(*pattern, found, machine);
  counter.has_wildcards = instance.has_value() && instance->has_wildcards();
  if (!source.is_real_time() && !found.machine.empty()) {
    counter.session_path = "\\\\" + found.machine;
  }
  counter.session_path += without_machine(path);
  counter.definition = std::move(found.definition);
  if (holds_values()) counter.definition.type = CounterType();
  if (!holds_values()) counter.formula = formula_of(counter.definition.type);
  return counter;
}

std::expected<PdhCounterId, PdhStatus> PdhQueryState::add(std::string_view path) {
  PdhCounter counter = OPENPERFLIB_TRY(described(path));
  if (free_slots_.empty()) {
    free_slots_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t slot = free_slots_.back();
  OPENPERFLIB_TRY(bind(counter, slot));
  free_slots_.pop_back();
  slots_[slot].counter = std::make_unique<PdhCounter>(std::move(counter));
  ++counters_;
  return PdhCounterId{slot, slots_[slot].generation};
}

void PdhQueryState::remove(PdhCounterId id) {
  Slot& slot = slots_[id.slot];
  session->remove(slot.counter->session_id);
  slot_of_path_[slot.counter->session_id] = kNone;
  free_paths_.push_back(slot.counter->session_id);
  slot.counter.reset();
  ++slot.generation;
  free_slots_.push_back(id.slot);
  --counters_;
}

std::vector<std::uint64_t> PdhQueryState::close() {
  std::vector<std::uint64_t> labels;
  for (Slot& slot : slots_) {
    if (slot.counter != nullptr) labels.push_back(slot.counter->label);
  }
  slots_.clear();
  counters_ = 0;
  session.reset();
  return labels;
}

// A thread of the parent may have held a log of the query, which nobody in the child ends then. To
// end the session would end that of the parent, too.
void PdhQueryState::leave_parent() {
  inherited_thread = thread.release();
  at_close.clear();
  if (!session.has_value() || !std::ranges::any_of(source.logs(), SqlLogName::is_one)) return;
  inherited_session = new CounterSession(*std::move(session));
  (void)close();
}

// A counter that was lacking may be there now, and one that was there may be another.
void PdhQueryState::follow_definition(PdhCounter& counter, const Series& series) const {
  if (series.counter_ordinal == Series::kNoOrdinal || holds_values()) return;
  if (series.type == counter.definition.type) return;
  counter.definition.type = series.type;
  counter.definition.default_scale = series.default_scale;
  counter.formula = formula_of(series.type);
}

// A wildcard means no series of a counter that this machine lacks.
void PdhQueryState::follow_layout() {
  const Binding& binding = session->query().binding();
  if (binding.generation() == generation_) return;
  generation_ = binding.generation();
  for (Slot& slot : slots_) {
    if (slot.counter != nullptr) slot.counter->series_count = 0;
  }
  const auto series = binding.series();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    const std::uint32_t path = series[i].path;
    if (path >= slot_of_path_.size() || slot_of_path_[path] == kNone) continue;
    PdhCounter& counter = *slots_[slot_of_path_[path]].counter;
    if (counter.has_wildcards && series[i].counter_ordinal == Series::kNoOrdinal) continue;
    if (counter.series_count++ != 0) continue;
    counter.first_series = i;
    follow_definition(counter, series[i]);
  }
}

bool PdhQueryState::has_instance() const {
  return std::ranges::any_of(slots_, [this](const Slot& slot) {
    if (slot.counter == nullptr) return false;
    return slot.counter->has_wildcards ? slot.counter->series_count != 0
                                       : !is_absent(status_of(*slot.counter));
  });
}

std::expected<FileTime, PdhStatus> PdhQueryState::collect() {
  if (counters_ == 0) return std::unexpected(PDH_NO_DATA);
  if (session->has_ended()) return std::unexpected(PDH_NO_MORE_DATA);
  const auto collected = session->collect();
  if (!collected.has_value()) {
    return std::unexpected(source.is_real_time() ? PDH_CANNOT_CONNECT_MACHINE
                                                 : PDH_LOG_FILE_OPEN_ERROR);
  }
  if (*collected == CounterSession::Collected::end) return std::unexpected(PDH_NO_MORE_DATA);
  ++collections;
  follow_layout();
  const Query& query = session->query();
  last = {query.row().values, query.newer().counters, query.older().counters};
  const FileTime utc = query.row().time_utc;
  time_local = session->log() != nullptr ? session->log()->record().time_local
                                         : to_local(utc, session->zone_at(utc).bias_minutes);
  if (!has_instance()) return std::unexpected(PDH_NO_DATA);
  return time_local;
}

CStatus PdhQueryState::status_of(const PdhCounter& counter) const {
  if (!was_collected(counter)) return CStatus::item_not_validated;
  if (counter.series_count != 0) return status_of(counter.first_series);
  return status_of_match(session->query().match(counter.session_id));
}

RawCounter PdhQueryState::reading_of(std::size_t series) const {
  const CStatus status = status_of(series);
  RawCounter reading;
  if (usable(status)) reading = last.newer[series];
  reading.status = status;
  return reading;
}

// A counter without wildcards has the instance that its path names, whether or not it is there.
bool PdhQueryState::name_instances(const PdhCounter& counter) const {
  if (counter.series_count == 0 && counter.has_wildcards) return false;
  if (counter.series_count != 0 && counter.names_generation == generation_) return true;
  Series named;
  named.parent = counter.path.parent;
  named.instance = counter.path.instance;
  named.instance_number = counter.path.index;
  const auto series = session->query().binding().series();
  counter.names.assign(counter.series_count == 0
                           ? std::span(&named, 1)
                           : series.subspan(counter.first_series, counter.series_count));
  counter.names_generation = counter.series_count == 0 ? 0 : generation_;
  return true;
}

}  // namespace openperflib
