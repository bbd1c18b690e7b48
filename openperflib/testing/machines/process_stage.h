// ProcessStage: the environment of a collection of Process, for tests and benches. Not part of the
// library.
#pragma once

#include <string>
#include <utility>

#include "openperflib/linux/table/objects_internal.h"
#include "openperflib/testing/machines/collection_stage.h"

namespace openperflib::linux_objects {

// Resource. Keeps the state of a provider between collections; each collect() is another one.
struct ProcessStage : CollectionStage {
  static constexpr TitleIndex kProcess = 230;

  // An empty `directory` means this machine. The clocks are at 1970 and 0.
  explicit ProcessStage(std::string directory = {}, unsigned kept_descriptors = 0)
      : CollectionStage(std::move(directory), kept_descriptors) {
    instant = {.realtime = kUnixEpochAsFileTime, .boottime_100ns = 0, .monotonic_100ns = 0};
  }

  // The table lives until the next call.
  ObjectTable& collect() {
    CollectContext context = next();
    table.set_now(instant.realtime);
    collector->collect(context, table);
    return table;
  }

  std::unique_ptr<Collector> collector = make_process_collector();
  ObjectTable table{*find_catalogue_object(kProcess)};
};

}  // namespace openperflib::linux_objects
