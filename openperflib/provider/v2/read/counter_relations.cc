#include "openperflib/provider/v2/read/counter_relations.h"

#include <algorithm>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/counter_type.h"

namespace openperflib {
namespace {

// The counters of a set by id, so that the work is not the square of their number.
class CounterPositions {
 public:
  explicit CounterPositions(const CounterSetTemplate& set) {
    for (std::uint32_t i = 0; i < set.counters.size(); ++i) {
      sorted_.emplace_back(set.counters[i].id, i);
    }
    std::ranges::sort(sorted_);
  }
  [[nodiscard]] std::uint32_t of(std::uint32_t id) const noexcept {
    if (id == kNoCounterId) return CounterRelations::kNone;
    const auto found = std::ranges::lower_bound(sorted_, id, {}, &std::pair<Id, Position>::first);
    return found != sorted_.end() && found->first == id ? found->second : CounterRelations::kNone;
  }

 private:
  using Id = std::uint32_t;
  using Position = std::uint32_t;
  std::vector<std::pair<Id, Position>> sorted_;
};

class RelationFinder {
 public:
  explicit RelationFinder(const CounterSetTemplate& set) : set_(set), positions_(set) {}

  [[nodiscard]] CounterRelations of(std::uint32_t position) const noexcept {
    const CounterTemplate& counter = set_.counters[position];
    return {.base = base_of(position),
            .multiplier = multiplier_of(position),
            .time = positions_.of(counter.perf_time_id),
            .frequency = positions_.of(counter.perf_freq_id)};
  }

 private:
  [[nodiscard]] std::uint32_t next(std::uint32_t position) const noexcept {
    return position + 1 < set_.counters.size() ? position + 1 : CounterRelations::kNone;
  }
  [[nodiscard]] std::uint32_t base_of(std::uint32_t position) const noexcept {
    const CounterTemplate& counter = set_.counters[position];
    if (!CounterType(counter.type).needs_base()) return CounterRelations::kNone;
    if (counter.base_id != kNoCounterId) return positions_.of(counter.base_id);
    const bool has_clock =
        counter.type == PERF_PRECISION_OBJECT_TIMER && counter.perf_time_id != kNoCounterId;
    return has_clock ? positions_.of(counter.perf_time_id) : next(position);
  }
  // Manifests name it by either attribute.
  [[nodiscard]] std::uint32_t multiplier_of(std::uint32_t position) const noexcept {
    const CounterTemplate& counter = set_.counters[position];
    if (!CounterType(counter.type).is_multi()) return CounterRelations::kNone;
    if (counter.multi_id != kNoCounterId) return positions_.of(counter.multi_id);
    if (counter.base_id != kNoCounterId) return positions_.of(counter.base_id);
    const std::uint32_t following = next(position);
    const bool is_multiplier = following != CounterRelations::kNone &&
                               set_.counters[following].type == PERF_COUNTER_MULTI_BASE;
    return is_multiplier ? following : CounterRelations::kNone;
  }

  const CounterSetTemplate& set_;
  CounterPositions positions_;
};

bool is_function(std::uint32_t number) noexcept {
  return number >= PERF_AGGREGATE_TOTAL && number <= PERF_AGGREGATE_MAX;
}

}  // namespace

std::vector<CounterRelations> relations_of(const CounterSetTemplate& set) {
  const RelationFinder finder(set);
  std::vector<CounterRelations> relations;
  relations.reserve(set.counters.size());
  for (std::uint32_t i = 0; i < set.counters.size(); ++i) relations.push_back(finder.of(i));
  return relations;
}

std::vector<std::uint32_t> aggregate_functions_of(const CounterSetTemplate& set) {
  std::vector<std::uint32_t> functions;
  functions.reserve(set.counters.size());
  for (const CounterTemplate& counter : set.counters) {
    functions.push_back(is_function(counter.aggregate) ? counter.aggregate
                                                       : PERF_AGGREGATE_UNDEFINED);
  }
  const std::vector<std::uint32_t> own = functions;
  const std::vector<CounterRelations> relations = relations_of(set);
  const auto if_it_has_none = [&](std::uint32_t position, std::uint32_t function) {
    if (position != CounterRelations::kNone && own[position] == PERF_AGGREGATE_UNDEFINED) {
      functions[position] = function;
    }
  };
  for (std::uint32_t i = 0; i < relations.size(); ++i) {
    if_it_has_none(relations[i].multiplier, own[i]);
    if_it_has_none(relations[i].time, PERF_AGGREGATE_MAX);
    if_it_has_none(relations[i].frequency, PERF_AGGREGATE_MAX);
  }
  // The first of several counters with one base decides.
  for (std::size_t i = relations.size(); i-- > 0;) {
    const std::uint32_t base = relations[i].base;
    if (base != CounterRelations::kNone && base != relations[i].time) functions[base] = own[i];
  }
  return functions;
}

}  // namespace openperflib
