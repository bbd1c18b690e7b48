#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/pdh/counter_finder_internal.h"
#include "openperflib/pdh/machine_readings_internal.h"
#include "openperflib/query/query.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

Query query_of(std::shared_ptr<const TitleSet> titles) {
  QueryOptions options;
  options.grammar = PathGrammar::pdh;
  return Query(std::move(titles), options);
}

std::expected<MachineReading, PdhStatus> read_names(Source& source, const ObjectRequest& request,
                                                    Snapshot& snapshot) {
  const auto read = source.read(request, snapshot);
  if (!read.has_value() || *read == ReadResult::end) {
    return std::unexpected(PDH_CANNOT_CONNECT_MACHINE);
  }
  MachineReading reading{.catalog = {}, .titles = source.titles(), .default_object = {}};
  reading.catalog.assign(snapshot, reading.titles->table());
  const auto title = snapshot.view().default_object();
  const Catalog::Object* const object =
      title < 0 ? nullptr : reading.catalog.find(static_cast<std::uint32_t>(title));
  if (object != nullptr) reading.default_object = object->name;
  return reading;
}

}  // namespace

void MachineReadings::refresh() {
  const std::lock_guard lock(mutex_);
  known_ = {};
}

std::expected<MachineReadings::Reading, PdhStatus> MachineReadings::list(
    Reading Known::* which, std::string_view value_name) {
  {
    const std::lock_guard lock(mutex_);
    if (known_.*which != nullptr) return known_.*which;
  }
  Snapshot snapshot;
  const auto source = machine_.open();
  auto read = std::make_shared<const MachineReading>(
      OPENPERFLIB_TRY(read_names(*source, ObjectRequest::of_value_name(value_name), snapshot)));
  const std::lock_guard lock(mutex_);
  known_.*which = read;
  return read;
}

std::expected<MachineReadings::Reading, PdhStatus> MachineReadings::objects() {
  return list(&Known::objects, "MetadataGlobal");
}

std::expected<MachineReadings::Reading, PdhStatus> MachineReadings::costly_objects() {
  return list(&Known::costly_objects, "MetadataCostly");
}

std::expected<MachineReadings::Reading, PdhStatus> MachineReadings::with_object(
    std::string_view object) {
  const std::string key = folded(object);
  {
    const std::lock_guard lock(mutex_);
    const auto known = known_.by_object.find(key);
    if (known != known_.by_object.end()) return known->second;
  }
  const auto source = machine_.open();
  Query query = query_of(source->titles());
  const auto path = query.add("\\" + std::string(object) + "\\*");
  if (!path.has_value()) return std::unexpected(PDH_CSTATUS_NO_OBJECT);
  Snapshot snapshot;
  auto read = std::make_shared<const MachineReading>(
      OPENPERFLIB_TRY(read_names(*source, query.request(), snapshot)));
  const Names names = read->names();
  if (names.find(object) == nullptr) return std::unexpected(PDH_CSTATUS_NO_OBJECT);
  const std::lock_guard lock(mutex_);
  known_.by_object[key] = read;
  return read;
}

std::expected<ObjectItems, PdhStatus> MachineReadings::items(std::string_view object,
                                                             std::uint32_t detail_level) {
  std::pair key(folded(object), detail_level);
  {
    const std::lock_guard lock(mutex_);
    const auto known = known_.items.find(key);
    if (known != known_.items.end()) return known->second;
  }
  const Reading reading = OPENPERFLIB_TRY(with_object(object));
  const Names names = reading->names();
  ObjectItems items = items_of(*names.find(object), detail_level);
  const std::lock_guard lock(mutex_);
  known_.items[std::move(key)] = items;
  return items;
}

// A counter that the machine is said to lack, but that has its name on every machine, is there.
std::expected<ExpandedPath, PdhStatus> MachineReadings::expand(
    const PathPattern& path, const PathExpansion& expansion,
    const std::function<void(const CounterPath& path)>& take) const {
  const auto source = machine_.open();
  Query query = query_of(source->titles());
  if (!query.add(path.text()).has_value()) return ExpandedPath{};
  Snapshot snapshot;
  const MachineReading reading = OPENPERFLIB_TRY(read_names(*source, query.request(), snapshot));
  const PathSelection selection{.object = path.objects().front(),
                                .instance = path.single_request()->instance,
                                .counter = path.single_request()->counter};
  const TitleTable& titles = reading.titles->table();
  ExpandedPath found = openperflib::expand(selection, reading.catalog, titles, expansion, take);
  const bool may_be_left_out =
      found.match == PathMatch::no_object || found.match == PathMatch::no_counter;
  if (!may_be_left_out || has_wildcard_names(path)) return found;
  query.bind(snapshot);
  if (query.match(0) == PathMatch::left_out) found.match = PathMatch::left_out;
  return found;
}

}  // namespace openperflib
