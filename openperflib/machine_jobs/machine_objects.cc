#include "openperflib/machine_jobs/machine_objects.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "openperflib/base/bytes.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/machine_listing.h"
#include "openperflib/machine_jobs/machine_reading_internal.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib {

std::expected<std::vector<ListedObject>, JobFault> list_machine(LocalSourceOptions options,
                                                                AbsentObjects absent,
                                                                const TitleTable& titles) {
  const std::size_t collections = std::max<std::size_t>(1, options.roots.size());
  const auto source = OPENPERFLIB_TRY(open_machine(std::move(options), titles));
  Snapshot snapshot;
  for (std::size_t i = 0; i < collections; ++i) {
    OPENPERFLIB_TRY(collect_once(*source, request_for_all(source->describe()), snapshot));
  }
  std::vector<ListedObject> objects = list_objects(snapshot, source->describe());
  if (absent == AbsentObjects::listed) {
    std::ranges::move(list_absent_objects(snapshot, source->describe()),
                      std::back_inserter(objects));
  }
  return objects;
}

std::expected<std::vector<std::byte>, JobFault> dump_machine(LocalSourceOptions options,
                                                             const ObjectRequest& request,
                                                             const TitleTable& titles) {
  const auto source = OPENPERFLIB_TRY(open_machine(std::move(options), titles));
  Snapshot snapshot;
  OPENPERFLIB_TRY(collect_once(*source, request, snapshot));
  const Bytes block = source->block();
  return std::vector<std::byte>(block.begin(), block.end());
}

}  // namespace openperflib
