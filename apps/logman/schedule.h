// When a collection collects.
#pragma once

#include <optional>

#include "apps/logman/collection_set.h"

namespace openperflib::logman {

// Local times; end is the first moment that is no longer in it, nullopt: it has no end.
struct CollectionWindow {
  FileTime begin_local = 0;
  std::optional<FileTime> end_local;
  bool operator==(const CollectionWindow&) const = default;
};

// The window that is open at `now_local`, or the next one; nullopt: there is none any more. A set
// without -b begins now. A daily set begins every day at the time of -b; -e ends each day where it
// is less than a day later, and the last day always.
[[nodiscard]] std::optional<CollectionWindow> window_at(const CollectionSet& set,
                                                        FileTime now_local);

}  // namespace openperflib::logman
