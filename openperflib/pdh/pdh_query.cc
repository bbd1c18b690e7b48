#include "openperflib/pdh/pdh_query.h"

#include <functional>
#include <span>
#include <system_error>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/counter/scale.h"
#include "openperflib/pdh/pdh_query_state_internal.h"

namespace openperflib {
namespace {

// Whether readings of the counter can be calculated. Errors: PDH_INVALID_DATA where the source has
// only values, PDH_INVALID_ARGUMENT for types without a value.
std::expected<void, PdhStatus> check_readings(const PdhQueryState& state,
                                              const PdhCounter& counter) {
  if (state.holds_values()) return std::unexpected(PDH_INVALID_DATA);
  if (counter.formula.calculate == nullptr) return std::unexpected(PDH_INVALID_ARGUMENT);
  return {};
}

std::uint64_t time_base_of(const PdhQueryState& state, const PdhCounter& counter) {
  if (counter.definition.time_base != 0 || counter.series_count == 0) {
    return counter.definition.time_base;
  }
  return state.session->query().newer().counters[counter.first_series].time_base;
}

// A reading that the program keeps, as one of this counter.
RawCounter with_time_base(RawCounter reading, std::uint64_t time_base) {
  reading.time_base = time_base;
  return reading;
}

// The reading that comes before all others, of those that are usable: a raw count keeps its 64
// bits.
template <typename Before>
RawCounter usable_extreme(std::span<const RawCounter> ring, Before before) {
  RawCounter extreme;
  for (const RawCounter& reading : ring) {
    if (!usable(reading.status)) continue;
    if (!usable(extreme.status) || before(reading.first, extreme.first)) extreme = reading;
  }
  return extreme;
}

// What the title tables say of a counter.
std::string help_of(const PdhQueryState& state, const DefinedCounter& definition) {
  const auto titles = state.session->titles();
  return std::string(titles->table().help(definition.help_index).value_or(""));
}

}  // namespace

PdhQuery::PdhQuery(std::unique_ptr<PdhQueryState> state) : state_(std::move(state)) {}
PdhQuery::~PdhQuery() { (void)close(); }

std::expected<std::unique_ptr<PdhQuery>, PdhStatus> PdhQuery::open(const DataSource& source,
                                                                   const PdhMachine& machine,
                                                                   LogContents* contents) {
  auto state = std::make_unique<PdhQueryState>(source, machine, contents);
  OPENPERFLIB_TRY(state->open());
  return std::unique_ptr<PdhQuery>(new PdhQuery(std::move(state)));
}

bool PdhQuery::is_real_time() const noexcept { return state_->source.is_real_time(); }
const DataSource& PdhQuery::source() const noexcept { return state_->source; }

std::expected<PdhCounterId, PdhStatus> PdhQuery::add(std::string_view path) {
  const std::lock_guard lock(state_->mutex);
  if (!state_->session.has_value()) return std::unexpected(PDH_INVALID_HANDLE);
  return state_->add(path);
}

PdhStatus PdhQuery::remove(PdhCounterId counter) {
  const std::lock_guard lock(state_->mutex);
  if (state_->find(counter) == nullptr) return PDH_INVALID_HANDLE;
  state_->remove(counter);
  return kPdhSuccess;
}

PdhStatus PdhQuery::set_label(PdhCounterId counter, std::uint64_t label) {
  const std::lock_guard lock(state_->mutex);
  PdhCounter* const found = state_->find(counter);
  if (found == nullptr) return PDH_INVALID_HANDLE;
  found->label = label;
  return kPdhSuccess;
}

std::vector<std::uint64_t> PdhQuery::close() {
  std::vector<PdhQueryState::AtClose> first;
  {
    const std::lock_guard lock(state_->mutex);
    first = std::exchange(state_->at_close, {});
  }
  for (const PdhQueryState::AtClose& one : first) {
    if (const auto owner = one.owner.lock()) one.work();
  }
  const std::lock_guard thread_lock(state_->thread_mutex);
  state_->thread.reset();
  const std::lock_guard lock(state_->mutex);
  return state_->close();
}

std::expected<FileTime, PdhStatus> PdhQuery::collect() {
  const std::lock_guard lock(state_->mutex);
  if (!state_->session.has_value()) return std::unexpected(PDH_INVALID_HANDLE);
  return state_->collect();
}

PdhStatus PdhQuery::collect_every(std::chrono::seconds interval, std::function<void()> collected) {
  if (interval <= std::chrono::seconds(0)) return PDH_INVALID_ARGUMENT;
  const std::lock_guard thread_lock(state_->thread_mutex);
  {
    const std::lock_guard lock(state_->mutex);
    if (!state_->session.has_value()) return PDH_INVALID_HANDLE;
    if (!state_->has_counters()) return PDH_NO_DATA;
  }
  state_->thread.reset();
  try {
    state_->thread =
        std::make_unique<CollectingThread>(interval, [this, collected = std::move(collected)] {
          (void)collect();
          collected();
        });
  } catch (const std::system_error&) {  // no more threads
    return PDH_MEMORY_ALLOCATION_FAILURE;
  }
  return kPdhSuccess;
}

PdhStatus PdhQuery::set_range(FileTime begin_local, FileTime end_local) {
  const std::lock_guard lock(state_->mutex);
  if (!state_->session.has_value()) return PDH_INVALID_HANDLE;
  if (is_real_time()) return PDH_DATA_SOURCE_IS_REAL_TIME;
  if (end_local <= begin_local) return PDH_INVALID_ARGUMENT;
  const LogWindow before = std::exchange(state_->window, {begin_local, end_local});
  const auto opened = state_->open();
  if (opened.has_value()) return kPdhSuccess;
  state_->window = before;
  return opened.error();
}

PdhStatus PdhQuery::set_scale(PdhCounterId counter, int scale) {
  const std::lock_guard lock(state_->mutex);
  PdhCounter* const found = state_->find(counter);
  if (found == nullptr) return PDH_INVALID_HANDLE;
  if (scale < kMinUserScale || scale > kMaxUserScale) return PDH_INVALID_ARGUMENT;
  found->scale = scale;
  return kPdhSuccess;
}

std::expected<PdhValue, PdhStatus> PdhQuery::value(PdhCounterId counter, ValueFormat format) {
  const std::lock_guard lock(state_->mutex);
  const PdhCounter* const found = state_->find(counter);
  if (found == nullptr) return std::unexpected(PDH_INVALID_HANDLE);
  const bool has_values = state_->holds_values() || found->formula.calculate != nullptr;
  if (found->has_wildcards || !has_values) return std::unexpected(PDH_INVALID_ARGUMENT);
  const FormattedValue now = found->series_count == 0
                                 ? FormattedValue::unusable(state_->status_of(*found))
                                 : state_->value_of(*found, found->first_series, format);
  // Field by field: a copy of the whole would wait until the fields are in memory.
  std::expected<PdhValue, PdhStatus> value(std::in_place);
  value->type = found->definition.type;
  value->value.bits = now.bits;
  value->value.status = now.status;
  value->status = status_of_value(value->value.status);
  return value;
}

std::expected<PdhReading, PdhStatus> PdhQuery::reading(PdhCounterId counter) {
  const std::lock_guard lock(state_->mutex);
  const PdhCounter* const found = state_->find(counter);
  if (found == nullptr) return std::unexpected(PDH_INVALID_HANDLE);
  if (found->has_wildcards) return std::unexpected(PDH_INVALID_ARGUMENT);
  if (state_->holds_values()) return std::unexpected(PDH_INVALID_DATA);
  PdhReading reading{.type = found->definition.type,
                     .raw = {.status = state_->status_of(*found)},
                     .time_local = state_->was_collected(*found) ? state_->time_local : 0};
  if (found->series_count != 0) reading.raw = state_->reading_of(found->first_series);
  return reading;
}

std::expected<PdhInstances, PdhStatus> PdhQuery::instances(PdhCounterId counter) {
  std::unique_lock lock(state_->mutex);
  const PdhCounter* const found = state_->find(counter);
  if (found == nullptr) return std::unexpected(PDH_INVALID_HANDLE);
  if (!state_->name_instances(*found)) return std::unexpected(PDH_NO_DATA);
  return PdhInstances(std::move(lock), *state_, *found);
}

std::expected<PdhValue, PdhStatus> PdhQuery::calculated(PdhCounterId counter, ValueFormat format,
                                                        const RawCounter& newer,
                                                        const std::optional<RawCounter>& older) {
  const std::lock_guard lock(state_->mutex);
  const PdhCounter* const found = state_->find(counter);
  if (found == nullptr) return std::unexpected(PDH_INVALID_HANDLE);
  OPENPERFLIB_TRY(check_readings(*state_, *found));
  if (found->formula.samples == 2 && !older.has_value()) {
    return std::unexpected(PDH_CSTATUS_INVALID_DATA);
  }
  const std::uint64_t time_base = time_base_of(*state_, *found);
  PdhValue value{.type = found->definition.type};
  value.value = formatted(found->formula, with_time_base(older.value_or(RawCounter()), time_base),
                          with_time_base(newer, time_base), format, found->scale);
  value.status = status_of_value(value.value.status);
  return value;
}

std::expected<PdhQuery::RingStatistics, PdhStatus> PdhQuery::statistics(
    PdhCounterId counter, ValueFormat format, std::vector<RawCounter> ring, std::size_t first) {
  const std::lock_guard lock(state_->mutex);
  const PdhCounter* const found = state_->find(counter);
  if (found == nullptr) return std::unexpected(PDH_INVALID_HANDLE);
  OPENPERFLIB_TRY(check_readings(*state_, *found));
  const std::uint64_t time_base = time_base_of(*state_, *found);
  for (RawCounter& reading : ring) reading.time_base = time_base;
  const Statistics of_ring = ring_statistics(found->formula, ring, first, {.cap = format.cap()});
  const auto as_number = [&](const Value& value, const RawCounter& reading) {
    return formatted(found->formula, value, reading, format, found->scale);
  };
  return RingStatistics{
      .count = of_ring.count,
      .minimum = as_number(of_ring.minimum, usable_extreme(ring, std::ranges::less())),
      .maximum = as_number(of_ring.maximum, usable_extreme(ring, std::ranges::greater())),
      .mean = as_number(of_ring.mean, RawCounter())};
}

std::expected<PdhCounterDescription, PdhStatus> PdhQuery::describe(PdhCounterId counter) {
  const std::lock_guard lock(state_->mutex);
  const PdhCounter* const found = state_->find(counter);
  if (found == nullptr) return std::unexpected(PDH_INVALID_HANDLE);
  return PdhCounterDescription{.type = found->definition.type,
                               .status = state_->status_of(*found),
                               .scale = found->scale,
                               .default_scale = found->definition.default_scale,
                               .path = found->path,
                               .help = help_of(*state_, found->definition)};
}

std::expected<std::uint64_t, PdhStatus> PdhQuery::time_base(PdhCounterId counter) {
  const std::lock_guard lock(state_->mutex);
  const PdhCounter* const found = state_->find(counter);
  if (found == nullptr) return std::unexpected(PDH_INVALID_HANDLE);
  if (state_->holds_values()) return std::unexpected(PDH_INVALID_DATA);
  return time_base_of(*state_, *found);
}

PdhStatus PdhQuery::with_state(const std::function<PdhStatus(PdhQueryState&)>& work) {
  const std::lock_guard lock(state_->mutex);
  return state_->session.has_value() ? work(*state_) : PDH_INVALID_HANDLE;
}

void PdhQuery::at_close(const std::weak_ptr<void>& owner, std::function<void()> work) {
  const std::lock_guard lock(state_->mutex);
  std::erase_if(state_->at_close, [](const auto& one) { return one.owner.expired(); });
  state_->at_close.push_back({owner, std::move(work)});
}

void PdhQuery::lock() {
  state_->thread_mutex.lock();
  state_->mutex.lock();
}

void PdhQuery::unlock() {
  state_->mutex.unlock();
  state_->thread_mutex.unlock();
}

void PdhQuery::leave_parent() noexcept { state_->leave_parent(); }

}  // namespace openperflib
