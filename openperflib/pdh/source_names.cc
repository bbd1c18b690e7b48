#include "openperflib/pdh/source_names.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "openperflib/base/try_internal.h"
#include "openperflib/pdh/counter_finder_internal.h"
#include "openperflib/pdh/log_names_internal.h"
#include "openperflib/pdh/machine_names_internal.h"
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

}  // namespace

struct SourceNames::State {
  explicit State(PdhMachine&& its_machine)
      : machine(std::move(its_machine)), here(machine), logs(machine.fixed) {}

  [[nodiscard]] bool is_here(std::string_view asked) const {
    return is_name_of_machine(without_backslashes(asked), machine.name);
  }
  // work(names), for the names of a log.
  template <typename Work>
  [[nodiscard]] auto with_log(const DataSource& source, Work work)
      -> decltype(work(std::declval<const LogNames&>())) {
    const auto survey = logs.of(source);
    if (!survey.has_value()) return std::unexpected(survey.error());
    return work(LogNames((*survey)->catalog(), machine.fixed, machine.name));
  }
  // Expands a path, whatever it matches.
  [[nodiscard]] std::expected<ExpandedPath, PdhStatus> expand(const DataSource& source,
                                                              const PathPattern& path,
                                                              const PathExpansion& expansion,
                                                              const TakePath& take);
  PdhMachine machine;
  MachineNames here;
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

std::expected<NameList, PdhStatus> SourceNames::machines(const DataSource& source) {
  if (!source.is_real_time()) {
    return state_->with_log(source, [](const LogNames& log) -> std::expected<NameList, PdhStatus> {
      return log.machines();
    });
  }
  NameList names;
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
  using Machine = std::expected<std::string, PdhStatus>;
  return state_->with_log(source, [&](const LogNames& log) -> Machine {
    return std::string(OPENPERFLIB_TRY(log.machine(without_backslashes(asked))));
  });
}

std::expected<NameList, PdhStatus> SourceNames::objects(const DataSource& source,
                                                        std::string_view machine,
                                                        const NameDetail& detail, Refresh refresh) {
  if (source.is_real_time()) {
    if (!state_->is_here(machine)) return std::unexpected(PDH_CSTATUS_NO_MACHINE);
    if (refresh == Refresh::yes) state_->here.refresh();
    return state_->here.objects(detail.level, detail.costly);
  }
  if (refresh == Refresh::yes) state_->logs.forget(source);
  return state_->with_log(source, [&](const LogNames& log) -> std::expected<NameList, PdhStatus> {
    const auto its_machine = OPENPERFLIB_TRY(log.machine(without_backslashes(machine)));
    return log.objects(its_machine, detail.level);
  });
}

std::expected<std::shared_ptr<const ObjectItems>, PdhStatus> SourceNames::items(
    const DataSource& source, std::string_view machine, std::string_view object) {
  using Items = std::shared_ptr<const ObjectItems>;
  if (source.is_real_time()) {
    if (!state_->is_here(machine)) return std::unexpected(PDH_CSTATUS_NO_MACHINE);
    return state_->here.items(object);
  }
  return state_->with_log(source, [&](const LogNames& log) -> std::expected<Items, PdhStatus> {
    const auto its_machine = OPENPERFLIB_TRY(log.machine(without_backslashes(machine)));
    auto items = log.items(its_machine, object);
    if (!items.has_value()) return std::unexpected(PDH_CSTATUS_NO_OBJECT);
    return std::make_shared<const ObjectItems>(*std::move(items));
  });
}

std::expected<std::string, PdhStatus> SourceNames::default_object(const DataSource& source,
                                                                  std::string_view machine) {
  using Name = std::expected<std::string, PdhStatus>;
  Name name;
  if (!source.is_real_time()) {
    name = state_->with_log(source, [&](const LogNames& log) -> Name {
      return log.default_object(OPENPERFLIB_TRY(log.machine(without_backslashes(machine))));
    });
  } else if (state_->is_here(machine)) {
    name = state_->here.default_object();
  } else {
    return std::unexpected(PDH_CSTATUS_NO_MACHINE);
  }
  if (name.has_value() && name->empty()) return std::unexpected(PDH_CSTATUS_NO_OBJECT);
  return name;
}

std::expected<std::string, PdhStatus> SourceNames::default_counter(const DataSource& source,
                                                                   std::string_view machine,
                                                                   std::string_view object) {
  const auto its_items = OPENPERFLIB_TRY(items(source, machine, object));
  if (its_items->default_counter.empty()) return std::unexpected(PDH_CSTATUS_NO_COUNTER);
  return its_items->default_counter;
}

std::expected<ExpandedPath, PdhStatus> SourceNames::State::expand(const DataSource& source,
                                                                  const PathPattern& path,
                                                                  const PathExpansion& expansion,
                                                                  const TakePath& take) {
  if (!source.is_real_time()) {
    return with_log(source, [&](const LogNames& log) -> std::expected<ExpandedPath, PdhStatus> {
      return log.expand(path, expansion, take);
    });
  }
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
