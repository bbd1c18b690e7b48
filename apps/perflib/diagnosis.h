// What a source can tell of each object, what is missing and what would bring it: the model behind
// doctor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/object_catalogue.h"
#include "openperflib/query/snapshot.h"

namespace openperflib::apps {

// Who could give a value that is missing.
enum class Remedy : std::uint8_t {
  rights,   // somebody with more of them
  machine,  // another kernel, driver or device
  live,     // the machine itself, which a recorded folder is not
  nobody,   // nobody: Linux has no such thing, or it is not collected
};

// One reason, with all that it costs.
struct Lack {
  Remedy remedy = Remedy::nobody;
  std::string reason;  // ids of processes and CPUs left out: "/proc/PID/io"
  std::vector<std::string>
      counters;                 // "Process\\IO Read Bytes/sec", each once, in the block's order
  std::uint64_t instances = 0;  // of the counter that lacks most; 0: of objects without instances
};

// An object as far as its source goes.
struct ObjectHealth {
  std::uint32_t title_index = 0;
  std::string_view name;
  std::optional<std::uint32_t> instances;  // nothing: it has none by nature
  std::uint32_t counters_with_data = 0;    // in one instance at least
  std::uint32_t counters = 0;              // that Windows has, or we
  std::optional<double> milliseconds;      // of one collection of it alone
};

struct Diagnosis {
  std::vector<ObjectHealth> objects;
  std::vector<Lack> lacks;
};

// The objects of a snapshot but Collection Status, and what it says is missing. What is missing for
// a moment (a rate's first collection) is none.
[[nodiscard]] Diagnosis diagnose(const Snapshot& snapshot);

// A reason without the ids in its path: "/proc/4711/io" is "/proc/PID/io", ".../cpu3/..." is
// "cpuN".
[[nodiscard]] std::string without_ids(std::string_view reason);

// What gives leave to read a file that `reason` (without ids) says we have none for.
struct NeededRight {
  std::string_view path;        // how the file's path begins, or its last part after "PID/"
  std::string_view capability;  // "CAP_SYS_PTRACE"; empty: root alone
  unsigned bit;                 // of the capability, in CapEff
  std::string_view otherwise;   // what gives it without a capability; may be empty
};
[[nodiscard]] const NeededRight& right_for(std::string_view reason);

}  // namespace openperflib::apps
