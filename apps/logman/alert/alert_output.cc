#include "apps/logman/alert/alert_output.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "apps/collection/alert_event_text.h"
#include "apps/collection/alert_rules.h"
#include "apps/drop_in/messages.h"
#include "apps/logman/alert/alert_threshold.h"
#include "apps/logman/run/command.h"
#include "apps/logman/run/event_log.h"
#include "openperflib/base/civil_time.h"

namespace openperflib::logman {
namespace {

// A collection is started through the tool, like by a user, so that it inherits nothing from this
// process, least of all the lock that marks the running process.
constexpr const char* kSelf = "/proc/self/exe";

Severity severity_of(AlertEventKind kind) {
  return kind == AlertEventKind::fired ? Severity::warning : Severity::information;
}

std::vector<std::string> environment_of(const AlertEvent& event, const AlertRule& rule,
                                        std::string_view set, std::string_view recording) {
  const std::string time = iso_8601(system_time_from(event.time_utc)).value_or("");
  std::vector<std::string> values = {
      fmt::format("OPENPERFLIB_COLLECTION={}", set),
      fmt::format("OPENPERFLIB_ALERT={}", rule.name),
      fmt::format("OPENPERFLIB_STATE={}", name_of(event.kind)),
      fmt::format("OPENPERFLIB_COUNTER={}", event.series),
      fmt::format("OPENPERFLIB_VALUE={}", apps::value_word(event.value)),
      fmt::format("OPENPERFLIB_CONDITION={}", apps::condition_text(rule)),
      fmt::format("OPENPERFLIB_TIME={}Z", time)};
  if (!recording.empty()) values.push_back(fmt::format("OPENPERFLIB_LOG={}", recording));
  return values;
}

}  // namespace

std::expected<std::vector<AlertRule>, Failure> alert_rules_of(const AlertCollector& alert) {
  std::vector<AlertRule> rules;
  for (const std::string& text : alert.thresholds) {
    const auto threshold = read_threshold(text);
    if (!threshold.has_value()) return invalid(fmt::format("{}: {}", text, threshold.error()));
    AlertRule rule;
    rule.name = text;
    rule.counter = threshold->path;
    rule.condition.when = threshold->beyond;
    rule.condition.threshold = threshold->value;
    rules.push_back(std::move(rule));
  }
  if (alert.rules.empty()) return rules;
  auto more = apps::alert_rules_of(alert.rules);
  if (!more.has_value()) return invalid(more.error());
  rules.insert(rules.end(), more->begin(), more->end());
  return rules;
}

std::vector<std::string> words_of(const std::string& arguments) {
  std::vector<std::string> words;
  bool is_quoted = false;
  bool is_in_word = false;
  for (const char c : arguments) {
    const bool parts = (c == ' ' || c == '\t') && !is_quoted;
    if (!parts && !is_in_word) words.emplace_back();
    is_in_word = !parts;
    if (c == '"') {
      is_quoted = !is_quoted;
    } else if (!parts) {
      words.back() += c;
    }
  }
  return words;
}

// A ring of few samples would have few rates. A collector in a set is called SET\COLLECTOR, which
// is not a file name elsewhere.
AlertOutput::AlertOutput(const SetCollector& one, const CollectionStore& store,
                         const CounterSession& collection, std::vector<AlertRule> rules,
                         const AlertKeep& keep)
    : alert_(*one.collector.alert()),
      name_(one.name),
      store_(store),
      collection_(collection),
      watch_(std::move(rules)),
      history_(store.alert_history(one.name)) {
  constexpr double kLeastSamples = 8;
  if (keep.seconds == 0) return;
  std::string name = one.name;
  std::ranges::replace(name, '\\', '-');
  box_.emplace(keep.folder, std::move(name),
               std::max(keep.seconds, kLeastSamples * static_cast<double>(one.collector.interval)));
}

void AlertOutput::run(const std::vector<std::string>& words, const AlertEvent& event) const {
  const AlertRule& rule = watch_.rules()[event.rule];
  const bool keeps = keep_seconds(alert_, rule) > 0;
  const auto environment = environment_of(event, rule, name_, keeps ? recording_ : "");
  const int refused = start_command(words, environment);
  if (refused == 0) return;
  write_event(Severity::error, name_, fmt::format("{}: {}", words.front(), std::strerror(refused)));
}

void AlertOutput::start(const std::string& name, const AlertEvent& event) const {
  run({kSelf, "start", "-n", name}, event);
}

void AlertOutput::report(const std::expected<void, SourceFault>& done) const {
  if (done.has_value()) return;
  const std::string text =
      fmt::format("cannot keep the samples before the alert: {}", describe(done.error()));
  drop_in::remark("logman", text);  // the starter still sees this
  write_event(Severity::error, name_, text);
}

void AlertOutput::keep(const AlertEvent& event) {
  const AlertRule& rule = watch_.rules()[event.rule];
  const double seconds = keep_seconds(alert_, rule);
  if (!box_.has_value() || seconds == 0) return;
  const auto recording = box_->keep(collection_.snapshot().view(), seconds);
  if (!recording.has_value()) report(std::unexpected(recording.error()));
  const std::string before = std::exchange(recording_, recording.value_or(""));
  if (recording_.empty() || recording_ == before) return;
  (void)store_.set_latest_output(name_, recording_);  // events are reported without it too
  if (!alert_.event_log && !rule.event_log) return;
  write_event(Severity::information, name_, fmt::format("recorded: {}", recording_));
}

// The command of a rule is also run at the end; -tn only when it fires, as on Windows.
void AlertOutput::act(const AlertEvent& event) {
  const AlertRule& rule = watch_.rules()[event.rule];
  if (event.kind == AlertEventKind::suppressed) return;
  if (event.kind == AlertEventKind::fired) keep(event);
  if (alert_.event_log || rule.event_log) {
    write_event(severity_of(event.kind), name_, apps::event_text(event, rule));
  }
  if (!rule.command.empty()) run(rule.command, event);
  if (event.kind != AlertEventKind::fired) return;
  if (!alert_.command.empty()) {
    std::vector<std::string> words = words_of(alert_.arguments);
    words.insert(words.begin(), alert_.command);
    run(words, event);
  }
  if (!alert_.set.empty()) start(alert_.set, event);
  if (!rule.start.empty()) start(rule.start, event);
}

void AlertOutput::note_fired(std::span<const AlertEvent> events) {
  const std::uint64_t before = history_.fired;
  for (const AlertEvent& event : events) {
    if (event.kind != AlertEventKind::fired) continue;
    ++history_.fired;
    history_.last_utc = event.time_utc;
    history_.last = apps::series_text(event);
  }
  if (history_.fired == before) return;
  (void)store_.set_alert_history(name_, history_);  // the alert continues without it
}

Outcome AlertOutput::write() {
  const std::span<const AlertEvent> events = watch_.take(collection_.query());
  note_fired(events);
  for (const AlertEvent& event : events) act(event);
  if (box_.has_value()) report(box_->write(collection_.snapshot().view()));
  return {};
}

Outcome AlertOutput::end() {
  if (box_.has_value()) report(box_->end());
  return {};
}

}  // namespace openperflib::logman
