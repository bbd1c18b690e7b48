// What a source provides of each object, what it costs, what is missing, and how to enable it: the
// model of doctor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/view/doctor/service_health.h"

namespace openperflib {

// What could provide a missing value.
enum class Remedy : std::uint8_t {
  rights,   // more rights
  machine,  // another kernel, driver or device
  live,     // the running machine, instead of a recorded folder
  nobody,   // nothing: Linux has no such thing, or it is not collected
};

// "rights", "machine", "live", "none".
[[nodiscard]] std::string_view name_of(Remedy remedy);

// One reason, with the counters that are missing for it. Value.
struct Lack {
  Remedy remedy = Remedy::nobody;
  std::string reason;  // ids of processes and CPUs left out: "/proc/PID/io"
  std::vector<std::string>
      counters;                 // "Process\\IO Read Bytes/sec", each once, in the block's order
  std::uint64_t instances = 0;  // of the counter that is missing in most; 0: the object has none
};

// What a source provides of an object. Value.
struct ObjectHealth {
  std::uint32_t title_index = 0;
  std::string name;
  std::optional<std::uint32_t> instances;  // nullopt: the object never has any
  std::uint32_t counters_with_data = 0;    // in one instance at least
  std::uint32_t counters = 0;              // all that are described
  std::optional<double> milliseconds;      // of one collection of it alone
};

// Value.
struct Diagnosis {
  std::vector<ObjectHealth> objects;
  std::vector<Lack> lacks;
};

// What the process that collects is allowed to do. It does not matter for a recorded folder. Value.
struct ProcessRights {
  bool is_live = false;
  bool is_root = false;
  std::uint32_t user = 0;          // its effective id
  std::uint64_t capabilities = 0;  // CapEff
  std::uint64_t descriptors = 0;   // that it may have open: the soft limit
  // Whether the process has a capability, by its number in capabilities(7).
  [[nodiscard]] bool has(unsigned bit) const noexcept { return (capabilities >> bit & 1U) != 0; }
};

// What a reader could not use of the counter sets of a process, or not as a whole. Value.
struct CounterSetLack {
  std::string offer;   // its socket
  std::string reason;  // for people
};

// Value. Unknown texts are empty; they come from files, so they are not yet printable.
struct HealthReport {
  Diagnosis diagnosis;
  std::optional<double> global_milliseconds;  // of one collection of Global
  std::string distribution;                   // "Debian GNU/Linux 12"
  std::string kernel;                         // "Linux 6.18.44"
  ProcessRights rights;
  ServicesHealth services;  // empty for a recorded folder
  std::vector<CounterSetLack> counter_sets = {};
};

// How to get the values that `lack`, one of rights, is about.
[[nodiscard]] std::string advice(const Lack& lack, const ProcessRights& rights);

// The machine and, if it is live, the user and the open files, in one line; not yet printable.
[[nodiscard]] std::string head_of(const HealthReport& report);

// The first three counters of a lack by name, how many more, and in how many instances.
[[nodiscard]] std::string counters_text(const Lack& lack);

// The number of counters that have no source.
[[nodiscard]] std::size_t counters_without_source(const Diagnosis& diagnosis);

}  // namespace openperflib
