#include <utility>

#include "openperflib/machine_jobs/machine_reading_internal.h"

namespace openperflib {

std::expected<std::unique_ptr<LocalSource>, JobFault> open_machine(LocalSourceOptions options,
                                                                   const TitleTable& titles) {
  auto source = LocalSource::open(titles, std::move(options));
  if (!source.has_value()) return std::unexpected(unreadable(std::move(source).error()));
  return *std::move(source);
}

std::expected<void, JobFault> collect_once(LocalSource& source, const ObjectRequest& request,
                                           Snapshot& into) {
  auto collected = source.read(request, into);
  if (!collected.has_value()) return std::unexpected(unreadable(std::move(collected).error()));
  return {};
}

}  // namespace openperflib
