// Foreign bytes: the one bounds check, and the only functions that read numbers from them and write
// numbers to them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace openperflib {

// Bytes owned elsewhere: valid while the owner lives and does not reallocate.
using Bytes = std::span<const std::byte>;
using MutableBytes = std::span<std::byte>;  // the same, writable

// Byte order of numbers. A block declares it in its member LittleEndian.
enum class ByteOrder : std::uint8_t { little, big };

// Returns whether [offset, offset + length) lies inside `size` bytes. Never overflows: it subtracts
// from the bound and never adds to the offset. All bounds are compared here.
[[nodiscard]] constexpr bool contains(std::uint64_t size, std::uint64_t offset,
                                      std::uint64_t length) noexcept {
  return offset <= size && length <= size - offset;
}

// The number of type T at `offset`, in the byte order of Windows (little). The caller has proved
// contains(bytes.size(), offset, sizeof(T)); any alignment is allowed.
template <typename T>
  requires std::is_integral_v<T>
[[nodiscard]] inline T load(Bytes bytes, std::size_t offset) noexcept {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// As load, for a block of the given byte order.
template <typename T>
  requires std::is_integral_v<T>
[[nodiscard]] inline T load(Bytes bytes, std::size_t offset, ByteOrder order) noexcept {
  using Unsigned = std::make_unsigned_t<T>;
  const auto value = static_cast<Unsigned>(load<T>(bytes, offset));
  return static_cast<T>(order == ByteOrder::little ? value : std::byteswap(value));
}

// Writes `value` at `offset`, little endian. The caller has proved that it fits.
template <typename T>
  requires std::is_integral_v<T>
inline void store(MutableBytes bytes, std::size_t offset, T value) noexcept {
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

// Appends a copy of `bytes`, which must not be in `into`. It copies memory: where vector::insert()
// takes a span, libc++ copies byte by byte.
inline void append_bytes(std::vector<std::byte>& into, Bytes bytes) {
  const std::size_t size = into.size();
  into.resize(size + bytes.size());
  if (!bytes.empty()) std::memcpy(into.data() + size, bytes.data(), bytes.size());
}

// Returns the bytes as characters, without a copy: for text in a one-byte encoding.
[[nodiscard]] inline std::string_view as_text(Bytes bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
// Returns the characters as bytes, without a copy and without a NUL.
[[nodiscard]] inline Bytes as_bytes(std::string_view text) noexcept {
  return std::as_bytes(std::span(text));
}

static_assert(std::endian::native == std::endian::little,
              "load and store copy as they are: the library runs on little-endian machines");

}  // namespace openperflib
