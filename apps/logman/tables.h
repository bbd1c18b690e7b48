// What `logman query` prints, byte for byte.
//
// Source: docs/logman.md, "Output".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/logman/collection/collection_store.h"
#include "apps/logman/collection/data_collector_set.h"

namespace openperflib::logman {

// A row of the list.
struct ListedCollection {
  std::string name;
  std::string_view type;
  std::string_view status;
};

// The whole list, with the lines before and after it; lines end with CR LF.
[[nodiscard]] std::string collection_list(std::span<const ListedCollection> rows);

// What is known about a collection apart from its set.
struct CollectionState {
  std::string_view status;
  std::string user;
  std::string unit;                       // the file of its systemd unit; empty: none
  std::optional<FileTime> next_run = {};  // local; nullopt: it waits for none
  LastError last_error = {};              // of the last run, if that failed
  std::vector<std::string> outputs;       // the log that each collector wrote last; empty: none
  std::vector<AlertHistory> alerts;       // of each collector; only alerts fire
};

// One collection: the set, then its collectors.
[[nodiscard]] std::string collection_detail(const DataCollectorSet& set,
                                            const CollectionState& state);

}  // namespace openperflib::logman
