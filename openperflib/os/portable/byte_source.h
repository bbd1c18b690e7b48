// ByteSource: the bytes of a file, a pipe or memory, which are read by their position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <utility>

#include "openperflib/base/bytes.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// What a source is, as of one moment. Value.
struct ByteSourceFacts {
  // stream: a pipe, a terminal or a device, which may only be read once, in order.
  enum class Kind : std::uint8_t { file, folder, stream };
  Kind kind = Kind::file;
  std::uint64_t size = 0;  // in bytes; of a file or memory
};

// Resource, movable. Any number of threads may read it unless it is a stream. A file may grow,
// shrink or be written while it is read.
class ByteSource {
 public:
  // A descriptor that is open for reading, which it owns. Implicit: a descriptor is a source.
  ByteSource(UniqueFd file) noexcept : owned_(std::move(file)), fd_(owned_.get()) {}
  // Memory that outlives it.
  explicit ByteSource(Bytes memory) noexcept : memory_(memory), is_memory_(true) {}
  // A descriptor of the caller, which stays open as long as this lives.
  [[nodiscard]] static ByteSource of_descriptor(int fd) noexcept;
  // Returns a source of the same bytes, which must not outlive this one.
  [[nodiscard]] ByteSource borrowed() const noexcept;
  // Opens a file or a folder. Errors: errno.
  [[nodiscard]] static std::expected<ByteSource, int> open(const std::string& path) noexcept;

  // Returns the kind and size of what a path names without opening it: to open a pipe would wait
  // for the program that writes it. Errors: errno.
  [[nodiscard]] static std::expected<ByteSourceFacts, int> facts_of(
      const std::string& path) noexcept;

  // Returns its kind and size. Errors: errno.
  [[nodiscard]] std::expected<ByteSourceFacts, int> facts() const noexcept;
  // Reads the bytes from `offset` on until `into` is full or the source ends; returns how many.
  // Errors: errno; ESPIPE for a stream.
  [[nodiscard]] std::expected<std::size_t, int> read(std::uint64_t offset,
                                                     std::span<std::byte> into) const noexcept;
  // Reads some bytes: those from `offset` on, or the next ones of a stream, as many as it has by
  // now. Returns 0 only at the end. Errors: errno.
  [[nodiscard]] std::expected<std::size_t, int> read_next(std::uint64_t offset,
                                                          std::span<std::byte> into) const noexcept;

 private:
  // Reads some of the bytes at `offset`. Errors: errno.
  [[nodiscard]] std::expected<std::size_t, int> read_some(std::uint64_t offset,
                                                          std::span<std::byte> into) const noexcept;

  UniqueFd owned_;
  int fd_ = -1;
  Bytes memory_;
  bool is_memory_ = false;
};

}  // namespace openperflib
