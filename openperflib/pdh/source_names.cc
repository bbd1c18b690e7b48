#include "openperflib/pdh/source_names.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/pdh/counter_finder_internal.h"
#include "openperflib/pdh/machine_readings_internal.h"
#include "openperflib/query/names.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using TakePath = std::function<void(const CounterPath& path)>;

// Why there is no path.
PdhStatus status_of(const ExpandedPath& found) {
  const bool is_impossible = found.match == PathMatch::no_instance && found.names_instance_of_none;
  return is_impossible ? PDH_INVALID_PATH : status_of(found.match);
}

NameList list_of(const std::vector<std::string_view>& names) {
  NameList list;
  for (const std::string_view name : names) list.add(name);
  return list;
}

}  // namespace

struct SourceNames::State {
  // The names of a source, as far as they were asked for.
  struct Asked {
    std::shared_ptr<const void> owner;  // of what the names are a view of
    Names names;
    std::optional<std::string> machine = {};  // of a log: the one that is meant
  };

  explicit State(PdhMachine&& its_machine)
      : machine(std::move(its_machine)), here(machine), logs(machine.fixed) {}

  [[nodiscard]] bool is_here(std::string_view asked) const {
    return is_name_of_machine(without_backslashes(asked), machine.name);
  }
  // The machine of a log that a name without backslashes means; "": this computer or, if the log
  // lacks it, the first one. Error: PDH_CSTATUS_NO_MACHINE.
  [[nodiscard]] std::expected<std::string, PdhStatus> machine_in_log(const Names& names,
                                                                     std::string_view asked) const;
  // The names in a log, and its machine that a name means.
  [[nodiscard]] std::expected<Asked, PdhStatus> names_in_log(const DataSource& source,
                                                             std::string_view asked);
  // The names of any source, as far as it has an object.
  [[nodiscard]] std::expected<Asked, PdhStatus> names_of_object(const DataSource& source,
                                                                std::string_view asked,
                                                                std::string_view object);
  // Expands a path, whatever it matches.
  [[nodiscard]] std::expected<ExpandedPath, PdhStatus> expand(const DataSource& source,
                                                              const PathPattern& path,
                                                              const PathExpansion& expansion,
                                                              const TakePath& take);
  [[nodiscard]] std::expected<ExpandedPath, PdhStatus> expand_in_log(const DataSource& source,
                                                                     const PathPattern& path,
                                                                     const PathExpansion& expansion,
                                                                     const TakePath& take);

  PdhMachine machine;
  MachineReadings here;
  LogContents logs;
  std::mutex mutex;
  std::vector<std::string> connected;  // guarded by the mutex
};

SourceNames::SourceNames(PdhMachine machine)
    : state_(std::make_unique<State>(std::move(machine))) {}
SourceNames::~SourceNames() = default;

LogContents& SourceNames::logs() noexcept { return state_->logs; }

void SourceNames::lock() {
  state_->mutex.lock();
  state_->here.lock();
  state_->logs.lock();
}

void SourceNames::unlock() {
  state_->logs.unlock();
  state_->here.unlock();
  state_->mutex.unlock();
}

PdhStatus SourceNames::connect(std::string_view machine) {
  if (!state_->is_here(machine)) return PDH_CSTATUS_NO_MACHINE;
  const std::string_view name = without_backslashes(machine);
  const std::lock_guard lock(state_->mutex);
  std::vector<std::string>& connected = state_->connected;
  const auto is_same = [&](std::string_view one) { return equal_ignoring_case(one, name); };
  const bool is_known =
      name.empty() || is_same(state_->machine.name) || std::ranges::any_of(connected, is_same);
  if (!is_known) connected.emplace_back(name);
  return kPdhSuccess;
}

std::expected<std::string, PdhStatus> SourceNames::State::machine_in_log(
    const Names& names, std::string_view asked) const {
  const std::vector<std::string_view> machines = names.machines();
  const bool means_here = is_name_of_machine(asked, machine.name);
  for (const std::string_view one : machines) {
    const bool is_meant =
        equal_ignoring_case(one, asked) || (means_here && is_name_of_machine(one, machine.name));
    if (is_meant) return std::string(one);
  }
  if (!asked.empty() || machines.empty()) return std::unexpected(PDH_CSTATUS_NO_MACHINE);
  return std::string(machines.front());
}

std::expected<SourceNames::State::Asked, PdhStatus> SourceNames::State::names_in_log(
    const DataSource& source, std::string_view asked) {
  auto survey = OPENPERFLIB_TRY(logs.of(source));
  const Names names(survey->catalog(), machine.fixed);
  auto meant = OPENPERFLIB_TRY(machine_in_log(names, without_backslashes(asked)));
  return Asked{.owner = std::move(survey), .names = names, .machine = std::move(meant)};
}

std::expected<SourceNames::State::Asked, PdhStatus> SourceNames::State::names_of_object(
    const DataSource& source, std::string_view asked, std::string_view object) {
  if (!source.is_real_time()) return names_in_log(source, asked);
  if (!is_here(asked)) return std::unexpected(PDH_CSTATUS_NO_MACHINE);
  auto reading = OPENPERFLIB_TRY(here.with_object(object));
  const Names names = reading->names();
  return Asked{.owner = std::move(reading), .names = names};
}

std::expected<NameList, PdhStatus> SourceNames::machines(const DataSource& source) {
  NameList names;
  if (!source.is_real_time()) {
    const auto survey = OPENPERFLIB_TRY(state_->logs.of(source));
    for (const std::string_view machine : Names(survey->catalog()).machines()) {
      if (!machine.empty()) names.add("\\\\" + std::string(machine));
    }
    return names;
  }
  names.add("\\\\" + state_->machine.name);
  const std::lock_guard lock(state_->mutex);
  for (const std::string& machine : state_->connected) names.add("\\\\" + machine);
  return names;
}

std::expected<std::string, PdhStatus> SourceNames::machine_of(const DataSource& source,
                                                              std::string_view asked) {
  if (source.is_real_time()) {
    if (!state_->is_here(asked)) return std::unexpected(PDH_CSTATUS_NO_MACHINE);
    return state_->machine.name;
  }
  const auto log = OPENPERFLIB_TRY(state_->names_in_log(source, asked));
  return *log.machine;
}

std::expected<NameList, PdhStatus> SourceNames::objects(const DataSource& source,
                                                        std::string_view machine,
                                                        const NameDetail& detail, Refresh refresh) {
  if (!source.is_real_time()) {
    if (refresh == Refresh::yes) state_->logs.forget(source);
    const auto log = OPENPERFLIB_TRY(state_->names_in_log(source, machine));
    return list_of(log.names.object_names(log.machine, detail.level));
  }
  if (!state_->is_here(machine)) return std::unexpected(PDH_CSTATUS_NO_MACHINE);
  if (refresh == Refresh::yes) state_->here.refresh();
  const auto usual = OPENPERFLIB_TRY(state_->here.objects());
  auto objects = usual->names().object_names(std::nullopt, detail.level);
  if (!detail.costly) return list_of(objects);
  const auto costly = OPENPERFLIB_TRY(state_->here.costly_objects());
  for (const std::string_view name : costly->names().object_names(std::nullopt, detail.level)) {
    if (std::ranges::find(objects, name) == objects.end()) objects.push_back(name);
  }
  return list_of(objects);
}

std::expected<ObjectItems, PdhStatus> SourceNames::items(const DataSource& source,
                                                         std::string_view machine,
                                                         std::string_view object,
                                                         std::uint32_t detail_level) {
  const bool is_here = source.is_real_time() && state_->is_here(machine);
  if (is_here) return state_->here.items(object, detail_level);
  const auto asked = OPENPERFLIB_TRY(state_->names_of_object(source, machine, object));
  const Names::Object* const found = asked.names.find(object, asked.machine);
  if (found == nullptr) return std::unexpected(PDH_CSTATUS_NO_OBJECT);
  return items_of(*found, detail_level);
}

std::expected<std::string, PdhStatus> SourceNames::default_object(const DataSource& source,
                                                                  std::string_view machine) {
  std::string name;
  if (!source.is_real_time()) {
    const auto log = OPENPERFLIB_TRY(state_->names_in_log(source, machine));
    const Names::Object* const object = log.names.default_object(log.machine);
    if (object != nullptr) name = object->name();
  } else if (state_->is_here(machine)) {
    name = OPENPERFLIB_TRY(state_->here.objects())->default_object;
  } else {
    return std::unexpected(PDH_CSTATUS_NO_MACHINE);
  }
  if (name.empty()) return std::unexpected(PDH_CSTATUS_NO_OBJECT);
  return name;
}

std::expected<std::string, PdhStatus> SourceNames::default_counter(const DataSource& source,
                                                                   std::string_view machine,
                                                                   std::string_view object) {
  const auto asked = OPENPERFLIB_TRY(state_->names_of_object(source, machine, object));
  const Names::Object* const found = asked.names.find(object, asked.machine);
  if (found == nullptr) return std::unexpected(PDH_CSTATUS_NO_OBJECT);
  const Catalog::Counter* const counter = asked.names.default_counter(*found);
  if (counter == nullptr) return std::unexpected(PDH_CSTATUS_NO_COUNTER);
  return std::string(counter->name);
}

std::expected<ExpandedPath, PdhStatus> SourceNames::State::expand_in_log(
    const DataSource& source, const PathPattern& path, const PathExpansion& expansion,
    const TakePath& take) {
  const auto survey = OPENPERFLIB_TRY(logs.of(source));
  const Catalog& catalog = survey->catalog();
  const auto meant = machine_in_log(Names(catalog), path.machine());
  if (!meant.has_value()) return ExpandedPath{.match = PathMatch::no_machine};
  const PathSelection selection{.object = path.objects().front(),
                                .instance = path.single_request()->instance,
                                .counter = path.single_request()->counter,
                                .machine = *meant};
  return openperflib::expand(selection, catalog, machine.fixed, expansion, take);
}

std::expected<ExpandedPath, PdhStatus> SourceNames::State::expand(const DataSource& source,
                                                                  const PathPattern& path,
                                                                  const PathExpansion& expansion,
                                                                  const TakePath& take) {
  if (!source.is_real_time()) return expand_in_log(source, path, expansion, take);
  if (path.machine().empty()) return here.expand(path, expansion, take);
  if (!is_here(path.machine())) return ExpandedPath{.match = PathMatch::no_machine};
  const auto local = PathPattern::parse(without_machine(path.text()), PathGrammar::pdh);
  return here.expand(*local, expansion, take);
}

std::expected<NameList, PdhStatus> SourceNames::expand(const DataSource& source,
                                                       std::string_view path,
                                                       const PathExpansion& expansion) {
  const auto pattern = PathPattern::parse(path, PathGrammar::pdh);
  if (!pattern.has_value()) return std::unexpected(PDH_INVALID_PATH);
  NameList paths;
  const ExpandedPath found = OPENPERFLIB_TRY(state_->expand(
      source, *pattern, expansion, [&](const CounterPath& one) { paths.add(write(one)); }));
  if (found.match == PathMatch::left_out) {  // its name is on every machine
    paths.add("\\\\" + state_->machine.name + std::string(without_machine(path)));
  }
  if (paths.empty()) return std::unexpected(status_of(found));
  return paths;
}

PdhStatus SourceNames::validate(const DataSource& source, std::string_view path) {
  const auto pattern = PathPattern::parse(path, PathGrammar::pdh);
  if (!pattern.has_value()) return PDH_CSTATUS_BAD_COUNTERNAME;
  const auto found = state_->expand(source, *pattern, {}, [](const CounterPath&) {});
  return found.has_value() ? openperflib::status_of(found->match) : found.error();
}

std::expected<std::string, PdhStatus> SourceNames::name_of(std::string_view machine,
                                                           std::uint32_t index) {
  if (!state_->is_here(machine)) return std::unexpected(PDH_CSTATUS_NO_MACHINE);
  const auto titles = state_->machine.open()->titles();
  const auto name = titles->table().name(index);
  if (!name.has_value()) return std::unexpected(PDH_STRING_NOT_FOUND);
  return std::string(*name);
}

std::expected<std::uint32_t, PdhStatus> SourceNames::index_of(std::string_view machine,
                                                              std::string_view name) {
  if (!state_->is_here(machine)) return std::unexpected(PDH_CSTATUS_NO_MACHINE);
  const auto titles = state_->machine.open()->titles();
  const auto positions = titles->table().positions(name);
  if (positions.empty()) return std::unexpected(PDH_STRING_NOT_FOUND);
  return titles->table().names()[positions.front()].index;
}

}  // namespace openperflib
