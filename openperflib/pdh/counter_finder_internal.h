// CounterFinder: finds out what the counter of a path is, before the query has collected it.
#pragma once

#include <expected>
#include <string>

#include "openperflib/pdh/counter_definitions_internal.h"
#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/log_contents.h"
#include "openperflib/pdh/pdh_machine.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/query/paths/path_pattern.h"

namespace openperflib {

// Resource: what it has read of the source. One thread at a time.
class CounterFinder {
 public:
  // `contents`: of whole logs; must outlive it.
  CounterFinder(DataSource source, PdhMachine machine, LogContents& contents);

  // The counter that a path names in PDH's grammar. Of this machine, the first counter of an object
  // costs a collection that reads this counter only; of a log, the first one costs its first
  // record, and one that this does not have, all records. Errors: PDH_CSTATUS_NO_MACHINE,
  // NO_OBJECT, NO_COUNTER; PDH_CANNOT_CONNECT_MACHINE and those of open_log(): the source cannot be
  // read.
  [[nodiscard]] std::expected<FoundCounter, PdhStatus> find(const PathPattern& path);

 private:
  [[nodiscard]] std::expected<FoundCounter, PdhStatus> find_on_machine(const PathPattern& path);
  [[nodiscard]] std::expected<FoundCounter, PdhStatus> find_in_log(const PathPattern& path);
  // Adds the definitions of the log's first record; of all of them.
  [[nodiscard]] std::expected<void, PdhStatus> add_first_record();
  [[nodiscard]] std::expected<void, PdhStatus> add_contents();

  DataSource source_;
  PdhMachine machine_;
  LogContents& contents_;
  CounterDefinitions definitions_;
  // What is known of the log:
  bool has_first_record_ = false;
  bool has_contents_ = false;
};

// Whether a path names no object or counter, but some of them: its instance does not count.
[[nodiscard]] bool has_wildcard_names(const PathPattern& path);

// A path in PDH's grammar without the machine that it may name: from the backslash before its
// object on.
[[nodiscard]] std::string_view without_machine(std::string_view path) noexcept;

}  // namespace openperflib
