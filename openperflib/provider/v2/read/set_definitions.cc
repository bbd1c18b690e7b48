#include "openperflib/provider/v2/read/set_definitions.h"

#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/counter_type.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kPlaceSize = 8;  // of each value, whatever its width

class DefinitionWriter {
 public:
  DefinitionWriter(const CounterSetTemplate& set, TitleIndex object)
      : set_(set),
        object_(object),
        relations_(relations_of(set)),
        ordinals_(set.counters.size(), kNone) {}

  // A counter with those that must follow it, or the reason why it cannot be shown.
  void add(std::uint32_t position) {
    const CounterTemplate& counter = set_.counters[position];
    const CounterRelations& needed = relations_[position];
    const CounterType type(counter.type);
    if (type.is_base()) return;
    if (counter.value_width() == 0) return leave_out(position, "counters of texts are not shown");
    if (type.needs_base() && !is_base(position)) return leave_out(position, "it has no base");
    if (type.is_multi() && !has_value(needed.multiplier)) {
      return leave_out(position, "it has no multiplier");
    }
    note_default(counter);
    ordinals_[position] = next_ordinal();
    const TitleIndex title = counter_title(object_, position);
    define(position, counter.type, title);
    if (type.needs_base()) define(needed.base, base_type(needed.base), title);
    if (type.is_multi()) define(needed.multiplier, PERF_COUNTER_MULTI_BASE, title);
  }

  SetDefinitions take() {
    for (std::uint32_t i = 0; i < relations_.size(); ++i) link(i);
    return std::move(made_);
  }

 private:
  static constexpr std::uint32_t kNone = CounterRelations::kNone;

  [[nodiscard]] std::uint32_t next_ordinal() const noexcept {
    return static_cast<std::uint32_t>(made_.definitions.size());
  }
  // A clock is a denominator, too.
  [[nodiscard]] std::uint32_t base_type(std::uint32_t position) const noexcept {
    const std::uint32_t type = set_.counters[position].type;
    return CounterType(type).is_base() ? type : PERF_PRECISION_TIMESTAMP;
  }
  [[nodiscard]] bool has_value(std::uint32_t position) const noexcept {
    return position != kNone && set_.counters[position].value_width() != 0;
  }
  // Whether the counter has one.
  [[nodiscard]] bool is_base(std::uint32_t counter) const noexcept {
    const std::uint32_t base = relations_[counter].base;
    const bool may_be_clock = set_.counters[counter].type == PERF_PRECISION_OBJECT_TIMER;
    return has_value(base) && (CounterType(set_.counters[base].type).is_base() || may_be_clock);
  }
  void note_default(const CounterTemplate& counter) noexcept {
    const bool is_shown = (counter.attributes & PERF_ATTRIB_NO_DISPLAYABLE) == 0;
    if (made_.default_counter < 0 && is_shown) {
      made_.default_counter = static_cast<std::int32_t>(made_.definitions.size());
    }
  }
  // A base has the titles of its counter.
  void define(std::uint32_t position, std::uint32_t type, TitleIndex title) {
    const CounterTemplate& counter = set_.counters[position];
    made_.definitions.push_back({.name_title_index = title,
                                 .help_title_index = title + 1,
                                 .default_scale = CounterType(type).is_base() ? 0 : counter.scale,
                                 .detail_level = counter.detail_level,
                                 .type = type,
                                 .size = counter.value_width(),
                                 .offset = made_.counter_block_length});
    made_.positions.push_back(position);
    made_.counter_block_length += kPlaceSize;
  }
  // What its definition cannot say.
  void link(std::uint32_t position) {
    const CounterTemplate& counter = set_.counters[position];
    const CounterRelations& needed = relations_[position];
    if (ordinals_[position] == kNone) return;
    const CounterLink link{.object_title_index = object_,
                           .counter_ordinal = ordinals_[position],
                           .time_ordinal = ordinal_of(needed.time),
                           .frequency_ordinal = ordinal_of(needed.frequency),
                           .attributes = static_cast<std::uint32_t>(counter.attributes),
                           .id = counter.id};
    if (link.time_ordinal == kNone && link.frequency_ordinal == kNone && link.attributes == 0) {
      return;
    }
    made_.links.push_back(link);
    if (made_.time == kNone) {
      made_.time = link.time_ordinal == kNone ? kNone : needed.time;
      made_.frequency = link.frequency_ordinal == kNone ? kNone : needed.frequency;
    }
  }
  [[nodiscard]] std::uint32_t ordinal_of(std::uint32_t position) const noexcept {
    return position == kNone ? kNone : ordinals_[position];
  }
  void leave_out(std::uint32_t position, std::string_view reason) {
    made_.left_out.push_back({position, reason});
  }

  const CounterSetTemplate& set_;
  TitleIndex object_;
  std::vector<CounterRelations> relations_;
  std::vector<std::uint32_t> ordinals_;  // of each counter's definition; kNone: none of its own
  SetDefinitions made_;
};

}  // namespace

SetDefinitions definitions_of(const CounterSetTemplate& set, TitleIndex object) {
  DefinitionWriter writer(set, object);
  for (std::uint32_t i = 0; i < set.counters.size(); ++i) writer.add(i);
  return writer.take();
}

}  // namespace openperflib
