// LifeMark: a word in shared memory that says whether the thread that made it still runs.
//
// The kernel changes the word when the thread ends in any way, also by SIGKILL or exec: it is the
// word of a robust futex, whose list is in private memory, so that no address is in the shared one.
#pragma once

#include <linux/futex.h>

#include <cstddef>
#include <cstdint>

#include "openperflib/base/bytes.h"

namespace openperflib {

// Whether a word, read from the memory of another process, is that of a thread that runs.
[[nodiscard]] constexpr bool is_alive(std::uint32_t word) noexcept {
  return (word & FUTEX_TID_MASK) != 0 && (word & FUTEX_OWNER_DIED) == 0;
}

// Whether the kernel changes the words of all threads that end. Before Linux 5.18 it may leave that
// of a process whose memory it took because there was none left.
[[nodiscard]] bool marks_every_end() noexcept;

// Resource of one thread, which makes and destroys it and locks no robust mutex meanwhile. Not
// movable: the kernel has its address. A forked child does not hold the mark.
class LifeMark {
 public:
  // Marks the word at `offset`, a multiple of 4. The memory stays mapped longer than this.
  LifeMark(MutableBytes memory, std::size_t offset) noexcept;
  LifeMark(const LifeMark&) = delete;
  LifeMark& operator=(const LifeMark&) = delete;
  // The word says from now on that the thread has ended.
  ~LifeMark();

  // Whether the kernel keeps the mark; if not, the word says that the thread has ended.
  [[nodiscard]] bool is_kept() const noexcept { return is_kept_; }

 private:
  // Stores the word with release order; 0: the thread has ended.
  void set_word(std::uint32_t value) noexcept;
  MutableBytes memory_;
  std::size_t offset_;
  robust_list entry_{};
  robust_list_head list_{};
  robust_list_head* before_ = nullptr;  // the list of the C library
  bool is_kept_ = false;
};

}  // namespace openperflib
