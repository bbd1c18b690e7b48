#include "openperflib/compat/pdh/pdh_handles_internal.h"
#include "openperflib/compat/process/process_names_internal.h"
#include "openperflib/compat/process/process_registry_internal.h"

namespace openperflib::compat {

namespace {

[[gnu::constructor(kPdhRegisters)]] void register_pdh() noexcept {
  ForkLocked<PdhHandles>::register_handlers();
}

}  // namespace

void PdhHandles::fork_begins() {
  queries_.lock();
  counters_.lock();
  logs_.lock();
  logs_.for_each(
      [](OpenLog& open) { open.is_written() ? open.output->lock() : open.records->lock(); });
  queries_.for_each([](OpenQuery& open) { open.query->lock(); });
}

void PdhHandles::fork_ends(bool is_child) {
  if (is_child) queries_.for_each([](OpenQuery& open) { open.query->leave_parent(); });
  queries_.for_each([](OpenQuery& open) { open.query->unlock(); });
  logs_.for_each(
      [](OpenLog& open) { open.is_written() ? open.output->unlock() : open.records->unlock(); });
  logs_.unlock();
  counters_.unlock();
  queries_.unlock();
}

std::expected<DataSource, PdhStatus> source_of(PDH_HLOG handle) {
  if (handle == H_REALTIME_DATASOURCE) return DataSource();
  if (handle == H_WBEM_DATASOURCE) return std::unexpected(PDH_CANNOT_CONNECT_WMI_SERVER);
  const auto log = PdhHandles::instance().logs().find(handle);
  if (log == nullptr || log->is_written()) return std::unexpected(PDH_INVALID_HANDLE);
  return log->source;
}

}  // namespace openperflib::compat
