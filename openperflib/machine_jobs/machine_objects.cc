#include "openperflib/machine_jobs/machine_objects.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "openperflib/base/bytes.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/machine_listing.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib {
namespace {

std::expected<std::unique_ptr<LocalSource>, JobFault> open_machine(LocalSourceOptions options,
                                                                   const TitleTable& titles) {
  auto source = LocalSource::open(titles, std::move(options));
  if (!source.has_value()) return std::unexpected(unreadable(std::move(source).error()));
  return *std::move(source);
}

}  // namespace

std::expected<std::vector<ListedObject>, JobFault> list_machine(LocalSourceOptions options,
                                                                AbsentObjects absent,
                                                                const TitleTable& titles) {
  const std::size_t collections = std::max<std::size_t>(1, options.roots.size());
  const auto source = OPENPERFLIB_TRY(open_machine(std::move(options), titles));
  Snapshot snapshot;
  for (std::size_t i = 0; i < collections; ++i) {
    const auto result = source->read(request_for_all(source->describe()), snapshot);
    if (!result.has_value()) return std::unexpected(unreadable(result.error()));
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
  const auto result = source->read(request, snapshot);
  if (!result.has_value()) return std::unexpected(unreadable(result.error()));
  const Bytes block = source->block();
  return std::vector<std::byte>(block.begin(), block.end());
}

}  // namespace openperflib
