// PdhQuery: counters of one source that are collected together, and their last two readings.
//
// Resource. Any number of threads may call all functions of one; a call waits for those before it.
// Statuses are PDH's: PDH_INVALID_HANDLE for a counter that is not in the query, and for everything
// after close().
// Source: docs/pdh.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/formatted_value.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/counter/statistics.h"
#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/log_contents.h"
#include "openperflib/pdh/pdh_instances.h"
#include "openperflib/pdh/pdh_machine.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/pdh/pdh_values.h"
#include "openperflib/query/paths/counter_path.h"

namespace openperflib {

class CounterSession;

// A counter of a query. The numbers of one that was removed are never used again.
struct PdhCounterId {
  std::uint32_t slot = 0;
  std::uint32_t generation = 0;
  bool operator==(const PdhCounterId&) const = default;
};

// The last reading of a counter; raw.status is valid_data if there is one. Without one its numbers
// are 0.
struct PdhReading {
  CounterType type{};
  RawCounter raw = {};
  FileTime time_local = 0;  // of the collection; 0: there was none
};

// What is known of a counter. Value.
struct PdhCounterDescription {
  CounterType type;  // 0 in a text log
  CStatus status = CStatus::item_not_validated;
  int scale = 0;  // 10^scale, of set_scale()
  std::int32_t default_scale = 0;
  CounterPath path;  // with the machine
  std::string help;  // empty: there is none
};

// See above.
class PdhQuery {
 public:
  // Opens a source of its own. Errors of logs: those of open_log(), and PDH_INVALID_ARGUMENT for
  // logs that cannot be read together. `contents`: of whole logs, which is then shared with others
  // and must outlive the query.
  [[nodiscard]] static std::expected<std::unique_ptr<PdhQuery>, PdhStatus> open(
      const DataSource& source, const PdhMachine& machine, LogContents* contents = nullptr);
  PdhQuery(const PdhQuery&) = delete;
  PdhQuery& operator=(const PdhQuery&) = delete;
  ~PdhQuery();  // closes it

  // Whether it reads this machine, not logs. Both are also valid after close().
  [[nodiscard]] bool is_real_time() const noexcept;
  [[nodiscard]] const DataSource& source() const noexcept;

  // Adds the counter of a path in PDH's grammar, by its names in the language of the source or in
  // English. Its instance may have wildcards, and need not exist now. What the counter is, is known
  // from now on: the first one of an object reads its definitions. Errors: PDH_CSTATUS_NO_MACHINE,
  // NO_OBJECT, NO_COUNTER, NO_COUNTERNAME for "", BAD_COUNTERNAME for what is not a path.
  [[nodiscard]] std::expected<PdhCounterId, PdhStatus> add(std::string_view path);
  PdhStatus remove(PdhCounterId counter);
  // A number that the owner gives to a counter.
  PdhStatus set_label(PdhCounterId counter, std::uint64_t label);
  // Ends the collecting thread and releases the source. Returns the labels of its counters.
  std::vector<std::uint64_t> close();

  // Collects all counters once; of a log, its next record. Returns the time of the collection.
  // PDH_NO_DATA: it has no counters, or none of them has an instance now; PDH_NO_MORE_DATA: the log
  // or its range has ended; PDH_CANNOT_CONNECT_MACHINE and PDH_LOG_FILE_OPEN_ERROR: the source
  // cannot be read.
  [[nodiscard]] std::expected<FileTime, PdhStatus> collect();
  // Collects in a thread, now and after each interval, whatever collect() returns, and calls
  // `collected` after each time. The next call ends that thread; so does close(). The thread
  // receives no signals. PDH_INVALID_ARGUMENT: no interval; PDH_NO_DATA: it has no counters.
  PdhStatus collect_every(std::chrono::seconds interval, std::function<void()> collected);
  // Restricts a log to the records of these local times, both included; what was collected before
  // is forgotten, and the next collection is the first record of the range, whose rates come from
  // the record before it. PDH_DATA_SOURCE_IS_REAL_TIME; PDH_INVALID_ARGUMENT: the end is not after
  // the begin.
  PdhStatus set_range(FileTime begin_local, FileTime end_local);

  // Values are multiplied with 10^scale from now on. PDH_INVALID_ARGUMENT: not -7 to 7.
  PdhStatus set_scale(PdhCounterId counter, int scale);
  // The value of the last two readings. Errors: PDH_INVALID_ARGUMENT for a counter with wildcards
  // and for types that never have a value.
  [[nodiscard]] std::expected<PdhValue, PdhStatus> value(PdhCounterId counter, ValueFormat format);
  // Errors: PDH_INVALID_ARGUMENT for a counter with wildcards, PDH_INVALID_DATA in a text log.
  [[nodiscard]] std::expected<PdhReading, PdhStatus> reading(PdhCounterId counter);
  // The instances of the last collection; one for a counter without wildcards. The query is held
  // until the result ends. Errors: PDH_NO_DATA if there is none.
  [[nodiscard]] std::expected<PdhInstances, PdhStatus> instances(PdhCounterId counter);

  // The value that two readings of this counter make: by its type, time base and scale. `older`:
  // nullopt if there is none. Errors: as for value(); PDH_CSTATUS_INVALID_DATA if the type
  // needs `older`, by which agents know that they have to read again; PDH_INVALID_DATA in a text
  // log.
  [[nodiscard]] std::expected<PdhValue, PdhStatus> calculated(
      PdhCounterId counter, ValueFormat format, const RawCounter& newer,
      const std::optional<RawCounter>& older);
  // The statistics of readings of this counter in a ring, whose oldest is at `first`. Their values
  // are formatted. Errors as those of calculated().
  struct RingStatistics {
    std::uint64_t count = 0;
    FormattedValue minimum;
    FormattedValue maximum;
    FormattedValue mean;
  };
  // A `first` beyond the ring, or an empty ring, gives no values (ring_statistics()).
  [[nodiscard]] std::expected<RingStatistics, PdhStatus> statistics(PdhCounterId counter,
                                                                    ValueFormat format,
                                                                    std::vector<RawCounter> ring,
                                                                    std::size_t first);

  // What is known of a counter now; nothing is collected. Error: PDH_INVALID_HANDLE.
  [[nodiscard]] std::expected<PdhCounterDescription, PdhStatus> describe(PdhCounterId counter);
  // Ticks per second of the clock that its type names. Errors: PDH_INVALID_DATA in a text log.
  [[nodiscard]] std::expected<std::uint64_t, PdhStatus> time_base(PdhCounterId counter);

  // For logs of the query (PdhLogOutput): calls work(state) while nobody else uses the query.
  // PDH_INVALID_HANDLE after close().
  PdhStatus with_state(const std::function<PdhStatus(PdhQueryState&)>& work);
  // close() calls work() first, while the query is still open, unless `owner` is gone by then.
  void at_close(const std::weak_ptr<void>& owner, std::function<void()> work);

  // Around fork(): the child must not inherit the query while a thread changes it.
  void lock();
  void unlock();
  // In the child, before unlock(): the collecting thread is not in it, and the query's logs are the
  // parent's, which close() leaves alone. The query goes on without; but one of a log set is
  // closed, because the connection to its database is the parent's.
  void leave_parent() noexcept;

 private:
  explicit PdhQuery(std::unique_ptr<PdhQueryState> state);
  std::unique_ptr<PdhQueryState> state_;
};

}  // namespace openperflib
