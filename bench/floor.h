// The loops that our figures are held against: what the same work costs without any format at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace openperflib::bench {

// Where a value lies and how many bytes it has (4 or 8).
struct ValuePlace {
  const std::byte* address;
  std::uint32_t size;
};

// Copies every value to `values`, zero-extended.
void gather_floor(std::span<const ValuePlace> places, std::uint64_t* values) noexcept;

// Opens, reads to the end and closes each file by its absolute path. Bytes read; a file that cannot
// be opened counts 0.
[[nodiscard]] std::size_t open_read_close_floor(std::span<const std::string> paths,
                                                std::span<char> buffer) noexcept;

// Starts a program with posix_spawn, its output to /dev/null, and waits for its end. Its exit code;
// -1 where it could not be started.
[[nodiscard]] int spawn_and_wait_floor(const char* const* arguments) noexcept;

// Reads a file from where it stands to its end, a piece at a time. The bytes read.
[[nodiscard]] std::size_t read_pieces_floor(int fd, std::span<char> piece) noexcept;

// Takes the numbers that stand back to back in `digits` and have these lengths. Their sum.
[[nodiscard]] double from_chars_floor(std::string_view digits,
                                      std::span<const std::uint8_t> lengths) noexcept;

}  // namespace openperflib::bench
