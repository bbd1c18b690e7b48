// AlertOutput: what a run of an alert does with its samples.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "apps/collection/live_collection.h"
#include "apps/logman/alert_keep.h"
#include "apps/logman/black_box.h"
#include "apps/logman/collection_set.h"
#include "apps/logman/collection_store.h"
#include "apps/logman/failure.h"
#include "openperflib/alert/alert_watch.h"

namespace openperflib::logman {

// The rules of an alert: one a threshold, then those of its file. Errors: a threshold or a rule
// that is none, with file and line.
[[nodiscard]] std::expected<std::vector<AlertRule>, Failure> alert_rules_of(
    const CollectionSet& set);

// The words of -targ: parted by blanks, "..." keeps them together. No shell reads them.
[[nodiscard]] std::vector<std::string> words_of(const std::string& arguments);

// Resource. Used as LogSegments is, by Collector.
class AlertOutput {
 public:
  // All must outlive it. Path n of the collection's query is that of rule n; its snapshots hold
  // what `keep` names too.
  AlertOutput(const CollectionSet& set, const CollectionStore& store,
              const apps::LiveCollection& collection, std::vector<AlertRule> rules,
              const AlertKeep& keep);

  [[nodiscard]] static Outcome begin() { return {}; }
  // Judges the collection's newest row, and acts. What cannot be done is said in the system's log.
  [[nodiscard]] Outcome write();
  [[nodiscard]] static bool is_full() { return false; }
  // Completes what is recorded.
  [[nodiscard]] Outcome end();

 private:
  void act(const AlertEvent& event);
  // Has the minutes before it become a recording, where that is asked for.
  void keep(const AlertEvent& event);
  void run(const std::vector<std::string>& words, const AlertEvent& event) const;
  void start(const std::string& name, const AlertEvent& event) const;
  // A fault of what is recorded is said, and ends nothing.
  void say(const std::expected<void, SourceFault>& done) const;

  const CollectionSet& set_;
  const CollectionStore& store_;
  const apps::LiveCollection& collection_;
  AlertWatch watch_;
  std::optional<BlackBox> box_;
  std::string recording_;  // the last one; empty: none yet
};

}  // namespace openperflib::logman
