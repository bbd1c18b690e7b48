#include <unordered_set>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/pdh/counter_finder_internal.h"
#include "openperflib/pdh/machine_names_internal.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

Query query_of(std::shared_ptr<const TitleSet> titles) {
  QueryOptions options;
  options.grammar = PathGrammar::pdh;
  return Query(std::move(titles), options);
}

}  // namespace

// One collection, and the names in it.
struct MachineNames::Reading {
  Snapshot snapshot;
  Catalog catalog;
  std::shared_ptr<const TitleSet> titles;
};

std::expected<MachineNames::Reading, PdhStatus> MachineNames::read(Source& source,
                                                                   const ObjectRequest& request) {
  Reading reading;
  const auto read = source.read(request, reading.snapshot);
  if (!read.has_value() || *read == ReadResult::end) {
    return std::unexpected(PDH_CANNOT_CONNECT_MACHINE);
  }
  reading.titles = source.titles();
  reading.catalog.assign(reading.snapshot, reading.titles->table());
  return reading;
}

void MachineNames::refresh() {
  const std::lock_guard lock(mutex_);
  lists_ = {};
}

std::expected<MachineNames::Objects, PdhStatus> MachineNames::list(Objects Lists::* which,
                                                                   std::string_view value_name) {
  {
    const std::lock_guard lock(mutex_);
    if (lists_.*which != nullptr) return lists_.*which;
  }
  const Reading reading =
      OPENPERFLIB_TRY(read(*machine_.open(), ObjectRequest::of_value_name(value_name)));
  auto objects = std::make_shared<std::vector<Object>>();
  for (const Catalog::Object& object : reading.catalog.objects()) {
    if (describes_the_block(object.title_index)) continue;
    objects->push_back({std::string(object.name), object.detail_level});
  }
  const auto title = reading.snapshot.view().default_object();
  const Catalog::Object* const first =
      title < 0 ? nullptr : reading.catalog.find(static_cast<std::uint32_t>(title));
  const std::lock_guard lock(mutex_);
  lists_.*which = objects;
  if (first != nullptr) lists_.default_object = first->name;
  return objects;
}

std::expected<NameList, PdhStatus> MachineNames::objects(std::uint32_t detail_level, bool costly) {
  std::vector<Objects> lists = {OPENPERFLIB_TRY(list(&Lists::objects, "MetadataGlobal"))};
  if (costly) lists.push_back(OPENPERFLIB_TRY(list(&Lists::costly_objects, "MetadataCostly")));
  NameList names;
  std::unordered_set<std::string_view> known;
  for (const Objects& objects : lists) {
    for (const Object& object : *objects) {
      if (object.detail_level > detail_level || !known.insert(object.name).second) continue;
      names.add(object.name);
    }
  }
  return names;
}

std::expected<std::string, PdhStatus> MachineNames::default_object() {
  (void)OPENPERFLIB_TRY(list(&Lists::objects, "MetadataGlobal"));
  const std::lock_guard lock(mutex_);
  return lists_.default_object;
}

std::expected<std::shared_ptr<const ObjectItems>, PdhStatus> MachineNames::items(
    std::string_view object) {
  const std::string key = folded(object);
  {
    const std::lock_guard lock(mutex_);
    const auto known = lists_.items.find(key);
    if (known != lists_.items.end()) return known->second;
  }
  const auto source = machine_.open();
  Query query = query_of(source->titles());
  const auto path = query.add("\\" + std::string(object) + "\\*");
  if (!path.has_value()) return std::unexpected(PDH_CSTATUS_NO_OBJECT);
  const Reading reading = OPENPERFLIB_TRY(read(*source, query.request()));
  const Catalog::Object* const found = find_object(reading.catalog, object, std::nullopt);
  if (found == nullptr) return std::unexpected(PDH_CSTATUS_NO_OBJECT);
  auto items = std::make_shared<const ObjectItems>(items_of(*found, reading.titles->table()));
  const std::lock_guard lock(mutex_);
  lists_.items[key] = items;
  return items;
}

// A counter that the machine is said to lack, but that has its name on every machine, is there.
std::expected<ExpandedPath, PdhStatus> MachineNames::expand(
    const PathPattern& path, const PathExpansion& expansion,
    const std::function<void(const CounterPath& path)>& take) const {
  const auto source = machine_.open();
  Query query = query_of(source->titles());
  if (!query.add(path.text()).has_value()) return ExpandedPath{};
  const Reading reading = OPENPERFLIB_TRY(read(*source, query.request()));
  const PathSelection selection{.object = path.objects().front(),
                                .instance = path.single_request()->instance,
                                .counter = path.single_request()->counter};
  const TitleTable& titles = reading.titles->table();
  ExpandedPath found = openperflib::expand(selection, reading.catalog, titles, expansion, take);
  const bool may_be_left_out =
      found.match == PathMatch::no_object || found.match == PathMatch::no_counter;
  if (!may_be_left_out || has_wildcard_names(path)) return found;
  query.bind(reading.snapshot);
  if (query.match(0) == PathMatch::left_out) found.match = PathMatch::left_out;
  return found;
}

}  // namespace openperflib
