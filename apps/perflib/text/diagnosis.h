// What a source provides of each object, what is missing, and how to enable it: the model of
// doctor.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/provider/provider.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib::apps {

// What could provide a missing value.
enum class Remedy : std::uint8_t {
  rights,   // more rights
  machine,  // another kernel, driver or device
  live,     // the running machine, instead of a recorded folder
  nobody,   // nothing: Linux has no such thing, or it is not collected
};

// One reason, with the counters that are missing for it.
struct Lack {
  Remedy remedy = Remedy::nobody;
  std::string reason;  // ids of processes and CPUs left out: "/proc/PID/io"
  std::vector<std::string>
      counters;                 // "Process\\IO Read Bytes/sec", each once, in the block's order
  std::uint64_t instances = 0;  // of the counter that is missing in most; 0: the object has none
};

// What a source provides of an object.
struct ObjectHealth {
  std::uint32_t title_index = 0;
  std::string name;
  std::optional<std::uint32_t> instances;  // nullopt: the object never has any
  std::uint32_t counters_with_data = 0;    // in one instance at least
  std::uint32_t counters = 0;              // all of the catalogue
  std::optional<double> milliseconds;      // of one collection of it alone
};

struct Diagnosis {
  std::vector<ObjectHealth> objects;
  std::vector<Lack> lacks;
};

// All objects of a snapshot except Collection Status, and what is missing according to that. Values
// that the next collection has (rates) do not count as missing.
// `described`: what its providers have.
[[nodiscard]] Diagnosis diagnose(const Snapshot& snapshot,
                                 std::span<const ObjectDescription* const> described);

}  // namespace openperflib::apps
