// Semaphores; synchronization.cc waits for them.
#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/handles/object_table_internal.h"
#include "openperflib/compat/windows/waiting/synchronization.h"

namespace openperflib::compat {
namespace {

template <typename Char>
HANDLE create_semaphore(LONG count, LONG maximum, const Char* name) {
  if (name != nullptr && *name != 0) return fail<HANDLE>(ERROR_NOT_SUPPORTED, nullptr);
  if (count < 0 || maximum < 1 || count > maximum) {
    return fail<HANDLE>(ERROR_INVALID_PARAMETER, nullptr);
  }
  SetLastError(ERROR_SUCCESS);
  return ObjectTable::instance().add(
      std::make_shared<Object>(Semaphore{.count = count, .maximum = maximum}));
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

HANDLE CreateSemaphoreA(LPSECURITY_ATTRIBUTES, LONG count, LONG maximum, LPCSTR name) {
  return create_semaphore(count, maximum, name);
}
HANDLE CreateSemaphoreW(LPSECURITY_ATTRIBUTES, LONG count, LONG maximum, LPCWSTR name) {
  return create_semaphore(count, maximum, name);
}
BOOL ReleaseSemaphore(HANDLE semaphore, LONG count, LPLONG before) {
  const auto found = find_object<Semaphore>(semaphore);
  if (found == nullptr) return fail(ERROR_INVALID_HANDLE, FALSE);
  if (count < 1) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const std::lock_guard lock(ObjectTable::instance().mutex);
  if (count > found->maximum - found->count) return fail(ERROR_TOO_MANY_POSTS, FALSE);
  if (before != nullptr) *before = found->count;
  found->count += count;
  ObjectTable::instance().changed.notify_all();
  return TRUE;
}
