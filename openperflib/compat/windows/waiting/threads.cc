// Threads with a handle that is signalled when they end.
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/handles/object_table_internal.h"
#include "openperflib/compat/windows/system/system.h"
#include "openperflib/compat/windows/waiting/synchronization.h"
#include "openperflib/compat/windows/waiting/thread_starts.h"

namespace openperflib::compat {
namespace {

// The argument of a new thread, which owns it.
struct Start {
  LPTHREAD_START_ROUTINE function;
  LPVOID argument;
  std::shared_ptr<Thread> thread;
};

thread_local DWORD exit_code = 0;

template <typename Change>
void change_thread(Thread& thread, Change made) {
  const std::lock_guard lock(ObjectTable::instance().mutex);
  made(thread);
  ObjectTable::instance().changed.notify_all();
}

// Signals the end, also when _endthreadex unwinds the stack.
struct EndOfThread {
  std::shared_ptr<Thread> thread;
  ~EndOfThread() {
    change_thread(*thread, [](Thread& ended) {
      ended.has_ended = true;
      ended.exit_code = exit_code;
    });
  }
};

void* run_thread(void* given) {
  const std::unique_ptr<Start> start(static_cast<Start*>(given));
  const EndOfThread end{start->thread};
  change_thread(*start->thread, [](Thread& begun) { begun.id = GetCurrentThreadId(); });
  exit_code = start->function(start->argument);
  return nullptr;
}

// Returns 0 or an errno number.
int start_thread(std::size_t stack_size, std::unique_ptr<Start> start) {
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  constexpr std::size_t kLeastStack = 256 * 1024;  // more than a query of counters needs
  if (stack_size > 0) ::pthread_attr_setstacksize(&attributes, std::max(stack_size, kLeastStack));
  pthread_t thread{};
  const int result = ::pthread_create(&thread, &attributes, run_thread, start.get());
  ::pthread_attr_destroy(&attributes);
  if (result == 0) (void)start.release();
  return result;
}

DWORD id_of(const Thread& thread) {
  ObjectTable& table = ObjectTable::instance();
  std::unique_lock lock(table.mutex);
  table.changed.wait(lock, [&] { return thread.id != 0; });
  return thread.id;
}

// Returns NULL and sets errno on failure.
HANDLE create_thread(std::size_t stack_size, LPTHREAD_START_ROUTINE function, LPVOID argument,
                     DWORD* id) {
  auto object = std::make_shared<Object>(Thread());
  const std::shared_ptr<Thread> thread(object, std::get_if<Thread>(object.get()));
  const int result =
      start_thread(stack_size, std::make_unique<Start>(Start{function, argument, thread}));
  if (result != 0) return errno = result, nullptr;
  const DWORD begun = id_of(*thread);
  if (id != nullptr) *id = begun;
  return ObjectTable::instance().add(std::move(object));
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

HANDLE CreateThread(LPSECURITY_ATTRIBUTES, SIZE_T stack_size, LPTHREAD_START_ROUTINE start,
                    LPVOID argument, DWORD flags, LPDWORD thread_id) {
  if (start == nullptr) return fail<HANDLE>(ERROR_INVALID_PARAMETER, nullptr);
  if (flags != 0) return fail<HANDLE>(ERROR_NOT_SUPPORTED, nullptr);
  const HANDLE handle = create_thread(stack_size, start, argument, thread_id);
  return handle != nullptr ? handle : fail<HANDLE>(ERROR_NOT_ENOUGH_MEMORY, nullptr);
}

BOOL GetExitCodeThread(HANDLE thread, LPDWORD code) {
  const auto found = find_object<Thread>(thread);
  if (found == nullptr) return fail(ERROR_INVALID_HANDLE, FALSE);
  if (code == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  const std::lock_guard lock(ObjectTable::instance().mutex);
  *code = found->has_ended ? found->exit_code : STILL_ACTIVE;
  return TRUE;
}

uintptr_t _beginthreadex(void*, unsigned stack_size, openperflib_thread_start start, void* argument,
                         unsigned flags, unsigned* thread_id) {
  if (start == nullptr || flags != 0) return errno = EINVAL, 0;
  return reinterpret_cast<uintptr_t>(create_thread(stack_size, start, argument, thread_id));
}

void _endthreadex(unsigned code) {
  exit_code = code;
  ::pthread_exit(nullptr);
}
