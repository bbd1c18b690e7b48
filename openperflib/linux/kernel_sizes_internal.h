// How large the kernel and its modules are: /proc/iomem and /proc/modules.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "openperflib/linux/text_numbers_internal.h"

namespace openperflib::linux_objects {

// Bytes of all modules: the second words of "snd_hda_intel 53248 2 - Live 0x0000000000000000".
// Errors: a size that is no number, or a sum beyond 64 bits.
[[nodiscard]] std::expected<std::uint64_t, BadWord> parse_modules(std::string_view text) noexcept;

// What "  01000000-01e0363f : Kernel code" says.
struct KernelCode {
  std::optional<std::uint64_t> bytes;  // nullopt: no such line, no range, or hidden
  bool is_hidden = false;              // zeros, which is what all but root are shown
};
[[nodiscard]] KernelCode parse_iomem(std::string_view text) noexcept;

}  // namespace openperflib::linux_objects
