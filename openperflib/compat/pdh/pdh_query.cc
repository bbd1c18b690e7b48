#include "openperflib/compat/pdh/pdh_query.h"

#include <chrono>
#include <memory>
#include <string>

#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/event_signal_internal.h"
#include "openperflib/compat/pdh/pdh_calls_internal.h"
#include "openperflib/compat/pdh/pdh_sources_internal.h"
#include "openperflib/compat/process/machine_source_internal.h"
#include "openperflib/compat/process/process_names_internal.h"

namespace openperflib::compat {
namespace {

std::uint64_t label_of(HANDLE handle) { return reinterpret_cast<std::uint64_t>(handle); }
HANDLE counter_handle_of(std::uint64_t label) { return reinterpret_cast<HANDLE>(label); }

PdhStatus open_query(const std::expected<DataSource, PdhStatus>& source, DWORD_PTR user_data,
                     PDH_HQUERY* handle) {
  if (!source.has_value()) return source.error();
  auto query =
      PdhQuery::open(*source, this_pdh_machine(), &ProcessNames::instance().names().logs());
  if (!query.has_value()) return query.error();
  PdhHandles& handles = PdhHandles::instance();
  (void)handles.fix_default_source();
  const HANDLE opened =
      handles.queries().add(std::make_shared<OpenQuery>(OpenQuery{std::move(*query), user_data}));
  if (opened == nullptr) return PDH_MEMORY_ALLOCATION_FAILURE;
  *handle = opened;
  return kPdhSuccess;
}

template <typename Char>
PDH_STATUS open_named_query(const Char* source, DWORD_PTR user_data, PDH_HQUERY* handle) {
  if (!begin_handle(handle)) return pdh_status(PDH_INVALID_ARGUMENT);
  return pdh_call([&] { return open_query(source_of_name(source), user_data, handle); });
}

// A query that is closed meanwhile does not know the handle: it is closed here.
PdhStatus open_counter(const std::shared_ptr<OpenQuery>& query, PdhCounterId id,
                       DWORD_PTR user_data, PDH_HCOUNTER* handle) {
  HandleTable<OpenCounter>& counters = PdhHandles::instance().counters();
  const HANDLE opened = counters.add(
      std::make_shared<OpenCounter>(OpenCounter{query, query->query.get(), id, user_data}));
  if (opened == nullptr) {
    (void)query->query->remove(id);
    return PDH_MEMORY_ALLOCATION_FAILURE;
  }
  if (query->query->set_label(id, label_of(opened)) != kPdhSuccess) {
    (void)counters.remove(opened);
    return PDH_INVALID_HANDLE;
  }
  *handle = opened;
  return kPdhSuccess;
}

template <typename Char>
PDH_STATUS add_counter(PDH_HQUERY query, const Char* path, DWORD_PTR user_data,
                       PDH_HCOUNTER* handle) {
  if (!begin_handle(handle) || path == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_query(query, [&](const std::shared_ptr<OpenQuery>& open) -> PdhStatus {
    const auto added = open->query->add(utf8_of(path));
    return added.has_value() ? open_counter(open, *added, user_data, handle) : added.error();
  });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

PDH_STATUS PdhGetDllVersion(LPDWORD version) {
  if (version == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  *version = PDH_VERSION;
  return pdh_status(kPdhSuccess);
}

PDH_STATUS PdhOpenQueryW(LPCWSTR source, DWORD_PTR user_data, PDH_HQUERY* query) {
  return open_named_query(source, user_data, query);
}

PDH_STATUS PdhOpenQueryA(LPCSTR source, DWORD_PTR user_data, PDH_HQUERY* query) {
  return open_named_query(source, user_data, query);
}

// pdh.dll exports the A function under this name too, which the header makes a macro.
extern "C" PDH_STATUS open_query_without_letter(LPCSTR source, DWORD_PTR user_data,
                                                PDH_HQUERY* query) __asm__("PdhOpenQuery")
    __attribute__((alias("PdhOpenQueryA")));

PDH_STATUS PdhOpenQueryH(PDH_HLOG source, DWORD_PTR user_data, PDH_HQUERY* query) {
  if (!begin_handle(query)) return pdh_status(PDH_INVALID_ARGUMENT);
  return pdh_call([&] { return open_query(source_of(source), user_data, query); });
}

// The handle is removed last: a child that is forked meanwhile finds the query locked for it,
// through its counters too. Of two calls one removes it.
PDH_STATUS PdhCloseQuery(PDH_HQUERY query) {
  return with_pdh_query(query, [query](const std::shared_ptr<OpenQuery>& open) -> PdhStatus {
    PdhHandles& handles = PdhHandles::instance();
    for (const std::uint64_t label : open->query->close()) {
      (void)handles.counters().remove(counter_handle_of(label));
    }
    return handles.queries().remove(query) == nullptr ? PDH_INVALID_HANDLE : kPdhSuccess;
  });
}

BOOL PdhIsRealTimeQuery(PDH_HQUERY query) {
  BOOL is_real_time = 0;
  (void)with_pdh_query(query, [&](const std::shared_ptr<OpenQuery>& open) {
    is_real_time = open->query->is_real_time() ? 1 : 0;
    return kPdhSuccess;
  });
  return is_real_time;
}

PDH_STATUS PdhSetQueryTimeRange(PDH_HQUERY query, PPDH_TIME_INFO range) {
  if (range == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_query(query, [&](const std::shared_ptr<OpenQuery>& open) {
    return open->query->set_range(range->StartTime, range->EndTime);
  });
}

PDH_STATUS PdhSetDefaultRealTimeDataSource(DWORD source) {
  return pdh_call([&]() -> PdhStatus {
    if (source == DATA_SOURCE_WBEM) return PDH_CANNOT_CONNECT_WMI_SERVER;
    if (source != DATA_SOURCE_REGISTRY) return PDH_INVALID_ARGUMENT;
    const bool is_first = PdhHandles::instance().fix_default_source();
    return is_first ? kPdhSuccess : PDH_CANNOT_SET_DEFAULT_REALTIME_DATASOURCE;
  });
}

PDH_STATUS PdhAddCounterW(PDH_HQUERY query, LPCWSTR path, DWORD_PTR user_data,
                          PDH_HCOUNTER* counter) {
  return add_counter(query, path, user_data, counter);
}

PDH_STATUS PdhAddCounterA(PDH_HQUERY query, LPCSTR path, DWORD_PTR user_data,
                          PDH_HCOUNTER* counter) {
  return add_counter(query, path, user_data, counter);
}

PDH_STATUS PdhAddEnglishCounterW(PDH_HQUERY query, LPCWSTR path, DWORD_PTR user_data,
                                 PDH_HCOUNTER* counter) {
  return add_counter(query, path, user_data, counter);
}

PDH_STATUS PdhAddEnglishCounterA(PDH_HQUERY query, LPCSTR path, DWORD_PTR user_data,
                                 PDH_HCOUNTER* counter) {
  return add_counter(query, path, user_data, counter);
}

PDH_STATUS PdhRemoveCounter(PDH_HCOUNTER counter) {
  return pdh_call([&]() -> PdhStatus {
    const auto open = PdhHandles::instance().counters().remove(counter);
    return open == nullptr ? PDH_INVALID_HANDLE : open->query->remove(open->id);
  });
}

PDH_STATUS PdhCollectQueryData(PDH_HQUERY query) {
  return with_pdh_query(query, [](const std::shared_ptr<OpenQuery>& open) -> PdhStatus {
    const auto collected = open->query->collect();
    return collected.has_value() ? kPdhSuccess : collected.error();
  });
}

PDH_STATUS PdhCollectQueryDataWithTime(PDH_HQUERY query, LONGLONG* time) {
  if (time == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_query(query, [&](const std::shared_ptr<OpenQuery>& open) -> PdhStatus {
    const auto collected = open->query->collect();
    if (!collected.has_value()) return collected.error();
    *time = *collected;
    return kPdhSuccess;
  });
}

PDH_STATUS PdhCollectQueryDataEx(PDH_HQUERY query, DWORD seconds, HANDLE event) {
  return with_pdh_query(query, [&](const std::shared_ptr<OpenQuery>& open) {
    return open->query->collect_every(std::chrono::seconds(seconds),
                                      [event] { (void)signal_event(event); });
  });
}
