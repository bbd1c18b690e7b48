// Parser for the lines of /proc/swaps: a pure function.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {

// "/dev/sda2  partition  2097148  1024  -2": one swap area. Views the text.
struct SwapArea {
  std::string_view path;  // not decoded; see mounts_internal.h
  std::expected<std::uint64_t, BadWord> kibibytes;
  std::expected<std::uint64_t, BadWord> used_kibibytes;
};

// Parses all lines below the headings into `areas`, reused.
void parse_swap_areas(std::string_view text, std::vector<SwapArea>& areas);

}  // namespace openperflib::linux_objects
