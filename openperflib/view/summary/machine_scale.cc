#include "openperflib/view/summary/machine_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "openperflib/text/utf16.h"
#include "openperflib/view/summary/series_by_name.h"

namespace openperflib {
namespace {

constexpr double kKibibyte = 1024;
constexpr double kMebibyte = 1024 * kKibibyte;
constexpr double kGibibyte = 1024 * kMebibyte;

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

bool is_named(std::string_view text, std::span<const std::string_view> names) {
  return std::ranges::find(names, text) != names.end();
}

bool is_object_of_processes(std::string_view object) {
  static constexpr auto kObjects = std::to_array<std::string_view>(
      {"process", "process v2", "thread", "job object", "job object details"});
  return is_named(object, kObjects);
}

bool is_object_of_memory(std::string_view object) {
  static constexpr auto kObjects =
      std::to_array<std::string_view>({"memory", "linux memory", "numa node memory"});
  return is_named(object, kObjects);
}

bool is_of_bytes(std::string_view counter) {
  return has(counter, "bytes") || has(counter, "working set") || counter == "commit limit";
}

// Amounts of memory; space on disks and in an address space is none.
bool is_memory(std::string_view object, std::string_view counter) {
  return is_of_bytes(counter) && !counter.ends_with("/sec") && !has(counter, "virtual") &&
         !has(counter, "avg.") && (is_object_of_memory(object) || is_object_of_processes(object));
}

double bytes_of_unit(std::string_view counter) {
  if (has(counter, "mbytes") || has(counter, "megabytes")) return kMebibyte;
  return has(counter, "kbytes") ? kKibibyte : 1;
}

std::string key_of(const CounterPath& path) { return folded(path.object + "\\" + path.counter); }

}  // namespace

struct MachineScale::Kind {
  enum class Whole : std::uint8_t { processors, hundred, memory, largest };
  bool (*is_of)(std::string_view object, std::string_view counter);
  Whole whole;
  double considerable;  // of a counter without a whole: an amount that matters on any machine
};

const MachineScale::Kind& MachineScale::kind_of(const CounterPath& path) {
  using Whole = Kind::Whole;
  using Text = std::string_view;
  // The first row that fits.
  static constexpr auto kKinds = std::to_array<Kind>({
      {[](Text object, Text counter) {
         return counter.starts_with('%') && is_object_of_processes(object) &&
                counter.ends_with("time");
       },
       Whole::processors, 0},
      {[](Text, Text counter) { return counter.starts_with('%'); }, Whole::hundred, 0},
      {is_memory, Whole::memory, 0},
      {[](Text, Text counter) { return is_of_bytes(counter) && counter.ends_with("/sec"); },
       Whole::largest, 10 * kMebibyte},
      {[](Text, Text counter) { return is_of_bytes(counter); }, Whole::largest, kGibibyte},
      {[](Text, Text counter) { return counter.ends_with("/sec"); }, Whole::largest, 100},
      {[](Text, Text counter) { return has(counter, " sec/"); }, Whole::largest, 0.05},
      {[](Text, Text) { return true; }, Whole::largest, 10},
  });
  const std::string object = folded(path.object);
  const std::string counter = folded(path.counter);
  return *std::ranges::find_if(kKinds,
                               [&](const Kind& kind) { return kind.is_of(object, counter); });
}

void MachineScale::note(const CounterPath& path, double size) {
  double& largest = largest_[key_of(path)];
  largest = std::max(largest, size);
  const std::string object = folded(path.object);
  const std::string counter = folded(path.counter);
  Machine& machine = machines_[folded(path.machine)];
  if (object == "processor" && counter == "% processor time" && !is_total(path)) {
    ++machine.processors;
  }
  if (is_object_of_memory(object) && is_memory(object, counter)) {
    machine.memory = std::max(machine.memory, size * bytes_of_unit(counter));
  }
}

double MachineScale::whole_of(const CounterPath& path, const Kind& kind) const {
  const auto largest = largest_.find(key_of(path));
  const double least = largest == largest_.end() ? 0 : largest->second;
  const auto known = machines_.find(folded(path.machine));
  const Machine machine = known == machines_.end() ? Machine{} : known->second;
  const double unit = bytes_of_unit(folded(path.counter));
  switch (kind.whole) {
    case Kind::Whole::processors:
      return std::max(least, 100 * std::max(1.0, machine.processors));
    case Kind::Whole::hundred:
      return std::max(least, 100.0);
    case Kind::Whole::memory:
      return std::max(least, (machine.memory != 0 ? machine.memory : kGibibyte) / unit);
    case Kind::Whole::largest:
      break;
  }
  return std::max(least, kind.considerable / unit);
}

double MachineScale::weight_of(const CounterPath& path, double difference, double size) const {
  // Shares of the machine come before changes whose meaning for the machine is not known.
  constexpr double kWithoutWhole = 0.25;
  if (size == 0) return 0;
  const Kind& kind = kind_of(path);
  // A change of sign is more than the larger of both.
  const double part = std::min(1.0, std::abs(difference) / size);
  const double weight = part * std::sqrt(size / whole_of(path, kind));
  return kind.whole == Kind::Whole::largest ? kWithoutWhole * weight : weight;
}

}  // namespace openperflib
