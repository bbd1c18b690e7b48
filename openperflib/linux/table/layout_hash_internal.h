// LayoutHash: detects whether a file lists the same things in the same order as before.
#pragma once

#include <cstdint>
#include <string_view>

namespace openperflib::linux_objects {

// Value: FNV-1a over numbers and names. Different lists may have the same hash, so positions that
// were kept by it must be checked against the length of the list before use.
class LayoutHash {
 public:
  void add(std::uint64_t number) noexcept { value_ = (value_ ^ number) * 0x100000001B3ULL; }
  void add(std::string_view name) noexcept {
    for (const char c : name) add(std::uint64_t{static_cast<unsigned char>(c)});
    add(kEndOfName);
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  static constexpr std::uint64_t kEndOfName = 256;  // no byte of a name
  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

}  // namespace openperflib::linux_objects
