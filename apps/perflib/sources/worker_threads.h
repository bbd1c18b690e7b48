// The threads that a command about logs works with.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openperflib::apps {

class CommandLine;  // command_line.h

// --threads; 0 stays where it is not given.
void add_threads_option(CommandLine& line, std::uint64_t& threads);

// Returns the number for ThreadWorkers: that of the option, or that of the CPUs that this process
// may use.
[[nodiscard]] std::size_t thread_count(std::uint64_t threads) noexcept;

}  // namespace openperflib::apps
