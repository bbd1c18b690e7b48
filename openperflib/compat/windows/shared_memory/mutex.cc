#include <sys/mman.h>

#include <cerrno>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/windows/shared_memory/mutex_internal.h"

namespace openperflib::compat {
namespace {

constexpr std::size_t kMutexAt = 64;  // after the fields of the header

void initialize_mutex(pthread_mutex_t* mutex, int shared) {
  pthread_mutexattr_t attributes;
  ::pthread_mutexattr_init(&attributes);
  ::pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  ::pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  ::pthread_mutexattr_setpshared(&attributes, shared);
  ::pthread_mutex_init(mutex, &attributes);
  ::pthread_mutexattr_destroy(&attributes);
}

// Returns NULL if no memory is left.
pthread_mutex_t* map_mutex(const NamedMemory& memory) {
  void* head =
      ::mmap(nullptr, kNamedHeadSize, PROT_READ | PROT_WRITE, MAP_SHARED, memory.descriptor(), 0);
  if (head == MAP_FAILED) return nullptr;
  return reinterpret_cast<pthread_mutex_t*>(static_cast<std::byte*>(head) + kMutexAt);
}

void unmap_mutex(pthread_mutex_t* mutex) {
  (void)::munmap(reinterpret_cast<std::byte*>(mutex) - kMutexAt, kNamedHeadSize);
}

DWORD initialize_named(const NamedMemory& memory) {
  pthread_mutex_t* mutex = map_mutex(memory);
  if (mutex == nullptr) return ERROR_NOT_ENOUGH_MEMORY;
  initialize_mutex(mutex, PTHREAD_PROCESS_SHARED);
  unmap_mutex(mutex);
  return ERROR_SUCCESS;
}

// A value that no other living thread has.
const void* this_thread() noexcept {
  static thread_local const char place = 0;
  return &place;
}

}  // namespace

Mutex::Mutex(pthread_mutex_t* mutex, std::optional<NamedMemory> memory)
    : mutex_(mutex), memory_(std::move(memory)) {}

std::expected<std::unique_ptr<Mutex>, DWORD> Mutex::create() {
  auto* mutex = new pthread_mutex_t;
  initialize_mutex(mutex, PTHREAD_PROCESS_PRIVATE);
  return std::unique_ptr<Mutex>(new Mutex(mutex, std::nullopt));
}

std::expected<std::unique_ptr<Mutex>, DWORD> Mutex::map(std::expected<NamedMemory, DWORD> memory) {
  if (!memory.has_value()) return std::unexpected(memory.error());
  pthread_mutex_t* mutex = map_mutex(*memory);
  if (mutex == nullptr) return std::unexpected(DWORD{ERROR_NOT_ENOUGH_MEMORY});
  return std::unique_ptr<Mutex>(new Mutex(mutex, std::move(*memory)));
}

std::expected<std::unique_ptr<Mutex>, DWORD> Mutex::create(const std::string& file_name) {
  return map(NamedMemory::create(named_memory_folder(), file_name, NamedKind::mutex, 0,
                                 &initialize_named));
}
std::expected<std::unique_ptr<Mutex>, DWORD> Mutex::open(const std::string& file_name) {
  return map(NamedMemory::open(named_memory_folder(), file_name, NamedKind::mutex));
}

// An owned mutex is in its owner's list, so it is released first; if another thread owns it, its
// memory is not freed.
Mutex::~Mutex() {
  while (release()) {
  }
  if (held_ > 0) return;
  if (memory_.has_value()) {
    unmap_mutex(mutex_);
  } else {
    ::pthread_mutex_destroy(mutex_);
    delete mutex_;
  }
}

Acquired Mutex::outcome(int result) noexcept {
  if (result != 0 && result != EOWNERDEAD) return Acquired::no;
  if (result == EOWNERDEAD) ::pthread_mutex_consistent(mutex_);
  held_ = result == 0 && owner_ == this_thread() ? held_ + 1 : 1;
  owner_ = this_thread();
  return result == 0 ? Acquired::yes : Acquired::abandoned;
}

bool Mutex::release() noexcept {
  if (owner_ != this_thread()) return false;
  if (--held_ == 0) owner_ = nullptr;
  return ::pthread_mutex_unlock(mutex_) == 0;
}

Acquired Mutex::try_acquire() noexcept { return outcome(::pthread_mutex_trylock(mutex_)); }

Acquired Mutex::acquire(const Deadline& deadline) noexcept {
  if (!deadline.has_value()) return outcome(::pthread_mutex_lock(mutex_));
  const timespec end = as_timespec(*deadline);
  return outcome(::pthread_mutex_clocklock(mutex_, CLOCK_MONOTONIC, &end));
}

}  // namespace openperflib::compat
