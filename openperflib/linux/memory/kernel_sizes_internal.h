// The sizes of the kernel and its modules, from /proc/iomem and /proc/modules.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {

// Bytes of all modules: the sum of second words as in "snd_hda_intel 53248 2 - Live
// 0x0000000000000000". Errors: a size that is not a number, or a sum beyond 64 bits.
[[nodiscard]] std::expected<std::uint64_t, BadWord> parse_modules(std::string_view text) noexcept;

// The contents of "  01000000-01e0363f : Kernel code".
struct KernelCode {
  std::optional<std::uint64_t> bytes;  // nullopt: no such line, no range, or hidden
  bool is_hidden = false;              // zeros, as shown to all users except root
};
[[nodiscard]] KernelCode parse_iomem(std::string_view text) noexcept;

}  // namespace openperflib::linux_objects
