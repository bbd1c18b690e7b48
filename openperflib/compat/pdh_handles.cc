#include "openperflib/compat/pdh_handles_internal.h"

namespace openperflib::compat {

PdhHandles& PdhHandles::instance() {
  static PdhHandles& process = *new PdhHandles();
  return process;
}

std::expected<DataSource, PdhStatus> source_of(PDH_HLOG handle) {
  if (handle == H_REALTIME_DATASOURCE) return DataSource();
  if (handle == H_WBEM_DATASOURCE) return std::unexpected(PDH_CANNOT_CONNECT_WMI_SERVER);
  const auto log = PdhHandles::instance().logs().find(handle);
  if (log == nullptr) return std::unexpected(PDH_INVALID_HANDLE);
  return log->source;
}

}  // namespace openperflib::compat
