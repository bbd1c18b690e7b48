#include "openperflib/compat/perflib/perflib_provider.h"

#include <algorithm>
#include <cstddef>
#include <expected>
#include <new>
#include <span>
#include <string_view>
#include <utility>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/compat/guid_argument_internal.h"
#include "openperflib/compat/perflib/perflib_provider_process_internal.h"

namespace openperflib::compat {
namespace {

using Result = std::expected<void, DWORD>;

DWORD result_code(const Result& result) {
  return result.has_value() ? ERROR_SUCCESS : result.error();
}

// A name longer than names may be is read no further.
std::u16string_view name_at(const WCHAR* name) {
  const WCHAR* const end = std::find(name, name + kMaxNameUnits + 1, WCHAR{});
  return {name, static_cast<std::size_t>(end - name)};
}

// The last error is set by failures only.
PERF_COUNTERSET_INSTANCE* block_or_error(
    const std::expected<PERF_COUNTERSET_INSTANCE*, DWORD>& result) {
  if (result.has_value()) return *result;
  SetLastError(result.error());
  return nullptr;
}

// Calls work(), which returns an std::expected of a code. No exception leaves a C function.
template <typename Work>
auto within_memory(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return std::unexpected(DWORD{ERROR_NOT_ENOUGH_MEMORY});
  }
}

// The same with work(provider).
template <typename Work>
auto with_provider(HANDLE handle, Work work) -> decltype(work(std::declval<PerflibProvider&>())) {
  const ProcessProviders::Provider provider = ProcessProviders::instance().find(handle);
  if (provider == nullptr) return std::unexpected(DWORD{ERROR_INVALID_HANDLE});
  return within_memory([&] { return work(*provider); });
}

DWORD start_provider(const GUID* guid, const PERF_PROVIDER_CONTEXT& context, HANDLE* handle) {
  if (guid == nullptr || handle == nullptr) return ERROR_INVALID_PARAMETER;
  if (context.MemAllocRoutine == nullptr && context.MemFreeRoutine != nullptr) {
    return ERROR_INVALID_PARAMETER;
  }
  const auto started = within_memory([&] {
    return ProcessProviders::instance().start(
        {.provider = guid_at(guid),
         .callback = context.ControlCallback,
         .memory = {context.MemAllocRoutine, context.MemFreeRoutine, context.pMemContext}});
  });
  if (!started.has_value()) return started.error();
  *handle = *started;
  return ERROR_SUCCESS;
}

Result describe_set(HANDLE handle, const PERF_COUNTERSET_INFO* set, ULONG size) {
  if (set == nullptr) return std::unexpected(DWORD{ERROR_INVALID_PARAMETER});
  return with_provider(handle, [&](PerflibProvider& provider) -> Result {
    auto read = read_template({reinterpret_cast<const std::byte*>(set), size});
    if (!read.has_value()) return std::unexpected(DWORD{ERROR_INVALID_PARAMETER});
    return provider.describe(*std::move(read));
  });
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

ULONG PerfStartProvider(LPGUID provider_guid, PERFLIBREQUEST callback, HANDLE* provider) {
  return start_provider(provider_guid,
                        {.ContextSize = sizeof(PERF_PROVIDER_CONTEXT),
                         .Reserved = 0,
                         .ControlCallback = callback,
                         .MemAllocRoutine = nullptr,
                         .MemFreeRoutine = nullptr,
                         .pMemContext = nullptr},
                        provider);
}

ULONG PerfStartProviderEx(LPGUID provider_guid, PPERF_PROVIDER_CONTEXT context, HANDLE* provider) {
  if (context == nullptr) return PerfStartProvider(provider_guid, nullptr, provider);
  if (context->ContextSize < sizeof(PERF_PROVIDER_CONTEXT)) return ERROR_INVALID_PARAMETER;
  return start_provider(provider_guid, *context, provider);
}

ULONG PerfStopProvider(HANDLE provider) {
  return result_code(ProcessProviders::instance().stop(provider));
}

ULONG PerfSetCounterSetInfo(HANDLE provider, PPERF_COUNTERSET_INFO set_template, ULONG size) {
  return result_code(describe_set(provider, set_template, size));
}

PPERF_COUNTERSET_INSTANCE PerfCreateInstance(HANDLE provider, LPCGUID set, LPCWSTR name,
                                             ULONG instance_id) {
  if (set == nullptr || name == nullptr) {
    SetLastError(ERROR_INVALID_PARAMETER);
    return nullptr;
  }
  return block_or_error(with_provider(provider, [&](PerflibProvider& object) {
    return object.create(provider, guid_at(set), {.text = name_at(name), .id = instance_id});
  }));
}

ULONG PerfDeleteInstance(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance) {
  if (instance == nullptr) return ERROR_INVALID_PARAMETER;
  return result_code(with_provider(
      provider, [&](PerflibProvider& object) { return object.remove(provider, instance); }));
}

ULONG PerfSetCounterRefValue(HANDLE provider, PPERF_COUNTERSET_INSTANCE instance, ULONG counter_id,
                             PVOID address) {
  if (instance == nullptr) return ERROR_INVALID_PARAMETER;
  return result_code(with_provider(provider, [&](PerflibProvider& object) {
    return object.refer(provider, instance, counter_id, address);
  }));
}

PPERF_COUNTERSET_INSTANCE PerfQueryInstance(HANDLE provider, LPCGUID set, LPCWSTR name,
                                            ULONG instance_id) {
  if (set == nullptr || name == nullptr) {
    SetLastError(ERROR_INVALID_PARAMETER);
    return nullptr;
  }
  return block_or_error(with_provider(provider, [&](PerflibProvider& object) {
    return object.query(guid_at(set), {.text = name_at(name), .id = instance_id});
  }));
}
