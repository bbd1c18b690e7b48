#include <cstddef>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/perflib/perflib_provider_callback_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib::compat {
namespace {

constexpr ULONG kIdentitySize = sizeof(PERF_COUNTER_IDENTITY);

// With its NUL.
ULONG size_with_nul(const std::u16string& text) {
  return static_cast<ULONG>((text.size() + 1) * sizeof(char16_t));
}

// The structure, the machine's name and the instance's name, one after the other.
std::vector<std::byte> identity_of(const ControlRequest& request, const std::u16string& machine) {
  const std::u16string name(request.instance_name);
  PERF_COUNTER_IDENTITY identity = {};
  std::memcpy(&identity.CounterSetGuid, request.set.bytes.data(), sizeof(GUID));
  identity.CounterId = request.counter;
  identity.InstanceId = request.instance_id;
  identity.MachineOffset = kIdentitySize;
  identity.NameOffset = identity.MachineOffset + size_with_nul(machine);
  identity.BufferSize = identity.NameOffset + size_with_nul(name);
  std::vector<std::byte> buffer(identity.BufferSize);
  std::memcpy(buffer.data(), &identity, sizeof(identity));
  std::memcpy(buffer.data() + identity.MachineOffset, machine.c_str(), size_with_nul(machine));
  std::memcpy(buffer.data() + identity.NameOffset, name.c_str(), size_with_nul(name));
  return buffer;
}

ULONG call(PERFLIBREQUEST callback, const ControlRequest& request) {
  std::u16string machine = utf16_from_utf8(request.machine);
  if (request.code != PERF_ADD_COUNTER && request.code != PERF_REMOVE_COUNTER) {
    return callback(request.code, machine.data(), size_with_nul(machine));
  }
  std::vector<std::byte> buffer = identity_of(request, machine);
  return callback(request.code, buffer.data(), static_cast<ULONG>(buffer.size()));
}

}  // namespace

ControlCallback control_callback(PERFLIBREQUEST callback) {
  if (callback == nullptr) return {};
  return [callback](const ControlRequest& request) -> std::uint32_t {
    try {
      return call(callback, request);
    } catch (const std::bad_alloc&) {
      return ERROR_NOT_ENOUGH_MEMORY;
    }
  };
}

}  // namespace openperflib::compat
