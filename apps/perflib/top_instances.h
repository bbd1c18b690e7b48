// Which series of a query are shown: all, or those of the instances with the largest values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/query/query.h"

namespace openperflib::apps {

// Whether an instance may be one of the largest: totals ("_Total", a node's "0,_Total") are sums of
// the others, and the process Idle is nobody.
[[nodiscard]] bool competes(const Series& series) noexcept;

// Resource: remembers what it chose last.
class ShownSeries {
 public:
  // `top` 0: every series. Else the series of the `top` instances with the largest value of path 0.
  explicit ShownSeries(std::uint32_t top) noexcept : top_(top) {}

  // Chooses anew from the query's row. Whether what is shown changed since the last call.
  bool update(const Query& query);
  [[nodiscard]] std::span<const std::size_t> indices() const noexcept { return indices_; }

 private:
  void choose_all(const Query& query);
  void choose_top(const Query& query);

  std::uint32_t top_;
  std::uint64_t generation_ = 0;
  std::vector<std::size_t> indices_;
  std::vector<std::size_t> before_;
};

}  // namespace openperflib::apps
