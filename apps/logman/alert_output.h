// AlertOutput: what a run of an alert does with its samples.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "apps/collection/live_collection.h"
#include "apps/logman/collection_set.h"
#include "apps/logman/failure.h"
#include "openperflib/alert/alert_watch.h"

namespace openperflib::logman {

// The rules of an alert: one a threshold, then those of its file. Errors: a threshold or a rule that is
// none, with file and line.
[[nodiscard]] std::expected<std::vector<AlertRule>, Failure> alert_rules_of(const CollectionSet& set);

// The words of -targ: parted by blanks, "..." keeps them together. No shell reads them.
[[nodiscard]] std::vector<std::string> words_of(const std::string& arguments);

// Resource. Used as LogSegments is, by Collector.
class AlertOutput {
 public:
  // All must outlive it. Path n of the collection's query is that of rule n.
  AlertOutput(const CollectionSet& set, const apps::LiveCollection& collection,
              std::vector<AlertRule> rules)
      : set_(set), collection_(collection), watch_(std::move(rules)) {}

  [[nodiscard]] static Outcome begin() { return {}; }
  // Judges the collection's newest row, and acts. What cannot be done is said in the system's log.
  [[nodiscard]] Outcome write();
  [[nodiscard]] static bool is_full() { return false; }
  [[nodiscard]] static Outcome end() { return {}; }

 private:
  void act(const AlertEvent& event) const;
  void run(const std::vector<std::string>& words, const AlertEvent& event) const;
  void start(const std::string& name, const AlertEvent& event) const;

  const CollectionSet& set_;
  const apps::LiveCollection& collection_;
  AlertWatch watch_;
};

}  // namespace openperflib::logman
