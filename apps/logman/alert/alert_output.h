// AlertOutput: what a running alert does with its samples.
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/collection/paced_session.h"
#include "apps/logman/alert/alert_keep.h"
#include "apps/logman/alert/pre_trigger_buffer.h"
#include "apps/logman/collection/collection_store.h"
#include "apps/logman/collection/data_collector_set.h"
#include "apps/logman/run/failure.h"
#include "openperflib/alert/alert_watch.h"

namespace openperflib::logman {

// The rules of an alert: one per threshold, then those of its file. Errors: an invalid threshold or
// rule, with file and line.
[[nodiscard]] std::expected<std::vector<AlertRule>, Failure> alert_rules_of(
    const AlertCollector& alert);

// The words of -targ: they are separated by blanks, and "..." keeps blanks. There is no shell.
[[nodiscard]] std::vector<std::string> words_of(const std::string& arguments);

// Resource. Used as LogSegments is, by Collector.
class AlertOutput {
 public:
  // All must outlive it. Path n of the collection's query is that of rule n; its snapshots hold
  // what `keep` names too.
  AlertOutput(const SetCollector& one, const CollectionStore& store,
              const CounterSession& collection, std::vector<AlertRule> rules,
              const AlertKeep& keep);

  [[nodiscard]] static Outcome begin() { return {}; }
  // Judges the newest row of the collection, and acts. Actions that fail are logged to syslog.
  [[nodiscard]] Outcome write();
  [[nodiscard]] static bool is_full() { return false; }
  // Completes the recording.
  [[nodiscard]] Outcome end();

 private:
  void act(const AlertEvent& event);
  // Turns the minutes before the event into a recording, if the rule asks for it.
  void keep(const AlertEvent& event);
  void run(const std::vector<std::string>& words, const AlertEvent& event) const;
  void start(const std::string& name, const AlertEvent& event) const;
  // Counts what fired, and keeps the number where logman query finds it.
  void note_fired(std::span<const AlertEvent> events);
  // Reports a fault of the recording, which does not end the alert.
  void report(const std::expected<void, SourceFault>& done) const;

  const AlertCollector& alert_;
  const std::string& name_;
  const CollectionStore& store_;
  const CounterSession& collection_;
  AlertWatch watch_;
  std::optional<PreTriggerBuffer> box_;
  std::string recording_;  // the last one; empty: none yet
  AlertHistory history_;
};

}  // namespace openperflib::logman
