#include "apps/v1_host/guarded_buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace openperflib {
namespace {

constexpr std::size_t kGuard = 1024;
constexpr std::size_t kBufferUnit = 8;
constexpr std::byte kPattern{0xA5};

constexpr std::size_t round_up(std::size_t size, std::size_t unit) noexcept {
  return (size + unit - 1) / unit * unit;
}

bool is_pattern(Bytes bytes) noexcept {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == kPattern; });
}

}  // namespace

std::optional<GuardedBuffer> GuardedBuffer::create(std::uint32_t size) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t needed = kGuard + round_up(size, kBufferUnit) + kGuard;
  const std::size_t inside = round_up(needed, page);
  void* memory =
      ::mmap(nullptr, page + inside + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return std::nullopt;
  const MutableBytes mapping(static_cast<std::byte*>(memory), page + inside + page);
  const MutableBytes usable = mapping.subspan(page, inside);
  // At the end, so that little more than the guard area lies between the buffer and the last page.
  const MutableBytes bytes = usable.subspan(inside - kGuard - round_up(size, kBufferUnit), size);
  GuardedBuffer buffer(mapping, usable, bytes);
  if (::mprotect(usable.data(), usable.size(), PROT_READ | PROT_WRITE) != 0) return std::nullopt;
  buffer.restore_guards();
  return buffer;
}

GuardedBuffer::GuardedBuffer(MutableBytes mapping, MutableBytes usable, MutableBytes bytes) noexcept
    : mapping_(mapping), usable_(usable), bytes_(bytes) {}

GuardedBuffer::GuardedBuffer(GuardedBuffer&& other) noexcept
    : mapping_(std::exchange(other.mapping_, {})), usable_(other.usable_), bytes_(other.bytes_) {}

GuardedBuffer& GuardedBuffer::operator=(GuardedBuffer&& other) noexcept {
  std::swap(mapping_, other.mapping_);
  std::swap(usable_, other.usable_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

GuardedBuffer::~GuardedBuffer() {
  if (!mapping_.empty()) ::munmap(mapping_.data(), mapping_.size());
}

bool GuardedBuffer::is_intact() const noexcept {
  const auto before = static_cast<std::size_t>(bytes_.data() - usable_.data());
  return is_pattern(usable_.first(before)) && is_pattern(usable_.subspan(before + bytes_.size()));
}

void GuardedBuffer::restore_guards() noexcept {
  const auto before = static_cast<std::size_t>(bytes_.data() - usable_.data());
  std::ranges::fill(usable_.first(before), kPattern);
  std::ranges::fill(usable_.subspan(before + bytes_.size()), kPattern);
}

}  // namespace openperflib
