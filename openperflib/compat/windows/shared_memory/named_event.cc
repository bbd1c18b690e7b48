// The contents of the file: two words. The lowest bit of the first says whether the event is set;
// the rest counts, so that a wait that is about to sleep sees that wake() was called. Waits sleep
// in a futex on that word. The second says whether the event stays set, and never changes.
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <climits>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/abi/winerror_constants.h"
#include "openperflib/base/shared_words.h"
#include "openperflib/compat/windows/shared_memory/named_event_internal.h"

namespace openperflib::compat {
namespace {

constexpr std::size_t kStateAt = 0, kManualAt = 4, kSize = 8;
constexpr std::uint32_t kIsSet = 1, kOneWake = 2;

std::atomic_ref<std::uint32_t> state_of(MutableBytes bytes) noexcept {
  return shared_word<std::uint32_t>(bytes, kStateAt);
}

void wake_all(MutableBytes bytes) noexcept {
  (void)::syscall(SYS_futex, bytes.data() + kStateAt, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

// Returns at once if the state is another one by now; may return too early.
void sleep_while(MutableBytes bytes, std::uint32_t state, const Deadline& deadline) noexcept {
  const timespec end = deadline.has_value() ? as_timespec(*deadline) : timespec{};
  (void)::syscall(SYS_futex, bytes.data() + kStateAt, FUTEX_WAIT_BITSET, state,
                  deadline.has_value() ? &end : nullptr, nullptr, FUTEX_BITSET_MATCH_ANY);
}

}  // namespace

std::expected<std::unique_ptr<NamedEvent>, DWORD> NamedEvent::map(
    std::expected<NamedMemory, DWORD> memory) {
  if (!memory.has_value()) return std::unexpected(memory.error());
  if (memory->size() < kSize) return std::unexpected(DWORD{ERROR_INVALID_HANDLE});
  void* contents = ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_SHARED, memory->descriptor(),
                          kNamedHeadSize);
  if (contents == MAP_FAILED) return std::unexpected(DWORD{ERROR_NOT_ENOUGH_MEMORY});
  const MutableBytes bytes(static_cast<std::byte*>(contents), kSize);
  return std::unique_ptr<NamedEvent>(new NamedEvent(*std::move(memory), bytes));
}

std::expected<std::unique_ptr<NamedEvent>, DWORD> NamedEvent::create(const std::string& file_name,
                                                                     bool is_manual, bool is_set) {
  const std::array<std::uint32_t, 2> words = {is_set ? kIsSet : 0U, is_manual ? 1U : 0U};
  static_assert(sizeof(words) == kSize);
  const auto initialize = [&words](const NamedMemory& memory) -> DWORD {
    const ssize_t written =
        ::pwrite(memory.descriptor(), words.data(), sizeof(words), kNamedHeadSize);
    return written == ssize_t{sizeof(words)} ? ERROR_SUCCESS : ERROR_COMMITMENT_LIMIT;
  };
  return map(
      NamedMemory::create(named_memory_folder(), file_name, NamedKind::event, kSize, initialize));
}

std::expected<std::unique_ptr<NamedEvent>, DWORD> NamedEvent::open(const std::string& file_name) {
  return map(NamedMemory::open(named_memory_folder(), file_name, NamedKind::event));
}

NamedEvent::~NamedEvent() { (void)::munmap(bytes_.data(), kSize); }

bool NamedEvent::is_manual() const noexcept {
  return load_shared<std::uint32_t>(bytes_, kManualAt, std::memory_order_relaxed) != 0;
}

bool NamedEvent::is_set() const noexcept { return (state_of(bytes_).load() & kIsSet) != 0; }

void NamedEvent::set() noexcept {
  state_of(bytes_).fetch_or(kIsSet);
  wake_all(bytes_);
}

void NamedEvent::reset() noexcept { state_of(bytes_).fetch_and(~kIsSet); }

bool NamedEvent::try_take() noexcept {
  return is_manual() ? is_set() : (state_of(bytes_).fetch_and(~kIsSet) & kIsSet) != 0;
}

void NamedEvent::give_back() noexcept {
  if (!is_manual()) set();
}

bool NamedEvent::wait(const Deadline& deadline, const std::atomic<bool>* is_cancelled) noexcept {
  for (;;) {
    const std::uint32_t state = state_of(bytes_).load();
    if (try_take()) return true;
    if ((is_cancelled != nullptr && *is_cancelled) || is_over(deadline)) return false;
    sleep_while(bytes_, state & ~kIsSet, deadline);
  }
}

void NamedEvent::wake() noexcept {
  state_of(bytes_).fetch_add(kOneWake);
  wake_all(bytes_);
}

}  // namespace openperflib::compat
