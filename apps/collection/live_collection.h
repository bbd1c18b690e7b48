// LiveCollection: counter paths asked of this machine, or of root folders, at a steady pace. It
// says nothing to anybody: what a tool prints is the tool's own.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/os/event_waiter.h"
#include "openperflib/query/query.h"
#include "openperflib/session/local_source.h"

namespace openperflib::apps {

// Resource, movable. From open() on the signals of EventWaiter end its waits instead of the
// process.
class LiveCollection {
 public:
  // row: there is a new one; end: there is no further root folder; stopped: a signal came.
  enum class Next : std::uint8_t { row, end, stopped };

  // `roots`: folders to read instead of this machine, each one sample; empty: this machine.
  // `interval`: from row to row; nobody waits for root folders. Errors: a root cannot be opened.
  [[nodiscard]] static std::expected<LiveCollection, SourceFault> open(
      std::vector<std::string> roots, std::chrono::nanoseconds interval);

  // Adds a path, as Query::add() does: its number, or what is wrong in it.
  [[nodiscard]] std::expected<std::uint32_t, Error> add(std::string_view path) {
    return query_.add(path);
  }
  // Has the snapshots hold what `request` names, in place of what the paths need. It names that
  // too.
  void ask_for(ObjectRequest request) { request_ = std::move(request); }
  // Collects now; the row after it is due one interval later. Errors: there is no snapshot at all.
  [[nodiscard]] std::expected<Next, SourceFault> collect();
  // Waits for the time of the next row (of this machine alone) and collects it.
  [[nodiscard]] std::expected<Next, SourceFault> next();

  // When next() will collect.
  [[nodiscard]] EventWaiter::Clock::time_point due() const noexcept { return due_; }
  // Whether `time` came before a signal that ends the run.
  [[nodiscard]] bool wait_until(EventWaiter::Clock::time_point time);

  [[nodiscard]] const Query& query() const noexcept { return query_; }
  [[nodiscard]] const Snapshot& snapshot() const noexcept { return snapshot_; }
  // Whether it is this machine.
  [[nodiscard]] bool is_live() const noexcept { return source_->is_live(); }

 private:
  // By open() alone.
  LiveCollection(std::unique_ptr<LocalSource> source, EventWaiter waiter,
                 std::chrono::nanoseconds interval);
  std::unique_ptr<LocalSource> source_;
  EventWaiter waiter_;
  Query query_;
  std::optional<ObjectRequest> request_;  // in place of the query's
  Snapshot snapshot_;
  EventWaiter::Clock::duration interval_;
  EventWaiter::Clock::time_point due_;
};

// How values of such a source are calculated: 4-byte counters wrap within an identity, and the
// clock of this machine may be set.
[[nodiscard]] QueryOptions live_query_options(const LocalSource& source);

}  // namespace openperflib::apps
