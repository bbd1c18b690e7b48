#include "openperflib/machine_jobs/machine_catalog.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/machine_listing.h"
#include "openperflib/machine_jobs/machine_reading_internal.h"
#include "openperflib/query/names.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

std::size_t collections_of(const MachineCatalogOptions& options) {
  const bool is_one = options.folder == MachineCatalogOptions::Folder::first;
  return is_one ? 1 : std::max<std::size_t>(1, options.machine.roots.size());
}

ObjectRequest request_for(MachineCatalogOptions::Costly costly, const LocalSource& source) {
  const bool is_for_all = costly == MachineCatalogOptions::Costly::collected;
  return is_for_all ? request_for_all(source.describe()) : ObjectRequest();
}

std::vector<std::string> object_names_of(const Names& names) {
  std::vector<std::string> objects;
  for (const Names::Object& object : names.objects()) objects.emplace_back(object.name());
  return objects;
}

}  // namespace

bool MachineCatalog::knows(std::string_view object) const noexcept {
  return std::ranges::any_of(
      objects, [&](const std::string& one) { return equal_ignoring_case(one, object); });
}

std::expected<MachineCatalog, JobFault> read_machine_catalog(MachineCatalogOptions options,
                                                             const TitleTable& titles) {
  const std::size_t collections = collections_of(options);
  const auto source = OPENPERFLIB_TRY(open_machine(std::move(options.machine), titles));
  const ObjectRequest request = request_for(options.costly, *source);
  Snapshot snapshot;
  for (std::size_t i = 0; i < collections; ++i) {
    OPENPERFLIB_TRY(collect_once(*source, request, snapshot));
  }
  MachineCatalog read;
  read.titles = source->titles();
  read.catalog = catalog_of(snapshot, read.titles->table(), options.decode);
  read.objects = object_names_of(Names(read.catalog, read.titles->table(), source->describe()));
  return read;
}

}  // namespace openperflib
