#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/pdh/counter_finder_internal.h"
#include "openperflib/pdh/pdh_sessions_internal.h"
#include "openperflib/query/block_readings.h"

namespace openperflib {
namespace {

using Found = CounterDefinitions::Found;

// A counter that this machine is said to lack: what its object and type would be.
FoundCounter left_out_counter(const CounterSession& probe, const PathPattern& path) {
  FoundCounter counter{.machine = std::string(probe.query().binding().machine()),
                       .object = path.objects().front().text(),
                       .definition = {.name = path.single_request()->counter.text()}};
  const auto series = probe.query().binding().series();
  if (series.empty()) return counter;
  counter.object = series[0].object;
  counter.definition.name = series[0].counter;
  counter.definition.type = series[0].type;
  counter.definition.default_scale = series[0].default_scale;
  return counter;
}

}  // namespace

bool has_wildcard_names(const PathPattern& path) {
  return path.objects().front().has_wildcards() || path.single_request()->counter.has_wildcards();
}

std::string_view without_machine(std::string_view path) noexcept {
  return path.starts_with("\\\\") ? path.substr(path.find('\\', 2)) : path;
}

CounterFinder::CounterFinder(DataSource source, PdhMachine machine, LogContents& contents)
    : source_(std::move(source)),
      machine_(std::move(machine)),
      contents_(contents),
      definitions_(machine_.fixed) {}

std::expected<FoundCounter, PdhStatus> CounterFinder::find(const PathPattern& path) {
  if (path.objects().front().has_wildcards()) return std::unexpected(PDH_CSTATUS_NO_OBJECT);
  if (source_.is_real_time() && !is_name_of_machine(path.machine(), machine_.name)) {
    return std::unexpected(PDH_CSTATUS_NO_MACHINE);
  }
  const Found found = definitions_.find(path, machine_.name);
  if (found.match == PathMatch::matched) return found.counter;
  return source_.is_real_time() ? find_on_machine(path) : find_in_log(path);
}

// The object's definitions come with whatever counter is read, so that the others cost nothing.
std::expected<FoundCounter, PdhStatus> CounterFinder::find_on_machine(const PathPattern& path) {
  CounterSession probe = OPENPERFLIB_TRY(open_session(source_, {}, machine_));
  const std::string text(without_machine(path.text()));
  const auto local = PathPattern::parse(text, PathGrammar::pdh);
  if (!local.has_value() || !probe.add(text).has_value()) {
    return std::unexpected(PDH_CSTATUS_BAD_COUNTERNAME);
  }
  if (!probe.collect().has_value()) return std::unexpected(PDH_CANNOT_CONNECT_MACHINE);
  definitions_.add(probe.snapshot(), probe.catalog());
  const Found found = definitions_.find(*local, machine_.name);
  if (found.match == PathMatch::matched) return found.counter;
  const PathMatch match = has_wildcard_names(path) ? found.match : probe.match(0);
  if (const PdhStatus status = status_of(match); status != kPdhSuccess) {
    return std::unexpected(status);
  }
  // What this kind of machine never has is unknown; what may come is waited for.
  const bool may_come = probe.query().binding().series().empty() ||
                        probe.query().missing_reason(0) != MissingReason::not_on_this_machine;
  if (!may_come) return std::unexpected(status_of(found.match));
  return left_out_counter(probe, *local);
}

std::expected<void, PdhStatus> CounterFinder::add_first_record() {
  if (std::exchange(has_first_record_, true)) return {};
  LogCursor log = OPENPERFLIB_TRY(open_log_cursor(source_, {}, machine_));
  if (!log.read().has_value()) return std::unexpected(PDH_LOG_FILE_OPEN_ERROR);
  BlockReadings blocks(machine_.fixed, &decode_code_page);
  const Record first = blocks.readings_of(record_of(log.reader(), log.record()));
  definitions_.add(*first.catalog, first.sample->counters);
  definitions_.add(log.reader().header().entries);
  return {};
}

std::expected<void, PdhStatus> CounterFinder::add_contents() {
  if (std::exchange(has_contents_, true)) return {};
  definitions_.add(OPENPERFLIB_TRY(contents_.of(source_))->catalog(), {});
  return {};
}

// All records are read only for a name that the first one lacks.
std::expected<FoundCounter, PdhStatus> CounterFinder::find_in_log(const PathPattern& path) {
  OPENPERFLIB_TRY(add_first_record());
  Found found = definitions_.find(path, machine_.name);
  if (found.match != PathMatch::matched) {
    OPENPERFLIB_TRY(add_contents());
    found = definitions_.find(path, machine_.name);
  }
  if (found.match == PathMatch::matched) return found.counter;
  return std::unexpected(status_of(found.match));
}

}  // namespace openperflib
