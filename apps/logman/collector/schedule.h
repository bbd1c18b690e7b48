// When a collection runs.
#pragma once

#include <optional>

#include "apps/logman/collection/data_collector_set.h"

namespace openperflib::logman {

// Local times; end is the first moment after the window, nullopt: it has no end.
struct CollectionWindow {
  FileTime begin_local = 0;
  std::optional<FileTime> end_local;
  bool operator==(const CollectionWindow&) const = default;
};

// The window that contains `now_local`, or the next one; nullopt: all windows are over. A set
// without -b begins now. A daily set begins every day at the time of -b; -e ends every day if it is
// less than a day after -b, and always ends the last day.
[[nodiscard]] std::optional<CollectionWindow> window_at(const DataCollectorSet& set,
                                                        FileTime now_local);

// When the next run of a set that was started begins, after `now_local`; nullopt: there is none.
[[nodiscard]] std::optional<FileTime> next_run_at(const DataCollectorSet& set, FileTime now_local);

}  // namespace openperflib::logman
