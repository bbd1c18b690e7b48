// MachineScale: how much of the machine a change is, so that changes of different counters can be
// ordered.
//
// Source: docs/perflib.md, section 7d.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "openperflib/query/paths/counter_path.h"

namespace openperflib {

// Value. First all series are noted, then changes are weighed.
class MachineScale {
 public:
  // A series that both logs have, and the larger size of its two averages.
  void note(const CounterPath& path, double size);

  // The weight of a change by `difference` of a series whose larger average has that size: from 0
  // to 1. The change relative to that average, reduced by how little the average is: of all
  // processors, of all memory, of 100 %, or, for a counter that has no such whole, of the largest
  // instance, but at least of an amount that is considerable on any machine.
  [[nodiscard]] double weight_of(const CounterPath& path, double difference, double size) const;

 private:
  // What a counter measures, by its name: text logs have no types.
  struct Kind;
  [[nodiscard]] static const Kind& kind_of(const CounterPath& path);
  // What is all of it for a counter.
  [[nodiscard]] double whole_of(const CounterPath& path, const Kind& kind) const;
  // What is known about one machine.
  struct Machine {
    double processors = 0;  // instances of Processor
    double memory = 0;      // in bytes: the largest amount that objects of memory have
  };

  std::unordered_map<std::string, Machine> machines_;  // by name, in lower case
  std::unordered_map<std::string, double> largest_;    // by object and counter, in lower case
};

}  // namespace openperflib
