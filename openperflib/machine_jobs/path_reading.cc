#include "openperflib/machine_jobs/path_reading.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/machine_jobs/machine_reading_internal.h"

namespace openperflib {

std::expected<PathReading, JobFault> read_paths(LocalSourceOptions machine,
                                                std::span<const std::string> paths,
                                                const TitleTable& titles) {
  const auto source = OPENPERFLIB_TRY(open_machine(std::move(machine), titles));
  PathReading reading{.query = Query(source->titles()), .snapshot = {}, .paths = {}};
  for (const std::string& path : paths) {
    if (reading.query.add(path).has_value()) reading.paths.push_back(path);
  }
  OPENPERFLIB_TRY(collect_once(*source, reading.query.request(), reading.snapshot));
  reading.query.take(reading.snapshot);
  return reading;
}

}  // namespace openperflib
