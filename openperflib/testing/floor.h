// The loops that our figures are compared with: what the same work costs without any format at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace openperflib::bench {

// The position of a value, and its size in bytes (4 or 8).
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

// Reads a file from its current position to its end, piece by piece. Returns the number of bytes.
[[nodiscard]] std::size_t read_pieces_floor(int fd, std::span<char> piece) noexcept;

// Parses the consecutive numbers in `digits`, which have these lengths. Returns their sum.
[[nodiscard]] double from_chars_floor(std::string_view digits,
                                      std::span<const std::uint8_t> lengths) noexcept;

}  // namespace openperflib::bench
