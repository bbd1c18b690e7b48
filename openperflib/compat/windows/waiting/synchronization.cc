// Mutexes, and waiting for all objects.
//
// Every change of an event, a semaphore or a thread wakes all waiting threads, and each of them
// looks again. Another process may hold a mutex or set an event with a name, so the table does not
// know their state: a thread that waits for one of them only sleeps in it; a thread that waits for
// several handles with one of them among them tries again every millisecond.
#include "openperflib/compat/windows/waiting/synchronization.h"

#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/handles/object_table_internal.h"
#include "openperflib/compat/windows/shared_memory/deadline_internal.h"
#include "openperflib/compat/windows/text/text_internal.h"
#include "openperflib/compat/windows/waiting/waiting_internal.h"

namespace openperflib::compat {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kLookAgain{1};

Mutex* as_mutex(Object& object) {
  auto* mutex = std::get_if<std::unique_ptr<Mutex>>(&object);
  return mutex == nullptr ? nullptr : mutex->get();
}

NamedEvent* as_named_event(Object& object) {
  auto* event = std::get_if<std::unique_ptr<NamedEvent>>(&object);
  return event == nullptr ? nullptr : event->get();
}

// Mutexes and events with a name.
bool guards_itself(Object& object) {
  return as_mutex(object) != nullptr || as_named_event(object) != nullptr;
}

// Whether an object is signalled; of a mutex, whether it may be. The caller has locked the table.
bool is_signalled(Object& object) {
  if (const NamedEvent* named = as_named_event(object)) return named->is_set();
  if (as_mutex(object) != nullptr) return true;
  if (const auto* event = std::get_if<Event>(&object)) return event->is_set;
  if (const auto* semaphore = std::get_if<Semaphore>(&object)) return semaphore->count > 0;
  const auto* thread = std::get_if<Thread>(&object);
  return thread != nullptr && thread->has_ended;
}

// A wait resets an event that resets itself, and takes 1 from a semaphore.
void acquire_free(Object& object) {
  if (auto* semaphore = std::get_if<Semaphore>(&object)) --semaphore->count;
  auto* event = std::get_if<Event>(&object);
  if (event != nullptr && !event->is_manual) event->is_set = false;
}

Acquired try_acquire(Object& object) {
  if (Mutex* mutex = as_mutex(object)) return mutex->try_acquire();
  if (NamedEvent* named = as_named_event(object)) {
    return named->try_take() ? Acquired::yes : Acquired::no;
  }
  if (!is_signalled(object)) return Acquired::no;
  acquire_free(object);
  return Acquired::yes;
}

// The result of a wait; nullopt while it continues.
using Outcome = std::optional<DWORD>;

// Takes the first object that is free.
Outcome try_any(std::span<const ObjectPointer> objects) {
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const Acquired acquired = try_acquire(*objects[i]);
    const auto position = static_cast<DWORD>(i);
    if (acquired == Acquired::yes) return WAIT_OBJECT_0 + position;
    if (acquired == Acquired::abandoned) return WAIT_ABANDONED_0 + position;
  }
  return std::nullopt;
}

void release_all(std::span<const ObjectPointer> objects) {
  for (const ObjectPointer& object : objects) {
    if (Mutex* mutex = as_mutex(*object)) (void)mutex->release();
    if (NamedEvent* named = as_named_event(*object)) named->give_back();
  }
}

// Takes all of them or none. An abandoned mutex that is released here is not reported again.
Outcome try_all(std::span<const ObjectPointer> objects) {
  const auto may_be_taken = [](const auto& object) { return is_signalled(*object); };
  if (!std::ranges::all_of(objects, may_be_taken)) return std::nullopt;
  DWORD answer = WAIT_OBJECT_0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (!guards_itself(*objects[i])) continue;
    const Acquired acquired = try_acquire(*objects[i]);
    if (acquired == Acquired::no) {
      release_all(objects.first(i));
      return std::nullopt;
    }
    if (acquired == Acquired::abandoned) answer = WAIT_ABANDONED_0;
  }
  for (const ObjectPointer& object : objects) acquire_free(*object);
  return answer;
}

// Sleeps until something changes, or it is time to look again.
void sleep(std::unique_lock<std::mutex>& lock, const Deadline& deadline, bool looks_again) {
  std::condition_variable& changed = ObjectTable::instance().changed;
  const auto soon = Clock::now() + kLookAgain;
  if (looks_again) {
    changed.wait_until(lock, deadline.has_value() ? std::min(soon, *deadline) : soon);
  } else if (deadline.has_value()) {
    changed.wait_until(lock, *deadline);
  } else {
    changed.wait(lock);
  }
}

DWORD wait_for_mutex(Mutex& mutex, const Deadline& deadline) {
  switch (mutex.acquire(deadline)) {
    case Acquired::yes:
      return WAIT_OBJECT_0;
    case Acquired::abandoned:
      return WAIT_ABANDONED;
    case Acquired::no:
      break;
  }
  return deadline.has_value() ? WAIT_TIMEOUT : fail(ERROR_INVALID_HANDLE, WAIT_FAILED);
}

// A handle to a mutex with a name: the one that this process has open, or the one that `make`
// opens.
template <typename Make>
HANDLE add_named_mutex(const std::string& file_name, Make make) {
  ObjectTable& table = ObjectTable::instance();
  if (ObjectPointer known = table.find_named(file_name)) {
    return fail(ERROR_ALREADY_EXISTS, table.add(std::move(known)));
  }
  auto mutex = make(file_name);
  if (!mutex.has_value()) return fail<HANDLE>(mutex.error(), nullptr);
  const DWORD code = (*mutex)->existed() ? ERROR_ALREADY_EXISTS : ERROR_SUCCESS;
  auto object = std::make_shared<Object>(std::move(*mutex));
  table.keep_name(file_name, object);
  return fail(code, table.add(std::move(object)));
}

HANDLE create_unnamed() {
  auto mutex = Mutex::create();
  if (!mutex.has_value()) return fail<HANDLE>(mutex.error(), nullptr);
  return fail(ERROR_SUCCESS,
              ObjectTable::instance().add(std::make_shared<Object>(std::move(*mutex))));
}

// This thread owns a new mutex when this returns, even if another process has opened it meanwhile.
HANDLE own_if(BOOL initially_owned, HANDLE handle) {
  if (handle == nullptr || initially_owned == FALSE || GetLastError() == ERROR_ALREADY_EXISTS)
    return handle;
  (void)WaitForSingleObject(handle, INFINITE);
  return fail(ERROR_SUCCESS, handle);
}

template <typename Char>
HANDLE create_mutex(BOOL initially_owned, const Char* name) {
  if (name == nullptr || *name == 0) return own_if(initially_owned, create_unnamed());
  const auto file_name = file_name_of(utf8_from(name));
  if (!file_name.has_value()) return fail<HANDLE>(file_name.error(), nullptr);
  const auto make = [](const std::string& wanted) { return Mutex::create(wanted); };
  return own_if(initially_owned, add_named_mutex(*file_name, make));
}

template <typename Char>
HANDLE open_mutex(const Char* name) {
  if (name == nullptr) return fail<HANDLE>(ERROR_INVALID_PARAMETER, nullptr);
  const auto file_name = file_name_of(utf8_from(name));
  if (!file_name.has_value()) return fail<HANDLE>(file_name.error(), nullptr);
  const HANDLE handle =
      add_named_mutex(*file_name, [](const std::string& wanted) { return Mutex::open(wanted); });
  if (handle != nullptr) SetLastError(ERROR_SUCCESS);
  return handle;
}

}  // namespace

Deadline deadline_in(DWORD milliseconds) {
  if (milliseconds == INFINITE) return std::nullopt;
  return Clock::now() + std::chrono::milliseconds(milliseconds);
}

bool is_waitable(const ObjectPointer& object) {
  return object != nullptr && !std::holds_alternative<SharedBytes>(*object) &&
         !std::holds_alternative<ProcessList>(*object);
}

DWORD wait_for(std::span<const ObjectPointer> objects, bool all, const Deadline& deadline) {
  const bool looks_again =
      std::ranges::any_of(objects, [](const auto& object) { return guards_itself(*object); });
  std::unique_lock lock(ObjectTable::instance().mutex);
  while (true) {
    const Outcome outcome = all ? try_all(objects) : try_any(objects);
    if (outcome.has_value()) return *outcome;
    if (is_over(deadline)) return WAIT_TIMEOUT;
    sleep(lock, deadline, looks_again);
  }
}

}  // namespace openperflib::compat

using namespace openperflib::compat;

BOOL CloseHandle(HANDLE handle) {
  const ObjectPointer closed = ObjectTable::instance().remove(handle);
  return closed != nullptr ? TRUE : fail(ERROR_INVALID_HANDLE, FALSE);
}

HANDLE CreateMutexA(LPSECURITY_ATTRIBUTES, BOOL initially_owned, LPCSTR name) {
  return create_mutex(initially_owned, name);
}
HANDLE CreateMutexW(LPSECURITY_ATTRIBUTES, BOOL initially_owned, LPCWSTR name) {
  return create_mutex(initially_owned, name);
}
HANDLE OpenMutexA(DWORD, BOOL, LPCSTR name) { return open_mutex(name); }
HANDLE OpenMutexW(DWORD, BOOL, LPCWSTR name) { return open_mutex(name); }
BOOL ReleaseMutex(HANDLE mutex) {
  const auto found = find_object<std::unique_ptr<Mutex>>(mutex);
  if (found == nullptr) return fail(ERROR_INVALID_HANDLE, FALSE);
  return (*found)->release() ? TRUE : fail(ERROR_NOT_OWNER, FALSE);
}

DWORD WaitForSingleObjectEx(HANDLE handle, DWORD milliseconds, BOOL) {
  return WaitForSingleObject(handle, milliseconds);
}
DWORD WaitForSingleObject(HANDLE handle, DWORD milliseconds) {
  const ObjectPointer object = ObjectTable::instance().find(handle);
  if (!is_waitable(object)) return fail(ERROR_INVALID_HANDLE, WAIT_FAILED);
  const Deadline deadline = deadline_in(milliseconds);
  if (Mutex* mutex = as_mutex(*object)) return wait_for_mutex(*mutex, deadline);
  if (NamedEvent* named = as_named_event(*object)) {
    return named->wait(deadline) ? WAIT_OBJECT_0 : WAIT_TIMEOUT;
  }
  return wait_for({&object, 1}, false, deadline);
}

DWORD WaitForMultipleObjects(DWORD count, const HANDLE* handles, BOOL all, DWORD milliseconds) {
  if (count == 0 || count > MAXIMUM_WAIT_OBJECTS || handles == nullptr) {
    return fail(ERROR_INVALID_PARAMETER, WAIT_FAILED);
  }
  const std::span wanted(handles, count);
  if (all != FALSE && std::set<HANDLE>(wanted.begin(), wanted.end()).size() < count) {
    return fail(ERROR_INVALID_PARAMETER, WAIT_FAILED);
  }
  std::vector<ObjectPointer> objects;
  for (const HANDLE handle : wanted) objects.push_back(ObjectTable::instance().find(handle));
  if (!std::ranges::all_of(objects, is_waitable)) return fail(ERROR_INVALID_HANDLE, WAIT_FAILED);
  return wait_for(objects, all != FALSE, deadline_in(milliseconds));
}
