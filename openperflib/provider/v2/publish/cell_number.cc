#include "openperflib/provider/v2/publish/cell_number.h"

#include <pthread.h>

#include <atomic>
#include <bit>

namespace openperflib {
namespace {

constexpr std::uint32_t kNotAsked = 0xFFFF'FFFF;
constexpr std::uint32_t kNoNumber = 0xFFFF'FFFE;

constexpr std::uint32_t kAllTaken = (1U << kCellRows) - 1;
static_assert(kCellRows < 32);

constinit std::atomic<std::uint32_t> taken_numbers = 0;  // a bit for each number

// What the thread before left in its cells happens before what the next one adds.
std::uint32_t take_lowest() noexcept {
  std::uint32_t known = taken_numbers.load(std::memory_order_relaxed);
  while (known != kAllTaken) {
    const auto number = static_cast<std::uint32_t>(std::countr_one(known));
    if (taken_numbers.compare_exchange_weak(known, known | (1U << number),
                                            std::memory_order_acq_rel)) {
      return number;
    }
  }
  return kNoNumber;
}

// The parent's threads go on writing their cells, which the child shares.
void give_up_in_child() noexcept {
  taken_numbers.store(kAllTaken, std::memory_order_relaxed);
  this_thread_cell = kNoNumber;
}

bool& children_give_up() noexcept {
  static constinit bool is_registered = false;
  return is_registered;
}

[[gnu::constructor]] void register_children() noexcept {
  children_give_up() = ::pthread_atfork(nullptr, nullptr, give_up_in_child) == 0;
}

// Until the thread ends.
class TakenNumber {
 public:
  TakenNumber() noexcept { this_thread_cell = children_give_up() ? take_lowest() : kNoNumber; }
  ~TakenNumber() {
    const std::uint32_t number = this_thread_cell;
    this_thread_cell = kNoNumber;
    if (number < kCellRows) taken_numbers.fetch_and(~(1U << number), std::memory_order_release);
  }
  TakenNumber(const TakenNumber&) = delete;
  TakenNumber& operator=(const TakenNumber&) = delete;
};

}  // namespace

constinit thread_local std::uint32_t this_thread_cell = kNotAsked;

std::uint32_t take_cell_number() noexcept {
  if (this_thread_cell == kNotAsked) {
    static thread_local const TakenNumber number;
    (void)number;
  }
  return this_thread_cell;
}

}  // namespace openperflib
