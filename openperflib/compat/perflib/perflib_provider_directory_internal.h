// InstanceDirectory: which pointers of the program are instances, and whose.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "openperflib/abi/perflib_types.h"
#include "openperflib/abi/windows_types.h"

namespace openperflib::compat {

struct ProvidedInstance;

// What the value functions need of an instance.
struct KnownInstance {
  HANDLE owner = nullptr;
  const std::uint32_t* places = nullptr;  // CounterPlaces::words()
  ProvidedInstance* instance = nullptr;
};

// Resource, one per process. home() and find() take no lock, because each call of a value function
// passes through them; so entries are atomic words, a table that has become too small is kept for
// the threads that still read it, and nothing is found that far from its home that a search would
// be long. All others take a mutex. Hidden, so that its address is not looked up either.
class [[gnu::visibility("hidden")]] InstanceDirectory {
 public:
  // Never destroyed; it has a constant initializer, so that reaching it costs no check.
  static InstanceDirectory& of_process() noexcept { return process_; }
  constexpr InstanceDirectory() noexcept = default;
  InstanceDirectory(const InstanceDirectory&) = delete;
  InstanceDirectory& operator=(const InstanceDirectory&) = delete;

  struct alignas(32) Entry {
    std::atomic<const void*> block = nullptr;  // nullptr: never used
    std::atomic<HANDLE> owner = nullptr;
    std::atomic<const std::uint32_t*> places = nullptr;
    std::atomic<ProvidedInstance*> instance = nullptr;
  };
  // Where most pointers are that are instances: at least, an entry.
  [[nodiscard]] const Entry* home(const void* block) const noexcept {
    const unsigned shift = shift_.load(std::memory_order_acquire);
    return entries_.load(std::memory_order_acquire) + (hash(block) >> shift);
  }
  // The entry of a pointer, which is not followed; nullptr: it may not be an instance. While the
  // table grows, an instance may be missed: ask search().
  [[nodiscard]] const Entry* find(const void* block) const noexcept;
  // As find(), and the answer is certain. An empty owner: it is not an instance.
  [[nodiscard]] KnownInstance search(const void* block);
  // The block is not null and not known. std::bad_alloc: it stays so.
  void add(const void* block, const KnownInstance& known);
  void remove(const void* block);

  // Around fork(): the child must not inherit the directory while a thread changes it.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  static InstanceDirectory process_;
  struct Table {
    explicit Table(std::size_t size, const Table* its_earlier)
        : entries(std::make_unique<Entry[]>(size)), earlier(its_earlier) {}
    std::unique_ptr<Entry[]> entries;
    const Table* earlier;  // kept
  };
  static constexpr std::size_t kMostProbes = 16;
  static constexpr unsigned kFirstBits = 6, kHashBits = 64;

  static std::uint64_t hash(const void* block) noexcept {
    return reinterpret_cast<std::uint64_t>(block) * 0x9E37'79B9'7F4A'7C15U;
  }
  // What stands in an entry that is free again; not the address of an instance.
  [[nodiscard]] const void* nobody() const noexcept { return this; }
  [[nodiscard]] std::size_t size() const noexcept;
  // The entry that find() would give, or null. The mutex is held, here and below.
  [[nodiscard]] Entry* entry_of(const void* block) const noexcept;
  // Puts an instance where find() finds it; false: the places near its own are taken.
  [[nodiscard]] static bool put(Entry* home, const void* nobody, const void* block,
                                const KnownInstance& known) noexcept;
  void grow();
  [[nodiscard]] bool copy_to(Entry* entries, unsigned shift) const noexcept;

  Entry first_[(std::size_t{1} << kFirstBits) + kMostProbes];
  std::atomic<unsigned> shift_ = kHashBits - kFirstBits;
  std::atomic<Entry*> entries_ = first_;
  std::mutex mutex_;
  std::size_t count_ = 0;
  const Table* tables_ = nullptr;
};

}  // namespace openperflib::compat
