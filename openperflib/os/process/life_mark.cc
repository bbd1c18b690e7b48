#include "openperflib/os/process/life_mark.h"

#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <bit>
#include <charconv>
#include <string_view>
#include <utility>

#include "openperflib/base/shared_words.h"

namespace openperflib {

bool marks_every_end() noexcept {
  constexpr std::pair kFirst{5, 18};
  utsname names = {};
  std::pair version{0, 0};
  if (::uname(&names) != 0) return false;
  const std::string_view release(static_cast<const char*>(names.release));
  const char* const end = release.data() + release.size();
  const auto major = std::from_chars(release.data(), end, version.first);
  if (major.ec != std::errc() || major.ptr == end) return false;
  (void)std::from_chars(major.ptr + 1, end, version.second);
  return version >= kFirst;
}

LifeMark::LifeMark(MutableBytes memory, std::size_t offset) noexcept
    : memory_(memory), offset_(offset) {
  std::size_t size = 0;
  if (::syscall(SYS_get_robust_list, 0, &before_, &size) != 0) return;
  entry_.next = &list_.list;
  list_.list.next = &entry_;
  // The kernel adds this to the address of the entry.
  list_.futex_offset = std::bit_cast<long>(memory.data() + offset) - std::bit_cast<long>(&entry_);
  if (::syscall(SYS_set_robust_list, &list_, sizeof(list_)) != 0) return;
  set_word(static_cast<std::uint32_t>(::gettid()));
  is_kept_ = true;
}

LifeMark::~LifeMark() {
  if (!is_kept_) return;
  set_word(0);
  (void)::syscall(SYS_set_robust_list, before_, sizeof(*before_));
}

void LifeMark::set_word(std::uint32_t value) noexcept {
  shared_word<std::uint32_t>(memory_, offset_).store(value, std::memory_order_release);
}

}  // namespace openperflib
