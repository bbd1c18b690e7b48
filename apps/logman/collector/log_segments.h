// LogSegments: the logs that one run of a collection writes, one after the other.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/collection/paced_session.h"
#include "apps/logman/collection/collection_store.h"
#include "apps/logman/collection/data_collector_set.h"
#include "apps/logman/collector/log_reservation.h"
#include "apps/logman/run/failure.h"
#include "openperflib/log/create_log.h"
#include "openperflib/os/time/event_waiter.h"
#include "openperflib/query/row_feed.h"
#include "openperflib/query/row_sink.h"

namespace openperflib::logman {

// Resource. Whatever ends the run, what was written stays.
class LogSegments {
 public:
  // Who hears of a database that does not answer when the run begins.
  enum class Listener : std::uint8_t { starter, nobody };

  // All must outlive it. `paths`: those of the collection's query, by their number there.
  LogSegments(const SetCollector& one, const CollectionStore& store,
              const CounterSession& collection, std::vector<std::string> paths, Listener listener)
      : set_(one.set),
        collector_(one.collector),
        name_(one.name),
        store_(store),
        collection_(collection),
        paths_(std::move(paths)),
        listener_(listener) {}

  // Opens the first log; the first sample was collected. Errors: it cannot be created or appended
  // to; a database does not answer, and the starter waits for the result.
  [[nodiscard]] Outcome begin();
  // The collection's newest row, in the next log where it is time for one. A database that is lost
  // is told to the system's log and asked again, rarer and rarer; the set has a gap then. Errors:
  // the row cannot be written into a file, or the file has lost its name; what was written before
  // stays.
  [[nodiscard]] Outcome write();
  // Whether the log has reached its size and no other one follows.
  [[nodiscard]] bool is_full() const;
  // Completes the log. Errors: it cannot be completed; the database is lost, and no further day may
  // find it again.
  [[nodiscard]] Outcome end();

 private:
  // A database that does not answer, and when it is asked again, by the times that samples are due
  // at.
  struct Loss {
    Failure why;
    std::optional<Turn> unopened;  // the log that did not exist yet
    std::chrono::seconds patience;
    EventWaiter::Clock::time_point again_at;
  };
  [[nodiscard]] Outcome open(Turn turn);
  // The log that was claimed, from its beginning or as it is.
  [[nodiscard]] Outcome open_sink(LogStart start);
  // Whether the file still has its name.
  [[nodiscard]] Outcome check_file() const;
  [[nodiscard]] Outcome write_row();
  [[nodiscard]] Outcome write_in_time();
  [[nodiscard]] Outcome write_again();
  void note_loss(const Failure& why, Turn next = Turn::further);
  [[nodiscard]] Outcome end_log();
  [[nodiscard]] Outcome checked(const std::expected<void, SourceFault>& written) const;
  [[nodiscard]] bool has_reached_size() const;
  [[nodiscard]] bool is_time_for_the_next() const;
  [[nodiscard]] FileTime now_local() const;

  const DataCollectorSet& set_;
  const Collector& collector_;
  const std::string& name_;
  const CollectionStore& store_;
  const CounterSession& collection_;
  std::vector<std::string> paths_;
  Listener listener_;
  ClaimedLog log_;
  std::unique_ptr<RowSink> sink_;
  std::optional<RowFeed> feed_;  // of it
  std::optional<Loss> loss_;
  EventWaiter::Clock::time_point due_when_opened_;
};

}  // namespace openperflib::logman
