#include "openperflib/compat/windows/waiting/registered_waits.h"

#include <pthread.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "openperflib/compat/handle_table_internal.h"
#include "openperflib/compat/windows/core/last_error_internal.h"
#include "openperflib/compat/windows/waiting/synchronization.h"
#include "openperflib/compat/windows/waiting/waiting_internal.h"
#include "openperflib/os/files/blocked_signals.h"
#include "openperflib/os/process/fork_count.h"
#include "openperflib/os/process/fork_locked.h"

namespace openperflib::compat {
namespace {

// What a registered wait calls, and how often.
struct Call {
  WAITORTIMERCALLBACK function;
  PVOID context;
  DWORD milliseconds;
  bool is_only_one;
};

// Resource: a wait, shared by its handle and its thread.
class RegisteredWait {
 public:
  RegisteredWait(ObjectPointer object, const Call& call)
      : object_(std::move(object)), call_(call) {}

  // What the thread does.
  void run() {
    thread_ = ::pthread_self();
    Woken woken{};
    do {
      woken = wait();
      if (woken == Woken::cancelled || !begin_call()) return;
      const EndOfCall end{*this};
      call_.function(call_.context, woken == Woken::timed_out ? TRUE : FALSE);
    } while (!call_.is_only_one);
  }

  // Afterwards no call begins. False: one runs, and `completion` is set when it ends.
  [[nodiscard]] bool cancel(HANDLE completion) {
    const std::lock_guard lock(mutex_);
    is_cancelled_ = true;
    wake();
    if (is_calling_) {
      completion_ = completion;
    } else if (completion != nullptr) {
      (void)SetEvent(completion);
    }
    return !is_calling_;
  }

  void wait_for_end_of_call() {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return !is_calling_; });
  }

  // Only while a call runs.
  [[nodiscard]] bool is_this_thread() const { return ::pthread_equal(thread_, ::pthread_self()); }
  // False in a forked child, which does not have the thread.
  [[nodiscard]] bool has_thread() const noexcept { return forks_ == fork_count(); }

 private:
  enum class Woken : std::uint8_t { signalled, timed_out, cancelled };

  // Also if the function ends the thread.
  struct EndOfCall {
    RegisteredWait& wait;
    ~EndOfCall() { wait.end_call(); }
  };

  [[nodiscard]] Woken wait() {
    const Deadline deadline = deadline_in(call_.milliseconds);
    if (auto* named = std::get_if<std::unique_ptr<NamedEvent>>(object_.get())) {
      if ((*named)->wait(deadline, &is_cancelled_)) return Woken::signalled;
      return is_cancelled_ ? Woken::cancelled : Woken::timed_out;
    }
    const std::array<ObjectPointer, 2> either = {cancelled_, object_};
    const DWORD result = wait_for(either, false, deadline);
    if (result == WAIT_OBJECT_0) return Woken::cancelled;
    return result == WAIT_TIMEOUT ? Woken::timed_out : Woken::signalled;
  }

  void wake() {
    if (auto* named = std::get_if<std::unique_ptr<NamedEvent>>(object_.get())) {
      (*named)->wake();
      return;
    }
    ObjectTable& table = ObjectTable::instance();
    const std::lock_guard lock(table.mutex);
    std::get_if<Event>(cancelled_.get())->is_set = true;
    table.changed.notify_all();
  }

  [[nodiscard]] bool begin_call() {
    const std::lock_guard lock(mutex_);
    is_calling_ = !is_cancelled_;
    return is_calling_;
  }

  void end_call() {
    const std::lock_guard lock(mutex_);
    is_calling_ = false;
    ended_.notify_all();
    if (completion_ != nullptr) (void)SetEvent(completion_);
  }

  const ObjectPointer object_;
  const Call call_;
  const std::uint32_t forks_ = fork_count();
  const ObjectPointer cancelled_ =
      std::make_shared<Object>(Event{.is_manual = true, .is_set = false});
  std::atomic<bool> is_cancelled_ = false;
  pthread_t thread_{};
  std::mutex mutex_;  // guards what follows
  std::condition_variable ended_;
  bool is_calling_ = false;
  HANDLE completion_ = nullptr;
};

// fork() waits until the table is free; otherwise the child would inherit it locked.
struct Waits : HandleTable<RegisteredWait> {
  Waits() : HandleTable(HandleKind::registered_wait) {}
  void fork_begins() { lock(); }
  void fork_ends(bool /*is_child*/) { unlock(); }
};

[[gnu::constructor]] void register_waits() noexcept { ForkLocked<Waits>::register_handlers(); }

Waits& waits() {
  return ForkLocked<Waits>::instance([] { return new Waits(); });
}

void* run_wait(void* given) {
  const std::unique_ptr<std::shared_ptr<RegisteredWait>> wait(
      static_cast<std::shared_ptr<RegisteredWait>*>(given));
  (*wait)->run();
  return nullptr;
}

bool start_waiting(const std::shared_ptr<RegisteredWait>& wait) {
  auto argument = std::make_unique<std::shared_ptr<RegisteredWait>>(wait);
  const BlockedSignals blocked;
  pthread_t thread{};
  if (::pthread_create(&thread, nullptr, run_wait, argument.get()) != 0) return false;
  (void)argument.release();
  (void)::pthread_detach(thread);
  return true;
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib::compat;

BOOL RegisterWaitForSingleObject(PHANDLE wait, HANDLE object, WAITORTIMERCALLBACK callback,
                                 PVOID context, ULONG milliseconds, ULONG flags) {
  if (wait == nullptr || callback == nullptr) return fail(ERROR_INVALID_PARAMETER, FALSE);
  ObjectPointer found = ObjectTable::instance().find(object);
  if (!is_waitable(found)) return fail(ERROR_INVALID_HANDLE, FALSE);
  const bool is_only_one = milliseconds == 0 || (flags & WT_EXECUTEONLYONCE) != 0;
  const auto made = std::make_shared<RegisteredWait>(
      std::move(found), Call{callback, context, milliseconds, is_only_one});
  const HANDLE handle = waits().add(made);
  if (handle == nullptr) return fail(ERROR_NOT_ENOUGH_MEMORY, FALSE);
  *wait = handle;  // before the thread: the callback may use it
  if (start_waiting(made)) return TRUE;
  (void)waits().remove(handle);
  *wait = nullptr;
  return fail(ERROR_NOT_ENOUGH_MEMORY, FALSE);
}

BOOL UnregisterWait(HANDLE wait) { return UnregisterWaitEx(wait, nullptr); }

BOOL UnregisterWaitEx(HANDLE wait, HANDLE completion) {
  const auto found = waits().remove(wait);
  if (found == nullptr) return fail(ERROR_INVALID_HANDLE, FALSE);
  if (!found->has_thread()) return TRUE;
  const bool waits_for_end = completion == INVALID_HANDLE_VALUE;
  if (found->cancel(waits_for_end ? nullptr : completion)) return TRUE;
  if (!waits_for_end) return fail(ERROR_IO_PENDING, FALSE);
  if (found->is_this_thread()) return fail(ERROR_POSSIBLE_DEADLOCK, FALSE);
  found->wait_for_end_of_call();
  return TRUE;
}
