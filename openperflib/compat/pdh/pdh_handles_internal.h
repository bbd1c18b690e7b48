// PdhHandles: what the open handles of pdh.h stand for.
#pragma once

#include <atomic>
#include <expected>
#include <memory>

#include "openperflib/abi/pdh_types.h"
#include "openperflib/compat/handle_table_internal.h"
#include "openperflib/os/process/fork_locked.h"
#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/log_output.h"
#include "openperflib/pdh/pdh_query.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/pdh/raw_records.h"

namespace openperflib::compat {

// An HQUERY.
struct OpenQuery {
  std::unique_ptr<PdhQuery> query;
  DWORD_PTR user_data = 0;  // of PdhOpenQuery
};

// An HCOUNTER. Its query keeps the handle as the label of the counter.
struct OpenCounter {
  std::shared_ptr<OpenQuery> open;
  PdhQuery* query;  // that of `open`, one step nearer
  PdhCounterId id;
  DWORD_PTR user_data = 0;  // of PdhAddCounter
};

// An HLOG: logs that are read, or this machine; or a log that is written.
struct OpenLog {
  DataSource source;                          // what is read
  std::unique_ptr<RawRecords> records = {};   // of it
  std::unique_ptr<PdhLogOutput> output = {};  // null: it is read
  PDH_HQUERY query = nullptr;                 // that the log is written from
  [[nodiscard]] bool is_written() const noexcept { return output != nullptr; }
};

// Resource, one per process: created by the first call and never destroyed, so that threads that
// still run while the process exits may call. Any number of threads may use all members.
//
// Locks are taken in this order: these tables, a log, a query, the names (ProcessNames), the
// machine (ProcessRegistry); fork() takes all of them. A forked child has its parent's handles: its
// queries of this machine collect for the child alone, and those of log files go on from the record
// where they were. The thread of PdhCollectQueryDataEx is not in it, and a log set in a database
// cannot be read there.
class PdhHandles {
 public:
  static PdhHandles& instance() {
    return ForkLocked<PdhHandles>::instance([] { return new PdhHandles(); });
  }

  [[nodiscard]] HandleTable<OpenQuery>& queries() noexcept { return queries_; }
  [[nodiscard]] HandleTable<OpenCounter>& counters() noexcept { return counters_; }
  [[nodiscard]] HandleTable<OpenLog>& logs() noexcept { return logs_; }

  // From now on the default source of this process stays what it is. False: it has been so before.
  bool fix_default_source() noexcept { return !is_default_source_fixed_.exchange(true); }

 private:
  friend class ForkLocked<PdhHandles>;
  PdhHandles() = default;
  void fork_begins();
  void fork_ends(bool is_child);
  HandleTable<OpenQuery> queries_{HandleKind::pdh_query};
  HandleTable<OpenCounter> counters_{HandleKind::pdh_counter};
  HandleTable<OpenLog> logs_{HandleKind::pdh_log};
  std::atomic<bool> is_default_source_fixed_ = false;
};

// What a data source handle reads: H_REALTIME_DATASOURCE is this machine. Errors:
// PDH_CANNOT_CONNECT_WMI_SERVER for H_WBEM_DATASOURCE, PDH_INVALID_HANDLE if it is not open or is
// written.
[[nodiscard]] std::expected<DataSource, PdhStatus> source_of(PDH_HLOG handle);

}  // namespace openperflib::compat
