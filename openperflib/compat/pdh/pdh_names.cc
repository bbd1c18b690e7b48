// Names of this machine and of logs: machines, objects, their items, titles, and whether and as
// what a path exists. W and A functions are one template; so are those that take a handle, which
// differ in how they name their source.
#include "openperflib/compat/pdh/pdh_names.h"

#include <optional>
#include <string>
#include <utility>

#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh/pdh_calls_internal.h"
#include "openperflib/compat/pdh/pdh_sources_internal.h"
#include "openperflib/compat/pdh/pdh_texts_internal.h"
#include "openperflib/compat/process/process_names_internal.h"

namespace openperflib::compat {
namespace {

constexpr DWORD kDetailLevels = PERF_DETAIL_STANDARD;
constexpr DWORD kCostly = PERF_DETAIL_COSTLY;
constexpr DWORD kExpansionFlags =
    PDH_NOEXPANDCOUNTERS | PDH_NOEXPANDINSTANCES | PDH_REFRESHCOUNTERS;

constexpr auto kInvalidArgument = static_cast<PDH_STATUS>(PDH_INVALID_ARGUMENT);

// work(source) for a name or a handle.
template <typename Source, typename Work>
PDH_STATUS with_source(Source source, Work work) {
  return pdh_call([&]() -> PdhStatus {
    const FoundSource found = find_source(source);
    return found.has_value() ? work(*found) : found.error();
  });
}

SourceNames& names() { return ProcessNames::instance().names(); }

template <typename Char>
PdhStatus give_list(const std::expected<NameList, PdhStatus>& list, const TextRoom<Char>& room) {
  return list.has_value() ? give(list->text(), room) : list.error();
}

template <typename Char>
PdhStatus give_one(const std::expected<std::string, PdhStatus>& name, const TextRoom<Char>& room) {
  return name.has_value() ? give_name(*name, room) : name.error();
}

// What a level of detail asks for, with or without PERF_DETAIL_COSTLY. Programs also pass 0 and -1
// for all levels. nullopt: it is not a level.
std::optional<NameDetail> detail_of(DWORD level) {
  const bool costly = (level & kCostly) != 0;
  if (level == 0 || level == ~DWORD{0}) return NameDetail{.level = kDetailLevels, .costly = costly};
  const DWORD plain = level & kDetailLevels;
  if ((level & ~(kDetailLevels | kCostly)) != 0 || plain < PERF_DETAIL_NOVICE) return std::nullopt;
  return NameDetail{.level = plain, .costly = costly};
}

template <typename Char, typename Source>
PDH_STATUS enum_machines(Source source, const TextRoom<Char>& machines) {
  if (!machines.is_valid()) return kInvalidArgument;
  return with_source(source, [&](const DataSource& found) -> PdhStatus {
    return give_list(names().machines(found), machines);
  });
}

template <typename Char, typename Source>
PDH_STATUS enum_objects(Source source, const Char* machine, const TextRoom<Char>& objects,
                        DWORD detail_level, BOOL refresh) {
  if (!objects.is_valid()) return kInvalidArgument;
  return with_source(source, [&](const DataSource& found) -> PdhStatus {
    const auto detail = detail_of(detail_level);
    if (!detail.has_value()) return PDH_INVALID_ARGUMENT;
    const auto refreshed = refresh == 0 ? SourceNames::Refresh::no : SourceNames::Refresh::yes;
    return give_list(names().objects(found, utf8_of(machine), *detail, refreshed), objects);
  });
}

// An object that can have no instances has a list of size 0. Programs that want one of the lists
// pass a buffer for that one alone.
template <typename Char>
PdhStatus give_items(const ObjectItems& items, const TextRoom<Char>& counters,
                     const TextRoom<Char>& instances) {
  const GivenText<Char> counter_list(items.counters.text());
  const GivenText<Char> instance_list(items.has_instances ? items.instances.text() : "");
  const PdhStatus of_counters = counter_list.give_or_size(counters);
  const PdhStatus of_instances = instance_list.give_or_size(instances);
  return of_counters != kPdhSuccess ? of_counters : of_instances;
}

template <typename Char, typename Source>
PDH_STATUS enum_items(Source source, const Char* machine, const Char* object,
                      const TextRoom<Char>& counters, const TextRoom<Char>& instances,
                      DWORD detail_level) {
  if (object == nullptr || !counters.is_valid() || !instances.is_valid()) return kInvalidArgument;
  return with_source(source, [&](const DataSource& found) -> PdhStatus {
    const auto detail = detail_of(detail_level);
    if (!detail.has_value()) return PDH_INVALID_ARGUMENT;
    const auto items = names().items(found, utf8_of(machine), utf8_of(object), detail->level);
    if (!items.has_value()) return items.error();
    return give_items(*items, counters, instances);
  });
}

template <typename Char, typename Source>
PDH_STATUS default_object(Source source, const Char* machine, const TextRoom<Char>& object) {
  if (!object.is_valid()) return kInvalidArgument;
  return with_source(source, [&](const DataSource& found) -> PdhStatus {
    return give_one(names().default_object(found, utf8_of(machine)), object);
  });
}

template <typename Char, typename Source>
PDH_STATUS default_counter(Source source, const Char* machine, const Char* object,
                           const TextRoom<Char>& counter) {
  if (object == nullptr || !counter.is_valid()) return kInvalidArgument;
  return with_source(source, [&](const DataSource& found) -> PdhStatus {
    return give_one(names().default_counter(found, utf8_of(machine), utf8_of(object)), counter);
  });
}

PathExpansion expansion_of(DWORD flags) {
  using enum PathExpansion::Part;
  return {.instances = (flags & PDH_NOEXPANDINSTANCES) != 0 ? kept : expanded,
          .counters = (flags & PDH_NOEXPANDCOUNTERS) != 0 ? kept : expanded};
}

// The call that asks for the size looks again; the one that fills the buffer answers from that.
template <typename Char>
PdhStatus give_expansion(ExpansionRequest request, const TextRoom<Char>& paths) {
  KeptExpansions& kept = ProcessNames::instance().expansions();
  auto list = kept.take(request);
  if (!list.has_value() || paths.asks_for_size()) {
    auto again = names().expand(request.source, request.path, request.expansion);
    if (!again.has_value()) return again.error();
    list = *std::move(again);
  }
  const PdhStatus given = give(list->text(), paths);
  if (given != kPdhSuccess) kept.keep(std::move(request), *std::move(list));
  return given;
}

template <typename Char, typename Source>
PDH_STATUS expand(Source source, const Char* path, const TextRoom<Char>& paths, DWORD flags) {
  if (path == nullptr || !paths.is_valid()) return kInvalidArgument;
  return with_source(source, [&](const DataSource& found) -> PdhStatus {
    if ((flags & ~kExpansionFlags) != 0) return PDH_INVALID_ARGUMENT;
    return give_expansion(
        {.source = found, .path = utf8_of(path), .expansion = expansion_of(flags)}, paths);
  });
}

template <typename Char>
PDH_STATUS validate(PDH_HLOG source, const Char* path) {
  if (path == nullptr) return kInvalidArgument;
  return with_source(source, [&](const DataSource& found) -> PdhStatus {
    const std::string text = utf8_of(path);
    return text.empty() ? PDH_INVALID_ARGUMENT : names().validate(found, text);
  });
}

template <typename Char>
PDH_STATUS name_by_index(const Char* machine, DWORD index, const TextRoom<Char>& name) {
  if (!name.is_valid()) return kInvalidArgument;
  return pdh_call([&] { return give_one(names().name_of(utf8_of(machine), index), name); });
}

template <typename Char>
PDH_STATUS index_by_name(const Char* machine, const Char* name, LPDWORD index) {
  if (name == nullptr || index == nullptr) return kInvalidArgument;
  return pdh_call([&]() -> PdhStatus {
    const auto found = names().index_of(utf8_of(machine), utf8_of(name));
    if (!found.has_value()) return found.error();
    *index = *found;
    return kPdhSuccess;
  });
}

template <typename Char>
PDH_STATUS connect(const Char* machine) {
  return pdh_call([&] { return names().connect(utf8_of(machine)); });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

PDH_STATUS PdhValidatePathW(LPCWSTR path) { return validate<WCHAR>(H_REALTIME_DATASOURCE, path); }

PDH_STATUS PdhValidatePathA(LPCSTR path) { return validate<CHAR>(H_REALTIME_DATASOURCE, path); }

PDH_STATUS PdhValidatePathExW(PDH_HLOG source, LPCWSTR path) {
  return validate<WCHAR>(source, path);
}

PDH_STATUS PdhValidatePathExA(PDH_HLOG source, LPCSTR path) { return validate<CHAR>(source, path); }

PDH_STATUS PdhExpandCounterPathW(LPCWSTR path, LPWSTR paths, LPDWORD size) {
  return expand<WCHAR>(H_REALTIME_DATASOURCE, path, {paths, size}, 0);
}

PDH_STATUS PdhExpandCounterPathA(LPCSTR path, LPSTR paths, LPDWORD size) {
  return expand<CHAR>(H_REALTIME_DATASOURCE, path, {paths, size}, 0);
}

PDH_STATUS PdhExpandWildCardPathW(LPCWSTR source, LPCWSTR path, LPWSTR paths, LPDWORD size,
                                  DWORD flags) {
  return expand<WCHAR>(source, path, {paths, size}, flags);
}

PDH_STATUS PdhExpandWildCardPathA(LPCSTR source, LPCSTR path, LPSTR paths, LPDWORD size,
                                  DWORD flags) {
  return expand<CHAR>(source, path, {paths, size}, flags);
}

PDH_STATUS PdhExpandWildCardPathHW(PDH_HLOG source, LPCWSTR path, LPWSTR paths, LPDWORD size,
                                   DWORD flags) {
  return expand<WCHAR>(source, path, {paths, size}, flags);
}

PDH_STATUS PdhExpandWildCardPathHA(PDH_HLOG source, LPCSTR path, LPSTR paths, LPDWORD size,
                                   DWORD flags) {
  return expand<CHAR>(source, path, {paths, size}, flags);
}

PDH_STATUS PdhEnumMachinesW(LPCWSTR source, LPWSTR machines, LPDWORD size) {
  return enum_machines<WCHAR>(source, {machines, size});
}

PDH_STATUS PdhEnumMachinesA(LPCSTR source, LPSTR machines, LPDWORD size) {
  return enum_machines<CHAR>(source, {machines, size});
}

PDH_STATUS PdhEnumMachinesHW(PDH_HLOG source, LPWSTR machines, LPDWORD size) {
  return enum_machines<WCHAR>(source, {machines, size});
}

PDH_STATUS PdhEnumMachinesHA(PDH_HLOG source, LPSTR machines, LPDWORD size) {
  return enum_machines<CHAR>(source, {machines, size});
}

PDH_STATUS PdhEnumObjectsW(LPCWSTR source, LPCWSTR machine, LPWSTR objects, LPDWORD size,
                           DWORD detail_level, BOOL refresh) {
  return enum_objects<WCHAR>(source, machine, {objects, size}, detail_level, refresh);
}

PDH_STATUS PdhEnumObjectsA(LPCSTR source, LPCSTR machine, LPSTR objects, LPDWORD size,
                           DWORD detail_level, BOOL refresh) {
  return enum_objects<CHAR>(source, machine, {objects, size}, detail_level, refresh);
}

PDH_STATUS PdhEnumObjectsHW(PDH_HLOG source, LPCWSTR machine, LPWSTR objects, LPDWORD size,
                            DWORD detail_level, BOOL refresh) {
  return enum_objects<WCHAR>(source, machine, {objects, size}, detail_level, refresh);
}

PDH_STATUS PdhEnumObjectsHA(PDH_HLOG source, LPCSTR machine, LPSTR objects, LPDWORD size,
                            DWORD detail_level, BOOL refresh) {
  return enum_objects<CHAR>(source, machine, {objects, size}, detail_level, refresh);
}

PDH_STATUS PdhEnumObjectItemsW(LPCWSTR source, LPCWSTR machine, LPCWSTR object, LPWSTR counters,
                               LPDWORD counters_size, LPWSTR instances, LPDWORD instances_size,
                               DWORD detail_level, DWORD) {
  return enum_items<WCHAR>(source, machine, object, {counters, counters_size},
                           {instances, instances_size}, detail_level);
}

PDH_STATUS PdhEnumObjectItemsA(LPCSTR source, LPCSTR machine, LPCSTR object, LPSTR counters,
                               LPDWORD counters_size, LPSTR instances, LPDWORD instances_size,
                               DWORD detail_level, DWORD) {
  return enum_items<CHAR>(source, machine, object, {counters, counters_size},
                          {instances, instances_size}, detail_level);
}

PDH_STATUS PdhEnumObjectItemsHW(PDH_HLOG source, LPCWSTR machine, LPCWSTR object, LPWSTR counters,
                                LPDWORD counters_size, LPWSTR instances, LPDWORD instances_size,
                                DWORD detail_level, DWORD) {
  return enum_items<WCHAR>(source, machine, object, {counters, counters_size},
                           {instances, instances_size}, detail_level);
}

PDH_STATUS PdhEnumObjectItemsHA(PDH_HLOG source, LPCSTR machine, LPCSTR object, LPSTR counters,
                                LPDWORD counters_size, LPSTR instances, LPDWORD instances_size,
                                DWORD detail_level, DWORD) {
  return enum_items<CHAR>(source, machine, object, {counters, counters_size},
                          {instances, instances_size}, detail_level);
}

PDH_STATUS PdhGetDefaultPerfObjectW(LPCWSTR source, LPCWSTR machine, LPWSTR object, LPDWORD size) {
  return default_object<WCHAR>(source, machine, {object, size});
}

PDH_STATUS PdhGetDefaultPerfObjectA(LPCSTR source, LPCSTR machine, LPSTR object, LPDWORD size) {
  return default_object<CHAR>(source, machine, {object, size});
}

PDH_STATUS PdhGetDefaultPerfObjectHW(PDH_HLOG source, LPCWSTR machine, LPWSTR object,
                                     LPDWORD size) {
  return default_object<WCHAR>(source, machine, {object, size});
}

PDH_STATUS PdhGetDefaultPerfObjectHA(PDH_HLOG source, LPCSTR machine, LPSTR object, LPDWORD size) {
  return default_object<CHAR>(source, machine, {object, size});
}

PDH_STATUS PdhGetDefaultPerfCounterW(LPCWSTR source, LPCWSTR machine, LPCWSTR object,
                                     LPWSTR counter, LPDWORD size) {
  return default_counter<WCHAR>(source, machine, object, {counter, size});
}

PDH_STATUS PdhGetDefaultPerfCounterA(LPCSTR source, LPCSTR machine, LPCSTR object, LPSTR counter,
                                     LPDWORD size) {
  return default_counter<CHAR>(source, machine, object, {counter, size});
}

PDH_STATUS PdhGetDefaultPerfCounterHW(PDH_HLOG source, LPCWSTR machine, LPCWSTR object,
                                      LPWSTR counter, LPDWORD size) {
  return default_counter<WCHAR>(source, machine, object, {counter, size});
}

PDH_STATUS PdhGetDefaultPerfCounterHA(PDH_HLOG source, LPCSTR machine, LPCSTR object, LPSTR counter,
                                      LPDWORD size) {
  return default_counter<CHAR>(source, machine, object, {counter, size});
}

PDH_STATUS PdhLookupPerfNameByIndexW(LPCWSTR machine, DWORD index, LPWSTR name, LPDWORD size) {
  return name_by_index<WCHAR>(machine, index, {name, size});
}

PDH_STATUS PdhLookupPerfNameByIndexA(LPCSTR machine, DWORD index, LPSTR name, LPDWORD size) {
  return name_by_index<CHAR>(machine, index, {name, size});
}

PDH_STATUS PdhLookupPerfIndexByNameW(LPCWSTR machine, LPCWSTR name, LPDWORD index) {
  return index_by_name<WCHAR>(machine, name, index);
}

PDH_STATUS PdhLookupPerfIndexByNameA(LPCSTR machine, LPCSTR name, LPDWORD index) {
  return index_by_name<CHAR>(machine, name, index);
}

PDH_STATUS PdhConnectMachineW(LPCWSTR machine) { return connect<WCHAR>(machine); }

PDH_STATUS PdhConnectMachineA(LPCSTR machine) { return connect<CHAR>(machine); }
