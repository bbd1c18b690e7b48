// The bytes of a file mapping, with or without a name.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <variant>

#include "openperflib/abi/windows_types.h"
#include "openperflib/compat/windows/shared_memory/named_memory_internal.h"

namespace openperflib::compat {

// Resource: moves, does not copy. Views may outlive it.
class SharedBytes {
 public:
  // `size` bytes, all 0, for this process only. Errors: ERROR_COMMITMENT_LIMIT.
  [[nodiscard]] static std::expected<SharedBytes, DWORD> create(std::uint64_t size,
                                                                bool is_writable);
  // The same with a name. Errors: those of NamedMemory.
  [[nodiscard]] static std::expected<SharedBytes, DWORD> create(const std::string& file_name,
                                                                std::uint64_t size,
                                                                bool is_writable);
  [[nodiscard]] static std::expected<SharedBytes, DWORD> open(const std::string& file_name,
                                                              bool is_writable);

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] bool is_writable() const noexcept { return is_writable_; }
  [[nodiscard]] bool existed() const noexcept;

  // What mmap needs for a view.
  [[nodiscard]] int descriptor() const noexcept;
  [[nodiscard]] std::uint64_t first_byte() const noexcept;

 private:
  SharedBytes(std::variant<UniqueFd, NamedMemory> bytes, std::uint64_t size, bool is_writable)
      : bytes_(std::move(bytes)), size_(size), is_writable_(is_writable) {}

  std::variant<UniqueFd, NamedMemory> bytes_;
  std::uint64_t size_;
  bool is_writable_;
};

}  // namespace openperflib::compat
