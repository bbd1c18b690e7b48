#include "apps/logman/logman.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "apps/drop_in/completion.h"
#include "apps/drop_in/help_layout.h"
#include "apps/drop_in/messages.h"
#include "apps/logman/alert/alert_check.h"
#include "apps/logman/alert/alert_output.h"
#include "apps/logman/collection/collection_store.h"
#include "apps/logman/collection/collection_xml.h"
#include "apps/logman/collection/collector_lock.h"
#include "apps/logman/collector/collector_process.h"
#include "apps/logman/collector/counter_check.h"
#include "apps/logman/collector/schedule.h"
#include "apps/logman/collector/unit.h"
#include "apps/logman/completion.h"
#include "apps/logman/help.h"
#include "apps/logman/options.h"
#include "apps/logman/run/failure.h"
#include "apps/logman/tables.h"
#include "apps/program/atomic_file.h"
#include "apps/program/input_file.h"
#include "apps/program/prepare_process.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/machine/host_environment.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/os/process/program_path.h"
#include "openperflib/os/time/clocks.h"
#include "openperflib/text/utf16.h"

namespace openperflib::logman {
namespace {

using drop_in::remark;

constexpr std::string_view kUndefined = "Undefined";
constexpr std::string_view kRunning = "Running";

Outcome print(std::string_view text) {
  OPENPERFLIB_TRY(drop_in::print(text));
  return {};
}

Outcome complete() { return print(fmt::format("{}\r\n", drop_in::kCompleted)); }

std::expected<std::string_view, Failure> status_of(const CollectionStore& store,
                                                   const std::string& name) {
  const LockState state = OPENPERFLIB_TRY(lock_state(store.lock_path(name)));
  return state.is_held ? kRunning : "Stopped";
}

// Lists a collection that cannot be read under the name of its file; a remark beside the list says
// what is wrong.
ListedCollection listed(const CollectionStore& store, const std::string& name) {
  const auto set = store.load(name);
  const auto status = status_of(store, name);
  if (!set.has_value()) remark(kTool, set.error().text);
  return {.name = set.has_value() ? set->name : name,
          .type = set.has_value() ? type_name(set->first().kind()) : kUndefined,
          .status = set.has_value() && status.has_value() ? *status : kUndefined};
}

Outcome list_all(const CollectionStore& store) {
  std::vector<ListedCollection> rows;
  for (const std::string& name : OPENPERFLIB_TRY(store.names()))
    rows.push_back(listed(store, name));
  OPENPERFLIB_TRY(print(collection_list(rows)));
  return complete();
}

std::vector<std::string> outputs_of(const CollectionStore& store, const DataCollectorSet& set) {
  std::vector<std::string> outputs;
  for (const SetCollector& one : collectors_of(set))
    outputs.push_back(store.latest_output(one.name));
  return outputs;
}

std::vector<AlertHistory> alerts_of(const CollectionStore& store, const DataCollectorSet& set) {
  std::vector<AlertHistory> alerts;
  for (const SetCollector& one : collectors_of(set))
    alerts.push_back(store.alert_history(one.name));
  return alerts;
}

// Only a process waits for the time of a schedule.
std::optional<FileTime> next_run(const DataCollectorSet& set, std::string_view status) {
  if (status != kRunning) return std::nullopt;
  const FileTime now = read_clocks().realtime.value_or(0);
  return next_run_at(set, to_local(now, local_zone_at(now).bias_minutes));
}

Outcome query(const CollectionStore& store, const Request& request) {
  if (request.name.empty()) return list_all(store);
  const DataCollectorSet set = OPENPERFLIB_TRY(store.load(request.name));
  const std::string_view status = OPENPERFLIB_TRY(status_of(store, request.name));
  const auto unit = unit_path(request.name);
  OPENPERFLIB_TRY(
      print(collection_detail(set, {.status = status,
                                    .user = HostEnvironment::user(),
                                    .unit = has_unit(request.name) ? unit.value_or("") : "",
                                    .next_run = next_run(set, status),
                                    .last_error = store.last_error(request.name),
                                    .outputs = outputs_of(store, set),
                                    .alerts = alerts_of(store, set)})));
  return complete();
}

// What a new set has where nothing is said.
DataCollectorSet new_set(const CollectionStore& store, const Request& request) {
  DataCollectorSet set;
  set.name = request.name;
  set.folder = store.log_folder();
  if (request.kind == CollectorKind::alert) set.first().what = AlertCollector();
  set.first().file_name = request.name;
  return set;
}

// Refuses text that XML does not keep: the collection would silently differ when it is read again.
Outcome check_kept(const DataCollectorSet& set) {
  const auto kept = read_collection_xml(as_bytes(collection_xml(set)));
  if (kept.has_value() && kept->set == set) return {};
  return invalid("text must be UTF-8, without blanks or line ends at its beginning or end");
}

// A mistake in an alert is reported now, and not when it is started.
Outcome check_alert(const apps::Environment& environment, const SetCollector& one,
                    Named thresholds) {
  const AlertCollector& alert = *one.collector.alert();
  const std::vector<AlertRule> rules = OPENPERFLIB_TRY(alert_rules_of(alert));
  OPENPERFLIB_TRY(check_can_fire(environment, alert, rules, thresholds));
  if (has_action(alert, rules)) return {};
  remark(kTool,
         fmt::format("{} does nothing when it fires; add -el, -tn, -rdcs or -keep", one.name));
  return {};
}

Outcome normalize(const apps::Environment& environment,
                  std::span<const drop_in::GivenOption> options, DataCollectorSet& set) {
  OPENPERFLIB_TRY(apply_options(options, set));
  const bool are_typed = std::ranges::any_of(
      options, [](const drop_in::GivenOption& given) { return is_called(given, "th"); });
  const bool are_counters_typed =
      std::ranges::any_of(options, [](const drop_in::GivenOption& given) {
        return is_called(given, "c") || is_called(given, "cf");
      });
  for (const SetCollector& one : collectors_of(set)) {
    if (one.collector.alert() == nullptr) {
      OPENPERFLIB_TRY(check_counters(environment, one.collector.counter()->counters,
                                     are_counters_typed ? Named::typed : Named::kept));
      continue;
    }
    OPENPERFLIB_TRY(check_alert(environment, one, are_typed ? Named::typed : Named::kept));
  }
  return check_kept(set);
}

Outcome create(const CollectionStore& store, const Request& request) {
  DataCollectorSet set = new_set(store, request);
  OPENPERFLIB_TRY(normalize(store.environment(), request.options, set));
  OPENPERFLIB_TRY(store.create(set));
  return complete();
}

// Held for as long as the collection is changed or deleted, so that it is not started meanwhile.
std::expected<CollectorLock, Failure> lock_stopped(const CollectionStore& store,
                                                   const std::string& name) {
  auto lock = OPENPERFLIB_TRY(CollectorLock::take(store.lock_path(name)));
  if (!lock.has_value()) return refusal(kInUse, fmt::format("{} is running", name));
  return *std::move(lock);
}

Outcome update(const CollectionStore& store, const Request& request) {
  // Loaded first, so that no lock file is created for a collection that does not exist.
  (void)OPENPERFLIB_TRY(store.load(request.name));
  const CollectorLock lock = OPENPERFLIB_TRY(lock_stopped(store, request.name));
  DataCollectorSet set = OPENPERFLIB_TRY(store.load(request.name));
  if (set.collectors.size() > 1) {
    return refusal(kConflict,
                   fmt::format("{} has {} collectors; export it, change the file and import it",
                               set.name, set.collectors.size()));
  }
  if (request.kind.has_value() && *request.kind != set.first().kind()) {
    return refusal(kNotFound,
                   fmt::format("{} is of type {}", set.name, type_name(set.first().kind())));
  }
  OPENPERFLIB_TRY(normalize(store.environment(), request.options, set));
  OPENPERFLIB_TRY(store.replace(set));
  return complete();
}

Wait wait_of(const Request& request) { return request.waits ? Wait::until_done : Wait::not_at_all; }

// What systemd itself does not say.
void remark_on_lingering(const std::string& name) {
  if (::access(("/var/lib/systemd/linger/" + HostEnvironment::user()).c_str(), F_OK) == 0) return;
  remark(kTool,
         fmt::format("{} stops when {} logs out; run loginctl enable-linger to keep it running",
                     name, HostEnvironment::user()));
}

Outcome start(const CollectionStore& store, const Request& request) {
  if (request.with_unit) {
    OPENPERFLIB_TRY(start_unit(store, request.name));
    remark_on_lingering(request.name);
    return complete();
  }
  OPENPERFLIB_TRY(start_collection(store, request.name, wait_of(request)));
  return complete();
}

Outcome stop(const CollectionStore& store, const Request& request) {
  if (request.with_unit) {
    OPENPERFLIB_TRY(stop_unit(request.name));
    return complete();
  }
  OPENPERFLIB_TRY(stop_collection(store, request.name, wait_of(request)));
  return complete();
}

// A damaged one can be deleted too.
Outcome remove(const CollectionStore& store, const Request& request) {
  if (!store.has(request.name)) return refusal(kNotFound, request.name);
  if (has_unit(request.name)) {
    return refusal(kInUse, fmt::format("{} is a systemd unit; remove it with logman stop -unit",
                                       request.name));
  }
  const CollectorLock lock = OPENPERFLIB_TRY(lock_stopped(store, request.name));
  OPENPERFLIB_TRY(store.remove(request.name));
  return complete();
}

// Leaves a name that is not a log set unchanged; it is refused later.
void normalize_log_set(const DataCollectorSet& set, Collector& collector) {
  if (conflict_of({set, collector, set.name}).empty()) {
    (void)set_database_output(collector, log_set_name(collector, ""));
  }
}

// Places of another system mean nothing here. `name`: of the log, where it has none.
void normalize_paths(const DataCollectorSet& set, const std::string& name, Collector& collector) {
  std::error_code error;
  if (auto* const alert = std::get_if<AlertCollector>(&collector.what);
      alert != nullptr && !alert->rules.empty()) {
    alert->rules = std::filesystem::absolute(alert->rules, error).string();
  }
  const bool is_set = collector.is_in_database();
  const bool is_no_name = !is_set && !wrong_in_name(collector.file_name).empty();
  if (collector.file_name.empty() || is_no_name) collector.file_name = name;
  if (is_set) normalize_log_set(set, collector);
}

Outcome import_xml(const CollectionStore& store, const Request& request) {
  const auto bytes = apps::read_input(request.xml, kLongestXml);
  if (!bytes.has_value()) return system_failure(bytes.error());
  auto read = read_collection_xml(*bytes);
  if (!read.has_value()) {
    return invalid(fmt::format("{}:{}: {}", request.xml, read.error().line, read.error().reason));
  }
  for (const XmlFault& fault : read->left_out) {
    remark(kTool, fmt::format("{}:{}: {}; left out", request.xml, fault.line, fault.reason));
  }
  DataCollectorSet& set = read->set;
  set.name = request.name;
  if (set.first().name == set.name) set.first().name.clear();
  if (!set.folder.starts_with('/')) set.folder = store.log_folder();
  for (Collector& collector : set.collectors) {
    normalize_paths(set, &collector == &set.first() ? set.name : collector.name, collector);
  }
  OPENPERFLIB_TRY(normalize(store.environment(), {}, set));
  OPENPERFLIB_TRY(store.create(set));
  return complete();
}

Outcome export_xml(const CollectionStore& store, const Request& request) {
  const DataCollectorSet set = OPENPERFLIB_TRY(store.load(request.name));
  OPENPERFLIB_TRY(drop_in::ask_to_overwrite(request.xml, request.overwrite));
  const auto written =
      apps::write_whole_file(request.xml, collection_xml(set), apps::AtomicFile::Existing::replaced,
                             apps::AtomicFile::Readers::owner);
  if (!written.has_value()) return system_failure(written.error());
  return complete();
}

Outcome run(const apps::Environment& environment, std::span<char* const> arguments) {
  if (drop_in::is_completion(arguments)) return complete_words(environment, arguments.subspan(1));
  const Request request = OPENPERFLIB_TRY(read_request(arguments, environment.titles));
  if (request.verb == Verb::help) {
    return print(help_text(program_path(kTool), request.help_for, request.kind));
  }
  const CollectionStore store = OPENPERFLIB_TRY(CollectionStore::open(environment));
  switch (request.verb) {
    case Verb::create:
      return create(store, request);
    case Verb::update:
      return update(store, request);
    case Verb::start:
      return start(store, request);
    case Verb::stop:
      return stop(store, request);
    case Verb::remove:
      return remove(store, request);
    case Verb::import_xml:
      return import_xml(store, request);
    case Verb::export_xml:
      return export_xml(store, request);
    case Verb::query:
    case Verb::help:
      break;
  }
  return query(store, request);
}

}  // namespace

int run_logman(const apps::Environment& environment, std::span<char* const> arguments) {
  apps::prepare_process();
  const Outcome outcome = run(environment, arguments);
  if (outcome.has_value()) return 0;
  const Failure& why = outcome.error();
  drop_in::say_error_below(kTool, {why.text});
  if (!why.remark.empty()) remark(kTool, why.remark);
  return 1;
}

}  // namespace openperflib::logman
