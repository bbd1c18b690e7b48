// PdhHandles: what the open handles of pdh.h stand for.
#pragma once

#include <expected>

#include "openperflib/abi/pdh_types.h"
#include "openperflib/compat/handle_table_internal.h"
#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/pdh_status.h"

namespace openperflib::compat {

// An HLOG that PdhOpenLog or PdhBindInputDataSource opened for reading.
struct OpenLog {
  DataSource source;
};

// Resource, one per process: created by the first call and never destroyed, so that threads that
// still run while the process exits may call. Any number of threads may use all members.
class PdhHandles {
 public:
  static PdhHandles& instance();

  [[nodiscard]] HandleTable<OpenLog>& logs() noexcept { return logs_; }

 private:
  PdhHandles() = default;
  HandleTable<OpenLog> logs_{HandleKind::pdh_log};
};

// What a data source handle reads: H_REALTIME_DATASOURCE is this machine. Errors:
// PDH_CANNOT_CONNECT_WMI_SERVER for H_WBEM_DATASOURCE, PDH_INVALID_HANDLE if it is not open.
[[nodiscard]] std::expected<DataSource, PdhStatus> source_of(PDH_HLOG handle);

}  // namespace openperflib::compat
