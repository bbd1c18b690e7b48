// FixedColumns: the series of the first layout, found again in each later one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/query/query.h"

namespace openperflib::typeperf {

// Value. A column keeps its series by identity; one that was named by its whole path shows the
// instance that has the name.
class FixedColumns {
 public:
  // The position of a series that is gone.
  static constexpr std::size_t kGone = ~std::size_t{0};

  // The columns are all series of that layout, in its order.
  explicit FixedColumns(std::span<const Series> series);
  // The series are now those of another layout of the same query.
  void follow(std::span<const Series> series);
  // For each column the position of its series in the newest layout, or kGone.
  [[nodiscard]] std::span<const std::size_t> positions() const noexcept { return positions_; }

 private:
  // The same series may be asked for by two paths.
  struct Key {
    std::uint64_t identity;
    std::uint32_t path;
    auto operator<=>(const Key&) const = default;
  };
  [[nodiscard]] static Key key_of(const Series& series) noexcept;
  std::vector<Key> keys_;
  std::vector<std::size_t> positions_;
};

}  // namespace openperflib::typeperf
