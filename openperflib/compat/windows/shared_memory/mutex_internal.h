// A mutex as on Windows: recursive; when its owner ends, the next owner is notified.
#pragma once

#include <pthread.h>

#include <atomic>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "openperflib/abi/windows_types.h"
#include "openperflib/compat/windows/shared_memory/deadline_internal.h"
#include "openperflib/compat/windows/shared_memory/named_memory_internal.h"

namespace openperflib::compat {

enum class Acquired { no, yes, abandoned };  // abandoned: acquired; its last owner ended

// Resource: one mutex of this process or, with a name, of this user. Neither copies nor moves.
// Threads: any thread may use it; the thread that acquires it releases it.
class Mutex {
 public:
  [[nodiscard]] static std::expected<std::unique_ptr<Mutex>, DWORD> create();
  // Errors: those of NamedMemory.
  [[nodiscard]] static std::expected<std::unique_ptr<Mutex>, DWORD> create(
      const std::string& file_name);
  [[nodiscard]] static std::expected<std::unique_ptr<Mutex>, DWORD> open(
      const std::string& file_name);
  ~Mutex();
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  [[nodiscard]] Acquired try_acquire() noexcept;
  [[nodiscard]] Acquired acquire(const Deadline& deadline) noexcept;
  // False if this thread does not own it.
  [[nodiscard]] bool release() noexcept;
  [[nodiscard]] bool existed() const noexcept { return memory_.has_value() && memory_->existed(); }

 private:
  Mutex(pthread_mutex_t* mutex, std::optional<NamedMemory> memory);
  static std::expected<std::unique_ptr<Mutex>, DWORD> map(std::expected<NamedMemory, DWORD> memory);
  Acquired outcome(int result) noexcept;

  pthread_mutex_t* mutex_;
  std::atomic<const void*> owner_ = nullptr;  // the thread of this process that owns it
  std::atomic<int> held_ = 0;                 // how many times it acquired it
  std::optional<NamedMemory> memory_;         // holds *mutex_; nullopt: *mutex_ was allocated
};

}  // namespace openperflib::compat
