// LiveCollection: collects counter paths from this machine, or from root folders, at a fixed
// interval. It prints nothing.
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

#include "apps/collection/environment.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/os/event_waiter.h"
#include "openperflib/query/query.h"
#include "openperflib/session/pacer.h"

namespace openperflib::apps {

// Resource, movable. From open() on the signals of EventWaiter end its waits and not the process.
class LiveCollection {
 public:
  // row: there is a new one; end: there is no further root folder; stopped: a signal came.
  enum class Next : std::uint8_t { row, end, stopped };

  // `roots`: folders to read instead of this machine, each one sample; empty: this machine.
  // `interval`: between rows; root folders are read without waiting. Errors: a root cannot be
  // opened.
  [[nodiscard]] static std::expected<LiveCollection, SourceFault> open(
      const Environment& environment, std::vector<std::string> roots,
      std::chrono::nanoseconds interval);

  // Adds a path like Query::add(). Returns its number, or its error.
  [[nodiscard]] std::expected<std::uint32_t, Error> add(std::string_view path) {
    return query_.add(path);
  }
  // Collects `request` instead of only what the paths need; it must include that.
  void ask_for(ObjectRequest request) { request_ = std::move(request); }
  // Collects now; the row after it is due one interval later. Errors: there is no snapshot at all.
  [[nodiscard]] std::expected<Next, SourceFault> collect();
  // Waits for the time of the next row (only of this machine) and collects it.
  [[nodiscard]] std::expected<Next, SourceFault> next();

  // When next() will collect.
  [[nodiscard]] EventWaiter::Clock::time_point due() const noexcept { return pacer_.due(); }
  // Whether `time` came before a signal that ends the run.
  [[nodiscard]] bool wait_until(EventWaiter::Clock::time_point time);

  [[nodiscard]] const Query& query() const noexcept { return query_; }
  [[nodiscard]] const Snapshot& snapshot() const noexcept { return snapshot_; }
  // What can be asked for by name.
  [[nodiscard]] std::shared_ptr<const TitleSet> titles() const { return source_->titles(); }
  // Whether it is this machine.
  [[nodiscard]] bool is_live() const noexcept { return source_->is_live(); }

 private:
  // Called by open().
  LiveCollection(std::unique_ptr<LocalSource> source, EventWaiter waiter,
                 std::chrono::nanoseconds interval);
  std::unique_ptr<LocalSource> source_;
  EventWaiter waiter_;
  Query query_;
  std::optional<ObjectRequest> request_;  // in place of the query's
  Snapshot snapshot_;
  Pacer pacer_;
};

// How the values of such a source are calculated: 4-byte counters wrap within an identity, and the
// clock of this machine may be changed.
[[nodiscard]] QueryOptions live_query_options(const LocalSource& source);

}  // namespace openperflib::apps
