// LogSegments: the logs that one run of a collection writes, one after the other.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "apps/collection/live_collection.h"
#include "apps/logman/collection_set.h"
#include "apps/logman/collection_store.h"
#include "apps/logman/failure.h"
#include "openperflib/os/event_waiter.h"
#include "openperflib/os/unique_fd.h"
#include "openperflib/query/source.h"

namespace openperflib::logman {

// Resource. Whatever ends the run, what was written stays.
class LogSegments {
 public:
  // All must outlive it. `paths`: those of the collection's query, by their number there.
  LogSegments(const CollectionSet& set, const CollectionStore& store,
              const apps::LiveCollection& collection, std::vector<std::string> paths)
      : set_(set), store_(store), collection_(collection), paths_(std::move(paths)) {}

  // Opens the first log; the first sample was collected. Errors: it cannot be created, or not be gone
  // on with.
  [[nodiscard]] Outcome begin();
  // The collection's newest row, in the next log where it is time for one. Errors: it cannot be
  // written; what was written before stays.
  [[nodiscard]] Outcome write();
  // Whether the log has reached its size and no other one follows.
  [[nodiscard]] bool is_full() const;
  // Completes the log. Errors: it cannot be completed.
  [[nodiscard]] Outcome end();

 private:
  enum class Turn : std::uint8_t { first, further };
  // A descriptor on a file of path_. EEXIST: the name is taken.
  [[nodiscard]] std::expected<UniqueFd, int> create_file(Turn turn) const;
  [[nodiscard]] Outcome open_file(Turn turn);
  [[nodiscard]] Outcome open(Turn turn);
  [[nodiscard]] Outcome follow_layout();
  [[nodiscard]] Outcome checked(const std::expected<void, SourceFault>& written) const;
  [[nodiscard]] bool has_reached_size() const;
  [[nodiscard]] bool is_time_for_the_next() const;
  [[nodiscard]] FileTime now_local() const;

  const CollectionSet& set_;
  const CollectionStore& store_;
  const apps::LiveCollection& collection_;
  std::vector<std::string> paths_;
  std::string path_;
  UniqueFd fd_;
  std::unique_ptr<Sink> sink_;
  std::uint64_t generation_ = 0;
  EventWaiter::Clock::time_point due_when_opened_;
};

}  // namespace openperflib::logman
