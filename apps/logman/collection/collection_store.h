// CollectionStore: the collections of a user in the state folder, one file each.
//
// Source: docs/logman.md, "Where collections are kept".
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/collection/environment.h"
#include "apps/logman/collection/collector_lock.h"
#include "apps/logman/collection/data_collector_set.h"
#include "apps/logman/run/failure.h"
#include "openperflib/base/civil_time.h"

namespace openperflib::logman {

// Value: how often an alert has fired since it was created.
struct AlertHistory {
  std::uint64_t fired = 0;
  FileTime last_utc = 0;  // 0: it has not fired yet
  std::string last;       // "\\vm\Memory\Available MBytes is 312"
  bool operator==(const AlertHistory&) const = default;
};

// Value: why the last run of a collection failed.
struct LastError {
  FileTime time_utc = 0;
  std::string text;  // empty: it did not fail
  bool operator==(const LastError&) const = default;
};

// Value, cheap: a folder. Files are written as a whole or not at all, so several tools may use one
// folder at once. Names are not case-sensitive, as on Windows.
class CollectionStore {
 public:
  // `environment`: that of the machine whose counters the collections collect; it must outlive the
  // store. Errors: the state folder is not known.
  [[nodiscard]] static std::expected<CollectionStore, Failure> open(
      const apps::Environment& environment);

  // The names of all collections, in lower case and sorted; none if the folder does not exist.
  // Errors: the folder cannot be read.
  [[nodiscard]] std::expected<std::vector<std::string>, Failure> names() const;
  // Whether the collection exists; it may be damaged.
  [[nodiscard]] bool has(std::string_view name) const;
  // Errors: kNotFound, or "FILE:LINE: REASON" of a file that is damaged.
  [[nodiscard]] std::expected<DataCollectorSet, Failure> load(std::string_view name) const;
  // Errors: kAlreadyExists.
  [[nodiscard]] Outcome create(const DataCollectorSet& set) const;
  // Replaces the collection of that name. Errors: those of the system.
  [[nodiscard]] Outcome replace(const DataCollectorSet& set) const;
  // Removes its files, but not its logs. Errors: kNotFound.
  [[nodiscard]] Outcome remove(std::string_view name) const;

  // The file that its process locks.
  [[nodiscard]] std::string lock_path(std::string_view name) const;
  // The log that was written last; "" before the first one.
  [[nodiscard]] std::string latest_output(std::string_view name) const;
  [[nodiscard]] Outcome set_latest_output(std::string_view name, std::string_view path) const;

  // Reads the history of an alert. If the file cannot be read, the alert counts as one that has not
  // fired.
  [[nodiscard]] AlertHistory alert_history(std::string_view name) const;
  [[nodiscard]] Outcome set_alert_history(std::string_view name, const AlertHistory& history) const;

  // Returns the error of the run that began last; an unreadable file counts as none.
  [[nodiscard]] LastError last_error(std::string_view name) const;
  // The first error of a run stays; without a place for it, it is lost.
  void note_error(std::string_view name, const LastError& error) const;
  // A run begins.
  void forget_error(std::string_view name) const;

  [[nodiscard]] const apps::Environment& environment() const noexcept { return *environment_; }
  // The default folder of logs.
  [[nodiscard]] const std::string& log_folder() const noexcept { return log_folder_; }

 private:
  CollectionStore(const apps::Environment& environment, const std::string& state);
  const apps::Environment* environment_;
  [[nodiscard]] std::string path_of(std::string_view name, std::string_view ending) const;
  void remove_outputs_of_others(std::string_view name) const;

  std::string folder_;
  std::string log_folder_;
};

}  // namespace openperflib::logman
