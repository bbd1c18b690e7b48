// What all messages and pages of a process that offers counter sets begin with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"

namespace openperflib {

inline constexpr std::uint32_t kOfferVersion = 1;

// A field is named by its position: all are u32, one after the other.
[[nodiscard]] constexpr std::size_t message_place(std::size_t field) noexcept {
  return field * sizeof(std::uint32_t);
}

[[nodiscard]] inline std::unexpected<Error> message_fault(Errc code, const Field& field,
                                                          std::size_t number,
                                                          std::uint32_t stored) noexcept {
  return std::unexpected(Error{code, stored, &field, message_place(number)});
}

inline void write_message_start(MutableBytes bytes, std::uint32_t magic) noexcept {
  store(bytes, message_place(0), kOfferVersion);
  store(bytes, message_place(1), magic);
}

// Version and magic number. The first two fields are theirs.
template <std::size_t kCount>
[[nodiscard]] std::expected<void, Error> check_message_start(
    Bytes bytes, const std::array<Field, kCount>& fields, std::uint32_t magic,
    std::size_t length) noexcept {
  if (bytes.size() < length) {
    const auto lacking = static_cast<std::uint32_t>(length - bytes.size());
    return message_fault(Errc::truncated, fields[0], 0, lacking);
  }
  const auto version = load<std::uint32_t>(bytes, message_place(0));
  if (version != kOfferVersion) return message_fault(Errc::wrong_value, fields[0], 0, version);
  const auto stored = load<std::uint32_t>(bytes, message_place(1));
  if (stored != magic) return message_fault(Errc::wrong_value, fields[1], 1, stored);
  return {};
}

}  // namespace openperflib
