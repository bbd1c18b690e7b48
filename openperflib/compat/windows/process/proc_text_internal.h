// Small files of /proc, as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/os/files/proc_root.h"

namespace openperflib::compat {

// The contents of a file of this computer, "proc/meminfo"; empty if it cannot be read.
[[nodiscard]] std::string contents_of(const std::string& path);
[[nodiscard]] std::string contents_of(const ProcRoot& root, const std::string& path);
// The processes that there are; nullopt if they cannot be listed.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> process_ids(const ProcRoot& root);
// The numbers in the line that begins with `word`; empty if there is no such line.
[[nodiscard]] std::vector<std::uint64_t> numbers_after(std::string_view text,
                                                       std::string_view word);
// A field of /proc/PID/stat after the name, which may contain spaces and brackets, by its number
// in proc(5); nullopt if it is not a number without a sign.
[[nodiscard]] std::optional<std::uint64_t> stat_field(std::string_view stat, std::size_t number);

}  // namespace openperflib::compat
