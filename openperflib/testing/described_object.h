// Descriptions of objects and counters, as a source has them. For tests.
#pragma once

#include <span>
#include <string_view>

#include "openperflib/snapshot/object_description.h"

namespace openperflib {

// A counter that machines usually have.
inline CounterDescription described_counter(TitleIndex name_index, std::string_view name) {
  CounterDescription counter;
  counter.name_index = name_index;
  counter.name = name;
  return counter;
}

// One with another availability, for example never.
inline CounterDescription described_counter(TitleIndex name_index, std::string_view name,
                                            Availability availability) {
  CounterDescription counter = described_counter(name_index, name);
  counter.availability = availability;
  return counter;
}

// A counter that serves others, and so is not listed.
inline CounterDescription described_clock(TitleIndex name_index, std::string_view name) {
  CounterDescription counter = described_counter(name_index, name);
  counter.is_listed = false;
  return counter;
}

// An object that is collected; the counters must outlive it.
inline ObjectDescription described_object(TitleIndex name_index, std::string_view name,
                                          std::span<const CounterDescription> counters) {
  ObjectDescription object;
  object.name_index = name_index;
  object.name = name;
  object.counters = counters;
  return object;
}

// One whose objects have instances.
inline ObjectDescription described_instances(TitleIndex name_index, std::string_view name,
                                             std::span<const CounterDescription> counters) {
  ObjectDescription object = described_object(name_index, name, counters);
  object.has_instances = true;
  return object;
}

}  // namespace openperflib
