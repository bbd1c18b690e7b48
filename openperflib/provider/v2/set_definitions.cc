#include "openperflib/provider/v2/set_definitions.h"

#include <optional>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/counter_type.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kPlaceSize = 8;  // of each value, whatever its width

// Its denominator; the counter after it where the set does not say, as in templates of perflib.h.
std::optional<std::uint32_t> base_of(const CounterSetTemplate& set, std::uint32_t position) {
  const CounterTemplate& counter = set.counters[position];
  std::optional<std::uint32_t> base = position + 1;
  if (counter.base_id != kNoCounterId) {
    base = set.position_of(counter.base_id);
  } else if (counter.type == PERF_PRECISION_OBJECT_TIMER && counter.perf_time_id != kNoCounterId) {
    base = set.position_of(counter.perf_time_id);
  }
  return base.has_value() && *base < set.counters.size() ? base : std::nullopt;
}

class DefinitionWriter {
 public:
  DefinitionWriter(const CounterSetTemplate& set, TitleIndex object) : set_(set), object_(object) {}

  // A counter with those that must follow it, or the reason why it cannot be shown.
  void add(std::uint32_t position) {
    const CounterTemplate& counter = set_.counters[position];
    const CounterType type(counter.type);
    if (type.is_base()) return;
    if (counter.value_width() == 0) return leave_out(position, "counters of texts are not shown");
    if (counter.is_reference()) {
      return leave_out(position, "counters by reference are not read yet");
    }
    const auto base = base_of(set_, position);
    const bool may_be_clock = counter.type == PERF_PRECISION_OBJECT_TIMER;
    if (type.needs_base() && !is_base(base, may_be_clock))
      return leave_out(position, "it has no base");
    const auto multiplier = set_.position_of(counter.multi_id);
    if (type.is_multi() && !multiplier.has_value()) {
      return leave_out(position, "it has no multiplier");
    }
    note_default(counter);
    define(position, counter.type);
    if (type.needs_base()) define(*base, base_type(*base));
    if (type.is_multi()) define(*multiplier, PERF_COUNTER_MULTI_BASE);
  }

  SetDefinitions take() { return std::move(made_); }

 private:
  // A clock is a denominator, too.
  [[nodiscard]] std::uint32_t base_type(std::uint32_t position) const noexcept {
    const std::uint32_t type = set_.counters[position].type;
    return CounterType(type).is_base() ? type : PERF_PRECISION_TIMESTAMP;
  }
  [[nodiscard]] bool is_base(const std::optional<std::uint32_t>& position,
                             bool may_be_clock) const noexcept {
    if (!position.has_value()) return false;
    const CounterTemplate& base = set_.counters[*position];
    return (CounterType(base.type).is_base() || may_be_clock) && base.value_width() != 0 &&
           !base.is_reference();
  }
  void note_default(const CounterTemplate& counter) noexcept {
    const bool is_shown = (counter.attributes & PERF_ATTRIB_NO_DISPLAYABLE) == 0;
    if (made_.default_counter < 0 && is_shown) {
      made_.default_counter = static_cast<std::int32_t>(made_.definitions.size());
    }
  }
  void define(std::uint32_t position, std::uint32_t type) {
    const CounterTemplate& counter = set_.counters[position];
    const TitleIndex title = counter_title(object_, position);
    made_.definitions.push_back({.name_title_index = title,
                                 .help_title_index = title + 1,
                                 .default_scale = counter.scale,
                                 .detail_level = counter.detail_level,
                                 .type = type,
                                 .size = counter.value_width(),
                                 .offset = made_.counter_block_length});
    made_.positions.push_back(position);
    made_.counter_block_length += kPlaceSize;
  }
  void leave_out(std::uint32_t position, std::string_view reason) {
    made_.left_out.push_back({position, reason});
  }

  const CounterSetTemplate& set_;
  TitleIndex object_;
  SetDefinitions made_;
};

}  // namespace

SetDefinitions definitions_of(const CounterSetTemplate& set, TitleIndex object) {
  DefinitionWriter writer(set, object);
  for (std::uint32_t i = 0; i < set.counters.size(); ++i) writer.add(i);
  return writer.take();
}

bool has_known_instances(const CounterSetTemplate& set) noexcept {
  return set.instance_type == PERF_COUNTERSET_SINGLE_INSTANCE ||
         set.instance_type == PERF_COUNTERSET_MULTI_INSTANCES;
}

}  // namespace openperflib
